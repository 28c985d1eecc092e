#include "outliers.h"
#include "support/losses.h"

#include <gtest/gtest.h>
#include <cmath>
#include <limits>
#include <numeric>

/// What of a scene lies where it cannot be seen together with the rest.
namespace mw::view {
namespace {

using scene::Scene;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

/// Squares of two triangles side by side, one unit large.
Scene floor_of(std::size_t squares) {
  scene::Primitive shape;
  for (std::size_t i = 0; i <= squares; ++i)
    for (const float z : {0.0F, 1.0F}) shape.positions.push_back({float(i), 0, z});
  for (scene::Index i = 0; i < squares; ++i)
    for (const scene::Index corner : {0, 1, 2, 2, 1, 3}) shape.indices.push_back(2 * i + corner);
  Scene made;
  made.meshes.push_back({.name = "floor"});
  made.meshes[0].primitives.push_back(shape);
  add_node(made, {.name = "floor", .mesh = 0});
  return made;
}

scene::Primitive& shape_of(Scene& scene) {
  return scene.meshes[0].primitives[0];
}

TEST(Outliers, WhatLiesTogetherStaysAsItIs) {
  Scene scene = floor_of(100);
  add_node(scene, {.name = "again", .transform = {.translation = {500, 0, 0}}, .mesh = 0});
  const auto before = shape_of(scene).indices;
  const Outliers found = hide_outliers(scene);
  EXPECT_TRUE(found.places.empty());
  EXPECT_FALSE(found.within);
  EXPECT_EQ(shape_of(scene).indices, before);
  EXPECT_TRUE(scene.losses.empty());
}

TEST(Outliers, AVertexFarAwayIsDrawnButNotFramed) {
  Scene scene = floor_of(20);
  shape_of(scene).positions[4].x = 1e6F;
  const auto before = shape_of(scene).indices;
  const Outliers found = hide_outliers(scene);
  ASSERT_EQ(found.places.size(), 1U);
  const Outlier& outlier = found.places[0];
  EXPECT_EQ(outlier.mesh, "floor");
  EXPECT_TRUE(outlier.drawn);
  EXPECT_EQ(outlier.vertices, 1U);
  EXPECT_EQ(outlier.triangles, 3U);
  EXPECT_EQ(outlier.triangle, 2U);
  EXPECT_EQ(shape_of(scene).indices, before);
  ASSERT_TRUE(found.within);
  EXPECT_LT(found.within->max.x, 1e6F);
  EXPECT_LT(found.within->min.x, 0);
  EXPECT_GT(found.within->max.x, 20);
}

TEST(Outliers, WhatCannotBeDrawnIsLeftOutAndKeepsItsNumber) {
  for (const float odd : {kNan, 1e38F, -1e13F, std::numeric_limits<float>::infinity()}) {
    Scene scene = floor_of(20);
    shape_of(scene).positions[0].y = odd;
    const std::size_t total = shape_of(scene).indices.size();
    const Outliers found = hide_outliers(scene);
    ASSERT_EQ(found.places.size(), 1U) << odd;
    EXPECT_FALSE(found.places[0].drawn);
    EXPECT_EQ(found.places[0].triangles, 1U);
    EXPECT_EQ(found.places[0].triangle, 0U);
    EXPECT_FALSE(found.within) << "everything that is left lies together";
    const scene::Primitive& shape = shape_of(scene);
    ASSERT_EQ(shape.indices.size(), total);
    EXPECT_EQ(shape.indices[0], shape.indices[1]);
    EXPECT_EQ(shape.indices[1], shape.indices[2]);
    EXPECT_EQ(shape.indices[3], 2U) << "the next triangle is as it was";
    for (const Vec3& position : shape.positions) EXPECT_LE(std::abs(position.y), 0) << odd;
  }
}

TEST(Outliers, TrianglesWithoutIndicesGetThem) {
  Scene scene = floor_of(20);
  scene::Primitive& shape = shape_of(scene);
  std::vector<Vec3> corners;
  for (const scene::Index index : shape.indices) corners.push_back(shape.positions[index]);
  shape.positions = corners;
  shape.indices.clear();
  shape.positions[7].x = kNan;
  const Outliers found = hide_outliers(scene);
  ASSERT_EQ(found.places.size(), 1U);
  EXPECT_EQ(found.places[0].triangle, 2U);
  EXPECT_EQ(shape.indices.size(), corners.size());
  EXPECT_EQ(shape.indices[6], shape.indices[8]);
  EXPECT_EQ(shape.indices[9], 9U);
}

/// Numbers of the mesh alone do not tell: it is where its node is.
TEST(Outliers, PlacesAreThoseOfNodes) {
  Scene scene = floor_of(50);
  scene.meshes.push_back({.name = "floor"});
  scene.meshes[1].primitives.push_back({.positions = {{0, 0, 0}, {1, 0, 0}, {0, 0, 1}}});
  add_node(scene, {.name = "away", .transform = {.translation = {0, 1e6F, 0}}, .mesh = 1});
  const Outliers found = hide_outliers(scene);
  ASSERT_EQ(found.places.size(), 1U);
  EXPECT_EQ(found.places[0].occurrence, 1U) << "of two meshes of one name";
  EXPECT_EQ(found.places[0].vertices, 3U);
  EXPECT_TRUE(found.places[0].drawn);
}

TEST(Outliers, ANodeThatIsNowhereIsShownWhereItsParentIs) {
  Scene scene = floor_of(3);
  scene.nodes[0].transform.translation = {1e38F, 0, 0};
  EXPECT_TRUE(hide_outliers(scene).places.empty());
  EXPECT_EQ(scene.nodes[0].transform.translation, Vec3(0));
  EXPECT_EQ(scene.losses, std::vector<std::string>{
                              "1 node lies nowhere, or too far away to be drawn: shown where the parent is"});
}

TEST(Outliers, NothingButNonsenseDoesNoHarm) {
  Scene scene = floor_of(2);
  for (Vec3& position : shape_of(scene).positions) position = Vec3(kNan);
  const Outliers found = hide_outliers(scene);
  ASSERT_EQ(found.places.size(), 1U);
  EXPECT_EQ(found.places[0].triangles, 4U);
  for (const Vec3& position : shape_of(scene).positions) EXPECT_EQ(position, Vec3(0));
  Scene empty;
  EXPECT_TRUE(hide_outliers(empty).places.empty());
}

}  // namespace
}  // namespace mw::view
