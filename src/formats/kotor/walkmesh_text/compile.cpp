#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/geometry/detail/triangle_tree.h>
#include <meshwright/kotor/detail/walkmesh_findings.h>
#include <algorithm>
#include <cmath>

#include "parts.h"
#include "shared/aabb_plane.h"

namespace mw::kotor::walkmesh::ascii {
namespace {

/// The mesh that is meant: of several that of the state, else the first.
struct Chosen {
  std::size_t row = 0;
  std::size_t meshes = 0;
};

Chosen choose(const Text& text, std::optional<DoorState> state) {
  Chosen chosen;
  bool fits = false;
  for (std::size_t row = 0; row < text.nodes.size(); ++row) {
    const Node& node = text.nodes[row];
    if (!node.is_mesh()) continue;
    const bool first = chosen.meshes++ == 0;
    const bool is_meant = state && state_named(node.name) == state;
    if (first || (is_meant && !fits)) chosen.row = row;
    fits = fits || is_meant;
  }
  return chosen;
}

/// Hooks and names of states are of placeables and doors.
Type type_of(const Text& text) {
  const bool object = std::ranges::any_of(
      text.nodes, [](const Node& node) { return hook_named(node.name) || state_named(node.name); });
  return object ? Type::object : Type::area;
}

class Compiler {
 public:
  Compiler(const Text& text, const CompileOptions& options, const SurfaceMaterials& surfaces)
      : text_(text), options_(options), surfaces_(surfaces) {}

  Result<Compiled> run() {
    const Chosen chosen = choose(text_, options_.state);
    if (chosen.meshes == 0) return fail({.message = "there is no node with faces"});
    node_ = &text_.nodes[chosen.row];
    result_.node = chosen.row;
    if (chosen.meshes > 1)
      result_.losses.add(loss::MESHES_LEFT_OUT, "", chosen.meshes - 1, chosen.meshes,
                         quote_word(node_->name));
    tell_turn(chosen.row);
    if (options_.rules.cut_lines) tell_games_own();
    const Mesh mesh = mesh_of_text();
    auto file = build(mesh, options_.type.value_or(type_of(text_)), surfaces_);
    if (!file) return fail(in_text(file.error(), chosen.row));
    result_.file = *std::move(file);
    order_faces(mesh);
    tell_lost_links();
    result_.file.header.position = node_->position;
    take_hooks(state_named(node_->name));
    if (options_.rules.use_boxes && !result_.file.aabb.empty()) take_boxes();
    return std::move(result_);
  }

 private:
  /// What the games would not read as it is read here.
  void tell_games_own() {
    using Kind = Remark::Kind;
    for (const Remark& remark : text_.remarks)
      if (remark.kind == Kind::line_in_list || remark.kind == Kind::capitals ||
          remark.kind == Kind::node_spacing)
        result_.losses.add(
            loss::TEXT_MISREAD_BY_GAME, remark.subject, remark.position.line,
            remark.kind == Kind::node_spacing ? "\"node\" and \"aabb\" that are not one space apart"
            : remark.kind == Kind::capitals   ? quote_word(remark.subject) + ", which has capitals"
                                              : remark.subject + " inside a list");
  }

  /// Vertices are where they are in the game; the games take an axis below 0.0001 for no turn.
  void tell_turn(std::size_t row) {
    constexpr float kNoTurn = 1e-4F;
    if (!node_->orientation || node_->orientation->w == 0) return;
    const Vec4& turn = *node_->orientation;
    if (std::abs(turn.x) < kNoTurn && std::abs(turn.y) < kNoTurn && std::abs(turn.z) < kNoTurn) return;
    result_.losses.add(loss::ORIENTATION_DROPPED, node_->name, row);
  }

  Mesh mesh_of_text() const {
    Mesh mesh;
    mesh.vertices = node_->vertices;
    for (const Face& face : node_->faces)
      mesh.triangles.push_back({.corners = face.corners, .material = face.material});
    for (const RoomLink& link : node_->links)
      if (link.edge / 3 < mesh.triangles.size())
        mesh.triangles[link.edge / 3].transitions[link.edge % 3] = link.room;
    return mesh;
  }

  /// The builder speaks of triangles; the text has lines.
  Error in_text(Error error, std::size_t row) const {
    for (std::size_t face = 0; face < node_->faces.size(); ++face) {
      if (geometry::corners_exist(node_->faces[face].corners, node_->vertices.size())) continue;
      error.field = fmt::format("nodes[{}].faces[{}]", row, face);
      if (node_->faces[face].line > 0) error.position = TextPosition{node_->faces[face].line, 1};
      return error;
    }
    return error;
  }

  void order_faces(const Mesh& mesh) {
    std::vector<std::uint32_t> materials;
    for (const Mesh::Triangle& triangle : mesh.triangles) materials.push_back(triangle.material);
    result_.sources = walkable_first(materials, surfaces_);
    if (const std::string map = face_map_text(result_.sources); !map.empty())
      result_.losses.add(loss::FACES_REORDERED, "", map);
  }

  void tell_lost_links() {
    const auto links = std::size_t(
        std::ranges::count_if(node_->links, [](const RoomLink& link) { return link.room != kNoTransition; }));
    const auto kept = std::size_t(std::ranges::count_if(
        result_.file.edges, [](const Edge& edge) { return edge.transition != kNoTransition; }));
    if (kept < links) result_.losses.add(loss::ROOM_LINK_OFF_EDGE, "", links - kept, links);
  }

  /// Those of the state that was taken, and those of none.
  void take_hooks(std::optional<DoorState> state) {
    for (const Node& node : text_.nodes) {
      const auto hook = node.kind == NodeKind::dummy ? hook_named(node.name) : std::nullopt;
      if (!hook || (hook->state && state && hook->state != state)) continue;
      Header& header = result_.file.header;
      (hook->absolute ? header.absolute_use : header.relative_use)[hook->number] = node.position;
    }
  }

  Box box_of(const BoxRow& row) const {
    Box box{row.min, row.max};
    if (options_.rules.order_boxes) box = {glm::min(row.min, row.max), glm::max(row.min, row.max)};
    if (options_.rules.grow_boxes) box = {box.min - kWalkmeshBoxGrowth, box.max + kWalkmeshBoxGrowth};
    return box;
  }

  void take_boxes() {
    if (!is_tree(node_->boxes, node_->faces.size())) {
      result_.losses.add(loss::BOXES_REBUILT, "");
      return;
    }
    std::vector<std::int32_t> numbers(result_.sources.size());
    for (std::size_t face = 0; face < numbers.size(); ++face)
      numbers[result_.sources[face]] = std::int32_t(face);
    std::vector<AabbNode>& tree = result_.file.aabb;
    tree.assign(node_->boxes.size(), {});
    std::vector<std::uint32_t> open;  // inner nodes that wait for their right child
    for (std::uint32_t row = 0; row < tree.size(); ++row) {
      const Box box = box_of(node_->boxes[row]);
      tree[row].box_min = box.min;
      tree[row].box_max = box.max;
      if (node_->boxes[row].face == kNoFace) {
        tree[row].left = row + 1;
        open.push_back(row);
        continue;
      }
      tree[row].face = numbers[std::size_t(node_->boxes[row].face)];
      if (open.empty()) continue;
      tree[open.back()].right = row + 1;
      open.pop_back();
    }
    for (AabbNode& node : tree) {
      if (node.face != kNoFace) continue;
      const auto child = [&](std::uint32_t row) { return Box{tree[row].box_min, tree[row].box_max}; };
      node.plane = plane_of(geometry::main_direction(child(node.left), child(node.right)));
    }
  }

  const Text& text_;
  const CompileOptions& options_;
  const SurfaceMaterials& surfaces_;
  const Node* node_ = nullptr;
  Compiled result_;
};

}  // namespace

bool is_tree(std::span<const BoxRow> boxes, std::size_t faces) {
  if (faces == 0 || boxes.size() != 2 * faces - 1) return false;
  std::vector<bool> held(faces);
  std::size_t wanted = 1;  // nodes that the inner ones so far have promised
  for (const BoxRow& box : boxes) {
    if (wanted == 0) return false;
    if (box.face == kNoFace) {
      ++wanted;
      continue;
    }
    if (box.face < 0 || std::size_t(box.face) >= faces || held[std::size_t(box.face)]) return false;
    held[std::size_t(box.face)] = true;
    --wanted;
  }
  return wanted == 0;
}

std::string face_map_text(std::span<const std::uint32_t> sources) {
  if (std::ranges::is_sorted(sources)) return {};
  const auto range = [](std::size_t from, std::size_t to) {
    return from == to ? fmt::format("{}", from) : fmt::format("{}-{}", from, to);
  };
  std::string text;
  for (std::size_t begin = 0; begin < sources.size();) {
    std::size_t end = begin + 1;
    while (end < sources.size() && sources[end] == sources[end - 1] + 1) ++end;
    if (!text.empty()) text += ", ";
    text += range(sources[begin], sources[end - 1]) + " -> " + range(begin, end - 1);
    begin = end;
  }
  return text;
}

Result<Compiled> compile(const Text& text, const CompileOptions& options, const SurfaceMaterials& surfaces) {
  return Compiler(text, options, surfaces).run();
}

}  // namespace mw::kotor::walkmesh::ascii
