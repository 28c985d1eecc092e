#include <meshwright/core/detail/elementary.h>
#include <meshwright/scene/detail/pose.h>
#include <meshwright/scene/detail/tree.h>

#include <algorithm>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <limits>

namespace mw::scene {
namespace {

/// Between which keys a time is, and how far from the first, 0 to 1.
struct Between {
  std::size_t left = 0;
  std::size_t right = 0;
  float way = 0;
  float seconds = 0;  // from the one to the other
};

/// A time that is not a number counts as the first.
Between find_keys_around(const Channel& channel, float time) {
  const std::vector<float>& times = channel.times;
  if (!(time > times.front())) return {};
  const std::size_t last = times.size() - 1;
  if (time >= times[last]) return {last, last};
  const auto right = std::size_t(std::ranges::upper_bound(times, time) - times.begin());
  if (channel.interpolation == Interpolation::step) return {right - 1, right - 1};
  const float seconds = times[right] - times[right - 1];
  return {right - 1, right, (time - times[right - 1]) / seconds, seconds};
}

/// Three or four of the numbers of a channel; of three the last is 0.
Vec4 numbers_at(const Channel& channel, std::size_t place, std::size_t count) {
  const float* v = channel.values.data() + place * count;
  return {v[0], v[1], v[2], count == 4 ? v[3] : 0};
}

/// A point on the curve between two keys, which are in-tangent, value and out-tangent.
Vec4 on_curve(const Channel& channel, const Between& keys, std::size_t count) {
  const Vec4 from = numbers_at(channel, keys.left * 3 + 1, count);
  if (keys.left == keys.right) return from;
  const float t = keys.way;
  const float t2 = t * t;
  const float t3 = t2 * t;
  return (2 * t3 - 3 * t2 + 1) * from +
         (t3 - 2 * t2 + t) * keys.seconds * numbers_at(channel, keys.left * 3 + 2, count) +
         (3 * t2 - 2 * t3) * numbers_at(channel, keys.right * 3 + 1, count) +
         (t3 - t2) * keys.seconds * numbers_at(channel, keys.right * 3, count);
}

Vec3 vector_at(const Channel& channel, float time) {
  const Between keys = find_keys_around(channel, time);
  if (channel.interpolation == Interpolation::cubic) return on_curve(channel, keys, 3);
  return glm::mix(numbers_at(channel, keys.left, 3), numbers_at(channel, keys.right, 3), keys.way);
}

/// As glm::slerp, but with the own sines of the library: those of the system differ.
Quat rotation_between(const Quat& from, Quat to, float way) {
  float cosine = glm::dot(from, to);
  if (cosine < 0) {
    to = -to;
    cosine = -cosine;
  }
  if (cosine > 1 - std::numeric_limits<float>::epsilon())
    return {glm::mix(from.w, to.w, way), glm::mix(from.x, to.x, way), glm::mix(from.y, to.y, way),
            glm::mix(from.z, to.z, way)};
  const float angle = math::acos(cosine);
  return (math::sin((1 - way) * angle) * from + math::sin(way * angle) * to) / math::sin(angle);
}

Quat rotation_at(const Channel& channel, float time) {
  const auto as_quat = [](const Vec4& v) { return Quat(v.w, v.x, v.y, v.z); };
  const Between keys = find_keys_around(channel, time);
  if (channel.interpolation == Interpolation::cubic)
    return glm::normalize(as_quat(on_curve(channel, keys, 4)));
  const Quat from = as_quat(numbers_at(channel, keys.left, 4));
  if (keys.left == keys.right) return from;
  return glm::normalize(rotation_between(from, as_quat(numbers_at(channel, keys.right, 4)), keys.way));
}

bool is_whole(const Channel& channel) {
  const std::size_t parts = channel.interpolation == Interpolation::cubic ? 3 : 1;
  const std::size_t components = channel.target == Target::rotation ? 4 : 3;
  return !channel.times.empty() && channel.values.size() >= channel.times.size() * parts * components;
}

}  // namespace

void apply(const Channel& channel, float time, Transform& transform) {
  if (!is_whole(channel)) return;
  switch (channel.target) {
    case Target::translation:
      transform.translation = vector_at(channel, time);
      return;
    case Target::rotation:
      transform.rotation = rotation_at(channel, time);
      return;
    case Target::scale:
      transform.scale = vector_at(channel, time);
      return;
    case Target::custom:
      return;
  }
}

std::vector<Mat4> pose(const Scene& scene, const Animation& animation, float time) {
  std::vector<Transform> transforms(scene.nodes.size());
  std::ranges::transform(scene.nodes, transforms.begin(), &Node::transform);
  for (const Channel& channel : animation.channels) apply(channel, time, transforms[channel.node]);
  const std::vector<Index> parents = parents_in(scene);
  std::vector<Mat4> matrices(scene.nodes.size(), Mat4(1));
  for (const Index node : nodes_in_order(scene)) {
    const Mat4 own = to_matrix(transforms[node]);
    matrices[node] = parents[node] == kNoParent ? own : matrices[parents[node]] * own;
  }
  return matrices;
}

std::vector<Mat4> joint_matrices(const Skin& skin, std::span<const Mat4> pose) {
  std::vector<Mat4> matrices;
  for (std::size_t i = 0; i < skin.joints.size(); ++i)
    matrices.push_back(pose[skin.joints[i]] *
                       (i < skin.inverse_binds.size() ? skin.inverse_binds[i] : Mat4(1)));
  return matrices;
}

std::vector<DrawCall> draw_calls(const Scene& scene, std::span<const Mat4> pose) {
  std::vector<DrawCall> calls;
  for (const Index index : nodes_in_order(scene)) {
    const Node& node = scene.nodes[index];
    if (!node.mesh) continue;
    const std::vector<Primitive>& primitives = scene.meshes[*node.mesh].primitives;
    for (std::size_t i = 0; i < primitives.size(); ++i)
      calls.push_back({.node = index,
                       .mesh = *node.mesh,
                       .primitive = Index(i),
                       .matrix = node.skin ? Mat4(1) : pose[index],
                       .material = primitives[i].material,
                       .skin = node.skin});
  }
  return calls;
}

}  // namespace mw::scene
