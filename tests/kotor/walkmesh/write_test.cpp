#include <gtest/gtest.h>
#include <meshwright/kotor/walkmesh.h>

#include <bit>
#include <limits>

#include "fixtures.h"
#include "support/cases/format_cases.h"

namespace mw::kotor::walkmesh {
namespace {

using test::put;

TEST(WalkmeshWrite, SamplesComeBackByteForByte) {
  for (const Sample which : kSamples) test::expect_comes_back<Walkmesh>(written(sample(which)));
}

TEST(WalkmeshWrite, TellsOfTheSameFieldsAsReading) {
  for (const Sample which : kSamples) test::expect_writing_tells_the_same<Walkmesh>(written(sample(which)));
  test::expect_writing_tells_the_same<Walkmesh>(written(reversed_with_gaps()));
}

/// Tables in reverse order, gaps between them, bytes at the end.
TEST(WalkmeshWrite, KeepsAnyOrderAndTheBytesBetween) {
  const File file = reversed_with_gaps();
  const Bytes bytes = written(file);
  EXPECT_EQ(bytes.size(), file.unreferenced.back().offset + 5);
  const auto again = read(bytes);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->unreferenced.size(), 10U);
  EXPECT_EQ(again->faces, file.faces);
  EXPECT_EQ(written(*again), bytes);
}

TEST(WalkmeshWrite, OverlappingTablesComeBackByteForByte) {
  Bytes bytes = written(one_triangle());
  put(bytes, 88, std::uint32_t(172));  // materials on the faces
  put(bytes, 92, std::uint32_t(0));    // normals on the magic
  const auto file = read(bytes);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->unreferenced.size(), 1U);
  EXPECT_EQ(written(*file), bytes);
}

TEST(WalkmeshWrite, FloatsKeepTheirBits) {
  File file = one_triangle();
  file.vertices[0] = {std::bit_cast<float>(0x7FA00001U), -0.0F, std::numeric_limits<float>::denorm_min()};
  file.distances[0] = -std::numeric_limits<float>::infinity();
  const Bytes bytes = written(file);
  EXPECT_EQ(written(read(bytes).value()), bytes);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(read(bytes)->vertices[0].x), 0x7FA00001U);
}

TEST(WalkmeshWrite, RefusesTablesThatDoNotFitTogether) {
  const auto message = [](auto change) {
    File file = one_triangle();
    change(file);
    return to_string(write(file).error());
  };
  EXPECT_EQ(message([](File& f) { f.materials.clear(); }), "materials: has 0 rows, but there are 1 faces");
  EXPECT_EQ(message([](File& f) { f.normals.resize(2); }), "normals: has 2 rows, but there are 1 faces");
  EXPECT_EQ(message([](File& f) { f.vertices.push_back({9, 9, 9}); }),
            "0x000000ae: faces: shares bytes with vertices and disagrees with it");
  EXPECT_EQ(message([](File& f) { f.vertices.pop_back(); }),
            "0x000000a0: faces: starts at 0x000000ac, but nothing covers the 12 bytes before it");
  EXPECT_EQ(message([](File& f) { f.header.aabb_offset = 0xFFFFFFFF; }),
            "0x000000cc: adjacency: starts at 0x000000f8, but nothing covers the 44 bytes before it");
}

TEST(WalkmeshWrite, LayOutMakesRoomForGrownTables) {
  File file = one_triangle();
  file.vertices.push_back({9, 9, 9});
  lay_out(file);
  const auto again = read(written(file));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->vertices, file.vertices);
  EXPECT_TRUE(again->unreferenced.empty());
}

TEST(WalkmeshWrite, LayOutFollowsTheOriginals) {
  const File area = sample(Sample::room);
  EXPECT_EQ(area.header.vertex_offset, kHeaderSize);
  EXPECT_LT(area.header.edge_offset, area.header.perimeter_offset);
  const File object = sample(Sample::placeable);
  EXPECT_EQ(object.header.aabb_offset, 0U);
  EXPECT_EQ(object.header.perimeter_offset, 0U);
}

}  // namespace
}  // namespace mw::kotor::walkmesh
