#pragma once

#include <meshwright/wows/geometry_onto.h>
#include <string>

/// Meshes of a scene in the terms of a .geometry.
namespace mw::wows::geometry {

/// The vertices of a primitive, and its triangles: as the scene winds them, or turned, so that cross products
/// point along the normals.
Result<Mesh> mesh_of(const scene::Primitive& primitive, const VertexLayout& layout, bool turned);

/// Gives vertices that have no tangent one, along which the first texture coordinate grows, summed over their
/// triangles, and the binormal of a right-handed frame.
void derive_tangents(Mesh& mesh);

/// A primitive where its node puts it. Where the place is a mirror, the triangles are turned back.
scene::Primitive placed(scene::Primitive primitive, const Mat4& place);

/// All triangles of a mesh in one primitive, which lists their corners, with the attributes that a .geometry
/// has. Fails on one without triangles.
Result<scene::Primitive> whole_primitive(const scene::Mesh& mesh, const std::string& name);

/// The format that the attributes of a primitive need.
std::string format_for(const scene::Primitive& primitive);

/// "Turret" -> "TurretShape", at level 1 "Turret_lod1Shape", as "TurretShape" there; a name that has the
/// ending and tells its level stays.
std::string shape_name(const scene::Node& node);

/// What a vertex has in the place of one of the scene.
void set_position(Vertex& vertex, const Vec3& position);
void set_normal(Vertex& vertex, const Vec3& normal);
void set_custom(Vertex& vertex, std::string_view name, float value);

/// Whether vertices of a .geometry have an attribute of that name.
bool is_own_attribute(std::string_view name);

}  // namespace mw::wows::geometry
