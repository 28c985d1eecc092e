#include <meshwright/core/detail/coverage.h>
#include <algorithm>

namespace mw {

void Coverage::add(const TracedField& field) {
  if (field.path.starts_with(kUnreferenced)) {
    unreferenced_ += field.length();
    return;
  }
  const std::uint64_t end = field.offset + field.length();
  // Fields mostly follow each other, so that there are as many runs as tables.
  if (!runs_.empty() && runs_.back().end == field.offset)
    runs_.back().end = end;
  else
    runs_.push_back({field.offset, end});
}

std::uint64_t Coverage::named() const {
  std::vector<Run> sorted = runs_;
  std::ranges::sort(sorted, {}, &Run::begin);
  std::uint64_t total = 0;
  std::uint64_t covered = 0;  // everything below has been counted
  for (const Run& run : sorted) {
    if (run.end <= covered) continue;
    total += run.end - std::max(run.begin, covered);
    covered = run.end;
  }
  return total;
}

}  // namespace mw
