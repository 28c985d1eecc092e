#pragma once

#include <meshwright/scene/scene.h>

#include <vector>

/// The places of a scene's nodes in its tree. find_contradiction() must find nothing in the scene: missing
/// nodes and cycles are not checked.
namespace mw::scene {

inline constexpr Index kNoParent = 0xFFFFFFFF;
/// The origin of a node, or an animation, that another scene does not have.
inline constexpr Index kNewNode = 0xFFFFFFFF;

/// The nodes below the roots, depth first: parents before their children.
std::vector<Index> nodes_in_order(const Scene& scene);

/// For each node the one above it; kNoParent for roots.
std::vector<Index> parents_in(const Scene& scene);

/// By node: whether it is wanted, or an ancestor of a wanted one, or needed by a skin or an animation.
std::vector<bool> kept_nodes(const Scene& scene, const std::vector<bool>& wanted);

/// Removes the others, and updates all references to nodes.
void remove_nodes(Scene& scene, const std::vector<bool>& kept);

}  // namespace mw::scene
