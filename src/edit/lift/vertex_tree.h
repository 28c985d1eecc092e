#pragma once

#include <meshwright/geometry/detail/triangle_tree.h>
#include <meshwright/scene/scene.h>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <optional>
#include <vector>

/// The vertices of a mesh by their places.
namespace mw::edit {

using namespace scene;

struct VertexOfMesh {
  Index primitive = 0;
  Index vertex = 0;
};

/// A position that is not finite counts as the origin.
class VertexTree {
 public:
  VertexTree() = default;
  explicit VertexTree(const Mesh& mesh);

  /// Nothing for a mesh without vertices.
  std::optional<VertexOfMesh> nearest(const Vec3& position) const;

  /// Calls `look` for those within `reach`, until it returns true.
  template <class Look>
  void visit(const Vec3& position, float reach, Look look) const {
    if (tree_.empty() || !is_finite(position)) return;
    std::vector<std::uint32_t> waiting = {0};
    while (!waiting.empty()) {
      const geometry::TreeNode& node = tree_[waiting.back()];
      waiting.pop_back();
      if (distance_to(node.box, position) > reach) continue;
      if (!node.is_leaf())
        waiting.insert(waiting.end(), {node.right, node.left});
      else if (look(vertices_[node.triangle]))
        return;
    }
  }

 private:
  static float distance_to(const Box& box, const Vec3& position) {
    return glm::distance(glm::clamp(position, box.min, box.max), position);
  }

  std::vector<VertexOfMesh> vertices_;    // of all primitives
  std::vector<geometry::TreeNode> tree_;  // its triangles are rows of them
};

}  // namespace mw::edit
