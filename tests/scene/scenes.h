#pragma once

#include <meshwright/scene/scene.h>

namespace mw::test {

/// A scene with one of everything: hierarchy, equal names, a skin, all attributes, all kinds of keys, a
/// light.
inline scene::Scene rich_scene() {
  using namespace scene;
  Scene s;
  s.name = "everything";
  s.extras = {{"note", "kept"}};
  const Index root = add_node(s, {.name = "root", .extras = {{"number", std::uint64_t(7)}}});
  Node bone{.name = "bone"};
  bone.transform = {{0, 1, 0}, Quat(0.5F, 0.5F, 0.5F, 0.5F), {1, 2, 1}};
  const Index first_bone = add_node(s, bone, root);
  const Index second_bone = add_node(s, {.name = "bone"}, first_bone);  // the same name again
  add_node(s, {.name = "skinned", .mesh = 0, .skin = 0});
  add_node(s, {.name = "box", .mesh = 1, .role = Role::collision, .lod = 2}, root);
  add_node(s, {.name = "lamp", .light = 0}, root);

  Primitive p;
  p.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1.5F, -2.25F, 0.1F}};
  p.normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0.6F, 0.8F}};
  p.tangents = {{1, 0, 0, 1}, {1, 0, 0, -1}, {1, 0, 0, 1}, {1, 0, 0, 1}};
  p.uvs[0] = {{0, 0}, {1, 0}, {0, 1}, {0.3F, 0.7F}};
  p.uvs[1] = {{0.5F, 0.5F}, {1, 0}, {0, 1}, {0.1F, 0.2F}};
  p.colours = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {0.1F, 0.2F, 0.3F, 0.4F}};
  p.joints = {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 1, 0, 0}};
  p.weights = {{1, 0, 0, 0}, {1, 0, 0, 0}, {0.5F, 0.5F, 0, 0}, {0.25F, 0.75F, 0, 0}};
  p.custom = {{"RADIUS", {0.1F, 0.2F, 0.3F, 0.4F}}};
  p.indices = {0, 1, 2, 2, 1, 3};
  p.material = 0;
  p.extras = {{"part", "all"}};
  s.meshes.push_back({.name = "body", .primitives = {p}});

  Primitive lines;
  lines.topology = Topology::lines;
  lines.positions = {{0, 0, 0}, {1, 1, 1}};
  lines.indices = {0, 1};
  Primitive points;
  points.topology = Topology::points;
  points.positions = {{3, 3, 3}};
  s.meshes.push_back({.name = "body", .primitives = {lines, points}, .extras = {{"kind", "wire"}}});

  s.materials.push_back({.name = "skin",
                         .base_color = {0.5F, 0.25F, 1, 0.75F},
                         .emissive = {0.1F, 0, 0},
                         .alpha = Alpha::mask,
                         .alpha_cutoff = 0.3F,
                         .two_sided = true,
                         .textures = {{"base_color", "body_d", 0}, {"lightmap", "body_l", 1}}});
  s.skins.push_back({.name = "rig",
                     .joints = {first_bone, second_bone},
                     .inverse_binds = {Mat4(1), Mat4(2)},
                     .root = first_bone});

  Animation walk{.name = "walk", .length = 2.5F};
  walk.channels.push_back(
      {.node = first_bone, .target = Target::translation, .times = {0, 1}, .values = {0, 0, 0, 1, 2, 3}});
  walk.channels.push_back({.node = first_bone,
                           .target = Target::rotation,
                           .components = 4,
                           .interpolation = Interpolation::step,
                           .times = {0.5F},
                           .values = {0, 0, 0, 1}});
  walk.channels.push_back({.node = second_bone,
                           .target = Target::scale,
                           .interpolation = Interpolation::cubic,
                           .times = {0, 2},
                           .values = {0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 2, 2, 2, 0, 0, 0}});
  walk.channels.push_back({.node = root,
                           .target = Target::custom,
                           .name = "alpha",
                           .components = 1,
                           .times = {0, 2},
                           .values = {1, 0.5F}});
  s.animations.push_back(walk);
  s.animations.push_back({.name = "still", .length = 1, .extras = {{"event", "step"}}});
  s.lights.push_back({.name = "lamp",
                      .kind = LightKind::spot,
                      .colour = {1, 0.5F, 0.25F},
                      .intensity = 3,
                      .range = 12.0F,
                      .inner_cone = 0.1F,
                      .outer_cone = 0.5F});
  return s;
}

}  // namespace mw::test
