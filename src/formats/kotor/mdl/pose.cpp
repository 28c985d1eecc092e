#include <meshwright/kotor/detail/mdl_pose.h>
#include <meshwright/scene/detail/pose.h>

#include <algorithm>

#include "motion.h"
#include "rest.h"
#include "skin.h"

namespace mw::kotor::mdl {
namespace {

using scene::Channel;
using scene::Transform;

std::vector<Mat4> place(const File& model, const std::vector<Transform>& transforms) {
  std::vector<Mat4> places(model.nodes.size(), Mat4(1));
  for (const Step step : tree_order(model.nodes)) {
    const Mat4 own = to_matrix(transforms[step.row]);
    places[step.row] = step.parent == kNoRow ? own : places[step.parent] * own;
  }
  return places;
}

/// For each bone slot how it moves a vertex in rest.
std::vector<std::optional<Mat4>> bone_matrices(const File& model, const Skin& skin,
                                               std::span<const Mat4> pose) {
  const Rows bones = bones_of(skin, rows_by_name(model));
  std::vector<std::optional<Mat4>> matrices(bones.size());
  for (std::size_t slot = 0; slot < bones.size(); ++slot)
    if (bones[slot])
      matrices[slot] = pose[*bones[slot]] * bind_of(skin, model.nodes[*bones[slot]].header.name_index);
  return matrices;
}

}  // namespace

std::vector<Mat4> pose(const File& model, const Motion& motion, float time) {
  std::vector<Transform> transforms(model.nodes.size());
  std::ranges::transform(model.nodes, transforms.begin(), rest_transform);
  for (const Channel& channel : motion.channels)
    if (channel.node < transforms.size()) apply(channel, time, transforms[channel.node]);
  return place(model, transforms);
}

std::vector<Mat4> pose(const File& model, const Animation& animation, float time) {
  return pose(model, motion_of(model, animation), time);
}

std::vector<Mat4> pose_in_rest(const File& model) {
  return pose(model, Motion{}, 0);
}

std::vector<Vec3> skinned_positions(const File& model, std::size_t row, std::span<const Mat4> pose) {
  if (row >= model.nodes.size() || pose.size() < model.nodes.size() || !model.nodes[row].mesh) return {};
  const Mesh& mesh = *model.nodes[row].mesh;
  std::vector<Vec3> positions = positions_of(mesh);
  const bool skinned = mesh.skin && mesh.mdx && has_weights(mesh.mdx->rows, positions.size());
  const auto bones = skinned ? bone_matrices(model, *mesh.skin, pose) : std::vector<std::optional<Mat4>>();
  for (std::size_t vertex = 0; vertex < positions.size(); ++vertex) {
    const Vec4 stored(positions[vertex], 1);
    Vec4 moved(0);
    float total = 0;
    for (std::size_t k = 0; skinned && k < 4; ++k) {
      const auto slot = bone_slot(mesh.mdx->rows, vertex, k);
      const float weight = mesh.mdx->rows.weights[vertex][k];
      if (!slot || *slot >= bones.size() || !bones[*slot] || !(weight > 0)) continue;
      moved += weight * (*bones[*slot] * stored);
      total += weight;
    }
    positions[vertex] = total > 0 ? Vec3(moved) / total : Vec3(pose[row] * stored);
  }
  return positions;
}

}  // namespace mw::kotor::mdl
