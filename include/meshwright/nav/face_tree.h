#pragma once

// Example:
//
//     #include <meshwright/nav/face_tree.h>
//     #include <cstdio>
//
//     void look_down(const mw::nav::Mesh& mesh, const mw::Vec3& eye) {
//       const auto tree = mw::nav::FaceTree::build(mesh.positions, mesh.triangles);
//       if (const auto hit = tree.first_hit({.origin = eye, .direction = {0, 0, -1}}))
//         std::printf("face %u, %g below\n", unsigned(hit->face), hit->t);
//     }

#include <meshwright/core/error.h>
#include <meshwright/core/math.h>
#include <meshwright/geometry/detail/triangle.h>
#include <meshwright/geometry/detail/triangle_tree.h>
#include <meshwright/nav/mesh.h>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace mw::nav {

struct Ray {
  Vec3 origin{0};
  Vec3 direction{0, 0, -1};  // of any length but 0
  double from = 0;           // in lengths of the direction
  double to = std::numeric_limits<double>::infinity();
};

/// Which faces count.
struct Choice {
  std::span<const std::uint8_t> faces = {};  // one per face, 0 to ignore it; empty: all count
  bool front_only = false;                   // only faces hit from their front

  bool takes(std::uint32_t face) const { return faces.empty() || (face < faces.size() && faces[face] != 0); }
};

struct RayHit {
  std::uint32_t face = 0;
  double t = 0;  // in lengths of the direction
  bool front = true;
};

/// The point where a ray hits one triangle. Sides count as hit, with a margin for rounding: no ray slips
/// through between two triangles that share two corners. A ray in the triangle's plane does not hit it, nor
/// one that leaves that plane beside the triangle by less than rounding, nor one with a NaN.
std::optional<RayHit> hit_triangle(const Ray& ray, const Vec3& a, const Vec3& b, const Vec3& c);

/// The height at which a vertical line meets one triangle that faces up; sides count. Nothing for a triangle
/// that faces down, or of which nothing is seen from above.
std::optional<double> height_on_triangle(const Point2& at, const Vec3& a, const Vec3& b, const Vec3& c);

/// How far above the given height a floor may lie and still be "at" it: the error of a decimal number, or of
/// one rounded to float.
inline double height_allowance(double z) {
  return 1e-6 * std::max(1.0, std::abs(z));
}

/// The point of a triangle that is nearest to another point.
glm::dvec3 nearest_on_triangle(const glm::dvec3& point, const Vec3& a, const Vec3& b, const Vec3& c);

struct NearestFace {
  Place place;
  double distance = 0;
};

/// Boxes in boxes around faces, eight to a node. Faces with a corner that does not exist or is not finite are
/// not in it. Asking allocates nothing. Of equal answers the face with the lowest number is given.
class FaceTree {
 public:
  FaceTree();
  ~FaceTree();
  FaceTree(FaceTree&& other) noexcept;
  FaceTree& operator=(FaceTree&& other) noexcept;

  /// By the surface area heuristic, in n log n and no deeper than that, whatever the faces. `chosen` is 0 for
  /// faces to leave out; empty: all faces.
  static FaceTree build(std::span<const Vec3> positions, std::span<const geometry::Corners> triangles,
                        std::span<const std::uint8_t> chosen = {});

  /// The stored tree of a file, unchanged: a face outside the boxes above it is not found where a ray misses
  /// them. Fails if it is not a tree of these triangles, or deeper than kMostLevels.
  static Result<FaceTree> of(std::span<const geometry::TreeNode> nodes, std::uint32_t root,
                             std::span<const Vec3> positions, std::span<const geometry::Corners> triangles);
  static constexpr std::size_t kMostLevels = 96;

  std::size_t size() const { return faces_; }

  /// The nearest hit.
  std::optional<RayHit> first_hit(const Ray& ray, const Choice& choice = {}) const;

  /// The highest face that faces up at or below a height.
  std::optional<Place> highest_below(const Point2& at,
                                     double z = std::numeric_limits<double>::infinity()) const;

  /// The nearest point of a face that counts, no further than `within`.
  std::optional<NearestFace> nearest(const Vec3& point,
                                     double within = std::numeric_limits<double>::infinity(),
                                     const Choice& choice = {}) const;

  struct Node;   // eight children with their boxes
  struct Block;  // up to eight faces

 private:
  friend class FaceTreeBuilder;

  std::vector<Node> nodes_;
  std::vector<Block> blocks_;
  std::uint32_t root_;  // of a tree of one leaf, that leaf
  float scale_ = 0;     // the largest coordinate of a corner
  std::size_t faces_ = 0;
};

}  // namespace mw::nav
