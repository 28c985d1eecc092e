#pragma once

#include <meshwright/scene/scene.h>

#include <array>
#include <cstdint>

/// glTF counts the sets of texture coordinates of a primitive without gaps, a scene does not. This is the
/// only place that maps the sets of the one to those of the other, and back.
namespace mw::exchange {

/// The set of the scene at each place in glTF: first those that the primitive has, then those that it lacks,
/// both ascending. So every set has a place of its own, and the inverse is exact.
using UvOrder = std::array<std::uint32_t, std::tuple_size_v<decltype(scene::Primitive::uvs)>>;

UvOrder uv_order(const scene::Primitive& primitive);

/// The place of a set in glTF. Sets beyond those that a primitive can have stay.
std::uint32_t uv_place(const UvOrder& order, std::uint32_t set);

/// The sets that a primitive has, as the member `uv_sets` of its extras; nothing without a gap.
scene::Extras uv_sets_in_extras(const scene::Primitive& primitive);

/// Reads `uv_sets` from the extras of a primitive, and gives its sets their numbers in the scene. A value
/// that is not such a list, or does not fit the existing sets, stays in the extras.
UvOrder restore_uv_sets(scene::Primitive& primitive);

}  // namespace mw::exchange
