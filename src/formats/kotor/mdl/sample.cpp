#include <meshwright/core/detail/elementary.h>
#include <meshwright/kotor/detail/mdl_build.h>
#include <meshwright/kotor/mdl.h>
#include <bit>
#include <cmath>

#include "variant.h"

namespace mw::kotor::mdl {
namespace {

// Rows of the sample's nodes, which are also their names' and their numbers.
enum Row : std::uint16_t { kRoot, kHip, kNeckRow, kLamp, kSparks, kHand, kTailRow, kBody, kFloor };
constexpr std::string_view kSampleNames[] = {"mw_creature", "hip_g",  "neck_g", "lamp",    "sparks",
                                             "hand",        "tail_g", "body_g", "walkmesh"};

constexpr std::uint32_t kEmitterControllers[] = {104, 88,  240, 168, 140, 124, 136, 160, 120, 172, 176, 392,
                                                 284, 380, 220, 224, 228, 84,  216, 80,  144, 232, 148, 152,
                                                 236, 156, 112, 108, 92,  184, 188, 196, 192, 200, 252, 96,
                                                 128, 132, 256, 260, 264, 268, 272, 100, 116, 164, 180};

bool is_color(std::uint32_t controller) {
  return controller == 392 || controller == 284 || controller == 380;
}

/// Appends a controller and its data.
void add_controller(Node& node, std::uint32_t type, std::uint16_t unknown, const std::vector<float>& times,
                    const std::vector<float>& values, std::uint8_t columns) {
  Controller controller;
  controller.type = type;
  controller.unknown_0x04 = unknown;
  controller.rows = std::uint16_t(times.size());
  controller.time_index = std::uint16_t(node.data.size());
  controller.data_index = std::uint16_t(node.data.size() + times.size());
  controller.columns = columns;
  node.data.insert(node.data.end(), times.begin(), times.end());
  node.data.insert(node.data.end(), values.begin(), values.end());
  node.controllers.push_back(controller);
}

std::vector<Node> make_nodes() {
  struct Plan {
    std::uint16_t parent;
    std::uint16_t type;
    Vec3 position;
  };
  constexpr std::uint16_t kMesh = kNodeHeader | kNodeMesh;
  const Plan plans[] = {{kRoot, kNodeHeader, Vec3(0)},
                        {kRoot, kNodeHeader, {0, 0, 0.5F}},
                        {kHip, kNodeHeader, {0, 0, 0.5F}},
                        {kNeckRow, kNodeHeader | kNodeLight, {0, 0, 0.25F}},
                        {kNeckRow, kNodeHeader | kNodeEmitter, {0, 0.25F, 0}},
                        {kHip, kNodeHeader | kNodeReference, {0.5F, 0, 0}},
                        {kHip, kMesh | kNodeDangly, {0, -0.25F, 0}},
                        {kRoot, kMesh | kNodeSkin, Vec3(0)},
                        {kRoot, kMesh | kNodeAabb, Vec3(0)}};
  std::vector<Node> nodes(std::size(plans));
  for (std::uint16_t row = 0; row < std::uint16_t(nodes.size()); ++row) {
    Node& node = nodes[row];
    node.header.type = plans[row].type;
    node.header.number = node.header.name_index = row;
    node.header.position = plans[row].position;
    if (row != kRoot) nodes[plans[row].parent].children.push_back(row);
  }
  return nodes;
}

void add_light(Node& node) {
  Light& light = node.light.emplace();
  light.header.flare_radius = 1;
  light.header.priority = 3;
  light.header.dynamic_type = 1;
  light.header.fading = 1;
  light.textures = {{0, "mw_flare"}};
  light.flare_sizes = {2};
  light.flare_positions = {0.5F};
  light.flare_colors = {{1, 0.75F, 0.5F}};
  add_controller(node, 88, 0xFFFF, {0}, {4}, 1);
  add_controller(node, 140, 0xFFFF, {0}, {1}, 1);
  add_controller(node, 76, 0xFFFF, {0}, {1, 0.75F, 0.5F}, 3);
}

void add_emitter(Node& node) {
  Emitter& emitter = node.emitter.emplace();
  emitter.update = FixedText<32>("Fountain");
  emitter.render = FixedText<32>("Normal");
  emitter.blend = FixedText<32>("Lighten");
  emitter.texture = FixedText<32>("mw_spark");
  emitter.x_grid = emitter.y_grid = 1;
  emitter.loop = 1;
  for (const std::uint32_t type : kEmitterControllers) {
    const std::vector<float> value(is_color(type) ? 3 : 1, 1.0F);
    add_controller(node, type, 0xFFFF, {0}, value, std::uint8_t(value.size()));
  }
}

void add_reference(Node& node) {
  node.reference.emplace().model = FixedText<32>("fx_ref");
  node.reference->reattachable = 1;
}

/// A pole of four sides and two storeys: its lower half follows the hip, its upper half the neck.
MeshInput body_input() {
  MeshInput mesh;
  constexpr Vec3 kRing[] = {{0.25F, 0.25F, 0}, {-0.25F, 0.25F, 0}, {-0.25F, -0.25F, 0}, {0.25F, -0.25F, 0}};
  for (int level = 0; level < 3; ++level)
    for (const Vec3& corner : kRing) mesh.positions.push_back(corner + Vec3(0, 0, 0.625F * float(level)));
  for (std::uint16_t level = 0; level < 2; ++level)
    for (std::uint16_t side = 0; side < 4; ++side) {
      const auto a = std::uint16_t(4 * level + side);
      const auto b = std::uint16_t(4 * level + (side + 1) % 4);
      mesh.triangles.push_back({a, b, std::uint16_t(b + 4)});
      mesh.triangles.push_back({a, std::uint16_t(b + 4), std::uint16_t(a + 4)});
    }
  mesh.triangles.insert(mesh.triangles.end(), {{0, 2, 1}, {0, 3, 2}, {8, 9, 10}, {8, 10, 11}});
  for (std::size_t vertex = 0; vertex < mesh.positions.size(); ++vertex) {
    const std::size_t level = vertex / 4;
    mesh.weights.push_back(level == 1 ? std::array{0.5F, 0.5F, 0.0F, 0.0F}
                                      : std::array{1.0F, 0.0F, 0.0F, 0.0F});
    mesh.bones.push_back({level == 2 ? 1.0F : 0.0F, level == 1 ? 1.0F : -1.0F, -1, -1});
  }
  return mesh;
}

MeshInput tail_input() {
  MeshInput mesh;
  mesh.positions = {{-0.125F, 0, 0}, {0.125F, 0, 0}, {-0.125F, -0.5F, -0.25F}, {0.125F, -0.5F, -0.25F}};
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}};
  return mesh;
}

MeshInput floor_input() {
  constexpr std::uint32_t kStone = 4;
  MeshInput mesh;
  constexpr int kCells = 2;
  for (int y = 0; y <= kCells; ++y)
    for (int x = 0; x <= kCells; ++x) mesh.positions.emplace_back(2 * x - 2, 2 * y - 2, 0);
  for (int y = 0; y < kCells; ++y)
    for (int x = 0; x < kCells; ++x) {
      const auto a = std::uint16_t(y * (kCells + 1) + x);
      const auto b = std::uint16_t(a + kCells + 1);
      mesh.triangles.push_back({a, std::uint16_t(a + 1), std::uint16_t(b + 1)});
      mesh.triangles.push_back({a, std::uint16_t(b + 1), b});
    }
  mesh.materials.assign(mesh.triangles.size(), kStone);
  return mesh;
}

Mesh textured(MeshInput input, std::string_view texture) {
  input.texture = texture;
  // Slanted, so that no side of the sample's meshes is seen edge on.
  for (const Vec3& p : input.positions) input.uvs.emplace_back(p.x + 0.5F * p.y, p.z + 0.25F * p.y);
  return build_mesh(input).value();
}

void add_body(File& file) {
  file.nodes[kBody].mesh = textured(body_input(), "mw_hide");
  constexpr std::uint32_t kBones[] = {kHip, kNeckRow};
  (void)bind_skin(file, kBody, kBones);  // cannot fail: all its rows exist
}

void add_tail(Node& node) {
  node.mesh = textured(tail_input(), "mw_hide");
  Mesh& mesh = *node.mesh;
  Dangly& dangly = mesh.dangly.emplace();
  dangly.header.displacement = 0.25F;
  dangly.header.tightness = 0.5F;
  dangly.header.period = 1;
  dangly.constraints = {0, 0, 255, 255};
  dangly.vertices = mesh.vertices;
}

void add_floor(Node& node) {
  node.mesh = textured(floor_input(), "NULL");
  node.mesh->header.render = 0;
  node.mesh->aabb = build_aabb(*node.mesh);
}

/// Every node but the root holds its place in controllers too.
void add_rest_controllers(Node& node) {
  const Vec3& p = node.header.position;
  const auto [w, x, y, z] = node.header.orientation;
  add_controller(node, kPositionController, 0xFFFF, {0}, {p.x, p.y, p.z}, 3);
  add_controller(node, kOrientationController, 0xFFFF, {0}, {x, y, z, w}, 4);
}

void add_mesh_controllers(Node& node) {
  add_controller(node, 132, 0xFFFF, {0}, {1}, 1);
  add_controller(node, kScaleController, 0xFFFF, {0}, {1}, 1);
  add_controller(node, 100, 0xFFFF, {0}, {0, 0, 0}, 3);
}

/// The hip and the neck with their ancestor, as an animation's own tree.
Animation make_animation(std::string_view name, float length, Variant variant) {
  Animation animation;
  GeometryHeader& geometry = animation.header.geometry;
  geometry.functions = functions_of(variant).animation;
  geometry.name = FixedText<32>(name);
  geometry.type = std::uint8_t(GeometryType::animation);
  geometry.node_count = std::uint32_t(std::size(kSampleNames));
  animation.header.length = length;
  animation.header.transition = 0.25F;
  animation.header.root_name = FixedText<32>(kSampleNames[kRoot]);
  for (std::uint16_t row = kRoot; row <= kNeckRow; ++row) {
    Node& node = animation.nodes.emplace_back();
    node.header.number = node.header.name_index = row;
    if (row < kNeckRow) node.children = {row + 1U};
  }
  return animation;
}

/// The head turns: keys of compressed orientations.
Animation make_pause(Variant variant) {
  Animation animation = make_animation("pause1", 2, variant);
  std::vector<float> keys;
  for (const float angle : {0.0F, 0.5F, 0.0F})
    keys.push_back(std::bit_cast<float>(pack_quaternion({0, 0, math::sin(angle / 2), math::cos(angle / 2)})));
  add_controller(animation.nodes[kNeckRow], kOrientationController, 28, {0, 1, 2}, keys, 2);
  return animation;
}

/// The hip bobs: a curve with handles. Positions are differences from the rest position.
Animation make_walk(Variant variant) {
  Animation animation = make_animation("walk", 1, variant);
  const std::vector<float> keys = {0, 0, 0,      0, 0, 0,        0, 0, 0.0625F,  //
                                   0, 0, 0.125F, 0, 0, -0.0625F, 0, 0, 0.0625F,  //
                                   0, 0, 0,      0, 0, 0.0625F,  0, 0, 0};
  add_controller(animation.nodes[kHip], kPositionController, 16, {0, 0.5F, 1}, keys, 3 | kBezier);
  animation.events = {{0.25F, FixedText<32>("snd_footstep")}, {0.75F, FixedText<32>("snd_footstep")}};
  return animation;
}

void add_headers(File& file) {
  file.geometry.functions = functions_of(file.variant).model;
  file.geometry.name = FixedText<32>(kSampleNames[kRoot]);
  file.geometry.node_count = std::uint32_t(std::size(kSampleNames));
  file.geometry.type = std::uint8_t(GeometryType::model);
  constexpr std::uint8_t kCharacter = 4;
  file.model.classification = kCharacter;
  file.model.affected_by_fog = 1;
  file.model.box_min = {-5, -5, -1};
  file.model.box_max = {5, 5, 10};
  file.model.radius = 40;  // of all original models with an emitter
  file.model.supermodel = FixedText<32>("NULL");
  for (const std::string_view name : kSampleNames) file.names.push_back({0, std::string(name)});
}

}  // namespace

File sample(Variant variant) {
  File file;
  file.variant = {variant.game, Platform::pc};
  file.has_mdx = true;
  add_headers(file);
  file.nodes = make_nodes();
  for (std::size_t row = kHip; row < file.nodes.size(); ++row) add_rest_controllers(file.nodes[row]);
  add_light(file.nodes[kLamp]);
  add_emitter(file.nodes[kSparks]);
  add_reference(file.nodes[kHand]);
  add_tail(file.nodes[kTailRow]);
  add_mesh_controllers(file.nodes[kTailRow]);
  add_body(file);
  add_floor(file.nodes[kFloor]);
  number_meshes(file);
  file.animations = {make_pause(file.variant), make_walk(file.variant)};
  lay_out(file, Family::original);
  return variant == file.variant ? file : convert(file, variant).file;
}

}  // namespace mw::kotor::mdl
