#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mw::wows {

/// MurmurHash3 for 32-bit results with seed 0: how the game's files turn names into ids.
std::uint32_t name_hash(std::string_view name);

/// The steps of the hash, for code that runs it one block of four bytes at a time.
namespace murmur {

inline constexpr std::uint32_t kMultiplier = 5;
inline constexpr std::uint32_t kAddend = 0xE6546B64;
inline constexpr int kTurn = 13;  // bits
inline constexpr std::uint32_t kFinalMultipliers[] = {0x85EBCA6B, 0xC2B2AE35};

constexpr std::uint32_t scrambled(std::uint32_t word) {
  return std::rotl(word * 0xCC9E2D51U, 15) * 0x1B873593U;
}

/// The state after a block.
constexpr std::uint32_t step(std::uint32_t state, std::uint32_t word) {
  return std::rotl(state ^ scrambled(word), kTurn) * kMultiplier + kAddend;
}

/// Up to four bytes as the little-endian word that a block or the tail is.
constexpr std::uint32_t word_of(std::string_view bytes) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    word |= std::uint32_t(static_cast<unsigned char>(bytes[i])) << 8 * i;
  return word;
}

}  // namespace murmur
}  // namespace mw::wows
