#pragma once

#include <meshwright/nav/mesh.h>
#include <algorithm>
#include <cmath>

/// Lines in plan.
namespace mw::nav {

inline Point2 operator-(const Point2& a, const Point2& b) {
  return {a.x - b.x, a.y - b.y};
}

inline double cross(const Point2& a, const Point2& b) {
  return a.x * b.y - a.y * b.x;
}

inline double dot(const Point2& a, const Point2& b) {
  return a.x * b.x + a.y * b.y;
}

/// Twice the area of a triangle: positive if c is left of the line from a to b.
inline double turn(const Point2& a, const Point2& b, const Point2& c) {
  return cross(b - a, c - a);
}

inline double distance(const Point2& a, const Point2& b) {
  return std::sqrt(dot(a - b, a - b));
}

inline Point2 between(const Point2& a, const Point2& b, double t) {
  if (t <= 0) return a;
  if (t >= 1) return b;
  return {a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
}

/// -1 right, 0 as good as on it, 1 left of the line from a to b.
inline int side_of(const Point2& a, const Point2& b, const Point2& c) {
  // Computed corners are exact to about 1e-13 of their coordinates; a line that is off by so small an angle
  // does not lengthen a path in double precision.
  constexpr double kAngle = 1e-10;
  const Point2 along = b - a;
  const Point2 to = c - a;
  const double area = cross(along, to);
  const double tolerance =
      kAngle * (std::abs(along.x) + std::abs(along.y)) * (std::abs(to.x) + std::abs(to.y));
  return area > tolerance ? 1 : area < -tolerance ? -1 : 0;
}

/// Where the shortest path from one point over the side a-b to another crosses it: 0 at a, 1 at b. Both
/// points may be on one side of it or on both.
inline double crossing(const Point2& from, const Point2& to, const Point2& a, const Point2& b) {
  const Point2 along = b - a;
  const double square = dot(along, along);
  if (!(square > 0)) return 0;
  const double from_height = std::abs(cross(along, from - a));
  const double to_height = std::abs(cross(along, to - a));
  const double from_at = dot(along, from - a);
  const double to_at = dot(along, to - a);
  const double heights = from_height + to_height;
  const double at = heights > 0 ? (from_at * to_height + to_at * from_height) / heights : to_at;
  return std::clamp(at / square, 0.0, 1.0);
}

}  // namespace mw::nav
