#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tl/expected.hpp>

namespace mw {

/// Where in the file it went wrong, what was being read or written, and why that is wrong.
struct Error {
  std::optional<std::uint64_t> offset = std::nullopt;  // bytes from the start of the file, where there is one
  std::string field = {};                              // "faces[0].vertex"; empty when it is the whole file
  std::string message = {};                            // "index 7 >= vertex count 3"
};

template <class T>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(Error error) {
  return tl::unexpected<Error>(std::move(error));
}

/// "0x00000084: faces[0].vertex: index 7 >= vertex count 3"
std::string to_string(const Error& error);

/// The form in which every offset is printed: "0x00000084".
std::string offset_text(std::uint64_t offset);

}  // namespace mw
