#include <meshwright/geometry/detail/weld.h>
#include <algorithm>
#include <bit>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace mw::geometry {
namespace {

constexpr std::uint32_t kEmpty = 0xFFFFFFFF;

/// Every bit of the result depends on every bit of the value.
std::uint64_t mix(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9U;
  value = (value ^ (value >> 27)) * 0x94D049BB133111EBU;
  return value ^ (value >> 31);
}

/// Adding 0 makes 0 of -0, which is equal to it.
std::uint64_t hash_of(const Vec3& v) {
  const auto bits = [](float value) { return std::uint64_t(std::bit_cast<std::uint32_t>(value + 0.0F)); };
  return mix(mix(bits(v.x) << 32 | bits(v.y)) + bits(v.z));
}

}  // namespace

std::vector<std::uint32_t> weld(std::span<const Vec3> positions) {
  // At most half full, so that a search ends soon.
  std::vector<std::uint32_t> rows(std::bit_ceil(2 * positions.size() + 1), kEmpty);
  std::vector<std::uint32_t> first(positions.size());
  for (std::uint32_t row = 0; row < positions.size(); ++row) {
    first[row] = row;
    if (!is_finite(positions[row])) continue;
    std::size_t slot = std::size_t(hash_of(positions[row])) & (rows.size() - 1);
    while (rows[slot] != kEmpty && positions[rows[slot]] != positions[row])
      slot = (slot + 1) & (rows.size() - 1);
    if (rows[slot] == kEmpty) rows[slot] = row;
    first[row] = rows[slot];
  }
  return first;
}

std::vector<std::uint32_t> weld(std::span<const Vec3> positions, float tolerance) {
  if (!(tolerance > 0) || !std::isfinite(tolerance)) return weld(positions);
  PointGrid grid(tolerance);
  std::vector<std::uint32_t> first(positions.size());
  for (std::uint32_t row = 0; row < positions.size(); ++row) {
    const glm::dvec3 place(positions[row]);
    std::uint32_t lowest = row;
    grid.find_near(positions[row], [&](std::uint32_t other) {
      if (glm::distance(place, glm::dvec3(positions[other])) <= double(tolerance))
        lowest = std::min(lowest, other);
      return false;
    });
    first[row] = lowest;
    if (lowest == row) grid.add(positions[row], row);
  }
  return first;
}

void PointGrid::add(const Vec3& point, std::uint32_t value) {
  if (!is_finite(point)) return;
  std::vector<std::uint32_t>& values = cells_[cell_of(glm::dvec3(point))];
  if (values.size() < most_in_cell_) values.push_back(value);
}

PointGrid::Cell PointGrid::cell_of(const glm::dvec3& place) const {
  const glm::dvec3 cell = glm::floor(place / (3 * reach_)) + 0.0;  // -0 is 0 to the hash
  return {cell.x, cell.y, cell.z};
}

/// What is within reach is a cube that is smaller than a cell: its corners are in all cells that it touches.
/// Far out, where doubles are further apart than cells, corners round away from each other; there the place's
/// own cell holds all that is near.
PointGrid::Cells PointGrid::cells_around(const Vec3& place) const {
  Cells around;
  const auto add_once = [&](const Cell& cell) {
    const auto end = around.cells.begin() + std::ptrdiff_t(around.count);
    if (std::find(around.cells.begin(), end, cell) == end) around.cells[around.count++] = cell;
  };
  const glm::dvec3 middle(place);
  add_once(cell_of(middle));
  for (int corner = 0; corner < 8; ++corner) {
    const auto shift = [&](int bit) { return (corner & bit) != 0 ? reach_ : -reach_; };
    add_once(cell_of(middle + glm::dvec3(shift(1), shift(2), shift(4))));
  }
  return around;
}

std::size_t PointGrid::CellHash::operator()(const Cell& cell) const {
  const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
  return std::size_t(mix(mix(mix(bits(cell[0])) + bits(cell[1])) + bits(cell[2])));
}

}  // namespace mw::geometry
