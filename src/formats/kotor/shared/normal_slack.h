#pragma once

#include <meshwright/geometry/detail/triangle.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace mw::kotor {

/// How far the unit normal of a triangle may be off because its corners are rounded floats: nothing to speak
/// of for most, anything for a needle.
inline float normal_slack(const Vec3& a, const Vec3& b, const Vec3& c) {
  constexpr double kRounding =
      1e-6;  // of the largest coordinate: some of the last bits of both ends of a side
  double reach = 1;
  for (const Vec3& corner : {a, b, c})
    for (int axis = 0; axis < 3; ++axis) reach = std::max(reach, std::abs(double(corner[axis])));
  const double longest =
      std::max({double(glm::distance(a, b)), double(glm::distance(b, c)), double(glm::distance(c, a))});
  const double height = longest > 0 ? 2 * geometry::area(a, b, c) / longest : 0;
  return height > 0 ? float(kRounding * reach / height) : INFINITY;
}

}  // namespace mw::kotor
