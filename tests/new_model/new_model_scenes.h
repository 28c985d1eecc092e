#pragma once

#include <meshwright/scene/scene.h>
#include <string>
#include <utility>
#include <vector>

/// Scenes as other programs make them: no extras but those that somebody would type.
namespace mw::test {

/// A square of two triangles in the plane y = 0, its corner at the origin.
inline scene::Primitive square(float side = 1) {
  scene::Primitive p;
  p.positions = {{0, 0, 0}, {side, 0, 0}, {side, 0, -side}, {0, 0, -side}};
  p.normals.assign(4, {0, 1, 0});
  p.uvs[0] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
  p.indices = {0, 1, 2, 0, 2, 3};
  return p;
}

inline scene::Index add_mesh(scene::Scene& s, scene::Primitive p, std::string name = "mesh") {
  s.meshes.push_back({.name = std::move(name)});
  s.meshes.back().primitives.push_back(std::move(p));
  return scene::Index(s.meshes.size() - 1);
}

inline scene::Index add_material(scene::Scene& s, std::string name, std::string texture = {}) {
  scene::Material material{.name = std::move(name)};
  if (!texture.empty()) material.textures.push_back({"base_color", std::move(texture), 0});
  s.materials.push_back(std::move(material));
  return scene::Index(s.materials.size() - 1);
}

/// One square called "plate".
inline scene::Scene plate() {
  scene::Scene s;
  add_node(s, {.name = "plate", .mesh = add_mesh(s, square())});
  return s;
}

/// A floor with a light map, a walkmesh of two surfaces, and a lamp.
inline scene::Scene room() {
  scene::Scene s;
  s.name = "m99aa_01a";
  const scene::Index root = add_node(s, {.name = "m99aa_01a"});
  scene::Primitive floor = square(10);
  floor.uvs[1] = floor.uvs[0];
  floor.material = add_material(s, "floor", "lda_floor01.tga");
  scene::Node shown{.name = "floor", .mesh = add_mesh(s, floor)};
  shown.extras = {{"lightmap", "m99aa_01a_lm0"}, {"shadow", true}};
  add_node(s, shown, root);
  scene::Primitive west = square(5);
  west.material = add_material(s, "Stone");
  scene::Primitive east = square(5);
  for (Vec3& position : east.positions) position.x += 5;
  east.material = add_material(s, "Grass.001");
  scene::Node walked{.name = "walk", .mesh = add_mesh(s, west)};
  s.meshes.back().primitives.push_back(east);
  walked.extras = {{"walkmesh", true}};
  add_node(s, walked, root);
  s.lights.push_back({.name = "lamp", .colour = {1, 0.5F, 0.25F}, .intensity = 4});
  scene::Node lamp{.name = "lamp", .light = 0};
  lamp.transform.translation = {5, 3, -5};
  add_node(s, lamp, root);
  return s;
}

/// A channel of places or, with four numbers each, rotations.
inline scene::Channel channel(scene::Index node, std::vector<float> times, std::vector<float> values) {
  const bool turns = values.size() == 4 * times.size();
  scene::Channel made{.node = node,
                      .target = turns ? scene::Target::rotation : scene::Target::translation,
                      .components = turns ? 4U : 3U};
  made.times = std::move(times);
  made.values = std::move(values);
  return made;
}

/// A leaf that slides up, with a sound.
inline scene::Scene door() {
  scene::Scene s;
  s.extras = {{"classification", "Door"}};
  const scene::Index root = add_node(s, {.name = "dor_test"});
  const scene::Index leaf = add_node(s, {.name = "leaf", .mesh = add_mesh(s, square(2))}, root);
  scene::Animation opens{.name = "opening1", .length = 1.5F};
  opens.channels = {channel(leaf, {0, 1.5F}, {0, 0, 0, 0, 2.5F, 0})};
  opens.extras = {{"events", "0.25 snd_open, 1.5 detonate"}, {"transition", 0.5F}};
  s.animations = {opens};
  return s;
}

/// The door with more keys than a node has room for.
inline scene::Scene door_of_many_keys() {
  scene::Scene scene = door();
  scene::Channel& channel = scene.animations[0].channels[0];
  channel.times.clear();
  channel.values.clear();
  for (int key = 0; key < 20000; ++key) {
    channel.times.push_back(float(key));
    channel.values.insert(channel.values.end(), {0, float(key), 0});
  }
  return scene;
}

/// A strip of quads along x, each bound to the bone at its middle: `bones` of them, in a chain.
inline scene::Scene worm(std::size_t bones) {
  scene::Scene s;
  scene::Primitive p;
  scene::Skin skin;
  scene::Index above = add_node(s, {.name = "worm"});
  const scene::Index root = above;
  for (std::size_t i = 0; i < bones; ++i) {
    scene::Node bone{.name = "bone" + std::to_string(i)};
    bone.transform.translation = {i == 0 ? 0.5F : 1.0F, 0, 0};
    above = add_node(s, bone, above);
    skin.joints.push_back(above);
    Mat4 bind(1);
    bind[3] = {-(float(i) + 0.5F), 0, 0, 1};
    skin.inverse_binds.push_back(bind);
    const auto first = scene::Index(p.positions.size());
    for (const auto& [x, y] : {std::pair(0, 0), {1, 0}, {1, 1}, {0, 1}}) {
      p.positions.emplace_back(float(i) + float(x), y, 0);
      p.uvs[0].emplace_back(float(x), float(y));
    }
    for (const scene::Index corner : {0U, 1U, 2U, 0U, 2U, 3U}) p.indices.push_back(first + corner);
  }
  p.normals.assign(p.positions.size(), {0, 0, 1});
  for (std::size_t i = 0; i < p.positions.size(); ++i) {
    p.joints.emplace_back(std::uint16_t(i / 4), 0, 0, 0);
    p.weights.emplace_back(1, 0, 0, 0);
  }
  s.skins = {skin};
  add_node(s, {.name = "hide", .mesh = add_mesh(s, p), .skin = 0}, root);
  return s;
}

}  // namespace mw::test
