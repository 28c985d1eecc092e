#include <fmt/format.h>
#include <meshwright/geometry/detail/box.h>
#include <bit>

#include "mdl/build/derive.h"
#include "validate.h"

namespace mw::kotor::mdl {
namespace {

constexpr float kBoxTolerance = 1e-3F;
constexpr std::uint32_t kNone = 0xFFFFFFFF;

Box box_of(const AabbNode& node) {
  return {node.box_min, node.box_max};
}

class AabbCheck {
 public:
  explicit AabbCheck(const NodeCheck& check)
      : check_(check),
        mesh_(*check.node().mesh),
        nodes_(mesh_.aabb->nodes),
        leaf_of_(mesh_.faces.size(), kNone) {}

  void run() {
    if (nodes_.empty()) {
      if (!mesh_.faces.empty()) check_.add(finding::AABB_MISSING, check_.at("mesh.aabb"));
      return;
    }
    const std::size_t expected = mesh_.faces.empty() ? 0 : 2 * mesh_.faces.size() - 1;
    if (nodes_.size() != expected)
      check_.add(finding::AABB_COUNT_MISMATCH, place(0), nodes_.size(), expected, mesh_.faces.size());
    check_links();
    check_numbers();
    for (std::size_t row = 0; row < nodes_.size(); ++row)
      is_leaf(nodes_[row]) ? check_leaf(row) : check_inner(row);
    check_faces_found();
  }

 private:
  static bool is_leaf(const AabbNode& node) { return node.left == kNoChild && node.right == kNoChild; }

  Place place(std::size_t row) const {
    return check_.in(fmt::format("mesh.aabb.nodes[{}]", row), nodes_[row].offset);
  }
  Place place(std::size_t row, FieldOf<AabbNode> field) const {
    return check_.in(fmt::format("mesh.aabb.nodes[{}].{}", row, field.name), nodes_[row].offset, field.byte);
  }

  /// The first box that has no place.
  void check_numbers() {
    for (std::size_t row = 0; row < nodes_.size(); ++row) {
      if (!is_finite(nodes_[row].box_min))
        return check_.add(finding::VALUE_NOT_FINITE, place(row, "box_min"), "box");
      if (!is_finite(nodes_[row].box_max))
        return check_.add(finding::VALUE_NOT_FINITE, place(row, "box_max"), "box");
    }
  }

  /// In a tree every node is the child of one other, and the root of none.
  void check_links() {
    std::vector<bool> reached(nodes_.size());
    reached[0] = true;
    const auto reach = [&](std::size_t row, std::uint32_t child, FieldOf<AabbNode> side) {
      if (child >= nodes_.size()) return;
      if (reached[child]) check_.add(finding::AABB_CYCLE, place(row, side), child);
      reached[child] = true;
    };
    for (std::size_t row = 0; row < nodes_.size(); ++row) {
      reach(row, nodes_[row].left, "left");
      reach(row, nodes_[row].right, "right");
    }
  }

  void check_leaf(std::size_t row) {
    const AabbNode& node = nodes_[row];
    if (node.plane != kPlaneLeaf)
      check_.add(finding::AABB_PLANE_UNKNOWN, place(row, "plane"), node.plane, "a leaf");
    if (node.face < 0 || std::size_t(node.face) >= leaf_of_.size())
      return check_.add(finding::AABB_FACE_OUT_OF_RANGE, place(row, "face"), node.face, leaf_of_.size());
    const auto face = std::size_t(node.face);
    if (leaf_of_[face] != kNone)
      check_.add(finding::AABB_FACE_REPEATED, place(row, "face"), face, leaf_of_[face]);
    leaf_of_[face] = std::uint32_t(row);
    if (!corners_exist(mesh_.faces[face], mesh_.vertices.size())) return;
    const auto& [a, b, c] = mesh_.faces[face].vertices;
    check_box(row, geometry::box_of_triangle(mesh_.vertices[a], mesh_.vertices[b], mesh_.vertices[c]),
              fmt::format("face {}", face));
  }

  void check_inner(std::size_t row) {
    const AabbNode& node = nodes_[row];
    if (node.plane > kPlaneNegativeZ || !std::has_single_bit(node.plane))
      check_.add(finding::AABB_PLANE_UNKNOWN, place(row, "plane"), node.plane, "an inner node");
    if (node.face != -1)
      check_.add(finding::AABB_FACE_OUT_OF_RANGE, place(row, "face"), node.face, leaf_of_.size());
    for (const std::uint32_t child : {node.left, node.right})
      if (child < nodes_.size()) check_box(row, box_of(nodes_[child]), fmt::format("child {}", child));
  }

  void check_box(std::size_t row, const Box& inner, const std::string& what) {
    const float off = geometry::excess(box_of(nodes_[row]), inner);
    if (off > kBoxTolerance) check_.add(finding::AABB_BOX_MISMATCH, place(row), what, off);
  }

  void check_faces_found() {
    Tally tally;
    for (std::size_t face = 0; face < leaf_of_.size(); ++face)
      if (leaf_of_[face] == kNone) tally.add(face);
    if (tally.wrong > 0) check_.add(finding::AABB_FACE_MISSING, place(0), tally.wrong, tally.first);
  }

  const NodeCheck& check_;
  const Mesh& mesh_;
  const std::vector<AabbNode>& nodes_;
  std::vector<std::uint32_t> leaf_of_;
};

}  // namespace

void check_aabb(const NodeCheck& check) {
  AabbCheck(check).run();
}

}  // namespace mw::kotor::mdl
