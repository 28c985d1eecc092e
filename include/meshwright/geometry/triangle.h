#pragma once

// Example:
//
//     #include <meshwright/geometry/triangle.h>
//     #include <cstdio>
//
//     void tell(const mw::Vec3& a, const mw::Vec3& b, const mw::Vec3& c) {
//       const mw::Vec3 normal = mw::geometry::unit_normal(a, b, c);
//       const float distance = mw::geometry::plane_distance(normal, a);
//       std::printf("area %g, %g above the origin\n", mw::geometry::area(a, b, c), -distance);
//     }

#include <meshwright/core/math.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Triangle meshes as such: positions, and for each triangle the rows of its corners. Knows no format.
namespace mw::geometry {

/// Rows of three positions, counter-clockwise seen from the triangle's front.
using Corners = std::array<std::uint32_t, 3>;

/// Whether all three are rows of a table of so many positions.
inline bool corners_exist(const Corners& corners, std::size_t positions) {
  return corners[0] < positions && corners[1] < positions && corners[2] < positions;
}

/// (b - a) x (c - b) at length 1; (1, 0, 0) for a triangle without area or with a NaN.
///
/// Edges and cross product are each rounded to float once, the length is not: this gives the normals of the
/// original KotOR files bit for bit, except a few in a thousand.
Vec3 unit_normal(const Vec3& a, const Vec3& b, const Vec3& c);

/// -(normal . point), rounded once: the constant of a plane through the point, where normal . x plus it is 0.
float plane_distance(const Vec3& normal, const Vec3& point);

/// In double, since sums of many areas are compared. Not finite if a corner is not.
double area(const Vec3& a, const Vec3& b, const Vec3& c);

/// Rows of normals that look away, by more than 120 degrees, from every triangle that has a corner there, and
/// along, within 60 degrees, no triangle of another row at the same place (smoothing turns normals so).
/// Triangles without area count as looking along, and so does a normal that has no length or is no number.
/// `normals` has one for each position.
std::vector<std::uint32_t> reversed_normals(std::span<const Vec3> positions, std::span<const Vec3> normals,
                                            std::span<const Corners> triangles);

inline Vec3 centroid(const Vec3& a, const Vec3& b, const Vec3& c) {
  return (a + b + c) / 3.0F;
}

}  // namespace mw::geometry
