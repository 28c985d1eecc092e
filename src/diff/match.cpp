#include "match.h"

#include <fmt/format.h>
#include <meshwright/formats/detail/row_names.h>
#include <meshwright/formats/registry.h>

#include <algorithm>
#include <unordered_map>

namespace mw {
namespace {

struct Key {
  std::string_view name;
  std::string_view kind;
  bool operator==(const Key&) const = default;
};
struct KeyHash {
  std::size_t operator()(const Key& key) const {
    return std::hash<std::string_view>()(key.name) * 31 + std::hash<std::string_view>()(key.kind);
  }
};

/// Rows of one key, handed out in their order.
struct Bucket {
  std::vector<std::int64_t> rows;
  std::size_t next = 0;
};

/// Pairs the remaining rows.
void pair_by(MatchedTable& table, const std::vector<RowName>& to, std::vector<bool>& used,
             const auto& key_of) {
  std::unordered_map<Key, Bucket, KeyHash> buckets;
  for (std::size_t row = 0; row < to.size(); ++row)
    if (!used[row] && !to[row].name.empty()) buckets[key_of(to[row])].rows.push_back(std::int64_t(row));
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    if (table.partners[row] != MatchedTable::kNone) continue;
    const auto found = buckets.find(key_of(table.rows[row]));
    if (found == buckets.end() || found->second.next == found->second.rows.size()) continue;
    table.partners[row] = found->second.rows[found->second.next++];
    used[std::size_t(table.partners[row])] = true;
  }
}

}  // namespace

std::string MatchedTable::label(std::uint32_t row) const {
  if (row >= rows.size() || rows[row].name.empty()) return std::to_string(row);
  return ordinals[row] > 1 ? fmt::format("{}#{}", rows[row].name, ordinals[row]) : rows[row].name;
}

MatchedTable match_rows(std::vector<RowName> from, const std::vector<RowName>& to) {
  MatchedTable table{.outer = {}, .rows = std::move(from), .ordinals = {}, .partners = {}};
  table.partners.assign(table.rows.size(), MatchedTable::kNone);
  std::vector<bool> used(to.size());
  pair_by(table, to, used, [](const RowName& row) { return Key{row.name, row.kind}; });
  pair_by(table, to, used, [](const RowName& row) { return Key{row.name, {}}; });
  std::unordered_map<std::string_view, std::uint32_t> seen;
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    table.ordinals.push_back(++seen[table.rows[row].name]);
    if (table.rows[row].name.empty() && row < to.size() && to[row].name.empty())
      table.partners[row] = std::int64_t(row);
  }
  return table;
}

RowTranslation::RowTranslation(const Document& from, const Document& to) : from_(from), to_(to) {
  if (from.format().meanings != nullptr) meanings_ = *from.format().meanings;
}

bool RowTranslation::is_named(std::string_view table) const {
  return std::ranges::find(meanings_.named_tables, table) != meanings_.named_tables.end();
}

const MatchedTable& RowTranslation::matched(const TablePath& in_from, const TablePath& in_to) {
  auto found = last_.find(in_from.shape);
  if (found != last_.end() && std::ranges::equal(found->second.outer, in_from.rows)) return found->second;
  MatchedTable table = match_rows(meanings_.row_names(from_, in_from), meanings_.row_names(to_, in_to));
  table.outer.assign(in_from.rows.begin(), in_from.rows.end());
  if (found == last_.end()) found = last_.emplace(std::string(in_from.shape), MatchedTable()).first;
  found->second = std::move(table);
  return found->second;
}

std::optional<std::size_t> RowTranslation::translate(const FieldPlace& place,
                                                     std::array<std::uint32_t, FieldPlace::kDeepest>& rows) {
  for (std::size_t level = 0; level < place.depth; ++level) {
    rows[level] = place.rows[level];
    const std::string_view shape = place.table(level);
    if (!is_named(shape)) continue;
    const MatchedTable& table = matched({shape, place.outer(level)}, {shape, {rows.data(), level}});
    if (place.rows[level] >= table.partners.size()) continue;
    const std::int64_t partner = table.partners[place.rows[level]];
    if (partner == MatchedTable::kNone) return level;
    rows[level] = std::uint32_t(partner);
  }
  return std::nullopt;
}

/// The table of a row that was just translated.
const MatchedTable* RowTranslation::last(const FieldPlace& place, std::size_t level) const {
  const auto table = last_.find(place.table(level));
  const bool known = table != last_.end() && std::ranges::equal(table->second.outer, place.outer(level));
  return known ? &table->second : nullptr;
}

std::string RowTranslation::label(const FieldPlace& place, std::size_t level) {
  const MatchedTable* table = last(place, level);
  return table != nullptr ? table->label(place.rows[level]) : std::to_string(place.rows[level]);
}

std::string_view RowTranslation::kind(const FieldPlace& place, std::size_t level) {
  const MatchedTable* table = last(place, level);
  const std::uint32_t row = place.rows[level];
  return table != nullptr && row < table->rows.size() ? table->rows[row].kind : std::string_view();
}

}  // namespace mw
