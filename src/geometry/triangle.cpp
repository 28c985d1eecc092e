#include <meshwright/geometry/triangle.h>
#include <meshwright/geometry/weld.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <unordered_map>

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

namespace {

/// Calls visit(row, look of its triangle) for each corner.
void for_each_corner(std::span<const Vec3> positions, std::span<const Corners> triangles, const auto& visit) {
  for (const Corners& corners : triangles) {
    if (!corners_exist(corners, positions.size())) continue;
    const glm::dvec3 a(positions[corners[0]]);
    const glm::dvec3 look =
        glm::cross(glm::dvec3(positions[corners[1]]) - a, glm::dvec3(positions[corners[2]]) - a);
    for (const std::uint32_t row : corners) visit(row, look);
  }
}

bool is_within_60_degrees(const glm::dvec3& a, const glm::dvec3& b) {
  return glm::dot(a, b) > 0.5 * glm::length(a) * glm::length(b);
}

/// Smoothing over a sharp edge turns normals to the triangles on its other side.
void drop_smoothed(std::vector<std::uint32_t>& rows, std::span<const Vec3> positions,
                   std::span<const Vec3> normals, std::span<const Corners> triangles) {
  constexpr std::size_t kMostCompared = 16;  // of many at one place
  const std::vector<std::uint32_t> places = weld(positions);
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> at_place;
  for (const std::uint32_t row : rows) at_place[places[row]].push_back(row);
  std::vector<bool> is_smoothed(positions.size());
  for_each_corner(positions, triangles, [&](std::uint32_t corner, const glm::dvec3& look) {
    const auto found = at_place.find(places[corner]);
    if (found == at_place.end()) return;
    for (const std::uint32_t row :
         std::span(found->second).first(std::min(kMostCompared, found->second.size())))
      if (is_within_60_degrees(look, normals[row])) is_smoothed[row] = true;
  });
  std::erase_if(rows, [&](std::uint32_t row) { return is_smoothed[row]; });
}

}  // namespace

std::vector<std::uint32_t> reversed_normals(std::span<const Vec3> positions, std::span<const Vec3> normals,
                                            std::span<const Corners> triangles) {
  if (normals.size() < positions.size()) return {};
  enum : unsigned char { kNone, kAlong, kAgainst };
  std::vector<unsigned char> sides(positions.size(), kNone);
  for_each_corner(positions, triangles, [&](std::uint32_t row, const glm::dvec3& look) {
    const bool against = is_within_60_degrees(-look, normals[row]);
    sides[row] = !against || sides[row] == kAlong ? kAlong : kAgainst;
  });
  std::vector<std::uint32_t> rows;
  for (std::size_t row = 0; row < sides.size(); ++row)
    if (sides[row] == kAgainst) rows.push_back(std::uint32_t(row));
  if (!rows.empty()) drop_smoothed(rows, positions, normals, triangles);
  return rows;
}

}  // namespace mw::geometry
