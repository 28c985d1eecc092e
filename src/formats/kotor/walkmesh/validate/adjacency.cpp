#include <meshwright/geometry/detail/adjacency.h>
#include <algorithm>

#include "validate.h"

namespace mw::kotor::walkmesh {
namespace {

std::int32_t neighbour_of(const File& file, std::int32_t side) {
  return file.adjacency[std::size_t(side / 3)][std::size_t(side % 3)];
}

bool is_side(const File& file, std::int64_t side) {
  return side >= 0 && side < std::int64_t(file.adjacency.size() * 3);
}

/// Sides may be wound either way, and their ends may be separate vertices at one place.
bool touch(const Check& check, std::uint32_t side, std::uint32_t other) {
  if (!check.corners_exist(side / 3) || !check.corners_exist(other / 3))
    return true;  // told by FACE_VERTEX_OUT_OF_RANGE
  const std::uint32_t a = check.welded[check.side_start(side)];
  const std::uint32_t b = check.welded[check.side_end(side)];
  const std::uint32_t c = check.welded[check.side_start(other)];
  const std::uint32_t d = check.welded[check.side_end(other)];
  return (a == c && b == d) || (a == d && b == c);
}

void check_link(Check& check, std::int32_t side) {
  const std::int32_t neighbour = neighbour_of(check.file, side);
  if (neighbour == kNoNeighbour) return;
  const auto place = [&] { return check.adjacency(std::size_t(side / 3), std::size_t(side % 3)); };
  if (!is_side(check.file, neighbour))
    return check.add(finding::ADJACENCY_OUT_OF_RANGE, place(), neighbour, check.file.adjacency.size());
  if (neighbour == side) return check.add(finding::ADJACENCY_OF_ITSELF, place(), side);
  const std::int32_t back = neighbour_of(check.file, neighbour);
  if (back != side) check.add(finding::ADJACENCY_ONE_SIDED, place(), neighbour, back);
  const std::size_t faces = check.file.faces.size();
  if (std::size_t(side / 3) < faces && std::size_t(neighbour / 3) < faces &&
      !touch(check, std::uint32_t(side), std::uint32_t(neighbour)))
    check.add(finding::ADJACENCY_MISMATCH, place(), neighbour);
}

/// Where walkable faces are out of order (which is told), the count may include what is between them.
void check_count(Check& check) {
  const auto is_walkable = [&](std::uint32_t id) { return check.surfaces.is_walkable(id); };
  const std::size_t rows = check.file.adjacency.size();
  const auto& materials = check.file.materials;
  const auto last = std::ranges::find_if(materials.rbegin(), materials.rend(), is_walkable);
  if (rows < check.walkable || rows > std::size_t(materials.rend() - last))
    check.add(finding::ADJACENCY_COUNT_MISMATCH, check.table("adjacency"), rows,
              std::ranges::count_if(materials, is_walkable));
}

/// Sides that lie on each other by vertex index but are not linked. Where more than two meet, only two can
/// be.
void check_missing_links(Check& check) {
  const std::size_t faces = std::min({check.walkable, check.file.adjacency.size(), check.file.faces.size()});
  const std::vector<Adjacency> expected = derive_adjacency(check.file.faces, faces);
  for (std::size_t face = 0; face < faces; ++face) {
    for (std::size_t side = 0; side < 3; ++side) {
      const std::int32_t neighbour = expected[face][side];
      if (neighbour == kNoNeighbour || check.file.adjacency[face][side] != kNoNeighbour) continue;
      if (neighbour_of(check.file, neighbour) == kNoNeighbour)
        check.add(finding::ADJACENCY_MISSING, check.adjacency(face, side), neighbour / 3);
    }
  }
}

/// By position: separate vertices at one place still make a fence that three faces share.
void check_manifold(Check& check) {
  const std::span faces =
      std::span(check.file.faces).first(std::min(check.walkable, check.file.faces.size()));
  const std::vector<geometry::Side> sides = geometry::sorted_sides(faces, check.welded);
  geometry::for_each_edge(sides, [&](std::span<const geometry::Side> edge) {
    if (edge.size() < 3 || edge.front().is_point()) return;
    const std::uint32_t first = edge.front().triangle();
    check.add(finding::EDGE_NOT_MANIFOLD, check.face(first), edge.size(), first);
  });
}

void check_islands(Check& check) {
  const std::vector<std::uint32_t> island = geometry::islands(check.file.adjacency);
  if (island.empty()) return;
  std::vector<std::size_t> sizes(*std::ranges::max_element(island) + 1);
  for (const std::uint32_t number : island) ++sizes[number];
  if (sizes.size() < 2) return;
  std::ranges::sort(sizes, std::greater());
  std::string list;
  constexpr std::size_t kListed = 8;
  for (std::size_t i = 0; i < std::min(sizes.size(), kListed); ++i)
    list += (i > 0 ? ", " : "") + std::to_string(sizes[i]);
  if (sizes.size() > kListed) list += ", …";
  check.add(finding::SURFACE_NOT_CONNECTED, check.table("adjacency"), sizes.size(), list);
}

}  // namespace

void check_adjacency(Check& check) {
  const std::size_t rows = check.file.adjacency.size();
  check_count(check);
  // Rows that a side cannot number are told by the count; 3 x face + side must fit.
  const std::size_t sides = std::min(rows, kMaxFaces) * 3;
  for (std::size_t side = 0; side < sides; ++side) check_link(check, std::int32_t(side));
  check_missing_links(check);
  check_manifold(check);
  check_islands(check);
}

}  // namespace mw::kotor::walkmesh
