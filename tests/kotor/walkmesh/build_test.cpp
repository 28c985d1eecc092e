#include <gtest/gtest.h>
#include <meshwright/kotor/walkmesh.h>

#include "fixtures.h"

namespace mw::kotor::walkmesh {
namespace {

TEST(WalkmeshBuild, PutsWalkableFacesFirstAndKeepsTheirOrder) {
  const File file = two_triangles_and_a_wall();
  EXPECT_EQ(file.materials, (std::vector<std::uint32_t>{kDirt, kDirt, kNonWalk}));
  EXPECT_EQ(file.faces, (std::vector<Face>{{0, 1, 3}, {1, 2, 3}, {0, 1, 4}}));
  EXPECT_EQ(file.adjacency, (std::vector<Adjacency>{{-1, 5, -1}, {-1, -1, 1}}));
}

TEST(WalkmeshBuild, WalksTheBoundaryOnceAround) {
  const File file = two_triangles_and_a_wall();
  // Sides 0 and 2 of face 0, sides 0 and 1 of face 1: 0 -> 1 -> 2 -> 3 -> 0.
  std::vector<std::uint32_t> edges;
  for (const Edge& edge : file.edges) edges.push_back(edge.edge);
  EXPECT_EQ(edges, (std::vector<std::uint32_t>{0, 3, 4, 2}));
  EXPECT_EQ(file.edges[2].transition, 5);
  EXPECT_EQ(file.perimeters, (std::vector<std::uint32_t>{4}));
}

/// Two triangles that meet at one corner only: the loop must go around each, not cross over.
TEST(WalkmeshBuild, ABowTieGivesTwoLoops) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}};
  mesh.triangles = {{.corners = {0, 1, 2}, .material = kDirt}, {.corners = {0, 3, 4}, .material = kDirt}};
  const File file = build(mesh, Type::area).value();
  EXPECT_EQ(file.perimeters, (std::vector<std::uint32_t>{3, 6}));
}

TEST(WalkmeshBuild, TreeHoldsEveryFaceOnceAtTheMedian) {
  const File file = sample(Sample::room);
  ASSERT_EQ(file.aabb.size(), 2 * file.faces.size() - 1);
  // The root splits the faces into halves: its right child follows a left subtree of floor(n / 2) faces.
  EXPECT_EQ(file.aabb[0].left, 1U);
  EXPECT_EQ(file.aabb[0].right, 2 * (file.faces.size() / 2));
}

TEST(WalkmeshBuild, NormalsAndDistances) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 2}, {1, 0, 2}, {0, 1, 2}, {2, 0, 2}};
  mesh.triangles = {{.corners = {0, 1, 2}, .material = kDirt}, {.corners = {0, 1, 3}, .material = kDirt}};
  const File file = build(mesh, Type::object).value();
  EXPECT_EQ(file.normals, (std::vector<Vec3>{{0, 0, 1}, {1, 0, 0}}));  // the second has no area
  EXPECT_EQ(file.distances, (std::vector<float>{-2, 0}));
}

TEST(WalkmeshBuild, ObjectsHaveNoAreaTables) {
  const File file = sample(Sample::placeable);
  EXPECT_TRUE(file.aabb.empty());
  EXPECT_TRUE(file.adjacency.empty());
  EXPECT_TRUE(file.edges.empty());
  EXPECT_TRUE(file.perimeters.empty());
}

TEST(WalkmeshBuild, RefusesACornerThatDoesNotExist) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles = {{.corners = {0, 1, 2}, .material = kDirt}, {.corners = {0, 1, 3}, .material = kDirt}};
  EXPECT_EQ(to_string(build(mesh, Type::area).error()), "triangles[1]: corner 3 >= vertex count 3");
}

TEST(WalkmeshBuild, ManyEqualFacesStillMakeAShallowTree) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles.assign(20000, {.corners = {0, 1, 2}, .material = kDirt});
  const File file = build(mesh, Type::area).value();
  EXPECT_EQ(file.aabb.size(), 39999U);
}

TEST(WalkmeshInfo, TellsTheWriterByTheTree) {
  File file = sample(Sample::room);
  EXPECT_EQ(likely_writer(file), "the game's own tool, or one that follows its rules");
  for (AabbNode& node : file.aabb)
    if (node.plane > 4) node.plane >>= 3;
  EXPECT_EQ(likely_writer(file), "MDLedit");
  for (AabbNode& node : file.aabb) node.box_min += 0.01F;
  EXPECT_EQ(likely_writer(file), "a mean-split tool (PyKotor or KotorBlender)");
  EXPECT_EQ(likely_writer(sample(Sample::door)), "unknown (no tree to tell by)");
}

}  // namespace
}  // namespace mw::kotor::walkmesh
