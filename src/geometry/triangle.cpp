#include <meshwright/geometry/triangle.h>
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

std::vector<std::uint32_t> reversed_normals(std::span<const Vec3> positions, std::span<const Vec3> normals,
                                            std::span<const Corners> triangles) {
  constexpr double kAway = 0.5;  // the cosine of 60 degrees from straight away
  enum : unsigned char { kNone, kAlong, kAgainst };
  std::vector<unsigned char> sides(normals.size(), kNone);
  for (const Corners& corners : triangles) {
    if (!corners_exist(corners, positions.size()) || !corners_exist(corners, normals.size())) continue;
    const glm::dvec3 a(positions[corners[0]]);
    const glm::dvec3 look =
        glm::cross(glm::dvec3(positions[corners[1]]) - a, glm::dvec3(positions[corners[2]]) - a);
    for (const std::uint32_t row : corners) {
      const glm::dvec3 normal(normals[row]);
      const bool against = -glm::dot(look, normal) > kAway * glm::length(look) * glm::length(normal);
      sides[row] = !against || sides[row] == kAlong ? kAlong : kAgainst;
    }
  }
  std::vector<std::uint32_t> rows;
  for (std::size_t row = 0; row < sides.size(); ++row)
    if (sides[row] == kAgainst) rows.push_back(std::uint32_t(row));
  return rows;
}

}  // namespace mw::geometry
