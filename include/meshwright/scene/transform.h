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

#include <span>

namespace mw::scene {

/// A matrix as translation, rotation and scale. A mirror becomes a negative scale along x; a shear, which
/// these cannot hold, is lost.
Transform to_transform(const Mat4& matrix);

/// Makes a rotation (x, y, z, w) one of length 1. What is off by rounding alone keeps its bits, and one that
/// says no direction stays as it is: whoever writes a file refuses it.
void make_unit(std::span<float, 4> rotation);
/// Likewise those of all nodes and of keys, but for curves: between their keys they have other lengths
/// anyway.
void make_rotations_unit(Scene& scene);

using mw::is_finite;  // of places
/// Whether every number of a matrix is one.
bool is_finite(const Mat4& matrix);

}  // namespace mw::scene
