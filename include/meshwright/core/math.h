#pragma once

#include <cmath>
#include <glm/common.hpp>
#include <glm/vec3.hpp>

namespace mw {

using Vec3 = glm::vec3;

inline bool is_finite(const Vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

/// Axis-aligned box.
struct Box {
  Vec3 min{0};
  Vec3 max{0};
};

inline Box united(const Box& a, const Box& b) {
  return {glm::min(a.min, b.min), glm::max(a.max, b.max)};
}

inline Box box_of_triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
  return {glm::min(a, glm::min(b, c)), glm::max(a, glm::max(b, c))};
}

}  // namespace mw
