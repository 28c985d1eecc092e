#include <meshwright/bw2/detail/bwm_build.h>
#include <meshwright/core/detail/elementary.h>
#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <numbers>

#include "bwm/bounds.h"
#include "validate.h"

namespace mw::bw2::bwm {
namespace {

/// Twice what rounding to three decimals and the original's own tolerance amount to.
constexpr float kTolerance = 3e-3F;
constexpr float kLoose = 1.05F;

/// Rounding of floats grows with the model.
float tolerance_for(float size) {
  return kTolerance + 1e-5F * std::abs(size);
}

/// Where the bounds are.
struct BoundsPlaces {
  Place sphere;
  Place sphere_radius;
  Place box_min;
  Place box_max;
  Place cylinder;
  Place cylinder_radius;
  Place volume;
};

/// `place` gives the place of a field of the header or of a mesh.
BoundsPlaces places_of(auto place) {
  return {place("sphere"),   place("sphere.radius"),   place("box_min"), place("box_max"),
          place("cylinder"), place("cylinder.radius"), place("volume")};
}

/// The bounds of the header or of a mesh, and the vertices they should hold.
struct Bounds {
  BoundsPlaces at;
  Sphere sphere;
  Vec3 box_min;
  Vec3 box_max;
  Cylinder cylinder;
  float volume;
  std::span<const Vec3> points;
};

Bounds bounds_of(BoundsPlaces places, const auto& row, std::span<const Vec3> points) {
  return {std::move(places), row.sphere, row.box_min, row.box_max, row.cylinder, row.volume, points};
}

bool check_finite(Check& check, const Bounds& bounds) {
  const auto test = [&](bool finite, const Place& place) {
    if (!finite) check.add(finding::VALUE_NOT_FINITE, place, 1, 1);
    return finite;
  };
  const Cylinder& cylinder = bounds.cylinder;
  bool all = test(is_finite(bounds.sphere.centre) && std::isfinite(bounds.sphere.radius), bounds.at.sphere);
  all &= test(is_finite(bounds.box_min), bounds.at.box_min);
  all &= test(is_finite(bounds.box_max), bounds.at.box_max);
  all &= test(is_finite(cylinder.base) && std::isfinite(cylinder.height) && std::isfinite(cylinder.radius),
              bounds.at.cylinder);
  all &= test(std::isfinite(bounds.volume), bounds.at.volume);
  return all;
}

void check_box(Check& check, const Bounds& bounds, const Box& exact) {
  for (int axis = 0; axis < 3; ++axis)
    if (bounds.box_min[axis] > bounds.box_max[axis])
      return check.add(finding::BOX_INVERTED, bounds.at.box_min, "xyz"[axis]);
  const Vec3 off = glm::max(glm::abs(bounds.box_min - exact.min), glm::abs(bounds.box_max - exact.max));
  const float most = std::max({off.x, off.y, off.z});
  if (most > tolerance_for(glm::length(exact.max - exact.min)))
    check.add(finding::BOX_MISMATCH, bounds.at.box_min, most);
}

void check_sphere(Check& check, const Bounds& bounds) {
  float farthest = 0;
  for (const Vec3& point : bounds.points)
    farthest = std::max(farthest, glm::distance(point, bounds.sphere.centre));
  const float tolerance = tolerance_for(farthest);
  const float outside = farthest - bounds.sphere.radius;
  if (outside > tolerance) return check.add(finding::SPHERE_TOO_SMALL, bounds.at.sphere, outside);
  const Sphere needed = derive_sphere(bounds.points);
  const Vec3 centre = round3(needed.centre);
  if (bounds.sphere.radius > needed.radius * kLoose + tolerance)
    check.add(finding::SPHERE_TOO_LARGE, bounds.at.sphere_radius, bounds.sphere.radius, needed.radius,
              centre.x, centre.y, centre.z);
}

void check_cylinder(Check& check, const Bounds& bounds, const Box& exact) {
  const Cylinder& cylinder = bounds.cylinder;
  const float top = cylinder.base.y + cylinder.height;
  if (std::abs(cylinder.base.y - exact.min.y) > tolerance_for(exact.min.y) ||
      std::abs(top - exact.max.y) > tolerance_for(exact.max.y))
    check.add(finding::CYLINDER_HEIGHT_MISMATCH, bounds.at.cylinder, cylinder.base.y, top, exact.min.y,
              exact.max.y);
  float farthest = 0;
  for (const Vec3& point : bounds.points)
    farthest = std::max(farthest, math::hypot(point.x - cylinder.base.x, point.z - cylinder.base.z));
  const float tolerance = tolerance_for(farthest);
  const float outside = farthest - cylinder.radius;
  if (outside > tolerance) return check.add(finding::CYLINDER_TOO_SMALL, bounds.at.cylinder_radius, outside);
  const Cylinder needed = derive_cylinder(bounds.points);
  if (cylinder.radius > needed.radius * kLoose + tolerance)
    check.add(finding::CYLINDER_TOO_LARGE, bounds.at.cylinder_radius, cylinder.radius, needed.radius,
              round3(needed.base.x), round3(needed.base.z));
}

/// By the cylinder that is stored, whether it is right or not. The header's is rounded, its volume was not.
void check_volume(Check& check, const Bounds& bounds) {
  constexpr float kRelative = 2e-3F;
  const float expected = derive_volume(bounds.cylinder);
  if (std::abs(bounds.volume - expected) > kRelative * std::abs(expected) + kTolerance)
    check.add(finding::VOLUME_MISMATCH, bounds.at.volume, bounds.volume, expected);
}

/// Those of a single point at the origin are right.
bool are_missing(const Bounds& bounds) {
  return lacks_bounds(bounds) &&
         std::ranges::any_of(bounds.points, [](const Vec3& point) { return point != Vec3(0); });
}

void check_one(Check& check, const Bounds& bounds) {
  if (!check_finite(check, bounds)) return;
  if (!bounds.points.empty() && are_missing(bounds))
    return check.add(finding::BOUNDS_MISSING, bounds.at.sphere);
  check_volume(check, bounds);
  if (bounds.points.empty()) return;
  Box exact{bounds.points[0], bounds.points[0]};
  for (const Vec3& point : bounds.points) exact = united(exact, {point, point});
  check_box(check, bounds, exact);
  check_sphere(check, bounds);
  check_cylinder(check, bounds, exact);
}

void check_header_and_meshes(Check& check) {
  const std::span<const Vec3> points =
      check.measurable ? std::span<const Vec3>(check.points) : std::span<const Vec3>();
  check_one(check, bounds_of(places_of([](FieldOf<Header> field) { return Check::header(field); }),
                             check.file.header, points));
  for (std::size_t i = 0; i < check.file.meshes.size(); ++i) {
    const Mesh& mesh = check.file.meshes[i];
    const Range vertices{mesh.vertex_offset, mesh.vertex_count};
    // Vertices that several meshes claim would be measured over and over.
    const bool own = check.own_vertices[i] && vertices.end() <= points.size();
    check_one(check,
              bounds_of(places_of([&](FieldOf<Mesh> field) { return check.mesh(i, field); }), mesh,
                        own ? points.subspan(vertices.begin, vertices.count) : std::span<const Vec3>()));
  }
}

void check_footprint_sphere(Check& check) {
  const Sphere& stored = check.file.header.footprint_sphere;
  const Place place = Check::header("footprint_sphere");
  if (!is_finite(stored.centre) || !std::isfinite(stored.radius))
    return check.add(finding::VALUE_NOT_FINITE, place, 1, 1);
  if (!check.measurable || check.file.hull.empty()) return;
  const Sphere expected = derive_footprint_sphere(check.file.hull, check.points);
  const float off =
      std::max(glm::distance(stored.centre, expected.centre), std::abs(stored.radius - expected.radius));
  if (off > tolerance_for(expected.radius)) check.add(finding::FOOTPRINT_SPHERE_MISMATCH, place, off);
}

float turn_in_plan(const Vec3& a, const Vec3& b, const Vec3& c) {
  return (b.x - a.x) * (c.z - a.z) - (b.z - a.z) * (c.x - a.x);
}

/// How far a point lies to the right of the way from a to b: outside of a hull that runs counter-clockwise.
float outside(const Vec3& a, const Vec3& b, const Vec3& point) {
  const float length = math::hypot(b.x - a.x, b.z - a.z);
  return length > 0 ? -turn_in_plan(a, b, point) / length : 0;
}

/// How far a point lies outside a convex hull, by the edges at its first corner and the one across.
float outside(const std::vector<Vec3>& hull, const Vec3& point) {
  const std::size_t last = hull.size() - 1;
  std::size_t low = 1;
  std::size_t high = last;
  while (high - low > 1) {
    const std::size_t middle = (low + high) / 2;
    (turn_in_plan(hull[0], hull[middle], point) >= 0 ? low : high) = middle;
  }
  return std::max({outside(hull[0], hull[1], point), outside(hull[last], hull[0], point),
                   outside(hull[low], hull[high], point)});
}

/// How many times the hull goes around, by the angles at its corners; negative when clockwise. A corner that
/// is there twice makes a side without a direction, which counts for nothing.
double turns(const std::vector<Vec3>& hull) {
  std::vector<double> directions;
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const Vec3& a = hull[i];
    const Vec3& b = hull[(i + 1) % hull.size()];
    if (a.x != b.x || a.z != b.z) directions.push_back(math::atan2(double(b.z) - a.z, double(b.x) - a.x));
  }
  double sum = 0;
  for (std::size_t i = 0; i < directions.size(); ++i)
    sum += std::remainder(directions[(i + 1) % directions.size()] - directions[i], 2 * std::numbers::pi);
  return sum / (2 * std::numbers::pi);
}

/// The corner that turns inward the most, measured as how far it lies inside the line between its neighbours.
void check_convex(Check& check, const std::vector<Vec3>& hull, bool reversed) {
  float worst = 0;
  std::size_t corner = 0;
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const float inward = -outside(hull[i], hull[(i + 2) % hull.size()], hull[(i + 1) % hull.size()]);
    if (inward > worst) {
      worst = inward;
      corner = (i + 1) % hull.size();
    }
  }
  const std::size_t row = reversed ? hull.size() - 1 - corner : corner;
  if (worst > kTolerance) check.add(finding::HULL_NOT_CONVEX, check.hull(row), worst);
}

void check_hull_holds(Check& check, const std::vector<Vec3>& hull) {
  std::size_t count = 0;
  float farthest = 0;
  for (const Vec3& point : check.points) {
    const float far = outside(hull, point);
    if (far > tolerance_for(point.x) + tolerance_for(point.z)) ++count;
    farthest = std::max(farthest, far);
  }
  if (count > 0) check.add(finding::VERTEX_OUTSIDE_HULL, check.hull(0), count, farthest);
}

void check_hull(Check& check) {
  std::vector<Vec3> hull = check.file.hull;
  if (hull.empty() && !check.strips() && !check.file.meshes.empty())
    check.add(finding::HULL_MISSING, Check::header("hull_count"));
  if (hull.empty()) return;
  const auto odd = std::ranges::find_if_not(hull, is_finite);
  if (odd != hull.end())
    return check.add(finding::VALUE_NOT_FINITE, check.hull(std::size_t(odd - hull.begin())),
                     hull.size() - std::size_t(std::ranges::count_if(hull, is_finite)), hull.size());
  if (hull.size() < 3) return check.add(finding::HULL_POINTS_TOO_FEW, check.hull(0), hull.size());
  const double around = turns(hull);
  const bool reversed = around < -0.5;
  if (reversed) {
    check.add(finding::HULL_REVERSED, check.hull(0));
    std::ranges::reverse(hull);
  }
  if (std::abs(std::abs(around) - 1) > 0.5)
    return check.add(finding::HULL_OUT_OF_ORDER, check.hull(0), std::lround(std::abs(around)));
  check_convex(check, hull, reversed);
  if (check.measurable) check_hull_holds(check, hull);
}

void check_circles(Check& check) {
  const auto& circles = check.file.circles;
  if (circles.empty() && !check.file.hull.empty())
    check.add(finding::CIRCLES_MISSING, Check::header("circle_count"));
  const std::optional<Box> box = bounds(check.file);
  for (std::size_t i = 0; i < circles.size(); ++i) {
    const Circle& circle = circles[i];
    if (!std::isfinite(circle.x) || !std::isfinite(circle.z) || !std::isfinite(circle.radius)) {
      check.add(finding::VALUE_NOT_FINITE, check.circle(i), 1, 1);
    } else if (!(circle.radius > 0)) {
      check.add(finding::CIRCLE_RADIUS_NOT_POSITIVE, check.circle(i), circle.radius);
    } else if (box) {
      const float x = circle.x - std::clamp(circle.x, box->min.x, box->max.x);
      const float z = circle.z - std::clamp(circle.z, box->min.z, box->max.z);
      if (math::hypot(x, z) > circle.radius + kTolerance)
        check.add(finding::CIRCLE_OUTSIDE_MODEL, check.circle(i));
    }
  }
}

}  // namespace

void check_bounds(Check& check) {
  check_header_and_meshes(check);
  check_footprint_sphere(check);
  check_hull(check);
  check_circles(check);
}

}  // namespace mw::bw2::bwm
