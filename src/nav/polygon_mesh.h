#pragma once

#include <meshwright/nav/mesh.h>
#include <glm/vec3.hpp>
#include <span>
#include <vector>

namespace mw::nav {

/// A surface of convex polygons that can be cut along lines. A new corner on a side is a corner of the
/// polygons on both sides of it, so they always share whole sides.
class PolygonMesh {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  struct Polygon {
    std::vector<std::uint32_t> corners;  // counter-clockwise; empty if it was removed
    std::vector<std::uint32_t> across;   // across the side from a corner to the next: a polygon, or kNone
    std::uint32_t source = 0;
  };

  std::vector<glm::dvec3> positions;
  std::vector<Polygon> polygons;

  /// Removes the inside of a convex outline from a polygon. Its other pieces are added at the end.
  void subtract(std::uint32_t polygon, std::span<const Point2> outline);

  Point2 plan(std::uint32_t corner) const { return {positions[corner].x, positions[corner].y}; }

 private:
  bool overlaps(const Polygon& polygon, std::span<const Point2> outline) const;
  bool split(std::uint32_t polygon, const Point2& a, const Point2& b);
  void split_sides(std::uint32_t polygon);
  void split_side(std::uint32_t polygon, std::size_t side, double t);
  void cut_off(std::uint32_t polygon, std::size_t first, std::size_t count);
  void relink(std::uint32_t from, std::uint32_t to, std::uint32_t begin, std::uint32_t end,
              std::uint32_t neighbour);
  void remove(std::uint32_t polygon);

  std::vector<double> heights_;  // of the polygon's corners to the left of the cutting line
};

}  // namespace mw::nav
