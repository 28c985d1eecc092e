#include <fmt/format.h>
#include <meshwright/geometry/box.h>
#include <bit>

#include "mdl_derive.h"
#include "mdl_validate.h"

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
      if (!mesh_.faces.empty()) check_.add(Code::AABB_EMPTY, check_.at("mesh.aabb"));
      return;
    }
    const std::size_t expected = mesh_.faces.empty() ? 0 : 2 * mesh_.faces.size() - 1;
    if (nodes_.size() != expected)
      check_.add(Code::AABB_COUNT, place(0, {}, 0), nodes_.size(), expected, mesh_.faces.size());
    check_links();
    for (std::size_t row = 0; row < nodes_.size(); ++row)
      is_leaf(nodes_[row]) ? check_leaf(row) : check_inner(row);
    check_faces_found();
  }

 private:
  static bool is_leaf(const AabbNode& node) { return node.left == kNoChild && node.right == kNoChild; }

  Place place(std::size_t row, std::string_view field, std::uint64_t byte) const {
    return check_.in(fmt::format("mesh.aabb.nodes[{}]{}{}", row, field.empty() ? "" : ".", field),
                     nodes_[row].offset, byte);
  }

  /// In a tree every node is the child of one other, and the root of none.
  void check_links() {
    std::vector<bool> reached(nodes_.size());
    reached[0] = true;
    for (std::size_t row = 0; row < nodes_.size(); ++row)
      for (const std::uint32_t child : {nodes_[row].left, nodes_[row].right}) {
        if (child >= nodes_.size()) continue;
        if (reached[child]) check_.add(Code::AABB_CYCLE, place(row, {}, field_byte<AabbNode>("left")), child);
        reached[child] = true;
      }
  }

  void check_leaf(std::size_t row) {
    const AabbNode& node = nodes_[row];
    if (node.plane != kPlaneLeaf)
      check_.add(Code::AABB_PLANE, place(row, "plane", field_byte<AabbNode>("plane")), node.plane, "a leaf");
    if (node.face < 0 || std::size_t(node.face) >= leaf_of_.size())
      return check_.add(Code::AABB_FACE, place(row, "face", field_byte<AabbNode>("face")), node.face,
                        leaf_of_.size());
    const auto face = std::size_t(node.face);
    if (leaf_of_[face] != kNone)
      check_.add(Code::AABB_FACE_REPEATED, place(row, "face", field_byte<AabbNode>("face")), face,
                 leaf_of_[face]);
    leaf_of_[face] = std::uint32_t(row);
    if (!corners_exist(mesh_.faces[face], mesh_.vertices.size())) return;
    const auto& [a, b, c] = mesh_.faces[face].vertices;
    check_box(row, geometry::box_of_triangle(mesh_.vertices[a], mesh_.vertices[b], mesh_.vertices[c]),
              fmt::format("face {}", face));
  }

  void check_inner(std::size_t row) {
    const AabbNode& node = nodes_[row];
    if (node.plane > kPlaneNegativeZ || !std::has_single_bit(node.plane))
      check_.add(Code::AABB_PLANE, place(row, "plane", field_byte<AabbNode>("plane")), node.plane,
                 "an inner node");
    if (node.face != -1)
      check_.add(Code::AABB_FACE, place(row, "face", field_byte<AabbNode>("face")), node.face,
                 leaf_of_.size());
    for (const std::uint32_t child : {node.left, node.right})
      if (child < nodes_.size()) check_box(row, box_of(nodes_[child]), fmt::format("child {}", child));
  }

  void check_box(std::size_t row, const Box& inner, const std::string& what) {
    const float off = geometry::excess(box_of(nodes_[row]), inner);
    if (off > kBoxTolerance) check_.add(Code::AABB_BOX, place(row, {}, 0), what, off);
  }

  void check_faces_found() {
    Tally tally;
    for (std::size_t face = 0; face < leaf_of_.size(); ++face)
      if (leaf_of_[face] == kNone) tally.add(face);
    if (tally.wrong > 0) check_.add(Code::AABB_FACE_MISSING, place(0, {}, 0), tally.wrong, tally.first);
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
