#include <meshwright/kotor/mdl.h>
#include <algorithm>
#include <utility>

#include "library/verbs.h"
#include "row_info.h"

namespace mw::rows::kotor_mdl {
namespace {

namespace mdl = kotor::mdl;

std::uint64_t count_nodes(const mdl::File& file, std::uint16_t bit) {
  return std::uint64_t(std::ranges::count_if(
      file.nodes, [&](const mdl::Node& node) { return (node.header.type & bit) != 0; }));
}

Totals totals_of(const mdl::File& file) {
  Totals totals;
  for (const mdl::Node& node : file.nodes) {
    if (!node.mesh) continue;
    ++totals.meshes;
    totals.vertices += node.mesh->header.vertex_count;
    totals.triangles += node.mesh->faces.size();
  }
  return totals;
}

JsonArray names(const mdl::File& file) {
  JsonArray list;
  for (const mdl::Node& node : file.nodes) list.emplace_back(mdl::node_name(file, node));
  return list;
}

JsonArray texture_list(const mdl::File& file) {
  JsonArray list;
  for (const std::string& texture : mdl::textures(file)) list.emplace_back(texture);
  return list;
}

JsonArray texture_roles(const mdl::File& file) {
  JsonArray list;
  for (const mdl::TextureUse& use : mdl::texture_uses(file)) {
    JsonArray roles;
    for (const std::string_view role : use.roles) roles.emplace_back(role);
    list.push_back(JsonObject{{"name", use.name}, {"roles", std::move(roles)}});
  }
  return list;
}

/// Nodes are kept depth first, parents before their children.
std::vector<TreeNode> tree_of(const mdl::File& file) {
  std::vector<TreeNode> tree;
  for (const mdl::Node& node : file.nodes)
    tree.push_back({.name = mdl::node_name(file, node), .kind = mdl::node_kind(node)});
  for (std::size_t row = 0; row < file.nodes.size(); ++row)
    for (const std::uint32_t child : file.nodes[row].children)
      if (child > row && child < tree.size()) tree[child].depth = tree[row].depth + 1;
  return tree;
}

JsonArray animations(const mdl::File& file) {
  JsonArray list;
  for (const mdl::Animation& animation : file.animations)
    list.push_back(JsonObject{{"name", animation.header.geometry.name.view()},
                              {"length", animation.header.length},
                              {"events", std::uint64_t(animation.events.size())}});
  return list;
}

}  // namespace

Totals totals(const Document& document) {
  return totals_of(mirror<mdl::File>(document));
}

Result<Info> info(const Document& document) {
  const mdl::File& file = mirror<mdl::File>(document);
  const Totals totals = totals_of(file);
  Info info;
  info.variant = mdl::to_string(file.variant);
  info.counts = {{"nodes", file.nodes.size()},
                 {"meshes", totals.meshes},
                 {"vertices", totals.vertices},
                 {"faces", totals.triangles},
                 {"skins", count_nodes(file, mdl::kNodeSkin)},
                 {"danglymeshes", count_nodes(file, mdl::kNodeDangly)},
                 {"walkmeshes", count_nodes(file, mdl::kNodeAabb)},
                 {"lightsabers", count_nodes(file, mdl::kNodeSaber)},
                 {"lights", count_nodes(file, mdl::kNodeLight)},
                 {"emitters", count_nodes(file, mdl::kNodeEmitter)},
                 {"references", count_nodes(file, mdl::kNodeReference)},
                 {"animations", file.animations.size()}};
  info.bounds = mdl::bounds(file);
  info.details = {{"name", file.geometry.name.view()},
                  {"classification", mdl::classification_name(file.model.classification)},
                  {"supermodel", file.model.supermodel.view()},
                  {"mdx", file.has_mdx},
                  {"likely_writer", mdl::likely_writer(file)},
                  {"names", names(file)},
                  {"textures", texture_list(file)},
                  {"texture_roles", texture_roles(file)},
                  {"animations", animations(file)}};
  info.tree = tree_of(file);
  return info;
}

}  // namespace mw::rows::kotor_mdl
