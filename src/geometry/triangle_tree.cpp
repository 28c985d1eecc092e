#include <meshwright/geometry/detail/triangle_tree.h>
#include <algorithm>
#include <compare>
#include <glm/common.hpp>
#include <numeric>

namespace mw::geometry {
namespace {

class TreeBuilder {
 public:
  TreeBuilder(std::span<const Vec3> positions, std::span<const Corners> triangles, Growth growth)
      : growth_(growth), order_(triangles.size()) {
    boxes_.reserve(triangles.size());
    centroids_.reserve(triangles.size());
    for (const Corners& corners : triangles) {
      const bool exists = corners_exist(corners, positions.size());
      const auto corner = [&](std::size_t i) { return exists ? positions[corners[i]] : Vec3(0); };
      boxes_.push_back(box_of_triangle(corner(0), corner(1), corner(2)));
      centroids_.push_back(centroid(corner(0), corner(1), corner(2)));
    }
    std::iota(order_.begin(), order_.end(), 0U);
    nodes_.reserve(triangles.empty() ? 0 : triangles.size() * 2 - 1);
  }

  std::vector<TreeNode> build() {
    if (!order_.empty()) add(order_);
    return std::move(nodes_);
  }

 private:
  std::uint32_t add(std::span<std::uint32_t> triangles) {
    const auto row = std::uint32_t(nodes_.size());
    nodes_.emplace_back();
    if (triangles.size() == 1) {
      const Box& box = boxes_[triangles[0]];
      nodes_[row].box = {box.min - growth_.below, box.max + growth_.above};
      nodes_[row].triangle = triangles[0];
      return row;
    }
    sort_by_centroid(triangles, longest_axis(triangles));
    const std::uint32_t left = add(triangles.first(triangles.size() / 2));
    const std::uint32_t right = add(triangles.subspan(triangles.size() / 2));
    nodes_[row].box = united(nodes_[left].box, nodes_[right].box);
    nodes_[row].left = left;
    nodes_[row].right = right;
    return row;
  }

  int longest_axis(std::span<const std::uint32_t> triangles) const {
    Box box = boxes_[triangles[0]];
    for (const std::uint32_t triangle : triangles) box = united(box, boxes_[triangle]);
    const Vec3 size = box.max - box.min;
    int axis = 0;
    if (size.y >= size[axis]) axis = 1;
    if (size.z >= size[axis]) axis = 2;
    return axis;
  }

  void sort_by_centroid(std::span<std::uint32_t> triangles, int axis) const {
    std::ranges::stable_sort(triangles, [&](std::uint32_t a, std::uint32_t b) {
      return std::weak_order(centroids_[a][axis], centroids_[b][axis]) < 0;
    });
  }

  Growth growth_;
  std::vector<Box> boxes_;
  std::vector<Vec3> centroids_;
  std::vector<std::uint32_t> order_;
  std::vector<TreeNode> nodes_;
};

}  // namespace

std::vector<TreeNode> build_tree(std::span<const Vec3> positions, std::span<const Corners> triangles,
                                 Growth growth) {
  return TreeBuilder(positions, triangles, growth).build();
}

/// The original tool kept one of the six centres in a wider register: between equal boxes, the rounding of
/// the other's y then decides the direction. 15 nodes of the four original rooms show it.
Direction main_direction(const Box& from, const Box& to) {
  const Vec3 start = (from.min + from.max) * 0.5F;
  const Vec3 end = (to.min + to.max) * 0.5F;
  const double start_y = (double(from.min.y) + double(from.max.y)) * 0.5;
  const glm::dvec3 d(end.x - start.x, double(end.y) - start_y, end.z - start.z);
  const glm::dvec3 size = glm::abs(d);
  if (size.x > size.y && size.x > size.z) return {0, d.x > 0};
  if (size.y > size.z) return {1, d.y > 0};
  return {2, d.z > 0};
}

}  // namespace mw::geometry
