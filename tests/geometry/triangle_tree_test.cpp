#include <gtest/gtest.h>
#include <meshwright/geometry/detail/triangle_tree.h>

#include <algorithm>
#include <bit>
#include <compare>
#include <limits>

#include "random_meshes.h"

namespace mw::geometry {
namespace {

using Rows = std::vector<std::uint32_t>;

bool same_bits(const Vec3& a, const Vec3& b) {
  for (int axis = 0; axis < 3; ++axis)
    if (std::bit_cast<std::uint32_t>(a[axis]) != std::bit_cast<std::uint32_t>(b[axis])) return false;
  return true;
}

/// The rule once more, a list of triangles for each node: the slow and plain way.
class PlainTree {
 public:
  explicit PlainTree(const RandomMesh& mesh, Growth growth) : mesh_(mesh), growth_(growth) {}

  std::vector<TreeNode> build() {
    Rows all(mesh_.triangles.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    if (!all.empty()) add(all);
    return nodes_;
  }

 private:
  std::array<Vec3, 3> corners(std::uint32_t triangle) const {
    const Corners& rows = mesh_.triangles[triangle];
    if (!corners_exist(rows, mesh_.positions.size())) return {Vec3(0), Vec3(0), Vec3(0)};
    return {mesh_.positions[rows[0]], mesh_.positions[rows[1]], mesh_.positions[rows[2]]};
  }
  Box box(std::uint32_t triangle) const {
    const auto [a, b, c] = corners(triangle);
    return box_of_triangle(a, b, c);
  }

  std::uint32_t add(const Rows& triangles) {
    const auto row = std::uint32_t(nodes_.size());
    nodes_.emplace_back();
    if (triangles.size() == 1) {
      nodes_[row].triangle = triangles[0];
      nodes_[row].box = {box(triangles[0]).min - growth_.below, box(triangles[0]).max + growth_.above};
      return row;
    }
    Box whole = box(triangles[0]);
    for (const std::uint32_t triangle : triangles) whole = united(whole, box(triangle));
    const Vec3 size = whole.max - whole.min;
    const int axis = size.z >= std::max(size.x, size.y) ? 2 : size.y >= size.x ? 1 : 0;
    std::vector<std::pair<float, std::uint32_t>> order;
    for (const std::uint32_t triangle : triangles) {
      const auto [a, b, c] = corners(triangle);
      order.emplace_back(((a + b + c) / 3.0F)[axis], triangle);
    }
    std::ranges::stable_sort(
        order, [](const auto& a, const auto& b) { return std::weak_order(a.first, b.first) < 0; });
    Rows halves[2];
    for (std::size_t i = 0; i < order.size(); ++i)
      halves[i < order.size() / 2 ? 0 : 1].push_back(order[i].second);
    const std::uint32_t left = add(halves[0]);
    const std::uint32_t right = add(halves[1]);
    nodes_[row] = {united(nodes_[left].box, nodes_[right].box), left, right, kNoRow};
    return row;
  }

  const RandomMesh& mesh_;
  Growth growth_;
  std::vector<TreeNode> nodes_;
};

bool is_all_finite(const RandomMesh& mesh) {
  return std::ranges::all_of(mesh.positions, [](const Vec3& position) { return is_finite(position); });
}

TEST(TriangleTree, EqualsThePlainWay) {
  std::size_t compared = 0;
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const RandomMesh mesh = damaged_mesh(seed);
    if (!is_all_finite(mesh)) continue;
    ++compared;
    const Growth growth{0.25F, 0.5F};
    const std::vector<TreeNode> expected = PlainTree(mesh, growth).build();
    const std::vector<TreeNode> tree = build_tree(mesh.positions, mesh.triangles, growth);
    ASSERT_EQ(tree.size(), expected.size()) << "seed " << seed;
    for (std::size_t row = 0; row < tree.size(); ++row) {
      EXPECT_EQ(tree[row].left, expected[row].left) << "seed " << seed;
      EXPECT_EQ(tree[row].right, expected[row].right) << "seed " << seed;
      EXPECT_EQ(tree[row].triangle, expected[row].triangle) << "seed " << seed;
      EXPECT_TRUE(same_bits(tree[row].box.min, expected[row].box.min)) << "seed " << seed;
      EXPECT_TRUE(same_bits(tree[row].box.max, expected[row].box.max)) << "seed " << seed;
    }
  }
  EXPECT_GT(compared, 50U);
}

/// NaNs too: each triangle is in one leaf, and rows are in pre-order.
TEST(TriangleTree, HoldsEveryTriangleOnce) {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const RandomMesh mesh = damaged_mesh(seed);
    const std::vector<TreeNode> tree = build_tree(mesh.positions, mesh.triangles);
    ASSERT_EQ(tree.size(), mesh.triangles.empty() ? 0 : 2 * mesh.triangles.size() - 1);
    Rows found;
    for (std::uint32_t row = 0; row < tree.size(); ++row) {
      if (tree[row].is_leaf()) {
        found.push_back(tree[row].triangle);
        EXPECT_EQ(tree[row].left, kNoRow);
        EXPECT_EQ(tree[row].right, kNoRow);
      } else {
        EXPECT_EQ(tree[row].left, row + 1);
        EXPECT_GT(tree[row].right, tree[row].left);
        EXPECT_LT(tree[row].right, tree.size());
      }
    }
    std::ranges::sort(found);
    for (std::uint32_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], i) << "seed " << seed;
  }
}

TEST(TriangleTree, OfOneTriangleIsOneLeaf) {
  const std::vector<Vec3> positions = {{0, 0, 0}, {1, 0, 0}, {0, 2, 3}};
  const std::vector<TreeNode> tree = build_tree(positions, std::vector<Corners>{{0, 1, 2}}, {0.5F, 1});
  ASSERT_EQ(tree.size(), 1U);
  EXPECT_EQ(tree[0].triangle, 0U);
  EXPECT_EQ(tree[0].box.min, Vec3(-0.5F));
  EXPECT_EQ(tree[0].box.max, Vec3(2, 3, 4));
  EXPECT_TRUE(build_tree(positions, {}).empty());
}

TEST(TriangleTree, StaysShallowWhereAllTrianglesAreTheSame) {
  const std::vector<Vec3> positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::vector<Corners> triangles(1024, {0, 1, 2});
  const std::vector<TreeNode> tree = build_tree(positions, triangles);
  std::size_t deepest = 0;
  std::vector<std::size_t> depth(tree.size());
  for (std::size_t row = 0; row < tree.size(); ++row) {
    deepest = std::max(deepest, depth[row]);
    if (!tree[row].is_leaf()) depth[tree[row].left] = depth[tree[row].right] = depth[row] + 1;
  }
  EXPECT_EQ(deepest, 10U);
}

TEST(TriangleTree, TheMainDirectionOfTwoBoxes) {
  const auto at = [](float x, float y, float z) { return Box{Vec3(x, y, z) - 1.0F, Vec3(x, y, z) + 1.0F}; };
  const auto told = [&](const Box& to) {
    const Direction direction = main_direction(at(0, 0, 0), to);
    return std::string(1, direction.positive ? '+' : '-') + "xyz"[direction.axis];
  };
  EXPECT_EQ(told(at(5, 3, 1)), "+x");
  EXPECT_EQ(told(at(-5, 3, 1)), "-x");
  EXPECT_EQ(told(at(1, 3, 1)), "+y");
  EXPECT_EQ(told(at(1, -3, 1)), "-y");
  EXPECT_EQ(told(at(0, 0, 2)), "+z");
  EXPECT_EQ(told(at(5, 5, 1)), "+y");  // of equal ways the later axis
  EXPECT_EQ(told(at(5, 5, -5)), "-z");
  EXPECT_EQ(told(at(0, 0, 0)), "-z");
  EXPECT_EQ(told(at(0.5F, 0, 0)), "+x");
  EXPECT_EQ(told(at(0, 0.5F, 0)), "+y");
  EXPECT_EQ(told(at(0, 0, 0.5F)), "+z");
  EXPECT_EQ(told(at(5, 1, 6)), "+z");
  EXPECT_EQ(told(at(4, 5, -6)), "-z");
  const auto from = [&](const Box& start, const Box& to) { return main_direction(start, to).axis; };
  EXPECT_EQ(from(at(20, 30, 40), at(22, 31, 41)), 0);
  EXPECT_EQ(from(at(20, 30, 40), at(21, 32, 41)), 1);
  EXPECT_EQ(from(at(20, 30, 40), at(21, 31, 38)), 2);
  EXPECT_FALSE(main_direction(at(20, 30, 40), at(21, 31, 38)).positive);
}

}  // namespace
}  // namespace mw::geometry
