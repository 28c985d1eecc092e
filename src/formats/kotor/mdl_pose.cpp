#include "mdl_pose.h"

#include <glm/geometric.hpp>

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

std::vector<Rigid> rest_pose(const std::vector<Node>& nodes) {
  std::vector<Rigid> pose(nodes.size());
  std::vector<bool> reached(nodes.size());
  std::vector<std::uint32_t> pending;
  const auto enter = [&](std::uint32_t row, const Rigid& parent) {
    if (row >= nodes.size() || reached[row]) return;
    reached[row] = true;
    pose[row] = parent * Rigid{nodes[row].header.orientation, nodes[row].header.position};
    pending.push_back(row);
  };
  if (!nodes.empty()) enter(0, {});
  while (!pending.empty()) {
    const std::uint32_t row = pending.back();
    pending.pop_back();
    for (const std::uint32_t child : nodes[row].children) enter(child, pose[row]);
  }
  return pose;
}

}  // namespace mw::kotor::mdl
