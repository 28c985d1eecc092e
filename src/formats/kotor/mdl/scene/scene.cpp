#include "parts.h"

#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/detail/mdl_findings.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

#include "extras.h"
#include "mdl/rest.h"
#include "mdl/skin.h"

namespace mw::kotor::mdl {
namespace {

using scene::Index;
using scene::Scene;

// Controllers of lights that the scene has a place for.
constexpr std::uint32_t kLightColour = 76;
constexpr std::uint32_t kLightRadius = 88;
constexpr std::uint32_t kLightMultiplier = 140;

constexpr std::uint32_t kLightmapUv = 1;  // the set of texture coordinates of the second texture

/// In candela, so that half way to its radius a light gives as many lux as its multiplier says: taken as
/// candela themselves, multipliers of about 1 would light nothing.
float light_intensity(float multiplier, float radius) {
  const float half = radius > 0 ? radius / 2 : 1;
  const float intensity = multiplier * half * half;
  return std::isfinite(intensity) ? std::max(intensity, 0.0F) : 0;
}

class SceneMaker {
 public:
  SceneMaker(SceneContext& context, bool records_rows)
      : context_(context),
        file_(context.file),
        scene_(context.scene),
        records_rows_(records_rows),
        rows_by_name_(rows_by_name(file_)) {}

  void make() {
    scene_.name = std::string(file_.geometry.name.view());
    scene_.extras = model_extras(file_);
    context_.node_of_row.resize(file_.nodes.size());
    add_nodes();
    for (std::size_t row = 0; row < file_.nodes.size(); ++row)
      if (context_.node_of_row[row]) add_parts(row);
    list_losses();
    if (!file_.has_mdx && file_.header.mdx_size > 0)
      scene_.losses.add(loss::MDX_NOT_FOUND, "", "there is no MDX");
  }

 private:
  Index node_at(std::size_t row) const { return *context_.node_of_row[row]; }

  void add_nodes() {
    scene_.nodes.reserve(file_.nodes.size());
    for (const Step step : tree_order(file_.nodes)) {
      const auto parent = step.parent == kNoRow ? std::nullopt : context_.node_of_row[step.parent];
      context_.node_of_row[step.row] = add_node(scene_, node_of(file_.nodes[step.row]), parent);
    }
  }

  scene::Node node_of(const Node& node) const {
    scene::Node out{.name = node_name(file_, node)};
    const scene::Transform rest = rest_transform(node);
    out.transform.translation = context_.axes.point(rest.translation);
    out.transform.rotation = context_.axes.rotation(rest.rotation);
    out.extras = node_extras(file_, node);
    if (node.emitter || node.reference || node.light) out.role = scene::Role::helper;
    return out;
  }

  void add_parts(std::size_t row) {
    const Node& node = file_.nodes[row];
    if (node.light) add_light(row);
    if (!node.mesh) return;
    std::vector<std::uint32_t> faces;
    scene::Primitive primitive = node.mesh->saber ? blade_of(*node.mesh->saber, context_.axes)
                                                  : primitive_of(*node.mesh, context_.axes, skipped_faces_,
                                                                 records_rows_ ? &faces : nullptr);
    if (primitive.indices.empty()) {
      if (node.mesh->saber)
        scene_.losses.add(loss::BLADE_TOO_SMALL, node_name(file_, node), escape_text(node_name(file_, node)));
      else if (!primitive.positions.empty())
        faceless_.push_back(node_name(file_, node));
      return;
    }
    primitive.material = material_of(node);
    const std::string name = node_name(file_, node);
    const auto mesh = Index(scene_.meshes.size());
    scene_.meshes.push_back({.name = name});
    scene_.meshes.back().primitives.push_back(std::move(primitive));  // a list in braces would copy it
    if (records_rows_)
      scene_.meshes.back().rows =
          std::make_shared<const scene::MeshRows>(rows_of(*node.mesh, row, std::move(faces)));
    const scene::Role role = role_of(*node.mesh);
    if (node.mesh->skin && add_skin(row, mesh, role)) return;
    scene::Node& target = scene_.nodes[node_at(row)];
    target.mesh = mesh;
    target.role = role;
    if (node.mesh->aabb) target.extras.emplace_back("aabb", true);
  }

  /// Some rooms say that their walkmesh is drawn (m01aa_10); it would lie on the floor it is for.
  static scene::Role role_of(const Mesh& mesh) {
    if (mesh.aabb) return scene::Role::collision;
    return mesh.header.render != 0 ? scene::Role::visual : scene::Role::hidden;
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
      return names_nothing(name) ? std::string_view() : name;
    };
    const std::string_view first = texture(header.texture_1.view());
    const std::string_view second =
        header.lightmapped != 0 ? texture(header.texture_2.view()) : std::string_view();
    const float alpha = std::clamp(constant(node, kAlpha, 1), 0.0F, 1.0F);
    const Vec3 glow = glm::clamp(constant(node, kSelfIllumination, Vec3(0)), Vec3(0), Vec3(1));
    const bool blade = bool(node.mesh->saber);
    const auto key = std::tuple(first, second, alpha, glow.x, glow.y, glow.z, blade);
    const auto [found, added] = materials_.try_emplace(key, Index(scene_.materials.size()));
    if (!added) return found->second;
    scene::Material material{.name = std::string(first.empty() ? "untextured" : first),
                             .base_color = {1, 1, 1, alpha},
                             .emissive = glow};
    material.two_sided = blade;
    if (alpha < 1) material.alpha = scene::Alpha::blend;
    if (!first.empty()) material.textures.push_back({"base_color", std::string(first), 0});
    if (!second.empty()) material.textures.push_back({"lightmap", std::string(second), kLightmapUv});
    scene_.materials.push_back(std::move(material));
    return found->second;
  }

  /// glTF wants skinned meshes at the root; the node itself stays in the tree. False when no bone was found.
  bool add_skin(std::size_t row, Index mesh, scene::Role role) {
    const Skin& skin = *file_.nodes[row].mesh->skin;
    const Rows bones = bones_of(skin, rows_by_name_);
    scene::Skin out{.name = node_name(file_, file_.nodes[row]), .root = scene_.roots.front()};
    std::vector<std::optional<std::uint16_t>> joint_of_slot(bones.size());
    JsonArray slots;
    for (std::size_t slot = 0; slot < bones.size(); ++slot) {
      if (!bones[slot]) continue;
      joint_of_slot[slot] = std::uint16_t(out.joints.size());
      slots.emplace_back(std::uint64_t(slot));
      out.joints.push_back(node_at(*bones[slot]));
      const std::size_t name = file_.nodes[*bones[slot]].header.name_index;
      out.inverse_binds.push_back(context_.axes.matrix(bind_of(skin, name)));
    }
    // Only where some slot has no bone: otherwise the joints are the slots.
    if (slots.size() != bones.size()) out.extras.emplace_back("slots", std::move(slots));
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
    if (!has_weights(rows, count)) return false;
    p.joints.resize(count, scene::U16Vec4(0));
    p.weights.resize(count, Vec4(0));
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t k = 0; k < 4; ++k) {
        const auto slot = bone_slot(rows, i, k);
        if (!slot || *slot >= joint_of_slot.size() || !joint_of_slot[*slot]) continue;
        p.joints[i][int(k)] = *joint_of_slot[*slot];
        p.weights[i][int(k)] = rows.weights[i][k];
      }
    }
    return true;
  }

  void add_light(std::size_t row) {
    const Node& node = file_.nodes[row];
    scene::Light light{.name = node_name(file_, node)};
    light.colour = glm::clamp(constant(node, kLightColour, Vec3(1)), Vec3(0), Vec3(1));
    const float multiplier = constant(node, kLightMultiplier, 1);
    const float radius = constant(node, kLightRadius, 0);
    light.intensity = light_intensity(multiplier, radius);
    if (radius > 0) light.range = radius;
    light.extras = light_extras(node, multiplier);
    scene_.nodes[node_at(row)].light = Index(scene_.lights.size());
    scene_.lights.push_back(std::move(light));
  }

  void list_losses() {
    const auto list = [&](std::size_t count, const FindingKind& kind) {
      if (count > 0) scene_.losses.add(kind, "", count);
    };
    const auto is_unreached = [](const auto& node) { return !node; };
    list(std::size_t(std::ranges::count_if(context_.node_of_row, is_unreached)), loss::NODE_NOT_REACHED);
    if (!faceless_.empty())
      scene_.losses.add(loss::MESH_FACELESS, faceless_.size() == 1 ? faceless_[0] : "",
                        counted(faceless_.size(), "mesh has vertices but no face; it is",
                                "meshes have vertices but no face; they are"),
                        listed(faceless_));
    list(skipped_faces_, loss::FACE_LEFT_OUT);
    std::size_t unreadable = 0;
    for (const Node& node : file_.nodes) unreadable += count_unreadable(node);
    list(unreadable, loss::CONTROLLER_LEFT_OUT);
    std::size_t tangents = 0;
    std::size_t rest = 0;
    for (const Node& node : file_.nodes) {
      if (!node.mesh || !node.mesh->mdx) continue;
      const VertexRows& rows = node.mesh->mdx->rows;
      for (std::size_t set = 1; set < rows.tangents.size(); ++set)
        tangents += rows.tangents[set].empty() && rows.packed_tangents[set].empty() ? 0 : 1;
      rest += rows.rest.size();
    }
    list(tangents, loss::TANGENTS_LEFT_OUT);
    list(rest, loss::ROW_BYTES_LEFT_OUT);
  }

  SceneContext& context_;
  const File& file_;
  Scene& scene_;
  const bool records_rows_;
  const Rows rows_by_name_;
  std::map<std::tuple<std::string_view, std::string_view, float, float, float, float, bool>, Index>
      materials_;
  std::size_t skipped_faces_ = 0;
  std::vector<std::string> faceless_;  // meshes
};

}  // namespace

Scene to_scene(const File& file, const scene::Options& options) {
  SceneContext context{.file = file, .axes = options.raw_axes ? scene::Axes::same() : scene::Axes::z_up()};
  SceneMaker(context, options.rows).make();
  add_animations(context);
  select(context.scene, options.selection);
  return std::move(context.scene);
}

}  // namespace mw::kotor::mdl
