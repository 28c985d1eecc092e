#pragma once

#include <meshwright/formats/surface.h>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

/// What a plan draws of a surface, in the surface's units.
namespace mw::plan {

using Outline = std::vector<Vec3>;

/// Faces of one material in one plane, as one shape.
struct Shape {
  std::uint32_t material = 0;
  bool walkable = false;
  float height = 0;
  std::vector<Outline> outlines;
};

/// Of all faces visible from above, from the bottom to the top: non-walkable ones first.
std::vector<Shape> shapes_of(const Surface& surface);

/// The area of each material, in square units.
std::map<std::uint32_t, double> areas_of(const Surface& surface);

/// Open sides of walkable faces, as pairs of ends.
std::vector<std::pair<Vec3, Vec3>> borders_of(const Surface& surface);

/// Connected sides that lead to one room.
struct Door {
  std::int32_t room = 0;
  std::vector<std::pair<Vec3, Vec3>> sides = {};
  std::size_t longest = 0;  // of the sides, in plan
  Vec3 inside{0};           // the corner opposite of the longest
};

/// The doors of one room of a surface; without sides that are damaged or are points in plan.
std::vector<Door> doors_of(const Surface& surface, const SurfaceRoom& room);

/// A place on each island, in its largest face; islands by their size, the largest first.
std::vector<Vec3> islands_of(const Surface& surface);

/// For each of so many rooms the middle of its largest walkable face, or of its largest face.
std::vector<std::optional<Vec3>> middles_of(const Surface& surface, std::size_t rooms);

}  // namespace mw::plan
