#include <gtest/gtest.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/kotor/walkmesh.h>

#include <bit>

#include "fixtures.h"
#include "support/cases/json_cases.h"

namespace mw::kotor::walkmesh {
namespace {

using test::replaced;
using test::whole_from;

TEST(WalkmeshJson, GivesTheSameBytesBack) {
  for (const Sample which : kSamples) {
    const File file = sample(which);
    test::expect_json_gives<Walkmesh>(file, written(file));
  }
}

TEST(WalkmeshJson, KeepsOddFilesToo) {
  File file = two_triangles_and_a_wall();
  file.vertices[0].x = std::bit_cast<float>(0xFFC12345U);
  file.vertices[1].y = -0.0F;
  file.header.perimeter_offset += 3;
  file.unreferenced = {{file.header.perimeter_offset - 3, Bytes(3, std::byte(0xEE))}};
  test::expect_same_through_json<Walkmesh>(written(file));
}

TEST(WalkmeshJson, ChangingAVertexChangesJustItsBytes) {
  const File file = two_triangles_and_a_wall();
  const Bytes after = whole_from<Walkmesh>(replaced(to_json(file), "[0, 0, 1]", "[0, 0, 2.5]")).value();
  const std::size_t z = file.header.vertex_offset + 4 * 12 + 8;
  test::expect_same_outside(written(file), after, z, z + 4);
  EXPECT_EQ(read(after)->vertices[4], Vec3(0, 0, 2.5F));
}

TEST(WalkmeshJson, IsReadable) {
  test::expect_contains(to_json(one_triangle()), {"\n  [1, 0, 0],\n", "{\"edge\": 0, \"transition\": -1}",
                                                  "\"layout\": {\"vertices\": 136, \"faces\": 172,"});
}

TEST(WalkmeshJson, IsOneObjectInWhateverIsBeingWritten) {
  const File file = one_triangle();
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_array();
  to_json(file, json);
  to_json(file, json);
  json.end_array();
  const std::string text = json.take();
  const std::string each = text.substr(1, text.size() / 2 - 1);
  EXPECT_EQ(text, "[" + each + "," + each + "]");
  EXPECT_EQ(whole_from<Walkmesh>(each).value(), written(file));
}

TEST(WalkmeshJson, WithoutALayoutTheTablesArePlacedAnew) {
  const std::string json = to_json(one_triangle());
  const auto layout = json.find(",\n \"layout\"");
  const std::string bare = json.substr(0, layout) + "\n}\n";
  EXPECT_EQ(whole_from<Walkmesh>(bare).value(), written(one_triangle()));
  const std::string grown = replaced(bare, "[0, 1, 0]\n", "[0, 1, 0],\n  [7, 7, 7]\n");
  EXPECT_EQ(read(whole_from<Walkmesh>(grown).value())->vertices.size(), 4U);
}

TEST(WalkmeshJson, SaysWhatIsWrongAndWhere) {
  test::expect_edit_messages<Walkmesh>(
      to_json(one_triangle()),
      {{"[1, 0, 0]", "[1, 0]", "vertices[1]: expected 3 numbers, got 2"},
       {"[1, 0, 0]", "[1, 0, \"x\"]", "vertices[1]: expected a number, got a string"},
       {"\"edge\": 1,", "\"edge\": -1,", "edges[1].edge: -1 is outside 0..4294967295"},
       {"\"plane\": 0,", "", "aabb[0].plane: missing"},
       {"\"type\": 1,", "\"type\": 1, \"tpye\": 1,", "unknown member \"tpye\""},
       {"[0, 1, 0]\n", "[0, 1, 0],\n  [7, 7, 7]\n",
        "0x000000ae: faces: shares bytes with vertices and disagrees with it"}});
}

}  // namespace
}  // namespace mw::kotor::walkmesh
