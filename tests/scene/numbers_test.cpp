#include <gtest/gtest.h>
#include <meshwright/scene/detail/numbers.h>
#include <meshwright/scene/detail/tree.h>

#include <cmath>
#include <glm/gtc/quaternion.hpp>
#include <limits>
#include <vector>

#include "support/losses.h"

namespace mw::scene {
namespace {

using Lines = std::vector<std::string>;

std::string problem(const std::vector<Vec3>& rows) {
  return problem_of(rows, "position").value_or("none");
}

TEST(SceneNumbers, PlacesReachAsFarAsTheirProductsDo) {
  EXPECT_EQ(problem({}), "none");
  EXPECT_EQ(problem({{1, -1e15F, 0}, {0, 0, 1e15F}}), "none");
  EXPECT_EQ(problem({{0, 0, 0}, {0, 0, 1.1e15F}}), "has a position beyond 1e+15");
  EXPECT_EQ(problem({{-3e38F, 0, 0}}), "has a position beyond 1e+15");
}

/// Whatever else is wrong, what is no number is named first.
TEST(SceneNumbers, WhatIsNoNumberIsNamed) {
  EXPECT_EQ(problem({{3e38F, 0, 0}, {0, NAN, 0}}), "has a position that is not finite");
  EXPECT_EQ(problem({{0, 0, -INFINITY}}), "has a position that is not finite");
}

TEST(SceneNumbers, TextureCoordinatesToo) {
  EXPECT_EQ(problem_of(std::vector<Vec2>{{0, -1e15F}}, "texture coordinate"), std::nullopt);
  EXPECT_EQ(problem_of(std::vector<Vec2>{{0, 3e30F}}, "texture coordinate"),
            "has a texture coordinate beyond 1e+15");
  EXPECT_EQ(problem_of(std::vector<Vec2>{{NAN, 0}}, "texture coordinate"),
            "has a texture coordinate that is not finite");
}

TEST(SceneNumbers, VerticesOfNoTriangleAreCounted) {
  Mesh mesh;
  mesh.primitives.push_back({.positions = std::vector<Vec3>(5), .indices = {0, 1, 3}});
  EXPECT_EQ(count_lone_vertices(mesh), 2U);
  mesh.primitives.push_back(mesh.primitives[0]);  // each may have some for the other
  EXPECT_EQ(count_lone_vertices(mesh), 0U);
  mesh.primitives.resize(1);
  mesh.primitives[0].topology = Topology::lines;
  EXPECT_EQ(count_lone_vertices(mesh), 0U);
  mesh.primitives[0] = {.positions = std::vector<Vec3>(5)};
  EXPECT_EQ(count_lone_vertices(mesh), 0U);
}

TEST(SceneNumbers, WhatMaterialsShowHasTheirNames) {
  Scene scene;
  scene.materials = {{.name = "lamp", .emissive = {0, 1, 0}},
                     {.name = "leaf", .alpha = Alpha::mask, .two_sided = true},
                     {.name = "fern", .two_sided = true}};
  Mesh mesh;
  for (Index material = 0; material < 3; ++material)
    mesh.primitives.push_back({.positions = std::vector<Vec3>(3), .material = material});
  scene.meshes.push_back(mesh);
  EXPECT_EQ(shown_by_materials(scene), Lines());  // on no node
  add_node(scene, {.name = "hall", .mesh = 0});
  EXPECT_EQ(shown_by_materials(scene),
            (Lines{"emission (lamp)", "second sides (leaf, fern)", "alpha masks (leaf)"}));
  scene.meshes[0].primitives[0].topology = Topology::lines;
  EXPECT_EQ(shown_by_materials(scene), (Lines{"second sides (leaf, fern)", "alpha masks (leaf)"}));
  scene.nodes[0].role = Role::walkmesh;
  EXPECT_EQ(shown_by_materials(scene), Lines());
}

TEST(SceneNumbers, WeightsMayBeLargeButMustBeNumbers) {
  Primitive p{.weights = {{1, 0, 0, 0}, {1e30F, 0, 0, 0}}};
  EXPECT_EQ(problem_of_weights(p), std::nullopt);
  p.weights[1] = {0, 0, 0, NAN};
  EXPECT_EQ(problem_of_weights(p), "has a weight that is not finite");
}

TEST(SceneNumbers, VerticesThatNoBoneMovesAreCounted) {
  const Primitive p{.weights = {{0, 0, 0, 0}, {0, 0, 0, 0.5F}, {0, -1, 0, 0}, {0.5F, -1, 0, 0}}};
  EXPECT_EQ(count_weightless(p), 2U);
  EXPECT_EQ(tell_weightless(2, "they stay"), "2 vertices have no weight at all: they stay");
  EXPECT_EQ(tell_weightless(1, "they stay"), "1 vertex has no weight at all: they stay");
}

TEST(SceneNumbers, TheFirstNodeWhosePlaceIsTooFarIsNamed) {
  Scene scene;
  const Index root = add_node(scene, {.name = "root"});
  add_node(scene, {.name = "far"}, root);
  EXPECT_FALSE(find_unusable_transform(scene));
  scene.nodes[1].transform.translation.z = 2e15F;
  EXPECT_EQ(to_string(find_unusable_transform(scene).value()), "far: has a place beyond 1e+15");
  scene.nodes[0].transform.translation.y = NAN;
  EXPECT_EQ(to_string(find_unusable_transform(scene).value()), "root: has a place that is not finite");
}

TEST(SceneNumbers, ARotationTurnsSomewhere) {
  Scene scene;
  add_node(scene, {.name = "root"});
  add_node(scene, {.name = "odd"}, 0);
  EXPECT_FALSE(find_unusable_rotation(scene));
  scene.nodes[1].transform.rotation = Quat(0, 0, 0, 0);
  EXPECT_EQ(to_string(find_unusable_rotation(scene).value()), "odd: has a rotation of length 0");
  EXPECT_EQ(to_string(find_unusable_transform(scene).value()), "odd: has a rotation of length 0");
  scene.nodes[1].transform.rotation = Quat(0, 1e-7F, 0, 0);
  EXPECT_EQ(to_string(find_unusable_rotation(scene).value()), "odd: has a rotation of length 0");
  scene.nodes[1].transform.rotation = Quat(0, 1e-5F, 0, 0);
  EXPECT_FALSE(find_unusable_rotation(scene));
  const std::vector<Index> nodes = {kNewNode, 1};
  const Scene before = scene;
  const Origins origins{before, nodes};
  scene.nodes[1].transform.rotation = Quat(NAN, 0, 0, 1);
  EXPECT_EQ(to_string(find_unusable_rotation(scene, &origins).value()),
            "odd: has a rotation that is not finite");
  const Scene odd = scene;
  const Origins own{odd, nodes};
  EXPECT_FALSE(find_unusable_rotation(scene, &own));
}

TEST(SceneNumbers, ANodeMayStayAsFarAsItWas) {
  Scene before;
  add_node(before, {.name = "near"});
  add_node(before, {.name = "far", .transform = {.translation = {0, 2e15F, 0}}});
  Scene after;
  add_node(after, {.name = "far", .transform = {.translation = {0, 3e15F, 0}}});
  add_node(after, {.name = "near"});
  add_node(after, {.name = "new"});
  const std::vector<Index> nodes = {1, 0, kNewNode};
  const Origins origins{before, nodes};
  EXPECT_FALSE(find_unusable_transform(after, &origins));
  after.nodes[2].transform.translation.z = 2e15F;
  EXPECT_EQ(to_string(find_unusable_transform(after, &origins).value()), "new: has a place beyond 1e+15");
  after.nodes[1].transform.translation.z = NAN;
  EXPECT_EQ(to_string(find_unusable_transform(after, &origins).value()),
            "near: has a place that is not finite");
}

/// A scale of 0 of the node itself or of one above it; of skins the joints are what counts.
TEST(SceneNumbers, MeshesThatAScaleFlattensAreTold) {
  Scene scene;
  scene.meshes.emplace_back();
  scene.skins.emplace_back();
  const Index root = add_node(scene, {.name = "root"});
  add_node(scene, {.name = "plate", .transform = {.scale = {2, -1, 3}}, .mesh = 0}, root);
  add_node(scene, {.name = "flat", .transform = {.scale = {1, 0, 1}}, .mesh = 0}, root);
  add_node(scene, {.name = "coat", .transform = {.scale = Vec3(0)}, .mesh = 0, .skin = 0}, root);
  add_node(scene, {.name = "ghost", .transform = {.scale = Vec3(0)}, .mesh = 0, .role = Role::hidden}, root);
  add_node(scene, {.name = "mark", .transform = {.scale = Vec3(0)}, .mesh = 0, .role = Role::helper}, root);
  add_node(scene, {.name = "empty", .transform = {.scale = Vec3(0)}}, root);
  EXPECT_EQ(tell_flattened(scene), Lines{"flat: a scale of 0 leaves its triangles no area"});
  scene.nodes[root].transform.scale.z = 0;
  EXPECT_EQ(tell_flattened(scene), (Lines{"plate: a scale of 0 leaves its triangles no area",
                                          "flat: a scale of 0 leaves its triangles no area"}));
}

/// Of products of turns and a scale of 0 the determinant is seldom 0 itself.
TEST(SceneNumbers, TurnsAroundAScaleOfZeroDoNotHideIt) {
  const auto place = [](float angle, const Vec3& scale) {
    const Quat turn = glm::angleAxis(angle, glm::normalize(Vec3(1, 2, 3)));
    const Quat below = glm::angleAxis(2 * angle + 1, glm::normalize(Vec3(-2, 1, 0.5F)));
    return to_matrix({.rotation = turn, .scale = scale}) * to_matrix({.rotation = below});
  };
  for (float angle = 0.1F; angle < 6; angle += 0.1F) {
    EXPECT_TRUE(flattens(place(angle, {1, 0, 1}))) << angle;
    EXPECT_TRUE(flattens(place(angle, {100, 3, 0}))) << angle;
    EXPECT_FALSE(flattens(place(angle, {1, 1e-3F, 1}))) << angle;
    EXPECT_FALSE(flattens(place(angle, Vec3(1e-16F)))) << angle;
  }
  EXPECT_TRUE(flattens(place(1, Vec3(0))));
  EXPECT_FALSE(flattens(to_matrix({.scale = {1, 1e-16F, 1}})));
}

}  // namespace
}  // namespace mw::scene
