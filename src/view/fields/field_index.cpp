#include "field_index.h"

#include <algorithm>
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

}  // namespace mw::view
