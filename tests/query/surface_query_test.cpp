#include <gtest/gtest.h>
#include <meshwright/formats/surface_query.h>

#include <limits>
#include <memory>
#include <random>

#include "library/walkmesh_documents.h"
#include "support/growth.h"

namespace mw::test {
namespace {

Surface surface_of(const walkmesh::File& file) {
  const Document room = opened(file);
  return join_surfaces({&room, 1}).value();
}

QueryPoint flat(float x, float y) {
  return {.at = Vec3(x, y, 0)};
}

QueryPoint high(float x, float y, float z) {
  return {.at = Vec3(x, y, z), .has_height = true};
}

/// Two floors of 4 by 4, one 3 above the other.
walkmesh::File two_storeys() {
  walkmesh::Mesh both = floor(4);
  const auto first = std::uint32_t(both.vertices.size());
  for (const Vec3& vertex : floor(4).vertices) both.vertices.push_back(vertex + Vec3(0, 0, 3));
  for (walkmesh::Mesh::Triangle triangle : floor(4).triangles) {
    for (std::uint32_t& corner : triangle.corners) corner += first;
    both.triangles.push_back(triangle);
  }
  return room_of(both);
}

TEST(Ask, StandsOnTheHighestFloorAtOrBelow) {
  const Surface surface = surface_of(two_storeys());
  EXPECT_EQ(locate(surface, flat(1.25F, 1.5F))->z, 3);
  EXPECT_EQ(locate(surface, high(1.25F, 1.5F, 2.9F))->z, 0);
  EXPECT_EQ(locate(surface, high(1.25F, 1.5F, 3))->z, 3);
  EXPECT_FALSE(locate(surface, high(1.25F, 1.5F, -0.5F)));
  EXPECT_FALSE(locate(surface, flat(4.5F, 1)));
}

TEST(Ask, TheNearestPlaceIsInSpaceOrInPlan) {
  const WalkSurface ground(surface_of(two_storeys()));
  const auto near_lower = ground.nearest(high(6, 1, 1));
  ASSERT_TRUE(near_lower);
  EXPECT_EQ(near_lower->place.x, 4);
  EXPECT_EQ(near_lower->place.z, 0);
  EXPECT_NEAR(near_lower->distance, std::sqrt(5.0), 1e-9);
  EXPECT_EQ(ground.nearest(high(6, 1, 2.5F))->place.z, 3);
  EXPECT_EQ(ground.nearest(flat(6, 1))->distance, 2);
  EXPECT_FALSE(ground.nearest(flat(6, 1), 1.5));
  EXPECT_FALSE(ground.nearest(high(6, 1, 0), 1.5));
}

/// By all faces in turn.
TEST(Ask, TheNearestPlaceIsThatOfBruteForce) {
  std::mt19937 random(5);
  const auto any = [&] { return float(random() % 800) / 100 - 2; };
  const Surface surface = surface_of(two_storeys());
  const WalkSurface ground(surface);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 at(any(), any(), any());
    double least = 1e9;
    for (const geometry::Corners& c : surface.mesh.triangles) {
      const auto corner = [&](std::size_t k) { return surface.mesh.positions[c[k]]; };
      const glm::dvec3 on = nav::nearest_on_triangle(glm::dvec3(at), corner(0), corner(1), corner(2));
      least = std::min(least, glm::length(on - glm::dvec3(at)));
    }
    const auto found = ground.nearest({.at = at, .has_height = true});
    ASSERT_TRUE(found);
    ASSERT_NEAR(found->distance, least, 1e-6);
  }
}

TEST(Ask, EndsAreMovedByNoMoreThanAUnitAndToldSo) {
  const WalkSurface ground(surface_of(room_of(floor(4))));
  PathAnswer way = find_path(ground, flat(1, 1), flat(3, 1));
  ASSERT_TRUE(way.path);
  EXPECT_EQ(way.moved.start, 0);
  EXPECT_EQ(way.moved.goal, 0);
  way = find_path(ground, high(-0.5F, 1, 0), flat(3, 4.75F));
  ASSERT_TRUE(way.path);
  EXPECT_EQ(way.moved.start, 0.5);
  EXPECT_EQ(way.moved.goal, 0.75);
  way = find_path(ground, high(1, 1, 7), high(3, 1, -0.25F));
  ASSERT_TRUE(way.path);
  EXPECT_EQ(way.moved.start, 0) << "it falls down";
  EXPECT_EQ(way.moved.goal, 0.25);
  EXPECT_FALSE(find_path(ground, flat(-1.25F, 1), flat(3, 1)).path);
  const SightAnswer seen = find_sight(ground, flat(1, 1), flat(3, 4.5F));
  EXPECT_TRUE(seen.sight.visible);
  EXPECT_EQ(seen.moved.start, 0);
  EXPECT_EQ(seen.moved.goal, 0.5);
}

TEST(Ask, PartOfAWayGoesToTheNearestPlaceThatCanBeReached) {
  const WalkSurface ground(surface_of(two_storeys()));
  const QueryPoint from = high(1, 1, 0);
  const QueryPoint to = high(3, 2, 3);
  EXPECT_FALSE(find_path(ground, from, to).path);
  const PathAnswer way = find_path(ground, from, to, {.exact = true, .partial = true});
  ASSERT_TRUE(way.path);
  EXPECT_TRUE(way.partial);
  EXPECT_NEAR(way.path->length, std::sqrt(5.0), 1e-6);
  EXPECT_EQ(way.path->points.back().z, 0);
  EXPECT_EQ(way.moved.goal, 0);
}

TEST(Ask, WaysKeepToWhatIsCheap) {
  walkmesh::Mesh mesh = floor(4);
  for (walkmesh::Mesh::Triangle& triangle : mesh.triangles) {
    const Vec3 middle = (mesh.vertices[triangle.corners[0]] + mesh.vertices[triangle.corners[2]]) * 0.5F;
    if (middle.x > 1 && middle.x < 3 && middle.y < 3) triangle.material = 6;
  }
  const Surface surface = surface_of(room_of(mesh));
  const auto length = [&](const WalkOptions& options) {
    return find_path(WalkSurface(surface, options), flat(0.5F, 0.5F), flat(3.5F, 0.5F)).path->length;
  };
  EXPECT_NEAR(length({}), 3, 1e-6);
  EXPECT_GT(length({.costs = {{6, 20.0F}}}), 5);
  EXPECT_NEAR(length({.costs = {{5, 20.0F}}}), 3, 1e-6) << "there is none of it";
  EXPECT_NEAR(length({.costs = {{6, std::numeric_limits<float>::quiet_NaN()}}}), 3, 1e-6);
}

TEST(Ask, ASurfaceWithoutMaterialsCostsTheSameEverywhere) {
  Surface surface = surface_of(room_of(floor(4)));
  surface.materials.clear();
  const WalkSurface ground(surface, {.costs = {{4, 20.0F}}});
  EXPECT_NEAR(find_path(ground, flat(0.5F, 0.5F), flat(3.5F, 0.5F)).path->length, 3, 1e-6);
}

TEST(Ask, RaysCanHaveAnEnd) {
  const Surface surface = surface_of(room_of(floor(2)));
  RayQuestion ray{.from = Vec3(0.75F, 0.25F, 2), .direction = Vec3(0, 0, -1), .reach = 1.5};
  EXPECT_FALSE(first_hit(surface, ray).value());
  EXPECT_FALSE(SurfaceTree(surface).first_hit(ray).value());
  ray.reach = 2;
  EXPECT_TRUE(first_hit(surface, ray).value());
  EXPECT_TRUE(SurfaceTree(surface).first_hit(ray).value());
  EXPECT_EQ(surface.normal(0), Vec3(0, 0, 1));
}

/// A wall of height 1 across the middle of a floor, which stands on it without taking any of it away.
TEST(Ask, EyesSeeOverWhatIsLower) {
  walkmesh::Mesh mesh = floor(4);
  const auto first = std::uint32_t(mesh.vertices.size());
  for (const Vec3& corner : {Vec3(2.1F, 0, 0), Vec3(2.1F, 4, 0), Vec3(2.1F, 4, 1), Vec3(2.1F, 0, 1)})
    mesh.vertices.push_back(corner);
  for (const auto& corners : {std::array{0U, 1U, 2U}, std::array{0U, 2U, 3U}})
    mesh.triangles.push_back(
        {.corners = {first + corners[0], first + corners[1], first + corners[2]}, .material = 7});
  const Surface surface = surface_of(room_of(mesh));
  const WalkSurface ground(surface);
  const auto over = [&](double eyes) {
    return find_sight_over(ground, surface, flat(0.5F, 2), flat(3.5F, 2), eyes);
  };
  EXPECT_TRUE(over(1.5).sight.visible);
  EXPECT_NEAR(over(1.5).sight.end.z, 1.5, 1e-6);
  const SightAnswer low = over(0.5);
  EXPECT_FALSE(low.sight.visible);
  EXPECT_NEAR(low.sight.end.x, 2.1, 1e-6);
  ASSERT_TRUE(low.wall);
  EXPECT_EQ(surface.materials[*low.wall], 7U);
  EXPECT_EQ(std::abs(surface.normal(*low.wall).x), 1);
  EXPECT_FALSE(find_sight_over(ground, surface, flat(0.5F, 2), flat(40, 2), 1).sight.visible)
      << "not on the ground";
}

TEST(Ask, RaysCanBeNarrowed) {
  walkmesh::Mesh mesh = floor(2);
  mesh.triangles[0].material = 7;
  const Surface surface = surface_of(room_of(mesh));
  RayQuestion ray{.from = Vec3(0.75F, 0.25F, 2), .direction = Vec3(0, 0, -1), .materials = {}};
  const auto hits = [&] { return first_hit(surface, ray).value().has_value(); };
  EXPECT_TRUE(hits());
  ray.walkable = true;
  EXPECT_FALSE(hits());
  ray.walkable = false;
  ray.materials = {4, 6};
  EXPECT_FALSE(hits());
  ray.materials = {6, 7};
  ray.stored_tree = true;
  EXPECT_TRUE(hits());
  ray.direction = Vec3(0, 0, 1);
  ray.from.z = -1;
  EXPECT_TRUE(hits());
  ray.front = true;
  EXPECT_FALSE(hits());
  const Document box = opened(box_without_lid(), "box.pwk");
  const Surface walls = join_surfaces({&box, 1}).value();
  EXPECT_EQ(to_string(first_hit(walls, ray).error()), "stored-tree: needs one file that has a tree of boxes");
}

TEST(Ask, ATreeAnswersAsTheSurfaceDoes) {
  const Surface surface = surface_of(two_storeys());
  const SurfaceTree tree(surface);
  std::mt19937 random(5);
  std::uniform_real_distribution<float> in(-1, 5);
  for (int i = 0; i < 200; ++i) {
    const QueryPoint spot{.at = {in(random), in(random), in(random)}, .has_height = i % 2 == 0};
    const auto place = tree.locate(spot);
    const auto expected = locate(surface, spot);
    ASSERT_EQ(place.has_value(), expected.has_value()) << i;
    if (place) EXPECT_EQ(place->face, expected->face) << i;
    RayQuestion question{.from = spot.at, .direction = {in(random)-2, in(random)-2, in(random)-2}};
    question.walkable = i % 3 == 0;
    if (i % 5 == 0) question.materials = {surface.materials[0]};
    question.stored_tree = i % 7 == 0;
    const auto hit = tree.first_hit(question);
    const auto wanted = first_hit(surface, question);
    ASSERT_EQ(hit.has_value(), wanted.has_value()) << i;
    if (!hit) continue;
    ASSERT_EQ(hit->has_value(), wanted->has_value()) << i;
    if (*hit) EXPECT_EQ((*hit)->face, (*wanted)->face) << i;
  }
}

/// Four times the faces are no four times the time of a question.
TEST(Ask, QuestionsToATreeDoNotLookAtEveryFace) {
  const auto questions = [](int size) {
    return [tree = std::make_shared<SurfaceTree>(surface_of(room_of(floor(size)))), size] {
      for (int i = 0; i < 200; ++i) {
        const float at = float(size) * float(i) / 200;
        EXPECT_TRUE(tree->locate(flat(at, at)));
        EXPECT_TRUE(tree->first_hit({.from = {at, at, 1}, .direction = {0, 0, -1}}).value());
      }
    };
  };
  // Beside the floor, where there is next to nothing to do but what is done for every question.
  const auto on_foot = [](int size) {
    return [tree = std::make_shared<SurfaceTree>(surface_of(room_of(floor(size))))] {
      for (int i = 0; i < 200; ++i)
        EXPECT_FALSE(
            tree->first_hit({.from = {-5, -5, 1}, .direction = {0, 0, -1}, .walkable = true}).value());
    };
  };
  // A doubling of expect_growth() that takes as long as once is far below what it allows.
  expect_growth("questions", questions(20), questions(80), 1);
  expect_growth("questions on foot", on_foot(20), on_foot(160), 1);
}

}  // namespace
}  // namespace mw::test
