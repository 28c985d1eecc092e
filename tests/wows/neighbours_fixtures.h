#pragma once

#include <meshwright/wows/primitives.h>

#include <array>
#include <span>
#include <string_view>

/// The files beside a .geometry, made by code.
namespace mw::test {

template <class T>
void append(Bytes& bytes, const T& value) {
  const ByteSpan span = std::as_bytes(std::span(&value, 1));
  bytes.insert(bytes.end(), span.begin(), span.end());
}

inline void append_text(Bytes& bytes, std::string_view text, std::size_t size) {
  const ByteSpan span = bytes_of(text);
  bytes.insert(bytes.end(), span.begin(), span.end());
  bytes.resize(bytes.size() + size - text.size());
}

inline Bytes vertex_section() {
  Bytes bytes;
  append_text(bytes, "xyznuvtb", 64);
  append(bytes, std::uint32_t(1));
  for (const float number : {1.0F, 2.0F, 3.0F}) append(bytes, number);
  append(bytes, std::uint32_t(1023U | (0x401U << 11) | (511U << 22)));  // 1, -1, 1 in 11, 11 and 10 bits
  for (const float number : {0.25F, 0.75F}) append(bytes, number);
  append(bytes, std::uint32_t(1023));
  append(bytes, std::uint32_t(511U << 22));
  return bytes;
}

inline Bytes index_section(std::string_view type) {
  Bytes bytes;
  append_text(bytes, type, 64);
  append(bytes, std::uint32_t(3));
  append(bytes, std::uint32_t(1));
  for (const std::uint16_t index : std::array<std::uint16_t, 3>{0, 0, 7})
    type == "list32" ? append(bytes, std::uint32_t(index)) : append(bytes, index);
  for (const std::uint32_t word : {0U, 1U, 0U, 1U}) append(bytes, word);
  return bytes;
}

/// Two sections, the second of which does not end on a multiple of 4, and the table.
inline Bytes primitives_file(std::string_view type = "list") {
  Bytes bytes;
  append(bytes, wows::primitives::kMagic);
  Bytes table;
  const auto add = [&](std::string_view name, const Bytes& section) {
    bytes.insert(bytes.end(), section.begin(), section.end());
    bytes.resize((bytes.size() + 3) / 4 * 4);
    append(table, std::uint32_t(section.size()));
    table.resize(table.size() + 16);
    append(table, std::uint32_t(name.size()));
    append_text(table, name, (name.size() + 3) / 4 * 4);
  };
  add("aShape.indices", index_section(type));
  add("aShape.vertices", vertex_section());
  add("note", Bytes(2, std::byte(5)));
  bytes.insert(bytes.end(), table.begin(), table.end());
  append(bytes, std::uint32_t(table.size()));
  return bytes;
}

inline Bytes splash_file() {
  Bytes bytes;
  append(bytes, std::uint32_t(2));
  for (const std::string_view name : {"CM_SB_bow_1", "x"}) {
    append(bytes, std::uint32_t(name.size()));
    append_text(bytes, name, name.size());
    for (const float number : {-1.0F, -2.0F, -3.0F, 1.0F, 2.0F, 3.0F}) append(bytes, number);
  }
  return bytes;
}

}  // namespace mw::test
