#include <fmt/format.h>
#include <meshwright/kotor/mdl.h>
#include <algorithm>
#include <cmath>
#include "mdl/tables.h"

#include "mdl/read/links.h"
#include "validate.h"

namespace mw::kotor::mdl {
namespace {

constexpr std::size_t kMaxDepth = 64;  // the deepest tree of 44 real models has 13 levels
constexpr float kUnitRotation = 1e-3F;
constexpr std::uint32_t kUnknownRow = 0xFFFFFFFF;

constexpr std::uint16_t kKinds[] = {
    kNodeHeader,
    kNodeHeader | kNodeLight,
    kNodeHeader | kNodeEmitter,
    kNodeHeader | kNodeCamera,
    kNodeHeader | kNodeReference,
    kNodeHeader | kNodeMesh,
    kNodeHeader | kNodeMesh | kNodeSkin,
    kNodeHeader | kNodeMesh | kNodeAnim,
    kNodeHeader | kNodeMesh | kNodeDangly,
    kNodeHeader | kNodeMesh | kNodeAabb,
    kNodeHeader | kNodeMesh | kNodeSaber,
};

/// Walks a tree from its root, entering every node once.
class Walk {
 public:
  Walk(Check& check, const TreeCheck& tree)
      : check_(check), tree_(tree), parent_(tree.nodes.size(), kUnknownRow), is_above_(tree.nodes.size()) {}

  void run() {
    frames_ = {{0, 0}};
    is_above_[0] = true;
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const Node& node = tree_.nodes[frame.row];
      if (frame.next < node.children.size()) {
        enter(frame.row, frame.next++);
      } else {
        is_above_[frame.row] = false;
        frames_.pop_back();
      }
    }
    if (deepest_ > kMaxDepth) check_.add(finding::NODE_TOO_DEEP, at(0).at({}), deepest_, kMaxDepth);
    for (std::size_t row = 0; row < tree_.nodes.size(); ++row) check_parent(row);
  }

 private:
  struct Frame {
    std::uint32_t row;
    std::size_t next;
  };

  NodeCheck at(std::size_t row) const { return {check_, tree_, row}; }
  std::string called(std::size_t row) const { return tree_.call(check_.file, row); }

  void enter(std::uint32_t row, std::size_t slot) {
    const std::uint32_t child = tree_.nodes[row].children[slot];
    const NodeCheck node = at(row);
    const Place place =
        element(node.in("child_offsets", tree_.nodes[row].header.children.offset), slot, sizeof(child));
    if (child >= tree_.nodes.size()) return;
    if (is_above_[child]) return check_.add(finding::NODE_CYCLE, place, called(child));
    if (parent_[child] != kUnknownRow)
      return check_.add(finding::NODE_SHARED, place, called(child), called(parent_[child]));
    parent_[child] = row;
    is_above_[child] = true;
    frames_.push_back({child, 0});
    deepest_ = std::max(deepest_, frames_.size());
  }

  void check_parent(std::size_t row) const {
    const Node& node = tree_.nodes[row];
    const std::uint32_t expected = offset_of_row(parent_[row], tree_.nodes);
    const std::uint32_t parent = offset_of(node.header.parent, expected, tree_.nodes).value_or(kUnknownRow);
    if (parent != expected) check_.add(finding::NODE_PARENT_MISMATCH, at(row).at("parent"), parent, expected);
  }

  Check& check_;
  const TreeCheck& tree_;
  std::vector<std::uint32_t> parent_;
  std::vector<bool> is_above_;  // on the way from the root to where the walk is
  std::vector<Frame> frames_;
  std::size_t deepest_ = 1;
};

/// Numbers matter to what animates the model.
void check_numbers(Check& check, const TreeCheck& tree) {
  const bool animated = !check.file.animations.empty() || !supermodel_name(check.file).empty();
  const FindingKind& kind = animated ? finding::NODE_NUMBER_REPEATED : finding::NODE_NUMBER_SHARED;
  std::map<std::uint16_t, std::size_t> first;
  for (std::size_t row = 0; row < tree.nodes.size(); ++row) {
    const std::uint16_t number = tree.nodes[row].header.number;
    const auto [found, is_new] = first.emplace(number, row);
    if (!is_new)
      check.add(kind, NodeCheck{check, tree, row}.at("number"), number, tree.call(check.file, found->second));
  }
}

/// Of all arrays in the node and its parts.
void check_counts(const NodeCheck& check) {
  ArrayCheck arrays([&](const std::string& path, const Array& array) {
    check.add(finding::ARRAY_COUNT_MISMATCH, check.at(path), array.count, array.reserved);
  });
  fields(arrays, check.node().header);
  part_fields(arrays, check.node(), check.check.file.variant);
}

/// Of all floats in the headers. Real files have garbage in those of a texture that does not move, and no
/// number for an area, which AREA_NOT_A_NUMBER tells.
void check_finite(const NodeCheck& check) {
  const bool moves = check.node().mesh && check.node().mesh->header.animate_uv != 0;
  FiniteCheck numbers([&](const std::string& path, std::string_view name) {
    if (name != "area" && (moves || !name.starts_with("uv_")))
      check.add(finding::VALUE_NOT_FINITE, check.at(path), name);
  });
  fields(numbers, check.node().header);
  part_fields(numbers, check.node(), check.check.file.variant);
}

/// Of parts whose lists nothing else looks into.
void check_finite_lists(const NodeCheck& check) {
  const auto look_into = [&](std::string_view part, const auto& record) {
    FiniteRowsCheck rows([&](std::string_view name, std::uint32_t offset, std::size_t row, std::size_t size) {
      check.add(finding::VALUE_NOT_FINITE,
                element(check.in(fmt::format("{}.{}", part, name), offset), row, size),
                fmt::format("a row of {}", name));
    });
    tables(rows, record.header, record, MeshShape{});
  };
  const Node& node = check.node();
  if (node.light) look_into("light", *node.light);
  if (node.mesh && node.mesh->dangly) look_into("mesh.dangly", *node.mesh->dangly);
  if (node.mesh && node.mesh->saber) look_into("mesh.saber", *node.mesh->saber);
}

void check_transform(const NodeCheck& check) {
  const NodeHeader& header = check.node().header;
  if (const float far = largest(header.position); is_finite(header.position) && far > kFarthest)
    check.add(finding::VALUE_TOO_LARGE, check.at("position"), "position", far);
  const auto [w, x, y, z] = header.orientation;
  const float length = std::sqrt(w * w + x * x + y * y + z * z);
  if (has_finite(header.orientation) && !(std::abs(length - 1) <= kUnitRotation))
    check.add(finding::ORIENTATION_NOT_UNIT, check.at("orientation"), length);
}

}  // namespace

void check_tree(Check& check, const TreeCheck& tree) {
  if (tree.nodes.empty()) return;
  Walk(check, tree).run();
  check_numbers(check, tree);
}

void check_node_headers(const NodeCheck& check) {
  const NodeHeader& header = check.node().header;
  const File& file = check.check.file;
  if (header.name_index >= file.names.size())
    check.add(finding::NAME_INDEX_OUT_OF_RANGE, check.at("name_index"), header.name_index, file.names.size());
  if (std::ranges::find(kKinds, header.type) == std::end(kKinds))
    check.add(finding::NODE_TYPE_UNKNOWN, check.at("type"), header.type);
  const std::uint32_t expected = check.tree.animation != nullptr ? check.tree.animation->offset : 0;
  const std::uint32_t owner = offset_of(header.owner, expected, file.animations).value_or(kUnknownRow);
  if (owner != expected) check.add(finding::NODE_OWNER_MISMATCH, check.at("owner"), owner, expected);
  check_finite(check);
  check_finite_lists(check);
  check_transform(check);
  check_counts(check);
}

}  // namespace mw::kotor::mdl
