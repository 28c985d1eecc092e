#pragma once

#include <meshwright/core/math.h>
#include <optional>
#include <span>

namespace mw::geometry {

inline Box box_of_triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
  return {glm::min(a, glm::min(b, c)), glm::max(a, glm::max(b, c))};
}

/// Extends the box to the point; a point that is not finite changes nothing.
inline void extend(std::optional<Box>& box, const Vec3& point) {
  if (is_finite(point)) box = box ? united(*box, {point, point}) : Box{point, point};
}

/// Of the positions that are finite; nothing without any.
std::optional<Box> bounds(std::span<const Vec3> positions);

/// How far `inner` extends beyond `outer` on its worst side; 0 if it does not. Differences that are not
/// finite do not count.
float excess(const Box& outer, const Box& inner);

}  // namespace mw::geometry
