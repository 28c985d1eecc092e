#include <fmt/format.h>
#include <meshwright/core/text.h>
#include <meshwright/kotor/mdl.h>
#include <algorithm>

#include "mdl_rest.h"

namespace mw::kotor::mdl {
namespace {

bool has_tail(const auto& text) {
  return !is_blank(text.tail());
}

/// The original compiler leaves what was in memory behind its texts and in its padding; other programs write
/// zeros.
bool has_stale_bytes(const Node& node) {
  const auto stale = [](const Controller& controller) {
    return controller.padding != std::array<std::uint8_t, 3>{};
  };
  if (std::ranges::any_of(node.controllers, stale)) return true;
  if (node.emitter && (has_tail(node.emitter->texture) || node.emitter->padding != 0)) return true;
  if (!node.mesh) return false;
  const Mesh& mesh = *node.mesh;
  return has_tail(mesh.header.texture_1) || has_tail(mesh.header.texture_2) ||
         mesh.tail.padding != std::array<std::uint8_t, 2>{};
}

bool has_stale_bytes(const File& file) {
  const auto stale = [](const Node& node) { return has_stale_bytes(node); };
  if (has_tail(file.geometry.name) || has_tail(file.model.supermodel)) return true;
  if (std::ranges::any_of(file.nodes, stale)) return true;
  return std::ranges::any_of(file.animations, [&](const Animation& animation) {
    return has_tail(animation.header.geometry.name) || std::ranges::any_of(animation.nodes, stale);
  });
}

void add_once(std::vector<std::string>& names, std::string_view name) {
  if (names_nothing(name)) return;
  if (std::ranges::find(names, name) == names.end()) names.emplace_back(name);
}

}  // namespace

std::string node_name(const File& file, const Node& node) {
  const std::uint16_t index = node.header.name_index;
  return index < file.names.size() ? file.names[index].text : fmt::format("(name {})", index);
}

/// The most special first: a skin is a mesh too.
std::string_view node_kind(const Node& node) {
  constexpr std::pair<std::uint16_t, std::string_view> kKinds[] = {
      {kNodeSaber, "lightsaber"}, {kNodeAabb, "walkmesh"}, {kNodeDangly, "danglymesh"},
      {kNodeAnim, "animmesh"},    {kNodeSkin, "skin"},     {kNodeMesh, "mesh"},
      {kNodeEmitter, "emitter"},  {kNodeLight, "light"},   {kNodeReference, "reference"},
      {kNodeCamera, "camera"},
  };
  for (const auto& [bit, kind] : kKinds)
    if ((node.header.type & bit) != 0) return kind;
  return "dummy";
}

bool names_nothing(std::string_view name) {
  return name.empty() || lower_case(name) == "null";
}

const std::vector<Vec3>& positions_of(const Mesh& mesh) {
  const bool rows = mesh.mdx && !mesh.mdx->rows.positions.empty();
  return rows ? mesh.mdx->rows.positions : mesh.vertices;
}

std::string_view likely_writer(const File& file) {
  constexpr std::array<std::uint8_t, 3> kMdlops = {0x31, 0x96, 0xBD};
  if (file.geometry.padding == kMdlops) return "mdlops";
  if (family_of(file) == Family::kotor_blender) return "KotorBlender";
  return has_stale_bytes(file) ? "the games' own compiler" : "MDLEdit, or a tool that writes as it does";
}

std::vector<std::string> textures(const File& file) {
  std::vector<std::string> names;
  for (const Node& node : file.nodes) {
    if (node.light)
      for (const Name& texture : node.light->textures) add_once(names, texture.text);
    if (node.emitter) {
      add_once(names, node.emitter->texture.view());
      add_once(names, node.emitter->depth_texture.view());
    }
    if (!node.mesh) continue;
    add_once(names, node.mesh->header.texture_1.view());
    add_once(names, node.mesh->header.texture_2.view());
    add_once(names, node.mesh->header.texture_3.view());
    add_once(names, node.mesh->header.texture_4.view());
  }
  return names;
}

std::optional<Box> bounds(const File& file) {
  const std::vector<Rigid> pose = rest_pose(file.nodes);
  std::optional<Box> box;
  for (std::size_t row = 0; row < file.nodes.size(); ++row) {
    if (!file.nodes[row].mesh) continue;
    const Mesh& mesh = *file.nodes[row].mesh;
    for (const Vec3& vertex : positions_of(mesh)) {
      const Vec3 point = apply(pose[row], vertex);
      if (!is_finite(point)) continue;
      box = box ? united(*box, {point, point}) : Box{point, point};
    }
  }
  return box;
}

}  // namespace mw::kotor::mdl
