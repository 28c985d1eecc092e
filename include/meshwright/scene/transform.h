#pragma once

// Example:
//
//     #include <meshwright/scene/transform.h>
//
//     void place(mw::scene::Node& node, const mw::Mat4& matrix) {
//       node.transform = mw::scene::to_transform(matrix);
//     }

#include <meshwright/core/math.h>
#include <meshwright/scene/scene.h>

namespace mw::scene {

/// A matrix as translation, rotation and scale. A mirror becomes a negative scale along x; a shear, which
/// these cannot hold, is lost.
Transform to_transform(const Mat4& matrix);

using mw::is_finite;  // of places
/// Whether every number of a matrix is one.
bool is_finite(const Mat4& matrix);

}  // namespace mw::scene
