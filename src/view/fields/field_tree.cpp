#include "field_tree.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>

namespace mw::view {
namespace {

bool is_below(std::string_view path, std::string_view parent) {
  if (parent.empty()) return true;
  return path.starts_with(parent) && path.size() > parent.size() &&
         (path[parent.size()] == '.' || path[parent.size()] == '[');
}

/// Behind the bracket that closes; the end of a path that has none.
std::size_t after_bracket(std::string_view path, std::size_t from = 0) {
  const auto close = path.find(']', from);
  return close == std::string_view::npos ? path.size() : close + 1;
}

/// The part of a path that leads one step below its parent.
std::string_view step_below(std::string_view path, std::string_view parent) {
  std::size_t at = parent.size();
  if (at < path.size() && path[at] == '[') return path.substr(0, after_bracket(path, at));
  if (!parent.empty()) ++at;  // the dot
  return path.substr(0, path.find_first_of(".[", at));
}

void take(Branch& branch, const FieldIndex& index, std::size_t number, std::string_view path) {
  const FieldIndex::Row& row = index.row(number);
  if (path.size() == branch.path.size()) branch.field = number;
  ++branch.fields;
  branch.begin = std::min(branch.begin, std::uint64_t(row.offset));
  branch.end = std::max(branch.end, std::uint64_t(row.offset) + row.length);
  if (path.size() > branch.path.size() && path[branch.path.size()] == '[') {
    std::uint64_t below = 0;
    if (ends_with_row(step_below(path, branch.path), below)) branch.rows = std::max(branch.rows, below + 1);
  }
}

}  // namespace

bool ends_with_row(std::string_view path, std::uint64_t& row) {
  const auto bracket = path.rfind('[');
  if (bracket == std::string_view::npos || !path.ends_with(']')) return false;
  const char* end = path.data() + path.size() - 1;
  const auto parsed = std::from_chars(path.data() + bracket + 1, end, row);
  return parsed.ec == std::errc() && parsed.ptr == end;
}

std::string shape_of(std::string_view path, std::vector<std::uint32_t>& rows) {
  std::string shape;
  while (!path.empty()) {
    const auto open = std::min(path.find('['), path.size());
    shape.append(path.substr(0, open));
    path.remove_prefix(open);
    if (path.empty()) break;
    const std::size_t close = after_bracket(path);
    std::uint64_t row = 0;
    ends_with_row(path.substr(0, close), row);
    rows.push_back(std::uint32_t(row));
    shape.append("[]");
    path.remove_prefix(close);
  }
  return shape;
}

Branches branches_of(const FieldIndex& index, std::string_view parent, std::uint64_t from, std::uint64_t to) {
  Branches found;
  std::unordered_map<std::string, std::size_t> places;
  std::unordered_map<std::string, std::uint64_t> names;  // steps that are no rows, in their order
  index.each([&](std::size_t number, std::string_view path) {
    if (!is_below(path, parent)) return;
    const std::string_view step = step_below(path, parent);
    std::uint64_t row = 0;
    if (step[parent.size()] != '[' || !ends_with_row(step, row))
      row = names.emplace(step, names.size()).first->second;
    found.total = std::max(found.total, row + 1);
    if (row < from || row >= to) return;
    const auto [place, is_new] = places.emplace(step, found.list.size());
    if (is_new) found.list.push_back({.path = std::string(step)});
    take(found.list[place->second], index, number, path);
  });
  return found;
}

}  // namespace mw::view
