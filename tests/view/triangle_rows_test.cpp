#include "fields/triangle_rows.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/formats/registry.h>

namespace mw::view {
namespace {

using Lines = std::vector<std::string>;

/// Two meshes of one name, the second with two primitives, whose triangles are made of three rows each and
/// may share some; rows of the last are in another order in its text.
TriangleTables rows() {
  TriangleTables made;
  made.tables.push_back({{.table = "faces",
                          .rows = {0, 2, 3},
                          .beside = {"materials", "normals"},
                          .vertices = {{.tables = {"vertices", "uvs"},
                                        .in_companion = {"rows"},
                                        .corners = {{0, 1, 2}, {2, 1, 3}, {4, 4, 4}}}}},
                         "m"});
  made.tables.push_back({{.table = "strip", .per_triangle = 3, .rows = {0, 1, 3, 6}}, "m", 1});
  made.tables.push_back({{.table = "text", .rows = {0, 1, 2}, .in_text = {7, 5, 6}}, "m", 1, 1});
  made.about.push_back({.table = "tree", .of = "faces", .rows = {scene::TableAbout::kNothing, 2, 0}});
  return made;
}

/// "m.0.0[2]": mesh, occurrence, primitive, triangle.
Lines found(std::size_t layer, std::string path, std::size_t most = 100) {
  Lines lines;
  const FoundTriangles triangles = triangles_with(rows(), {layer, std::move(path)}, most);
  for (const TrianglePlace& place : triangles.places)
    lines.push_back(
        fmt::format("{}.{}.{}[{}]", place.mesh, place.occurrence, place.primitive, place.triangle));
  if (triangles.total != lines.size()) lines.push_back(fmt::format("of {}", triangles.total));
  return lines;
}

TEST(TriangleRowsOfAField, AreThoseThatHaveItsRow) {
  EXPECT_EQ(found(0, "faces[0]"), Lines{"m.0.0[0]"});
  EXPECT_EQ(found(0, "faces[1]"), Lines{});
  EXPECT_EQ(found(0, "faces[2].corners"), Lines{"m.0.0[1]"});
  EXPECT_EQ(found(0, "faces[3]"), Lines{"m.0.0[2]"});
  EXPECT_EQ(found(0, "faces[4]"), Lines{});
  EXPECT_EQ(found(0, "materials[2]"), Lines{"m.0.0[1]"});
  EXPECT_EQ(found(0, "normals[3].x"), Lines{"m.0.0[2]"});
  EXPECT_EQ(found(1, "faces[0]"), Lines{}) << "the companion has no such table";
  for (const char* other : {"faces", "faces_too[0]", "face[0]", "faces[]", "", "header.faces[0]"})
    EXPECT_EQ(found(0, other), Lines{}) << other;
}

TEST(TriangleRowsOfAField, OfAStripShareRows) {
  EXPECT_EQ(found(0, "strip[0]"), Lines{"m.1.0[0]"});
  EXPECT_EQ(found(0, "strip[1]"), (Lines{"m.1.0[0]", "m.1.0[1]"}));
  EXPECT_EQ(found(0, "strip[2]"), (Lines{"m.1.0[0]", "m.1.0[1]"}));
  EXPECT_EQ(found(0, "strip[3]"), (Lines{"m.1.0[1]", "m.1.0[2]"}));
  EXPECT_EQ(found(0, "strip[5]"), Lines{"m.1.0[2]"});
  EXPECT_EQ(found(0, "strip[6]"), Lines{"m.1.0[3]"});
  EXPECT_EQ(found(0, "strip[8]"), Lines{"m.1.0[3]"});
  EXPECT_EQ(found(0, "strip[9]"), Lines{});
}

TEST(TriangleRowsOfAField, OfATextAreWhereItPutsThem) {
  EXPECT_EQ(found(0, "text[7]"), Lines{"m.1.1[0]"});
  EXPECT_EQ(found(0, "text[5]"), Lines{"m.1.1[1]"});
  EXPECT_EQ(found(0, "text[6]"), Lines{"m.1.1[2]"});
  EXPECT_EQ(found(0, "text[0]"), Lines{});
}

TEST(TriangleRowsOfAField, OfATableAboutFacesAreTheirs) {
  EXPECT_EQ(found(0, "tree[0]"), Lines{});
  EXPECT_EQ(found(0, "tree[1].plane"), Lines{"m.0.0[1]"});
  EXPECT_EQ(found(0, "tree[2]"), Lines{"m.0.0[0]"});
  EXPECT_EQ(found(0, "tree[3]"), Lines{});
  EXPECT_EQ(found(1, "tree[2]"), Lines{});
}

TEST(TriangleRowsOfAField, OfAVertexAreAllThatHaveIt) {
  EXPECT_EQ(found(0, "vertices[0]"), Lines{"m.0.0[0]"});
  EXPECT_EQ(found(0, "uvs[2].x"), (Lines{"m.0.0[0]", "m.0.0[1]"}));
  EXPECT_EQ(found(0, "vertices[4]"), Lines{"m.0.0[2]"}) << "once, though all its corners are there";
  EXPECT_EQ(found(0, "vertices[5]"), Lines{});
  EXPECT_EQ(found(1, "rows[3]"), Lines{"m.0.0[1]"});
  EXPECT_EQ(found(0, "rows[3]"), Lines{});
  EXPECT_EQ(found(1, "vertices[3]"), Lines{});
  EXPECT_EQ(found(0, "vertices[1]", 1), (Lines{"m.0.0[0]", "of 2"}));
  EXPECT_EQ(found(0, "vertices[1]", 0), Lines{"of 2"});
  EXPECT_EQ(found(0, "vertices[1]", 2), (Lines{"m.0.0[0]", "m.0.0[1]"}));
}

TEST(TriangleRowsOfADocument, CountMeshesOfOneNameAndNotTheirPrimitives) {
  namespace bwm = bw2::bwm;
  bwm::File file = bwm::sample(bwm::Sample::house);
  ASSERT_GE(file.meshes.size(), 2U);
  for (bwm::Mesh& mesh : file.meshes) mesh.name = file.meshes[0].name;
  const bwm::MaterialRef first = file.material_refs.at(0);
  file.material_refs.insert(file.material_refs.begin(), 2, first);
  file.meshes[0].material_ref_count += 2;
  const auto tables = triangles_of(Document(*find_format("bw2-bwm"), file)).tables;
  EXPECT_EQ(tables[2].primitive, 2U);
  EXPECT_EQ(tables[2].occurrence, 0U);
  EXPECT_EQ(tables.back().occurrence, file.meshes.size() - 1);
}

Lines paths(const std::vector<LayerPath>& list) {
  Lines lines;
  for (const LayerPath& each : list) lines.push_back(fmt::format("{}:{}", each.layer, each.path));
  return lines;
}

TEST(TriangleRowsOfATriangle, AreItsOwn) {
  const auto own = [](TrianglePlace place) { return paths(rows_of(rows().tables, place)); };
  EXPECT_EQ(own({"m", 0, 0, 1}), Lines{"0:faces[2]"});
  EXPECT_EQ(own({"m", 0, 0, 2}), Lines{"0:faces[3]"});
  EXPECT_EQ(own({"m", 1, 0, 1}), (Lines{"0:strip[1]", "0:strip[2]", "0:strip[3]"}));
  EXPECT_EQ(own({"m", 1, 1, 0}), Lines{"0:text[7]"});
  EXPECT_EQ(own({"m", 1, 1, 1}), Lines{"0:text[5]"});
  for (const TrianglePlace& none :
       {TrianglePlace{"m", 0, 0, 3}, {"n", 0, 0, 0}, {"m", 2, 0, 0}, {"m", 0, 1, 0}, {"m", 1, 2, 0}})
    EXPECT_EQ(own(none), Lines{}) << none.mesh << none.occurrence << none.primitive << none.triangle;
}

TEST(TriangleRowsOfATriangle, OfItsCornersAreInEveryTable) {
  const auto corners = [](TrianglePlace place) { return paths(corner_rows_of(rows().tables, place)); };
  EXPECT_EQ(corners({"m", 0, 0, 1}), (Lines{"0:vertices[2]", "0:vertices[1]", "0:vertices[3]", "0:uvs[2]",
                                            "0:uvs[1]", "0:uvs[3]", "1:rows[2]", "1:rows[1]", "1:rows[3]"}));
  EXPECT_EQ(corners({"m", 1, 0, 1}), Lines{});
  EXPECT_EQ(corners({"m", 0, 0, 3}), Lines{});
}

}  // namespace
}  // namespace mw::view
