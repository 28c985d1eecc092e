#include <gtest/gtest.h>
#include <meshwright/wows/primitives.h>
#include <meshwright/wows/splash.h>

#include <cstring>

#include "neighbours_fixtures.h"
#include "support/bytes.h"

namespace mw::wows {
namespace {

using test::append;
using test::append_text;
using test::prefix;
using test::primitives_file;
using test::put;
using test::splash_file;

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
