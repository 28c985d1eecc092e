#pragma once

#include <meshwright/scene/scene.h>

namespace mw::edit {

/// A scene of meshes alone, such as an OBJ, completed from `original` by everything that such a file cannot
/// hold: the tree of nodes and their places, lights, animations, extras, skins, levels, roles, and of
/// materials everything except colour and textures. So the absence of these is not an edit. Further data of
/// vertices (UV sets, weights, tangents, colours, attributes of one format) is not added: find_edits() keeps
/// that of the original.
///
/// Meshes are matched by the names of their nodes (underscores for blanks; numbers as in ".001" do not
/// count), then by their triangles. Vertices are matched by their places in the scene, moved by the node or
/// by the joints of its skin in rest; one within rounding of such a place has the original's numbers, bit for
/// bit. A missing mesh is removed with its node, unless something needs the node; a new one gets a node of
/// its own. Materials known by name only stay as they are.
scene::Scene lifted(const scene::Scene& original, const scene::Scene& meshes);

}  // namespace mw::edit
