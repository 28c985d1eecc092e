#pragma once

// Example:
//
//     #include <meshwright/core/math.h>
//
//     mw::Box box_around(const mw::Vec3& a, const mw::Vec3& b) {
//       return mw::united(mw::Box{a, a}, mw::Box{b, b});
//     }

#include <cmath>
#include <glm/common.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

namespace mw {

using Vec2 = glm::vec2;
using Vec3 = glm::vec3;
using Vec4 = glm::vec4;
using Quat = glm::quat;
using Mat4 = glm::mat4;

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

}  // namespace mw
