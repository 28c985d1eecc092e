#pragma once

#include <meshwright/nav/face_tree.h>
#include <bit>
#include <cmath>
#include <limits>

#include "face_tree_parts.h"

namespace mw::nav {

/// Four to a register on every machine; the fourth is not used, or holds a face's number.
using Quad = float __attribute__((vector_size(16)));

inline constexpr float kFarAway = std::numeric_limits<float>::infinity();

inline Quad least(const Quad& a, const Quad& b) {
  return a < b ? a : b;
}
inline Quad most(const Quad& a, const Quad& b) {
  return a > b ? a : b;
}
inline Quad all(float value) {
  return Quad{value, value, value, value};
}
inline Quad quad(const Vec3& v) {
  return Quad{v.x, v.y, v.z, 0};
}

/// A box; in the builder also a face, whose number is in the fourth part of `min`.
struct QuadBox {
  Quad min = all(kFarAway);
  Quad max = all(-kFarAway);

  void add(const QuadBox& other) {
    min = least(min, other.min);
    max = most(max, other.max);
  }
  void add(const Quad& point) {
    min = least(min, point);
    max = most(max, point);
  }
  float half_area() const {
    const Quad size = max - min;
    return size[0] * size[1] + size[1] * size[2] + size[2] * size[0];
  }
  /// Twice the middle.
  Quad middle() const { return min + max; }

  // With this bit it is a number of ordinary size, which some machines add faster than very small ones.
  static constexpr std::uint32_t kOrdinary = 0x40000000;
  static_assert(geometry::kMaxTriangles < kOrdinary);
  void set_face(std::uint32_t face) { min[3] = std::bit_cast<float>(face | kOrdinary); }
  std::uint32_t face() const { return std::bit_cast<std::uint32_t>(float(min[3])) & ~kOrdinary; }
};

/// Puts a tree together.
class FaceTreeBuilder {
 public:
  FaceTreeBuilder(std::span<const Vec3> positions, std::span<const geometry::Corners> triangles)
      : positions_(positions), triangles_(triangles) {}

  FaceTree build(std::span<const std::uint8_t> chosen);
  Result<FaceTree> fold(std::span<const geometry::TreeNode> nodes, std::uint32_t root);

 private:
  struct Range;
  struct Split;
  struct Folding;

  bool is_sound(const geometry::Corners& corners) const;
  void note_scale(const QuadBox& box);
  std::uint32_t add_block(std::span<const std::uint32_t> faces);
  std::uint32_t add_node();
  void set_box(std::uint32_t node, std::size_t lane, const QuadBox& box);

  Range collect(std::span<const std::uint8_t> chosen);
  std::uint32_t add(const Range& range, std::size_t level);
  std::uint32_t add_block(const Range& range);
  void split(Range& range, Range& right, std::size_t level);
  std::optional<Split> best_split(const Range& range) const;
  void partition(Range& range, Range& right, const Split& split);
  void halve(Range& range, Range& right) const;
  Range bounded(std::size_t begin, std::size_t end) const;

  Result<void> count_faces(Folding& folding, std::uint32_t root) const;
  Result<std::uint32_t> fold_node(const Folding& folding, std::uint32_t row, std::size_t level);
  std::uint32_t fold_block(const Folding& folding, std::uint32_t row);

  std::span<const Vec3> positions_;
  std::span<const geometry::Corners> triangles_;
  std::vector<QuadBox> faces_;
  float growth_ = 0;
  FaceTree tree_;
};

}  // namespace mw::nav
