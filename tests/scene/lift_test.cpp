#include <gtest/gtest.h>
#include <meshwright/scene/lift.h>
#include <meshwright/scene/scene.h>

#include <algorithm>
#include <cmath>

#include "support/growth.h"

namespace mw::scene {
namespace {

/// Triangles under one name, each elsewhere.
Scene namesakes(std::size_t count) {
  Scene s;
  for (std::size_t i = 0; i < count; ++i) {
    const auto x = float(i);
    s.meshes.push_back({.primitives = {{.positions = {{x, 0, 0}, {x + 1, 0, 0}, {x, 1, 0}}}}});
    add_node(s, {.name = "part", .mesh = Index(i)});
  }
  return s;
}

TEST(Lift, OfSeveralOfOneNameThoseOfTheSameTrianglesArePartners) {
  const Scene original = namesakes(4);
  Scene edited = original;
  std::ranges::reverse(edited.meshes);
  const Scene lifted_ones = lifted(original, edited);
  ASSERT_EQ(lifted_ones.nodes.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(lifted_ones.meshes[*lifted_ones.nodes[i].mesh].primitives[0].positions[0],
              Vec3(float(i), 0, 0));
}

/// A file of meshes alone shows triangles of a mirrored node turned around; in the node they are as they
/// were.
TEST(Lift, TrianglesOfAMirroredNodeAreTurnedBack) {
  Scene original;
  original.meshes.push_back(
      {.primitives = {{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, .indices = {0, 1, 2}}}});
  add_node(original, {.name = "part", .transform = {.scale = {1, 1, -1}}, .mesh = 0});
  Scene edited = original;
  edited.nodes[0].transform = {};
  edited.meshes[0].primitives[0].indices = {0, 2, 1};
  const Scene back = lifted(original, edited);
  EXPECT_EQ(back.meshes[*back.nodes[0].mesh].primitives[0].indices, (std::vector<Index>{0, 1, 2}));
}

TEST(Lift, ManyOfOneNameTakeLinearTime) {
  const auto work = [](std::size_t count) {
    const Scene original = namesakes(count);
    Scene edited = original;
    std::ranges::reverse(edited.meshes);
    return [=] { EXPECT_EQ(lifted(original, edited).nodes.size(), count); };
  };
  test::expect_growth("meshes of one name", work(250), work(1000));
}

/// What is done to the positions of a mesh, and how long it takes with four times as many.
void expect_linear(std::string_view what, const auto& places, const Vec3& move, std::size_t count) {
  const auto work = [&](std::size_t n) {
    Scene original;
    original.meshes.push_back({.primitives = {{.positions = places(n)}}});
    add_node(original, {.name = "heap", .mesh = 0});
    Scene edited = original;
    for (Vec3& at : edited.meshes[0].primitives[0].positions) at += move;
    return [=] { EXPECT_EQ(lifted(original, edited).nodes.size(), 1U); };
  };
  test::expect_growth(what, work(count), work(4 * count));
}

TEST(Lift, ManyVerticesAtOnePlaceTakeLinearTime) {
  const auto heap = [](std::size_t n) { return std::vector<Vec3>(3 * n, Vec3(1)); };
  expect_linear("where they were", heap, Vec3(0), 700);
  expect_linear("all but there", heap, Vec3(2e-7F), 700);
  expect_linear("elsewhere", heap, Vec3(0, 0, 3), 700);
}

TEST(Lift, ManyVerticesOfOneCoordinateTakeLinearTime) {
  const auto walls = [](std::size_t n) {
    std::vector<Vec3> places;  // on two walls, far apart
    for (std::size_t i = 0; i < n; ++i) places.emplace_back(1000 * (i % 2), i * 389 % 997, i * 613 % 991);
    return places;
  };
  expect_linear("elsewhere", walls, Vec3(0.1F, 0.2F, 0.3F), 900);
}

TEST(Lift, NewVerticesAreLikeTheNearest) {
  Scene original;
  Primitive p;
  for (int i = 0; i < 60; ++i) {
    p.positions.emplace_back(i % 4, i / 4 % 5, i / 20);
    p.colours.emplace_back(float(i) / 64, 0, 0, 1);
  }
  original.meshes.push_back({.primitives = {p}});
  add_node(original, {.name = "block", .mesh = 0});
  Scene edited = original;
  Primitive& q = edited.meshes[0].primitives[0];
  q.colours.clear();
  for (Vec3& at : q.positions) at += Vec3(0.3F, -0.2F, 0.4F);
  const Scene made = lifted(original, edited);
  EXPECT_EQ(made.meshes[*made.nodes[0].mesh].primitives[0].colours, p.colours);
}

/// Both the joints and the vertices, all of which move.
TEST(Lift, ManyJointsTakeLinearTime) {
  const auto work = [](std::size_t count) {
    Scene original;
    Skin skin;
    Primitive p;
    for (std::size_t i = 0; i < count; ++i) {
      const auto x = float(i);
      add_node(original, {.name = "bone", .transform = {.translation = {0, 0, 1}}});
      skin.joints.push_back(Index(i));
      skin.inverse_binds.emplace_back(1);
      for (const Vec3& at : {Vec3(x, 0, 0), Vec3(x + 0.5F, 0, 0), Vec3(x, 0.5F, 0)}) {
        p.positions.push_back(at);
        p.joints.emplace_back(std::uint16_t(i), 0, 0, 0);
        p.weights.emplace_back(1, 0, 0, 0);
      }
    }
    original.skins.push_back(std::move(skin));
    original.meshes.push_back({.primitives = {p}});
    add_node(original, {.name = "skin", .mesh = 0, .skin = 0});
    Scene edited;
    p.joints.clear();
    p.weights.clear();
    for (Vec3& at : p.positions) at.z += 1.25F;
    edited.meshes.push_back({.primitives = {p}});
    add_node(edited, {.name = "skin", .mesh = 0});
    return [=] {
      const Scene made = lifted(original, edited);
      EXPECT_EQ(made.meshes[*made.nodes.back().mesh].primitives[0].positions[0], Vec3(0, 0, 0.25F));
    };
  };
  test::expect_growth("joints", work(250), work(1000));
}

}  // namespace
}  // namespace mw::scene
