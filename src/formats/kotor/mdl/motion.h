#pragma once

#include <meshwright/kotor/detail/mdl_pose.h>
#include <cmath>
#include <optional>
#include <span>
#include <utility>
#include <vector>

/// How controllers become values in time. The scene and the pose both start here.
namespace mw::kotor::mdl {

/// By which keys and events may be behind the end of their animation, in seconds.
inline constexpr float kTimeTolerance = 1e-3F;

/// The numbers of a controller, inside its node's data.
struct Keys {
  std::span<const float> times;
  std::span<const float> values;
  std::size_t columns = 0;
};

/// Nothing when the controller has no row or reaches beyond the node's data.
std::optional<Keys> keys_of(const Node& node, const Controller& controller);
/// Of the first controller of that type.
std::optional<Keys> find_keys(const Node& node, std::uint32_t type);

/// Controllers may share their keys, so that a small file could stand for a large scene: those of one node
/// are told of until they are several times its data.
class KeyBudget {
 public:
  explicit KeyBudget(const Node& node) : left_(4 * node.data.size() + 1000) {}

  /// False when these are too many.
  bool take(const Keys& keys) {
    const std::size_t numbers = keys.times.size() + keys.values.size();
    if (numbers > left_) return false;
    left_ -= numbers;
    return true;
  }

 private:
  std::size_t left_;
};

/// A rotation by x, y, z, w as a unit quaternion; none at all when it has no length.
inline Quat unit_quat(float x, float y, float z, float w) {
  const Quat q(w, x, y, z);
  const float length = glm::length(q);
  return std::isfinite(length) && length > 0 ? q / length : Quat(1, 0, 0, 0);
}

/// A node's place in its parent, which is what its rest is for everybody: its rotation is made a unit one,
/// and what is not finite is left out.
scene::Transform rest_transform(const Node& node);

/// Finds the nodes of a model by the numbers that animations call them by.
class NodeIndex {
 public:
  explicit NodeIndex(const std::vector<Node>& nodes);
  /// The row with that number, the one of that name if there are several.
  std::optional<std::uint32_t> find(const NodeHeader& header) const;

 private:
  std::vector<std::pair<std::uint32_t, std::uint32_t>> rows_;  // number and name index in one, row
};

/// What making one motion leaves to the next, so that many small ones do not each look at the whole model.
struct MotionScratch {
  std::vector<std::uint8_t> taken = {};  // of each node, one bit per target; none between two motions
  std::vector<std::uint32_t> rows = {};  // of the controller at hand that are kept
};

Motion motion_of(const File& model, const NodeIndex& index, const Animation& animation,
                 MotionScratch& scratch);

}  // namespace mw::kotor::mdl
