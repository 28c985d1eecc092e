#include <gtest/gtest.h>
#include <meshwright/edit/edits.h>

#include <algorithm>

#include "edit_sample.h"
#include "support/blender_like.h"
#include "support/growth.h"
#include "support/losses.h"

namespace mw::edit {
namespace {

Scene without_losses(Scene scene) {
  scene.losses.clear();
  return scene;
}

TEST(FindEdits, TheSameSceneIsTheOriginal) {
  const EditedScene found = find_edits(sample(), sample());
  EXPECT_EQ(told(found), Lines());
  EXPECT_EQ(hash(found.after), hash(without_losses(sample())));
  EXPECT_EQ(found.origins, (std::vector<Index>{0, 1, 2, 3, 4, 5, 6}));
}

TEST(FindEdits, WhatBlenderDoesIsNoEdit) {
  const EditedScene found = find_edits(sample(), test::blender_like(sample()));
  EXPECT_EQ(told(found), Lines());
  EXPECT_EQ(hash(found.after), hash(without_losses(sample())));
}

TEST(FindEdits, OneVertexThatWasMovedIsAllThatMoves) {
  Scene edited = test::blender_like(sample());
  for (Mesh& mesh : edited.meshes)
    if (mesh.name == "plate")
      for (Vec3& position : mesh.primitives[0].positions)
        if (position == Vec3(1, 1, 0)) position.z = 0.5F;
  const EditedScene found = find_edits(sample(), edited);
  EXPECT_EQ(told(found), Lines{"mesh plate: 1 vertex moved"});
  const Primitive& p = found.after.meshes[*found.after.nodes[1].mesh].primitives[0];
  EXPECT_EQ(p.positions[2], Vec3(1, 1, 0.5F));
  EXPECT_EQ(p.positions[1], Vec3(1, 0, 0));
  EXPECT_EQ(p.indices, square().indices);
  EXPECT_EQ(p.tangents, square().tangents);
  EXPECT_EQ(p.custom[0].values, square().custom[0].values);
}

TEST(FindEdits, TrianglesThatComeKeepTheOthersInTheirPlaces) {
  Scene edited = sample();
  Primitive& more = edited.meshes[0].primitives[0];
  more.positions.emplace_back(2, 0, 0);
  more.normals.emplace_back(0, 0, 1);
  more.tangents.emplace_back(1, 0, 0, 1);
  more.uvs[1].emplace_back(2, 0);
  more.custom[0].values.push_back(5);
  more.indices.insert(more.indices.begin(), {1, 4, 2});
  const EditedScene found = find_edits(sample(), edited);
  EXPECT_EQ(told(found), Lines{"mesh plate: 1 triangle added"});
  const Primitive& p = found.after.meshes[*found.after.nodes[1].mesh].primitives[0];
  EXPECT_EQ(p.indices, (std::vector<Index>{0, 1, 2, 0, 2, 3, 1, 4, 2}));
  EXPECT_EQ(p.positions[4], Vec3(2, 0, 0));
  EXPECT_EQ(p.custom[0].values[4], 5);
  EXPECT_EQ(p.uvs[1][4], Vec2(2, 0));
}

TEST(FindEdits, TrianglesThatGoTakeTheirVerticesAlong) {
  Scene edited = sample();
  edited.meshes[0].primitives[0].indices = {0, 1, 2};
  const EditedScene found = find_edits(sample(), edited);
  EXPECT_EQ(told(found), Lines{"mesh plate: 1 triangle removed"});
  const Primitive& p = found.after.meshes[*found.after.nodes[1].mesh].primitives[0];
  EXPECT_EQ(p.indices, (std::vector<Index>{0, 1, 2}));
  EXPECT_EQ(p.positions.size(), 3U);
  EXPECT_EQ(p.custom[0].values, (std::vector<float>{1, 2, 3}));
}

TEST(FindEdits, NodesAreMovedRenamedAddedAndRemoved) {
  Scene edited = sample();
  edited.nodes[4].transform.translation.x = 1;
  edited.nodes[1].name = "tray";
  add_node(edited, {.name = "new"}, 0);
  const EditedScene found = find_edits(sample(), edited);
  EXPECT_EQ(found.after.nodes[4].transform.translation, Vec3(1, 2, 0));
  EXPECT_EQ(found.after.nodes[1].name, "tray");
  const Lines lines = told(found);
  for (const char* line : {"node new: added", "node bone: moved", "node plate: renamed to tray"})
    EXPECT_TRUE(std::ranges::find(lines, line) != lines.end()) << line;
}

TEST(FindEdits, ANodeThatIsGoneIsRemoved) {
  Scene edited = sample();
  std::erase(edited.nodes[0].children, 1);
  edited.nodes[1].mesh.reset();
  edited.nodes[1].name = "other";
  edited.nodes[1].extras.clear();
  edited.roots.push_back(1);
  const EditedScene found = find_edits(sample(), edited);
  EXPECT_EQ(told(found), (Lines{"node plate: removed", "node other: added"}));
  EXPECT_EQ(found.origins, (std::vector<Index>{0, 2, 3, 4, 5, 6, kNewNode}));
}

TEST(FindEdits, HiddenMeshesThatWereNotExportedStay) {
  Scene edited = sample();
  select(edited, {});
  const EditedScene found = find_edits(sample(), edited);
  EXPECT_EQ(told(found), Lines());
  EXPECT_EQ(hash(found.after), hash(without_losses(sample())));
}

TEST(FindEdits, OneKeyThatChangedIsAllThatChanges) {
  Scene edited = test::blender_like(sample());
  for (Channel& channel : edited.animations[0].channels) channel.values[4] = 4;
  const EditedScene found = find_edits(sample(), edited);
  EXPECT_EQ(told(found), Lines{"animation wave: 1 key in 1 channel changed"});
  const Animation& wave = found.after.animations[0];
  EXPECT_EQ(wave.channels[0].values[0], 0);
  EXPECT_EQ(wave.channels[0].values[1], 2);
  EXPECT_EQ(wave.channels[0].values[4], 4);
  EXPECT_EQ(wave.channels[1].name, "alpha");
  EXPECT_EQ(wave.length, 2.5F);
}

TEST(FindEdits, MaterialsAreRenamedByWhatUsesThem) {
  Scene edited = sample();
  edited.materials[0].name = "iron";
  const EditedScene found = find_edits(sample(), edited);
  EXPECT_EQ(told(found), Lines{"material steel: renamed to iron"});
  EXPECT_EQ(found.after.materials[0].name, "iron");
}

TEST(FindEdits, WeightsAreComparedByTheirNodes) {
  Scene edited = test::blender_like(sample());
  for (Mesh& mesh : edited.meshes)
    if (mesh.name == "coat")
      for (Vec4& weights : mesh.primitives[0].weights) weights = {0.5F, 0.5F, 0, 0};
  const EditedScene found = find_edits(sample(), edited);
  EXPECT_EQ(told(found), Lines{"mesh coat: 4 vertices with other weights"});
  const Primitive& p = found.after.meshes[*found.after.nodes[6].mesh].primitives[0];
  EXPECT_EQ(p.weights[0][0], 0.5F);
  EXPECT_EQ(p.joints[0][0] + p.joints[0][1], 1);
}

TEST(FindEdits, ColoursThatTheOriginalHasNoneOfAreNoted) {
  Scene edited = sample();
  edited.meshes[0].primitives[0].colours.assign(4, Vec4(1, 0, 0, 1));
  const EditedScene found = find_edits(sample(), edited);
  EXPECT_EQ(told(found), Lines());
  EXPECT_EQ(ignored_in(found), Lines{"mesh plate: its colours are not taken, the original has none"});
}

TEST(FindEdits, TurnedNormalsAreAChangeOfTheirOwn) {
  Scene edited = sample();
  edited.meshes[0].primitives[0].normals[2] = Vec3(0, 1, 0);
  const EditedScene found = find_edits(sample(), edited);
  EXPECT_EQ(told(found), Lines{"mesh plate: 1 normal turned"});
  EXPECT_EQ(found.edits[0].kind, EditKind::normals_changed);
}

TEST(FindEdits, OtherTangentsAreNotTaken) {
  const Scene original = sample();
  Scene edited = original;
  std::vector<Vec4>& tangents = edited.meshes[0].primitives[0].tangents;
  ASSERT_FALSE(tangents.empty());
  tangents[0].w = -tangents[0].w;
  const Lines note = {
      "mesh plate: its tangents are other in the scene; those of the original stay, where normals and "
      "texture "
      "coordinates do"};
  EXPECT_EQ(told(find_edits(original, edited)), Lines());
  EXPECT_EQ(ignored_in(find_edits(original, edited)), note);
  tangents = original.meshes[0].primitives[0].tangents;
  tangents[0] = Vec4(tangents[0].y, tangents[0].z, tangents[0].x, tangents[0].w);
  EXPECT_EQ(ignored_in(find_edits(original, edited)), note);
  for (const Vec4& same : {tangents[1] * Vec4(3, 3, 3, 1), Vec4(0, 0, 0, 1), Vec4(NAN, 0, 0, 1)}) {
    tangents = original.meshes[0].primitives[0].tangents;
    tangents[1] = same;
    EXPECT_EQ(ignored_in(find_edits(original, edited)), Lines());
  }
  tangents.clear();
  EXPECT_EQ(ignored_in(find_edits(original, edited)), Lines());
}

/// The sample with a wire beside the plate: two slivers.
Scene sample_with_wire() {
  Scene scene = sample();
  Primitive& p = scene.meshes[0].primitives[0];
  const Primitive plate = p;
  for (const Index vertex : plate.indices) p.indices.push_back(vertex + 4);
  for (const Vec3& place : plate.positions) p.positions.emplace_back(place.x, place.y / 1024, 1);
  const auto twice = [](auto& rows) {
    const auto once = rows;
    rows.insert(rows.end(), once.begin(), once.end());
  };
  twice(p.normals);
  twice(p.tangents);
  twice(p.uvs[1]);
  twice(p.custom[0].values);
  return scene;
}

/// Editors turn normals of slivers by themselves; whoever leaves all others as they were means it.
TEST(FindEdits, ATurnedNormalOfASliverIsAChangeWhereNoProgramTurnedOthers) {
  const Scene original = sample_with_wire();
  Scene edited = original;
  std::vector<Vec3>& normals = edited.meshes[0].primitives[0].normals;
  normals[5] = Vec3(0, 1, 0);
  EXPECT_EQ(told(find_edits(original, edited)), Lines{"mesh plate: 1 normal turned"});
  for (std::size_t i = 4; i < 8; ++i) normals[i] = Vec3(0, 1, 0);
  EXPECT_EQ(told(find_edits(original, edited)), Lines());
  EXPECT_EQ(
      ignored_in(find_edits(original, edited)),
      Lines{"mesh plate: most normals of its slivers are other in the scene, as editors make them; those "
            "of the original stay"});
  normals = original.meshes[0].primitives[0].normals;
  normals[0].x += 1e-6F;
  normals[5] = Vec3(0, 1, 0);
  EXPECT_EQ(told(find_edits(original, edited)), Lines());
  EXPECT_EQ(ignored_in(find_edits(original, edited)), Lines());
}

/// Formats with normals of three bytes have none of length 1, and glTF brings all to it.
TEST(FindEdits, ATurnedNormalOfASliverIsAChangeWhereTheOthersOnlyBecameUnits) {
  Scene original = sample_with_wire();
  const Scene units = original;
  for (Vec3& normal : original.meshes[0].primitives[0].normals) normal *= 1.01F;
  Scene edited = units;
  std::vector<Vec3>& normals = edited.meshes[0].primitives[0].normals;
  EXPECT_EQ(told(find_edits(original, edited)), Lines());
  normals[5] = Vec3(0, 1, 0);
  EXPECT_EQ(told(find_edits(original, edited)), Lines{"mesh plate: 1 normal turned"});
}

/// Whoever turns others too, and far, turns all on purpose.
TEST(FindEdits, ATurnedNormalOfASliverIsAChangeBesideOthersThatAreTurnedFar) {
  const Scene original = sample_with_wire();
  Scene edited = original;
  std::vector<Vec3>& normals = edited.meshes[0].primitives[0].normals;
  normals[2] = normals[5] = Vec3(0, 1, 0);
  EXPECT_EQ(told(find_edits(original, edited)), Lines{"mesh plate: 2 normals turned"});
}

TEST(FindEdits, AKeyBehindTheEndMakesItLonger) {
  Scene edited = test::blender_like(sample());
  edited.animations[0].channels[0].times.back() = 3;
  edited.animations[0].length = 3;
  const EditedScene found = find_edits(sample(), edited);
  EXPECT_EQ(told(found),
            (Lines{"animation wave: length 3 instead of 2.5", "animation wave: 1 key in 1 channel changed"}));
  EXPECT_EQ(found.after.animations[0].length, 3);
}

TEST(FindEdits, PropertiesChangeOneByOne) {
  Scene edited = sample();
  edited.nodes[1].extras = {{"number", std::string("1")}, {"note", std::string("new")}};
  const EditedScene found = find_edits(sample(), edited);
  EXPECT_EQ(told(found), Lines{"node plate: property note changed"});
  EXPECT_EQ(found.after.nodes[1].extras.size(), 2U);
}

/// Ids and flags: one bit makes another number. Single precision rounds them.
TEST(FindEdits, WholeNumbersAreComparedExactly) {
  Scene original = sample();
  original.nodes[1].extras = {{"flags", std::string("0x80000001")},
                              {"id", std::uint64_t(604119058)},
                              {"size", JsonReal{604119058, 604119058.0F}}};
  Scene edited = original;
  edited.nodes[1].extras = {{"flags", std::string("2147483650")},
                            {"id", std::uint64_t(604119059)},
                            {"size", JsonReal{604119059, 604119059.0F}}};
  EXPECT_EQ(told(find_edits(original, edited)),
            (Lines{"node plate: property flags changed", "node plate: property id changed"}));
  edited.nodes[1].extras = {{"flags", std::string("2147483649")}, {"id", JsonReal{604119040, 604119040.0F}}};
  EXPECT_EQ(told(find_edits(original, edited)), Lines());
  edited.nodes[1].extras = {{"id", JsonReal{604119059, 604119059.0F}}};
  EXPECT_EQ(told(find_edits(original, edited)), Lines{"node plate: property id changed"});
}

TEST(FindEdits, VerticesThatStayAreEditedBesideTrianglesThatGo) {
  Scene edited = sample();
  Primitive& p = edited.meshes[0].primitives[0];
  p.indices = {0, 1, 2};
  p.custom[0].values[1] = 9;
  p.normals[2] = Vec3(1, 0, 0);
  const EditedScene found = find_edits(sample(), edited);
  EXPECT_EQ(told(found), (Lines{"mesh plate: 1 triangle removed", "mesh plate: 1 normal turned",
                                "mesh plate: 1 attribute changed"}));
  const Primitive& own = found.after.meshes[*found.after.nodes[1].mesh].primitives[0];
  EXPECT_EQ(own.custom[0].values, (std::vector<float>{1, 9, 3}));
  EXPECT_EQ(own.normals, (std::vector<Vec3>{{0, 0, 1}, {0, 0, 1}, {1, 0, 0}}));
}

TEST(FindEdits, WhatWasNotExportedStaysWithoutItsParent) {
  Scene original = sample();
  original.nodes[1].transform.translation = {1, 0, 0};
  const Index lid = add_node(original, {.name = "cap", .mesh = 1, .role = Role::hidden}, 1);
  original.nodes[lid].transform.translation = {0, 2, 0};
  Scene edited = original;
  std::erase(edited.nodes[0].children, 1);
  edited.nodes[1] = {.name = "other"};
  edited.nodes[lid] = {.name = "another"};
  edited.nodes[2] = {.name = "third"};  // the other hidden one
  edited.roots.push_back(1);
  edited.roots.push_back(lid);
  const EditedScene found = find_edits(original, edited);
  EXPECT_EQ(told(found)[0], "node plate: removed");
  const auto cap = std::ranges::find(found.after.nodes, "cap", &Node::name);
  ASSERT_TRUE(cap != found.after.nodes.end());
  EXPECT_EQ(cap->transform.translation, Vec3(1, 2, 0));
  const auto number = Index(cap - found.after.nodes.begin());
  const auto& below_root = found.after.nodes[0].children;
  EXPECT_TRUE(std::ranges::find(below_root, number) != below_root.end());
}

TEST(FindEdits, TrianglesOfANewMaterialKeepTheirAttributes) {
  Scene edited = sample();
  edited.materials.push_back({.name = "glass"});
  for (const std::size_t number : {0U, 3U}) {  // the plate and the coat
    std::vector<Primitive>& all = edited.meshes[number].primitives;
    all.push_back(all[0]);
    all[0].indices = {0, 1, 2};
    all[1].indices = {0, 2, 3};
    all[1].material = 2;
    all[1].colours.assign(4, Vec4(0.5F));
  }
  const EditedScene found = find_edits(sample(), edited);
  for (const std::size_t node : {1U, 6U}) {
    const Mesh& mesh = found.after.meshes[*found.after.nodes[node].mesh];
    ASSERT_EQ(mesh.primitives.size(), 2U);
    const Primitive& p = mesh.primitives[1];
    EXPECT_EQ(p.normals, std::vector<Vec3>(3, Vec3(0, 0, 1)));
    EXPECT_EQ(p.tangents, std::vector<Vec4>(3, Vec4(1, 0, 0, 1)));
    EXPECT_EQ(p.colours, std::vector<Vec4>(3, Vec4(0.5F)));
    EXPECT_EQ(p.uvs[1], (std::vector<Vec2>{{0, 0}, {1, 1}, {0, 1}}));
    ASSERT_EQ(p.custom.size(), 1U);
    EXPECT_EQ(p.custom[0].values, (std::vector<float>{1, 3, 4}));
    const std::size_t skinned = node == 6U ? 3 : 0;
    EXPECT_EQ(p.weights, std::vector<Vec4>(skinned, Vec4(0.75F, 0.25F, 0, 0)));
    EXPECT_EQ(p.joints, std::vector<U16Vec4>(skinned, U16Vec4(0, 1, 0, 0)));
  }
}

/// Neither takes the square of their number: that would be minutes.
TEST(FindEdits, ManyPropertiesAndManyVerticesAtOnePlace) {
  Scene edited = sample();
  for (int i = 0; i < 50'000; ++i) edited.nodes[1].extras.emplace_back("p" + std::to_string(i), true);
  EXPECT_EQ(find_edits(sample(), edited).edits.size(), 50'000U);
  Scene original = sample();
  Primitive& p = original.meshes[0].primitives[0];
  p = Primitive{.material = 0};
  for (Index i = 0; i < 60'000; ++i) {
    p.positions.emplace_back(i % 3 == 0 ? 0.0F : float(i), i % 3 == 1 ? 1.0F : 0.0F, 0.0F);
    p.indices.push_back(i);
  }
  edited = original;
  for (Vec3& position : edited.meshes[0].primitives[0].positions) position.z = position.y;
  edited.meshes[0].primitives[0].indices.resize(p.indices.size() - 3);
  EXPECT_EQ(find_edits(original, edited).edits.size(), 1U);
}

/// A property may be an object as large as a list of names.
TEST(FindEdits, ManyMembersOfOneProperty) {
  const auto with = [](int count) {
    Scene scene = sample();
    JsonObject members;
    for (int i = 0; i < count; ++i) members.emplace_back("p" + std::to_string(i), true);
    scene.nodes[1].extras.emplace_back("all", std::move(members));
    return scene;
  };
  const auto found = [&](int count) {
    return [scene = with(count)] { EXPECT_EQ(find_edits(scene, scene).edits.size(), 0U); };
  };
  test::expect_growth("members", found(4'000), found(16'000));
}

}  // namespace
}  // namespace mw::edit
