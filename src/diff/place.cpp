#include "place.h"

namespace mw {
namespace {

/// Reads "[123]" at `at` and moves past it; otherwise returns false and stays.
bool read_row(std::string_view path, std::size_t& at, std::uint32_t& row) {
  std::size_t end = at + 1;
  std::uint64_t value = 0;
  while (end < path.size() && path[end] >= '0' && path[end] <= '9' && value < 0xFFFFFFFF)
    value = value * 10 + std::uint64_t(path[end++] - '0');
  if (end == at + 1 || end >= path.size() || path[end] != ']' || value > 0xFFFFFFFF) return false;
  row = std::uint32_t(value);
  at = end + 1;
  return true;
}

}  // namespace

void parse_path(std::string_view path, bool in_companion, FieldPlace& place) {
  place.shape.assign(in_companion ? kCompanionPrefix : "");
  place.start = place.shape.size();
  place.depth = 0;
  for (std::size_t at = 0; at < path.size();) {
    const bool is_row = path[at] == '[' && place.depth < FieldPlace::kDeepest;
    if (is_row && read_row(path, at, place.rows[place.depth])) {
      place.table_ends[place.depth++] = std::uint32_t(place.shape.size());
      place.shape += "[]";
    } else {
      place.shape += path[at++];
    }
  }
}

std::string FieldPlace::text(const std::function<std::string(std::size_t level)>& label) const {
  std::string path;
  std::size_t from = 0;
  for (std::size_t level = 0; level < depth; ++level) {
    path.append(shape, from, table_ends[level] + 1 - from);
    path += label(level);
    from = table_ends[level] + 1;
  }
  return path.append(shape, from);
}

}  // namespace mw
