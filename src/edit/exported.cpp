#include <meshwright/scene/detail/levels.h>
#include <meshwright/scene/detail/record_extras.h>

#include <algorithm>

#include "find.h"

namespace mw::edit {
namespace {

bool has(const Mesh& mesh, bool triangles) {
  return std::ranges::any_of(mesh.primitives, [&](const Primitive& p) {
    return (p.topology == Topology::triangles) == triangles && !p.positions.empty();
  });
}

}  // namespace

Exported::Exported(const Scene& original, const Scene& edited, const NodePairs& pairs, std::string_view part)
    : original_(original), part_(part) {
  for (std::size_t i = 0; i < original.nodes.size(); ++i) {
    const Node& node = original.nodes[i];
    const Index holder = pairs.mesh_holder[i];
    if (!node.mesh || holder == kNone || !edited.nodes[holder].mesh) continue;
    roles_[std::size_t(node.role)] = true;
    levels_[part_of(node)].insert(node.lod);
    if (find(edited.nodes[holder].extras, kLevels) != nullptr) all_levels_ = true;
    lines_ |= has(edited.meshes[*edited.nodes[holder].mesh], false);
  }
}

bool Exported::expects(const Node& node) const {
  const bool always = node.role == Role::visual || node.role == Role::walkmesh || node.role == Role::helper;
  if (!always && !roles_[std::size_t(node.role)]) return false;
  if (!node.mesh) return true;
  if (!has(original_.meshes[*node.mesh], true)) return lines_;
  const auto levels = levels_.find(part_of(node));
  if (levels == levels_.end()) return node.lod == 0 || !levels_.empty();
  return all_levels_ || levels->second.size() > 1 || levels->second.contains(node.lod);
}

/// Levels are chosen for each part, if a format has parts.
std::string Exported::part_of(const Node& node) const {
  const JsonValue* part = find(node.extras, part_);
  const auto* name = part != nullptr ? part->get_if<std::string>() : nullptr;
  return name != nullptr ? *name : std::string();
}

}  // namespace mw::edit
