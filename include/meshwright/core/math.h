#pragma once

// Example:
//
//     #include <meshwright/core/math.h>
//
//     mw::Box box_around(const mw::Vec3& a, const mw::Vec3& b) {
//       return mw::united(mw::Box{a, a}, mw::Box{b, b});
//     }

#include <cmath>
#include <cstddef>
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

// Macros configure GLM, and the library is compiled without any. A program that sets GLM_FORCE_ALIGNED or
// GLM_FORCE_QUAT_DATA_WXYZ for these headers would read other bytes than the library writes.
static_assert(sizeof(Vec2) == 8 && alignof(Vec2) == alignof(float), "GLM must not align its types here");
static_assert(sizeof(Vec3) == 12 && alignof(Vec3) == alignof(float), "GLM must not align its types here");
static_assert(sizeof(Vec4) == 16 && alignof(Vec4) == alignof(float), "GLM must not align its types here");
static_assert(sizeof(Mat4) == 64 && alignof(Mat4) == alignof(float), "GLM must not align its types here");
static_assert(sizeof(Quat) == 16 && offsetof(Quat, x) == 0 && offsetof(Quat, w) == 12,
              "GLM must store quaternions as x, y, z, w here");

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
