#pragma once

// Example:
//
//     #include <meshwright/core/error.h>
//     #include <cstdio>
//
//     mw::Result<int> half_of(int number) {
//       if (number % 2 == 0) return number / 2;
//       return mw::fail({.field = "number", .message = std::to_string(number) + " is odd"});
//     }
//
//     void print_half(int number) {
//       if (const auto half = half_of(number))
//         std::printf("%d\n", *half);
//       else
//         std::puts(to_string(half.error()).c_str());  // number: 7 is odd
//     }

#include <cstdint>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace mw {

/// A place in a text. Both count from 1; columns are bytes, so that a letter beyond ASCII takes several.
struct TextPosition {
  std::uint64_t line = 1;
  std::uint64_t column = 1;
  bool operator==(const TextPosition&) const = default;
};

/// Where in the file it went wrong, what was being read or written, and why that is wrong. A binary file has
/// offsets, a text has positions; an error about the whole file has neither.
struct Error {
  std::optional<std::uint64_t> offset = std::nullopt;  // bytes from the start of the file, where there is one
  std::string field = {};                              // "faces[0].vertex"; empty when it is the whole file
  std::string message = {};                            // "index 7 >= vertex count 3"
  std::optional<TextPosition> position = std::nullopt;
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

/// "0x00000084: faces[0].vertex: index 7 >= vertex count 3", of a text "line 12, column 7: v: ..."
std::string to_string(const Error& error);

/// The form in which every offset is printed: "0x00000084".
std::string offset_text(std::uint64_t offset);

/// The form in which every position is printed: "line 12, column 7".
std::string to_string(const TextPosition& position);

}  // namespace mw
