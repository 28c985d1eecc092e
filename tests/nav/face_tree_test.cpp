#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/nav/face_tree.h>

#include <glm/geometric.hpp>
#include <limits>

#include "geometry/random_meshes.h"
#include "support/growth.h"

namespace mw::nav {
namespace {

using geometry::RandomMesh;

struct Random {
  std::mt19937 engine;
  explicit Random(std::uint32_t seed) : engine(seed) {}
  std::uint32_t below(std::uint32_t limit) { return std::uint32_t(engine() % limit); }
  float in(float low, float high) { return std::uniform_real_distribution(low, high)(engine); }
  Vec3 point(float reach) { return {in(-reach, reach), in(-reach, reach), in(-reach, reach)}; }
  Vec3 whole(int reach) {
    const auto one = [&] { return float(int(below(std::uint32_t(2 * reach + 1))) - reach); };
    return {one(), one(), one()};
  }
};

bool is_sound(const RandomMesh& mesh, const geometry::Corners& corners) {
  if (!geometry::corners_exist(corners, mesh.positions.size())) return false;
  return std::ranges::all_of(corners, [&](std::uint32_t i) { return is_finite(mesh.positions[i]); });
}

void for_each_sound(const RandomMesh& mesh, const Choice& choice, const auto& visit) {
  for (std::uint32_t face = 0; face < mesh.triangles.size(); ++face) {
    const geometry::Corners& c = mesh.triangles[face];
    if (is_sound(mesh, c) && choice.takes(face))
      visit(face, mesh.positions[c[0]], mesh.positions[c[1]], mesh.positions[c[2]]);
  }
}

std::optional<RayHit> brute_hit(const RandomMesh& mesh, const Ray& ray, const Choice& choice) {
  std::optional<RayHit> best;
  for_each_sound(mesh, choice, [&](std::uint32_t face, const Vec3& a, const Vec3& b, const Vec3& c) {
    auto hit = hit_triangle(ray, a, b, c);
    if (!hit || (choice.front_only && !hit->front) || (best && hit->t >= best->t)) return;
    hit->face = face;
    best = hit;
  });
  return best;
}

std::optional<Place> brute_place(const RandomMesh& mesh, const Point2& at, double z) {
  std::optional<Place> best;
  for_each_sound(mesh, {}, [&](std::uint32_t face, const Vec3& a, const Vec3& b, const Vec3& c) {
    const auto height = height_on_triangle(at, a, b, c);
    if (height && *height <= z + height_allowance(z) && (!best || *height > best->z))
      best = Place{face, at.x, at.y, *height};
  });
  return best;
}

std::optional<NearestFace> brute_nearest(const RandomMesh& mesh, const Vec3& point, double within) {
  std::optional<NearestFace> best;
  for_each_sound(mesh, {}, [&](std::uint32_t face, const Vec3& a, const Vec3& b, const Vec3& c) {
    const glm::dvec3 on = nearest_on_triangle(glm::dvec3(point), a, b, c);
    const double distance = glm::distance(glm::dvec3(point), on);
    if (distance <= within && (!best || distance < best->distance))
      best = NearestFace{{face, on.x, on.y, on.z}, distance};
  });
  return best;
}

Ray random_ray(Random& random) {
  Ray ray{.origin = random.point(4), .direction = random.point(1)};
  if (random.below(2) == 0) ray = {.origin = random.whole(3), .direction = random.whole(2)};
  if (random.below(4) == 0) ray.direction = {0, 0, -1};
  if (random.below(8) == 0) ray.direction *= 1e-20F;
  if (random.below(8) == 0) ray.origin += Vec3(1000, -2000, 500) * ray.direction;
  if (random.below(6) == 0) ray.to = double(random.in(0, 4));
  if (random.below(6) == 0) ray.from = double(random.in(-2, 2));
  return ray;
}

void expect_same(const std::optional<RayHit>& got, const std::optional<RayHit>& expected) {
  ASSERT_EQ(got.has_value(), expected.has_value());
  if (!got) return;
  ASSERT_EQ(got->t, expected->t);
  ASSERT_EQ(got->face, expected->face);
  ASSERT_EQ(got->front, expected->front);
}

void expect_answers_of_brute_force(const RandomMesh& mesh, std::uint32_t seed) {
  const FaceTree tree = FaceTree::build(mesh.positions, mesh.triangles);
  Random random(seed);
  std::vector<std::uint8_t> some(mesh.triangles.size());
  for (std::uint8_t& face : some) face = random.below(3) == 0 ? 0 : 1;
  for (int i = 0; i < 30; ++i) {
    const Ray ray = random_ray(random);
    Choice choice{.front_only = random.below(3) == 0};
    if (random.below(2) == 0) choice.faces = some;
    expect_same(tree.first_hit(ray, choice), brute_hit(mesh, ray, choice));
    const Vec3 at = random.below(2) == 0 ? random.whole(3) : random.point(3);
    const double z = random.below(3) == 0 ? std::numeric_limits<double>::infinity() : double(at.z);
    const Point2 plan{double(at.x) + (random.below(3) == 0 ? 1e-9 : 0), double(at.y)};
    const auto place = tree.highest_below(plan, z);
    const auto expected = brute_place(mesh, plan, z);
    ASSERT_EQ(place.has_value(), expected.has_value());
    if (place) {
      ASSERT_EQ(place->z, expected->z);
      ASSERT_EQ(place->face, expected->face);
    }
    const double within = random.below(2) == 0 ? std::numeric_limits<double>::infinity() : 0.5;
    const auto nearest = tree.nearest(at, within);
    const auto nearest_expected = brute_nearest(mesh, at, within);
    ASSERT_EQ(nearest.has_value(), nearest_expected.has_value());
    if (nearest) {
      ASSERT_EQ(nearest->distance, nearest_expected->distance);
      ASSERT_EQ(nearest->place.face, nearest_expected->place.face);
      ASSERT_EQ(nearest->place.x, nearest_expected->place.x);
      ASSERT_EQ(nearest->place.y, nearest_expected->place.y);
      ASSERT_EQ(nearest->place.z, nearest_expected->place.z);
    }
  }
}

// The ray is in the plane of the triangle at its own origin only, five units away from the triangle: rounding
// makes all three sides seem hit.
TEST(FaceTree, RayThatLeavesAPlaneFarFromTheTriangleMisses) {
  const std::vector<Vec3> positions = {{0, 0, 0}, {3, 3, 3}, {-1, -1, 4}};
  const std::vector<geometry::Corners> triangles = {{0, 1, 2}};
  const Ray ray{.origin = {-5, -5, -5}, .direction = {2.36942783e-38F, 2.38772374e-38F, 1}};
  EXPECT_FALSE(hit_triangle(ray, positions[0], positions[1], positions[2]));
  EXPECT_FALSE(FaceTree::build(positions, triangles).first_hit(ray));
}

// The same plane, met in the middle of the triangle by as little.
TEST(FaceTree, RayThatLeavesAPlaneWithinTheTriangleHits) {
  const Ray ray{.origin = {0.5F, 0.5F, 2}, .direction = {2.36942783e-38F, 2.38772374e-38F, 1}};
  const auto hit = hit_triangle(ray, {0, 0, 0}, {3, 3, 3}, {-1, -1, 4});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->t, 0);
}

TEST(FaceTree, AnswersAsBruteForceDoesOnAnyMesh) {
  for (std::uint32_t seed = 0; seed < geometry::kSeeds; ++seed) {
    SCOPED_TRACE(seed);
    expect_answers_of_brute_force(geometry::random_mesh(seed), seed);
    expect_answers_of_brute_force(geometry::damaged_mesh(seed), seed);
    if (HasFatalFailure()) return;
  }
}

/// Sizes at which products of three floats overflow or vanish.
TEST(FaceTree, AnswersAsBruteForceDoesAtAnySize) {
  for (const float scale : {1e-30F, 1e-12F, 1e12F, 1e20F, 1e37F})
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
      SCOPED_TRACE(fmt::format("{} {}", scale, seed));
      RandomMesh mesh = geometry::random_mesh(10 * seed);
      for (Vec3& position : mesh.positions) position *= scale;
      const FaceTree tree = FaceTree::build(mesh.positions, mesh.triangles);
      Random random(seed);
      for (int i = 0; i < 50; ++i) {
        const Ray ray{.origin = random.whole(3) * scale, .direction = random.whole(2)};
        expect_same(tree.first_hit(ray), brute_hit(mesh, ray, {}));
        const Point2 at = point2_of(random.point(3) * scale);
        ASSERT_EQ(tree.highest_below(at).has_value(), brute_place(mesh, at, 1e300).has_value());
      }
      if (HasFatalFailure()) return;
    }
}

/// Nothing ends the search before the last child, which may be none.
TEST(FaceTree, NearestLooksAtAllThatThereIsAndNoFurther) {
  const RandomMesh mesh = geometry::grid(5);
  const FaceTree tree = FaceTree::build(mesh.positions, mesh.triangles);
  const std::vector<std::uint8_t> none(mesh.triangles.size());
  EXPECT_FALSE(tree.nearest({1, 1, 1}, std::numeric_limits<double>::infinity(), {.faces = none}));
  const auto far = tree.nearest({1e30F, 1, 1});
  ASSERT_TRUE(far);
  EXPECT_EQ(far->place.face, 0U) << "all are as far, as far as a double can tell";
  const auto near = tree.nearest({3.25F, 2.75F, 2});
  ASSERT_TRUE(near);
  EXPECT_EQ(near->distance, 2);
}

/// In whole numbers nothing is rounded: which side of a side a ray passes is known for certain.
TEST(Ray, HitsATriangleExactlyWhenItPassesInsideItsSides) {
  Random random(1);
  int hits = 0;
  for (int i = 0; i < 20000; ++i) {
    const Vec3 corners[] = {random.whole(5), random.whole(5), random.whole(5)};
    const Ray ray{.origin = random.whole(5), .direction = random.whole(3), .from = -1e9};
    const glm::dvec3 a = glm::dvec3(corners[0] - ray.origin);
    const glm::dvec3 b = glm::dvec3(corners[1] - ray.origin);
    const glm::dvec3 c = glm::dvec3(corners[2] - ray.origin);
    const glm::dvec3 d(ray.direction);
    const double sides[] = {glm::dot(d, glm::cross(a, b)), glm::dot(d, glm::cross(b, c)),
                            glm::dot(d, glm::cross(c, a))};
    const double slope = sides[0] + sides[1] + sides[2];
    const bool expected =
        slope != 0 && std::ranges::all_of(sides, [&](double side) { return side * slope >= 0; });
    const auto hit = hit_triangle(ray, corners[0], corners[1], corners[2]);
    ASSERT_EQ(hit.has_value(), expected) << i;
    if (!hit) continue;
    ++hits;
    ASSERT_EQ(hit->front, slope < 0);
    ASSERT_NEAR(hit->t, glm::dot(a, glm::cross(b, c)) / slope, 1e-9);
  }
  EXPECT_GT(hits, 500);
}

/// A wavy sheet that is aimed at through its corners and sides, from near and far.
TEST(Ray, NoneSlipsThroughBetweenTriangles) {
  RandomMesh mesh = geometry::grid(30);
  Random random(2);
  for (Vec3& position : mesh.positions)
    position += Vec3(random.in(-0.3F, 0.3F), random.in(-0.3F, 0.3F), random.in(-0.5F, 0.5F));
  const FaceTree tree = FaceTree::build(mesh.positions, mesh.triangles);
  for (int i = 0; i < 20000; ++i) {
    const geometry::Corners& corners = mesh.triangles[random.below(std::uint32_t(mesh.triangles.size()))];
    const Vec3 a = mesh.positions[corners[0]];
    const Vec3 b = mesh.positions[corners[1]];
    const Vec3 aim = i % 2 == 0 ? a : glm::mix(a, b, random.in(0, 1));
    if (aim.x < 2 || aim.x > 28 || aim.y < 2 || aim.y > 28) continue;
    const float far = i % 3 == 0 ? 1000.0F : 2.0F;
    const Vec3 origin = aim + Vec3(random.in(-1, 1), random.in(-1, 1), 1) * far * (i % 5 == 0 ? 0.5F : 1.0F);
    ASSERT_TRUE(tree.first_hit({.origin = origin, .direction = aim - origin})) << i;
    ASSERT_TRUE(tree.highest_below(point2_of(aim))) << i;
  }
}

TEST(Ray, WithoutADirectionOrWithANaNHitsNothing) {
  const RandomMesh mesh = geometry::grid(3);
  const FaceTree tree = FaceTree::build(mesh.positions, mesh.triangles);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float inf = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(tree.first_hit({.origin = {1, 1.2F, 1}, .direction = {0, 0, -1}}));
  EXPECT_FALSE(tree.first_hit({.origin = {1, 1.2F, 1}, .direction = {0, 0, 0}}));
  EXPECT_FALSE(tree.first_hit({.origin = {1, nan, 1}, .direction = {0, 0, -1}}));
  EXPECT_FALSE(tree.first_hit({.origin = {1, 1, 1}, .direction = {0, 0, -inf}}));
  EXPECT_FALSE(tree.first_hit({.origin = {1, 1.2F, 1}, .direction = {0, 0, -1}, .to = double(nan)}));
  EXPECT_FALSE(tree.highest_below({1, double(nan)}));
  EXPECT_FALSE(tree.highest_below({1, 1}, double(nan)));
  EXPECT_FALSE(tree.highest_below({1, 1}, -double(inf)));
  EXPECT_FALSE(tree.nearest({1, nan, 1}));
  EXPECT_FALSE(tree.nearest({1, 1, 1}, double(nan)));
  EXPECT_FALSE(FaceTree().first_hit({}));
  EXPECT_FALSE(FaceTree().highest_below({0, 0}));
  EXPECT_FALSE(FaceTree().nearest({0, 0, 0}));
}

/// Both ends of the stretch that is looked at belong to it, be they one.
TEST(Ray, ThatIsAPointHitsWhatIsThere) {
  const RandomMesh mesh = geometry::grid(3);
  const FaceTree tree = FaceTree::build(mesh.positions, mesh.triangles);
  const auto at = [&](double from, double to) {
    return tree.first_hit({.origin = {1, 1.2F, 2}, .direction = {0, 0, -1}, .from = from, .to = to});
  };
  ASSERT_TRUE(at(2, 2));
  EXPECT_EQ(at(2, 2)->t, 2);
  EXPECT_FALSE(at(1.5, 1.5));
  EXPECT_FALSE(at(3, 1));
}

/// Two floors, a ceiling that faces down between them, and a wall.
TEST(FaceTree, StandsOnTheHighestFloorAtOrBelow) {
  RandomMesh mesh;
  const auto quad = [&](float z, bool up) {
    const auto first = std::uint32_t(mesh.positions.size());
    for (const Vec3& corner : {Vec3(0, 0, z), Vec3(4, 0, z), Vec3(4, 4, z), Vec3(0, 4, z)})
      mesh.positions.push_back(corner);
    mesh.triangles.push_back(up ? geometry::Corners{first, first + 1, first + 2}
                                : geometry::Corners{first, first + 2, first + 1});
    mesh.triangles.push_back(up ? geometry::Corners{first, first + 2, first + 3}
                                : geometry::Corners{first, first + 3, first + 2});
  };
  quad(0, true);
  quad(2, false);
  quad(3, true);
  const FaceTree tree = FaceTree::build(mesh.positions, mesh.triangles);
  const auto height = [&](double z) {
    const auto place = tree.highest_below({3, 1}, z);
    return place ? place->z : -1;
  };
  EXPECT_EQ(height(std::numeric_limits<double>::infinity()), 3);
  EXPECT_EQ(height(3), 3);
  EXPECT_EQ(height(2.9999995), 3);
  EXPECT_EQ(height(2.999), 0);
  EXPECT_EQ(height(0), 0);
  EXPECT_EQ(height(-0.1), -1);
  EXPECT_EQ(tree.highest_below({3, 1}, 1)->face, 0U);
  EXPECT_EQ(tree.highest_below({1, 3}, 1)->face, 1U);
  EXPECT_FALSE(tree.highest_below({4.001, 1}));
}

TEST(FaceTree, OfAFileAnswersAsOneThatWasBuilt) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    const RandomMesh mesh = geometry::random_mesh(seed);
    const auto nodes = geometry::build_tree(mesh.positions, mesh.triangles, {0.01F, 0.01F});
    const auto tree = FaceTree::of(nodes, 0, mesh.positions, mesh.triangles);
    ASSERT_TRUE(tree) << to_string(tree.error());
    const FaceTree built = FaceTree::build(mesh.positions, mesh.triangles);
    // The boxes that a file's tree has around corners that are no numbers hold nothing.
    const bool finite = std::ranges::all_of(mesh.triangles, [&](const auto& c) { return is_sound(mesh, c); });
    Random random(seed);
    for (int i = 0; i < 30 && finite; ++i) {
      const Ray ray = random_ray(random);
      expect_same(tree->first_hit(ray), built.first_hit(ray));
    }
    if (HasFatalFailure()) return;
  }
}

TEST(FaceTree, OfAFileIsUsedAsItIs) {
  const RandomMesh mesh = geometry::grid(8);
  auto nodes = geometry::build_tree(mesh.positions, mesh.triangles);
  const Ray ray{.origin = {1.3F, 1.2F, 1}, .direction = {0, 0, -1}};
  EXPECT_TRUE(FaceTree::of(nodes, 0, mesh.positions, mesh.triangles)->first_hit(ray));
  for (geometry::TreeNode& node : nodes) node.box.max = node.box.min;
  EXPECT_FALSE(FaceTree::of(nodes, 0, mesh.positions, mesh.triangles)->first_hit(ray));
}

TEST(FaceTree, OfAFileMustBeATree) {
  const RandomMesh mesh = geometry::grid(2);
  const auto good = geometry::build_tree(mesh.positions, mesh.triangles);
  const auto message = [&](std::uint32_t root, auto damage) {
    auto nodes = good;
    damage(nodes);
    const auto tree = FaceTree::of(nodes, root, mesh.positions, mesh.triangles);
    return tree ? "fine" : to_string(tree.error());
  };
  EXPECT_EQ(message(0, [](auto&) {}), "fine");
  EXPECT_EQ(message(99, [](auto&) {}), "tree[99]: there are 15 nodes");
  EXPECT_EQ(message(0, [](auto& nodes) { nodes[0].left = 0; }), "tree[0]: is reached twice");
  EXPECT_EQ(message(0, [](auto& nodes) { nodes[0].left = nodes[0].right; }), "tree[8]: is reached twice");
  EXPECT_EQ(message(0, [](auto& nodes) { nodes[3].triangle = 8; }),
            "tree[3]: triangle 8 >= triangle count 8");
}

/// A chain of so many nodes, each with one leaf: no recursion may follow it to its end.
TEST(FaceTree, OfAFileMayNotBeTooDeep) {
  const RandomMesh mesh = geometry::grid(100);
  std::vector<geometry::TreeNode> nodes;
  const auto count = std::uint32_t(mesh.triangles.size());
  for (std::uint32_t i = 0; i + 1 < count; ++i) {
    nodes.push_back({.box = {Vec3(0), Vec3(100)}, .left = 2 * i + 1, .right = 2 * i + 2});
    nodes.push_back({.box = {Vec3(0), Vec3(100)}, .triangle = i});
  }
  nodes.push_back({.box = {Vec3(0), Vec3(100)}, .triangle = count - 1});
  const auto tree = FaceTree::of(nodes, 0, mesh.positions, mesh.triangles);
  ASSERT_FALSE(tree);
  EXPECT_EQ(to_string(tree.error()), "tree[1344]: lies deeper than 96 levels of eight");
}

/// All faces in one place: nothing can tell them apart.
TEST(FaceTree, OfFacesInOnePlaceIsBuiltInLinearTime) {
  const auto heap = [](std::size_t count) {
    RandomMesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    mesh.triangles.assign(count, {0, 1, 2});
    return mesh;
  };
  const RandomMesh small = heap(10000);
  const RandomMesh large = heap(40000);
  const auto build = [](const RandomMesh& mesh) {
    return [&] { FaceTree::build(mesh.positions, mesh.triangles); };
  };
  test::expect_growth("build", build(small), build(large));
  const FaceTree tree = FaceTree::build(small.positions, small.triangles);
  EXPECT_EQ(tree.size(), 10000U);
  EXPECT_EQ(tree.first_hit({.origin = {0.2F, 0.2F, 1}, .direction = {0, 0, -1}})->face, 0U);
}

/// A floor of the same height everywhere, its faces in any order, as files have them.
TEST(FaceTree, RaysIntoAFlatFloorCostLittleHoweverManyFaces) {
  const auto floor = [](std::uint32_t side) {
    RandomMesh mesh;
    for (std::uint32_t i = 0; i < side * side; ++i) {
      const auto first = std::uint32_t(mesh.positions.size());
      const Vec3 corner(float(i % side), float(i / side), 0);
      for (const Vec3& offset : {Vec3(0), Vec3(1, 0, 0), Vec3(0, 1, 0)})
        mesh.positions.push_back(corner + offset);
      mesh.triangles.push_back({first, first + 1, first + 2});
    }
    std::ranges::shuffle(mesh.triangles, std::mt19937(5));
    return FaceTree::build(mesh.positions, mesh.triangles);
  };
  const auto rays_into = [](const FaceTree& tree, std::uint32_t side) {
    return [&tree, side] {
      int hits = 0;
      for (std::uint32_t i = 0; i < 4000; ++i) {
        const Vec3 above(float(i * 7 % side) + 0.25F, float(i * 13 % side) + 0.25F, 1);
        hits += tree.first_hit({.origin = above, .direction = {0, 0, -1}}) ? 1 : 0;
      }
      EXPECT_EQ(hits, 4000);
    };
  };
  const FaceTree few = floor(24);
  const FaceTree many = floor(96);
  test::expect_growth("rays into sixteen times as many faces", rays_into(few, 24), rays_into(many, 96));
}

}  // namespace
}  // namespace mw::nav
