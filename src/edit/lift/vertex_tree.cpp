#include "lift/vertex_tree.h"

#include <limits>

namespace mw::edit {

VertexTree::VertexTree(const Mesh& mesh) {
  std::vector<Vec3> places;
  std::vector<geometry::Corners> points;  // triangles of no size
  for (std::size_t i = 0; i < mesh.primitives.size(); ++i) {
    const std::vector<Vec3>& positions = mesh.primitives[i].positions;
    for (std::size_t row = 0; row < positions.size(); ++row) {
      const auto point = Index(places.size());
      places.push_back(is_finite(positions[row]) ? positions[row] : Vec3(0));
      points.push_back({point, point, point});
      vertices_.push_back({Index(i), Index(row)});
    }
  }
  tree_ = geometry::build_tree(places, points);
}

std::optional<VertexOfMesh> VertexTree::nearest(const Vec3& position) const {
  if (vertices_.empty()) return std::nullopt;
  if (!is_finite(position)) return vertices_.front();
  std::optional<VertexOfMesh> best;
  float least = std::numeric_limits<float>::infinity();
  std::vector<std::uint32_t> waiting = {0};
  while (!waiting.empty()) {
    const geometry::TreeNode& node = tree_[waiting.back()];
    waiting.pop_back();
    const float d = distance_to(node.box, position);
    if (best && d >= least) continue;
    if (node.is_leaf()) {
      best = vertices_[node.triangle];
      least = d;
      continue;
    }
    const bool left_first =
        distance_to(tree_[node.left].box, position) <= distance_to(tree_[node.right].box, position);
    waiting.push_back(left_first ? node.right : node.left);  // the last is visited first
    waiting.push_back(left_first ? node.left : node.right);
  }
  return best;
}

}  // namespace mw::edit
