#include <gtest/gtest.h>
#include <meshwright/nav/face_tree.h>
#include <meshwright/nav/walk.h>

#include "exact_ways.h"
#include "floors.h"

namespace mw::nav {
namespace {

struct Ends {
  Place from;
  Place to;
};

/// A point with whole coordinates on a face: a corner, or one that locates.
Place random_place(Floors& floors, const FaceTree& floor) {
  const Mesh& mesh = floors.mesh;
  for (int i = 0; i < 40; ++i) {
    const auto at = Point2{double(floors.below(480) - 32), double(floors.below(480) - 32)};
    const double z = floors.below(2) == 0 ? 120 : 1000;
    if (const auto place = floor.highest_below(at, z)) return *place;
  }
  std::uint32_t face = 0;
  const auto corner_of = [&](std::size_t i) { return mesh.positions[mesh.triangles[face][i]]; };
  do face = std::uint32_t(floors.below(int(mesh.triangles.size())));
  while (geometry::unit_normal(corner_of(0), corner_of(1), corner_of(2)).z == 0);
  const Vec3 corner = corner_of(0);
  return {face, double(corner.x), double(corner.y), double(corner.z)};
}

Whole whole(const Place& place) {
  return {std::int64_t(place.x), std::int64_t(place.y)};
}

void expect_shortest(Floors floors) {
  const Mesh& mesh = floors.mesh;
  const FaceTree floor = FaceTree::build(mesh.positions, mesh.triangles, mesh.walkable);
  const Walk walk(mesh);
  const ExactWays ways(mesh);
  WalkScratch scratch;
  for (int i = 0; i < 6; ++i) {
    const Place from = random_place(floors, floor);
    const Place to = random_place(floors, floor);
    const double best = ways.shortest(from.face, whole(from), to.face, whole(to));
    Path exact;
    Path fast;
    ASSERT_EQ(walk.find_path(from, to, {.exact = true}, scratch, exact), std::isfinite(best));
    ASSERT_EQ(walk.find_path(from, to, {}, scratch, fast), std::isfinite(best));
    ASSERT_EQ(walk.look(from, to, scratch).visible,
              ways.visible({from.face}, whole(from), {to.face}, whole(to)));
    if (!std::isfinite(best)) continue;
    ASSERT_TRUE(exact.exact);
    ASSERT_NEAR(exact.length, best, 1e-9) << from.x << "," << from.y << " to " << to.x << "," << to.y;
    ASSERT_GE(fast.length, best - 1e-9);
    for (const Path* path : {&exact, &fast}) {
      ASSERT_GE(path->surface_length, path->length - 1e-9);
      ASSERT_EQ(path->faces.front(), from.face);
      ASSERT_EQ(path->faces.back(), to.face);
      for (std::size_t step = 1; step < path->points.size(); ++step)
        ASSERT_TRUE(walk.look(path->points[step - 1], path->points[step], scratch).visible) << step;
    }
  }
}

TEST(Path, IsTheShortestOnOneStorey) {
  for (std::uint32_t seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(seed);
    expect_shortest(one_storey(seed));
    if (HasFatalFailure()) return;
  }
}

TEST(Path, IsTheShortestOnTwoStoreys) {
  for (std::uint32_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    expect_shortest(two_storeys(seed));
    if (HasFatalFailure()) return;
  }
}

/// A corridor of width 1 that winds upwards around a pillar of 2 x 2, rising by 10 along each of its sides.
Mesh stairs_around_a_pillar(int sides) {
  constexpr int kInner[][2] = {{0, 2}, {0, 0}, {2, 0}, {2, 2}};
  constexpr int kOuter[][2] = {{-1, 3}, {-1, -1}, {3, -1}, {3, 3}};
  Floors floors(0);
  for (int i = 0; i <= sides; ++i) {
    floors.add_corner(kInner[i % 4][0], kInner[i % 4][1], 10 * i);
    floors.add_corner(kOuter[i % 4][0], kOuter[i % 4][1], 10 * i);
  }
  for (std::uint32_t row = 0; row < std::uint32_t(2 * sides); row += 2) {
    floors.mesh.triangles.push_back({row, row + 1, row + 3});
    floors.mesh.triangles.push_back({row, row + 3, row + 2});
  }
  floors.finish();
  return floors.mesh;
}

/// A corner right below the goal is a turn like any other; the one that the goal is at is not named twice, be
/// the goal in the last face before it or in one behind.
TEST(Path, TurnsAtACornerBelowTheGoal) {
  const Mesh mesh = stairs_around_a_pillar(6);
  const Walk walk(mesh);
  WalkScratch scratch;
  const Place from{1, -0.25, 0.5, 6.25};
  for (const std::uint32_t face : {9U, 10U, 11U}) {
    for (const bool exact : {false, true}) {
      const Place to{face, 0, 0, 50};
      Path path;
      ASSERT_TRUE(walk.find_path(from, to, {.exact = exact}, scratch, path));
      std::vector<Vec3> points;
      for (const Place& place : path.points) points.emplace_back(place.x, place.y, place.z);
      EXPECT_EQ(points,
                (std::vector<Vec3>{
                    {-0.25F, 0.5F, 6.25F}, {0, 0, 10}, {2, 0, 20}, {2, 2, 30}, {0, 2, 40}, {0, 0, 50}}))
          << face;
      EXPECT_NEAR(path.length, std::sqrt(0.3125) + 8, 1e-9);
      EXPECT_NEAR(path.surface_length, std::sqrt(14.375) + 4 * std::sqrt(104), 1e-9);
      std::vector<std::uint32_t> faces;
      for (std::uint32_t row = 1; row <= face; ++row) faces.push_back(row);
      EXPECT_EQ(path.faces, faces);
    }
  }
}

}  // namespace
}  // namespace mw::nav
