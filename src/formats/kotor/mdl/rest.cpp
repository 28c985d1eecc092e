#include "rest.h"

#include <glm/geometric.hpp>

#include "motion.h"

namespace mw::kotor::mdl {

Vec3 rotate(const std::array<float, 4>& rotation, const Vec3& vector) {
  const auto [w, x, y, z] = rotation;
  const Vec3 axis{x, y, z};
  const Vec3 turn = 2.0F * glm::cross(axis, vector);
  return vector + w * turn + glm::cross(axis, turn);
}

Rigid operator*(const Rigid& a, const Rigid& b) {
  const auto [aw, ax, ay, az] = a.rotation;
  const auto [bw, bx, by, bz] = b.rotation;
  return {{aw * bw - ax * bx - ay * by - az * bz, aw * bx + ax * bw + ay * bz - az * by,
           aw * by - ax * bz + ay * bw + az * bx, aw * bz + ax * by - ay * bx + az * bw},
          apply(a, b.position)};
}

Rigid inverse(const Rigid& rigid) {
  const auto [w, x, y, z] = rigid.rotation;
  const std::array<float, 4> back{w, -x, -y, -z};
  return {back, -rotate(back, rigid.position)};
}

std::vector<Step> tree_order(const std::vector<Node>& nodes) {
  std::vector<Step> order;
  order.reserve(nodes.size());
  std::vector<bool> reached(nodes.size());
  std::vector<Step> pending;
  if (!nodes.empty()) pending.emplace_back();
  while (!pending.empty()) {
    const Step step = pending.back();
    pending.pop_back();
    if (step.row >= nodes.size() || reached[step.row]) continue;
    reached[step.row] = true;
    order.push_back(step);
    const auto& children = nodes[step.row].children;
    for (auto child = children.rbegin(); child != children.rend(); ++child)
      pending.push_back({*child, step.row});
  }
  return order;
}

std::vector<Rigid> rest_pose(const std::vector<Node>& nodes) {
  std::vector<Rigid> pose(nodes.size());
  for (const Step step : tree_order(nodes)) {
    const scene::Transform rest = rest_transform(nodes[step.row]);
    const Quat& q = rest.rotation;
    const Rigid own{{q.w, q.x, q.y, q.z}, rest.translation};
    pose[step.row] = step.parent == kNoRow ? own : pose[step.parent] * own;
  }
  return pose;
}

}  // namespace mw::kotor::mdl
