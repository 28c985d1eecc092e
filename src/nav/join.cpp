#include <meshwright/geometry/detail/weld.h>
#include <meshwright/nav/detail/join.h>
#include <meshwright/nav/walk.h>
#include <algorithm>

#include "point2.h"

namespace mw::nav {
namespace {

using geometry::kNoNeighbour;

constexpr geometry::Neighbours kAlone = {kNoNeighbour, kNoNeighbour, kNoNeighbour};

void append(Joined& joined, const Part& part) {
  Mesh& all = joined.mesh;
  const auto first_corner = std::uint32_t(all.positions.size());
  const auto first_face = std::uint32_t(all.triangles.size());
  joined.first_faces.push_back(first_face);
  for (const Vec3& position : part.mesh->positions) all.positions.push_back(position + part.shift);
  const std::uint32_t corners = std::uint32_t(part.mesh->positions.size());
  for (std::size_t face = 0; face < part.mesh->triangles.size(); ++face) {
    geometry::Corners& added = all.triangles.emplace_back(part.mesh->triangles[face]);
    // A corner that does not exist must not become one of the next part.
    for (std::uint32_t& corner : added) corner = corner < corners ? first_corner + corner : 0xFFFFFFFF;
    all.walkable.push_back(part.mesh->is_walkable(face) ? 1 : 0);
    all.costs.push_back(face < part.mesh->costs.size() ? part.mesh->costs[face] : 1);
    geometry::Neighbours& links = all.neighbours.emplace_back(
        face < part.mesh->neighbours.size() ? part.mesh->neighbours[face] : kAlone);
    for (std::int32_t& across : links) {
      const bool exists = across >= 0 && std::size_t(across / 3) < part.mesh->triangles.size();
      across = exists ? across + std::int32_t(3 * first_face) : kNoNeighbour;
    }
  }
}

/// The walkable sides without a neighbour, and their ends.
struct OpenSides {
  std::vector<std::uint32_t> sides;
  std::vector<Vec3> ends;                    // two per side
  std::vector<geometry::Corners> triangles;  // one per side: its ends, and one of them again
};

OpenSides open_sides(const Mesh& mesh) {
  OpenSides open;
  for (std::uint32_t side = 0; side < 3 * mesh.triangles.size(); ++side) {
    const geometry::Corners& corners = mesh.triangles[side / 3];
    if (!mesh.is_walkable(side / 3) || mesh.neighbours[side / 3][side % 3] != kNoNeighbour) continue;
    if (!geometry::corners_exist(corners, mesh.positions.size())) continue;
    const auto row = std::uint32_t(open.ends.size());
    open.sides.push_back(side);
    open.ends.push_back(mesh.positions[corners[side % 3]]);
    open.ends.push_back(mesh.positions[corners[(side % 3 + 1) % 3]]);
    open.triangles.push_back({row, row + 1, row + 1});
  }
  return open;
}

/// Of the two faces at a seam one has it from a to b and the other from b to a, if both are wound the same
/// way in plan. Otherwise they lie on one side of it, on each other.
bool goes_up(const Mesh& mesh, const OpenSides& open, std::span<const std::uint32_t> numbers,
             std::size_t row) {
  const geometry::Corners& corners = mesh.triangles[open.sides[row] / 3];
  const double area = turn(point2_of(mesh.positions[corners[0]]), point2_of(mesh.positions[corners[1]]),
                           point2_of(mesh.positions[corners[2]]));
  return (numbers[2 * row] < numbers[2 * row + 1]) != (area < 0);
}

}  // namespace

std::size_t Joined::part_of(std::uint32_t face) const {
  return std::size_t(std::ranges::upper_bound(first_faces, face) - first_faces.begin()) - 1;
}

Joined join(std::span<const Part> parts) {
  Joined joined;
  for (const Part& part : parts) append(joined, part);
  joined.first_faces.push_back(std::uint32_t(joined.mesh.triangles.size()));
  const OpenSides open = open_sides(joined.mesh);
  const std::vector<std::uint32_t> numbers = geometry::weld(open.ends, float(Walk::kSeam));
  const std::vector<geometry::Side> sorted = geometry::sorted_sides(open.triangles, numbers);
  geometry::for_each_edge(sorted, [&](std::span<const geometry::Side> edge) {
    if (edge.front().is_point()) return;
    std::uint32_t waiting = Walk::kNone;
    bool waiting_way = false;
    for (const geometry::Side& found : edge) {
      if (found.index % 3 != 0) continue;  // the same ends once more
      const std::uint32_t side = open.sides[found.triangle()];
      const bool way = goes_up(joined.mesh, open, numbers, found.triangle());
      const bool meets = waiting != Walk::kNone && way != waiting_way &&
                         joined.part_of(waiting / 3) != joined.part_of(side / 3);
      if (!meets) {
        waiting = side;
        waiting_way = way;
        continue;
      }
      joined.mesh.neighbours[waiting / 3][waiting % 3] = std::int32_t(side);
      joined.mesh.neighbours[side / 3][side % 3] = std::int32_t(waiting);
      waiting = Walk::kNone;
      ++joined.seams;
    }
  });
  return joined;
}

}  // namespace mw::nav
