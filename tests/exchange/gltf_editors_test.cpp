#include <gtest/gtest.h>
#include <meshwright/core/json_value.h>
#include <meshwright/exchange/gltf.h>

#include <cmath>
#include <cstring>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>

#include "gltf_fixtures.h"
#include "support/bytes.h"

/// What a glTF has for Blender's sake, and that it is gone when we read it.
namespace mw::exchange {
namespace {

using scene::Index;
using scene::Scene;

/// The same file with a part of its JSON replaced by one of the same length.
Bytes with_part(Bytes glb, std::string_view old, std::string_view now) {
  EXPECT_EQ(old.size(), now.size());
  const std::size_t at = json_chunk(glb).find(old);
  EXPECT_NE(at, std::string::npos) << old;
  std::memcpy(glb.data() + 20 + at, now.data(), now.size());
  return glb;
}

/// A node that turns, by one key for each time.
Scene turning(std::vector<float> times, scene::Interpolation interpolation = scene::Interpolation::linear) {
  Scene s;
  add_node(s, {.name = "eye"});
  scene::Channel channel{.node = 0,
                         .target = scene::Target::rotation,
                         .components = 4,
                         .interpolation = interpolation,
                         .times = std::move(times)};
  for (std::size_t i = 0; i < channel.times.size(); ++i)
    channel.values.insert(channel.values.end(), {0.6F, 0, 0, 0.8F});
  s.animations.push_back({.name = "look", .length = 2, .channels = {channel}});
  return s;
}

TEST(GltfEditors, ASingleKeyBehindTheStartIsThereTwice) {
  for (const auto interpolation : {scene::Interpolation::linear, scene::Interpolation::step}) {
    const Scene s = turning({0.7F}, interpolation);
    const Bytes glb = glb_of(s);
    EXPECT_NE(json_chunk(glb).find(R"("extras":{"own_keys":1})"), std::string::npos) << json_chunk(glb);
    EXPECT_NE(json_chunk(glb).find(R"("count":2,"type":"SCALAR","min":[0],"max":[0.7])"), std::string::npos);
    EXPECT_EQ(hash(read_gltf(glb).value()), hash(s));
    // As other programs see it.
    const Scene foreign = read_gltf(with_part(glb, "own_keys", "own_keyz")).value();
    const scene::Channel& channel = foreign.animations[0].channels[0];
    EXPECT_EQ(channel.times, (std::vector<float>{0, 0.7F}));
    EXPECT_EQ(channel.values, (std::vector<float>{0.6F, 0, 0, 0.8F, 0.6F, 0, 0, 0.8F}));
    EXPECT_EQ(channel.interpolation, interpolation);
  }
}

TEST(GltfEditors, KeysThatBlenderKeepsAreWrittenAsTheyAre) {
  for (const Scene& s : {turning({0}), turning({0, 0.7F}), turning({0.5F, 0.7F})}) {
    EXPECT_EQ(json_chunk(glb_of(s)).find("own_keys"), std::string::npos);
    EXPECT_EQ(hash(read_gltf(glb_of(s)).value()), hash(s));
  }
}

/// Somebody who keeps the mark and changes the keys means these.
TEST(GltfEditors, KeysThatWereChangedSinceStay) {
  const auto read_with = [](std::size_t float_from_end, float value) {
    Bytes glb = glb_of(turning({0.7F}));
    std::memcpy(glb.data() + glb.size() - 4 * float_from_end, &value, 4);
    return read_gltf(glb).value().animations[0].channels[0].times;
  };
  using Times = std::vector<float>;
  EXPECT_EQ(read_with(1, 0.8F), Times{0.7F});
  EXPECT_EQ(read_with(1, 0.5F), (Times{0, 0.7F}));        // the last number of the second key
  EXPECT_EQ(read_with(8, 0.5F), (Times{0, 0.7F}));        // the first of the first
  EXPECT_EQ(read_with(10, 0.25F), (Times{0.25F, 0.7F}));  // its time
}

/// A coat on a hip and a neck. Below the neck hangs a hook with a hat, whose feather is below it; a dummy
/// and a spine are between hip and neck.
Scene dressed() {
  Scene s;
  const Index root = add_node(s, {.name = "root"});
  const Index hip = add_node(s, {.name = "hip", .transform = {.translation = {0, 1, 0}}}, root);
  const Index dummy = add_node(s, {.name = "dummy", .transform = {.translation = {0, 0.5F, 0}}}, hip);
  const Index neck = add_node(s, {.name = "neck"}, add_node(s, {.name = "spine"}, dummy));
  const Index hook = add_node(s, {.name = "hook", .transform = {.translation = {0, 0.25F, 0}}}, neck);
  s.meshes.push_back({.name = "hat", .primitives = {{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}}});
  const Index hat = add_node(s, {.name = "hat", .transform = {.translation = {0, 0, 2}}, .mesh = 0}, hook);
  add_node(s, {.name = "feather"}, hat);
  add_node(s, {.name = "collar"}, neck);
  add_node(s, {.name = "lamp"}, add_node(s, {.name = "post"}, root));
  s.meshes.push_back({.name = "coat",
                      .primitives = {{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                      .joints = {{0, 1, 0, 0}, {1, 0, 0, 0}, {0, 0, 0, 0}},
                                      .weights = {{0.5F, 0.5F, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}}}}});
  // Bound a metre lower than they rest.
  const auto down = [](float by) { return glm::translate(Mat4(1), Vec3(0, by, 0)); };
  s.skins.push_back({.name = "coat", .joints = {hip, neck}, .inverse_binds = {down(0), down(-0.5F)}});
  add_node(s, {.name = "coat", .mesh = 1, .skin = 0});
  return s;
}

TEST(GltfEditors, WhatHasChildrenBelowAJointIsAJoint) {
  const Scene s = dressed();
  const Bytes glb = glb_of(s);
  EXPECT_NE(json_chunk(glb).find(R"("joints":[1,4,5,6],"extras":{"own_joints":2})"), std::string::npos)
      << json_chunk(glb);
  EXPECT_EQ(hash(read_gltf(glb).value()), hash(s));
  const Scene foreign = read_gltf(with_part(glb, "own_joints", "own_jointz")).value();
  ASSERT_EQ(foreign.skins[0].inverse_binds.size(), 4U);
  // Where they are when the joints are where they are bound.
  EXPECT_EQ(foreign.skins[0].inverse_binds[2], glm::translate(Mat4(1), Vec3(0, -0.75F, 0)));
  EXPECT_EQ(foreign.skins[0].inverse_binds[3], glm::translate(Mat4(1), Vec3(0, -0.75F, -2)));
  EXPECT_EQ(foreign.skins[0].inverse_binds[1], s.skins[0].inverse_binds[1]);
}

TEST(GltfEditors, AJointThatIsTurnedIsBoundWhereItHangs) {
  Scene s = dressed();
  const Mat4 neck = glm::translate(glm::mat4_cast(glm::angleAxis(1.0F, Vec3(1, 0, 0))), Vec3(1, 2, 3));
  s.skins[0].inverse_binds[1] = glm::inverse(neck);
  s.nodes[5].transform.rotation = glm::angleAxis(0.5F, Vec3(0, 0, 1));
  const Scene foreign = read_gltf(with_part(glb_of(s), "own_joints", "own_jointz")).value();
  const Mat4 hook = neck * to_matrix(s.nodes[5].transform);
  const Mat4 same = foreign.skins[0].inverse_binds[2] * hook;
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row) EXPECT_NEAR(same[column][row], column == row ? 1 : 0, 1e-5F);
}

TEST(GltfEditors, JointsThatAVertexGoesWithStay) {
  Scene s = dressed();
  const Bytes glb = glb_of(s);
  const auto count = [](const Bytes& bytes) { return read_gltf(bytes).value().skins[0].joints.size(); };
  EXPECT_EQ(count(glb), 2U);
  EXPECT_EQ(count(with_part(glb, R"("own_joints":2)", R"("own_joints":0)")), 2U);
  EXPECT_EQ(count(with_part(glb, R"("own_joints":2)", R"("own_joints":3)")), 3U);
  EXPECT_EQ(count(with_part(glb, R"("own_joints":2)", R"("own_joints":9)")), 4U);
}

/// What a scale of 0 hides has no place where it is bound; a mesh of a skin is no bone.
TEST(GltfEditors, WhatCannotBeAJointIsNone) {
  const auto joints_with = [](const auto& edit) {
    Scene s = dressed();
    edit(s.nodes);
    const Bytes glb = glb_of(s);
    EXPECT_EQ(hash(read_gltf(glb).value()), hash(s));
    const std::string json = json_chunk(glb);
    const std::size_t at = json.find(R"("joints":)");
    return json.substr(at, json.find(']', at) + 1 - at);
  };
  using Nodes = std::vector<scene::Node>;
  EXPECT_EQ(joints_with([](Nodes& nodes) { nodes[5].transform.scale = Vec3(0); }), R"("joints":[1,4])");
  EXPECT_EQ(joints_with([](Nodes& nodes) { nodes[6].skin = 0; }), R"("joints":[1,4,5])");
}

TEST(GltfEditors, BindsThatAreNoNumbersAreRefused) {
  Scene s = dressed();
  const Bytes good = glb_of(s);
  s.skins[0].inverse_binds[1][3][0] = 7;
  const Bytes marked = glb_of(s);
  ASSERT_EQ(good.size(), marked.size());
  const std::size_t at = std::size_t(std::ranges::mismatch(good, marked).in1 - good.begin()) / 4 * 4;
  for (const float odd : {NAN, INFINITY}) {
    Bytes glb = good;
    std::memcpy(glb.data() + at, &odd, 4);
    EXPECT_EQ(to_string(read_gltf(glb).error()),
              "skins[0].inverseBindMatrices: matrix 1 has a number that is not finite");
  }
}

}  // namespace
}  // namespace mw::exchange
