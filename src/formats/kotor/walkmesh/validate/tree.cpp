#include <fmt/format.h>
#include <meshwright/geometry/detail/box.h>
#include <algorithm>
#include <bit>

#include "validate.h"

namespace mw::kotor::walkmesh {
namespace {

constexpr std::uint32_t kUnknownValue = 4;
// Boxes are stored after adding positions in float; at 200 units that rounds by 1.5e-5.
constexpr float kBoxTolerance = 1e-4F;

bool is_leaf(const AabbNode& node) {
  return node.left == kNoChild && node.right == kNoChild;
}

Box box_of(const AabbNode& node) {
  return {node.box_min, node.box_max};
}

class TreeCheck {
 public:
  explicit TreeCheck(Check& check)
      : check_(check),
        nodes_(check.file.aabb),
        reached_(nodes_.size()),
        leaf_of_(check.file.faces.size(), kNoChild) {}

  void run() {
    check_count();
    if (nodes_.empty()) return;
    if (check_root()) walk();
    for (std::size_t row = 0; row < nodes_.size(); ++row) check_node(row);
    check_reached();
    check_faces_found();
  }

 private:
  void check_count() {
    const std::size_t faces = check_.file.faces.size();
    const std::size_t expected = faces == 0 ? 0 : 2 * faces - 1;
    if (nodes_.size() != expected)
      check_.add(finding::AABB_COUNT_MISMATCH, check_.table("aabb"), nodes_.size(), expected, faces);
  }

  bool check_root() {
    const std::uint32_t root = check_.file.header.aabb_root;
    if (root >= nodes_.size()) {
      check_.add(finding::AABB_ROOT_OUT_OF_RANGE, place_of("aabb_root"), root, nodes_.size());
      return false;
    }
    if (root != 0) check_.add(finding::AABB_ROOT_NOT_FIRST, place_of("aabb_root"), root);
    return true;
  }

  /// Goes through the tree in pre-order. Nodes are entered once, so a cycle ends.
  void walk() {
    std::vector<std::uint32_t> pending = {check_.file.header.aabb_root};
    reached_[pending[0]] = true;
    std::uint32_t expected = check_.file.header.aabb_root;
    bool in_order = true;
    while (!pending.empty()) {
      const std::uint32_t row = pending.back();
      pending.pop_back();
      if (in_order && row != expected) {
        check_.add(finding::AABB_NODE_OUT_OF_ORDER, check_.node(row), row, expected);
        in_order = false;  // once is enough: all later nodes are shifted
      }
      ++expected;
      enter(nodes_[row].right, row, "right", pending);
      enter(nodes_[row].left, row, "left", pending);
    }
  }

  void enter(std::uint32_t child, std::uint32_t parent, FieldOf<AabbNode> field,
             std::vector<std::uint32_t>& pending) {
    if (is_leaf(nodes_[parent])) return;
    if (child >= nodes_.size())
      return check_.add(finding::AABB_CHILD_OUT_OF_RANGE, check_.node(parent, field), child, nodes_.size());
    if (reached_[child]) return check_.add(finding::AABB_CYCLE, check_.node(parent, field), child);
    reached_[child] = true;
    pending.push_back(child);
  }

  void check_node(std::size_t row) {
    const AabbNode& node = nodes_[row];
    if (node.unknown_0x1c != kUnknownValue)
      check_.add(finding::AABB_UNKNOWN_FIELD_MISMATCH, check_.node(row, "unknown_0x1c"), node.unknown_0x1c);
    for (int axis = 0; axis < 3; ++axis)
      if (node.box_min[axis] > node.box_max[axis])
        check_.add(finding::AABB_BOX_INVERTED, check_.node(row), "xyz"[axis]);
    is_leaf(node) ? check_leaf(row) : check_inner(row);
  }

  void check_leaf(std::size_t row) {
    const AabbNode& node = nodes_[row];
    if (node.plane != std::uint32_t(Plane::leaf))
      check_.add(finding::AABB_PLANE_UNKNOWN, check_.node(row, "plane"), node.plane, "a leaf", "0");
    if (node.face < 0 || std::size_t(node.face) >= leaf_of_.size())
      return check_.add(finding::AABB_FACE_OUT_OF_RANGE, check_.node(row, "face"), node.face,
                        leaf_of_.size());
    const auto face = std::size_t(node.face);
    if (leaf_of_[face] != kNoChild)
      check_.add(finding::AABB_FACE_REPEATED, check_.face(face), leaf_of_[face], row);
    else if (reached_[row])
      leaf_of_[face] = std::uint32_t(row);
    if (!check_.corners_exist(face)) return;
    const Box face_box =
        geometry::box_of_triangle(check_.corner(face, 0), check_.corner(face, 1), check_.corner(face, 2));
    const float off = geometry::excess(box_of(node), face_box);
    if (!(off > kBoxTolerance)) return;
    constexpr float kTight = 0.005F;  // as much as leaves of released models and rooms miss
    check_.add(off > kTight ? finding::AABB_BOX_FACE_MISMATCH : finding::AABB_BOX_FACE_TIGHT,
               check_.node(row), face, off);
  }

  void check_inner(std::size_t row) {
    const AabbNode& node = nodes_[row];
    if (node.plane > std::uint32_t(Plane::negative_z) || !std::has_single_bit(node.plane))
      check_.add(finding::AABB_PLANE_UNKNOWN, check_.node(row, "plane"), node.plane, "an inner node",
                 "1, 2, 4, 8, 16 or 32");
    if (node.face != kNoFace)
      check_.add(finding::AABB_INNER_FACE_UNEXPECTED, check_.node(row, "face"), node.face);
    for (const std::uint32_t child : {node.left, node.right}) {
      if (child >= nodes_.size()) continue;
      const float off = geometry::excess(box_of(node), box_of(nodes_[child]));
      if (off > kBoxTolerance) check_.add(finding::AABB_BOX_CHILD_MISMATCH, check_.node(row), child, off);
    }
  }

  void check_reached() {
    const auto missing = std::size_t(std::ranges::count(reached_, false));
    if (missing == 0) return;
    const auto first = std::size_t(std::ranges::find(reached_, false) - reached_.begin());
    check_.add(finding::AABB_NODE_UNREACHABLE, check_.node(first), missing, first);
  }

  void check_faces_found() {
    for (std::size_t face = 0; face < leaf_of_.size(); ++face)
      if (leaf_of_[face] == kNoChild) check_.add(finding::AABB_FACE_MISSING, check_.face(face));
  }

  Check& check_;
  const std::vector<AabbNode>& nodes_;
  std::vector<bool> reached_;
  std::vector<std::uint32_t> leaf_of_;
};

}  // namespace

void check_tree(Check& check) {
  TreeCheck(check).run();
}

}  // namespace mw::kotor::walkmesh
