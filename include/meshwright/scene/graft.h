#pragma once

// Example:
//
//     #include <meshwright/scene/graft.h>
//
//     /// Both side by side, each below a node of its own.
//     mw::scene::Scene both(mw::scene::Scene first, mw::scene::Scene second) {
//       mw::scene::Scene scene;
//       const auto left = mw::scene::add_node(scene, {.name = "left"});
//       const auto right = mw::scene::add_node(scene, {.name = "right"});
//       mw::scene::graft(std::move(first), left, scene);
//       mw::scene::graft(std::move(second), right, scene);
//       return scene;
//     }

#include <meshwright/scene/scene.h>
#include <utility>

namespace mw::scene {

/// Puts a scene below a node of another, without its animations: those of several parts may have the same
/// names.
void graft(Scene part, Index below, Scene& scene);

}  // namespace mw::scene
