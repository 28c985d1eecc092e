#include <meshwright/core/file_name.h>
#include <meshwright/core/text.h>
namespace mw {
std::string extension_of(std::string_view path) {
  const auto name = path.substr(path.rfind('/') + 1);
  const auto dot = name.rfind('.');
  if (dot == name.npos || dot == 0) return {};
  return lower_case(name.substr(dot));
}
}  // namespace mw
