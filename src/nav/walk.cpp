#include <meshwright/core/detail/elementary.h>
#include <meshwright/nav/walk.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>
#include <numeric>

#include "point2.h"

namespace mw::nav {

using geometry::kNoNeighbour;

Walk::Walk(const Mesh& mesh) : positions_(mesh.positions) {
  plan_.reserve(positions_.size());
  for (const Vec3& position : positions_) plan_.push_back(point2_of(position));
  add_cells(mesh);
  link(mesh);
  unlink_folds();
  find_turns();
  std::vector<geometry::Neighbours> across;
  across.reserve(cells_.size());
  for (const Cell& cell : cells_) across.push_back(cell.across);
  islands_ = geometry::islands(across);
}

double Walk::area(const Cell& cell) const {
  const Point2& a = plan_[cell.corners[0]];
  const Point2& b = plan_[cell.corners[1]];
  const Point2& c = plan_[cell.corners[2]];
  // Rounding to float can reverse anything narrower than this.
  constexpr double kNarrow = 1e-6;
  const double area = turn(a, b, c);
  const double longest = std::max({dot(b - a, b - a), dot(c - b, c - b), dot(a - c, a - c)});
  return std::abs(area) > kNarrow * longest ? area : 0;
}

double Walk::distance(std::uint32_t a, std::uint32_t b) const {
  return glm::distance(glm::dvec3(positions_[a]), glm::dvec3(positions_[b]));
}

void Walk::add_cells(const Mesh& mesh) {
  cells_.resize(mesh.triangles.size());
  turned_.resize(cells_.size());
  for (std::size_t face = 0; face < cells_.size(); ++face) {
    geometry::Corners corners = mesh.triangles[face];
    if (!mesh.is_walkable(face) || !geometry::corners_exist(corners, positions_.size())) continue;
    const auto finite = [&](std::uint32_t corner) { return is_finite(positions_[corner]); };
    if (!std::ranges::all_of(corners, finite)) continue;
    cells_[face].corners = corners;
    turned_[face] = area(cells_[face]) < 0;
    if (turned_[face]) std::swap(cells_[face].corners[1], cells_[face].corners[2]);
  }
  for (std::size_t face = 0; face < std::min(mesh.costs.size(), cells_.size()); ++face) {
    const float cost = mesh.costs[face];
    if (cost == 1 && costs_.empty()) continue;
    costs_.resize(cells_.size(), 1);
    // A cost of 0 would let a search run in circles.
    costs_[face] = cost > 0 && std::isfinite(cost) ? cost : 1;
    least_cost_ = std::min(least_cost_, costs_[face]);
  }
}

void Walk::link(const Mesh& mesh) {
  same_.resize(positions_.size());
  std::iota(same_.begin(), same_.end(), 0U);
  const std::size_t faces = std::min(mesh.neighbours.size(), cells_.size());
  // A reversed cell has the mesh's sides in the opposite order.
  const auto cell_side = [&](std::uint32_t side) {
    return turned_[side / 3] ? side + 2 - 2 * (side % 3) : side;
  };
  for (std::uint32_t side = 0; side < 3 * faces; ++side) {
    const std::int32_t across = mesh.neighbours[side / 3][side % 3];
    if (across < 0 || std::uint32_t(across) >= 3 * faces) continue;
    const auto other = std::uint32_t(across);
    const bool mutual = mesh.neighbours[other / 3][other % 3] == std::int32_t(side);
    if (!mutual || side >= other || side / 3 == other / 3 || !has(side / 3) || !has(other / 3)) continue;
    const std::uint32_t a = cell_side(side);
    const std::uint32_t b = cell_side(other);
    if (!try_link(a, b)) continue;
    cells_[a / 3].across[a % 3] = std::int32_t(b);
    cells_[b / 3].across[b % 3] = std::int32_t(a);
  }
  for (std::uint32_t corner = 0; corner < same_.size(); ++corner) same_[corner] = standing_for(corner);
  for (std::uint32_t corner = 0; corner < same_.size(); ++corner) plan_[corner] = plan_[same_[corner]];
  for (Cell& cell : cells_)
    if (cell.corners[0] != kNone)
      for (std::uint32_t& corner : cell.corners) corner = same_[corner];
}

/// Joins the ends of two sides, if they lie on each other.
bool Walk::try_link(std::uint32_t side, std::uint32_t other) {
  const std::uint32_t a = begin_of(side);
  const std::uint32_t b = end_of(side);
  std::uint32_t c = end_of(other);
  std::uint32_t d = begin_of(other);
  if (std::max(distance(a, d), distance(b, c)) < std::max(distance(a, c), distance(b, d))) std::swap(c, d);
  if (!(std::max(distance(a, c), distance(b, d)) <= kSeam)) return false;
  const auto join = [&](std::uint32_t one, std::uint32_t two) {
    one = standing_for(one);
    two = standing_for(two);
    same_[std::max(one, two)] = std::min(one, two);
  };
  join(a, c);
  join(b, d);
  return true;
}

std::uint32_t Walk::standing_for(std::uint32_t corner) {
  while (same_[corner] != corner) {
    same_[corner] = same_[same_[corner]];
    corner = same_[corner];
  }
  return corner;
}

/// Of two counter-clockwise cells, those on different sides of a shared line run along it in opposite
/// directions.
void Walk::unlink_folds() {
  for (std::uint32_t side = 0; side < 3 * cells_.size(); ++side) {
    const std::int32_t across = cells_[side / 3].across[side % 3];
    if (across < std::int32_t(side)) continue;
    const auto other = std::uint32_t(across);
    const bool flat = area(cells_[side / 3]) == 0 || area(cells_[other / 3]) == 0;
    const bool opposite = begin_of(side) == end_of(other) && end_of(side) == begin_of(other);
    const bool alike = begin_of(side) == begin_of(other) && end_of(side) == end_of(other);
    if (opposite || (alike && flat)) continue;
    cells_[side / 3].across[side % 3] = kNoNeighbour;
    cells_[other / 3].across[other % 3] = kNoNeighbour;
  }
}

/// Corners above each other at the ends of one side are one in plan: gives the lowest row of each such group.
std::vector<std::uint32_t> Walk::stacked_corners() const {
  std::vector<std::uint32_t> first(positions_.size());
  std::iota(first.begin(), first.end(), 0U);
  const auto find = [&](std::uint32_t corner) {
    while (first[corner] != corner) corner = first[corner] = first[first[corner]];
    return corner;
  };
  for (std::uint32_t side = 0; side < 3 * cells_.size(); ++side) {
    if (!has(side / 3) || plan_[begin_of(side)] != plan_[end_of(side)]) continue;
    const std::uint32_t a = find(begin_of(side));
    const std::uint32_t b = find(end_of(side));
    first[std::max(a, b)] = std::min(a, b);
  }
  for (std::uint32_t corner = 0; corner < first.size(); ++corner) first[corner] = find(corner);
  return first;
}

/// A shortest path turns only at corners of the border whose surface angle exceeds that of a straight line.
void Walk::find_turns() {
  const std::vector<std::uint32_t> stack = stacked_corners();
  std::vector<std::uint8_t> on_border(positions_.size());
  for (std::uint32_t side = 0; side < 3 * cells_.size(); ++side)
    if (has(side / 3) && cells_[side / 3].across[side % 3] == kNoNeighbour)
      on_border[stack[begin_of(side)]] = on_border[stack[end_of(side)]] = 1;
  std::vector<double> angles(positions_.size());
  for (const Cell& cell : cells_) {
    if (cell.corners[0] == kNone) continue;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t corner = cell.corners[i];
      if (on_border[stack[corner]] == 0) continue;
      const Point2 next = plan_[cell.corners[(i + 1) % 3]] - plan_[corner];
      const Point2 last = plan_[cell.corners[(i + 2) % 3]] - plan_[corner];
      angles[stack[corner]] += std::abs(math::atan2(cross(next, last), dot(next, last)));
    }
  }
  turns_.resize(positions_.size());
  for (std::uint32_t corner = 0; corner < turns_.size(); ++corner) {
    turns_[corner].possible =
        on_border[stack[corner]] != 0 && angles[stack[corner]] > std::numbers::pi - 1e-9;
    if (stack[corner] != corner) turns_[corner].borders = turns_[stack[corner]].borders = 3;
  }
  find_borders();
}

/// Where the border passes a corner once, it says which turns are tight there.
void Walk::find_borders() {
  for (std::uint32_t side = 0; side < 3 * cells_.size(); ++side) {
    if (!has(side / 3) || cells_[side / 3].across[side % 3] != kNoNeighbour) continue;
    const auto note = [&](std::uint32_t corner, std::uint32_t other) {
      Turns& turns = turns_[corner];
      if (turns.borders < 2) turns.ends[turns.borders] = other;
      turns.borders = std::uint8_t(std::min(turns.borders + 1, 3));
    };
    note(begin_of(side), end_of(side));
    note(end_of(side), begin_of(side));
  }
}

}  // namespace mw::nav
