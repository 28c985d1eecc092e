#pragma once

#include <meshwright/scene/scene.h>

#include <cstddef>
#include <vector>

namespace mw::exchange {

/// Removes the nodes outside all of a glTF's scenes, with everything that only moves and bends them; returns
/// their number. `listed` are the roots of all scenes. Skeletons of meshes in a scene stay wherever they are.
/// Everything stays if no scene has a node, as in a library of meshes.
std::size_t drop_outside(scene::Scene& scene, const std::vector<scene::Index>& listed);

}  // namespace mw::exchange
