#pragma once

#include <meshwright/core/bytes.h>

#include <algorithm>
#include <cstdint>

namespace mw::rows {

/// Whether a binary file of the wrong size was treated as text, with translated line ends: each line feed has
/// a carriage return before it, or none of many is left. About one byte in 256 of vertex data is either.
inline bool has_translated_line_endings(ByteSpan bytes, std::uint64_t expected) {
  constexpr std::uint64_t kMany = 64;
  constexpr auto kReturn = std::byte{'\r'};
  constexpr auto kFeed = std::byte{'\n'};
  std::uint64_t returns = 0;
  std::uint64_t feeds = 0;
  std::uint64_t pairs = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    returns += bytes[i] == kReturn ? 1 : 0;
    if (bytes[i] != kFeed) continue;
    ++feeds;
    pairs += i > 0 && bytes[i - 1] == kReturn ? 1 : 0;
  }
  if (bytes.size() > expected) return feeds == pairs && feeds >= bytes.size() - expected;
  return bytes.size() < expected && feeds >= kMany && returns == 0;
}

}  // namespace mw::rows
