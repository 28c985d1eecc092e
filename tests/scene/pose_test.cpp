#include <gtest/gtest.h>
#include <meshwright/scene/detail/pose.h>

#include <cmath>
#include <limits>

namespace mw::scene {
namespace {

/// A table, and on it a lamp that an animation moves.
Scene table() {
  Scene s;
  s.meshes = {{.name = "wood", .primitives = {{.positions = {{0, 0, 0}}}, {.positions = {{1, 0, 0}}}}}};
  s.meshes[0].primitives[1].material = 0;
  s.materials = {{.name = "brass"}};
  add_node(s, {.name = "table", .transform = {.translation = {10, 0, 0}}, .mesh = 0});
  add_node(s, {.name = "lamp", .transform = {.translation = {0, 1, 0}, .scale = {2, 2, 2}}, .mesh = 0}, 0);
  return s;
}

Vec3 place(const Mat4& matrix) {
  return Vec3(matrix * Vec4(0, 0, 0, 1));
}

Transform at(const Channel& channel, float time) {
  Transform transform;
  apply(channel, time, transform);
  return transform;
}

TEST(ScenePose, KeysAreMetWhereTheyAreAndHeldOutside) {
  const Channel linear{.times = {1, 3}, .values = {0, 0, 0, 4, 8, 0}};
  EXPECT_EQ(at(linear, 2).translation, Vec3(2, 4, 0));
  EXPECT_EQ(at(linear, 0).translation, Vec3(0));
  EXPECT_EQ(at(linear, 9).translation, Vec3(4, 8, 0));
  EXPECT_EQ(at(linear, std::numeric_limits<float>::quiet_NaN()).translation, Vec3(0));
  Channel step = linear;
  step.interpolation = Interpolation::step;
  EXPECT_EQ(at(step, 2.9F).translation, Vec3(0));
  EXPECT_EQ(at(step, 3).translation, Vec3(4, 8, 0));
}

TEST(ScenePose, CurvesGoAlongTheirTangents) {
  // Up from 0 and level at 1: in-tangent, value, out-tangent.
  const Channel curve{.interpolation = Interpolation::cubic,
                      .times = {0, 2},
                      .values = {0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0}};
  // (t3 - 2 t2 + t) * 2 * 1 + (3 t2 - 2 t3) * 1 at half the way
  EXPECT_FLOAT_EQ(at(curve, 1).translation.x, 0.25F + 0.5F);
}

TEST(ScenePose, RotationsTakeTheShortWayAndStayOfLengthOne) {
  const float half = std::sqrt(0.5F);
  const Channel turn{.target = Target::rotation,
                     .components = 4,
                     .times = {0, 1},
                     .values = {0, 0, 0, 1, 0, -half, 0, -half}};  // a quarter turn, said the long way
  const Quat middle = at(turn, 0.5F).rotation;
  EXPECT_NEAR(glm::length(middle), 1, 1e-6);
  EXPECT_NEAR(std::abs(middle.w), std::cos(0.3926991), 1e-6);
}

TEST(ScenePose, ChannelsWithoutTheirValuesMoveNothing) {
  EXPECT_EQ(at({.times = {0, 1}, .values = {5, 5, 5}}, 0).translation, Vec3(0));
  EXPECT_EQ(at({.target = Target::custom, .components = 1, .times = {0}, .values = {5, 5, 5}}, 0).translation,
            Vec3(0));
}

TEST(ScenePose, ChildrenFollow) {
  const Scene s = table();
  const Animation slide{
      .name = "slide", .length = 1, .channels = {{.node = 0, .times = {0, 1}, .values = {0, 0, 0, 4, 0, 0}}}};
  const auto matrices = pose(s, slide, 0.5F);
  EXPECT_EQ(place(matrices[0]), Vec3(2, 0, 0));
  EXPECT_EQ(place(matrices[1]), Vec3(2, 1, 0));
  EXPECT_EQ(matrices[1][0][0], 2);  // what does not move stays in rest
}

TEST(ScenePose, DrawCallsAreEveryPrimitiveInItsPlace) {
  Scene s = table();
  s.skins = {{.joints = {0}, .inverse_binds = {Mat4(2)}}};
  s.nodes[1].skin = 0;
  const auto places = world_matrices(s);
  const auto calls = draw_calls(s, places);
  ASSERT_EQ(calls.size(), 4U);
  EXPECT_EQ(calls[1].node, 0U);
  EXPECT_EQ(calls[1].primitive, 1U);
  EXPECT_EQ(calls[1].material, Index(0));
  EXPECT_EQ(place(calls[1].matrix), Vec3(10, 0, 0));
  EXPECT_EQ(calls[2].node, 1U);
  EXPECT_EQ(calls[2].material, std::nullopt);
  EXPECT_EQ(calls[2].skin, Index(0));
  EXPECT_EQ(calls[2].matrix, Mat4(1));
  EXPECT_EQ(joint_matrices(s.skins[0], places).at(0), places[0] * Mat4(2));
}

}  // namespace
}  // namespace mw::scene
