#include <fmt/format.h>
#include <meshwright/core/error.h>

namespace mw {

std::string_view name_of(ErrorCode code) {
  constexpr std::string_view kNames[] = {"invalid",     "truncated", "out_of_range",
                                         "too_large",   "syntax",    "not_this_format",
                                         "unsupported", "option",    "file"};
  return kNames[std::size_t(code)];
}

std::string offset_text(std::uint64_t offset) {
  return fmt::format("0x{:08x}", offset);
}

std::string to_string(const TextPosition& position) {
  return fmt::format("line {}, column {}", position.line, position.column);
}

std::string to_string(const Error& error) {
  std::string text;
  if (error.position)
    text += to_string(*error.position) + ": ";
  else if (error.offset)
    text += offset_text(*error.offset) + ": ";
  if (!error.field.empty()) text += error.field + ": ";
  return text + error.message + error.advice;
}

}  // namespace mw
