#include <meshwright/geometry/detail/box.h>
#include <algorithm>
#include <cmath>

namespace mw::geometry {

std::optional<Box> bounds(std::span<const Vec3> positions) {
  std::optional<Box> box;
  for (const Vec3& position : positions) extend(box, position);
  return box;
}

float excess(const Box& outer, const Box& inner) {
  float most = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const float below = outer.min[axis] - inner.min[axis];
    const float above = inner.max[axis] - outer.max[axis];
    if (std::isfinite(below)) most = std::max(most, below);
    if (std::isfinite(above)) most = std::max(most, above);
  }
  return most;
}

}  // namespace mw::geometry
