#pragma once

#include <meshwright/nav/face_tree.h>
#include <array>

namespace mw::nav {

inline constexpr std::size_t kLanes = 8;
inline constexpr std::uint32_t kLeaf = 0x80000000;     // of a child: the rest is a row of blocks
inline constexpr std::uint32_t kNoChild = 0xFFFFFFFF;  // its box holds nothing, so that it is never entered
inline constexpr std::uint32_t kNoFace = 0xFFFFFFFF;   // its corners are NaNs, so that it is never hit

using Lane = std::array<float, kLanes>;

/// Planes in the order of -x +x -y +y -z +z: a ray picks the near and the far one of each pair by its sign.
struct alignas(32) FaceTree::Node {
  std::array<Lane, 6> planes;
  std::array<std::uint32_t, kLanes> children;
};

/// Corner by corner, x y z each.
struct alignas(32) FaceTree::Block {
  std::array<Lane, 9> corners;
  std::array<std::uint32_t, kLanes> faces;

  Vec3 corner(std::size_t lane, std::size_t which) const {
    return {corners[3 * which][lane], corners[3 * which + 1][lane], corners[3 * which + 2][lane]};
  }
};

/// Children that wait while nearer ones are searched: seven from each level at most.
inline constexpr std::size_t kMostWaiting = 7 * FaceTree::kMostLevels + 8;

struct Waiting {
  float bound;  // the best possible result in its box
  std::uint32_t child;
};

/// What a search reads; the same for all.
struct TreeView {
  const FaceTree::Node* nodes;
  const FaceTree::Block* blocks;
  std::uint32_t root;
  float scale;
};

/// Beyond these, products of three floats are too inexact to decide.
inline constexpr float kLargestProduct = 1e36F;
inline constexpr float kSmallestProduct = 1e-36F;
inline constexpr unsigned kAllLanes = 0xFF;

}  // namespace mw::nav
