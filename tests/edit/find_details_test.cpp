#include <gtest/gtest.h>
#include <meshwright/edit/edits.h>

#include <limits>

#include "edit_sample.h"

/// Small things that tell an edit from what programs do by themselves.
namespace mw::edit {
namespace {

/// The first primitive of what a node shows.
const Primitive& first_part(const EditedScene& found, Index node) {
  return found.after.meshes[*found.after.nodes[node].mesh].primitives[0];
}

/// Two triangles that share a side.
Primitive bare_square() {
  Primitive p;
  p.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  p.normals.assign(4, Vec3(0, 0, 1));
  p.indices = {0, 1, 2, 0, 2, 3};
  return p;
}

/// A square whose last corner hangs on the second of two bones.
Scene bent(const Vec3& second_bone) {
  Scene scene;
  Primitive p = bare_square();
  p.joints.assign(4, U16Vec4(0));
  p.joints[3] = U16Vec4(1, 0, 0, 0);
  p.weights.assign(4, Vec4(1, 0, 0, 0));
  scene.meshes.push_back({.name = "coat", .primitives = {p}});
  const Index root = add_node(scene, {.name = "root"});
  const Index first = add_node(scene, {.name = "first"}, root);
  const Index second = add_node(scene, {.name = "second"}, first);
  scene.nodes[second].transform.translation = second_bone;
  scene.skins.push_back({.joints = {first, second}, .inverse_binds = {Mat4(1), Mat4(1)}});
  add_node(scene, {.name = "coat", .mesh = 0, .skin = 0});
  return scene;
}

/// As a program saves it that bends meshes into their bones' pose: it is the same seen, bound anew.
Scene bent_and_bound_anew(const Scene& original) {
  Scene edited = original;
  const Vec3 by = original.nodes[2].transform.translation;
  edited.skins[0].inverse_binds[1][3] = Vec4(-by, 1);
  edited.meshes[0].primitives[0].positions[3] += by;
  return edited;
}

/// Half a turn about x, saved as the quaternion of the other sign.
TEST(FindEditsDetails, APoseOfTheOtherSignIsAPoseOfTheMotion) {
  Scene original;
  const Index bone = add_node(original, {.name = "bone"});
  const Channel turn{.node = bone,
                     .target = Target::rotation,
                     .components = 4,
                     .times = {0, 1},
                     .values = {0, 0, 0, 1, 1, 0, 0, 0}};
  original.animations.push_back({.name = "turn", .length = 1, .channels = {turn}});
  Scene edited = original;
  edited.nodes[bone].transform.rotation = Quat(0, -1, 0, 0);
  const EditedScene found = find_edits(original, edited);
  EXPECT_EQ(told(found), Lines());
  EXPECT_EQ(found.after.nodes[bone].transform.rotation, Quat(1, 0, 0, 0));
  edited.nodes[bone].transform.rotation = Quat(0, 0, 1, 0);
  EXPECT_EQ(told(find_edits(original, edited)).size(), 1U) << "half a turn about y is none of it";
}

/// Vertices of different bones that come to lie beside each other keep the places that they had.
TEST(FindEditsDetails, VerticesThatBendToOnePlaceAreToldApart) {
  const Scene original = bent({1, 0, 1.2e-5F});
  const EditedScene found = find_edits(original, bent_and_bound_anew(original));
  EXPECT_EQ(told(found), Lines());
  EXPECT_EQ(first_part(found, 3).positions, bare_square().positions);
}

/// What bending in single precision moves is no edit, in whichever direction: a few millionths of the largest
/// coordinate, here to both sides of zero.
TEST(FindEditsDetails, VerticesThatBendingMovedAHairAreThoseOfTheOriginal) {
  for (int axis = 0; axis < 3; ++axis)
    for (const float side : {-1.0F, 1.0F}) {
      Scene original = bent({0, 0, 1});
      original.meshes[0].primitives[0].positions[0][axis] = -1e-6F * side;
      Scene edited = bent_and_bound_anew(original);
      edited.meshes[0].primitives[0].positions[0][axis] = 5e-6F * side;
      const EditedScene found = find_edits(original, edited);
      EXPECT_EQ(told(found), Lines()) << axis << " " << side;
      EXPECT_EQ(first_part(found, 3).positions, original.meshes[0].primitives[0].positions);
    }
}

/// glTF holds no such numbers: a 0 in their place is not an edit.
TEST(FindEditsDetails, NumbersThatAreNoneComeBackAsZero) {
  Scene original;
  original.meshes.push_back({.name = "plate", .primitives = {bare_square()}});
  add_node(original, {.name = "plate", .mesh = 0});
  Primitive& own = original.meshes[0].primitives[0];
  own.uvs[0].assign(4, Vec2(0.5F));
  own.colours.assign(4, Vec4(0.5F));
  Scene edited = original;
  own.uvs[0][2].y = std::numeric_limits<float>::quiet_NaN();
  own.colours[3].z = std::numeric_limits<float>::infinity();
  edited.meshes[0].primitives[0].uvs[0][2].y = 0;
  edited.meshes[0].primitives[0].colours[3].z = 0;
  EXPECT_EQ(told(find_edits(original, edited)), Lines());
}

/// Lines are a set: in which order they stand says nothing.
TEST(FindEditsDetails, LinesInAnotherOrderAreTheSame) {
  Scene original;
  const Primitive lines{.topology = Topology::lines,
                        .positions = {{0, 0, 0}, {1, 0, 0}, {2, 5, 0}, {1, 1, 1}},
                        .indices = {0, 1, 2, 3}};
  original.meshes.push_back({.name = "edge", .primitives = {lines, bare_square()}});
  add_node(original, {.name = "edge", .mesh = 0});
  Scene edited = original;
  edited.meshes[0].primitives[0].indices = {2, 3, 0, 1};
  EditedScene found = find_edits(original, edited);
  EXPECT_EQ(told(found), Lines());
  EXPECT_EQ(first_part(found, 0).indices, lines.indices);
  edited.meshes[0].primitives[0].positions[2].y = 6;
  found = find_edits(original, edited);
  EXPECT_EQ(told(found).size(), 1U);
  EXPECT_EQ(first_part(found, 0).positions[2], Vec3(2, 6, 0));
}

/// A joint counts where it has a weight; others of the skin of another program do not come along.
TEST(FindEditsDetails, JointsWithoutAWeightAreNotTaken) {
  const Scene original = bent({0, 0, 0});
  Scene edited = original;
  edited.skins[0].joints = {2, 1, 0};
  edited.skins[0].inverse_binds.assign(3, Mat4(1));
  Primitive& p = edited.meshes[0].primitives[0];
  p.joints.assign(4, U16Vec4(1, 0, 2, 0));
  p.joints[3] = U16Vec4(0, 1, 2, 0);
  p.weights.assign(4, Vec4(1, 0, 0, 0));
  p.weights[2] = Vec4(0.5F, 0.5F, 0, 0);
  const EditedScene found = find_edits(original, edited);
  EXPECT_EQ(told(found), Lines{"mesh coat: 1 vertex with other weights"});
  EXPECT_EQ(found.after.skins[*found.after.nodes[3].skin].joints, original.skins[0].joints);
  EXPECT_EQ(first_part(found, 3).joints[2], U16Vec4(0, 1, 0, 0));
  EXPECT_EQ(first_part(found, 3).weights[2], Vec4(0.5F, 0.5F, 0, 0));
}

/// How far a vertex may be off goes by the largest coordinate, on whichever axis.
TEST(FindEditsDetails, AFarMeshMayBeOffByMore) {
  for (int axis = 0; axis < 3; ++axis)
    for (const float by : {5e-4F, 2e-3F}) {
      Scene original;
      original.meshes.push_back({.name = "plate", .primitives = {bare_square()}});
      add_node(original, {.name = "plate", .mesh = 0});
      for (Vec3& position : original.meshes[0].primitives[0].positions) position[axis] += 1000;
      Scene edited = original;
      edited.meshes[0].primitives[0].positions[2][axis] += by;
      EXPECT_EQ(told(find_edits(original, edited)),
                by < 1e-3F ? Lines() : Lines{"mesh plate: 1 vertex moved"})
          << axis;
    }
}

/// A motion that was deleted goes; one of a kind that glTF does not hold only was not exported.
TEST(FindEditsDetails, DeletedMotionsGoAndThoseOfOneFormatStay) {
  Scene original;
  const Index bone = add_node(original, {.name = "bone"});
  const Channel move{.node = bone, .times = {0, 1}, .values = {0, 0, 0, 0, 3, 0}};
  const Channel turn{.node = bone,
                     .target = Target::rotation,
                     .components = 4,
                     .times = {0, 1},
                     .values = {0, 0, 0, 1, 1, 0, 0, 0}};
  const Channel fade{.node = bone,
                     .target = Target::custom,
                     .name = "alpha",
                     .components = 1,
                     .times = {0, 1},
                     .values = {0, 1}};
  original.animations.push_back({.name = "wave", .length = 1, .channels = {move, turn, fade}});
  Scene edited = original;
  edited.animations[0].channels = {turn};
  const EditedScene found = find_edits(original, edited);
  ASSERT_EQ(found.after.animations[0].channels.size(), 2U);
  EXPECT_EQ(found.after.animations[0].channels[0].target, Target::rotation);
  EXPECT_EQ(found.after.animations[0].channels[1].name, "alpha");
  EXPECT_EQ(found.after.animations[0].channels[1].values, fade.values);
}

/// Programs write a channel for everything of a node once it has one; what only says how the node rests is no
/// motion.
TEST(FindEditsDetails, ChannelsThatRestAreNotAdded) {
  Scene original;
  const Index bone = add_node(original, {.name = "bone"});
  original.nodes[bone].transform = {{1, 2, 3}, {0.5F, 0.5F, 0.5F, 0.5F}, {1, 2, 4}};
  original.animations.push_back({.name = "wave", .length = 1});
  const auto with = [&](Target target, std::vector<float> key) {
    Scene edited = original;
    Channel& added = edited.animations[0].channels.emplace_back();
    added = {.node = bone,
             .target = target,
             .components = std::uint32_t(key.size()),
             .times = {0, 1},
             .values = key};
    added.values.insert(added.values.end(), key.begin(), key.end());
    return told(find_edits(original, edited));
  };
  const Lines one = {"animation wave: 1 channel added"};
  EXPECT_EQ(with(Target::translation, {1, 2, 3}), Lines());
  EXPECT_EQ(with(Target::translation, {1, 2, 3.5F}), one);
  EXPECT_EQ(with(Target::rotation, {0.5F, 0.5F, 0.5F, 0.5F}), Lines());
  EXPECT_EQ(with(Target::rotation, {0.5F, 0.5F, 0.5F, -0.5F}), one);
  EXPECT_EQ(with(Target::scale, {1, 2, 4}), Lines());
  EXPECT_EQ(with(Target::scale, {1, 2, 3}), one);
}

/// Two meshes that end in the same triangle, under new names.
TEST(FindEditsDetails, RenamedMeshesAreFoundByAllTheirTriangles) {
  Scene original;
  original.meshes = {{.name = "low", .primitives = {bare_square()}},
                     {.name = "high", .primitives = {bare_square()}}};
  original.meshes[1].primitives[0].positions[1] = {2, 0, 3};
  const Index root = add_node(original, {.name = "root"});
  add_node(original, {.name = "low", .mesh = 0}, root);
  add_node(original, {.name = "high", .mesh = 1}, root);
  Scene edited = original;
  edited.nodes[1] = {.name = "tall", .mesh = 1};
  edited.nodes[2] = {.name = "flat", .mesh = 0};
  const EditedScene found = find_edits(original, edited);
  EXPECT_EQ(found.after.nodes[1].name, "flat");
  EXPECT_EQ(found.after.nodes[2].name, "tall");
  EXPECT_EQ(found.after.meshes[*found.after.nodes[2].mesh].primitives[0].positions[1], Vec3(2, 0, 3));
}

}  // namespace
}  // namespace mw::edit
