#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/gtc/quaternion.hpp>

#include "blender.h"

namespace mw::edit {
namespace {

/// The distance of a value from the line between two others; rotations take the shorter way, and count as
/// unit quaternions.
float distance_to(std::span<const float> value, const float* from, const float* to, bool rotation) {
  std::array<float, 4> a{};
  std::array<float, 4> step{};
  float dot = 0;
  for (std::size_t k = 0; k < value.size(); ++k) dot += from[k] * to[k];
  const float sign = rotation && dot < 0 ? -1.0F : 1.0F;
  float length = 0;
  float along = 0;
  float side = 0;
  for (std::size_t k = 0; k < value.size(); ++k) side += value[k] * from[k];
  const float turn = rotation && side < 0 ? -1.0F : 1.0F;
  for (std::size_t k = 0; k < value.size(); ++k) {
    a[k] = from[k];
    step[k] = sign * to[k] - from[k];
    length += step[k] * step[k];
    along += step[k] * (turn * value[k] - a[k]);
  }
  const float part = length > 0 ? std::clamp(along / length, 0.0F, 1.0F) : 0;
  float norm = 0;
  for (std::size_t k = 0; k < value.size(); ++k) {
    a[k] += part * step[k];
    norm += a[k] * a[k];
  }
  const float scale = rotation && norm > 0 ? 1 / std::sqrt(norm) : 1;
  float farthest = 0;
  for (std::size_t k = 0; k < value.size(); ++k)
    farthest = std::max(farthest, std::abs(a[k] * scale - turn * value[k]));
  return farthest;
}

}  // namespace

PlaceComparison::PlaceComparison(const Scene& original, const Tolerances& tolerances)
    : tolerances_(tolerances) {
  const auto box = bounds(original);
  if (!box) return;
  const Vec3 size = glm::max(glm::abs(box->min), glm::abs(box->max));
  const float largest = std::max({size.x, size.y, size.z});
  if (std::isfinite(largest)) size_ = std::max(size_, largest);
}

bool PlaceComparison::same(const Transform& a, const Transform& b) const {
  const float sign = glm::dot(a.rotation, b.rotation) < 0 ? -1.0F : 1.0F;
  for (int k = 0; k < 3; ++k) {
    if (!(std::abs(a.translation[k] - b.translation[k]) <= tolerances_.place * size_)) return false;
    if (!(std::abs(a.scale[k] - b.scale[k]) <= tolerances_.scale * std::max(1.0F, std::abs(a.scale[k]))))
      return false;
  }
  for (int k = 0; k < 4; ++k)
    if (!(std::abs(a.rotation[k] - sign * b.rotation[k]) <= tolerances_.rotation)) return false;
  return true;
}

Poses::Poses(const Scene& scene) {
  for (const Animation& animation : scene.animations)
    for (const Channel& channel : animation.channels)
      if (channel.target != Target::custom) channels_.emplace(channel.node, &channel);
}

bool Poses::passes(Index node, Target target, std::span<const float> value, float reach) const {
  const auto [begin, end] = channels_.equal_range(node);
  for (auto entry = begin; entry != end; ++entry) {
    const Channel& channel = *entry->second;
    if (channel.target != target || channel.components != value.size()) continue;
    const bool cubic = channel.interpolation == Interpolation::cubic;
    const std::size_t width = value.size() * (cubic ? 3 : 1);
    const float* keys = channel.values.data() + (cubic ? value.size() : 0);
    for (std::size_t row = 0; row < channel.times.size(); ++row) {
      const float* from = keys + row * width;
      const float* to = row + 1 < channel.times.size() ? from + width : from;
      if (distance_to(value, from, to, target == Target::rotation) <= reach) return true;
    }
  }
  return false;
}

Transform Poses::without_motion(Index node, const Transform& rest, Transform edited, float size,
                                float tolerance) const {
  if (!channels_.contains(node)) return edited;
  const std::array<float, 4> turn = {edited.rotation.x, edited.rotation.y, edited.rotation.z,
                                     edited.rotation.w};
  if (passes(node, Target::translation, {&edited.translation.x, 3}, tolerance * size))
    edited.translation = rest.translation;
  if (passes(node, Target::rotation, turn, tolerance)) edited.rotation = rest.rotation;
  if (passes(node, Target::scale, {&edited.scale.x, 3}, tolerance)) edited.scale = rest.scale;
  return edited;
}

}  // namespace mw::edit
