#pragma once

// Example:
//
//     #include <meshwright/wows/splash.h>
//     #include <meshwright/wows/splash_scene.h>
//     #include <cstdio>
//
//     void count_nodes(const mw::wows::splash::File& file) {
//       std::printf("%zu nodes\n", mw::wows::splash::to_scene(file).nodes.size());
//     }

#include <meshwright/scene/scene.h>
#include <meshwright/wows/splash_format.h>

namespace mw::wows::splash {

/// One node per box, with the box's name and its twelve triangles facing outward. Left-handed becomes
/// right-handed. Boxes that are not finite are left out and listed in the losses.
scene::Scene to_scene(const File& file, const scene::Options& options = {});

}  // namespace mw::wows::splash
