#pragma once

#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_scene.h>
#include <meshwright/scene/axes.h>

#include <optional>
#include <vector>

#include "mdl_motion.h"

/// What the parts of a model's way into the scene share.
namespace mw::kotor::mdl {

struct SceneContext {
  const File& file;
  scene::Axes axes;
  scene::Scene scene = {};
  std::vector<std::optional<scene::Index>> node_of_row = {};  // of each of File::nodes
};

void add_animations(SceneContext& context);

}  // namespace mw::kotor::mdl
