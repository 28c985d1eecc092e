#pragma once

#include <meshwright/scene/scene.h>
#include <algorithm>
#include <glm/geometric.hpp>
#include <vector>

namespace mw::test {

/// What a channel says at a time, by the rules of glTF: the yardstick for the formats' own players.
inline std::vector<float> sample(const scene::Channel& channel, float time) {
  const std::size_t n = channel.components;
  const bool cubic = channel.interpolation == scene::Interpolation::cubic;
  const auto part = [&](std::size_t key, std::size_t which) {
    const auto first = channel.values.begin() + std::ptrdiff_t((cubic ? key * 3 + which : key) * n);
    return std::vector<float>(first, first + std::ptrdiff_t(n));
  };
  if (time <= channel.times.front()) return part(0, 1);
  if (time >= channel.times.back()) return part(channel.times.size() - 1, 1);
  std::size_t k = 0;
  while (channel.times[k + 1] < time) ++k;
  const float dt = channel.times[k + 1] - channel.times[k];
  const float t = (time - channel.times[k]) / dt;
  std::vector<float> a = part(k, 1);
  const std::vector<float> b = part(k + 1, 1);
  if (channel.target == scene::Target::rotation) {
    const Quat q = glm::slerp(Quat(a[3], a[0], a[1], a[2]), Quat(b[3], b[0], b[1], b[2]), t);
    return {q.x, q.y, q.z, q.w};
  }
  for (std::size_t i = 0; i < n; ++i) {
    if (!cubic) {
      a[i] += t * (b[i] - a[i]);
      continue;
    }
    const float out = part(k, 2)[i] * dt;
    const float in = part(k + 1, 0)[i] * dt;
    a[i] = (2 * t * t * t - 3 * t * t + 1) * a[i] + (t * t * t - 2 * t * t + t) * out +
           (3 * t * t - 2 * t * t * t) * b[i] + (t * t * t - t * t) * in;
  }
  return a;
}

/// The matrix of each node relative to the scene while an animation plays.
inline std::vector<Mat4> play(const scene::Scene& from, std::size_t animation, float time) {
  scene::Scene scene;
  scene.roots = from.roots;
  scene.nodes = from.nodes;
  for (const scene::Channel& channel : from.animations[animation].channels) {
    if (channel.target == scene::Target::custom) continue;
    const std::vector<float> v = sample(channel, time);
    scene::Transform& transform = scene.nodes[channel.node].transform;
    if (channel.target == scene::Target::rotation)
      transform.rotation = Quat(v[3], v[0], v[1], v[2]);
    else
      (channel.target == scene::Target::scale ? transform.scale : transform.translation) = {v[0], v[1], v[2]};
  }
  return world_matrices(scene);
}

inline float difference(const Mat4& a, const Mat4& b) {
  float worst = 0;
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row) worst = std::max(worst, std::abs(a[column][row] - b[column][row]));
  return worst;
}

}  // namespace mw::test
