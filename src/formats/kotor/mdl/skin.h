#pragma once

#include <meshwright/kotor/detail/mdl_pose.h>
#include <meshwright/kotor/mdl_format.h>
#include <optional>
#include <vector>

/// The bones of skins.
namespace mw::kotor::mdl {

using Rows = std::vector<std::optional<std::uint32_t>>;

/// For each name the first node that has it and that the root leads to.
Rows rows_by_name(const File& file);

/// For each bone slot of a skin the row of its node.
Rows bones_of(const Skin& skin, const Rows& rows_by_name);

/// (Q, T) of a bone, by the name of its node, is already inverse(bone) * skin node, both in rest: it is what
/// glTF calls the inverse bind.
Mat4 bind_of(const Skin& skin, std::size_t name);

/// The slot that a weight of a vertex is for; nothing when it names none.
inline std::optional<std::size_t> bone_slot(const VertexRows& rows, std::size_t vertex, std::size_t weight) {
  if (vertex < rows.packed_bones.size()) return rows.packed_bones[vertex][weight];
  const float slot = rows.bones[vertex][weight];
  return slot >= 0 && slot < float(kNoBonePacked) ? std::optional(std::size_t(slot)) : std::nullopt;
}

/// Whether every vertex has weights and bones.
bool has_weights(const VertexRows& rows, std::size_t vertices);

}  // namespace mw::kotor::mdl
