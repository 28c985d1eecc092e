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
    const auto at = Plan{double(floors.below(480) - 32), double(floors.below(480) - 32)};
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

}  // namespace
}  // namespace mw::nav
