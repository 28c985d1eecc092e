#pragma once

#include <meshwright/core/error.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace mw {

/// The line and column of an offset, which may be the end of the text. "\r\n" is one end of a line.
inline TextPosition position_in(std::string_view text, std::uint64_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto last = before.rfind('\n');
  return {.line = 1 + std::uint64_t(std::ranges::count(before, '\n')),
          .column = 1 + before.size() - (last == before.npos ? 0 : last + 1)};
}

/// An error about a text, with its line and column if it has an offset.
inline Error with_position(Error error, std::string_view text) {
  if (error.offset && !error.position) error.position = position_in(text, *error.offset);
  return error;
}

}  // namespace mw
