#pragma once

#include <meshwright/kotor/mdl_source.h>
#include <meshwright/scene/scene.h>
#include <optional>
#include <string_view>

/// Blades of lightsabers: 44 rows of four vertices from the hilt to the tip, in two halves. The first row of
/// each half is its inner edge, the second its outer one, all others repeat the first: the game moves them.
/// Seen on two blades of a model of the games' own compiler.
namespace mw::kotor::mdl {

/// Other programs write a blade as a trimesh, and this before its name.
inline constexpr std::string_view kBladePrefix = "2081__";

/// The 176 vertices of a blade of which a node has only the 16 corners, as two strips of three quads that
/// meet at the inner edges. Nothing for a node that is no such blade.
std::optional<source::Mesh> whole_blade(const source::Node& node);

/// Gives a blade of 176 vertices what was done to the two strips that a scene draws of it. False, and the
/// blade as it was, where they are no such strips any more.
bool follow_drawn_blade(source::Mesh& blade, const scene::Primitive& drawn);

/// The faces that a blade of the games' own compiler has, which are of nothing that is drawn.
std::vector<source::Face> usual_blade_faces();

/// The normals of a blade: of the triangles that are drawn, which are not its faces. A blade without all its
/// vertices has none.
void derive_blade_normals(Saber& saber);

}  // namespace mw::kotor::mdl
