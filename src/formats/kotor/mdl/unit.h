#pragma once

#include <meshwright/core/math.h>
#include <glm/geometric.hpp>

namespace mw::kotor::mdl {

/// A sum of normals as a normal; (1, 0, 0) where there is nothing to sum, as the original compiler has it.
inline Vec3 unit(const glm::dvec3& sum) {
  const double length = glm::length(sum);
  return length > 0 && length < 1e300 ? Vec3(sum / length) : Vec3(1, 0, 0);
}

}  // namespace mw::kotor::mdl
