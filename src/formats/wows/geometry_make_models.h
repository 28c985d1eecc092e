#pragma once

#include <meshwright/core/error.h>
#include <meshwright/scene/scene.h>
#include <meshwright/wows/geometry_format.h>

/// Plates of armor and hulls of collision from meshes of a scene, which are in their places already and have
/// all their corners in their lists.
namespace mw::wows::geometry {

/// Fails on a node without a layer and a material: the game knows the thickness of a plate by them.
Result<ArmorPlate> new_plate(const scene::Node& node, const scene::Primitive& primitive);

/// Vertices in one place become one; the faces are the polygons that the node says it had, otherwise
/// triangles. Fails on what is not one closed body whose faces look outward.
Result<Hull> new_hull(const scene::Node& node, const scene::Primitive& primitive);

}  // namespace mw::wows::geometry
