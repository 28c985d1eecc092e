#include "skin.h"

#include <algorithm>

#include "motion.h"
#include "rest.h"

namespace mw::kotor::mdl {

Rows rows_by_name(const File& file) {
  Rows rows(file.names.size());
  for (const Step step : tree_order(file.nodes)) {
    const std::size_t name = file.nodes[step.row].header.name_index;
    if (name < rows.size() && !rows[name]) rows[name] = step.row;
  }
  return rows;
}

Rows bones_of(const Skin& skin, const Rows& rows_by_name) {
  constexpr float kTooFar = 65536;
  Rows bones;
  const std::size_t named =
      std::min(rows_by_name.size(), std::max(skin.packed_bone_map.size(), skin.bone_map.size()));
  for (std::size_t name = 0; name < named; ++name) {
    if (!rows_by_name[name]) continue;
    const bool packed = name < skin.packed_bone_map.size() && skin.packed_bone_map[name] != kNoBonePacked;
    const bool mapped =
        name < skin.bone_map.size() && skin.bone_map[name] >= 0 && skin.bone_map[name] < kTooFar;
    if (!packed && !mapped) continue;
    const std::size_t slot = packed ? skin.packed_bone_map[name] : std::size_t(skin.bone_map[name]);
    if (slot >= bones.size()) bones.resize(slot + 1);
    if (!bones[slot]) bones[slot] = rows_by_name[name];
  }
  return bones;
}

Mat4 bind_of(const Skin& skin, std::size_t name) {
  if (name >= skin.qbones.size() || name >= skin.tbones.size() || !is_finite(skin.tbones[name]))
    return Mat4(1);
  const auto [w, x, y, z] = skin.qbones[name];
  Mat4 matrix = glm::mat4_cast(unit_quat(x, y, z, w));
  matrix[3] = Vec4(skin.tbones[name], 1);
  return matrix;
}

bool has_weights(const VertexRows& rows, std::size_t vertices) {
  return rows.weights.size() == vertices &&
         (rows.packed_bones.size() == vertices || rows.bones.size() == vertices);
}

}  // namespace mw::kotor::mdl
