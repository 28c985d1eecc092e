#pragma once

#include <meshwright/core/math.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <unordered_map>
#include <vector>

namespace mw::geometry {

/// For each position the first row with an equal one. 0 and -0 are equal; a position that is not finite
/// equals no other. Takes linear time.
std::vector<std::uint32_t> weld(std::span<const Vec3> positions);

/// For each position the first row that represents it: the lowest representing row within `tolerance`, else
/// the row itself. So representing rows are further apart than the tolerance, and chains of near positions do
/// not grow beyond it. Takes linear time. A tolerance that is not above 0 welds equal positions.
std::vector<std::uint32_t> weld(std::span<const Vec3> positions, float tolerance);

/// Finds points near a place, in a grid of cells.
class PointGrid {
 public:
  static constexpr std::size_t kUnlimited = std::numeric_limits<std::size_t>::max();

  /// `reach` is the search distance from a place, on each axis; above 0. A cell, three times as wide, keeps
  /// only the first `most_in_cell` points: this limits searches if many points lie in one place.
  explicit PointGrid(float reach, std::size_t most_in_cell = kUnlimited)
      : reach_(double(reach)), most_in_cell_(most_in_cell) {}

  /// Points that are not finite are not kept.
  void add(const Vec3& point, std::uint32_t value);

  /// Calls visit(value) for each point within reach, and for some around them, until it returns true; whether
  /// it did.
  bool find_near(const Vec3& place, const auto& visit) const {
    if (!is_finite(place)) return false;
    const Cells cells = cells_around(place);
    for (std::size_t i = 0; i < cells.count; ++i) {
      const auto found = cells_.find(cells.cells[i]);
      if (found == cells_.end()) continue;
      for (const std::uint32_t value : found->second)
        if (visit(value)) return true;
    }
    return false;
  }

 private:
  using Cell = std::array<double, 3>;  // whole numbers; double can hold those of any float

  struct CellHash {
    std::size_t operator()(const Cell& cell) const;
  };

  /// Each once.
  struct Cells {
    std::array<Cell, 9> cells;
    std::size_t count = 0;
  };

  Cell cell_of(const glm::dvec3& place) const;
  Cells cells_around(const Vec3& place) const;

  double reach_;
  std::size_t most_in_cell_;
  std::unordered_map<Cell, std::vector<std::uint32_t>, CellHash> cells_;
};

}  // namespace mw::geometry
