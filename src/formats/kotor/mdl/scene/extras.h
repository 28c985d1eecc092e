#pragma once

#include <meshwright/kotor/mdl_format.h>
#include <meshwright/scene/detail/record_extras.h>

#include <cstddef>

/// What a scene has no place for, as extras (docs/gltf-fields.md lists every field). Fields with their usual
/// value are left out; who reads them back begins with these.
namespace mw::scene {
template <>
inline constexpr bool kOnlyPlaces<kotor::mdl::Array> = true;
template <>
inline constexpr bool kOnlyPlaces<kotor::mdl::Link> = true;
}  // namespace mw::scene

namespace mw::kotor::mdl {

// Controllers of meshes that the scene has a place for.
inline constexpr std::uint32_t kAlpha = 132;
inline constexpr std::uint32_t kSelfIllumination = 100;

/// What most meshes have, and what a field has that extras do not name.
MeshHeader usual_mesh_header();
MeshDirt usual_mesh_dirt();

/// The headers of the model, and names that no node has.
scene::Extras model_extras(const File& file);
/// Its numbers, its controllers in rest, and what belongs to an emitter, a reference or a mesh.
scene::Extras node_extras(const File& file, const Node& node);
scene::Extras light_extras(const Node& node, float multiplier);
/// All but its name, length and keys.
scene::Extras animation_extras(const File& file, const Animation& animation);

/// Controllers in rest that reach beyond the node's data, and so are not in its extras.
std::size_t count_unreadable(const Node& node);

}  // namespace mw::kotor::mdl
