#include <gtest/gtest.h>
#include <meshwright/edit/detail/blender.h>

#include <glm/gtc/quaternion.hpp>

#include "edit_sample.h"

/// Bones that a program turned where they are, with all that hangs on them as it was.
namespace mw::edit {
namespace {

/// A chain of three bones with a plate at its end, a skin, and a motion of the middle bone and of the plate.
Scene arm() {
  Scene scene;
  scene.name = "arm";
  scene.materials = {{.name = "steel"}};
  const Index root = add_node(scene, {.name = "root"});
  const Index upper = add_node(scene, {.name = "upper"}, root);
  const Index lower = add_node(scene, {.name = "lower"}, upper);
  const Index hand = add_node(scene, {.name = "hand"}, lower);
  scene.nodes[upper].transform = {{0, 1, 0}, glm::angleAxis(0.5F, Vec3(0, 0, 1)), Vec3(1)};
  scene.nodes[lower].transform = {{0.5F, 2, 0.25F}, glm::angleAxis(-0.25F, Vec3(1, 0, 0)), Vec3(1)};
  scene.nodes[hand].transform = {{0, 1, 0.5F}, glm::angleAxis(1.5F, Vec3(0, 1, 0)), Vec3(1)};
  scene.meshes.push_back({.name = "plate", .primitives = {square()}});
  const Index plate = add_node(scene, {.name = "plate", .mesh = 0}, hand);
  Primitive sleeve = square();
  sleeve.joints.assign(4, U16Vec4(0, 1, 0, 0));
  sleeve.weights.assign(4, Vec4(0.75F, 0.25F, 0, 0));
  scene.meshes.push_back({.name = "sleeve", .primitives = {sleeve}});
  Skin skin{.name = "sleeve", .joints = {upper, lower, hand}};
  const std::vector<Mat4> places = world_matrices(scene);
  for (const Index joint : skin.joints) skin.inverse_binds.push_back(glm::inverse(places[joint]));
  scene.skins.push_back(skin);
  add_node(scene, {.name = "sleeve", .mesh = 1, .skin = 0}, root);
  const Quat bent = glm::angleAxis(0.75F, Vec3(0, 0, 1));
  Channel turns{.node = lower, .target = Target::rotation, .components = 4, .times = {0, 1}};
  turns.values = {0, 0, 0, 1, bent.x, bent.y, bent.z, bent.w};
  const Channel moves{.node = lower, .times = {0, 1}, .values = {0.5F, 2, 0.25F, 0, 3, 1}};
  const Channel slides{.node = plate, .times = {0, 1}, .values = {0, 0, 0, 1, 2, 3}};
  scene.animations.push_back({.name = "wave", .length = 1, .channels = {turns, moves, slides}});
  return scene;
}

/// A scene with the frames of some nodes turned; what is seen stays.
Scene with_turns(Scene scene, const std::vector<std::pair<std::string, Quat>>& turns) {
  std::vector<Quat> own(scene.nodes.size(), Quat(1, 0, 0, 0));
  std::vector<Quat> above = own;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i)
    for (const auto& [name, turn] : turns)
      if (scene.nodes[i].name == name) own[i] = turn;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i)
    for (const Index child : scene.nodes[i].children) above[child] = own[i];
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    Transform& transform = scene.nodes[i].transform;
    transform.translation = glm::inverse(above[i]) * transform.translation;
    transform.rotation = glm::inverse(above[i]) * transform.rotation * own[i];
  }
  for (Skin& skin : scene.skins)
    for (std::size_t i = 0; i < skin.joints.size(); ++i)
      skin.inverse_binds[i] = glm::mat4_cast(glm::inverse(own[skin.joints[i]])) * skin.inverse_binds[i];
  for (Channel& channel : scene.animations[0].channels)
    for (std::size_t i = 0; i < channel.values.size() && channel.target != Target::scale;
         i += channel.components) {
      float* const v = &channel.values[i];
      if (channel.target == Target::translation) {
        const Vec3 place = glm::inverse(above[channel.node]) * Vec3(v[0], v[1], v[2]);
        std::copy_n(&place.x, 3, v);
        continue;
      }
      const Quat turn = glm::inverse(above[channel.node]) * Quat(v[3], v[0], v[1], v[2]) * own[channel.node];
      v[0] = turn.x, v[1] = turn.y, v[2] = turn.z, v[3] = turn.w;
    }
  return scene;
}

const Quat kQuarter = glm::angleAxis(1.570796F, Vec3(1, 0, 0));
const Quat kSlant = glm::angleAxis(2.0F, Vec3(0.6F, 0, 0.8F));

TEST(BoneFrames, MostBonesThatAreTurnedAreTurnedBack) {
  const Scene original = arm();
  const Scene edited =
      with_turns(original, {{"upper", kQuarter}, {"lower", kSlant}, {"hand", kQuarter * kSlant}});
  EXPECT_FALSE(told(find_edits(original, edited)).empty());
  const auto back = with_bones_turned_back(original, edited);
  ASSERT_TRUE(back);
  EXPECT_EQ(told(find_edits(original, *back)), Lines());
  for (std::size_t i = 0; i < original.nodes.size(); ++i) {
    EXPECT_LT(glm::distance(back->nodes[i].transform.translation, original.nodes[i].transform.translation),
              1e-5F)
        << original.nodes[i].name;
    EXPECT_GT(std::abs(glm::dot(back->nodes[i].transform.rotation, original.nodes[i].transform.rotation)),
              0.99999F)
        << original.nodes[i].name;
  }
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < original.animations[0].channels[i].values.size(); ++k)
      EXPECT_NEAR(back->animations[0].channels[i].values[k], original.animations[0].channels[i].values[k],
                  1e-5F);
  for (std::size_t i = 0; i < 3; ++i)
    for (int k = 0; k < 4; ++k)
      EXPECT_LT(glm::distance(back->skins[0].inverse_binds[i][k], original.skins[0].inverse_binds[i][k]),
                1e-5F);
}

/// Blender 3.4 writes keys of objects below bones in the frame of the bone's tip, here 0.75 away.
TEST(BoneFrames, KeysInTheFrameOfATipAreKnown) {
  Scene original = arm();
  const Quat bent = glm::angleAxis(0.75F, Vec3(0, 0, 1));
  Channel turns{.node = 4, .target = Target::rotation, .components = 4, .times = {0, 1}};
  turns.values = {0, 0, 0, 1, bent.x, bent.y, bent.z, bent.w};
  original.animations[0].channels.push_back(turns);
  Scene edited = with_turns(original, {{"upper", kQuarter}, {"lower", kSlant}, {"hand", kSlant}});
  Channel& slid = edited.animations[0].channels[2];
  for (std::size_t i = 0; i < slid.values.size(); i += 3) {
    const Vec3 place(slid.values[i], slid.values[i + 1], slid.values[i + 2]);
    const Vec3 at_tip = glm::inverse(kQuarter) * (place - Vec3(0, 0.75F, 0));
    std::copy_n(&at_tip.x, 3, &slid.values[i]);
  }
  Channel& turned = edited.animations[0].channels[3];
  for (std::size_t i = 0; i < turned.values.size(); i += 4) {
    float* const v = &turned.values[i];
    const Quat at_tip = glm::inverse(kQuarter) * Quat(v[3], v[0], v[1], v[2]);
    v[0] = at_tip.x, v[1] = at_tip.y, v[2] = at_tip.z, v[3] = at_tip.w;
  }
  const auto back = with_bones_turned_back(original, edited);
  ASSERT_TRUE(back);
  EXPECT_EQ(told(find_edits(original, *back)), Lines());
  for (const std::size_t channel : {2, 3})
    for (std::size_t k = 0; k < original.animations[0].channels[channel].values.size(); ++k)
      EXPECT_NEAR(back->animations[0].channels[channel].values[k],
                  original.animations[0].channels[channel].values[k], 1e-5F)
          << channel;
}

/// Only places and rotations are in the frame of a tip.
TEST(BoneFrames, ScalesBelowBonesStay) {
  Scene original = arm();
  original.animations[0].channels.push_back(
      {.node = 4, .target = Target::scale, .times = {0, 1}, .values = {1, 2, 3, 2, 2, 2}});
  Scene edited = with_turns(original, {{"upper", kQuarter}, {"lower", kSlant}, {"hand", kSlant}});
  edited.animations[0].channels[3].values = {1, 3, 2, 5, 5, 5};
  const auto back = with_bones_turned_back(original, edited);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->animations[0].channels[3].values, edited.animations[0].channels[3].values);
}

/// Edits that come with it are told as they are.
TEST(BoneFrames, WhatWasEditedBesidesStays) {
  const Scene original = arm();
  Scene moved = original;
  moved.nodes[4].transform.translation = {0, 5, 0};
  moved.animations[0].channels[1].values[3] = 7;
  const Scene edited = with_turns(moved, {{"upper", kQuarter}, {"lower", kSlant}, {"hand", kSlant}});
  EXPECT_EQ(told(find_edits(original, *with_bones_turned_back(original, edited))),
            (Lines{"node plate: moved", "animation wave: 1 key in 1 channel changed"}));
}

/// Bones that point well enough stay as they are.
TEST(BoneFrames, AFewQuarterTurnsAreBlendersWork) {
  Scene original = arm();
  for (const char* finger : {"thumb", "ring", "little"}) {
    const Index added = add_node(original, {.name = finger}, 3);
    original.skins[0].joints.push_back(added);
    original.skins[0].inverse_binds.push_back(glm::inverse(world_matrices(original)[added]));
  }
  const Quat half = kQuarter * kQuarter;
  EXPECT_TRUE(with_bones_turned_back(original, with_turns(original, {{"upper", half}, {"hand", kQuarter}})));
  EXPECT_FALSE(with_bones_turned_back(original, with_turns(original, {{"upper", kSlant}, {"hand", kSlant}})));
}

/// Bones may be bound otherwise than they rest, all of them turned alike; who did not bind them anew did not
/// turn them.
TEST(BoneFrames, BindsThatAreTurnedInTheFileItselfAreNobodysWork) {
  Scene original = arm();
  for (Mat4& bind : original.skins[0].inverse_binds) bind = bind * glm::mat4_cast(kQuarter * kQuarter);
  EXPECT_FALSE(with_bones_turned_back(original, original));
}

/// As Blender saves an armature that somebody turned: bones are bound where they are, and skins are drawn.
Scene with_turned_armature(Scene scene) {
  scene.nodes[0].transform = {{1, 2, 3}, kSlant, Vec3(1)};
  const Mat4 move = to_matrix(scene.nodes[0].transform);
  for (Mat4& bind : scene.skins[0].inverse_binds) bind = bind * glm::inverse(move);
  for (Vec3& position : scene.meshes[1].primitives[0].positions) position = Vec3(move * Vec4(position, 1));
  for (Vec3& normal : scene.meshes[1].primitives[0].normals) normal = kSlant * normal;
  return scene;
}

TEST(BoneFrames, AnArmatureThatIsTurnedTurnsNoBone) {
  const Scene original = arm();
  EXPECT_FALSE(with_bones_turned_back(original, with_turned_armature(original)));
  const Scene both = with_turns(with_turned_armature(original),
                                {{"upper", kQuarter}, {"lower", kSlant}, {"hand", kQuarter}});
  const auto back = with_bones_turned_back(original, both);
  ASSERT_TRUE(back);
  EXPECT_EQ(told(find_edits(original, *back)), Lines{"node root: moved"});
}

TEST(BoneFrames, OneThatIsTurnedIsAnEdit) {
  const Scene original = arm();
  EXPECT_FALSE(with_bones_turned_back(original, original));
  EXPECT_FALSE(with_bones_turned_back(original, with_turns(original, {{"lower", kSlant}})));
  EXPECT_TRUE(with_bones_turned_back(original, with_turns(original, {{"lower", kSlant}, {"hand", kSlant}})));
  EXPECT_FALSE(with_bones_turned_back(original, with_turns(original, {{"lower", kQuarter}})));
  EXPECT_FALSE(with_bones_turned_back(Scene(), original));
  EXPECT_FALSE(with_bones_turned_back(original, Scene()));
}

}  // namespace
}  // namespace mw::edit
