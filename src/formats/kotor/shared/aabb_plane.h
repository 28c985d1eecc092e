#pragma once

#include <meshwright/geometry/detail/triangle_tree.h>
#include <cstdint>

namespace mw::kotor {

/// Boxes of the original walkmeshes are larger by this on every side.
inline constexpr float kWalkmeshBoxGrowth = 0.01F;

/// What the trees of walkmeshes and models call a direction: 1, 2, 4 for +x, +y, +z and 8, 16, 32 for the
/// others.
inline std::uint32_t plane_of(const geometry::Direction& direction) {
  return (direction.positive ? 1U : 8U) << direction.axis;
}

}  // namespace mw::kotor
