#include <gtest/gtest.h>
#include <meshwright/kotor/detail/mdl_pose.h>

#include <cmath>
#include <limits>

#include "fixtures.h"
#include "play.h"
#include "support/bytes.h"

namespace mw::kotor::mdl {
namespace {

constexpr float kSin45 = 0.70710678F;  // sine and cosine of 45 degrees

void expect_near(const Vec3& a, const Vec3& b) {
  EXPECT_LT(glm::distance(a, b), 1e-5F)
      << a.x << " " << a.y << " " << a.z << ", expected " << b.x << " " << b.y << " " << b.z;
}

Vec3 place(const std::vector<Mat4>& pose, std::size_t row) {
  return Vec3(pose[row][3]);
}

/// A root and two bones, each a unit along x from the one before.
File arm() {
  File file = chain(3);
  file.nodes[1].header.position = file.nodes[2].header.position = {1, 0, 0};
  return file;
}

/// An animation of one node of that number with one controller.
Animation moves(std::uint16_t number, std::uint32_t type, std::uint8_t columns,
                const std::vector<float>& times, const std::vector<float>& values) {
  Animation animation;
  Node& node = animation.nodes.emplace_back();
  node.header.number = number;
  add_keys(node, type, columns, times, values);
  return animation;
}

TEST(MdlPose, AnimationsAreFoundInAnyCase) {
  File file = arm();
  EXPECT_EQ(find_animation(file, "walk"), nullptr);
  for (const std::string_view name : {"run", "Walk", "WALK"})
    file.animations.emplace_back().header.geometry.name = FixedText<32>(name);
  EXPECT_EQ(find_animation(file, "walk"), &file.animations[1]);
  EXPECT_EQ(find_animation(file, "wal"), nullptr);
}

TEST(MdlPose, ABoneCarriesTheNextOne) {
  const File file = arm();
  // A quarter turn about z in 2 s: after 1 s 45 degrees, so the end is at (1, 0) + (cos 45, sin 45).
  const Animation turn = moves(1, kOrientationController, 4, {0, 2}, {0, 0, 0, 1, 0, 0, kSin45, kSin45});
  expect_near(place(pose(file, turn, 0), 2), {2, 0, 0});
  expect_near(place(pose(file, turn, 1), 2), {1 + kSin45, kSin45, 0});
  // At even speed: a quarter of the time, 22.5 degrees (mixing the quaternions would give 21.6).
  expect_near(place(pose(file, turn, 0.5F), 2), {1.9238795F, 0.38268343F, 0});
  expect_near(place(pose(file, turn, 2), 2), {1, 1, 0});
  const Mat4 end = pose(file, turn, 2)[2];
  expect_near(Vec3(end * Vec4(1, 0, 0, 0)), {0, 1, 0});
  EXPECT_EQ(place(pose(file, turn, 1), 1), Vec3(1, 0, 0));
}

TEST(MdlPose, RotationsTakeTheShortWay) {
  const File file = arm();
  // The second key is the same quarter turn with its sign turned; the long way would pass at -135 degrees.
  const Animation turn = moves(1, kOrientationController, 4, {0, 2}, {0, 0, 0, 1, 0, 0, -kSin45, -kSin45});
  expect_near(place(pose(file, turn, 1), 2), {1 + kSin45, kSin45, 0});
}

/// For players that do not look for the short way themselves.
TEST(MdlPose, NeighbouringRotationsAreOnTheSameSide) {
  const Animation turn =
      moves(1, kOrientationController, 4, {0, 1, 2}, {0, 0, 0, 1, 0, 0, -kSin45, -kSin45, 0, 0, 0, -1});
  const Motion motion = motion_of(arm(), turn);
  ASSERT_EQ(motion.channels.size(), 1U);
  const std::vector<float>& v = motion.channels[0].values;
  ASSERT_EQ(v.size(), 12U);
  EXPECT_NEAR(v[6], kSin45, 1e-6F);
  EXPECT_NEAR(v[7], kSin45, 1e-6F);
  EXPECT_NEAR(v[11], 1, 1e-6F);
}

TEST(MdlPose, PositionsAreAddedToTheRest) {
  const File file = arm();
  const Animation shift = moves(1, kPositionController, 3, {0, 1}, {0, 0, 0, 0, 4, 0});
  expect_near(place(pose(file, shift, 0.25F), 1), {1, 1, 0});
  expect_near(place(pose(file, shift, 0.25F), 2), {2, 1, 0});
}

TEST(MdlPose, CurvesFollowTheirHandles) {
  const File file = arm();
  // Along z from 0 to 4; the handle out of the first key is 3, that into the second -2, so the four points of
  // the curve are 0, 3, 2, 4. Half way: (0 + 3*3 + 3*2 + 4) / 8 = 2.375. A quarter of the way:
  // 3 * 9/16 * 1/4 * 3 + 3 * 3/4 * 1/16 * 2 + 1/64 * 4 = 1.265625 + 0.28125 + 0.0625 = 1.609375.
  const Animation curve = moves(1, kPositionController, 3 | kBezier, {0, 2},
                                {0, 0, 0, 0, 0, 9, 0, 0, 3, 0, 0, 4, 0, 0, -2, 0, 0, 9});
  expect_near(place(pose(file, curve, 1), 1), {1, 0, 2.375F});
  expect_near(place(pose(file, curve, 0.5F), 1), {1, 0, 1.609375F});
  expect_near(place(pose(file, curve, 2), 1), {1, 0, 4});
  expect_near(place(pose(file, curve, 9), 1), {1, 0, 4});
}

TEST(MdlPose, ScalesWhatANodeCarries) {
  const File file = arm();
  const Animation grow = moves(1, kScaleController, 1, {0, 1}, {1, 3});
  expect_near(place(pose(file, grow, 0.5F), 1), {1, 0, 0});
  expect_near(place(pose(file, grow, 0.5F), 2), {3, 0, 0});
}

TEST(MdlPose, OutsideTheKeysTheNearestCounts) {
  const File file = arm();
  const Animation shift = moves(1, kPositionController, 3, {1, 2}, {0, 1, 0, 0, 2, 0});
  for (const float time : {-5.0F, 0.0F, 1.0F, std::numeric_limits<float>::quiet_NaN()})
    expect_near(place(pose(file, shift, time), 1), {1, 1, 0});
  for (const float time : {2.0F, 3.0F, std::numeric_limits<float>::infinity()})
    expect_near(place(pose(file, shift, time), 1), {1, 2, 0});
  const Animation constant = moves(1, kPositionController, 3, {0}, {0, 7, 0});
  expect_near(place(pose(file, constant, 0.5F), 1), {1, 7, 0});
}

TEST(MdlPose, WhatIsNotMovedStaysInRest) {
  const File file = arm();
  const Animation stranger = moves(77, kPositionController, 3, {0}, {5, 5, 5});
  EXPECT_EQ(pose(file, stranger, 0), pose_in_rest(file));
  EXPECT_EQ(motion_of(file, stranger).strangers, 1U);
  expect_near(place(pose_in_rest(file), 2), {2, 0, 0});
}

TEST(MdlPose, OfSeveralNodesWithTheNumberTheNameDecides) {
  File file = arm();
  file.nodes[1].header.number = file.nodes[2].header.number = 9;
  file.nodes[1].header.name_index = 1;
  file.nodes[2].header.name_index = 2;
  Animation shift = moves(9, kPositionController, 3, {0}, {0, 1, 0});
  shift.nodes[0].header.name_index = 2;
  expect_near(place(pose(file, shift, 0), 1), {1, 0, 0});
  expect_near(place(pose(file, shift, 0), 2), {2, 1, 0});
}

TEST(MdlPose, BrokenKeysAreLeftOut) {
  const File file = arm();
  const float nan = std::numeric_limits<float>::quiet_NaN();
  Animation animation = moves(1, kPositionController, 3, {0, 1}, {0, 1, 0, 0, nan, 0});
  EXPECT_EQ(motion_of(file, animation).dropped, 1U);
  animation.nodes[0].controllers[0].rows = 500;
  EXPECT_EQ(motion_of(file, animation).dropped, 1U);
  EXPECT_EQ(pose(file, animation, 0.5F), pose_in_rest(file));
  // A key that goes back in time does not count.
  const Animation back = moves(1, kPositionController, 3, {0, 2, 1}, {0, 0, 0, 0, 4, 0, 0, 99, 0});
  expect_near(place(pose(file, back, 1), 1), {1, 2, 0});
}

TEST(MdlPose, CompressedOrientationsOfTheSample) {
  const File file = sample({});
  const Mat4 neck = pose(file, file.animations[0], 1)[kNeck];
  // Half a radian about z, to the 10 bits of its one word.
  EXPECT_NEAR(neck[0][0], std::cos(0.5F), 2e-3F);
  EXPECT_NEAR(neck[0][1], std::sin(0.5F), 2e-3F);
}

/// The pole's middle ring hangs half on the hip, half on the neck, its upper ring on the neck alone.
TEST(MdlPose, SkinsFollowTheirBonesByWeight) {
  const File file = sample({});
  const Animation rise = moves(kNeck, kPositionController, 3, {0}, {0, 0, 0.5F});
  const auto risen = skinned_positions(file, kBody, pose(file, rise, 0));
  ASSERT_EQ(risen.size(), 12U);
  expect_near(risen[0], {0.25F, 0.25F, 0});
  expect_near(risen[4], {0.25F, 0.25F, 0.625F + 0.25F});
  expect_near(risen[8], {0.25F, 0.25F, 1.25F + 0.5F});
  // A quarter turn about z brings (0.25, 0.25) to (-0.25, 0.25); half of both is (0, 0.25).
  const Animation turn = moves(kNeck, kOrientationController, 4, {0}, {0, 0, kSin45, kSin45});
  const auto turned = skinned_positions(file, kBody, pose(file, turn, 0));
  expect_near(turned[4], {0, 0.25F, 0.625F});
  expect_near(turned[8], {-0.25F, 0.25F, 1.25F});
  // Other meshes follow their node; other rows are no mesh.
  const Animation hop = moves(kHip, kPositionController, 3, {0}, {0, 0, 1});
  expect_near(skinned_positions(file, kTail, pose(file, hop, 0))[0], {-0.125F, -0.25F, 1.5F});
  EXPECT_TRUE(skinned_positions(file, kNeck, pose_in_rest(file)).empty());
  EXPECT_TRUE(skinned_positions(file, 999, pose_in_rest(file)).empty());
  EXPECT_TRUE(skinned_positions(file, kBody, {}).empty());
}

TEST(MdlPose, WeightsNeedNotAddUp) {
  File file = sample({});
  auto& weights = body(file).mdx->rows.weights;
  weights[4] = {2, 2, 0, 0};
  weights[8] = {0, 0, 0, 0};
  const Animation rise = moves(kNeck, kPositionController, 3, {0}, {0, 0, 0.5F});
  const auto risen = skinned_positions(file, kBody, pose(file, rise, 0));
  expect_near(risen[4], {0.25F, 0.25F, 0.625F + 0.25F});
  expect_near(risen[8], {0.25F, 0.25F, 1.25F});  // without a bone it follows its node, which rests
}

TEST(MdlPose, SkinsInRestAreAsStored) {
  for (const Variant variant : kVariants) {
    const auto worst = worst_in_rest(sample(variant));
    ASSERT_TRUE(worst);
    EXPECT_LT(*worst, 1e-4F);
  }
}

TEST(MdlPose, TheSceneMovesAlike) {
  for (const Variant variant : kVariants) EXPECT_GT(compare_with_scene(sample(variant)), 100U);
}

TEST(MdlPose, CyclesAndSharedChildrenEnd) {
  File file = arm();
  file.nodes[2].children = {0, 1, 2, 500};
  expect_near(place(pose_in_rest(file), 2), {2, 0, 0});
  file.nodes[0].children = {2, 1};  // now 2 is first reached from the root
  expect_near(place(pose_in_rest(file), 2), {1, 0, 0});
  file.nodes[0].children.clear();
  EXPECT_EQ(pose_in_rest(file)[2], Mat4(1));
  file.nodes.clear();
  EXPECT_TRUE(pose_in_rest(file).empty());
}

TEST(MdlPose, DamagedModelsArePosedToo) {
  const Pair pair = write(sample({})).value();
  std::size_t posed = 0;
  for (std::uint32_t seed = 0; seed < 1500; ++seed) {
    const auto file = read(test::mutant(pair.mdl, seed), test::mutant(*pair.mdx, seed));
    if (!file) continue;
    for (const Animation& animation : file->animations) {
      const auto matrices = pose(*file, animation, 0.3F);
      ASSERT_EQ(matrices.size(), file->nodes.size());
      for (std::size_t row = 0; row < file->nodes.size(); ++row)
        posed += skinned_positions(*file, row, matrices).size();
    }
  }
  EXPECT_GT(posed, 10000U);
}

}  // namespace
}  // namespace mw::kotor::mdl
