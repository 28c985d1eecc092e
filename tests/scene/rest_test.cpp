#include <gtest/gtest.h>
#include <meshwright/scene/detail/rest.h>

#include <cmath>

namespace mw::scene {
namespace {

/// Two bones, one a unit above where it was bound and twice as large; a vertex of each and one of both.
Scene stretched() {
  Scene s;
  add_node(s, {.name = "root", .transform = {.translation = {0, 10, 0}}});
  add_node(s, {.name = "low"}, 0);
  add_node(s, {.name = "high", .transform = {.translation = {0, 1, 0}, .scale = Vec3(2)}}, 0);
  Mat4 bind(1);
  bind[3] = Vec4(0, -10, 0, 1);
  s.skins.push_back({.joints = {1, 2}, .inverse_binds = {bind, bind}});
  s.meshes.push_back({.primitives = {{.positions = {{1, 10, 0}, {1, 11, 0}, {1, 10, 4}},
                                      .normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 0}},
                                      .joints = std::vector<U16Vec4>(3, U16Vec4(0, 1, 0, 0)),
                                      .weights = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0.5F, 0.5F, 0, 0}}}}});
  add_node(s, {.name = "skin", .transform = {.translation = {7, 7, 7}}, .mesh = 0, .skin = 0}, 0);
  return s;
}

TEST(Rest, VerticesGoWhereTheirBonesAre) {
  Scene s = stretched();
  bring_skins_to_rest(s);
  const Primitive& p = s.meshes[*s.nodes[3].mesh].primitives[0];
  EXPECT_EQ(p.positions, (std::vector<Vec3>{{1, 10, 0}, {2, 13, 0}, {1.5F, 10.5F, 6}}));
  EXPECT_EQ(p.normals, (std::vector<Vec3>{{0, 0, 1}, {0, 0, 1}, {0, 0, 0}}));
  EXPECT_EQ(p.weights, stretched().meshes[0].primitives[0].weights);
  EXPECT_FALSE(find_contradiction(s));
  EXPECT_EQ(s.meshes.size(), 1U);  // the mesh before is of no node any more
  // In the new pose nothing is to be moved any more.
  EXPECT_FALSE(RestPose(s).mesh_of(3));
}

/// Only those of the bone that mirrors, whether the mesh has indices or not.
TEST(Rest, MirroredTrianglesAreTurnedAround) {
  Scene s = stretched();
  s.nodes[2].transform.scale = {2, 2, -2};
  Primitive& p = s.meshes[0].primitives[0];
  p.indices = {0, 1, 2, 1, 2, 0};
  EXPECT_EQ(RestPose(s).mesh_of(3)->primitives[0].indices, (std::vector<Index>{0, 1, 2, 1, 0, 2}));
  p.indices.clear();
  p.weights.assign(3, Vec4(0, 1, 0, 0));
  EXPECT_EQ(RestPose(s).mesh_of(3)->primitives[0].indices, (std::vector<Index>{0, 2, 1}));
}

TEST(Rest, BoundsAreThoseOfTheRest) {
  const auto box = bounds(stretched());
  ASSERT_TRUE(box);
  EXPECT_EQ(box->min, Vec3(1, 10, 0));
  EXPECT_EQ(box->max, Vec3(2, 13, 6));
}

TEST(Rest, WhatIsInPlaceButForRoundingKeepsItsBits) {
  Scene s = stretched();
  s.nodes[2].transform = {.translation = {1e-5F, 0, 0}};
  const std::uint64_t before = hash(s);
  bring_skins_to_rest(s);
  EXPECT_EQ(hash(s), before);
}

TEST(Rest, ASmallMeshIsMeasuredByItsOwnSize) {
  Scene s = stretched();
  s.nodes[0].transform = {};
  s.nodes[2].transform = {.translation = {1e-5F, 0, 0}};
  s.skins[0].inverse_binds = {Mat4(1), Mat4(1)};
  s.meshes[0].primitives[0].positions = {{0, 0, 0}, {1e-3F, 0, 0}, {0, 0, 1e-3F}};
  bring_skins_to_rest(s);
  EXPECT_NEAR(s.meshes[*s.nodes[3].mesh].primitives[0].positions[1].x, 1.01e-3F, 1e-9F);
}

TEST(Rest, AMeshOfTwoNodesIsBentForEach) {
  Scene s = stretched();
  add_node(s, {.name = "plain", .mesh = 0});
  bring_skins_to_rest(s);
  EXPECT_EQ(s.meshes[*s.nodes[4].mesh].primitives[0].positions[1], Vec3(1, 11, 0));
  EXPECT_EQ(s.meshes[*s.nodes[3].mesh].primitives[0].positions[1], Vec3(2, 13, 0));
}

}  // namespace
}  // namespace mw::scene
