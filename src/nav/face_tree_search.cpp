#include <meshwright/nav/face_tree.h>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <glm/geometric.hpp>

#include "face_tree_parts.h"

namespace mw::nav {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A float that is not less.
float float_above(double value) {
  const auto rounded = float(value);
  if (!(double(rounded) < value)) return rounded;
  // The next one: of the same sign the bits count up, or down below zero.
  const auto bits = std::bit_cast<std::int32_t>(rounded);
  return rounded == 0 ? std::numeric_limits<float>::denorm_min()
                      : std::bit_cast<float>(bits < 0 ? bits - 1 : bits + 1);
}

// What floats leave open, double decides.

void confirm(const FaceTree::Block& block, std::size_t lane, const Ray& ray, const Choice& choice,
             std::optional<RayHit>& best) {
  const std::uint32_t face = block.faces[lane];
  if (face == kNoFace) return;
  auto hit = hit_triangle(ray, block.corner(lane, 0), block.corner(lane, 1), block.corner(lane, 2));
  if (!hit || (choice.front_only && !hit->front) || !choice.takes(face)) return;
  if (best && (hit->t > best->t || (hit->t == best->t && face > best->face))) return;
  hit->face = face;
  best = hit;
}

void confirm(const FaceTree::Block& block, std::size_t lane, const Point2& at, double z,
             std::optional<Place>& best) {
  const std::uint32_t face = block.faces[lane];
  if (face == kNoFace) return;
  const auto height =
      height_on_triangle(at, block.corner(lane, 0), block.corner(lane, 1), block.corner(lane, 2));
  if (!height || *height > z + height_allowance(z)) return;
  if (best && (*height < best->z || (*height == best->z && face > best->face))) return;
  best = Place{face, at.x, at.y, *height};
}

void confirm(const FaceTree::Block& block, std::size_t lane, const Vec3& point, double within,
             std::optional<NearestFace>& best) {
  const glm::dvec3 from(point);
  const glm::dvec3 on =
      nearest_on_triangle(from, block.corner(lane, 0), block.corner(lane, 1), block.corner(lane, 2));
  const double distance = glm::distance(from, on);
  const std::uint32_t face = block.faces[lane];
  if (!(distance <= within)) return;
  if (best && (distance > best->distance || (distance == best->distance && face > best->place.face))) return;
  best = NearestFace{{face, on.x, on.y, on.z}, distance};
}

#define MW_NAV_EIGHT_FLOATS 0
namespace anywhere {
#include "face_tree_search.inc"
}  // namespace anywhere

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE__)
#undef MW_NAV_EIGHT_FLOATS
#define MW_NAV_EIGHT_FLOATS 1
#pragma GCC push_options
#pragma GCC target("avx2")
namespace wide {
#include "face_tree_search.inc"
}  // namespace wide
#pragma GCC pop_options

bool has_wide() {
  static const bool kHas = __builtin_cpu_supports("avx2") != 0;
  return kHas;
}
#endif

}  // namespace

std::optional<RayHit> FaceTree::first_hit(const Ray& ray, const Choice& choice) const {
  const bool moves = ray.direction != Vec3(0) && is_finite(ray.direction) && is_finite(ray.origin);
  if (faces_ == 0 || !moves || !(ray.from <= ray.to)) return std::nullopt;
  const TreeView tree{nodes_.data(), blocks_.data(), root_, scale_};
#if MW_NAV_EIGHT_FLOATS
  if (has_wide()) return wide::first_hit(tree, ray, choice);
#endif
  return anywhere::first_hit(tree, ray, choice);
}

std::optional<Place> FaceTree::highest_below(const Point2& at, double z) const {
  if (faces_ == 0 || !std::isfinite(at.x) || !std::isfinite(at.y) || !(z > -kInfinity)) return std::nullopt;
  const TreeView tree{nodes_.data(), blocks_.data(), root_, scale_};
#if MW_NAV_EIGHT_FLOATS
  if (has_wide()) return wide::highest_below(tree, at, z);
#endif
  return anywhere::highest_below(tree, at, z);
}

std::optional<NearestFace> FaceTree::nearest(const Vec3& point, double within, const Choice& choice) const {
  if (faces_ == 0 || !is_finite(point) || !(within >= 0)) return std::nullopt;
  const TreeView tree{nodes_.data(), blocks_.data(), root_, scale_};
#if MW_NAV_EIGHT_FLOATS
  if (has_wide()) return wide::nearest(tree, point, within, choice);
#endif
  return anywhere::nearest(tree, point, within, choice);
}

}  // namespace mw::nav
