#pragma once

#include <meshwright/geometry/detail/triangle.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

/// Finds neighbouring triangles. A side has the index 3 x triangle + side; side 0 goes from the first corner
/// to the second. At most kMaxTriangles are allowed, so that an index fits 31 bits.
///
/// All functions here take linear time, whatever the triangles.
namespace mw::geometry {

inline constexpr std::size_t kMaxTriangles = 0x7FFFFFFF / 3;

/// A side with its ends in ascending order, so that all triangles at an edge give the same ends.
struct Side {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  std::uint32_t index = 0;  // 3 x triangle + side

  std::uint32_t triangle() const { return index / 3; }
  bool same_ends(const Side& other) const { return low == other.low && high == other.high; }
  /// Of a triangle with a repeated corner: no edge.
  bool is_point() const { return low == high; }
};

/// All sides by their ends, those with equal ends by their index. Corners may be any numbers.
std::vector<Side> sorted_sides(std::span<const Corners> triangles);
/// The same with `numbers[corner]` for each corner, for sides that meet by position (weld.h). Triangles with
/// a corner without a number are left out.
std::vector<Side> sorted_sides(std::span<const Corners> triangles, std::span<const std::uint32_t> numbers);

/// Calls visit(sides) for the sides of each edge; `sides` are sorted. Sides that are points are an edge too.
void for_each_edge(std::span<const Side> sides, const auto& visit) {
  for (std::size_t begin = 0; begin < sides.size();) {
    std::size_t end = begin + 1;
    while (end < sides.size() && sides[end].same_ends(sides[begin])) ++end;
    visit(sides.subspan(begin, end - begin));
    begin = end;
  }
}

/// The triangles across the three sides of a triangle, or kNoNeighbour.
using Neighbours = std::array<std::int32_t, 3>;
inline constexpr std::int32_t kNoNeighbour = -1;

/// Across each side the index of its partner: the sides of an edge are paired in the order of their indices.
/// Where three or more triangles meet, the first two are neighbours, the next two, and so on; the last of an
/// odd number has no neighbour. Winding does not matter. A triangle is never its own neighbour, and a side of
/// length 0 has none. Links are mutual.
std::vector<Neighbours> paired_neighbours(std::span<const Corners> triangles);

/// Across each side the lowest other triangle with a side between the same numbers: of three at an edge, the
/// second and the third both have the first. A triangle with a corner without a number has no neighbour.
/// Sides of length 0 meet as others do.
std::vector<Neighbours> lowest_neighbours(std::span<const Corners> triangles,
                                          std::span<const std::uint32_t> numbers);

/// For each triangle the number of its connected island, numbered from 0 in the order of their first
/// triangles. Neighbours are indices of sides; invalid ones are ignored.
std::vector<std::uint32_t> islands(std::span<const Neighbours> neighbours);

/// The open sides of a surface, loop after loop.
struct Loops {
  std::vector<std::uint32_t> sides;  // indices
  std::vector<std::uint32_t> ends;   // for each loop the row of `sides` after its last
};

/// A loop starts at the lowest open side that is not yet in one. The next open side is found by turning
/// inside the surface about the side's end, so a loop never crosses over where two parts meet in a point.
/// Each open side is in one loop. Neighbours are those of paired_neighbours; invalid or one-sided links make
/// loops without a meaning, but the loops end.
Loops boundary_loops(std::span<const Neighbours> neighbours);

}  // namespace mw::geometry
