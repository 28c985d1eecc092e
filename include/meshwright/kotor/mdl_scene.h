#pragma once

// Example:
//
//     #include <meshwright/kotor/mdl_scene.h>
//     #include <cstdio>
//
//     void list_losses(const mw::kotor::mdl::File& file) {
//       for (const mw::Loss& loss : to_scene(file).losses) std::puts(to_string(loss).c_str());
//     }

#include <meshwright/kotor/mdl_format.h>
#include <meshwright/scene/scene.h>

namespace mw::kotor::mdl {

/// The model in the common scene: its nodes, meshes with all UV sets, skins, lights and animations; emitters
/// and references as named nodes with their fields in the extras. Right-handed with Z up becomes Y up. The
/// losses list parts that cannot be drawn (faces without their corners, nodes outside the tree).
scene::Scene to_scene(const File& file, const scene::Options& options = {});

}  // namespace mw::kotor::mdl
