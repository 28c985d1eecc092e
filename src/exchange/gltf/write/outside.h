#pragma once

#include <meshwright/scene/scene.h>

#include <cstddef>
#include <vector>

namespace mw::exchange {

/// Takes out the nodes that none of a glTF's scenes has, with what moves and bends only them; gives their
/// number. `listed` are the roots of all scenes. Skeletons of what is in a scene stay wherever they are.
/// Everything stays where no scene has a node, as in a library of meshes.
std::size_t drop_outside(scene::Scene& scene, const std::vector<scene::Index>& listed);

}  // namespace mw::exchange
