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
#include <string_view>
#include <utility>

// A result must not be ignored. The class has no such attribute of its own; it may get one on any declaration
// before its definition.
#ifndef TL_EXPECTED_HPP
namespace tl {
template <class T, class E>
class [[nodiscard]] expected;
}
#endif
#include <tl/expected.hpp>

namespace mw {

/// A place in a text. Both count from 1; columns are bytes, so a letter beyond ASCII takes several.
struct TextPosition {
  std::uint64_t line = 1;
  std::uint64_t column = 1;
  bool operator==(const TextPosition&) const = default;
};

/// What kind of failure it is, for programs that act on it; people read the message.
enum class ErrorCode : std::uint8_t {
  invalid,          // content that contradicts itself or its format: everything not listed below
  truncated,        // the bytes end too early
  out_of_range,     // an offset or a number leads outside
  too_large,        // more than a format, a field or a limit of the library holds
  syntax,           // a text or JSON that does not follow its grammar
  not_this_format,  // bytes of another format, or of no known one
  unsupported,      // missing in a format or a version: a conversion, a text, edits
  option,           // an option without a meaning there, or a value that it does not accept
  file,             // a file that cannot be found, opened, read or written
};

/// "not_this_format"
std::string_view name_of(ErrorCode code);

/// The place of the error in the file, the field being read or written, and the reason. A binary file has
/// offsets, a text has positions; an error about the whole file has neither.
struct Error {
  std::optional<std::uint64_t> offset = std::nullopt;  // bytes from the start of the file, if it has a place
  std::string field = {};                              // "faces[0].vertex"; empty when it is the whole file
  std::string message = {};                            // "index 7 >= vertex count 3"
  std::optional<TextPosition> position = std::nullopt;
  ErrorCode code = ErrorCode::invalid;
  std::string advice = {};  // what the command adds to it about its own options: "; --mdx names it"
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

/// As the command prints it, with the advice: "0x00000084: faces[0].vertex: index 7 >= vertex count 3", of a
/// text "line 12, column 7: v: ..."
std::string to_string(const Error& error);

/// The form in which every offset is printed: "0x00000084".
std::string offset_text(std::uint64_t offset);

/// The form in which every position is printed: "line 12, column 7".
std::string to_string(const TextPosition& position);

}  // namespace mw
