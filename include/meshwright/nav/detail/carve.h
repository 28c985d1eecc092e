#pragma once

#include <meshwright/nav/mesh.h>
#include <meshwright/nav/walk.h>
#include <cstdint>
#include <span>
#include <vector>

namespace mw::nav {

/// The area of an obstacle: the convex outline of points in 2-D, and its heights. Points in one line are a
/// very thin wall.
struct Footprint {
  std::vector<Point2> outline;
  double bottom = 0;
  double top = 0;
};

/// The convex outline of points, counter-clockwise; fewer than three if they have no area.
std::vector<Point2> convex_outline(std::vector<Point2> points);

struct Carved {
  Mesh mesh;                           // walkable faces only, with their links
  std::vector<std::uint32_t> sources;  // one per face: the face that it is a piece of
};

/// The surface without the areas of obstacles and, for an agent with a radius, without the strip of that
/// width (in 2-D) around obstacles and along the border of the surface. Circles become polygons of kCircle
/// sides around them. An obstacle cuts faces that pass at most kReach above its top or below its bottom; the
/// border cuts only faces connected to it, so storeys stay apart.
Carved carve(const Walk& walk, std::span<const Footprint> obstacles, double radius = 0);
inline constexpr int kCircle = 16;
inline constexpr double kReach = 1;
inline constexpr double kHair = 0.001;  // to each side of a wall

}  // namespace mw::nav
