#pragma once

#include <meshwright/core/error.h>
#include <meshwright/scene/scene.h>
#include <meshwright/wows/geometry_format.h>
#include <cstdint>
#include <utility>
#include <vector>

/// Plates of armor and hulls of collision from meshes of a scene, which are in their places already and have
/// all their corners in their lists.
namespace mw::wows::geometry {

/// Layer and material that a node says its plate has; 0 where it says none that 16 bits hold.
std::pair<std::uint16_t, std::uint16_t> key_in(const scene::Node& node);

/// A plate with the layer and the material that its node says, 0 where it says none.
Result<ArmorPlate> plate_of(const scene::Node& node, const scene::Primitive& primitive);
Result<void> check_key(const scene::Node& node, const ArmorPlate& plate);

/// Fails on a node without a layer and a material: the game knows the thickness of a plate by them.
Result<ArmorPlate> new_plate(const scene::Node& node, const scene::Primitive& primitive);

/// Vertices in one place become one; the faces are the polygons that the node says it had, otherwise
/// triangles. Fails on what is not one closed body whose faces look outward.
Result<Hull> new_hull(const scene::Node& node, const scene::Primitive& primitive);

/// All vertices of a primitive in their order, where the file has them.
std::vector<Vec3> hull_corners(const scene::Primitive& primitive);

}  // namespace mw::wows::geometry
