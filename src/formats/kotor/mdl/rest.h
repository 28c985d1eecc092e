#pragma once

#include <meshwright/kotor/mdl.h>
#include <array>
#include <vector>

/// The rest pose of a model: where its nodes are when nothing moves them.
namespace mw::kotor::mdl {

/// Rotates, then moves.
struct Rigid {
  std::array<float, 4> rotation{1, 0, 0, 0};  // w x y z
  Vec3 position{0};
};

Vec3 rotate(const std::array<float, 4>& rotation, const Vec3& vector);
inline Vec3 apply(const Rigid& rigid, const Vec3& point) {
  return rotate(rigid.rotation, point) + rigid.position;
}
Rigid operator*(const Rigid& a, const Rigid& b);
Rigid inverse(const Rigid& rigid);

/// A node on the way through the tree, and the one it was reached from.
struct Step {
  std::uint32_t row = 0;
  std::uint32_t parent = kNoRow;
};

/// From the root, depth first, each node once: cycles and shared children end. Nodes that nothing leads to
/// are not there.
std::vector<Step> tree_order(const std::vector<Node>& nodes);

/// For each node where it is in the model, by rest_transform() (motion.h); those that nothing leads to
/// stay at the origin.
std::vector<Rigid> rest_pose(const std::vector<Node>& nodes);

}  // namespace mw::kotor::mdl
