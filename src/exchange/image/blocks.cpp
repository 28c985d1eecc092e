#include "blocks.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "pixels.h"

namespace mw::exchange {
namespace {

template <class T>
T word(ByteSpan bytes, std::size_t offset) {
  T value{};
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

Rgba from_565(std::uint16_t bits) {
  return {widened(bits >> 11U, 31), widened(bits >> 5U & 63U, 63), widened(bits & 31U, 31)};
}

/// `a` parts of one and `b` parts of the other, to the nearest.
std::uint8_t mixed(unsigned a, std::uint8_t one, unsigned b, std::uint8_t other) {
  const unsigned whole = a + b;
  return std::uint8_t((a * one + b * other + whole / 2) / whole);
}

Rgba mixed(unsigned a, const Rgba& one, unsigned b, const Rgba& other) {
  return {mixed(a, one.r, b, other.r), mixed(a, one.g, b, other.g), mixed(a, one.b, b, other.b)};
}

/// Two colours and the two between them; or, if the first is not the greater, one between and nothing. Only
/// BC1 has the second form.
Block decode_color(ByteSpan bytes, bool may_be_transparent) {
  const auto first = word<std::uint16_t>(bytes, 0);
  const auto second = word<std::uint16_t>(bytes, 2);
  std::array<Rgba, 4> palette = {from_565(first), from_565(second)};
  if (first > second || !may_be_transparent) {
    palette[2] = mixed(2, palette[0], 1, palette[1]);
    palette[3] = mixed(1, palette[0], 2, palette[1]);
  } else {
    palette[2] = mixed(1, palette[0], 1, palette[1]);
    palette[3] = {0, 0, 0, 0};
  }
  const auto indices = word<std::uint32_t>(bytes, 4);
  Block block;
  for (std::size_t i = 0; i < block.size(); ++i) block[i] = palette[indices >> (2 * i) & 3U];
  return block;
}

/// Two values and the six between them; or, if the first is not the greater, four between, 0 and 255.
std::array<std::uint8_t, 16> decode_channel(ByteSpan bytes) {
  const auto packed = word<std::uint64_t>(bytes, 0);
  std::array<std::uint8_t, 8> palette = {std::uint8_t(packed), std::uint8_t(packed >> 8), 0, 0, 0, 0, 0, 255};
  const unsigned steps = palette[0] > palette[1] ? 7 : 5;
  for (unsigned i = 1; i < steps; ++i) palette[i + 1] = mixed(steps - i, palette[0], i, palette[1]);
  std::array<std::uint8_t, 16> values{};
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = palette[packed >> (16 + 3 * i) & 7U];
  return values;
}

std::array<std::uint8_t, 16> four_bit_alpha(ByteSpan bytes) {
  const auto packed = word<std::uint64_t>(bytes, 0);
  std::array<std::uint8_t, 16> values{};
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = widened(packed >> (4 * i) & 15U, 15);
  return values;
}

/// The third component of a unit vector: files with two channels are normal maps, and glTF wants all three.
std::uint8_t third(std::uint8_t x, std::uint8_t y) {
  const auto component = [](std::uint8_t value) { return float(value) / 127.5F - 1; };
  const float square = 1 - component(x) * component(x) - component(y) * component(y);
  return std::uint8_t(std::lround((std::sqrt(std::max(square, 0.0F)) + 1) * 127.5F));
}

Block decode_greys(ByteSpan bytes) {
  const auto values = decode_channel(bytes);
  Block block;
  for (std::size_t i = 0; i < block.size(); ++i) block[i] = {values[i], values[i], values[i]};
  return block;
}

Block decode_normals(ByteSpan bytes) {
  const auto x = decode_channel(bytes);
  const auto y = decode_channel(bytes.subspan(8));
  Block block;
  for (std::size_t i = 0; i < block.size(); ++i) block[i] = {x[i], y[i], third(x[i], y[i])};
  return block;
}

}  // namespace

Block decode_block(BlockKind kind, ByteSpan bytes) {
  if (kind == BlockKind::bc1) return decode_color(bytes, true);
  if (kind == BlockKind::bc4) return decode_greys(bytes);
  if (kind == BlockKind::bc5) return decode_normals(bytes);
  Block block = decode_color(bytes.subspan(8), false);
  const auto alpha = kind == BlockKind::bc2 ? four_bit_alpha(bytes) : decode_channel(bytes);
  for (std::size_t i = 0; i < block.size(); ++i) block[i].a = alpha[i];
  return block;
}

}  // namespace mw::exchange
