#include <gtest/gtest.h>
#include <meshwright/wows/geometry.h>

#include <bit>

#include "fixtures.h"
#include "support/cases/format_cases.h"

namespace mw::wows::geometry {
namespace {

using test::put;

TEST(GeometryWrite, SamplesComeBackByteForByte) {
  for (const SampleData which : kSamples) test::expect_comes_back<Geometry>(written(sample(which)));
}

/// The index data before the vertex data, a gap between them, bytes at the end.
TEST(GeometryWrite, KeepsAnyOrderAndTheBytesBetween) {
  File file = one_triangle();
  const Bytes gap(3, std::byte(0xAB));
  file.index_buffers[0].prototype.data_pointer = 136 - 236;
  file.vertex_buffers[0].prototype.data_pointer = 145 - 104;
  file.unreferenced = {{142, gap}, {258, Bytes(5, std::byte(0xCC))}};
  file.vertex_buffers[0].prototype.format.pointer = 263 - 112;
  file.unreferenced.push_back({229, Bytes(7, std::byte(1))});
  file.unreferenced.push_back({252, Bytes(6, std::byte(2))});
  const Bytes bytes = written(file);
  EXPECT_EQ(bytes.size(), 279U);
  const auto again = read(bytes);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->unreferenced.size(), 3U);  // the last two touch
  EXPECT_EQ(again->vertex_buffers[0].data.bytes, file.vertex_buffers[0].data.bytes);
  EXPECT_EQ(written(*again), bytes);
}

TEST(GeometryWrite, OverlappingPiecesComeBackByteForByte) {
  Bytes bytes = written(one_triangle());
  put(bytes, 104, std::uint32_t(0));   // the vertices begin at their own prototype
  put(bytes, 236, std::uint32_t(-4));  // the indices before theirs
  put(bytes, 240, std::uint32_t(-1));
  const auto file = read(bytes);
  ASSERT_TRUE(file);
  EXPECT_EQ(written(*file), bytes);
}

TEST(GeometryWrite, TextsWithoutOrWithSeveralNulsComeBack) {
  Bytes bytes = written(one_triangle());
  put(bytes, 112, std::uint32_t(15));  // no NUL
  EXPECT_EQ(written(read(bytes).value()), bytes);
  put(bytes, 112, std::uint32_t(20));  // runs into the prototype behind it
  EXPECT_EQ(written(read(bytes).value()), bytes);
  put(bytes, 112, std::uint32_t(0));
  EXPECT_EQ(written(read(bytes).value()), bytes);
}

TEST(GeometryWrite, OddModelsComeBack) {
  File file = sample(SampleData::encoded);
  file.armor_models[0].id = 7;
  file.armor_models[0].rest = Bytes(5, std::byte(9));
  file.armor_models[0].plates[0].vertices.pop_back();
  file.collision_models[0].version = kOldCollisionVersion;  // faces without flags
  lay_out(file);
  const Bytes bytes = written(file);
  const auto again = read(bytes);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->armor_models[0].rest.size(), 5U);
  EXPECT_EQ(again->collision_models[0].hulls[0].faces.size(), 6U);
  EXPECT_EQ(written(*again), bytes);
  Bytes unknown = bytes;
  const auto data = std::size_t(file.header.collision_pointer) + 32;
  put(unknown, data, std::uint32_t(0x01012030));
  const auto kept = read(unknown);
  ASSERT_TRUE(kept);
  EXPECT_TRUE(kept->collision_models[0].hulls.empty());
  EXPECT_EQ(kept->collision_models[0].rest.size(), kept->collision_models[0].prototype.size - 4);
  EXPECT_EQ(written(*kept), unknown);
}

TEST(GeometryWrite, FloatsKeepTheirBits) {
  File file = sample(SampleData::plain);
  file.armor_models[0].plates[0].vertices[0].position = {std::bit_cast<float>(0x7FA00001U), -0.0F, 1e-45F};
  const Bytes bytes = written(file);
  const auto again = read(bytes);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(again->armor_models[0].plates[0].vertices[0].position.x),
            0x7FA00001U);
  EXPECT_EQ(written(*again), bytes);
}

/// Also of what reading tells in a way of its own: a buffer that cannot be interpreted, one with the part of
/// an item at its end, a text without its NUL, an old and an unknown version, a gap.
TEST(GeometryWrite, TellsTheSameAsReading) {
  for (const SampleData which : kSamples) {
    const File plain = sample(which);
    test::expect_writing_tells_the_same<Geometry>(written(plain));
    const auto tells_the_same = [&](const auto& change) {
      File file = plain;
      change(file);
      lay_out(file);
      file.unreferenced = {{written(file).size(), Bytes(3)}};
      test::expect_writing_tells_the_same<Geometry>(written(file));
    };
    tells_the_same([](File& f) { f.vertex_buffers[0].format = "set3/xyzq"; });
    tells_the_same([](File& f) { f.vertex_buffers[0].prototype.stride = 0; });
    tells_the_same([](File& f) { f.vertex_buffers[1].data.bytes.push_back(std::byte(1)); });
    tells_the_same([](File& f) { f.index_buffers[0].prototype.index_size = 4; });
    tells_the_same([](File& f) { f.index_buffers[0].prototype.index_size = 3; });
    tells_the_same([](File& f) { f.index_buffers[0].data = {}; });
    tells_the_same([](File& f) { f.collision_models[0].version = kOldCollisionVersion; });
    tells_the_same([](File& f) {
      f.collision_models[0].version = 7;
      f.collision_models[0].hulls.clear();
      f.collision_models[0].rest = Bytes(9);
    });
    tells_the_same([](File& f) { f.armor_models[0].rest = Bytes(5); });
  }
}

TEST(GeometryWrite, RefusesPiecesThatDoNotFitTogether) {
  const auto message = [](auto change) {
    File file = sample(SampleData::plain);
    change(file);
    return to_string(write(file).error());
  };
  EXPECT_EQ(
      message([](File& f) { f.vertex_buffers[0].data.bytes.pop_back(); }),
      "0x00000907: vertex_buffers.format: starts at 0x00000908, but nothing covers the 1 bytes before it");
  EXPECT_EQ(message([](File& f) { f.vertex_buffers[0].data.bytes.push_back(std::byte(1)); }),
            "0x00000908: vertex_buffers.format: shares bytes with vertex_buffers.data and disagrees with it");
  EXPECT_EQ(message([](File& f) { f.vertex_buffers[0].prototype.data_pointer = -1000; }),
            "vertex_buffers[0].data: pointer -1000 leads before the start of the file");
  EXPECT_EQ(message([](File& f) { f.collision_models[0].hulls[0].faces[0].edges.pop_back(); }),
            "collision_models[0].hulls[0].faces[0].edges: has 3 rows, but there are 4 vertices");
  EXPECT_EQ(message([](File& f) { f.collision_models[0].version = 5; }),
            "collision_models[0].hulls: cannot be written in a version that is not known");
}

TEST(GeometryWrite, LayOutMakesRoomForGrownBuffers) {
  File file = one_triangle();
  file.vertex_buffers[0].data.bytes.resize(112);
  lay_out(file);
  const auto again = read(written(file));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->vertex_buffers[0].data.bytes.size(), 112U);
  EXPECT_TRUE(again->unreferenced.empty());
}

TEST(GeometryWrite, LayOutFollowsTheOriginals) {
  const File file = sample(SampleData::encoded);
  EXPECT_EQ(file.header.vertex_mapping_pointer, 72);
  EXPECT_EQ(file.header.index_mapping_pointer, 72 + 4 * 16);
  EXPECT_EQ(file.header.vertex_buffer_pointer, 72 + 8 * 16);
  EXPECT_EQ(file.vertex_buffers[0].prototype.data_pointer, 3 * 32);
  EXPECT_EQ(file.index_buffers[0].prototype.data_pointer, 16);
  EXPECT_EQ(file.armor_models[0].prototype.data_pointer, 32);
  const File bare = one_triangle();
  EXPECT_EQ(bare.header.collision_pointer, 0);
  EXPECT_EQ(bare.header.armor_pointer, 0);
}

}  // namespace
}  // namespace mw::wows::geometry
