#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace mw {

using Bytes = std::vector<std::byte>;
using ByteSpan = std::span<const std::byte>;

inline ByteSpan bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text));
}

/// The bytes seen as characters; nothing is decoded.
inline std::string_view text_of(ByteSpan bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace mw
