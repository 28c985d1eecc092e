#pragma once

#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_scene.h>
#include <meshwright/scene/axes.h>

#include <optional>
#include <vector>

/// What the parts of a model's way into the scene share.
namespace mw::kotor::mdl {

struct SceneContext {
  const File& file;
  scene::Axes axes;
  scene::Scene scene = {};
  std::vector<std::optional<scene::Index>> node_of_row = {};  // of each of File::nodes
};

/// The numbers of a controller, times apart; nothing when it reaches beyond the node's data.
struct Keys {
  std::vector<float> times;
  std::vector<float> values;
  std::size_t columns = 0;
};
std::optional<Keys> keys_of(const Node& node, const Controller& controller);

/// The first row of a controller of that type.
std::optional<Keys> find_keys(const Node& node, std::uint32_t type);

/// A rotation by x, y, z, w as a unit quaternion; none at all when it has no length.
Quat unit_quat(float x, float y, float z, float w);

void add_animations(SceneContext& context);

}  // namespace mw::kotor::mdl
