#pragma once

#include <meshwright/core/bytes.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

/// Small images, made by code.
namespace mw::test {

inline void append_bytes(Bytes& bytes, std::initializer_list<int> more) {
  for (const int byte : more) bytes.push_back(std::byte(byte));
}

inline void append_word(Bytes& bytes, std::uint32_t word) {
  const auto raw = std::as_bytes(std::span(&word, 1));
  bytes.insert(bytes.end(), raw.begin(), raw.end());
}

struct TgaShape {
  int type = 2;
  int width = 0;
  int height = 0;
  int depth = 24;
  int descriptor = 0;  // 0x20: from the top; 0x10: from the right; low bits: alpha bits
  int map_first = 0;
  int map_length = 0;
  int map_depth = 0;
  int id_length = 0;
};

/// `rest` is the id, the colour map and the pixels.
inline Bytes tga(const TgaShape& s, std::initializer_list<int> rest) {
  Bytes bytes;
  append_bytes(
      bytes, {s.id_length, s.map_length > 0 ? 1 : 0, s.type, s.map_first, 0, s.map_length, 0, s.map_depth, 0,
              0, 0, 0, s.width & 0xFF, s.width >> 8, s.height & 0xFF, s.height >> 8, s.depth, s.descriptor});
  append_bytes(bytes, rest);
  return bytes;
}

struct DdsShape {
  std::uint32_t width = 4;
  std::uint32_t height = 4;
  std::string_view four_cc = {};
  std::uint32_t dxgi = 0;   // with "DX10"
  std::uint32_t flags = 0;  // beside the one of four_cc: 0x40 RGB, 0x20000 luminance, 1 alpha
  std::uint32_t bit_count = 0;
  std::array<std::uint32_t, 4> masks = {};
};

inline Bytes dds(const DdsShape& s, std::initializer_list<int> rest) {
  Bytes bytes;
  append_bytes(bytes, {'D', 'D', 'S', ' '});
  for (const std::uint32_t word : {124U, 0x1007U, s.height, s.width, 0U, 0U, 0U}) append_word(bytes, word);
  for (int i = 0; i < 11; ++i) append_word(bytes, 0);
  append_word(bytes, 32);
  append_word(bytes, s.flags | (s.four_cc.empty() ? 0U : 4U));
  if (s.four_cc.empty()) append_word(bytes, 0);
  for (const char c : s.four_cc) bytes.push_back(std::byte(c));
  append_word(bytes, s.bit_count);
  for (const std::uint32_t mask : s.masks) append_word(bytes, mask);
  for (const std::uint32_t word : {0x1000U, 0U, 0U, 0U, 0U}) append_word(bytes, word);
  if (s.four_cc == "DX10")
    for (const std::uint32_t word : {s.dxgi, 3U, 0U, 1U, 0U}) append_word(bytes, word);
  append_bytes(bytes, rest);
  return bytes;
}

/// Two by two: red, green above blue, white.
inline Bytes four_color_tga() {
  return tga({.width = 2, .height = 2, .descriptor = 0x20}, {0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255});
}

/// Four by four: columns of red, blue and the two between.
inline Bytes four_column_dds() {
  return dds({.four_cc = "DXT1"}, {0x00, 0xF8, 0x1F, 0x00, 0x78, 0x78, 0x78, 0x78});
}

/// One of each kind, to be damaged.
inline std::vector<Bytes> tga_samples() {
  return {
      four_color_tga(),
      tga({.type = 10, .width = 4, .height = 3, .depth = 32, .descriptor = 8},
          {0x85, 1, 2, 3, 4, 0x02, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 0x82, 9, 8, 7, 6}),
      tga({.type = 9, .width = 8, .height = 2, .depth = 8, .map_length = 3, .map_depth = 16, .id_length = 2},
          {'i', 'd', 0, 0x7C, 0xE0, 3, 0x1F, 0, 0x87, 1, 0x07, 0, 1, 2, 0, 1, 2, 0, 1}),
      tga({.type = 3, .width = 3, .height = 3, .depth = 8, .descriptor = 0x10}, {0, 1, 2, 3, 4, 5, 6, 7, 8}),
  };
}

inline std::vector<Bytes> dds_samples() {
  return {
      four_column_dds(),
      dds({.width = 6, .height = 3, .four_cc = "DXT5"},
          {250, 10,  0x88, 0xC6, 0xFA, 0x88, 0xC6, 0xFA, 0x00, 0xF8, 0x1F, 0x00, 0x1B, 0x1B, 0x1B, 0x1B,
           10,  250, 0x88, 0xC6, 0xFA, 0x88, 0xC6, 0xFA, 0x00, 0xF8, 0x1F, 0x00, 0x1B, 0x1B, 0x1B, 0x1B}),
      dds({.width = 2, .height = 2, .flags = 0x41, .bit_count = 16, .masks = {0x7C00, 0x3E0, 0x1F, 0x8000}},
          {0, 0xFC, 0xE0, 3, 0x1F, 0x80, 0xFF, 0xFF}),
      dds({.width = 3, .height = 1, .four_cc = "DX10", .dxgi = 87}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}),
      dds({.four_cc = "ATI2"}, {255, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0}),
  };
}

}  // namespace mw::test
