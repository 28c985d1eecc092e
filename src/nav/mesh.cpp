#include <meshwright/nav/mesh.h>

namespace mw::nav {

std::vector<geometry::Neighbours> link_walkable(const Mesh& mesh) {
  std::vector<geometry::Corners> walkable;
  std::vector<std::uint32_t> number;  // of the walkable ones in the mesh
  for (std::size_t face = 0; face < mesh.triangles.size(); ++face) {
    if (!mesh.is_walkable(face)) continue;
    walkable.push_back(mesh.triangles[face]);
    number.push_back(std::uint32_t(face));
  }
  constexpr std::int32_t kNone = geometry::kNoNeighbour;
  std::vector<geometry::Neighbours> neighbours(mesh.triangles.size(), {kNone, kNone, kNone});
  const std::vector<geometry::Neighbours> linked = geometry::paired_neighbours(walkable);
  for (std::size_t row = 0; row < linked.size(); ++row)
    for (std::size_t side = 0; side < 3; ++side)
      if (const std::int32_t across = linked[row][side]; across >= 0)
        neighbours[number[row]][side] = std::int32_t(3 * number[std::size_t(across / 3)]) + across % 3;
  return neighbours;
}

}  // namespace mw::nav
