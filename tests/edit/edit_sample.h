#pragma once

#include <meshwright/edit/detail/text.h>
#include <meshwright/edit/edits.h>

#include <string>
#include <vector>

/// A scene with a bit of everything that may be edited.
namespace mw::edit {

using namespace scene;

/// Two triangles that share a side, with every attribute.
inline Primitive square() {
  Primitive p;
  p.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  p.normals.assign(4, Vec3(0, 0, 1));
  p.tangents.assign(4, Vec4(1, 0, 0, 1));
  p.uvs[1] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  p.custom = {{"CONSTRAINT", {1, 2, 3, 4}}};
  p.indices = {0, 1, 2, 0, 2, 3};
  p.material = 0;
  return p;
}

/// A root with a plate, a hidden plate, lines, and a skin with two bones; one animation.
inline Scene sample() {
  Scene scene;
  scene.name = "sample";
  scene.materials = {{.name = "steel"}, {.name = "wood"}};
  scene.meshes.push_back({.name = "plate", .primitives = {square()}});
  scene.meshes.push_back({.name = "lid", .primitives = {square()}});
  Primitive lines{.topology = Topology::lines, .positions = {{0, 0, 0}, {1, 0, 0}}, .indices = {0, 1}};
  scene.meshes.push_back({.name = "edge", .primitives = {lines}});
  Primitive skin = square();
  skin.joints.assign(4, U16Vec4(0, 1, 0, 0));
  skin.weights.assign(4, Vec4(0.75F, 0.25F, 0, 0));
  scene.meshes.push_back({.name = "coat", .primitives = {skin}});
  const Index root = add_node(scene, {.name = "root", .extras = {{"number", std::uint64_t(0)}}});
  add_node(scene, {.name = "plate", .mesh = 0, .extras = {{"number", std::uint64_t(1)}}}, root);
  add_node(scene, {.name = "lid", .mesh = 1, .role = Role::hidden}, root);
  add_node(scene, {.name = "edge", .mesh = 2}, root);
  const Index bone = add_node(scene, {.name = "bone"}, root);
  scene.nodes[bone].transform.translation = {0, 2, 0};
  const Index tip = add_node(scene, {.name = "tip"}, bone);
  scene.skins.push_back({.name = "coat", .joints = {bone, tip}, .inverse_binds = {Mat4(1), Mat4(1)}});
  add_node(scene, {.name = "coat", .mesh = 3, .skin = 0});
  Channel channel{.node = bone, .times = {0, 1, 2}, .values = {0, 2, 0, 0, 3, 0, 0, 2, 0}};
  Channel custom{
      .node = tip, .target = Target::custom, .name = "alpha", .components = 1, .times = {0}, .values = {1}};
  scene.animations.push_back(
      {.name = "wave", .length = 2.5F, .channels = {channel, custom}, .extras = {{"transition", 0.25F}}});
  return scene;
}

inline std::vector<std::string> told(const EditedScene& found) {
  std::vector<std::string> lines;
  for (const Edit& edit : found.edits) lines.push_back(to_string(edit, found));
  return lines;
}
inline std::vector<std::string> ignored_in(const EditedScene& found) {
  std::vector<std::string> lines;
  for (const Ignored& ignored : found.ignored) lines.push_back(to_string(to_loss(ignored, found)));
  return lines;
}
using Lines = std::vector<std::string>;

}  // namespace mw::edit
