#include "store.h"

#include <algorithm>

namespace mw {

bool Column::continues(const Run& run, const FieldPlace& place, const TracedField& field) const {
  if (depth_ == 0 || run.size != field.bytes.size() || run.scalar != field.type.scalar) return false;
  const std::size_t last = depth_ - 1;
  return std::equal(run.rows.begin(), run.rows.begin() + std::ptrdiff_t(last), place.rows.begin()) &&
         place.rows[last] == run.rows[last] + run.count;
}

void Column::add(const FieldPlace& place, const TracedField& field) {
  depth_ = place.depth;
  if (runs_.empty() || !continues(runs_.back(), place, field)) {
    Run run{.size = std::uint32_t(field.bytes.size()),
            .begin = bytes_.size(),
            .number = count_,
            .scalar = field.type.scalar};
    std::copy_n(place.rows.begin(), depth_, run.rows.begin());
    runs_.push_back(run);
  }
  ++runs_.back().count;
  ++count_;
  bytes_.insert(bytes_.end(), field.bytes.begin(), field.bytes.end());
}

void Column::finish() {
  if (!std::ranges::is_sorted(runs_, {}, &Run::rows)) std::ranges::stable_sort(runs_, {}, &Run::rows);
  taken_.resize(count_);
  runs_.shrink_to_fit();
  bytes_.shrink_to_fit();
}

bool Column::holds(const Run& run, std::span<const std::uint32_t> rows) const {
  if (depth_ == 0) return true;
  const std::size_t last = depth_ - 1;
  return std::equal(rows.begin(), rows.begin() + std::ptrdiff_t(last), run.rows.begin()) &&
         rows[last] >= run.rows[last] && rows[last] - run.rows[last] < run.count;
}

Column::Element Column::element(const Run& run, std::uint32_t index) const {
  return {ByteSpan(bytes_).subspan(run.begin + std::size_t(index) * run.size, run.size), run.scalar,
          std::size_t(run.number) + index};
}

const Column::Element* Column::take(std::span<const std::uint32_t> rows) {
  if (rows.size() != depth_) return nullptr;
  if (last_ + 1 < runs_.size() && !holds(runs_[last_], rows) && holds(runs_[last_ + 1], rows)) ++last_;
  if (!holds(runs_[last_], rows)) {
    std::array<std::uint32_t, FieldPlace::kDeepest> wanted{};
    std::ranges::copy(rows, wanted.begin());
    const auto behind = std::ranges::upper_bound(runs_, wanted, {}, &Run::rows);
    if (behind == runs_.begin()) return nullptr;
    const auto run = std::size_t(behind - runs_.begin()) - 1;
    if (!holds(runs_[run], rows)) return nullptr;
    last_ = run;
  }
  const Run& run = runs_[last_];
  found_ = element(run, depth_ == 0 ? 0 : rows.back() - run.rows[depth_ - 1]);
  taken_[found_.number] = true;
  return &found_;
}

void Column::for_each_left(bool one_by_one, const UseLeft& use) const {
  for (const Run& run : runs_) {
    for (std::uint32_t i = 0; i < run.count;) {
      std::uint32_t end = i;
      while (end < run.count && !taken_[run.number + end] && !(one_by_one && end > i)) ++end;
      if (end > i) {
        auto rows = run.rows;
        if (depth_ > 0) rows[depth_ - 1] += i;
        use({rows.data(), depth_}, end - i, element(run, i));
      }
      i = std::max(end, i + 1);
    }
  }
}

void FieldStore::add(const FieldPlace& place, const TracedField& field) {
  auto found = columns_.find(std::string_view(place.shape));
  if (found == columns_.end()) {
    found = columns_.emplace(place.shape, Column()).first;
    order_.emplace_back(place.shape, &found->second);
  }
  if (place.start > 0) has_companion_ = true;
  found->second.add(place, field);
}

void FieldStore::finish() {
  for (auto& [shape, column] : columns_) column.finish();
}

Column* FieldStore::find(std::string_view shape) {
  const auto found = columns_.find(shape);
  return found == columns_.end() ? nullptr : &found->second;
}

}  // namespace mw
