#include <fmt/format.h>
#include <meshwright/core/error.h>

namespace mw {

std::string offset_text(std::uint64_t offset) {
  return fmt::format("0x{:08x}", offset);
}

std::string to_string(const Error& error) {
  std::string text;
  if (error.offset) text += offset_text(*error.offset) + ": ";
  if (!error.field.empty()) text += error.field + ": ";
  return text + error.message;
}

}  // namespace mw
