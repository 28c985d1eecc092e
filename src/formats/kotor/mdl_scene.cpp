#include "mdl_scene.h"

#include <fmt/format.h>
#include <meshwright/core/json_writer.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>
#include <tuple>

namespace mw::kotor::mdl {
namespace {

using scene::Index;
using scene::Scene;

// Controllers of meshes and lights that the scene has a place for.
constexpr std::uint32_t kAlpha = 132;
constexpr std::uint32_t kSelfIllumination = 100;
constexpr std::uint32_t kLightColour = 76;
constexpr std::uint32_t kLightRadius = 88;
constexpr std::uint32_t kLightMultiplier = 140;

/// The fields of a record as JSON, under their names in errors and dumps.
template <class T>
JsonValue as_json(const T& record) {
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  fields(json, record);
  json.end_object();
  return parse_json(json.take()).value_or(JsonValue());
}

class SceneMaker {
 public:
  explicit SceneMaker(SceneContext& context)
      : context_(context), file_(context.file), scene_(context.scene) {}

  void make() {
    scene_.name = std::string(file_.geometry.name.view());
    context_.node_of_row.resize(file_.nodes.size());
    add_nodes();
    for (std::size_t row = 0; row < file_.nodes.size(); ++row)
      if (context_.node_of_row[row]) add_parts(row);
    list_losses();
  }

 private:
  Index node_at(std::size_t row) const { return *context_.node_of_row[row]; }

  /// From the root, each node once, so that a cycle or a shared child ends.
  void add_nodes() {
    std::vector<std::pair<std::uint32_t, std::optional<Index>>> pending;
    if (!file_.nodes.empty()) pending.emplace_back(0, std::nullopt);
    while (!pending.empty()) {
      const auto [row, parent] = pending.back();
      pending.pop_back();
      if (row >= file_.nodes.size() || context_.node_of_row[row]) continue;
      context_.node_of_row[row] = add_node(scene_, node_of(file_.nodes[row]), parent);
      const auto& children = file_.nodes[row].children;
      for (auto child = children.rbegin(); child != children.rend(); ++child)
        pending.emplace_back(*child, context_.node_of_row[row]);
    }
  }

  scene::Node node_of(const Node& node) const {
    scene::Node out{.name = node_name(file_, node)};
    const auto& q = node.header.orientation;
    if (is_finite(node.header.position))
      out.transform.translation = context_.axes.point(node.header.position);
    out.transform.rotation = context_.axes.rotation(unit_quat(q[1], q[2], q[3], q[0]));
    out.extras = {{"number", std::uint64_t(node.header.number)}};
    if (node.emitter) out.extras.emplace_back("emitter", as_json(*node.emitter));
    if (node.reference) out.extras.emplace_back("reference", as_json(*node.reference));
    if (node.emitter || node.reference || node.light) out.role = scene::Role::helper;
    return out;
  }

  void add_parts(std::size_t row) {
    const Node& node = file_.nodes[row];
    if (node.light) add_light(row);
    if (!node.mesh) return;
    if (node.mesh->saber) {
      scene_.losses.push_back(
          fmt::format("{}: the blade of a lightsaber has no triangles to draw", node_name(file_, node)));
      return;
    }
    scene::Primitive primitive = primitive_of(node);
    if (primitive.indices.empty()) return;
    primitive.material = material_of(node);
    const std::string name = node_name(file_, node);
    const auto mesh = Index(scene_.meshes.size());
    scene_.meshes.push_back({.name = name, .primitives = {std::move(primitive)}});
    const scene::Role role = node.mesh->header.render != 0 ? scene::Role::visual : scene::Role::hidden;
    if (node.mesh->skin && add_skin(row, mesh, role)) return;
    scene::Node& target = scene_.nodes[node_at(row)];
    target.mesh = mesh;
    target.role = role;
    if (node.mesh->aabb) target.extras.emplace_back("aabb", true);
  }

  const std::vector<Vec3>& positions(const Mesh& mesh) const {
    const bool rows = mesh.mdx && !mesh.mdx->rows.positions.empty();
    return rows ? mesh.mdx->rows.positions : mesh.vertices;
  }

  scene::Primitive primitive_of(const Node& node) {
    const Mesh& mesh = *node.mesh;
    scene::Primitive p;
    for (const Vec3& position : positions(mesh)) p.positions.push_back(context_.axes.point(position));
    for (const Face& face : mesh.faces) {
      if (std::ranges::any_of(face.vertices, [&](std::uint16_t v) { return v >= p.positions.size(); })) {
        ++skipped_faces_;
        continue;
      }
      for (const std::uint16_t corner : context_.axes.winding(face.vertices)) p.indices.push_back(corner);
    }
    if (mesh.mdx) add_attributes(p, mesh.mdx->rows);
    if (mesh.dangly && mesh.dangly->constraints.size() == p.positions.size())
      p.custom.push_back({"CONSTRAINT", mesh.dangly->constraints});
    return p;
  }

  void add_attributes(scene::Primitive& p, const VertexRows& rows) const {
    const std::size_t count = p.positions.size();
    if (rows.normals.size() == count)
      for (const Vec3& normal : rows.normals) p.normals.push_back(context_.axes.point(normal));
    // Textures of this game begin with their bottom row.
    for (std::size_t set = 0; set < rows.uvs.size(); ++set)
      if (rows.uvs[set].size() == count)
        for (const Vec2& uv : rows.uvs[set]) p.uvs[set].emplace_back(uv.x, 1 - uv.y);
    if (rows.colors.size() == count)
      for (const Vec3& colour : rows.colors) p.colours.emplace_back(colour, 1);
    if (rows.tangents[0].size() == count && !p.normals.empty()) {
      for (const auto& block : rows.tangents[0])
        p.tangents.push_back(context_.axes.tangent(tangent_of(block)));
    }
  }

  /// Bitangent, tangent, normal. With the textures upside down the bitangent points the other way.
  static Vec4 tangent_of(const std::array<float, 9>& block) {
    const Vec3 bitangent(block[0], block[1], block[2]);
    const Vec3 tangent(block[3], block[4], block[5]);
    const Vec3 normal(block[6], block[7], block[8]);
    return {tangent, glm::dot(glm::cross(normal, tangent), bitangent) < 0 ? 1 : -1};
  }

  float constant(const Node& node, std::uint32_t type, float fallback) const {
    const auto keys = find_keys(node, type);
    return keys && std::isfinite(keys->values[0]) ? keys->values[0] : fallback;
  }

  Vec3 constant(const Node& node, std::uint32_t type, const Vec3& fallback) const {
    const auto keys = find_keys(node, type);
    if (!keys || keys->columns < 3) return fallback;
    const Vec3 value(keys->values[0], keys->values[1], keys->values[2]);
    return is_finite(value) ? value : fallback;
  }

  Index material_of(const Node& node) {
    const MeshHeader& header = node.mesh->header;
    const auto texture = [](std::string_view name) {
      return name == "NULL" || name == "null" ? std::string() : std::string(name);
    };
    const std::string first = texture(header.texture_1.view());
    const std::string second = header.lightmapped != 0 ? texture(header.texture_2.view()) : "";
    const float alpha = std::clamp(constant(node, kAlpha, 1), 0.0F, 1.0F);
    const Vec3 glow = glm::clamp(constant(node, kSelfIllumination, Vec3(0)), Vec3(0), Vec3(1));
    const auto key = std::tuple(first, second, alpha, glow.x, glow.y, glow.z);
    const auto [found, added] = materials_.try_emplace(key, Index(scene_.materials.size()));
    if (!added) return found->second;
    scene::Material material{
        .name = first.empty() ? "untextured" : first, .base_colour = {1, 1, 1, alpha}, .emissive = glow};
    if (alpha < 1) material.alpha = scene::Alpha::blend;
    if (!first.empty()) material.textures.push_back({"base_color", first, 0});
    if (!second.empty()) material.textures.push_back({"lightmap", second, 1});
    material.extras = {{"diffuse", JsonArray{header.diffuse.x, header.diffuse.y, header.diffuse.z}},
                       {"ambient", JsonArray{header.ambient.x, header.ambient.y, header.ambient.z}}};
    scene_.materials.push_back(std::move(material));
    return found->second;
  }

  /// Bone slots of a skin: for each the row of its node.
  std::vector<std::optional<std::size_t>> bones_of(const Skin& skin) const {
    std::vector<std::optional<std::size_t>> bones;
    for (std::size_t row = 0; row < file_.nodes.size(); ++row) {
      const std::size_t name = file_.nodes[row].header.name_index;
      const bool packed = name < skin.packed_bone_map.size() && skin.packed_bone_map[name] != kNoBonePacked;
      const bool mapped =
          name < skin.bone_map.size() && skin.bone_map[name] >= 0 && skin.bone_map[name] < 65536;
      if ((!packed && !mapped) || !context_.node_of_row[row]) continue;
      const std::size_t slot = packed ? skin.packed_bone_map[name] : std::size_t(skin.bone_map[name]);
      if (slot >= bones.size()) bones.resize(slot + 1);
      if (!bones[slot]) bones[slot] = row;
    }
    return bones;
  }

  /// (Q, T) of a bone is already inverse(bone) * skin node, both in rest: it is what glTF calls the inverse
  /// bind.
  Mat4 bind_of(const Skin& skin, std::size_t row) const {
    const std::size_t name = file_.nodes[row].header.name_index;
    if (name >= skin.qbones.size() || name >= skin.tbones.size() || !is_finite(skin.tbones[name]))
      return Mat4(1);
    const auto& q = skin.qbones[name];
    Mat4 matrix = glm::mat4_cast(unit_quat(q[1], q[2], q[3], q[0]));
    matrix[3] = Vec4(skin.tbones[name], 1);
    return context_.axes.matrix(matrix);
  }

  /// glTF wants skinned meshes at the root; the node itself stays in the tree. False when no bone was found.
  bool add_skin(std::size_t row, Index mesh, scene::Role role) {
    const Skin& skin = *file_.nodes[row].mesh->skin;
    const auto bones = bones_of(skin);
    scene::Skin out{.name = node_name(file_, file_.nodes[row]), .root = scene_.roots.front()};
    std::vector<std::optional<std::uint16_t>> joint_of_slot(bones.size());
    for (std::size_t slot = 0; slot < bones.size(); ++slot) {
      if (!bones[slot]) continue;
      joint_of_slot[slot] = std::uint16_t(out.joints.size());
      out.joints.push_back(node_at(*bones[slot]));
      out.inverse_binds.push_back(bind_of(skin, *bones[slot]));
    }
    scene::Primitive& p = scene_.meshes[mesh].primitives[0];
    if (out.joints.empty() || !add_weights(p, file_.nodes[row], joint_of_slot)) return false;
    scene::Node node{.name = out.name, .mesh = mesh, .skin = Index(scene_.skins.size()), .role = role};
    scene_.skins.push_back(std::move(out));
    add_node(scene_, std::move(node));
    return true;
  }

  bool add_weights(scene::Primitive& p, const Node& node,
                   const std::vector<std::optional<std::uint16_t>>& joint_of_slot) {
    if (!node.mesh->mdx) return false;
    const VertexRows& rows = node.mesh->mdx->rows;
    const std::size_t count = p.positions.size();
    const bool packed = rows.packed_bones.size() == count;
    if (rows.weights.size() != count || (rows.bones.size() != count && !packed)) return false;
    for (std::size_t i = 0; i < count; ++i) {
      scene::U16Vec4 joints(0);
      Vec4 weights(0);
      for (std::size_t k = 0; k < 4; ++k) {
        const float slot = packed ? float(rows.packed_bones[i][k]) : rows.bones[i][k];
        const bool exists =
            slot >= 0 && slot < float(joint_of_slot.size()) && joint_of_slot[std::size_t(slot)];
        if (!exists) continue;
        joints[int(k)] = *joint_of_slot[std::size_t(slot)];
        weights[int(k)] = rows.weights[i][k];
      }
      p.joints.push_back(joints);
      p.weights.push_back(weights);
    }
    return true;
  }

  void add_light(std::size_t row) {
    const Node& node = file_.nodes[row];
    scene::Light light{.name = node_name(file_, node)};
    light.colour = glm::clamp(constant(node, kLightColour, Vec3(1)), Vec3(0), Vec3(1));
    const float multiplier = constant(node, kLightMultiplier, 1);
    const float radius = constant(node, kLightRadius, 0);
    light.intensity = std::max(multiplier, 0.0F);
    if (radius > 0) light.range = radius;
    light.extras = {{"multiplier", multiplier}, {"light", as_json(node.light->header)}};
    scene_.nodes[node_at(row)].light = Index(scene_.lights.size());
    scene_.lights.push_back(std::move(light));
  }

  void list_losses() {
    const auto unreached =
        std::ranges::count_if(context_.node_of_row, [](const auto& node) { return !node; });
    if (unreached > 0)
      scene_.losses.push_back(fmt::format("{} nodes are not reached from the root", unreached));
    if (skipped_faces_ > 0)
      scene_.losses.push_back(
          fmt::format("{} faces have a corner that does not exist; they are left out", skipped_faces_));
  }

  SceneContext& context_;
  const File& file_;
  Scene& scene_;
  std::map<std::tuple<std::string, std::string, float, float, float, float>, Index> materials_;
  std::size_t skipped_faces_ = 0;
};

}  // namespace

Scene to_scene(const File& file, const scene::Options& options) {
  SceneContext context{.file = file, .axes = options.raw_axes ? scene::Axes::same() : scene::Axes::z_up()};
  SceneMaker(context).make();
  add_animations(context);
  select(context.scene, options.selection);
  return std::move(context.scene);
}

}  // namespace mw::kotor::mdl
