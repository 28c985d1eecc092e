#include <meshwright/geometry/detail/triangle.h>
#include <cmath>
#include <glm/geometric.hpp>

namespace mw::geometry {

Vec3 unit_normal(const Vec3& a, const Vec3& b, const Vec3& c) {
  const glm::dvec3 normal = Vec3(glm::cross(glm::dvec3(b - a), glm::dvec3(c - b)));
  const double x = normal.x;
  const double y = normal.y;
  const double z = normal.z;
  const double length = std::sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return {1, 0, 0};
  return {float(x / length), float(y / length), float(z / length)};
}

float plane_distance(const Vec3& normal, const Vec3& point) {
  return float(-(double(normal.x) * point.x + double(normal.y) * point.y + double(normal.z) * point.z));
}

double area(const Vec3& a, const Vec3& b, const Vec3& c) {
  const glm::dvec3 from(a);
  return glm::length(glm::cross(glm::dvec3(b) - from, glm::dvec3(c) - from)) / 2;
}

}  // namespace mw::geometry
