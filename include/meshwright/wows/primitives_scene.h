#pragma once

// Example:
//
//     #include <meshwright/wows/primitives.h>
//     #include <meshwright/wows/primitives_scene.h>
//     #include <cstdio>
//
//     void count_nodes(const mw::wows::primitives::File& file) {
//       const auto scene = mw::wows::primitives::to_scene(file);
//       if (scene) std::printf("%zu nodes\n", scene->nodes.size());
//     }

#include <meshwright/core/error.h>
#include <meshwright/scene/scene.h>
#include <meshwright/wows/primitives_format.h>

namespace mw::wows::primitives {

/// One node per shape with the level of detail in its name. Without a wanted level every part has its finest
/// one; a level that no shape has is an error that lists the existing ones. Axes and winding as in the scene
/// of a .geometry. Parts that cannot be drawn are left out and listed in the losses.
Result<scene::Scene> to_scene(const File& file, const scene::Options& options = {});

}  // namespace mw::wows::primitives
