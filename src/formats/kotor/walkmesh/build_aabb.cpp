#include <meshwright/geometry/detail/triangle_tree.h>
#include <meshwright/kotor/walkmesh.h>

#include "shared/aabb_plane.h"

namespace mw::kotor::walkmesh {

std::vector<AabbNode> derive_aabb(std::span<const Vec3> vertices, std::span<const Face> faces) {
  const std::vector<geometry::TreeNode> tree =
      geometry::build_tree(vertices, faces, {kWalkmeshBoxGrowth, kWalkmeshBoxGrowth});
  std::vector<AabbNode> nodes(tree.size());
  for (std::size_t row = 0; row < tree.size(); ++row) {
    const geometry::TreeNode& from = tree[row];
    AabbNode& node = nodes[row];
    node.box_min = from.box.min;
    node.box_max = from.box.max;
    if (from.is_leaf()) {
      node.face = std::int32_t(from.triangle);
      continue;
    }
    node.plane = plane_of(geometry::main_direction(tree[from.left].box, tree[from.right].box));
    node.left = from.left;
    node.right = from.right;
  }
  return nodes;
}

}  // namespace mw::kotor::walkmesh
