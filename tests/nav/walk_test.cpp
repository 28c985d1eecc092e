#include <gtest/gtest.h>
#include <meshwright/nav/detail/join.h>
#include <meshwright/nav/face_tree.h>
#include <meshwright/nav/walk.h>

#include <glm/geometric.hpp>

#include "floors.h"
#include "geometry/random_meshes.h"
#include "support/allocations.h"
#include "support/growth.h"

namespace mw::nav {
namespace {

Mesh walkable(std::vector<Vec3> positions, std::vector<geometry::Corners> triangles) {
  Mesh mesh{.positions = std::move(positions), .triangles = std::move(triangles)};
  mesh.walkable.assign(mesh.triangles.size(), 1);
  mesh.neighbours = link_walkable(mesh);
  return mesh;
}

Mesh grid(std::uint32_t width) {
  auto [positions, triangles] = geometry::grid(width);
  return walkable(std::move(positions), std::move(triangles));
}

/// Cells that cannot be walked on.
void block(Mesh& mesh, std::uint32_t width, std::initializer_list<std::pair<int, int>> cells) {
  for (const auto& [x, y] : cells)
    for (std::size_t i = 0; i < 2; ++i) mesh.walkable[2 * (std::size_t(y) * width + std::size_t(x)) + i] = 0;
  mesh.neighbours = link_walkable(mesh);
}

Place at(const Mesh& mesh, double x, double y, double z = 1e9) {
  const auto floor = FaceTree::build(mesh.positions, mesh.triangles, mesh.walkable);
  const auto place = floor.highest_below({x, y}, z);
  EXPECT_TRUE(place) << x << "," << y;
  return place.value_or(Place{});
}

Path path(const Mesh& mesh, const Place& from, const Place& to, bool exact = false) {
  WalkScratch scratch;
  Path path;
  Walk(mesh).find_path(from, to, {.exact = exact}, scratch, path);
  return path;
}

TEST(Walk, GoesAroundAnObstacle) {
  Mesh mesh = grid(4);
  block(mesh, 4, {{1, 1}, {1, 2}});
  for (const bool exact : {false, true}) {
    const Path way = path(mesh, at(mesh, 0.5, 1.5), at(mesh, 2.5, 1.5), exact);
    ASSERT_EQ(way.points.size(), 4U);
    EXPECT_EQ(way.points[1].point2(), (Point2{1, 1}));
    EXPECT_EQ(way.points[2].point2(), (Point2{2, 1}));
    EXPECT_DOUBLE_EQ(way.length, 1 + 2 * std::hypot(0.5, 0.5));
    EXPECT_EQ(way.length, way.surface_length);
    EXPECT_EQ(way.exact, exact);
  }
}

TEST(Walk, MeasuresTheSurfaceUpAndDown) {
  Mesh mesh = grid(4);
  for (Vec3& position : mesh.positions) position.z = position.x == 2 ? 1 : 0;
  const Path way = path(mesh, at(mesh, 0.5, 0.25), at(mesh, 3.5, 0.25), true);
  EXPECT_EQ(way.points.size(), 2U);
  EXPECT_DOUBLE_EQ(way.length, 3);
  EXPECT_DOUBLE_EQ(way.surface_length, 1 + 2 * std::sqrt(2.0));
}

TEST(Walk, MeasuresTheSurfaceBehindTheLastTurnToo) {
  Mesh mesh = grid(4);
  for (Vec3& position : mesh.positions) position.z = position.x;
  block(mesh, 4, {{1, 1}, {1, 2}});
  const Path way = path(mesh, at(mesh, 0.5, 1.5), at(mesh, 3.5, 2), true);
  ASSERT_EQ(way.points.size(), 4U);
  EXPECT_EQ(way.points[2].point2(), (Point2{2, 1}));
  EXPECT_NEAR(way.length, std::hypot(0.5, 0.5) + 1 + std::hypot(1.5, 1), 1e-12);
  EXPECT_NEAR(way.surface_length, std::hypot(0.5, 0.5, 0.5) + std::sqrt(2.0) + std::hypot(1.5, 1.5, 1),
              1e-12);
}

TEST(Walk, OnOneFaceIsStraight) {
  const Mesh mesh = grid(2);
  const Path way = path(mesh, at(mesh, 0.5, 0.25), at(mesh, 0.75, 0.25));
  EXPECT_EQ(way.faces, (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(way.points.size(), 2U);
  EXPECT_DOUBLE_EQ(way.length, 0.25);
  EXPECT_TRUE(way.exact);
}

TEST(Walk, FindsNothingOnAnotherIsland) {
  Mesh mesh = grid(3);
  block(mesh, 3, {{1, 0}, {1, 1}, {1, 2}});
  const Walk walk(mesh);
  WalkScratch scratch;
  Path way;
  EXPECT_FALSE(walk.find_path(at(mesh, 0.5, 0.2), at(mesh, 2.5, 0.2), {}, scratch, way));
  EXPECT_TRUE(way.points.empty());
  EXPECT_FALSE(walk.connected(at(mesh, 0.5, 0.2).face, at(mesh, 2.5, 0.2).face));
  EXPECT_FALSE(walk.find_path({.face = 999}, at(mesh, 2.5, 0.2), {}, scratch, way));
  EXPECT_FALSE(walk.has(2));
  const Sight sight = walk.look(at(mesh, 0.5, 0.2), at(mesh, 2.5, 0.2), scratch);
  EXPECT_FALSE(sight.visible);
}

TEST(Walk, SeesAsFarAsTheSurfaceGoes) {
  Mesh mesh = grid(4);
  block(mesh, 4, {{2, 0}});
  const Walk walk(mesh);
  WalkScratch scratch;
  const Sight sight = walk.look(at(mesh, 0.5, 0.25), at(mesh, 3.5, 0.25), scratch);
  EXPECT_FALSE(sight.visible);
  EXPECT_DOUBLE_EQ(sight.end.x, 2);
  EXPECT_DOUBLE_EQ(sight.end.y, 0.25);
  // Along the border, and through a corner of it.
  EXPECT_TRUE(walk.look(at(mesh, 0.5, 1), at(mesh, 3.5, 1), scratch).visible);
  EXPECT_TRUE(walk.look(at(mesh, 1.5, 0.5), at(mesh, 2.5, 1.5), scratch).visible);
}

/// The same corners, but a face leans back over the one that it hangs on.
TEST(Walk, EndsAtAFold) {
  const std::vector<Vec3> corners = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0.5F, 0.5F, 1}, {2, 2, 0}};
  EXPECT_FALSE(Walk(walkable(corners, {{0, 1, 2}, {1, 3, 2}})).connected(0, 1));
  EXPECT_TRUE(Walk(walkable(corners, {{0, 1, 2}, {1, 4, 2}})).connected(0, 1));
  EXPECT_TRUE(Walk(walkable(corners, {{0, 1, 2}, {1, 2, 4}})).connected(0, 1)) << "wound the other way";
}

TEST(Walk, GoesOnlyWhereLinksAreSound) {
  Mesh mesh = grid(1);
  EXPECT_TRUE(Walk(mesh).connected(0, 1));
  Mesh one_sided = mesh;
  one_sided.neighbours[1] = {-1, -1, -1};
  EXPECT_FALSE(Walk(one_sided).connected(0, 1));
  Mesh elsewhere = mesh;
  elsewhere.neighbours = {geometry::Neighbours{3, -1, -1}, geometry::Neighbours{0, -1, -1}};
  EXPECT_FALSE(Walk(elsewhere).connected(0, 1)) << "these sides do not lie on each other";
  Mesh outside = mesh;
  outside.neighbours[0] = {99, -5, 0x7FFFFFFF};
  EXPECT_FALSE(Walk(outside).connected(0, 1));
}

TEST(Walk, AvoidsWhatIsDear) {
  Mesh mesh = grid(7);
  const Place from = at(mesh, 0.5, 3.25);
  const Place to = at(mesh, 6.5, 3.25);
  EXPECT_DOUBLE_EQ(path(mesh, from, to).length, 6);
  // A swamp in the middle.
  mesh.costs.assign(mesh.triangles.size(), 1);
  for (std::size_t y = 2; y < 5; ++y)
    for (std::size_t i = 2 * (7 * y + 3); i < 2 * (7 * y + 3) + 2; ++i) mesh.costs[i] = 20;
  const Path around = path(mesh, from, to);
  EXPECT_GT(around.length, 6.1);
  for (const std::uint32_t face : around.faces) EXPECT_EQ(mesh.costs[face], 1) << face;
  // A cost that is none counts as 1.
  mesh.costs.assign(mesh.triangles.size(), 0);
  EXPECT_DOUBLE_EQ(path(mesh, from, to).length, 6);
}

TEST(Walk, AskingAgainAllocatesNothing) {
  if (!test::AllocationCounter::counts()) GTEST_SKIP() << "needs AddressSanitizer";
  Mesh mesh = grid(20);
  block(mesh, 20, {{5, 5}, {5, 6}, {6, 5}, {12, 9}, {12, 10}});
  const Walk walk(mesh);
  const auto tree = FaceTree::build(mesh.positions, mesh.triangles);
  const Place from = at(mesh, 0.5, 1.2);
  const Place to = at(mesh, 19.5, 17.2);
  WalkScratch scratch;
  Path way;
  const auto ask = [&] {
    walk.find_path(from, to, {}, scratch, way);
    walk.find_path(from, to, {.exact = true}, scratch, way);
    walk.look(from, to, scratch);
    tree.first_hit({.origin = {3, 3, 3}, .direction = {0.1F, 0.2F, -1}});
    tree.highest_below({3, 3});
    tree.nearest({3, 3, 3});
  };
  ask();
  const test::AllocationCounter allocations;
  ask();
  EXPECT_EQ(allocations.total(), 0U);
}

/// One long row of cells, which a way has to follow from end to end.
Mesh corridor(std::uint32_t cells) {
  std::vector<Vec3> positions;
  std::vector<geometry::Corners> triangles;
  for (std::uint32_t x = 0; x <= cells; ++x)
    for (std::uint32_t y = 0; y < 2; ++y) positions.emplace_back(x, float(y) + (x % 2 == 0 ? 0.9F : 0), 0);
  for (std::uint32_t x = 0; x < cells; ++x) {
    triangles.push_back({2 * x, 2 * x + 2, 2 * x + 3});
    triangles.push_back({2 * x, 2 * x + 3, 2 * x + 1});
  }
  return walkable(std::move(positions), std::move(triangles));
}

TEST(Walk, TakesLinearTimeAlongACorridor) {
  const auto walk_along = [](std::uint32_t cells) {
    return [mesh = corridor(cells), cells] {
      const Walk walk(mesh);
      WalkScratch scratch;
      Path way;
      const Place from{0, 0.5, 0.9, 0};
      const Place to{2 * (cells - 1), double(cells) - 0.5, 0.9, 0};
      EXPECT_TRUE(walk.find_path(from, to, {}, scratch, way));
      EXPECT_TRUE(walk.find_path(from, to, {.exact = true}, scratch, way));
      EXPECT_TRUE(way.exact);
    };
  };
  test::expect_growth("exact", walk_along(2000), walk_along(8000));
}

TEST(Join, RoomsMeetWhereTheirBordersDo) {
  const Mesh room = grid(3);
  const Part beside[] = {{&room}, {&room, Vec3(3.005F, 0, 0)}};
  const Joined joined = join(beside);
  EXPECT_EQ(joined.seams, 3U);
  EXPECT_EQ(joined.first_faces, (std::vector<std::uint32_t>{0, 18, 36}));
  EXPECT_EQ(joined.part_of(17), 0U);
  EXPECT_EQ(joined.part_of(18), 1U);
  const Path way = path(joined.mesh, at(joined.mesh, 0.5, 1.2), at(joined.mesh, 5.5, 1.2), true);
  EXPECT_NEAR(way.length, 5, 1e-9);
  const Part apart[] = {{&room}, {&room, Vec3(3.05F, 0, 0)}};
  EXPECT_EQ(join(apart).seams, 0U);
  const Part above[] = {{&room}, {&room, Vec3(3, 0, 1)}};
  EXPECT_EQ(join(above).seams, 0U);
}

/// No side is left out, not even the first of all.
TEST(Join, RoomsOfOneFaceMeetAtTheirFirstSides) {
  const Mesh left = walkable({{1, 0, 0}, {1, 1, 0}, {0, 0, 0}}, {{0, 1, 2}});
  const Mesh right = walkable({{1, 1, 0}, {1, 0, 0}, {2, 0, 0}}, {{0, 1, 2}});
  const Part both[] = {{&left}, {&right}};
  const Joined joined = join(both);
  EXPECT_EQ(joined.seams, 1U);
  EXPECT_EQ(joined.mesh.neighbours, (std::vector<geometry::Neighbours>{{3, -1, -1}, {0, -1, -1}}));
}

/// Rooms that lie on each other share their whole border, but there is no way over it.
TEST(Join, RoomsOnEachOtherDoNotMeet) {
  const Mesh room = grid(2);
  Mesh turned = room;
  for (geometry::Corners& corners : turned.triangles) std::swap(corners[1], corners[2]);
  turned.neighbours = link_walkable(turned);
  const Part twice[] = {{&room}, {&room}};
  EXPECT_EQ(join(twice).seams, 0U);
  const Part both_ways[] = {{&room}, {&turned}};
  EXPECT_EQ(join(both_ways).seams, 0U);
  const Part beside[] = {{&room}, {&turned, Vec3(2, 0, 0)}};
  EXPECT_EQ(join(beside).seams, 2U);
}

/// The border turns at the end of a seam, where only one of the rooms knows of it.
TEST(Join, AWayTurnsAtTheEndOfASeam) {
  const Mesh room = grid(2);
  const Part corner[] = {{&room}, {&room, Vec3(2, 1, 0)}};
  const Joined joined = join(corner);
  EXPECT_EQ(joined.seams, 1U);
  const Path way = path(joined.mesh, at(joined.mesh, 0.5, 0.2), at(joined.mesh, 2.5, 2.8), true);
  ASSERT_EQ(way.points.size(), 3U);
  EXPECT_EQ(way.points[1].point2(), (Point2{2, 2}));
}

TEST(Join, ADamagedRoomKeepsItsDamage) {
  Mesh damaged = grid(1);
  damaged.triangles[1][2] = 4;
  damaged.neighbours[0] = {7, 600, -3};
  const Mesh room = grid(1);
  const Part both[] = {{&damaged}, {&room, Vec3(1, 0, 0)}};
  const Joined joined = join(both);
  EXPECT_EQ(joined.mesh.triangles[1][2], 0xFFFFFFFFU);
  EXPECT_EQ(joined.mesh.neighbours[0], (geometry::Neighbours{-1, 11, -1})) << "with the seam";
  EXPECT_FALSE(Walk(joined.mesh).has(1));
  EXPECT_EQ(joined.seams, 1U);
}

}  // namespace
}  // namespace mw::nav
