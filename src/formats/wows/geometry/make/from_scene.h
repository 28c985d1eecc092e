#pragma once

#include <meshwright/scene/axes.h>
#include <meshwright/wows/geometry_scene.h>
#include <string>
#include <string_view>

/// Meshes of a scene in the terms of a .geometry.
namespace mw::wows::geometry {

/// What a node of a skinned mesh says of how the file has its vertices.
inline constexpr std::string_view kZNegated = "z_negated";

/// How a mesh of a scene is stored.
struct Storage {
  bool turned = true;      // two corners of its triangles are swapped
  bool z_negated = false;  // as the bones of most skins have it

  /// As of static meshes; of skinned ones as the node says it, or as most of the game's.
  static Storage of(const scene::Node& node, const VertexLayout& layout);
  scene::Axes axes() const { return z_negated ? scene::Axes::same() : scene::Axes::left_handed(); }
};

/// The vertices of a primitive, and its triangles.
Result<Mesh> mesh_of(const scene::Primitive& primitive, const VertexLayout& layout, Storage storage);

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
void set_position(Vertex& vertex, const Vec3& position, const scene::Axes& axes);
void set_normal(Vertex& vertex, const Vec3& normal, const scene::Axes& axes);
void set_custom(Vertex& vertex, std::string_view name, float value, const scene::Axes& axes);

/// Whether vertices of a .geometry have an attribute of that name.
bool is_own_attribute(std::string_view name);

}  // namespace mw::wows::geometry
