#pragma once

// Example:
//
//     #include <meshwright/nav/mesh.h>
//     #include <vector>
//
//     /// A floor of which all can be walked on.
//     mw::nav::Mesh floor(std::vector<mw::Vec3> positions, std::vector<mw::geometry::Corners> triangles) {
//       mw::nav::Mesh mesh{.positions = std::move(positions), .triangles = std::move(triangles)};
//       mesh.walkable.assign(mesh.triangles.size(), 1);
//       mesh.neighbours = mw::nav::link_walkable(mesh);
//       return mesh;
//     }

#include <meshwright/core/math.h>
#include <meshwright/geometry/detail/adjacency.h>
#include <meshwright/geometry/detail/triangle.h>
#include <cstddef>
#include <cstdint>
#include <vector>

/// Questions about a surface of triangles: ray hits, positions, paths. Knows no game: Z is up, and "in plan"
/// means seen along Z. A structure is built once and queried by any number of threads; nothing here throws.
namespace mw::nav {

/// The surface. Tables that go with the triangles have one row per triangle.
struct Mesh {
  std::vector<Vec3> positions = {};
  std::vector<geometry::Corners> triangles = {};  // counter-clockwise seen from the front
  std::vector<std::uint8_t> walkable = {};        // empty: no face is
  /// Across each side the index of the side there, 3 x triangle + side. Empty: no triangle has any.
  std::vector<geometry::Neighbours> neighbours = {};
  std::vector<float> costs = {};  // per unit of path; empty: 1 everywhere

  bool is_walkable(std::size_t triangle) const {
    return triangle < walkable.size() && walkable[triangle] != 0;
  }
};

/// The neighbours among walkable triangles, by the rows of their corners (geometry::paired_neighbours); the
/// others have none.
std::vector<geometry::Neighbours> link_walkable(const Mesh& mesh);

/// Of plan coordinates. Points and sides are doubles here: products of differences of floats are then as good
/// as exact.
struct Point2 {
  double x = 0;
  double y = 0;

  bool operator==(const Point2&) const = default;
};

inline Point2 point2_of(const Vec3& point) {
  return {double(point.x), double(point.y)};
}

/// A point of the surface: of a triangle, and where on it.
struct Place {
  std::uint32_t face = 0;
  double x = 0;
  double y = 0;
  double z = 0;

  Point2 point2() const { return {x, y}; }
};

}  // namespace mw::nav
