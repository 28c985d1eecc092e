#include <gtest/gtest.h>
#include <meshwright/edit/edits.h>

#include <cmath>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "edit_sample.h"

/// What Blender 3.4 does to skeletons, keys and properties, and edits among it.
namespace mw::edit {
namespace {

Mat4 moved_by(const Vec3& by) {
  return glm::translate(Mat4(1), by);
}

/// A coat of one triangle on two bones that were bound 1.5 higher than they rest.
Scene creature() {
  Scene scene;
  scene.name = "creature";
  const Index root = add_node(scene, {.name = "root"});
  const Index hip = add_node(scene, {.name = "hip"}, root);
  scene.nodes[hip].transform.translation = {0, 1, 0};
  const Index neck = add_node(scene, {.name = "neck"}, hip);
  scene.nodes[neck].transform.translation = {0, 0.5F, 0};
  Primitive p;
  p.positions = {{0.1F, 2.5F, 0}, {0.3F, 3.1F, 0.2F}, {-0.7F, 2.9F, 0.1F}};
  p.normals.assign(3, Vec3(0, 0, 1));
  p.joints.assign(3, U16Vec4(0, 1, 0, 0));
  p.weights = {{1, 0, 0, 0}, {0.5F, 0.5F, 0, 0}, {0.25F, 0.75F, 0, 0}};
  p.indices = {0, 1, 2};
  scene.meshes.push_back({.name = "coat", .primitives = {p}});
  scene.skins.push_back({.name = "coat",
                         .joints = {hip, neck},
                         .inverse_binds = {moved_by({0, -2.5F, 0}), moved_by({0, -3, 0})}});
  add_node(scene, {.name = "coat", .mesh = 0, .skin = 0});
  return scene;
}

/// As Blender saves it: the mesh bent into the pose of the bones, which are bound there.
Scene saved_creature() {
  Scene scene = creature();
  Primitive& p = scene.meshes[0].primitives[0];
  for (Vec3& position : p.positions) position.y = float(double(position.y) - 1.5 + 1e-6);
  scene.skins[0].inverse_binds = {moved_by({0, -1, 0}), moved_by({0, -1.5F, 0})};
  return scene;
}

TEST(FindEditsBlender, AMeshThatWasBentIntoItsBindsIsTheSame) {
  const EditedScene found = find_edits(creature(), saved_creature());
  EXPECT_EQ(told(found), Lines());
  EXPECT_EQ(hash(found.after), hash(creature()));
}

TEST(FindEditsBlender, AVertexThatWasMovedInABentMeshIsMovedBack) {
  Scene edited = saved_creature();
  edited.meshes[0].primitives[0].positions[1].x += 0.25F;
  const EditedScene found = find_edits(creature(), edited);
  EXPECT_EQ(told(found), Lines{"mesh coat: 1 vertex moved"});
  const Primitive& p = found.after.meshes[*found.after.nodes[3].mesh].primitives[0];
  EXPECT_EQ(p.positions[0], creature().meshes[0].primitives[0].positions[0]);
  EXPECT_NEAR(p.positions[1].x, 0.55F, 1e-5F);
  EXPECT_NEAR(p.positions[1].y, 3.1F, 1e-5F);
}

TEST(FindEditsBlender, WeightsOfABentVertexDoNotMoveIt) {
  Scene edited = saved_creature();
  edited.meshes[0].primitives[0].weights[0] = {0.5F, 0.5F, 0, 0};
  EXPECT_EQ(told(find_edits(creature(), edited)), Lines{"mesh coat: 1 vertex with other weights"});
}

TEST(FindEditsBlender, ABoneAtItsBindWasNotMoved) {
  Scene original = creature();
  original.skins[0].inverse_binds[1] = moved_by({0, -3, -0.5F});
  Scene edited = original;
  edited.nodes[2].transform.translation = {0, 0.5F, 0.5F};
  EXPECT_EQ(told(find_edits(original, edited)), Lines());
  edited.nodes[2].transform.translation = {0, 0.5F, 0.25F};
  EXPECT_EQ(told(find_edits(original, edited)), Lines{"node neck: moved"});
}

/// The creature with an eye below its neck, which is no bone.
Scene with_eye(std::vector<float> places, std::vector<float> turns) {
  Scene scene = creature();
  const Index eye = add_node(scene, {.name = "eye"}, 2);
  const auto count = places.size() / 3;
  std::vector<float> times;
  for (std::size_t i = 0; i < count; ++i) times.push_back(float(i));
  scene.animations.push_back({.name = "look", .length = 2});
  scene.animations[0].channels.push_back({.node = eye, .times = times, .values = std::move(places)});
  if (!turns.empty())
    scene.animations[0].channels.push_back({.node = eye,
                                            .target = Target::rotation,
                                            .components = 4,
                                            .times = {0, 1},
                                            .values = std::move(turns)});
  return scene;
}

const float kHalf = std::sqrt(0.5F);

TEST(FindEditsBlender, KeysBelowABoneAreTurnedBack) {
  const Scene original = with_eye({1, 2, 3, 1, 4, 3, 1, 6, 3}, {0, 0, 0, 1, 0, 1, 0, 0});
  // x, z, the bone's length less y; a quarter turn around x before the rotation.
  Scene saved = with_eye({1, 3, -1.9F, 1, 3, -3.9F, 1, 3, -5.9F}, {-kHalf, 0, 0, kHalf, 0, kHalf, -kHalf, 0});
  EXPECT_EQ(told(find_edits(original, saved)), Lines());
  saved.animations[0].channels[0].values[3] = 5;
  const EditedScene found = find_edits(original, saved);
  EXPECT_EQ(told(found), Lines{"animation look: 1 key in 1 channel changed"});
  const std::vector<float>& values = found.after.animations[0].channels[0].values;
  EXPECT_NEAR(values[3], 5, 1e-5);
  EXPECT_NEAR(values[4], 4, 1e-5);
  EXPECT_NEAR(values[5], 3, 1e-5);
  EXPECT_EQ(values[0], 1);
}

/// A turn of which no two numbers are alike, and the same in a frame that is a quarter turn around x away.
TEST(FindEditsBlender, EveryNumberOfATurnIsTurnedBack) {
  const glm::quat turn = glm::normalize(glm::quat(0.4F, 0.1F, 0.7F, -0.3F));
  const glm::quat in_bone = glm::quat(kHalf, -kHalf, 0, 0) * turn;
  const auto values = [](const glm::quat& q) { return std::vector<float>{0, 0, 0, 1, q.x, q.y, q.z, q.w}; };
  const Scene original = with_eye({1, 2, 3, 1, 4, 3}, values(turn));
  std::vector<float> saved = values(in_bone);
  saved[0] = -kHalf;
  saved[3] = kHalf;
  EXPECT_EQ(told(find_edits(original, with_eye({1, 3, -1.9F, 1, 3, -3.9F}, saved))), Lines());
  // Another turn is an edit, and comes back as that turn.
  const glm::quat other = glm::normalize(glm::quat(0.2F, -0.6F, 0.5F, 0.35F));
  const glm::quat other_in_bone = glm::quat(kHalf, -kHalf, 0, 0) * other;
  for (int k = 0; k < 4; ++k) saved[std::size_t(4 + k)] = values(other_in_bone)[std::size_t(4 + k)];
  const EditedScene found = find_edits(original, with_eye({1, 3, -1.9F, 1, 3, -3.9F}, saved));
  EXPECT_EQ(told(found), Lines{"animation look: 1 key in 1 channel changed"});
  const std::vector<float>& made = found.after.animations[0].channels[1].values;
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(made[k], values(turn)[k]) << k;
    EXPECT_NEAR(made[4 + k], values(other)[4 + k], 1e-5) << k;
  }
}

TEST(FindEditsBlender, AMoveAlongZIsNoTurnUnlessARotationSaysSo) {
  const Scene original = with_eye({0, 0, 0, 0, 0, 0}, {0, 0, 0, 1, 0, 1, 0, 0});
  EXPECT_EQ(told(find_edits(original, with_eye({0, 0, 0.1F, 0, 0, 0.1F}, {0, 0, 0, 1, 0, 1, 0, 0}))),
            Lines{"animation look: 2 keys in 1 channel changed"});
  EXPECT_EQ(told(find_edits(original,
                            with_eye({0, 0, 0.1F, 0, 0, 0.1F}, {-kHalf, 0, 0, kHalf, 0, kHalf, -kHalf, 0}))),
            Lines());
}

TEST(FindEditsBlender, HandlesStayAndAreNoted) {
  Scene original = creature();
  original.animations.push_back({.name = "walk", .length = 1});
  original.animations[0].channels.push_back(
      {.node = 1,
       .interpolation = Interpolation::cubic,
       .times = {0, 1},
       .values = {0, 0, 0, 0, 1, 0, 1, 1, 1, 1, 1, 1, 0, 2, 0, 0, 0, 0}});
  Scene edited = original;
  for (const std::size_t i : {6, 7, 8, 9, 10, 11}) edited.animations[0].channels[0].values[i] = 0;
  const EditedScene found = find_edits(original, edited);
  EXPECT_EQ(told(found), Lines());
  EXPECT_EQ(ignored_in(found),
            Lines{"animation walk: the handles of 2 keys stay as they were, though the scene has others"});
  EXPECT_EQ(found.after.animations[0].channels[0].values, original.animations[0].channels[0].values);
}

TEST(FindEditsBlender, WhatIsBetweenKeysDoesNotMatterWithOne) {
  Scene original = creature();
  original.animations.push_back({.name = "off", .length = 1});
  original.animations[0].channels.push_back({.node = 1, .times = {0}, .values = {0, 1, 0}});
  Scene edited = original;
  edited.animations[0].channels[0].interpolation = Interpolation::step;
  EXPECT_EQ(told(find_edits(original, edited)), Lines());
  for (Scene* scene : {&original, &edited}) {
    scene->animations[0].channels[0].times.push_back(1);
    scene->animations[0].channels[0].values.insert(scene->animations[0].channels[0].values.end(), {0, 2, 0});
  }
  EXPECT_EQ(told(find_edits(original, edited)), Lines{"animation off: 2 keys in 1 channel changed"});
}

/// Far from the origin a pose in single precision is that much off.
TEST(FindEditsBlender, TheOnlyPlaceOfAChannelIsAsExactAsThatOfANode) {
  const auto edits_with = [](float by, std::size_t keys, Target target) {
    Scene original = creature();
    Channel channel{.node = 1, .target = target};
    for (std::size_t i = 0; i < keys; ++i) {
      channel.times.push_back(float(i));
      channel.values.insert(channel.values.end(), {0, 1, float(i)});
    }
    original.animations.push_back({.name = "stand", .length = 1, .channels = {channel}});
    Scene saved = original;
    saved.animations[0].channels[0].values[1] += by;
    return told(find_edits(original, saved));
  };
  const Lines changed = {"animation stand: 1 key in 1 channel changed"};
  EXPECT_EQ(edits_with(2e-5F, 1, Target::translation), Lines());
  EXPECT_EQ(edits_with(4e-5F, 1, Target::translation), changed);
  EXPECT_EQ(edits_with(2e-5F, 2, Target::translation), changed);
  EXPECT_EQ(edits_with(2e-5F, 1, Target::scale), changed);
}

/// A single key is written twice, at 0 and where it is, or Blender would not save the file.
TEST(FindEditsBlender, AKeyThatIsRepeatedAtTheStartIsOne) {
  Scene original = creature();
  original.animations.push_back({.name = "off", .length = 1});
  original.animations[0].channels.push_back({.node = 1, .times = {0.7F}, .values = {0, 1, 5}});
  const auto saved_with = [&](std::vector<float> times, std::vector<float> values) {
    Scene saved = original;
    saved.animations[0].channels[0].times = std::move(times);
    saved.animations[0].channels[0].values = std::move(values);
    return find_edits(original, saved);
  };
  EXPECT_EQ(told(saved_with({0, 0.7F}, {0, 1, 5, 0, 1, 5})), Lines());
  const EditedScene edited = saved_with({0, 0.7F}, {0, 1, 6, 0, 1, 6});
  EXPECT_EQ(told(edited), Lines{"animation off: 1 key in 1 channel changed"});
  EXPECT_EQ(edited.after.animations[0].channels[0].times, std::vector<float>{0.7F});
  EXPECT_EQ(edited.after.animations[0].channels[0].values, (std::vector<float>{0, 1, 6}));
  EXPECT_EQ(told(saved_with({0, 0.7F}, {0, 1, 6, 0, 1, 5})),
            Lines{"animation off: 1 key in 1 channel changed"});
  EXPECT_EQ(told(saved_with({0.1F, 0.7F}, {0, 1, 5, 0, 1, 5})),
            Lines{"animation off: 1 key in 1 channel changed"});
  original.animations[0].channels[0].times = {0};
  const EditedScene longer = saved_with({0, 0.7F}, {0, 1, 5, 0, 1, 5});
  EXPECT_EQ(told(longer), Lines{"animation off: 1 key in 1 channel changed"});
  EXPECT_EQ(longer.after.animations[0].channels[0].times, (std::vector<float>{0, 0.7F}));
}

/// Where the place itself does not show the turn, the rotation does.
TEST(FindEditsBlender, ARepeatedKeyBelowABoneIsTurnedBack) {
  const auto told_of = [](Scene original, Scene saved) {
    for (Channel& channel : original.animations[0].channels) channel.times = {0.7F};
    for (Channel& channel : saved.animations[0].channels) channel.times = {0, 0.7F};
    return told(find_edits(original, saved));
  };
  const std::vector<float> turned = {0, kHalf, -kHalf, 0, 0, kHalf, -kHalf, 0};
  EXPECT_EQ(told_of(with_eye({1, 2, 3}, {0, 1, 0, 0}), with_eye({1, 3, -1.9F, 1, 3, -1.9F}, turned)),
            Lines());
  EXPECT_EQ(told_of(with_eye({0, 0, 0}, {0, 1, 0, 0}), with_eye({0, 0, 0.1F, 0, 0, 0.1F}, turned)), Lines());
}

TEST(FindEditsBlender, PropertiesMayComeBackAsTextsOfPython) {
  Scene original = creature();
  original.nodes[1].extras = {
      {"mesh", JsonObject{{"words", JsonArray{std::uint64_t(1), std::string("0xBB00675F")}},
                          {"flag", true},
                          {"text", std::string("it's \"so\"")},
                          {"none", JsonValue()}}}};
  Scene edited = original;
  edited.nodes[1].extras = {
      {"mesh",
       std::string(R"({'words': [1, '0xBB00675F'], 'flag': True, 'text': 'it\'s "so"', 'none': None})")}};
  EXPECT_EQ(told(find_edits(original, edited)), Lines());
  edited.nodes[1].extras = {{"mesh", std::string("{'words': [2, '0xBB00675F'], 'flag': False}")}};
  const EditedScene found = find_edits(original, edited);
  EXPECT_EQ(told(found), Lines{"node hip: property mesh changed"});
  const JsonValue& mesh = found.after.nodes[1].extras[0].second;
  EXPECT_EQ(*mesh.find("flag")->get_if<bool>(), false);
  EXPECT_EQ(*mesh.find("text")->get_if<std::string>(), "it's \"so\"");
}

}  // namespace
}  // namespace mw::edit
