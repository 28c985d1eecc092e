#include <meshwright/wows/detail/path_hash.h>
#include <bit>
#include <cstring>
#include <utility>

/// CityHash64, version 1.1. Debian has no package of it: libfarmhash agrees with it up to 32 bytes only.
namespace mw::wows {
namespace {

constexpr std::uint64_t kA = 0xC3A5C85C97CB3127U;
constexpr std::uint64_t kB = 0xB492B66FBE98F273U;
constexpr std::uint64_t kC = 0x9AE16A3B2F90404FU;

std::uint64_t word(const char* at) {
  std::uint64_t value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

std::uint64_t half_word(const char* at) {
  std::uint32_t value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

std::uint64_t byte(char c) {
  return static_cast<unsigned char>(c);
}

std::uint64_t folded(std::uint64_t value) {
  return value ^ (value >> 47);
}

std::uint64_t turned_around(std::uint64_t value) {
  std::uint64_t swapped = 0;
  for (int i = 0; i < 8; ++i) swapped = swapped << 8 | (value >> 8 * i & 0xFF);
  return swapped;
}

std::uint64_t joined(std::uint64_t a, std::uint64_t b, std::uint64_t factor = 0x9DDFEA08EB382D69U) {
  const std::uint64_t first = folded((a ^ b) * factor);
  return folded((b ^ first) * factor) * factor;
}

std::uint64_t hash_up_to_16(const char* s, std::size_t n) {
  const std::uint64_t factor = kC + n * 2;
  if (n >= 8) {
    const std::uint64_t a = word(s) + kC;
    const std::uint64_t b = word(s + n - 8);
    return joined(std::rotr(b, 37) * factor + a, (std::rotr(a, 25) + b) * factor, factor);
  }
  if (n >= 4) return joined(n + (half_word(s) << 3), half_word(s + n - 4), factor);
  if (n == 0) return kC;
  const std::uint64_t y = byte(s[0]) + (byte(s[n / 2]) << 8);
  const std::uint64_t z = n + (byte(s[n - 1]) << 2);
  return folded(y * kC ^ z * kA) * kC;
}

std::uint64_t hash_up_to_32(const char* s, std::size_t n) {
  const std::uint64_t factor = kC + n * 2;
  const std::uint64_t a = word(s) * kB;
  const std::uint64_t b = word(s + 8);
  const std::uint64_t c = word(s + n - 8) * factor;
  const std::uint64_t d = word(s + n - 16) * kC;
  return joined(std::rotr(a + b, 43) + std::rotr(c, 30) + d, a + std::rotr(b + kC, 18) + c, factor);
}

std::uint64_t hash_up_to_64(const char* s, std::size_t n) {
  const std::uint64_t factor = kC + n * 2;
  const std::uint64_t a = word(s) * kC;
  const std::uint64_t b = word(s + 8);
  const std::uint64_t c = word(s + n - 24);
  const std::uint64_t d = word(s + n - 32);
  const std::uint64_t e = word(s + 16) * kC;
  const std::uint64_t f = word(s + 24) * 9;
  const std::uint64_t g = word(s + n - 8);
  const std::uint64_t h = word(s + n - 16) * factor;
  const std::uint64_t u = std::rotr(a + g, 43) + (std::rotr(b, 30) + c) * 9;
  const std::uint64_t v = ((a + g) ^ d) + f + 1;
  const std::uint64_t w = turned_around((u + v) * factor) + h;
  const std::uint64_t x = std::rotr(e + f, 42) + c;
  const std::uint64_t y = (turned_around((v + w) * factor) + g) * factor;
  const std::uint64_t z = e + f + c;
  const std::uint64_t sum = turned_around((x + z) * factor + y) + b;
  return folded((z + sum) * factor + d + h) * factor + x;
}

struct Two {
  std::uint64_t first;
  std::uint64_t second;
};

/// Of 32 bytes and two seeds.
Two mixed(const char* s, std::uint64_t a, std::uint64_t b) {
  a += word(s);
  const std::uint64_t last = word(s + 24);
  b = std::rotr(b + a + last, 21);
  const std::uint64_t before = a;
  a += word(s + 8) + word(s + 16);
  return {a + last, b + std::rotr(a, 44) + before};
}

std::uint64_t hash_longer(const char* s, std::size_t n) {
  std::uint64_t x = word(s + n - 40);
  std::uint64_t y = word(s + n - 16) + word(s + n - 56);
  std::uint64_t z = joined(word(s + n - 48) + n, word(s + n - 24));
  Two v = mixed(s + n - 64, n, z);
  Two w = mixed(s + n - 32, y + kB, x);
  x = x * kB + word(s);
  for (std::size_t left = (n - 1) / 64; left > 0; --left, s += 64) {
    x = std::rotr(x + y + v.first + word(s + 8), 37) * kB;
    y = std::rotr(y + v.second + word(s + 48), 42) * kB;
    x ^= w.second;
    y += v.first + word(s + 40);
    z = std::rotr(z + w.first, 33) * kB;
    v = mixed(s, v.second * kB, x + w.first);
    w = mixed(s + 32, z + w.second, y + word(s + 16));
    std::swap(z, x);
  }
  return joined(joined(v.first, w.first) + folded(y) * kB + z, joined(v.second, w.second) + x);
}

}  // namespace

std::uint64_t path_hash(std::string_view path) {
  const char* s = path.data();
  const std::size_t n = path.size();
  if (n <= 16) return hash_up_to_16(s, n);
  if (n <= 32) return hash_up_to_32(s, n);
  return n <= 64 ? hash_up_to_64(s, n) : hash_longer(s, n);
}

}  // namespace mw::wows
