#include <gtest/gtest.h>
#include <meshwright/edit/detail/lift.h>
#include <meshwright/scene/scene.h>

#include <algorithm>
#include <cmath>

#include "edit_sample.h"
#include "support/growth.h"

namespace mw::edit {
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

/// A skin of two triangles with a side in common, whose ends are two vertices each: alike in all that OBJ
/// holds.
Scene seam() {
  Scene scene;
  Primitive p;
  p.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 0}, {0, 1, 0}, {-1, 0, 0}};
  p.normals.assign(6, Vec3(0, 0, 1));
  for (int i = 0; i < 6; ++i) {
    const auto step = float(i) / 8;
    p.uvs[0].emplace_back(p.positions[std::size_t(i)].x, p.positions[std::size_t(i)].y);
    p.uvs[1].emplace_back(step, 1 - step);
    p.colours.emplace_back(step, 0, 0, 1);
    p.tangents.emplace_back(1, 0, step, 1);
    p.joints.emplace_back(0, 1, 0, 0);
    p.weights.emplace_back(1 - step, step, 0, 0);
  }
  p.custom = {{"BINORMAL", {0, 1, 2, 3, 4, 5}}};
  p.indices = {0, 1, 2, 3, 4, 5};
  scene.meshes.push_back({.primitives = {p}});
  for (const char* bone : {"left", "right"}) add_node(scene, {.name = bone});
  scene.skins.push_back({.joints = {0, 1}, .inverse_binds = {Mat4(1), Mat4(1)}});
  add_node(scene, {.name = "flag", .mesh = 0, .skin = 0});
  return scene;
}

/// As it comes back from an OBJ.
Scene seam_of_obj() {
  Scene scene;
  Primitive p = seam().meshes[0].primitives[0];
  p.uvs[1].clear();
  p.colours.clear();
  p.tangents.clear();
  p.joints.clear();
  p.weights.clear();
  p.custom.clear();
  scene.meshes.push_back({.primitives = {p}});
  add_node(scene, {.name = "flag", .mesh = 0});
  return scene;
}

Primitive edited_flag(const EditedScene& found) {
  return found.after.meshes[*found.after.nodes.back().mesh].primitives[0];
}

void expect_rest_of_rows(const Primitive& p, const Primitive& original, const std::vector<Index>& rows) {
  ASSERT_EQ(p.positions.size(), rows.size());
  ASSERT_EQ(p.weights.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(p.uvs[1][i], original.uvs[1][rows[i]]) << i;
    EXPECT_EQ(p.colours[i], original.colours[rows[i]]) << i;
    EXPECT_EQ(p.tangents[i], original.tangents[rows[i]]) << i;
    EXPECT_EQ(p.joints[i], original.joints[rows[i]]) << i;
    EXPECT_EQ(p.weights[i], original.weights[rows[i]]) << i;
    EXPECT_EQ(p.custom[0].values[i], original.custom[0].values[rows[i]]) << i;
  }
}

TEST(Lift, OfVerticesThatAreAlikeInObjEachKeepsWhatObjLacks) {
  const Scene original = seam();
  for (const std::size_t moved : {1U, 3U}) {
    Scene edited = seam_of_obj();
    edited.meshes[0].primitives[0].positions[moved].z = 0.0625F;
    const EditedScene found = find_edits(original, lifted(original, edited));
    ASSERT_EQ(found.edits.size(), 1U) << moved;
    EXPECT_EQ(to_change(found.edits[0], found).message, "1 vertex moved");
    const Primitive& before = original.meshes[0].primitives[0];
    const Primitive after = edited_flag(found);
    expect_rest_of_rows(after, before, {0, 1, 2, 3, 4, 5});
    for (std::size_t i = 0; i < 6; ++i)
      EXPECT_EQ(after.positions[i], before.positions[i] + Vec3(0, 0, i == moved ? 0.0625F : 0)) << i;
  }
}

TEST(Lift, WhatObjLacksIsNoted) {
  const Scene original = seam();
  EXPECT_EQ(ignored_in(find_edits(original, lifted(original, seam_of_obj()))),
            (std::vector<std::string>{
                "mesh flag: has no weights in the scene; those of the original stay",
                "mesh flag: lacks second texture coordinates in the scene; those of the original stay"}));
}

/// A triangle that came, beside one that stays and one of which a vertex moved.
TEST(Lift, NewVerticesHaveWhatObjLacksFromTheNearest) {
  const Scene original = seam();
  Scene edited = seam_of_obj();
  Primitive& p = edited.meshes[0].primitives[0];
  p.positions.insert(p.positions.end(), {{1.1F, 0, 0}, {1.1F, 0.1F, 0}, {-1.1F, 0, 0}});
  p.normals.resize(9, Vec3(0, 0, 1));
  p.uvs[0].resize(9, Vec2(0.5F));
  p.indices.insert(p.indices.end(), {6, 7, 8});
  const EditedScene found = find_edits(original, lifted(original, edited));
  ASSERT_EQ(found.edits.size(), 1U);
  EXPECT_EQ(to_change(found.edits[0], found).message, "1 triangle added");
  expect_rest_of_rows(edited_flag(found), original.meshes[0].primitives[0], {0, 1, 2, 3, 4, 5, 1, 1, 5});
}

/// A vertex of two triangles of which one has another texture coordinate there now: it gets one of its own.
TEST(Lift, AVertexThatIsTornIsLikeTheOneThatItWas) {
  Scene original = seam();
  original.meshes[0].primitives[0].indices.insert(original.meshes[0].primitives[0].indices.end(), {3, 5, 1});
  Scene edited = seam_of_obj();
  Primitive& p = edited.meshes[0].primitives[0];
  p.positions.push_back(p.positions[3]);
  p.normals.push_back(p.normals[3]);
  p.uvs[0].emplace_back(0.5F, 0.75F);
  p.indices.insert(p.indices.end(), {6, 5, 1});
  const EditedScene found = find_edits(original, lifted(original, edited));
  ASSERT_EQ(found.edits.size(), 1U);
  EXPECT_EQ(to_change(found.edits[0], found).message, "1 triangle with other vertices");
  const Primitive after = edited_flag(found);
  expect_rest_of_rows(after, original.meshes[0].primitives[0], {0, 1, 2, 3, 4, 5, 3});
  EXPECT_EQ(after.uvs[0].back(), Vec2(0.5F, 0.75F));
}

/// Where all of a mesh moved, and where all of it is new.
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
  const auto colours = [&] {
    return find_edits(original, lifted(original, edited)).after.meshes.back().primitives[0].colours;
  };
  EXPECT_EQ(colours(), p.colours);
  q.positions.insert(q.positions.end(), q.positions.begin(), q.positions.begin() + 3);
  std::vector<Vec4> more = p.colours;
  more.insert(more.end(), p.colours.begin(), p.colours.begin() + 3);
  EXPECT_EQ(colours(), more);
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
}  // namespace mw::edit
