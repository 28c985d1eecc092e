#include <gtest/gtest.h>
#include <meshwright/scene/detail/record_extras.h>

#include <algorithm>
#include <tuple>

#include "edit_sample.h"
#include "support/growth.h"

/// Which is which, without names or among many of one name; and what is noted.
namespace mw::edit {
namespace {

/// A small move of a node that moves by itself cannot be told from the moment that was shown.
TEST(FindEditsNotes, ANodeOnTheWayOfItsMotion) {
  Scene edited = sample();
  edited.nodes[4].transform.translation.y = 2.5F;
  const EditedScene found = find_edits(sample(), edited);
  EXPECT_EQ(told(found), Lines());
  EXPECT_EQ(ignored_in(found), Lines{"node bone: on the way of a motion, and not taken for moved"});
  EXPECT_EQ(ignored_in(find_edits(sample(), sample())), Lines());
  edited.nodes[4].transform.translation.x = 0.01F;
  EXPECT_EQ(told(find_edits(sample(), edited)), Lines{"node bone: moved"});
  EXPECT_EQ(ignored_in(find_edits(sample(), edited)), Lines());
  EXPECT_EQ(told(find_edits(sample(), edited, {.motion = 0.02F})), Lines());
}

/// One that grows is shown as large as it was at some moment; one that only moves is not.
TEST(FindEditsNotes, ANodeOnTheWayOfItsGrowing) {
  Scene original = sample();
  Scene edited = original;
  edited.nodes[4].transform.scale = Vec3(1.5F);
  EXPECT_EQ(told(find_edits(original, edited)), Lines{"node bone: moved"});
  const Channel grows{.node = 4, .target = Target::scale, .times = {0, 1}, .values = {1, 1, 1, 2, 2, 2}};
  original.animations[0].channels.push_back(grows);
  edited.animations[0].channels.push_back(grows);
  EXPECT_EQ(told(find_edits(original, edited)), Lines());
  EXPECT_EQ(ignored_in(find_edits(original, edited)),
            Lines{"node bone: on the way of a motion, and not taken for moved"});
}

TEST(FindEditsNotes, LooksOfMaterialsThatAreNotTaken) {
  Scene original = sample();
  original.meshes[1].primitives[0].material = 1;
  Scene edited = original;
  edited.materials[0].two_sided = true;
  edited.materials[0].alpha = Alpha::mask;
  edited.materials[1].alpha = Alpha::blend;
  const EditedScene found = find_edits(original, edited);
  EXPECT_EQ(told(found), Lines());
  EXPECT_EQ(ignored_in(found), (Lines{"material steel and 1 other: its alpha mode is not taken",
                                      "material steel: how many sides it shows is not taken"}));
  edited.materials[1].base_color = Vec4(1, 0, 0, 0.5F);  // the mode goes with the colour
  EXPECT_EQ(ignored_in(find_edits(original, edited))[0], "material steel: its alpha mode is not taken");
}

/// Programs drop a triangle that has the vertices of another, whichever way it looks. One with vertices of
/// its own they keep, so that it was deleted where it is missing.
TEST(FindEditsTriangles, TheBackOfATwoSidedMeshIsDeletedByHandOnly) {
  const auto with = [](const std::vector<Index>& back) {
    Scene scene = sample();
    Primitive& p = scene.meshes[0].primitives[0];
    for (auto* rows : {&p.positions, &p.normals})
      rows->insert(rows->end(), {(*rows)[0], (*rows)[1], (*rows)[2]});
    for (std::size_t i = 4; i < 7; ++i) p.normals[i] = -p.normals[i];
    p.tangents.resize(7, Vec4(1, 0, 0, 1));
    p.uvs[1].insert(p.uvs[1].end(), {p.uvs[1][0], p.uvs[1][1], p.uvs[1][2]});
    p.custom[0].values.resize(7);
    p.indices.insert(p.indices.end(), back.begin(), back.end());
    return scene;
  };
  const Scene front_only = with({});
  EXPECT_EQ(told(find_edits(with({4, 6, 5}), front_only)), Lines{"mesh plate: 1 triangle removed"});
  EXPECT_EQ(told(find_edits(with({0, 2, 1}), front_only)), Lines());
  EXPECT_EQ(told(find_edits(with({4, 5, 6}), front_only)),
            Lines());  // looks the same way: nobody sees the difference
}

TEST(FindEditsNotes, WhatMeshesLack) {
  Scene edited = sample();
  for (Mesh& mesh : edited.meshes) {
    for (Primitive& p : mesh.primitives) {
      p.uvs[1].clear();
      p.weights.clear();
      p.joints.clear();
    }
  }
  edited.meshes[3].primitives[0].material.reset();
  const EditedScene found = find_edits(sample(), edited);
  EXPECT_EQ(told(found), Lines());
  EXPECT_EQ(
      ignored_in(found),
      (Lines{"mesh plate and 2 others: lacks texture coordinates in the scene; those of the original stay",
             "mesh coat: has no weights in the scene; those of the original stay",
             "mesh coat: has triangles without a material in the scene; that of the original stays"}));
  EXPECT_EQ(hash(found.after), hash(find_edits(sample(), sample()).after));
}

TEST(FindEditsNotes, FoundMeshesAreCounted) {
  EXPECT_EQ(find_edits(sample(), sample()).found_meshes, 4U);
  Scene stranger;
  stranger.meshes.push_back(
      {.name = "box", .primitives = {{.positions = {{9, 0, 0}, {9, 1, 0}, {9, 0, 1}}}}});
  add_node(stranger, {.name = "root"});
  add_node(stranger, {.name = "box", .mesh = 0}, 0);
  EXPECT_EQ(find_edits(sample(), stranger).found_meshes, 0U);
}

/// The object that has the mesh of a bone has properties of its own; an edit there is one of the node.
TEST(FindEditsMatch, PropertiesOfTheObjectBelowABone) {
  Scene original = sample();
  original.nodes[4].mesh = 0;  // the bone
  original.nodes[1].mesh.reset();
  original.nodes[4].extras = {{"tightness", 1.0F}};
  Scene edited = original;
  edited.nodes[4].mesh.reset();
  const Index holder = add_node(edited, {.name = "bone.001", .mesh = 0}, 4);
  EXPECT_EQ(told(find_edits(original, edited)), Lines());
  edited.nodes[holder].extras = {{"tightness", 2.0F}};
  const EditedScene found = find_edits(original, edited);
  EXPECT_EQ(told(found), Lines{"node bone: property tightness changed"});
  EXPECT_EQ(found.after.nodes[4].extras[0].second.get_if<JsonReal>()->narrow, 2.0F);
}

/// The object keeps the name that the bone had.
TEST(FindEditsMatch, ABoneWithAMeshThatIsRenamed) {
  Scene original = sample();
  original.nodes[4].mesh = 0;  // the bone
  original.nodes[1].mesh.reset();
  original.nodes[4].extras = {{"number", std::uint64_t(4)}};
  Scene edited = original;
  edited.nodes[4].name = "my bone";
  edited.nodes[4].mesh.reset();
  add_node(edited, {.name = "bone", .mesh = 0}, 4);
  constexpr std::string_view kNumbers[] = {"number"};
  EXPECT_EQ(told(find_edits(original, edited, {}, {.numbers = kNumbers})),
            Lines{"node bone: renamed to my bone"});
}

/// The object stands off its bone: its vertices are those of the bone's mesh where they are drawn.
TEST(FindEditsMatch, AnObjectThatStandsOffItsBone) {
  Scene original = sample();
  original.nodes[4].mesh = 0;  // the bone
  original.nodes[1].mesh.reset();
  Scene edited = original;
  edited.nodes[4].mesh.reset();
  const Transform off{.translation = {0, 0, 2}, .scale = Vec3(2)};
  add_node(edited, {.name = "bone.001", .transform = off, .mesh = 0}, 4);
  for (Vec3& position : edited.meshes[0].primitives[0].positions) position = position * 0.5F - Vec3(0, 0, 1);
  EXPECT_EQ(told(find_edits(original, edited)), Lines());
  edited.meshes[0].primitives[0].positions[2].x += 0.25F;
  const EditedScene found = find_edits(original, edited);
  EXPECT_EQ(told(found), Lines{"mesh bone: 1 vertex moved"});
  const auto& positions = found.after.meshes[*found.after.nodes[4].mesh].primitives[0].positions;
  EXPECT_EQ(positions[2], Vec3(1.5F, 1, 0));
  EXPECT_EQ(positions[1], Vec3(1, 0, 0));
}

/// Programs without names for nodes: shapes tell, and what is above and below these.
TEST(FindEditsMatch, NodesWithoutNames) {
  Scene original = sample();
  original.meshes[1].primitives[0].positions[0].z = 0.5F;  // no two of one shape
  original.meshes[3].primitives[0].positions[0].z = 0.75F;
  for (Node& node : original.nodes) node.extras.clear();
  Scene edited = original;
  for (Node& node : edited.nodes) node.name.clear();
  const EditedScene same = find_edits(original, edited);
  EXPECT_EQ(told(same), Lines());
  EXPECT_EQ(same.after.nodes[5].name, "tip");
  edited.meshes[0].primitives[0].uvs[1][0].x = 0.25F;
  EXPECT_EQ(told(find_edits(original, edited)), Lines{"mesh plate: 1 vertex with other texture coordinates"});
  edited = original;
  for (Node& node : edited.nodes) node.name.clear();
  edited.nodes[0].transform.translation.x = 7;  // what is below it tells that this is the root
  EXPECT_EQ(told(find_edits(original, edited)), Lines{"node root: moved"});
  edited = original;
  for (Node& node : edited.nodes) node.name.clear();
  edited.nodes[5].transform.translation.x = 7;  // nobody can tell that this is the tip
  EXPECT_EQ(told(find_edits(original, edited)).front(), "node tip: removed");
}

/// "steel.1" is what a glTF calls a second "steel"; its name is in a property that programs drop.
TEST(FindEditsMatch, NumbersBehindNamesAreNoNames) {
  Scene original = sample();
  original.materials[1] = {.name = "steel", .base_color = Vec4(1, 0, 0, 1)};
  original.meshes[1].primitives[0].material = 1;
  original.nodes[2].name = "plate";
  original.animations.push_back(original.animations[0]);
  original.animations[1].length = 9;
  Scene edited = original;
  edited.materials[1].name = "steel.1";
  edited.nodes[2].name = "plate.1";
  edited.animations[1].name = "wave.1";
  EXPECT_EQ(told(find_edits(original, edited)), Lines());
  edited.materials[1].name = "steel.x";
  EXPECT_EQ(told(find_edits(original, edited)), Lines{"material steel: renamed to steel.x"});
}

/// Whole names go first: "wave.1" may be one of its own.
TEST(FindEditsMatch, AnimationsWithNumbersAreTheirOwn) {
  Scene original = sample();
  original.animations.push_back(original.animations[0]);
  original.animations[0].name = "wave.2";
  original.animations[1].name = "wave.1";
  original.animations[1].length = 9;
  Scene edited = original;
  std::swap(edited.animations[0], edited.animations[1]);
  EXPECT_EQ(told(find_edits(original, edited)), Lines());
}

/// Blender drops the properties of animations: what a renamed one had is found by its keys.
TEST(FindEditsMatch, RenamedAnimationsAreFoundByTheirKeys) {
  Scene original = sample();
  original.animations.push_back(original.animations[0]);
  original.animations[1].name = "nod";
  original.animations[1].channels[0].values[4] = 5;
  original.animations[1].extras = {{"transition", 0.5F}};
  Scene edited = original;
  edited.animations = {{.name = "greet", .length = 2, .channels = {original.animations[1].channels[0]}},
                       {.name = "hail", .length = 2, .channels = {original.animations[0].channels[0]}}};
  const EditedScene found = find_edits(original, edited);
  EXPECT_EQ(told(found), (Lines{"animation wave: renamed to hail", "animation nod: renamed to greet"}));
  EXPECT_EQ(found.animation_origins, (std::vector<Index>{0, 1}));
  ASSERT_EQ(found.after.animations.size(), 2U);
  EXPECT_EQ(found.after.animations[0].name, "hail");
  EXPECT_EQ(found.after.animations[0].length, 2.5F);
  EXPECT_EQ(found.after.animations[0].channels.size(), 2U);
  EXPECT_EQ(float_of(*find(found.after.animations[1].extras, "transition")), 0.5F);
}

TEST(FindEditsMatch, AnimationsWithOtherKeysAreOthers) {
  const Scene original = sample();
  const auto origins = [&](const auto& edit) {
    Scene edited = original;
    edited.animations[0].name = "hail";
    edit(edited.animations[0]);
    return find_edits(original, edited).animation_origins;
  };
  EXPECT_EQ(origins([](Animation&) {}), std::vector<Index>{0});
  EXPECT_EQ(origins([](Animation& hail) { hail.channels[0].values[4] = 4; }), std::vector<Index>{kNewNode});
  EXPECT_EQ(origins([](Animation& hail) { hail.channels[0].times[2] = 3; }), std::vector<Index>{kNewNode});
  EXPECT_EQ(origins([](Animation& hail) { hail.channels[0].node = 0; }), std::vector<Index>{kNewNode});
  EXPECT_EQ(origins([](Animation& hail) {
              hail.channels.push_back({.node = 1, .times = {0, 1}, .values = {0, 0, 0, 1, 0, 0}});
            }),
            std::vector<Index>{kNewNode});
}

/// A still channel may be dropped by a program, but what is left must say which animation it is.
TEST(FindEditsMatch, AnimationsWithoutChannelsAreNobodys) {
  Scene original = sample();
  original.animations[0].channels[0].values = {0, 2, 0, 0, 2, 0, 0, 2, 0};
  Scene edited = original;
  edited.animations[0].name = "hail";
  EXPECT_EQ(find_edits(original, edited).animation_origins, std::vector<Index>{0});
  edited.animations[0].channels.clear();
  edited.animations[0].channels.push_back({.node = 1, .times = {0}, .values = {0, 0, 0}});
  EXPECT_EQ(find_edits(original, edited).animation_origins, std::vector<Index>{kNewNode});
}

constexpr std::string_view kNumbers[] = {"id", "number"};

/// What extras mean is the formats' business, who give their names.
TEST(FindEditsMatch, NumbersOfNodesByTheNameThatIsGiven) {
  Scene edited = sample();
  edited.nodes[1].name = "tray";
  edited.meshes[0].primitives[0].positions[2].z = 0.5F;  // so that its shape does not tell
  EXPECT_EQ(told(find_edits(sample(), edited)).front(), "node plate: removed");
  EXPECT_EQ(told(find_edits(sample(), edited, {}, {.numbers = kNumbers})),
            (Lines{"node plate: renamed to tray", "mesh plate: 1 vertex moved"}));
  edited.nodes[1].extras = {{"id", std::uint64_t(7)}, {"number", std::uint64_t(1)}};  // the first counts
  EXPECT_EQ(told(find_edits(sample(), edited, {}, {.numbers = kNumbers})).front(), "node plate: removed");
}

/// Three of one name and number, each with a shape, a place and a property of its own.
Scene three_boxes() {
  Scene scene;
  const Index root = add_node(scene, {.name = "root", .extras = {{"number", std::uint64_t(0)}}});
  for (std::uint64_t i = 0; i < 3; ++i) {
    Primitive p = square();
    p.material.reset();
    p.positions[2].z = float(i) + 1;
    scene.meshes.push_back({.name = "box", .primitives = {p}});
    const Index box = add_node(
        scene, {.name = "box", .mesh = Index(i), .extras = {{"number", std::uint64_t(5)}, {"row", i}}}, root);
    scene.nodes[box].transform.translation.x = 2 * float(i);
  }
  return scene;
}

Scene without_the_first_box(Scene scene) {
  scene.nodes.erase(scene.nodes.begin() + 1);
  scene.nodes[0].children = {1, 2};
  return scene;
}

/// The numbers that the boxes have in the original.
std::vector<Index> boxes_in(const EditedScene& found) {
  return {found.origins.begin() + 1, found.origins.end()};
}

TEST(FindEditsMatch, OneOfSeveralOfOneNameThatIsRemovedLeavesTheOthers) {
  const Scene original = three_boxes();
  Scene edited = without_the_first_box(original);
  const KnownExtras known{.numbers = kNumbers};
  EditedScene found = find_edits(original, edited, {}, known);
  EXPECT_EQ(told(found), Lines{"node box: removed"});
  EXPECT_EQ(boxes_in(found), (std::vector<Index>{2, 3}));
  edited.meshes[1].primitives[0].positions[1].x = 3;
  found = find_edits(original, edited, {}, known);
  EXPECT_EQ(told(found), (Lines{"node box: removed", "mesh box: 1 vertex moved"}));
  EXPECT_EQ(boxes_in(found), (std::vector<Index>{2, 3}));
  edited = without_the_first_box(original);
  edited.nodes[1].transform.translation.x = 0;  // where the first was
  found = find_edits(original, edited, {}, known);
  EXPECT_EQ(told(found), (Lines{"node box: removed", "node box: moved"}));
  EXPECT_EQ(boxes_in(found), (std::vector<Index>{2, 3}));
}

/// Nor do they change where programs drop all properties.
TEST(FindEditsMatch, OneOfSeveralOfOneNameThatIsRemovedWithoutProperties) {
  const Scene original = three_boxes();
  Scene edited = without_the_first_box(original);
  for (Node& node : edited.nodes) node.extras.clear();
  edited.nodes[1].name = "box.001";
  edited.nodes[2].name = "box.002";
  const EditedScene found = find_edits(original, edited, {}, {.numbers = kNumbers});
  EXPECT_EQ(told(found), Lines{"node box: removed"});
  EXPECT_EQ(boxes_in(found), (std::vector<Index>{2, 3}));
}

TEST(FindEditsMatch, OneOfSeveralOfOneNameThatIsRenamedLeavesTheOthers) {
  const Scene original = three_boxes();
  Scene edited = original;
  edited.nodes[1].name = "first";
  const EditedScene found = find_edits(original, edited, {}, {.numbers = kNumbers});
  EXPECT_EQ(told(found), Lines{"node box: renamed to first"});
  EXPECT_EQ(found.after.nodes[1].name, "first");
  EXPECT_EQ(boxes_in(found), (std::vector<Index>{1, 2, 3}));
}

/// Those below a parent that stayed, not those that look the same below another.
TEST(FindEditsMatch, OneOfSeveralThatLookTheSameIsTheOneBelowItsParent) {
  Scene original;
  original.meshes.push_back({.name = "lamp", .primitives = {square()}});
  original.meshes[0].primitives[0].material.reset();
  const Index root = add_node(original, {.name = "root"});
  const Index left = add_node(original, {.name = "left"}, root);
  const Index right = add_node(original, {.name = "right"}, root);
  add_node(original, {.name = "lamp", .mesh = 0}, left);
  add_node(original, {.name = "lamp", .mesh = 0}, right);
  Scene edited = original;
  edited.nodes[left].children.clear();
  edited.nodes[right].children = {3};
  edited.nodes.pop_back();
  const EditedScene found = find_edits(original, edited);
  EXPECT_EQ(told(found), Lines{"node lamp: removed"});
  EXPECT_EQ(found.origins.back(), 4U);
}

/// Of one part both levels were exported, of the other one: its second was not removed.
TEST(FindEditsMatch, LevelsOfPartsByTheNameThatIsGiven) {
  Scene original;
  original.meshes.push_back({.name = "square", .primitives = {square()}});
  original.meshes[0].primitives[0].material.reset();
  for (const auto& [name, part, lod] : {std::tuple("a", "a", 0U), std::tuple("a1", "a", 1U),
                                        std::tuple("b", "b", 0U), std::tuple("b1", "b", 1U)})
    add_node(original, {.name = name, .mesh = 0, .lod = lod, .extras = {{"piece", std::string(part)}}});
  Scene edited = original;
  edited.nodes.pop_back();
  edited.roots.pop_back();
  EXPECT_EQ(told(find_edits(original, edited, {}, {.part = "piece"})), Lines());
  EXPECT_EQ(told(find_edits(original, edited)), Lines{"node b1: removed"});
}

/// A scene that had all levels says so: what is missing was removed, also where one level is left.
TEST(FindEditsMatch, AMissingLevelWasRemovedWhereAllWereThere) {
  Scene original;
  original.meshes.push_back({.name = "square", .primitives = {square()}});
  original.meshes[0].primitives[0].material.reset();
  for (const auto& [name, lod] : {std::tuple("a", 0U), std::tuple("a1", 1U)})
    add_node(original, {.name = name, .mesh = 0, .lod = lod, .extras = {{"piece", "a"}, {"levels", "all"}}});
  Scene edited = original;
  edited.nodes.pop_back();
  edited.roots.pop_back();
  EXPECT_EQ(told(find_edits(original, edited, {}, {.part = "piece"})), Lines{"node a1: removed"});
  edited.nodes[0].extras.pop_back();
  EXPECT_EQ(told(find_edits(original, edited, {}, {.part = "piece"})), Lines());
}

// As many as somebody may put into a file: none takes the square of their number.

TEST(FindEditsMatch, ManyMaterialsOfOneName) {
  const auto work = [](std::size_t count) {
    Scene scene = sample();
    for (std::size_t i = 0; i < count; ++i)
      scene.materials.push_back({.name = "same", .base_color = Vec4(float(i), 0, 0, 1)});
    Scene other = scene;
    for (Material& material : other.materials) material.base_color.y = 1;
    return [=] { EXPECT_GT(find_edits(scene, other).edits.size(), 0U); };
  };
  test::expect_growth("materials of one name", work(2000), work(8000));
}

TEST(FindEditsMatch, ManyAnimationsOfOneName) {
  const auto work = [](std::size_t count) {
    Scene scene = sample();
    for (std::size_t i = 0; i < count; ++i) scene.animations.push_back({.name = "same"});
    return [=] { EXPECT_EQ(find_edits(scene, scene).edits.size(), 0U); };
  };
  test::expect_growth("animations of one name", work(4000), work(16000));
}

TEST(FindEditsMatch, ManyAnimationsThatAreOthers) {
  const auto work = [](std::size_t count) {
    Scene scene = sample();
    scene.animations.resize(count, scene.animations[0]);
    for (std::size_t i = 0; i < count; ++i) scene.animations[i].name = "a" + std::to_string(i);
    Scene other = scene;
    for (Animation& animation : other.animations) {
      animation.name += "b";
      animation.channels[0].values[4] = 7;
    }
    return [=] { EXPECT_EQ(find_edits(scene, other).edits.size(), 2 * count); };
  };
  test::expect_growth("animations with other keys", work(250), work(1000));
}

TEST(FindEditsMatch, ManySmallAnimationsAndALargeOne) {
  const auto work = [](std::size_t count) {
    Scene scene = sample();
    scene.animations[0].channels.resize(1);
    Scene other = scene;
    scene.animations.resize(count, scene.animations[0]);
    for (std::size_t i = 0; i < count; ++i) scene.animations[i].name = "a" + std::to_string(i);
    other.animations.resize(1);
    other.animations[0].name = "large";
    other.animations[0].channels.resize(count, other.animations[0].channels[0]);
    return [=] { EXPECT_EQ(find_edits(scene, other).edits.size(), count + 1); };
  };
  test::expect_growth("small animations and a large one", work(500), work(2000));
}

TEST(FindEditsMatch, ManyJoints) {
  const auto work = [](std::size_t count) {
    Scene scene = sample();
    for (std::size_t i = 0; i < count; ++i) {
      scene.skins[0].joints.push_back(add_node(scene, {.name = "j" + std::to_string(i)}, 0));
      scene.skins[0].inverse_binds.emplace_back(1);
    }
    Primitive& p = scene.meshes[3].primitives[0];
    p = Primitive{};
    for (std::size_t i = 0; i < 3 * count; ++i) {
      p.positions.emplace_back(float(i), float(i % 3), float(i % 2));
      p.joints.emplace_back(std::uint16_t(2 + i / 3), 0, 0, 0);
      p.weights.emplace_back(1, 0, 0, 0);
    }
    Scene other = scene;
    for (Vec4& weights : other.meshes[3].primitives[0].weights) weights = Vec4(0.5F, 0.5F, 0, 0);
    return [=] { EXPECT_EQ(told(find_edits(scene, other)).size(), 1U); };
  };
  test::expect_growth("joints", work(1000), work(4000));
}

}  // namespace
}  // namespace mw::edit
