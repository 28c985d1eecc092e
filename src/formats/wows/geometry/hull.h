#pragma once

#include <meshwright/wows/geometry_format.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

/// Which side the faces of a hull look to: what is made and what is validated is measured alike.
namespace mw::wows::geometry {

inline Vec3 centre_of(const Hull& hull) {
  Vec3 sum{0};
  for (const Vec3& vertex : hull.vertices) sum += vertex;
  return sum / float(std::max<std::size_t>(hull.vertices.size(), 1));
}

/// How deep a face looks into its hull, in units; 0 or less when it looks outward, or has no direction. Its
/// corners exist.
inline float inward_depth(const Hull& hull, const Vec3& centre, const HullFace& face) {
  Vec3 normal{0};  // Newell's: faces may have corners in a line
  for (std::size_t i = 0; i < face.vertices.size(); ++i) {
    const Vec3& a = hull.vertices[face.vertices[i]];
    const Vec3& b = hull.vertices[face.vertices[(i + 1) % face.vertices.size()]];
    normal += glm::cross(a, b);
  }
  const float length = glm::length(normal);
  if (!(length > 0) || !std::isfinite(length)) return 0;
  return -glm::dot(hull.vertices[face.vertices[0]] - centre, normal / length);
}

inline constexpr float kInwardTolerance = 1e-3F;

}  // namespace mw::wows::geometry
