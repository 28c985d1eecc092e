#pragma once

#include <meshwright/core/math.h>

namespace mw::bw2::bwm {

/// Whether nobody computed the bounds of the header or of a mesh: all of them are 0.
bool lacks_bounds(const auto& row) {
  const Vec3 zero(0);
  return row.sphere.centre == zero && row.sphere.radius == 0 && row.box_min == zero && row.box_max == zero &&
         row.cylinder.base == zero && row.cylinder.height == 0 && row.cylinder.radius == 0 && row.volume == 0;
}

}  // namespace mw::bw2::bwm
