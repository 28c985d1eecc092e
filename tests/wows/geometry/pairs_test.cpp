#include <gtest/gtest.h>
#include <meshwright/wows/detail/geometry_pairs.h>
#include <meshwright/wows/detail/name_hash.h>

#include "fixtures.h"
#include "support/allocations.h"
#include "support/cases/text_cases.h"

namespace mw::wows::geometry {
namespace {

std::string describe(const Pairing& pairing) {
  std::string text;
  for (const Pair& pair : pairing.pairs)
    text += std::to_string(pair.indices) + "-" + std::to_string(pair.vertices) + " " +
            std::string(to_string(pair.by)) + (pair.shape.empty() ? "" : " " + pair.shape) + "; ";
  return text;
}

std::string pairs_of(const File& file, const ShapeNames& names) {
  return describe(pair_mappings(file, decode(file), names));
}

TEST(GeometryPairs, ABufferWithoutVerticesIsNoHindrance) {
  File file = sample(SampleData::plain);
  const std::string expected = pairs_of(file, ShapeNames::built_in());
  VertexBuffer empty = file.vertex_buffers[0];
  empty.data.bytes.clear();
  file.vertex_buffers.push_back(empty);
  EXPECT_EQ(pairs_of(file, ShapeNames::built_in()), expected);
  EXPECT_NE(expected, "");
}

TEST(ShapeNames, IdsAreThoseOfRealFiles) {
  EXPECT_EQ(name_hash("TurretShape.vertices"), 0x03432C0CU);
  EXPECT_EQ(indices_id("TurretShape"), 0x98E59262U);
  EXPECT_EQ(vertices_id("Turret_lod1Shape"), 0x654CDC5CU);
  EXPECT_EQ(name_hash(""), 0U);
  EXPECT_EQ(name_hash("diffuseMap"), 0x820F0280U);  // a length that is no multiple of 4
}

TEST(ShapeNames, BuiltInAndGivenNames) {
  const ShapeNames& known = ShapeNames::built_in();
  for (const char* shape :
       {"TurretShape", "Bow_crack_MidFront_lod3Shape", "Stern_wireShape", "MidBack_DeckHouse_lod2Shape",
        "MidBack_patch_Stern_wire_lod1Shape", "Propeller_mesh_lod2Shape", "Mesh"}) {
    EXPECT_EQ(known.by_vertices(vertices_id(shape)), shape);
    EXPECT_EQ(known.by_indices(indices_id(shape)), shape);
  }
  for (const char* shape : {"AnchorShape", "disc_cap_2_lodShape3", "hull_lodShape1", "wires_lod4Shape"}) {
    EXPECT_EQ(known.by_vertices(vertices_id(shape)), shape);
    EXPECT_EQ(known.by_indices(indices_id(shape)), shape);
  }
  EXPECT_TRUE(known.is_found("AnchorShape"));
  EXPECT_FALSE(known.is_found("TurretShape"));
  EXPECT_FALSE(known.is_found("Mesh"));
  EXPECT_FALSE(known.is_found("nobody"));
  EXPECT_EQ(known.by_vertices(1), "");
  ShapeNames names;
  names.add_lines("# comment\n\n  firstShape \r\nsecondShape.vertices\nthirdShape.indices");
  for (const char* shape : {"firstShape", "secondShape", "thirdShape"})
    EXPECT_EQ(names.by_indices(indices_id(shape)), shape);
  EXPECT_EQ(names.by_vertices(vertices_id("# comment")), "");
}

/// A copy costs no more than what was added to it: small enough that every conversion can make one.
TEST(ShapeNames, ACopyOfTheBuiltInTakesMoreAndSharesTheRest) {
  ShapeNames names = ShapeNames::built_in();
  names.add("myShape");
  EXPECT_EQ(names.by_indices(indices_id("myShape")), "myShape");
  EXPECT_EQ(names.by_vertices(vertices_id("TurretShape")), "TurretShape");
  EXPECT_EQ(ShapeNames::built_in().by_indices(indices_id("myShape")), "");
  if (!test::AllocationCounter::counts()) GTEST_SKIP() << "needs AddressSanitizer";
  const test::AllocationCounter allocations;
  const ShapeNames copy = ShapeNames::built_in();
  EXPECT_EQ(allocations.total(), 0U);
  EXPECT_EQ(copy.by_indices(indices_id("Mesh")), "Mesh");
}

TEST(ShapeNames, BuiltInNamesAreFoundByBothIds) {
  std::size_t found = 0;
  for (const std::string part : {"Bow", "MidFront", "MidBack", "Stern", "Mid", "Turret", "wire"})
    for (const std::string kind : {"", "_wire", "_hide", "_DeckHouse", "_Net", "_net"})
      for (const std::string level : {"", "_lod1", "_lod2", "_lod3", "_lod4"}) {
        const std::string shape = part + kind + level + "Shape";
        EXPECT_EQ(ShapeNames::built_in().by_vertices(vertices_id(shape)), shape);
        EXPECT_EQ(ShapeNames::built_in().by_indices(indices_id(shape)), shape);
        ++found;
      }
  EXPECT_EQ(found, 210U);
}

TEST(ShapeNames, AListMayHaveAnyEndsOfLinesAndBytes) {
  using namespace std::string_view_literals;
  ShapeNames names;
  const std::string long_name(1 << 20, 'x');
  names.add_lines(
      "\xEF\xBB\xBF"
      "first\rsecond\r\n\t# no\n  \t\na b#c\t\n\0\xff\n"sv);
  names.add_lines(long_name);
  names.add_lines("");
  for (const std::string& name : {std::string("first"), std::string("second"), std::string("a b#c"),
                                  std::string("\0\xff", 2), long_name}) {
    EXPECT_TRUE(names.by_vertices(vertices_id(name)) == name) << name.substr(0, 20);
  }
  EXPECT_EQ(names.by_vertices(vertices_id("# no")), "");
  EXPECT_EQ(names.by_vertices(vertices_id("")), "");
}

TEST(ShapeNames, TimeIsLinear) {
  const auto read = [](std::string_view text) {
    ShapeNames names;
    names.add_lines(text);
    EXPECT_EQ(names.by_vertices(1), "");
  };
  for (const std::string_view part : {"name\n", "name\r", "x", "#\n", " "}) {
    SCOPED_TRACE(part);
    test::expect_linear_time([&](std::size_t size) { return test::repeated(part, size / part.size()); }, read,
                             10000);
  }
}

TEST(ShapeNames, LevelsOfDetail) {
  EXPECT_EQ(level_of_detail("BowShape"), 0);
  EXPECT_EQ(level_of_detail("Bow_lod2Shape"), 2);
  EXPECT_EQ(level_of_detail("Bow_lod"), 0);
  EXPECT_EQ(level_of_detail("Bow_lodShape"), 0);
  EXPECT_EQ(level_of_detail("Bow_lodShape3"), 3);
  const auto stem = [](std::string_view shape) { return std::string(level_name_of(shape).stem); };
  EXPECT_EQ(stem("BowShape"), "Bow");
  EXPECT_EQ(stem("Bow_lod2Shape"), "Bow");
  EXPECT_EQ(stem("Bow_lodShape3"), "Bow");
  EXPECT_EQ(stem("Bow_lodShape"), "Bow_lod");
  EXPECT_EQ(stem("Mesh"), "Mesh");
  EXPECT_EQ(stem("Shape"), "Shape");
}

TEST(GeometryPairs, ByNameWhateverTheOrder) {
  File file = sample(SampleData::encoded);
  std::swap(file.index_mappings[0], file.index_mappings[3]);
  EXPECT_EQ(
      pairs_of(file, ShapeNames::built_in()),
      "0-3 name bodyShape; 1-1 name Turret_lod1Shape; 2-2 name Turret_wireShape; 3-0 name TurretShape; ");
}

TEST(GeometryPairs, ByDensityAndFitWithoutNames) {
  const File file = with_other_ids(sample(SampleData::encoded));
  // Both turrets and the barrel have one density; the barrel and the coarse turret as many vertices, but the
  // normals of the one do not suit the faces of the other.
  const Pairing pairing = pair_mappings(file, decode(file), ShapeNames());
  ASSERT_EQ(pairing.pairs.size(), 4U);
  EXPECT_EQ(pairing.pairs[0].vertices, 0U);
  EXPECT_EQ(pairing.pairs[0].by, PairedBy::fit);
  EXPECT_EQ(pairing.pairs[2].vertices, 2U);
  EXPECT_TRUE(pairing.unpaired_vertices.empty());
  EXPECT_TRUE(pairing.unpaired_indices.empty());
}

TEST(GeometryPairs, FewestUnusedVerticesWin) {
  File file;
  Mesh large = square();
  large.vertices.resize(10, large.vertices[0]);
  ASSERT_TRUE(add_mesh(file, "a", kStatic, large, false));     // 10 vertices, 4 used
  ASSERT_TRUE(add_mesh(file, "b", kStatic, square(), false));  // 4 vertices
  // Indices of a need no more than b has, but b has no other choice left than the rest.
  file = with_other_ids(file);
  const Pairing pairing = pair_mappings(file, decode(file), ShapeNames());
  ASSERT_EQ(pairing.pairs.size(), 2U);
  EXPECT_EQ(pairing.pairs[0].vertices, 1U);
  EXPECT_EQ(pairing.pairs[0].by, PairedBy::fit);
  EXPECT_EQ(pairing.pairs[1].vertices, 0U);
}

TEST(GeometryPairs, NormalsDecideBetweenEquals) {
  File file;
  Mesh steep = square();
  for (Vertex& vertex : steep.vertices) {
    std::swap(vertex.position.x, vertex.position.y);
    vertex.normal = {1, 0, 0};
  }
  // One mesh winds around its corners, the other across: each one's faces suit only its own vertices.
  Mesh twisted = steep;
  std::swap(twisted.vertices[1], twisted.vertices[2]);
  twisted.indices = {0, 2, 1, 0, 1, 3};
  ASSERT_TRUE(add_mesh(file, "a", kStatic, twisted, false));
  ASSERT_TRUE(add_mesh(file, "b", kStatic, square(), false));
  EXPECT_EQ(file.vertex_mappings[0].packed_density, file.vertex_mappings[1].packed_density);
  EXPECT_EQ(pairs_of(with_other_ids(file), ShapeNames()), "0-0 normals; 1-1 density; ");
}

TEST(GeometryPairs, EqualsAreAGuessAndSaySo) {
  File file;
  ASSERT_TRUE(add_mesh(file, "a", kStatic, square(), false));
  ASSERT_TRUE(add_mesh(file, "b", kStatic, square(), false));
  const std::vector<Mapping> vertices = file.vertex_mappings;
  const std::vector<Mapping> indices = file.index_mappings;
  file = with_other_ids(file);
  const Pairing pairing = pair_mappings(file, decode(file), ShapeNames());
  ASSERT_EQ(pairing.pairs.size(), 2U);
  EXPECT_EQ(pairing.pairs[0].by, PairedBy::guess);
  EXPECT_EQ(pairing.pairs[0].rivals, 1U);
  file.vertex_mappings[0].id = vertices[0].id;
  file.index_mappings[0].id = indices[0].id;
  ShapeNames names;
  names.add("a");
  EXPECT_EQ(pairs_of(file, names), "0-0 name a; 1-1 density; ");
}

/// Of vertices that are all enough, the stored density tells the right ones where counts would not.
TEST(GeometryPairs, TheStoredDensityDecidesBeforeTheCount) {
  File file;
  Mesh large = square();
  large.vertices.resize(10, large.vertices[0]);
  Mesh stretched = square();
  for (Vertex& vertex : stretched.vertices) vertex.position.x *= 9;
  ASSERT_TRUE(add_mesh(file, "a", kStatic, large, false));
  ASSERT_TRUE(add_mesh(file, "b", kStatic, stretched, false));
  ASSERT_NE(file.index_mappings[0].packed_density, file.index_mappings[1].packed_density);
  // Now the indices of a have two vertices to choose from, of which those of b leave none unused.
  file.vertex_mappings[1].packed_density = file.vertex_mappings[0].packed_density;
  EXPECT_EQ(pairs_of(with_other_ids(file), ShapeNames()), "0-0 fit; ");
}

TEST(GeometryPairs, WhatFitsNothingIsLeft) {
  File file = one_triangle();
  file.vertex_mappings[0].count = 2;
  file.index_mappings[0].id = 5;
  const Pairing pairing = pair_mappings(file, decode(file));
  EXPECT_TRUE(pairing.pairs.empty());
  EXPECT_EQ(pairing.unpaired_vertices, (std::vector<std::size_t>{0}));
  EXPECT_EQ(pairing.unpaired_indices, (std::vector<std::size_t>{0}));
}

}  // namespace
}  // namespace mw::wows::geometry
