#pragma once

#include <gtest/gtest.h>
#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>

namespace mw::test {

inline Bytes read_bytes(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  const ByteSpan bytes = bytes_of(text);
  return {bytes.begin(), bytes.end()};
}

template <class T>
void put(Bytes& bytes, std::size_t offset, const T& value) {
  ASSERT_LE(offset + sizeof(T), bytes.size());
  std::memcpy(bytes.data() + offset, &value, sizeof(T));
}

inline constexpr std::string_view kNoError = "no error";

template <class T>
std::string message_of(const Result<T>& result) {
  return result ? std::string(kNoError) : to_string(result.error());
}

/// Empty for the same bytes.
inline std::string first_difference(const Bytes& is, const Bytes& expected) {
  if (is == expected) return {};
  const auto at = std::ranges::mismatch(is, expected).in1 - is.begin();
  return "differs from byte " + std::to_string(at) + " on: " + std::to_string(is.size()) +
         " bytes, expected " + std::to_string(expected.size());
}

/// A fresh allocation of just that size, so that ASan sees a read one byte past the end.
inline Bytes prefix(const Bytes& bytes, std::size_t size) {
  return Bytes(bytes.begin(), bytes.begin() + std::ptrdiff_t(size));
}

/// Damages a file in a few places: bytes, words of telling values, cuts, repeated parts. The same seed gives
/// the same damage.
inline Bytes mutant(const Bytes& original, std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::size_t limit) { return limit == 0 ? 0 : std::size_t(random()) % limit; };
  constexpr std::uint32_t kTelling[] = {
      0,       1,          2,          3,          0x7F,       0x80,       0xFF,       0xFFFF,
      0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF, 0x7F800000, 0x7FC00000, 0xFF800000};
  Bytes bytes = original;
  for (std::size_t change = 1 + below(4); change > 0 && !bytes.empty(); --change) {
    const std::size_t kind = below(8);
    // Headers decide more than tables: half of the damage goes there.
    const std::size_t at = below(below(2) == 0 ? std::min<std::size_t>(bytes.size(), 256) : bytes.size());
    if (kind < 3) {
      bytes[at] = std::byte(random());
    } else if (kind < 6 && bytes.size() >= 4) {
      const std::uint32_t word = kTelling[below(std::size(kTelling))];
      std::memcpy(bytes.data() + std::min(at / 4 * 4, bytes.size() - 4), &word, 4);
    } else if (kind == 6) {
      bytes.resize(at);
    } else {
      const std::size_t length = std::min(below(64), bytes.size() - at);
      const Bytes part(bytes.begin() + std::ptrdiff_t(at), bytes.begin() + std::ptrdiff_t(at + length));
      bytes.insert(bytes.begin() + std::ptrdiff_t(below(bytes.size())), part.begin(), part.end());
    }
  }
  return bytes;
}

}  // namespace mw::test
