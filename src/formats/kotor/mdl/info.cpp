#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/geometry/detail/box.h>
#include <meshwright/kotor/mdl.h>
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "rest.h"

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

/// Collects textures, each once.
class TextureList {
 public:
  void add(std::string_view name, std::string_view role) {
    if (names_nothing(name)) return;
    const auto [row, is_new] = rows_.try_emplace(std::string(name), uses.size());
    if (is_new) uses.push_back({.name = std::string(name)});
    std::vector<std::string_view>& roles = uses[row->second].roles;
    if (std::ranges::find(roles, role) == roles.end()) roles.push_back(role);
  }

  std::vector<TextureUse> uses;

 private:
  std::unordered_map<std::string, std::size_t> rows_;
};

}  // namespace

std::string node_name(const File& file, const Node& node) {
  const std::uint16_t index = node.header.name_index;
  return index < file.names.size() ? file.names[index].text : fmt::format("(name {})", index);
}

const Animation* find_animation(const File& file, std::string_view name) {
  const auto found = std::ranges::find_if(file.animations, [&](const Animation& animation) {
    return same_in_any_case(animation.header.geometry.name.view(), name);
  });
  return found != file.animations.end() ? &*found : nullptr;
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

std::string classification_name(std::uint8_t classification) {
  constexpr std::pair<std::uint8_t, std::string_view> kNames[] = {
      {0x00, "other"}, {0x01, "effect"},     {0x02, "tile"},      {0x04, "character"},
      {0x08, "door"},  {0x10, "lightsaber"}, {0x20, "placeable"}, {0x40, "flyer"},
  };
  for (const auto& [value, name] : kNames)
    if (value == classification) return std::string(name);
  return fmt::format("unknown ({})", classification);
}

std::vector<TextureUse> texture_uses(const File& file) {
  TextureList list;
  for (const Node& node : file.nodes) {
    if (node.light)
      for (const Name& texture : node.light->textures) list.add(texture.text, "flare");
    if (node.emitter) {
      list.add(node.emitter->texture.view(), "emitter");
      list.add(node.emitter->depth_texture.view(), "emitter_depth");
    }
    if (!node.mesh) continue;
    const MeshHeader& mesh = node.mesh->header;
    list.add(mesh.texture_1.view(), "base_color");
    list.add(mesh.texture_2.view(), "lightmap");
    list.add(mesh.texture_3.view(), "texture_3");
    list.add(mesh.texture_4.view(), "texture_4");
  }
  return std::move(list.uses);
}

std::vector<std::string> textures(const File& file) {
  std::vector<std::string> names;
  for (TextureUse& use : texture_uses(file)) names.push_back(std::move(use.name));
  return names;
}

std::optional<Box> bounds(const File& file) {
  const std::vector<Rigid> pose = rest_pose(file.nodes);
  std::optional<Box> box;
  for (std::size_t row = 0; row < file.nodes.size(); ++row) {
    if (!file.nodes[row].mesh) continue;
    const Mesh& mesh = *file.nodes[row].mesh;
    for (const Vec3& vertex : positions_of(mesh)) geometry::extend(box, apply(pose[row], vertex));
  }
  return box;
}

}  // namespace mw::kotor::mdl
