#include <gtest/gtest.h>
#include <meshwright/nav/detail/carve.h>
#include <meshwright/nav/face_tree.h>

#include <numbers>

#include "exact_ways.h"
#include "floors.h"
#include "geometry/random_meshes.h"

namespace mw::nav {
namespace {

double plan_area(const Mesh& mesh) {
  double sum = 0;
  for (const geometry::Corners& c : mesh.triangles) {
    const Point2 a = point2_of(mesh.positions[c[0]]);
    const Point2 b = point2_of(mesh.positions[c[1]]);
    const Point2 d = point2_of(mesh.positions[c[2]]);
    sum += std::abs((b.x - a.x) * (d.y - a.y) - (b.y - a.y) * (d.x - a.x)) / 2;
  }
  return sum;
}

Mesh grid(std::uint32_t width, float cell) {
  auto [positions, triangles] = geometry::grid(width);
  for (Vec3& position : positions) position *= cell;
  Mesh mesh{.positions = std::move(positions), .triangles = std::move(triangles)};
  mesh.walkable.assign(mesh.triangles.size(), 1);
  mesh.neighbours = link_walkable(mesh);
  return mesh;
}

Footprint box(double x0, double y0, double x1, double y1, double z = 0) {
  return {.outline = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, .bottom = z, .top = z};
}

TEST(Carve, TakesWhatIsUnderAnObstacle) {
  const Mesh floor = grid(4, 1);
  const Footprint obstacle[] = {box(1.3, 0.7, 2.6, 3.1)};
  const Carved carved = carve(Walk(floor), obstacle);
  EXPECT_NEAR(plan_area(carved.mesh), 16 - 1.3 * 2.4, 1e-5);
  const auto tree = FaceTree::build(carved.mesh.positions, carved.mesh.triangles);
  EXPECT_FALSE(tree.highest_below({2, 2}));
  EXPECT_TRUE(tree.highest_below({1.29, 2}));
  ASSERT_EQ(carved.sources.size(), carved.mesh.triangles.size());
  for (std::size_t i = 0; i < carved.sources.size(); ++i)
    EXPECT_LT(carved.sources[i], floor.triangles.size());
  // All of it still hangs together, and a way goes around.
  const Walk walk(carved.mesh);
  WalkScratch scratch;
  Path path;
  ASSERT_TRUE(walk.find_path(*tree.highest_below({0.5, 2}), *tree.highest_below({3.5, 2}), {.exact = true},
                             scratch, path));
  EXPECT_NEAR(path.length, std::hypot(0.8, 1.1) + 1.3 + std::hypot(0.9, 1.1), 1e-5);
}

TEST(Carve, LeavesOtherStoreysAlone) {
  const Mesh floor = grid(2, 2);
  for (const auto& [z, taken] :
       {std::pair(0.9, true), std::pair(-0.9, true), std::pair(1.1, false), std::pair(-1.1, false)}) {
    const Footprint obstacle[] = {box(1, 1, 2, 2, z)};
    EXPECT_NEAR(plan_area(carve(Walk(floor), obstacle).mesh), taken ? 15 : 16, 1e-5) << z;
  }
  // With a radius, the border of the upper floor does not cut into the lower one.
  Floors storeys(1);
  add_field(storeys, 2, 2, 0, 1000);
  const double alone = [&] {
    Floors one = storeys;
    one.finish();
    return plan_area(carve(Walk(one.mesh), {}, 5).mesh);
  }();
  const auto first = std::uint32_t(storeys.mesh.positions.size());
  for (const Vec3& corner : {Vec3(40, 40, 100), Vec3(80, 40, 100), Vec3(40, 80, 100)})
    storeys.mesh.positions.push_back(corner);
  storeys.add_face(first, first + 1, first + 2);
  storeys.finish();
  const Carved both = carve(Walk(storeys.mesh), {}, 5);
  double upper = 0;
  for (std::size_t i = 0; i < both.sources.size(); ++i) {
    Mesh one{.positions = both.mesh.positions, .triangles = {both.mesh.triangles[i]}};
    if (both.sources[i] == 8) upper += plan_area(one);
  }
  EXPECT_NEAR(plan_area(both.mesh) - upper, alone, 1e-2);
  EXPECT_GT(upper, 0);
}

TEST(Carve, KeepsARadiusFromTheBorder) {
  const Mesh floor = grid(4, 1);
  const Carved carved = carve(Walk(floor), {}, 0.5);
  EXPECT_NEAR(plan_area(carved.mesh), 9, 0.05);
  const auto tree = FaceTree::build(carved.mesh.positions, carved.mesh.triangles);
  EXPECT_FALSE(tree.highest_below({0.49, 2}));
  EXPECT_TRUE(tree.highest_below({0.52, 2}));
  EXPECT_TRUE(Walk(carved.mesh)
                  .connected(tree.highest_below({0.6, 0.6})->face, tree.highest_below({3.4, 3.4})->face));
}

TEST(Carve, ANarrowDoorIsClosedToTheWide) {
  Mesh floor = grid(5, 1);
  // A wall at x 2..3 with a door one unit wide.
  for (std::size_t y = 0; y < 5; ++y)
    for (std::size_t i = 0; i < 2; ++i) floor.walkable[2 * (5 * y + 2) + i] = y == 2 ? 1 : 0;
  floor.neighbours = link_walkable(floor);
  const auto passes = [&](double radius) {
    const Carved carved = carve(Walk(floor), {}, radius);
    const auto tree = FaceTree::build(carved.mesh.positions, carved.mesh.triangles);
    return Walk(carved.mesh)
        .connected(tree.highest_below({1, 2.5})->face, tree.highest_below({4, 2.5})->face);
  };
  EXPECT_TRUE(passes(0.4));
  EXPECT_TRUE(passes(0.48));
  EXPECT_FALSE(passes(0.52));
}

TEST(Carve, WithoutAnythingToTakeKeepsTheSurface) {
  const Mesh floor = grid(3, 1);
  const Carved carved = carve(Walk(floor), {});
  EXPECT_EQ(carved.mesh.triangles.size(), floor.triangles.size());
  EXPECT_NEAR(plan_area(carved.mesh), 9, 1e-9);
}

TEST(Carve, AnOutlineIsConvexAndTurnsLeft) {
  EXPECT_EQ(convex_outline({{0, 0}, {2, 0}, {1, 0.1}, {1, 1}, {2, 2}, {0, 2}, {0, 0}}),
            (std::vector<Point2>{{0, 0}, {2, 0}, {2, 2}, {0, 2}}));
  EXPECT_TRUE(convex_outline({{0, 0}, {1, 1}, {2, 2}}).empty());
  EXPECT_TRUE(convex_outline({{0, 0}, {NAN, 1}, {2, 0}}).empty());
  EXPECT_TRUE(convex_outline({}).empty());
}

/// Of a room without corners that turn inwards, all of what a radius leaves is in sight of all of it: also
/// where ends lie on sides that the cutting moved corners onto, as numbers of few digits do.
TEST(Carve, InAConvexRoomEveryWayIsStraightWhateverTheRadius) {
  std::mt19937 random(7);
  const auto below = [&](std::uint32_t limit) { return double(random() % limit); };
  WalkScratch scratch;
  Path path;
  for (const float cell : {1.0F, 0.7F, 2.5F, 1.0F / 3}) {
    const Mesh floor = grid(5, cell);
    for (int i = 20; i < 46; ++i) {
      const double radius = double(cell) * i / 100;
      const Carved carved = carve(Walk(floor), {}, radius);
      const auto tree = FaceTree::build(carved.mesh.positions, carved.mesh.triangles);
      const Walk walk(carved.mesh);
      for (int j = 0; j < 60; ++j) {
        // Float, as users write them; many on diagonals and on lines of the grid.
        const double x = double(float(double(cell) * (1 + below(31) / 10)));
        const auto from = tree.highest_below({x, double(float(double(cell) * (1 + below(31) / 10)))});
        const auto to = tree.highest_below({double(float(double(cell) * (1 + below(31) / 10))), x});
        ASSERT_TRUE(from && to);
        const double straight = std::hypot(to->x - from->x, to->y - from->y);
        ASSERT_TRUE(walk.find_path(*from, *to, {.exact = true}, scratch, path));
        ASSERT_NEAR(path.length, straight, 1e-5)
            << radius << ": " << from->x << "," << from->y << " " << to->x << "," << to->y;
        ASSERT_TRUE(walk.look(*from, *to, scratch).visible)
            << radius << ": " << from->x << "," << from->y << " " << to->x << "," << to->y;
      }
    }
  }
}

/// Triangles without area let nothing through.
TEST(Carve, GivesNoFaceThatIsALineOrTurnedAround) {
  for (int i = 20; i < 46; ++i) {
    const Carved carved = carve(Walk(grid(5, 1)), {}, i / 100.0);
    for (const geometry::Corners& c : carved.mesh.triangles) {
      const Point2 a = point2_of(carved.mesh.positions[c[0]]);
      const Point2 b = point2_of(carved.mesh.positions[c[1]]);
      const Point2 d = point2_of(carved.mesh.positions[c[2]]);
      EXPECT_GT((b.x - a.x) * (d.y - a.y) - (b.y - a.y) * (d.x - a.x), 0) << i;
    }
  }
}

TEST(Carve, AWallStandsInTheWayWithAndWithoutARadius) {
  const Mesh floor = grid(4, 1);
  // Across the whole room but for the last unit.
  const Footprint wall[] = {{.outline = {{2.2, -1}, {2.2, 3}, {2.2, 1}}, .bottom = 0, .top = 2}};
  for (const double radius : {0.0, 0.25}) {
    const Carved carved = carve(Walk(floor), wall, radius);
    const auto tree = FaceTree::build(carved.mesh.positions, carved.mesh.triangles);
    const Walk walk(carved.mesh);
    WalkScratch scratch;
    Path path;
    ASSERT_TRUE(walk.find_path(*tree.highest_below({1, 1}), *tree.highest_below({3, 1}), {.exact = true},
                               scratch, path));
    EXPECT_NEAR(path.length, std::hypot(1.2, 2) + std::hypot(0.8, 2), radius == 0 ? 0.01 : 0.6) << radius;
    EXPECT_GT(path.length, 4.3);
    EXPECT_NEAR(plan_area(carve(Walk(floor), wall).mesh), 16, 0.01) << "a hair";
  }
}

/// The places of the faces' corners, each face from its least corner on.
using Places = std::array<std::array<float, 3>, 3>;
std::vector<Places> faces_of(const Mesh& mesh) {
  std::vector<Places> faces;
  for (const geometry::Corners& corners : mesh.triangles) {
    Places face{};
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3 at = mesh.positions[corners[i]];
      face[i] = {at.x, at.y, at.z};
    }
    std::ranges::rotate(face, std::ranges::min_element(face));
    faces.push_back(face);
  }
  std::ranges::sort(faces);
  return faces;
}

TEST(Carve, LeavesTheSameFacesWhicheverCornerAFaceBeginsWith) {
  const auto left = [](const geometry::Corners& corners, const Footprint& obstacle) {
    Mesh floor{.positions = {{0, 0, 0}, {8, 0, 0}, {3, 7, 0}}, .triangles = {corners}, .walkable = {1}};
    floor.neighbours = link_walkable(floor);
    return faces_of(carve(Walk(floor), {&obstacle, 1}).mesh);
  };
  for (const Footprint& obstacle :
       {box(2, 1, 5, 3), box(-1, -1, 9, 2), box(1, 0.5, 2, 9), box(4, -1, 9, 9)}) {
    const auto expected = left({0, 1, 2}, obstacle);
    ASSERT_FALSE(expected.empty());
    EXPECT_EQ(left({1, 2, 0}, obstacle), expected);
    EXPECT_EQ(left({2, 0, 1}, obstacle), expected);
  }
}

/// Random boxes on random floors: what is left is what is under none of them, and it hangs together exactly
/// where the pieces touch along a side.
TEST(Carve, RandomObstaclesLeaveWhatIsOutside) {
  for (std::uint32_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    Floors floors = one_storey(seed);
    const auto before = FaceTree::build(floors.mesh.positions, floors.mesh.triangles);
    std::vector<Footprint> obstacles;
    for (int i = 1 + floors.below(4); i > 0; --i) {
      const double x = floors.below(250);
      const double y = floors.below(250);
      obstacles.push_back(box(x + 0.3, y + 0.3, x + 20 + floors.below(80), y + 20 + floors.below(80), 16));
      obstacles.back().top = 40;
      obstacles.back().bottom = -10;
    }
    const Carved carved = carve(Walk(floors.mesh), obstacles);
    const auto after = FaceTree::build(carved.mesh.positions, carved.mesh.triangles);
    for (int i = 0; i < 200; ++i) {
      const Point2 at{floors.below(300) + 0.123, floors.below(300) + 0.456};
      bool covered = false;
      for (const Footprint& obstacle : obstacles)
        covered |= at.x > obstacle.outline[0].x && at.x < obstacle.outline[2].x &&
                   at.y > obstacle.outline[0].y && at.y < obstacle.outline[2].y;
      const auto place = before.highest_below(at);
      const auto rest = after.highest_below(at);
      ASSERT_EQ(rest.has_value(), place.has_value() && !covered) << at.x << "," << at.y;
      ASSERT_NEAR(rest ? rest->z : 0, rest ? place->z : 0, 1e-3);
    }
    WalkScratch scratch;
    const Walk walk(carved.mesh);
    Path fast;
    Path exact;
    for (int i = 0; i < 10; ++i) {
      const auto from = after.highest_below({floors.below(300) + 0.1, floors.below(300) + 0.2});
      const auto to = after.highest_below({floors.below(300) + 0.1, floors.below(300) + 0.2});
      if (!from || !to || !walk.find_path(*from, *to, {}, scratch, fast)) continue;
      ASSERT_TRUE(walk.find_path(*from, *to, {.exact = true}, scratch, exact));
      ASSERT_TRUE(exact.exact);
      ASSERT_LE(exact.length, fast.length * (1 + 1e-6));
    }
  }
}

}  // namespace
}  // namespace mw::nav
