#pragma once

#include <meshwright/core/math.h>
#include <meshwright/scene/scene.h>

#include <span>

namespace mw::scene {

/// A matrix as translation, rotation and scale. A mirror becomes a negative scale along x; these cannot hold
/// a shear, which is lost.
Transform to_transform(const Mat4& matrix);

/// Scales a rotation (x, y, z, w) to length 1. One within rounding keeps its bits, and one of length 0 stays:
/// writers refuse it.
void make_unit(std::span<float, 4> rotation);
/// The same for those of all nodes and of keys, except curves: between their keys they have other lengths
/// anyway.
void make_rotations_unit(Scene& scene);

using mw::is_finite;  // of places
/// Whether every number of a matrix is one.
bool is_finite(const Mat4& matrix);

}  // namespace mw::scene
