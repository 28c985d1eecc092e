#pragma once

#include <meshwright/scene/scene.h>
#include <utility>

namespace mw::scene {

/// Puts a scene below a node of another, without its animations: those of several parts may have the same
/// names.
void graft(Scene part, Index below, Scene& scene);

}  // namespace mw::scene
