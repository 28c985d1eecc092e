#pragma once

// Example:
//
//     #include <meshwright/edit/edits.h>
//     #include <meshwright/edit/lift.h>
//
//     /// The edits of meshes that came back without all that was around them.
//     std::size_t count_edits(const mw::scene::Scene& original, const mw::scene::Scene& meshes) {
//       return mw::edit::find_edits(original, mw::edit::lifted(original, meshes)).edits.size();
//     }

#include <meshwright/scene/scene.h>

namespace mw::edit {

/// A scene of meshes alone, as OBJ holds it, with all of `original` around them that such a file cannot hold:
/// the tree of nodes and their places, lights, animations, extras, skins, levels, roles, and of materials all
/// but colour and textures. What is missing in it is therefore no edit. What vertices lack (further UV sets,
/// weights, tangents, colours, attributes of one format) stays out: find_edits() leaves that of the original.
///
/// Meshes are found by the names of their nodes (blanks are underscores, numbers as in ".001" do not count),
/// then by their triangles; vertices where the node, or the joints of its skin in rest, had put them. One
/// that is within rounding of such a place has the original's numbers, bit for bit. A mesh that is not found
/// any more is removed with its node, where nothing needs that; one that is new has a node of its own.
/// Materials that are names only stay as they are.
scene::Scene lifted(const scene::Scene& original, const scene::Scene& meshes);

}  // namespace mw::edit
