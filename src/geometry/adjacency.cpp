#include <meshwright/geometry/detail/adjacency.h>
#include <algorithm>
#include <bit>
#include <utility>

namespace mw::geometry {
namespace {

/// Sorts by a key of `bits` bits, digit by digit from the lowest, and keeps the order of equal keys: as many
/// steps for each side as the key has digits.
void sort_by_digits(std::vector<Side>& sides, int bits, const auto& key) {
  constexpr int kDigitBits = 11;
  constexpr std::size_t kDigits = std::size_t(1) << kDigitBits;
  std::vector<Side> sorted(sides.size());
  for (int shift = 0; shift < bits; shift += kDigitBits) {
    const auto digit = [&](const Side& side) { return std::size_t(key(side) >> shift) % kDigits; };
    std::array<std::uint32_t, kDigits + 1> begins{};
    for (const Side& side : sides) ++begins[digit(side) + 1];
    for (std::size_t i = 1; i < kDigits; ++i) begins[i] += begins[i - 1];
    for (const Side& side : sides) sorted[begins[digit(side)]++] = side;
    sides.swap(sorted);
  }
}

/// `sides` are in the order of their indices.
void sort_sides(std::vector<Side>& sides) {
  std::uint32_t most = 0;
  for (const Side& side : sides) most = std::max(most, side.high);
  const int bits = std::bit_width(most);
  const auto key = [&](const Side& side) { return std::uint64_t(side.low) << bits | side.high; };
  // Counting digits does not pay for a few.
  constexpr std::size_t kFew = 512;
  if (sides.size() > kFew) return sort_by_digits(sides, 2 * bits, key);
  std::ranges::sort(sides, {}, [&](const Side& side) { return std::pair(key(side), side.index); });
}

Side side_between(std::uint32_t a, std::uint32_t b, std::size_t index) {
  return {std::min(a, b), std::max(a, b), std::uint32_t(index)};
}

/// The sides of one edge, each paired with the next of another triangle. Waiting sides belong to one
/// triangle, which has at most two sides at an edge.
void link_pairs(std::span<const Side> edge, std::vector<Neighbours>& neighbours) {
  const auto link = [&](const Side& from, const Side& to) {
    neighbours[from.triangle()][from.index % 3] = std::int32_t(to.index);
  };
  std::array<const Side*, 2> waiting{};
  for (const Side& side : edge) {
    if (waiting[0] != nullptr && waiting[0]->triangle() != side.triangle()) {
      link(side, *waiting[0]);
      link(*waiting[0], side);
      waiting = {waiting[1], nullptr};
    } else {
      waiting[waiting[0] == nullptr ? 0 : 1] = &side;
    }
  }
}

void link_lowest(std::span<const Side> edge, std::vector<Neighbours>& neighbours) {
  const std::uint32_t lowest = edge.front().triangle();
  const auto other = std::ranges::find_if(edge, [&](const Side& side) { return side.triangle() != lowest; });
  if (other == edge.end()) return;
  // The lowest one is the neighbour of all others, and its own neighbour is the second lowest.
  for (const Side& side : edge)
    neighbours[side.triangle()][side.index % 3] =
        std::int32_t(side.triangle() == lowest ? other->triangle() : lowest);
}

constexpr Neighbours kAlone = {kNoNeighbour, kNoNeighbour, kNoNeighbour};

std::size_t next_side(std::size_t side) {
  return side % 3 == 2 ? side - 2 : side + 1;
}

}  // namespace

std::vector<Side> sorted_sides(std::span<const Corners> triangles) {
  std::vector<Side> sides;
  sides.reserve(3 * triangles.size());
  for (const Corners& corners : triangles)
    for (std::size_t side = 0; side < 3; ++side)
      sides.push_back(side_between(corners[side], corners[(side + 1) % 3], sides.size()));
  sort_sides(sides);
  return sides;
}

std::vector<Side> sorted_sides(std::span<const Corners> triangles, std::span<const std::uint32_t> numbers) {
  std::vector<Side> sides;
  sides.reserve(3 * triangles.size());
  for (std::size_t triangle = 0; triangle < triangles.size(); ++triangle) {
    const Corners& corners = triangles[triangle];
    if (!corners_exist(corners, numbers.size())) continue;
    for (std::size_t side = 0; side < 3; ++side)
      sides.push_back(
          side_between(numbers[corners[side]], numbers[corners[(side + 1) % 3]], 3 * triangle + side));
  }
  sort_sides(sides);
  return sides;
}

std::vector<Neighbours> paired_neighbours(std::span<const Corners> triangles) {
  std::vector<Neighbours> neighbours(triangles.size(), kAlone);
  for_each_edge(sorted_sides(triangles), [&](std::span<const Side> edge) {
    if (!edge.front().is_point()) link_pairs(edge, neighbours);
  });
  return neighbours;
}

std::vector<Neighbours> lowest_neighbours(std::span<const Corners> triangles,
                                          std::span<const std::uint32_t> numbers) {
  std::vector<Neighbours> neighbours(triangles.size(), kAlone);
  for_each_edge(sorted_sides(triangles, numbers),
                [&](std::span<const Side> edge) { link_lowest(edge, neighbours); });
  return neighbours;
}

std::vector<std::uint32_t> islands(std::span<const Neighbours> neighbours) {
  constexpr std::uint32_t kNone = 0xFFFFFFFF;
  std::vector<std::uint32_t> island(neighbours.size(), kNone);
  std::vector<std::size_t> pending;
  std::uint32_t count = 0;
  for (std::size_t start = 0; start < neighbours.size(); ++start) {
    if (island[start] != kNone) continue;
    island[start] = count;
    pending.push_back(start);
    while (!pending.empty()) {
      const std::size_t triangle = pending.back();
      pending.pop_back();
      for (const std::int32_t neighbour : neighbours[triangle]) {
        const auto next = std::size_t(neighbour / 3);
        if (neighbour < 0 || next >= neighbours.size() || island[next] != kNone) continue;
        island[next] = count;
        pending.push_back(next);
      }
    }
    ++count;
  }
  return island;
}

Loops boundary_loops(std::span<const Neighbours> neighbours) {
  const std::size_t sides = 3 * neighbours.size();
  const auto across = [&](std::size_t side) {
    const std::int32_t neighbour = neighbours[side / 3][side % 3];
    return neighbour >= 0 && std::size_t(neighbour) < sides ? neighbour : kNoNeighbour;
  };
  Loops loops;
  std::vector<bool> used(sides);
  std::size_t turns = 0;  // undo each other step by step where links are mutual: each is made once at most
  for (std::size_t start = 0; start < sides; ++start) {
    if (used[start] || across(start) != kNoNeighbour) continue;
    for (std::size_t side = start; !used[side];) {
      used[side] = true;
      loops.sides.push_back(std::uint32_t(side));
      side = next_side(side);
      while (across(side) != kNoNeighbour && turns++ < sides) side = next_side(std::size_t(across(side)));
    }
    loops.ends.push_back(std::uint32_t(loops.sides.size()));
  }
  return loops;
}

}  // namespace mw::geometry
