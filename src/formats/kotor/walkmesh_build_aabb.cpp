#include <meshwright/kotor/walkmesh.h>
#include <algorithm>
#include <cmath>
#include <compare>
#include <numeric>

namespace mw::kotor::walkmesh {
namespace {

constexpr float kGrowth = 0.01F;  // boxes of the original files are larger by this on every side

/// Builds the tree in pre-order by the rule of the original files: split at the median centroid along the
/// longest axis. The depth is the logarithm of the number of faces, whatever they look like.
class TreeBuilder {
 public:
  TreeBuilder(std::span<const Vec3> vertices, std::span<const Face> faces) : order_(faces.size()) {
    boxes_.reserve(faces.size());
    centroids_.reserve(faces.size());
    for (const Face& face : faces) {
      const Vec3 a = vertices[face[0]];
      const Vec3 b = vertices[face[1]];
      const Vec3 c = vertices[face[2]];
      boxes_.push_back(box_of_triangle(a, b, c));
      centroids_.push_back((a + b + c) / 3.0F);
    }
    std::iota(order_.begin(), order_.end(), 0U);
    nodes_.reserve(faces.empty() ? 0 : faces.size() * 2 - 1);
  }

  std::vector<AabbNode> build() {
    if (!order_.empty()) add(order_);
    return std::move(nodes_);
  }

 private:
  std::uint32_t add(std::span<std::uint32_t> faces) {
    const auto index = std::uint32_t(nodes_.size());
    nodes_.emplace_back();
    if (faces.size() == 1) {
      make_leaf(nodes_[index], faces[0]);
      return index;
    }
    sort_by_centroid(faces, longest_axis(faces));
    const std::uint32_t left = add(faces.first(faces.size() / 2));
    const std::uint32_t right = add(faces.subspan(faces.size() / 2));
    make_inner(nodes_[index], left, right);
    return index;
  }

  void make_leaf(AabbNode& node, std::uint32_t face) const {
    node.box_min = boxes_[face].min - kGrowth;
    node.box_max = boxes_[face].max + kGrowth;
    node.face = std::int32_t(face);
  }

  void make_inner(AabbNode& node, std::uint32_t left, std::uint32_t right) const {
    const Box a{nodes_[left].box_min, nodes_[left].box_max};
    const Box b{nodes_[right].box_min, nodes_[right].box_max};
    const Box whole = united(a, b);
    node.box_min = whole.min;
    node.box_max = whole.max;
    node.plane = std::uint32_t(plane_between(a, b));
    node.left = left;
    node.right = right;
  }

  /// Not the split axis: the main direction from the left box's centre to the right one's.
  static Plane plane_between(const Box& left, const Box& right) {
    const Vec3 d = (right.min + right.max) * 0.5F - (left.min + left.max) * 0.5F;
    const Vec3 size = glm::abs(d);
    if (size.x > size.y && size.x > size.z) return d.x > 0 ? Plane::positive_x : Plane::negative_x;
    if (size.y > size.z) return d.y > 0 ? Plane::positive_y : Plane::negative_y;
    return d.z > 0 ? Plane::positive_z : Plane::negative_z;
  }

  /// On an exact tie the later axis.
  int longest_axis(std::span<const std::uint32_t> faces) const {
    Box box = boxes_[faces[0]];
    for (const std::uint32_t face : faces) box = united(box, boxes_[face]);
    const Vec3 size = box.max - box.min;
    int axis = 0;
    if (size.y >= size[axis]) axis = 1;
    if (size.z >= size[axis]) axis = 2;
    return axis;
  }

  /// Stable, so that faces with equal centroids keep their order; weak_order copes with NaN.
  void sort_by_centroid(std::span<std::uint32_t> faces, int axis) const {
    std::ranges::stable_sort(faces, [&](std::uint32_t a, std::uint32_t b) {
      return std::weak_order(centroids_[a][axis], centroids_[b][axis]) < 0;
    });
  }

  std::vector<Box> boxes_;
  std::vector<Vec3> centroids_;
  std::vector<std::uint32_t> order_;
  std::vector<AabbNode> nodes_;
};

}  // namespace

std::vector<AabbNode> derive_aabb(std::span<const Vec3> vertices, std::span<const Face> faces) {
  return TreeBuilder(vertices, faces).build();
}

}  // namespace mw::kotor::walkmesh
