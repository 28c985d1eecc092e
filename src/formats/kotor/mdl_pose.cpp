#include <meshwright/kotor/mdl_pose.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "mdl_motion.h"
#include "mdl_rest.h"
#include "mdl_skin.h"

namespace mw::kotor::mdl {
namespace {

using scene::Channel;
using scene::Transform;

/// Between which keys a time is, and how far from the first, 0 to 1.
struct Between {
  std::size_t left = 0;
  std::size_t right = 0;
  float way = 0;
  float seconds = 0;  // from the one to the other
};

/// A time that is not a number counts as the first.
Between find_keys_around(const std::vector<float>& times, float time) {
  if (!(time > times.front())) return {};
  const std::size_t last = times.size() - 1;
  if (time >= times[last]) return {last, last};
  const auto right = std::size_t(std::ranges::upper_bound(times, time) - times.begin());
  const float seconds = times[right] - times[right - 1];
  return {right - 1, right, (time - times[right - 1]) / seconds, seconds};
}

Vec3 vector_at(const Channel& channel, std::size_t place) {
  const float* v = channel.values.data() + place * 3;
  return {v[0], v[1], v[2]};
}

Vec3 sample_vector(const Channel& channel, float time) {
  const auto [left, right, t, seconds] = find_keys_around(channel.times, time);
  if (channel.interpolation != scene::Interpolation::cubic)
    return glm::mix(vector_at(channel, left), vector_at(channel, right), t);
  // In-tangent, value, out-tangent.
  const Vec3 from = vector_at(channel, left * 3 + 1);
  const Vec3 to = vector_at(channel, right * 3 + 1);
  if (left == right) return from;
  const float t2 = t * t;
  const float t3 = t2 * t;
  return (2 * t3 - 3 * t2 + 1) * from + (t3 - 2 * t2 + t) * seconds * vector_at(channel, left * 3 + 2) +
         (3 * t2 - 2 * t3) * to + (t3 - t2) * seconds * vector_at(channel, right * 3);
}

Quat sample_rotation(const Channel& channel, float time) {
  const auto at = [&](std::size_t key) {
    const float* v = channel.values.data() + key * 4;
    return Quat(v[3], v[0], v[1], v[2]);
  };
  const Between keys = find_keys_around(channel.times, time);
  if (keys.left == keys.right) return at(keys.left);
  return glm::normalize(glm::slerp(at(keys.left), at(keys.right), keys.way));
}

void apply(const Channel& channel, float time, Transform& transform) {
  switch (channel.target) {
    case scene::Target::translation:
      transform.translation = sample_vector(channel, time);
      return;
    case scene::Target::rotation:
      transform.rotation = sample_rotation(channel, time);
      return;
    case scene::Target::scale:
      transform.scale = sample_vector(channel, time);
      return;
    case scene::Target::custom:
      return;
  }
}

bool is_whole(const Channel& channel) {
  const std::size_t parts = channel.interpolation == scene::Interpolation::cubic ? 3 : 1;
  const std::size_t components = channel.target == scene::Target::rotation ? 4 : 3;
  return !channel.times.empty() && channel.values.size() >= channel.times.size() * parts * components;
}

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
    if (channel.node < transforms.size() && is_whole(channel)) apply(channel, time, transforms[channel.node]);
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
