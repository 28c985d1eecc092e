#include <gtest/gtest.h>
#include <meshwright/kotor/walkmesh.h>

#include <bit>

#include "walkmesh_fixtures.h"

namespace mw::kotor::walkmesh {
namespace {

Result<Bytes> bytes_from(const std::string& json) {
  const auto value = parse_json(json);
  if (!value) return fail(value.error());
  return from_json(*value).and_then(write);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(WalkmeshJson, GivesTheSameBytesBack) {
  for (const Sample which : kSamples) {
    const File file = sample(which);
    EXPECT_EQ(bytes_from(to_json(file)).value(), written(file));
  }
}

TEST(WalkmeshJson, KeepsOddFilesToo) {
  File file = two_triangles_and_a_wall();
  file.vertices[0].x = std::bit_cast<float>(0xFFC12345U);
  file.vertices[1].y = -0.0F;
  file.header.perimeter_offset += 3;
  file.unreferenced = {{file.header.perimeter_offset - 3, Bytes(3, std::byte(0xEE))}};
  const Bytes bytes = written(file);
  EXPECT_EQ(bytes_from(to_json(read(bytes).value())).value(), bytes);
}

TEST(WalkmeshJson, ChangingAVertexChangesJustItsBytes) {
  const File file = two_triangles_and_a_wall();
  const Bytes before = written(file);
  const Bytes after = bytes_from(replaced(to_json(file), "[0, 0, 1]", "[0, 0, 2.5]")).value();
  ASSERT_EQ(before.size(), after.size());
  const std::size_t z = file.header.vertex_offset + 4 * 12 + 8;
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (i < z || i >= z + 4) {
      EXPECT_EQ(before[i], after[i]) << i;
    }
  }
  EXPECT_EQ(read(after)->vertices[4], Vec3(0, 0, 2.5F));
}

TEST(WalkmeshJson, IsReadable) {
  const std::string json = to_json(one_triangle());
  EXPECT_NE(json.find("\n  [1, 0, 0],\n"), json.npos) << json;
  EXPECT_NE(json.find("{\"edge\": 0, \"transition\": -1}"), json.npos) << json;
  EXPECT_NE(json.find("\"layout\": {\"vertices\": 136, \"faces\": 172,"), json.npos) << json;
}

TEST(WalkmeshJson, WithoutALayoutTheTablesArePlacedAnew) {
  const std::string json = to_json(one_triangle());
  const auto layout = json.find(",\n \"layout\"");
  const std::string bare = json.substr(0, layout) + "\n}\n";
  EXPECT_EQ(bytes_from(bare).value(), written(one_triangle()));
  const std::string grown = replaced(bare, "[0, 1, 0]\n", "[0, 1, 0],\n  [7, 7, 7]\n");
  EXPECT_EQ(read(bytes_from(grown).value())->vertices.size(), 4U);
}

TEST(WalkmeshJson, SaysWhatIsWrongAndWhere) {
  const std::string json = to_json(one_triangle());
  const auto message = [&](const std::string& from, const std::string& to) {
    const auto bytes = bytes_from(replaced(json, from, to));
    return bytes ? "no error" : to_string(bytes.error());
  };
  EXPECT_EQ(message("[1, 0, 0]", "[1, 0]"), "vertices[1]: expected 3 numbers, got 2");
  EXPECT_EQ(message("[1, 0, 0]", "[1, 0, \"x\"]"), "vertices[1]: expected a number, got a string");
  EXPECT_EQ(message("\"edge\": 1,", "\"edge\": -1,"), "edges[1].edge: -1 is outside 0..4294967295");
  EXPECT_EQ(message("\"plane\": 0,", ""), "aabb[0].plane: missing");
  EXPECT_EQ(message("\"type\": 1,", "\"type\": 1, \"tpye\": 1,"), "unknown or repeated member \"tpye\"");
  EXPECT_EQ(message("[0, 1, 0]\n", "[0, 1, 0],\n  [7, 7, 7]\n"),
            "0x000000ae: faces: shares bytes with vertices and disagrees with it");
}

}  // namespace
}  // namespace mw::kotor::walkmesh
