#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "mdl_links.h"
#include "mdl_validate.h"

namespace mw::kotor::mdl {
namespace {

// Bytes of the fields in a node.
constexpr std::uint64_t kNumberByte = 2;
constexpr std::uint64_t kNameByte = 4;
constexpr std::uint64_t kOwnerByte = 8;
constexpr std::uint64_t kParentByte = 12;
constexpr std::uint64_t kPositionByte = 16;
constexpr std::uint64_t kOrientationByte = 28;
constexpr std::uint64_t kChildrenByte = 44;
constexpr std::uint64_t kControllersByte = 56;
constexpr std::uint64_t kDataByte = 68;

constexpr std::size_t kMaxDepth = 64;  // the deepest tree of 44 real models has 13 levels
constexpr float kUnitTolerance = 1e-3F;
constexpr std::uint32_t kNone = 0xFFFFFFFF;

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
      : check_(check), tree_(tree), parent_(tree.nodes.size(), kNone), is_above_(tree.nodes.size()) {}

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
    if (deepest_ > kMaxDepth) check_.add(Code::NODE_DEPTH, at(0).at({}), deepest_, kMaxDepth);
    for (std::size_t row = 0; row < tree_.nodes.size(); ++row) check_parent(row);
  }

 private:
  struct Frame {
    std::uint32_t row;
    std::size_t next;
  };

  NodeCheck at(std::size_t row) const { return {check_, tree_, row}; }

  void enter(std::uint32_t row, std::size_t slot) {
    const std::uint32_t child = tree_.nodes[row].children[slot];
    const NodeCheck node = at(row);
    const Place place =
        node.in(fmt::format("children[{}]", slot), tree_.nodes[row].header.children.offset, 4 * slot);
    if (child >= tree_.nodes.size()) return;
    if (is_above_[child]) return check_.add(Code::NODE_CYCLE, place, child);
    if (parent_[child] != kNone) return check_.add(Code::NODE_SHARED, place, child, parent_[child]);
    parent_[child] = row;
    is_above_[child] = true;
    frames_.push_back({child, 0});
    deepest_ = std::max(deepest_, frames_.size());
  }

  void check_parent(std::size_t row) const {
    const Node& node = tree_.nodes[row];
    const std::uint32_t expected = offset_of_row(parent_[row], tree_.nodes);
    const std::uint32_t parent = offset_of(node.header.parent, expected, tree_.nodes).value_or(kNone);
    if (parent != expected)
      check_.add(Code::NODE_PARENT, at(row).at("parent", kParentByte), parent, expected);
  }

  Check& check_;
  const TreeCheck& tree_;
  std::vector<std::uint32_t> parent_;
  std::vector<bool> is_above_;  // on the way from the root to where the walk is
  std::vector<Frame> frames_;
  std::size_t deepest_ = 1;
};

void check_numbers(Check& check, const TreeCheck& tree) {
  std::map<std::uint16_t, std::size_t> first;
  for (std::size_t row = 0; row < tree.nodes.size(); ++row) {
    const std::uint16_t number = tree.nodes[row].header.number;
    const auto [found, is_new] = first.emplace(number, row);
    if (!is_new)
      check.add(Code::NODE_NUMBER_REPEATED, NodeCheck{check, tree, row}.at("number", kNumberByte), number,
                found->second);
  }
}

void check_counts(const NodeCheck& check, const Array& array, std::string_view name, std::uint64_t byte) {
  if (array.count != array.reserved)
    check.add(Code::COUNTS_DISAGREE, check.at(name, byte), array.count, array.reserved);
}

void check_transform(const NodeCheck& check) {
  const NodeHeader& header = check.node().header;
  if (!is_finite(header.position))
    check.add(Code::NOT_FINITE, check.at("position", kPositionByte), "position");
  const auto [w, x, y, z] = header.orientation;
  const float length = std::sqrt(w * w + x * x + y * y + z * z);
  if (!std::isfinite(length))
    check.add(Code::NOT_FINITE, check.at("orientation", kOrientationByte), "orientation");
  else if (std::abs(length - 1) > kUnitTolerance)
    check.add(Code::ORIENTATION_NOT_UNIT, check.at("orientation", kOrientationByte), length);
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
    check.add(Code::NAME_INDEX, check.at("name_index", kNameByte), header.name_index, file.names.size());
  if (std::ranges::find(kKinds, header.type) == std::end(kKinds))
    check.add(Code::NODE_TYPE, check.at("type", 0), header.type);
  const std::uint32_t expected = check.tree.animation != nullptr ? check.tree.animation->offset : 0;
  const std::uint32_t owner = offset_of(header.owner, expected, file.animations).value_or(kNone);
  if (owner != expected) check.add(Code::NODE_OWNER, check.at("owner", kOwnerByte), owner, expected);
  check_transform(check);
  check_counts(check, header.children, "children", kChildrenByte);
  check_counts(check, header.controllers, "controllers", kControllersByte);
  check_counts(check, header.data, "data", kDataByte);
}

}  // namespace mw::kotor::mdl
