#pragma once

#include <meshwright/scene/scene.h>

#include <set>
#include <span>
#include <vector>

/// Primitives cut and joined, for divide_meshes().
namespace mw::kotor::mdl {

/// The triangles of some corners, with their vertices in the order of first use.
scene::Primitive picked(const scene::Primitive& p, std::span<const scene::Index> corners);

/// Each triangle with vertices and a normal of its own, as glTF wants where there are no normals.
scene::Primitive flat(const scene::Primitive& p);

/// One after the other; attributes that not all have are left out.
scene::Primitive joined(std::span<const scene::Primitive> parts);

/// The joints that have a weight.
std::set<std::uint16_t> bones_of(const scene::Primitive& p);

/// Parts that a mesh can hold: few enough bones, and so few triangles that their vertices fit however often
/// normals want them.
std::vector<scene::Primitive> split_up(const scene::Primitive& p, bool skinned);

/// Makes weights add up to 1 where they do not; gives the number of vertices without any.
std::size_t even_weights(scene::Primitive& p);

}  // namespace mw::kotor::mdl
