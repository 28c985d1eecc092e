#pragma once

#include <meshwright/scene/scene.h>

#include <vector>

namespace mw::scene {

/// By node: whether it is wanted, or carries what is, or a skin or an animation needs it.
std::vector<bool> kept_nodes(const Scene& scene, const std::vector<bool>& wanted);

/// Takes away the others; what refers to nodes follows.
void remove_nodes(Scene& scene, const std::vector<bool>& kept);

/// Nothing says any more that all levels are there (levels.h).
void forget_levels(Scene& scene);

}  // namespace mw::scene
