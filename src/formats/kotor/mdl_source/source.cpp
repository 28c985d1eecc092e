#include <meshwright/kotor/mdl_source.h>
#include <algorithm>

namespace mw::kotor::mdl::source {

std::uint64_t Lines::of(std::size_t row) const {
  const auto after = std::ranges::upper_bound(jumps, row, {}, &std::pair<std::size_t, std::uint64_t>::first);
  if (after == jumps.begin()) return head == 0 ? 0 : head + 1 + row;
  const auto& [first, line] = *std::prev(after);
  return line + (row - first);
}

void Lines::add(std::size_t row, std::uint64_t line) {
  if (of(row) != line) jumps.emplace_back(row, line);
}

std::string Note::path() const {
  if (spelling) return spelling->path;
  std::string path(part);
  if (!path.empty()) path += '.';
  path += name;
  if (index >= 0) path += "." + std::to_string(index);
  return path;
}

}  // namespace mw::kotor::mdl::source
