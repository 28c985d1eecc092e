#include <gtest/gtest.h>
#include <meshwright/wows/primitives.h>
#include <meshwright/wows/splash.h>

#include <cstring>

#include "support/bytes.h"

namespace mw::wows {
namespace {

using test::prefix;
using test::put;

template <class T>
void append(Bytes& bytes, const T& value) {
  const ByteSpan span = std::as_bytes(std::span(&value, 1));
  bytes.insert(bytes.end(), span.begin(), span.end());
}

void append_text(Bytes& bytes, std::string_view text, std::size_t size) {
  const ByteSpan span = bytes_of(text);
  bytes.insert(bytes.end(), span.begin(), span.end());
  bytes.resize(bytes.size() + size - text.size());
}

Bytes vertex_section() {
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

Bytes index_section(std::string_view type) {
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
Bytes primitives_file(std::string_view type = "list") {
  Bytes bytes;
  append(bytes, primitives::kMagic);
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

TEST(Primitives, SectionsAndTheirContents) {
  for (const char* type : {"list", "list32"}) {
    const auto file = primitives::read(primitives_file(type));
    ASSERT_TRUE(file) << to_string(file.error());
    ASSERT_EQ(file->indices.size(), 1U);
    EXPECT_EQ(file->indices[0].name, "aShape.indices");
    EXPECT_EQ(file->indices[0].indices, (std::vector<std::uint32_t>{0, 0, 7}));
    EXPECT_EQ(file->indices[0].groups[0].triangle_count, 1U);
    ASSERT_EQ(file->vertices.size(), 1U);
    const auto vertices = primitives::unpack(file->vertices[0]);
    ASSERT_TRUE(vertices);
    EXPECT_EQ(vertices->front().position, Vec3(1, 2, 3));
    EXPECT_EQ(vertices->front().normal, Vec3(1, -1, 1));
    EXPECT_EQ(vertices->front().uv[0], glm::vec2(0.25F, 0.75F));
    EXPECT_EQ(vertices->front().tangent, Vec3(1, 0, 0));
    EXPECT_EQ(vertices->front().binormal, Vec3(0, 0, 1));
    EXPECT_EQ(file->others.at(0).data.size(), 2U);
  }
}

TEST(Primitives, EveryTruncationIsAnErrorNeverACrash) {
  const Bytes whole = primitives_file();
  EXPECT_TRUE(primitives::sniff(whole));
  EXPECT_FALSE(primitives::sniff(prefix(whole, 3)));
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(primitives::read(prefix(whole, size))) << "cut at " << size;
}

TEST(Primitives, MalformationsAreNamed) {
  const Bytes whole = primitives_file();
  const auto message = [&](std::size_t offset, std::uint32_t value) {
    Bytes bytes = whole;
    put(bytes, offset, value);
    const auto file = primitives::read(bytes);
    return file ? "no error" : to_string(file.error());
  };
  EXPECT_EQ(message(0, 1), "0x00000000: magic: expected 0x42a14e65, got 0x1");
  EXPECT_EQ(message(whole.size() - 4, 9999), "0x00000138: table_size: 9999 bytes do not fit a file of 316");
  EXPECT_EQ(message(68, 1000),
            "0x0000004c: sections[0].indices: 1000 rows of 2 bytes do not fit: the file ends at 0x0000013c");
  EXPECT_EQ(message(68, 30), "0x00000004: sections[0].index_count: the section is too short");
  auto file = primitives::read(whole).value();
  file.vertices[0].count = 2;
  EXPECT_EQ(to_string(primitives::unpack(file.vertices[0]).error()),
            "aShape.vertices: 2 vertices of 32 bytes do not fit 32 bytes");
  file.vertices[0].format = FixedText<64>("xyz");
  EXPECT_EQ(to_string(primitives::unpack(file.vertices[0]).error()),
            "aShape.vertices: format \"xyz\" is not known");
}

TEST(Primitives, MutantsNeverCrash) {
  const Bytes whole = primitives_file();
  std::size_t readable = 0;
  for (std::uint32_t seed = 0; seed < 5000; ++seed) {
    const auto file = primitives::read(test::mutant(whole, seed));
    if (!file) continue;
    ++readable;
    for (const auto& section : file->vertices) (void)primitives::unpack(section);
  }
  EXPECT_GT(readable, 500U);
}

Bytes splash_file() {
  Bytes bytes;
  append(bytes, std::uint32_t(2));
  for (const std::string_view name : {"CM_SB_bow_1", "x"}) {
    append(bytes, std::uint32_t(name.size()));
    append_text(bytes, name, name.size());
    for (const float number : {-1.0F, -2.0F, -3.0F, 1.0F, 2.0F, 3.0F}) append(bytes, number);
  }
  return bytes;
}

TEST(Splash, NamedBoxes) {
  const auto boxes = splash::read(splash_file());
  ASSERT_TRUE(boxes);
  ASSERT_EQ(boxes->size(), 2U);
  EXPECT_EQ((*boxes)[0].name, "CM_SB_bow_1");
  EXPECT_EQ((*boxes)[1].box.min, Vec3(-1, -2, -3));
  EXPECT_EQ((*boxes)[1].box.max, Vec3(1, 2, 3));
}

TEST(Splash, TruncationsAndMalformationsAreErrors) {
  const Bytes whole = splash_file();
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_FALSE(splash::read(prefix(whole, size))) << "cut at " << size;
  Bytes bytes = whole;
  put(bytes, 0, std::uint32_t(0xFFFFFFFF));
  EXPECT_EQ(to_string(splash::read(bytes).error()),
            "0x00000000: count: 4294967295 boxes do not fit the 68 bytes that are left");
  put(bytes, 0, std::uint32_t(1));
  EXPECT_EQ(to_string(splash::read(bytes).error()), "0x0000002b: boxes: 29 bytes behind the last box");
  put(bytes, 0, std::uint32_t(2));
  put(bytes, 4, std::uint32_t(1000));
  EXPECT_EQ(to_string(splash::read(bytes).error()),
            "0x00000008: boxes[0].name: needs 1000 bytes, but only 64 are left in the file");
}

}  // namespace
}  // namespace mw::wows
