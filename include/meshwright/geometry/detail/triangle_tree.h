#pragma once

#include <meshwright/geometry/detail/box.h>
#include <meshwright/geometry/detail/triangle.h>
#include <cstdint>
#include <span>
#include <vector>

/// Boxes in boxes around the triangles of a mesh, as games store them.
namespace mw::geometry {

inline constexpr std::uint32_t kNoRow = 0xFFFFFFFF;

/// A leaf has a triangle and no children, an inner node two children and no triangle.
struct TreeNode {
  Box box;
  std::uint32_t left = kNoRow;  // rows of the tree
  std::uint32_t right = kNoRow;
  std::uint32_t triangle = kNoRow;

  bool is_leaf() const { return triangle != kNoRow; }
};

/// By how much the box of a leaf is larger than its triangle: formats differ.
struct Growth {
  float below = 0;
  float above = 0;
};

/// The tree of the original KotOR files, in pre-order with the root first. A node's triangles are split at
/// their middle, in the order of their centroids along the longest side of their bounds; the smaller half
/// goes to the left. Of equal sides the later axis counts, of equal centroids the order of the triangles;
/// NaNs have a place in the order. The box of an inner node is that of its children. A tree of n triangles
/// has 2n - 1 nodes, is no deeper than the logarithm of n, and takes n log² n. A triangle with a missing
/// corner counts as one at the origin.
std::vector<TreeNode> build_tree(std::span<const Vec3> positions, std::span<const Corners> triangles,
                                 Growth growth = {});

/// One of the six directions along the axes.
struct Direction {
  int axis = 0;
  bool positive = true;
};

/// The main direction from the middle of one box to that of another. Of equal directions the later axis; from
/// a box to itself, down, or along y if rounding moves its middle, as in the original files.
Direction main_direction(const Box& from, const Box& to);

}  // namespace mw::geometry
