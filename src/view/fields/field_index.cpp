#include "field_index.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>

namespace mw::view {

void FieldIndex::add(const TracedField& field) {
  if (rows_.size() >= kMost || field.offset > std::numeric_limits<std::uint32_t>::max()) {
    ++left_out_;
    return;
  }
  std::size_t same = 0;
  if (rows_.size() % kWhole != 0)
    same = std::size_t(std::ranges::mismatch(last_, field.path).in1 - last_.begin());
  same = std::min(same, std::size_t(std::numeric_limits<std::uint8_t>::max()));
  starts_.push_back(std::uint32_t(pool_.size()));
  pool_.push_back(char(std::uint8_t(same)));
  pool_.append(field.path, same);
  rows_.push_back({.offset = std::uint32_t(field.offset),
                   .length = std::uint32_t(field.length()),
                   .count = std::uint32_t(field.type.count),
                   .line = std::uint32_t(field.line),
                   .scalar = field.type.scalar,
                   .decoded = field.stored.has_value()});
  last_ = field.path;
}

void FieldIndex::finish() {
  order_.resize(rows_.size());
  std::iota(order_.begin(), order_.end(), 0U);
  std::ranges::stable_sort(order_, {}, [&](std::uint32_t number) { return rows_[number].offset; });
  std::uint64_t furthest = 0;
  furthest_.reserve(order_.size());
  for (const std::uint32_t number : order_) {
    furthest = std::max(furthest, std::uint64_t(rows_[number].offset) + rows_[number].length);
    furthest_.push_back(furthest);
  }
}

void FieldIndex::append(std::string& path, std::size_t number) const {
  const std::size_t start = starts_[number];
  const std::size_t end = number + 1 < starts_.size() ? starts_[number + 1] : pool_.size();
  path.resize(std::uint8_t(pool_[start]));
  path.append(pool_, start + 1, end - start - 1);
}

std::string FieldIndex::path(std::size_t number) const {
  std::string path;
  for (std::size_t i = number / kWhole * kWhole; i <= number; ++i) append(path, i);
  return path;
}

void FieldIndex::each(const std::function<void(std::size_t number, std::string_view path)>& visit) const {
  std::string path;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    append(path, i);
    visit(i, path);
  }
}

std::vector<std::size_t> FieldIndex::fields_in(std::uint64_t begin, std::uint64_t end,
                                               std::size_t most) const {
  std::vector<std::size_t> found;
  // Everything before the first whose end, or that of one before it, lies behind `begin` ends too early.
  auto at = std::size_t(std::ranges::upper_bound(furthest_, begin) - furthest_.begin());
  for (; at < order_.size() && found.size() < most; ++at) {
    const Row& row = rows_[order_[at]];
    if (row.offset >= end) break;
    if (std::uint64_t(row.offset) + row.length > begin) found.push_back(order_[at]);
  }
  return found;
}

std::size_t FieldIndex::field_at(std::uint64_t offset) const {
  constexpr std::size_t kMostOnAByte = 4096;
  std::size_t best = kNone;
  for (const std::size_t number : fields_in(offset, offset + 1, kMostOnAByte))
    if (best == kNone || rows_[number].length < rows_[best].length) best = number;
  return best;
}

bool FieldIndex::same_places(const FieldIndex& other) const {
  return same_paths(other) && rows_ == other.rows_;
}

bool FieldIndex::same_paths(const FieldIndex& other) const {
  return rows_.size() == other.rows_.size() && left_out_ == other.left_out_ && pool_ == other.pool_;
}

namespace {

/// The row behind a bracket.
std::optional<std::size_t> row_behind(std::string_view path, std::size_t bracket) {
  std::size_t row = 0;
  const char* end = path.data() + path.size();
  const auto parsed = std::from_chars(path.data() + bracket + 1, end, row);
  return parsed.ec == std::errc() && parsed.ptr != end && *parsed.ptr == ']' ? std::optional(row)
                                                                             : std::nullopt;
}

void widen(std::vector<ByteRange>& rows, std::size_t row, const FieldIndex::Row& field) {
  if (row >= rows.size()) rows.resize(row + 1);
  rows[row].begin = std::min(rows[row].begin, field.offset);
  rows[row].end = std::max(rows[row].end, field.offset + field.length);
}

}  // namespace

/// Neighbouring fields share the beginnings of their paths, so most tables are found without a look-up.
RowExtents::RowExtents(const FieldIndex& index, std::span<const std::string> tables) {
  for (const std::string& table : tables) tables_.try_emplace(table);
  std::string last;
  std::vector<std::pair<std::size_t, std::vector<ByteRange>*>>
      above;  // brackets of the path, and their tables
  index.each([&](std::size_t number, std::string_view path) {
    const auto same = std::size_t(std::ranges::mismatch(last, path).in1 - last.begin());
    while (!above.empty() && above.back().first >= same) above.pop_back();
    for (std::size_t at = path.find('[', same); at != path.npos; at = path.find('[', at + 1))
      if (const auto table = tables_.find(std::string(path.substr(0, at))); table != tables_.end())
        above.emplace_back(at, &table->second);
    for (const auto& [bracket, rows] : above)
      if (const auto row = row_behind(path, bracket)) widen(*rows, *row, index.row(number));
    last = path;
  });
}

std::optional<ByteRange> RowExtents::find(std::string_view row) const {
  const std::size_t bracket = row.rfind('[');
  if (bracket == row.npos || !row.ends_with(']')) return std::nullopt;
  const auto table = tables_.find(std::string(row.substr(0, bracket)));
  const auto number = row_behind(row, bracket);
  if (table == tables_.end() || !number || *number >= table->second.size()) return std::nullopt;
  const ByteRange& found = table->second[*number];
  return found.begin < found.end ? std::optional(found) : std::nullopt;
}

}  // namespace mw::view
