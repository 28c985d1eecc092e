#pragma once

#include <meshwright/core/math.h>
#include <array>
#include <cstddef>
#include <cstdint>

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

inline Vec3 centroid(const Vec3& a, const Vec3& b, const Vec3& c) {
  return (a + b + c) / 3.0F;
}

}  // namespace mw::geometry
