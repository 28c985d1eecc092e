#include <meshwright/nav/face_tree.h>
#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>

namespace mw::nav {
namespace {

using glm::dvec3;

/// A number, and how far rounding may have moved it.
struct Rounded {
  double value;
  double error;
};

/// A bound on the error of a handful of operations in double, relative to the sum of their terms.
constexpr double kRounding = 0x1p-49;

/// direction . (a x b): only the sign changes when a and b are swapped, so two triangles agree about a shared
/// side.
Rounded side_of_ray(const dvec3& direction, const dvec3& a, const dvec3& b) {
  const dvec3 plus(a.y * b.z, a.z * b.x, a.x * b.y);
  const dvec3 minus(a.z * b.y, a.x * b.z, a.y * b.x);
  const dvec3 size = glm::abs(direction) * (glm::abs(plus) + glm::abs(minus));
  return {glm::dot(direction, plus - minus), kRounding * (size.x + size.y + size.z)};
}

/// Twice the area of origin, a, b in plan; the same rule of signs.
Rounded side_in_plan(const Point2& a, const Point2& b) {
  return {a.x * b.y - a.y * b.x, kRounding * (std::abs(a.x * b.y) + std::abs(a.y * b.x))};
}

/// Whether a point is near the box of a triangle. If the ray runs along its sides, all are within rounding,
/// however far away it is; then only the place decides. The margin is smaller than that of a tree's boxes, so
/// a tree gives the same answer as testing all faces.
bool is_by_box(const dvec3& point, double reach, const Vec3& a, const Vec3& b, const Vec3& c) {
  const dvec3 low = glm::min(dvec3(a), glm::min(dvec3(b), dvec3(c)));
  const dvec3 high = glm::max(dvec3(a), glm::max(dvec3(b), dvec3(c)));
  const dvec3 size = glm::max(glm::abs(low), glm::abs(high));
  const double allowed = 0x1p-21 * std::max({size.x, size.y, size.z}) + kRounding * reach;
  return glm::all(glm::greaterThanEqual(point, low - allowed)) &&
         glm::all(glm::lessThanEqual(point, high + allowed));
}

}  // namespace

std::optional<RayHit> hit_triangle(const Ray& ray, const Vec3& a, const Vec3& b, const Vec3& c) {
  const dvec3 origin(ray.origin);
  const dvec3 direction(ray.direction);
  const dvec3 from_a = dvec3(a) - origin;
  const dvec3 normal = glm::cross(dvec3(b) - dvec3(a), dvec3(c) - dvec3(a));
  const double slope = glm::dot(normal, direction);
  if (!(slope != 0)) return std::nullopt;
  const double t = glm::dot(normal, from_a) / slope;
  if (!(t >= ray.from && t <= ray.to) || !std::isfinite(t)) return std::nullopt;
  const dvec3 from_b = dvec3(b) - origin;
  const dvec3 from_c = dvec3(c) - origin;
  const double sign = slope > 0 ? 1 : -1;
  const auto inside = [&](const Rounded& side) { return side.value * sign >= -side.error; };
  if (!inside(side_of_ray(direction, from_a, from_b)) || !inside(side_of_ray(direction, from_b, from_c)) ||
      !inside(side_of_ray(direction, from_c, from_a)))
    return std::nullopt;
  const dvec3 way = direction * t;
  const dvec3 far = glm::abs(origin) + glm::abs(way);
  if (!is_by_box(origin + way, std::max({far.x, far.y, far.z}), a, b, c)) return std::nullopt;
  return RayHit{.face = 0, .t = t, .front = slope < 0};
}

std::optional<double> height_on_triangle(const Point2& at, const Vec3& a, const Vec3& b, const Vec3& c) {
  const auto relative = [&](const Vec3& v) { return Point2{double(v.x) - at.x, double(v.y) - at.y}; };
  const Point2 to_a = relative(a);
  const Point2 to_b = relative(b);
  const Point2 to_c = relative(c);
  const Rounded ab = side_in_plan(to_a, to_b);
  const Rounded bc = side_in_plan(to_b, to_c);
  const Rounded ca = side_in_plan(to_c, to_a);
  const double area = (double(b.x) - a.x) * (double(c.y) - a.y) - (double(b.y) - a.y) * (double(c.x) - a.x);
  if (!(area > 0)) return std::nullopt;
  if (!(ab.value >= -ab.error && bc.value >= -bc.error && ca.value >= -ca.error)) return std::nullopt;
  const double height = (bc.value * a.z + ca.value * b.z + ab.value * c.z) / (ab.value + bc.value + ca.value);
  if (!std::isfinite(height)) return std::nullopt;
  // On a sliver the weights are little more than rounding, but no point of it is outside its heights.
  return std::clamp(height, double(std::min({a.z, b.z, c.z})), double(std::max({a.z, b.z, c.z})));
}

namespace {

dvec3 nearest_on_side(const dvec3& point, const dvec3& a, const dvec3& b) {
  const double square = glm::dot(b - a, b - a);
  return square > 0 ? a + (b - a) * std::clamp(glm::dot(point - a, b - a) / square, 0.0, 1.0) : a;
}

dvec3 nearest_on_sides(const dvec3& point, const dvec3& a, const dvec3& b, const dvec3& c) {
  dvec3 best = nearest_on_side(point, a, b);
  for (const dvec3& other : {nearest_on_side(point, b, c), nearest_on_side(point, c, a)})
    if (glm::distance(point, other) < glm::distance(point, best)) best = other;
  return best;
}

}  // namespace

/// After the regions of a triangle: a corner, a side or the inside is nearest (Ericson, Real-Time Collision
/// Detection, 5.1.5).
dvec3 nearest_on_triangle(const dvec3& point, const Vec3& corner_a, const Vec3& corner_b,
                          const Vec3& corner_c) {
  const dvec3 a(corner_a);
  const dvec3 b(corner_b);
  const dvec3 c(corner_c);
  const dvec3 ab = b - a;
  const dvec3 ac = c - a;
  const double d1 = glm::dot(ab, point - a);
  const double d2 = glm::dot(ac, point - a);
  if (d1 <= 0 && d2 <= 0) return a;
  const double d3 = glm::dot(ab, point - b);
  const double d4 = glm::dot(ac, point - b);
  if (d3 >= 0 && d4 <= d3) return b;
  const double d5 = glm::dot(ab, point - c);
  const double d6 = glm::dot(ac, point - c);
  if (d6 >= 0 && d5 <= d6) return c;
  const double beyond_ab = d1 * d4 - d3 * d2;
  const double beyond_ac = d5 * d2 - d1 * d6;
  const double beyond_bc = d3 * d6 - d5 * d4;
  if (beyond_ab > 0 && beyond_ac > 0 && beyond_bc > 0) {
    const double sum = beyond_ab + beyond_ac + beyond_bc;
    return a + ab * (beyond_ac / sum) + ac * (beyond_ab / sum);
  }
  return nearest_on_sides(point, a, b, c);
}

}  // namespace mw::nav
