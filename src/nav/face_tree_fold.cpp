#include <fmt/format.h>

#include "face_tree_builder.h"

namespace mw::nav {
namespace {

using geometry::kNoRow;
using geometry::TreeNode;

QuadBox quad_box(const Box& box) {
  return {quad(box.min), quad(box.max)};
}

}  // namespace

/// A file's tree, and how many faces are below each node.
struct FaceTreeBuilder::Folding {
  std::span<const TreeNode> nodes;
  std::vector<std::uint32_t> sizes;
};

/// Each node may be reached once, so that this ends. Nodes that are not reached have no size.
Result<void> FaceTreeBuilder::count_faces(Folding& folding, std::uint32_t root) const {
  std::vector<std::uint32_t> order = {root};
  std::vector<bool> reached(folding.nodes.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::uint32_t row = order[i];
    const auto wrong = [&](std::string message) {
      return fail({.field = fmt::format("tree[{}]", row), .message = std::move(message)});
    };
    if (row >= folding.nodes.size()) return wrong(fmt::format("there are {} nodes", folding.nodes.size()));
    if (reached[row]) return wrong("is reached twice");
    reached[row] = true;
    const TreeNode& node = folding.nodes[row];
    if (node.is_leaf() && node.triangle >= triangles_.size())
      return wrong(fmt::format("triangle {} >= triangle count {}", node.triangle, triangles_.size()));
    if (!node.is_leaf()) order.insert(order.end(), {node.left, node.right});
  }
  folding.sizes.assign(folding.nodes.size(), 0);
  for (std::size_t i = order.size(); i-- > 0;) {  // children come after their parents
    const TreeNode& node = folding.nodes[order[i]];
    const bool found = node.is_leaf() && is_sound(triangles_[node.triangle]);
    folding.sizes[order[i]] =
        node.is_leaf() ? (found ? 1 : 0) : folding.sizes[node.left] + folding.sizes[node.right];
  }
  return {};
}

/// All faces below a node, at most eight; there may be many nodes without any.
std::uint32_t FaceTreeBuilder::fold_block(const Folding& folding, std::uint32_t row) {
  std::array<std::uint32_t, kLanes> faces{};
  std::size_t count = 0;
  std::array<std::uint32_t, kLanes> open{};  // each with a face below it
  std::size_t pending = 0;
  open[pending++] = row;
  while (pending > 0) {
    std::uint32_t at = open[--pending];
    while (!folding.nodes[at].is_leaf()) {
      const TreeNode& node = folding.nodes[at];
      const bool both = folding.sizes[node.left] > 0 && folding.sizes[node.right] > 0;
      if (both) open[pending++] = node.right;
      at = folding.sizes[node.left] > 0 ? node.left : node.right;
    }
    faces[count++] = folding.nodes[at].triangle;
  }
  return add_block(std::span(faces).first(count));
}

/// Opens the node with most faces below it until there are eight.
Result<std::uint32_t> FaceTreeBuilder::fold_node(const Folding& folding, std::uint32_t row,
                                                 std::size_t level) {
  if (folding.sizes[row] <= kLanes) return fold_block(folding, row);
  if (level >= FaceTree::kMostLevels)
    return fail({.field = fmt::format("tree[{}]", row),
                 .message = fmt::format("lies deeper than {} levels of eight", FaceTree::kMostLevels)});
  std::array<std::uint32_t, kLanes> children{};
  children[0] = row;
  std::size_t count = 1;
  while (count < kLanes) {
    std::uint32_t* largest = &children[0];
    for (std::uint32_t& child : std::span(children).first(count))
      if (folding.sizes[child] > folding.sizes[*largest]) largest = &child;
    if (folding.sizes[*largest] <= kLanes) break;
    const TreeNode& node = folding.nodes[*largest];
    *largest = node.left;
    children[count++] = node.right;
  }
  const std::uint32_t folded = add_node();
  for (std::size_t lane = 0; lane < count; ++lane) {
    if (folding.sizes[children[lane]] == 0) continue;
    set_box(folded, lane, quad_box(folding.nodes[children[lane]].box));
    const auto child = fold_node(folding, children[lane], level + 1);
    if (!child) return child;
    tree_.nodes_[folded].children[lane] = *child;
  }
  return folded;
}

Result<FaceTree> FaceTreeBuilder::fold(std::span<const TreeNode> nodes, std::uint32_t root) {
  if (nodes.empty()) return std::move(tree_);
  Folding folding{.nodes = nodes, .sizes = {}};
  if (const auto counted = count_faces(folding, root); !counted) return fail(counted.error());
  tree_.faces_ = folding.sizes[root];
  if (tree_.faces_ == 0) return std::move(tree_);
  QuadBox box;
  for (const geometry::Corners& corners : triangles_)
    if (is_sound(corners))
      for (const std::uint32_t corner : corners) box.add(quad(positions_[corner]));
  note_scale(box);
  const auto folded = fold_node(folding, root, 0);
  if (!folded) return fail(folded.error());
  tree_.root_ = *folded;
  return std::move(tree_);
}

Result<FaceTree> FaceTree::of(std::span<const TreeNode> nodes, std::uint32_t root,
                              std::span<const Vec3> positions, std::span<const geometry::Corners> triangles) {
  return FaceTreeBuilder(positions, triangles).fold(nodes, root);
}

}  // namespace mw::nav
