#pragma once

#include <meshwright/core/math.h>
#include <algorithm>
#include <cmath>

namespace mw::kotor {

/// How far `inner` sticks out of `outer`; 0 when it does not, or when a number is not finite.
inline float excess(const Box& outer, const Box& inner) {
  float most = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const float below = outer.min[axis] - inner.min[axis];
    const float above = inner.max[axis] - outer.max[axis];
    if (std::isfinite(below)) most = std::max(most, below);
    if (std::isfinite(above)) most = std::max(most, above);
  }
  return most;
}

}  // namespace mw::kotor
