#include "named_paths.h"

#include <fmt/format.h>
#include <meshwright/formats/detail/row_names.h>
#include <meshwright/formats/registry.h>

#include <algorithm>
#include <charconv>

namespace mw::view {
namespace {

constexpr std::string_view kCompanion = "companion.";

struct Row {
  std::uint32_t number = 0;
  std::size_t length = 0;  // of what is between the brackets
};

/// "12", and of several rows, "12..15", the first.
std::optional<Row> numbered(std::string_view text) {
  const std::size_t end = text.find(']');
  if (end == std::string_view::npos) return std::nullopt;
  Row row{.length = end};
  const auto [behind, error] = std::from_chars(text.data(), text.data() + end, row.number);
  const std::string_view rest =
      text.substr(std::size_t(behind - text.data()), end - std::size_t(behind - text.data()));
  if (error != std::errc() || (!rest.empty() && !rest.starts_with(".."))) return std::nullopt;
  return row;
}

/// A name may have a bracket in it.
std::optional<Row> named(std::string_view text,
                         const std::unordered_map<std::string, std::uint32_t>& labels) {
  for (std::size_t end = text.find(']'); end != std::string_view::npos; end = text.find(']', end + 1))
    if (const auto found = labels.find(std::string(text.substr(0, end))); found != labels.end())
      return Row{found->second, end};
  return std::nullopt;
}

}  // namespace

/// As `diff` calls the rows: those of one name by their order, those without a name by their number.
const NamedPathResolver::Labels* NamedPathResolver::labels_of(const std::string& shape,
                                                              const std::vector<std::uint32_t>& rows) {
  const FieldMeanings* meanings = document_.format().meanings;
  if (meanings == nullptr || meanings->row_names == nullptr ||
      std::ranges::find(meanings->named_tables, shape) == meanings->named_tables.end())
    return nullptr;
  const auto [entry, is_new] = labels_.try_emplace({shape, rows});
  if (!is_new) return &entry->second;
  std::unordered_map<std::string, std::uint32_t> seen;
  std::uint32_t row = 0;
  for (const RowName& each : meanings->row_names(document_, {shape, rows})) {
    const std::uint32_t ordinal = ++seen[each.name];
    const std::string label = each.name.empty() ? std::to_string(row)
                              : ordinal > 1     ? fmt::format("{}#{}", each.name, ordinal)
                                                : each.name;
    entry->second.emplace(label, row++);
  }
  return &entry->second;
}

std::optional<LayerPath> NamedPathResolver::find(std::string_view where) {
  const bool in_companion = where.starts_with(kCompanion);
  if (in_companion) where.remove_prefix(kCompanion.size());
  LayerPath found{std::size_t(in_companion ? 1 : 0), {}};
  std::string shape;
  std::vector<std::uint32_t> rows;
  for (std::size_t at = 0; at < where.size(); ++at) {
    found.path += where[at];
    shape += where[at];
    if (where[at] != '[') continue;
    const std::string_view text = where.substr(at + 1);
    const Labels* labels = labels_of(shape.substr(0, shape.size() - 1), rows);
    const auto row = labels != nullptr ? named(text, *labels) : numbered(text);
    if (!row) return std::nullopt;
    found.path += std::to_string(row->number);
    rows.push_back(row->number);
    at += row->length;
  }
  return found;
}

}  // namespace mw::view
