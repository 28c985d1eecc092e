#include <gtest/gtest.h>
#include <meshwright/formats/surface.h>
#include <meshwright/formats/surface_query.h>

#include "library/walkmesh_documents.h"

namespace mw::test {
namespace {

QueryPoint spot(float x, float y) {
  return {.at = Vec3(x, y, 0)};
}

double way_around(const Obstacle& obstacle, double radius) {
  const Document room = opened(room_of(floor(4)));
  const Obstacle standing[] = {obstacle};
  const auto surface = join_surfaces({&room, 1}, standing);
  const PathAnswer way = find_path(WalkSurface(surface.value(), {.radius = radius}), spot(1, 1.5F),
                                   spot(3, 1.5F), {.exact = true});
  return way.path ? way.path->length : 0;
}

double way_around(const Document& obstacle, double radius) {
  return way_around({.document = &obstacle, .position = Vec3(2, 1.5F, 0)}, radius);
}

TEST(Surface, ObstaclesCanBeScaledAndTilted) {
  const Document box = opened(box_without_lid(), "box.pwk");
  Obstacle standing{.document = &box, .position = Vec3(2, 1.5F, 0), .scale = Vec3(1, 2, 1)};
  EXPECT_NEAR(way_around(standing, 0), 1 + 2 * std::hypot(0.5, 1.0), 0.01);
  standing.scale = Vec3(1);
  standing.tilt = glm::angleAxis(glm::radians(90.0F), Vec3(1, 0, 0));  // falls over, towards -y
  EXPECT_NEAR(way_around(standing, 0), 2, 0.01) << "along its lower edge, which is at the line";
  standing.position.y = 2;
  EXPECT_NEAR(way_around(standing, 0), 1 + 2 * std::hypot(0.5, 0.5), 0.01);
}

TEST(Surface, UprightFacesStandInTheWay) {
  const Document box = opened(box_without_lid(), "box.pwk");
  EXPECT_NEAR(way_around(box, 0), 1 + 2 * std::hypot(0.5, 0.5), 0.01);
  EXPECT_NEAR(way_around(box, 0.3), 3.014, 0.03) << "around two circles";
}

TEST(Surface, AnObstacleThatCannotStandIsRefusedAndOneWithoutFacesIsNot) {
  walkmesh::File file = box_without_lid();
  for (Vec3& vertex : file.vertices) vertex.x = std::numeric_limits<float>::quiet_NaN();
  const Document damaged = opened(file, "box.pwk");
  const Document room = opened(room_of(floor(4)));
  const Obstacle standing[] = {{&damaged}};
  const auto surface = join_surfaces({&room, 1}, standing);
  ASSERT_FALSE(surface);
  EXPECT_EQ(to_string(surface.error()), "box.pwk: none of its 8 faces has three corners to stand on");
  walkmesh::File empty = box_without_lid();
  empty.faces.clear();
  empty.materials.clear();
  empty.normals.clear();
  empty.distances.clear();
  lay_out(empty);
  EXPECT_NEAR(way_around(opened(empty, "open.dwk"), 0), 2, 1e-9);
}

TEST(Surface, SaysWhatIsNoSurface) {
  const ByteSpan text = bytes_of("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const Document obj = open({.blob = Blob(Bytes(text.begin(), text.end())), .name = "a.obj"}).value();
  EXPECT_EQ(to_string(join_surfaces({&obj, 1}).error()), "is an obj, which is no surface to ask");
}

/// Rows of a damaged list stay rows, but must not become sides of the next room.
TEST(Surface, EdgesThatDoNotExistAreNobodys) {
  walkmesh::File first = room_of(floor(1));
  ASSERT_EQ(first.faces.size(), 2U);
  first.edges[0] = {.edge = 6, .transition = 1};
  first.edges[1] = {.edge = 0xFFFFFFFF, .transition = 1};
  const Document rooms[] = {opened(first, "a.wok"), opened(room_of(floor(2, 5)), "b.wok")};
  const auto surface = join_surfaces(rooms);
  ASSERT_TRUE(surface);
  const std::vector<SurfaceEdge>& edges = surface->parts[0].edges;
  ASSERT_EQ(edges.size(), first.edges.size());
  EXPECT_EQ(edges[0].side, SurfaceEdge::kNoSide);
  EXPECT_EQ(edges[1].side, SurfaceEdge::kNoSide);
  EXPECT_EQ(edges[2].side, first.edges[2].edge);
  const SurfaceRoom& second = surface->parts[1];
  EXPECT_EQ(second.first_face, 2U);
  EXPECT_EQ(second.faces, 8U);
  EXPECT_EQ(second.first_position, 4U);
  EXPECT_EQ(second.positions, 9U);
  const walkmesh::File other = room_of(floor(2, 5));
  ASSERT_EQ(second.edges.size(), other.edges.size());
  for (std::size_t row = 0; row < other.edges.size(); ++row)
    EXPECT_EQ(second.edges[row].side, 6 + other.edges[row].edge);
}

}  // namespace
}  // namespace mw::test
