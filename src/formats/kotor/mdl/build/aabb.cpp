#include <meshwright/geometry/detail/triangle_tree.h>
#include <meshwright/kotor/detail/mdl_build.h>

#include "derive.h"
#include "shared/aabb_plane.h"

namespace mw::kotor::mdl {

Aabb build_aabb(const Mesh& mesh) {
  constexpr float kGrowth = 1e-4F;  // of the upper sides, in the original files
  const auto tree = geometry::build_tree(mesh.vertices, corners_of(mesh.faces), {0, kGrowth});
  Aabb aabb;
  aabb.nodes.resize(tree.size());
  for (std::size_t row = 0; row < tree.size(); ++row) {
    const geometry::TreeNode& from = tree[row];
    AabbNode& node = aabb.nodes[row];
    node.box_min = from.box.min;
    node.box_max = from.box.max;
    if (from.is_leaf()) {
      node.face = std::int32_t(from.triangle);
      continue;
    }
    node.left = from.left;
    node.right = from.right;
    node.plane = plane_of(geometry::main_direction(tree[from.left].box, tree[from.right].box));
  }
  return aabb;
}

}  // namespace mw::kotor::mdl
