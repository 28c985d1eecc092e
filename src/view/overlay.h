#pragma once

#include <meshwright/scene/scene.h>

#include "state.h"

namespace mw::view {

/// Puts the walkmesh that lies beside a model over its scene, where the walkmesh in the model is.
LaidOver lay_walkmesh_over(OpenedFile::State& state, scene::Scene& scene);

}  // namespace mw::view
