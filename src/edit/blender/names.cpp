#include <meshwright/edit/detail/blender.h>

#include <algorithm>

namespace mw::edit {

std::string_view without_number(std::string_view name) {
  const auto dot = name.rfind('.');
  if (dot == name.npos || dot == 0 || dot + 1 == name.size()) return name;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return std::ranges::all_of(name.substr(dot + 1), is_digit) ? name.substr(0, dot) : name;
}

}  // namespace mw::edit
