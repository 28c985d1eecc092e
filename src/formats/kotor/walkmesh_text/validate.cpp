#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/detail/walkmesh_ascii_findings.h>
#include <algorithm>
#include <utility>

#include "parts.h"

namespace mw::kotor::walkmesh::ascii {
namespace {

Place place(std::string where, std::uint64_t line) {
  Place at{std::move(where)};
  if (line != 0) at.position = TextPosition{line, 1};
  return at;
}

class Validator {
 public:
  Validator(const Text& text, Findings& findings, const SurfaceMaterials& surfaces)
      : text_(text), findings_(findings), surfaces_(surfaces) {}

  void run() {
    for (const Remark& remark : text_.remarks) tell(remark);
    if (std::ranges::none_of(text_.nodes, &Node::is_mesh)) findings_.add(finding::MESH_MISSING, {"nodes"});
    for (std::size_t row = 0; row < text_.nodes.size(); ++row)
      if (text_.nodes[row].is_mesh()) check_mesh(text_.nodes[row], fmt::format("nodes[{}]", row));
  }

 private:
  void tell(const Remark& remark) {
    const Place at{.where = remark.where, .position = remark.position};
    const std::string subject = escape_text(remark.subject);
    switch (remark.kind) {
      case Remark::Kind::unknown_keyword:
        return findings_.add(finding::UNKNOWN_KEYWORD, at, subject);
      case Remark::Kind::count_mismatch:
        return findings_.add(finding::COUNT_MISMATCH, at, subject, remark.expected, remark.found);
      case Remark::Kind::missing_end:
        return findings_.add(finding::END_MISSING, at);
      case Remark::Kind::line_too_long:
        return findings_.add(finding::LINE_TOO_LONG, at, remark.found, remark.expected);
      case Remark::Kind::line_in_list:
        return findings_.add(finding::LINE_IN_LIST, at, subject, remark.where);
      case Remark::Kind::capitals:
        return findings_.add(finding::CAPITALS, at, subject);
      case Remark::Kind::node_spacing:
        return findings_.add(finding::NODE_SPACING, at);
    }
  }

  void check_mesh(const Node& node, const std::string& where) {
    if (node.kind == NodeKind::trimesh)
      findings_.add(finding::DIALECT_NOT_OF_THE_GAME, place(where, node.line));
    check_vertices(node, where);
    const bool whole = check_faces(node, where);
    check_order(node, where);
    if (whole) check_links(node, where);
    check_boxes(node, where);
  }

  /// Vertices do not know their lines: the node's is told.
  void check_vertices(const Node& node, const std::string& where) {
    for (std::size_t row = 0; row < node.vertices.size(); ++row)
      if (!is_finite(node.vertices[row]))
        findings_.add(finding::VERTEX_NOT_FINITE, place(fmt::format("{}.verts[{}]", where, row), node.line));
  }

  bool check_faces(const Node& node, const std::string& where) {
    bool whole = true;
    for (std::size_t row = 0; row < node.faces.size(); ++row) {
      const Face& face = node.faces[row];
      const Place at = place(fmt::format("{}.faces[{}]", where, row), face.line);
      for (const std::uint32_t corner : face.corners) {
        if (corner < node.vertices.size()) continue;
        findings_.add(finding::FACE_VERTEX_OUT_OF_RANGE, at, corner, node.vertices.size());
        whole = false;
      }
      if (surfaces_.find(face.material) == nullptr)
        findings_.add(finding::MATERIAL_UNKNOWN, at, face.material);
    }
    return whole;
  }

  /// Once: a face in the wrong place moves all behind it.
  void check_order(const Node& node, const std::string& where) {
    const auto is_walkable = [&](const Face& face) { return surfaces_.is_walkable(face.material); };
    const auto first = std::ranges::find_if_not(node.faces, is_walkable);
    const auto behind = std::find_if(first, node.faces.end(), is_walkable);
    if (behind == node.faces.end()) return;
    findings_.add(finding::WALKABLE_FACE_OUT_OF_ORDER,
                  place(fmt::format("{}.faces[{}]", where, behind - node.faces.begin()), behind->line),
                  first - node.faces.begin());
  }

  /// Open sides are those that compiling finds.
  void check_links(const Node& node, const std::string& where) {
    if (node.links.empty()) return;
    Text alone;
    alone.nodes.push_back(node);
    const auto made = compile(alone, {.type = Type::area}, surfaces_);
    if (!made) return;
    std::vector<bool> open(3 * node.faces.size());
    for (const Edge& edge : made->file.edges) open[3 * made->sources[edge.edge / 3] + edge.edge % 3] = true;
    for (std::size_t row = 0; row < node.links.size(); ++row) {
      const RoomLink& link = node.links[row];
      const Place at = place(fmt::format("{}.roomlinks[{}]", where, row), link.line);
      if (link.edge >= open.size())
        findings_.add(finding::LINK_OUT_OF_RANGE, at, link.edge, node.faces.size());
      else if (!open[link.edge])
        findings_.add(finding::LINK_NOT_OPEN, at, link.edge);
    }
  }

  void check_boxes(const Node& node, const std::string& where) {
    if (node.boxes.empty()) return;
    bool faces_exist = true;
    for (std::size_t row = 0; row < node.boxes.size(); ++row) {
      const BoxRow& box = node.boxes[row];
      const Place at = place(fmt::format("{}.aabb[{}]", where, row), box.line);
      for (int axis = 0; axis < 3; ++axis)
        if (box.min[axis] > box.max[axis]) findings_.add(finding::BOX_REVERSED, at, "xyz"[axis]);
      if (box.face >= kNoFace && box.face < std::int64_t(node.faces.size())) continue;
      findings_.add(finding::BOX_FACE_OUT_OF_RANGE, at, box.face, node.faces.size());
      faces_exist = false;
    }
    const Place at = place(where + ".aabb", node.boxes[0].line);
    if (!faces_exist || is_tree(node.boxes, node.faces.size())) return;
    if (has_faces_only(node))
      findings_.add(finding::BOXES_OF_FACES_ONLY, at, node.boxes.size());
    else
      findings_.add(finding::BOXES_NOT_A_TREE, at, node.boxes.size(), node.faces.size());
  }

  /// Of two faces or more: the box of one is a tree.
  static bool has_faces_only(const Node& node) {
    std::vector<char> held(node.faces.size());
    for (const BoxRow& box : node.boxes)
      if (box.face == kNoFace || std::exchange(held[std::size_t(box.face)], 1) != 0) return false;
    return std::ranges::count(held, 0) == 0;
  }

  const Text& text_;
  Findings& findings_;
  const SurfaceMaterials& surfaces_;
};

}  // namespace

void validate(const Text& text, Findings& findings, const SurfaceMaterials& surfaces) {
  Validator(text, findings, surfaces).run();
}

std::span<const FindingKind> finding_kinds() {
  return finding::kKinds;
}

}  // namespace mw::kotor::walkmesh::ascii
