#include <meshwright/bw2/bwm.h>
#include <meshwright/bw2/detail/bwm_build.h>
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

namespace mw::bw2::bwm {
namespace {

template <std::size_t D>
using Point = std::array<double, D>;

template <std::size_t D>
struct Ball {
  Point<D> centre{};
  double radius = 0;
};

template <std::size_t D>
double dot(const Point<D>& a, const Point<D>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < D; ++i) sum += a[i] * b[i];
  return sum;
}

template <std::size_t D>
Point<D> minus(const Point<D>& a, const Point<D>& b) {
  Point<D> difference{};
  for (std::size_t i = 0; i < D; ++i) difference[i] = a[i] - b[i];
  return difference;
}

template <std::size_t D>
double distance(const Point<D>& a, const Point<D>& b) {
  return std::sqrt(dot(minus(a, b), minus(a, b)));
}

/// Solves the first n rows and columns in place by elimination; false if they are singular.
template <std::size_t N>
bool solve(std::array<std::array<double, N + 1>, N>& rows, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t pivot = i;
    for (std::size_t r = i + 1; r < n; ++r)
      if (std::abs(rows[r][i]) > std::abs(rows[pivot][i])) pivot = r;
    std::swap(rows[i], rows[pivot]);
    if (!(std::abs(rows[i][i]) > 1e-14)) return false;
    for (std::size_t r = 0; r < n; ++r) {
      if (r == i) continue;
      const double factor = rows[r][i] / rows[i][i];
      for (std::size_t c = i; c <= N; ++c) rows[r][c] -= factor * rows[i][c];
    }
  }
  return true;
}

/// The smallest ball with these points on its surface; nothing if they lie on a line or a plane too many.
template <std::size_t D>
std::optional<Ball<D>> ball_through(std::span<const Point<D>> support) {
  const std::size_t n = support.size() - 1;
  std::array<std::array<double, D + 1>, D> rows{};
  for (std::size_t i = 0; i < n; ++i) {
    const Point<D> side = minus(support[i + 1], support[0]);
    for (std::size_t j = 0; j < n; ++j) rows[i][j] = 2 * dot(side, minus(support[j + 1], support[0]));
    rows[i][D] = dot(side, side);
  }
  if (!solve<D>(rows, n)) return std::nullopt;
  Ball<D> ball{support[0]};
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < D; ++k)
      ball.centre[k] += rows[i][D] / rows[i][i] * (support[i + 1][k] - support[0][k]);
  ball.radius = distance(ball.centre, support[0]);
  return ball;
}

/// The smallest ball around a handful of points, which are reduced to those that determine it.
template <std::size_t D>
std::optional<Ball<D>> ball_around(std::vector<Point<D>>& points) {
  constexpr double kSlack = 1e-7;
  std::optional<Ball<D>> best;
  std::vector<Point<D>> best_support;
  for (unsigned subset = 1; subset < 1U << points.size(); ++subset) {
    if (std::size_t(std::popcount(subset)) > D + 1) continue;
    std::vector<Point<D>> support;
    for (std::size_t i = 0; i < points.size(); ++i)
      if ((subset >> i & 1) != 0) support.push_back(points[i]);
    const std::optional<Ball<D>> ball = ball_through<D>(support);
    if (!ball || (best && ball->radius >= best->radius)) continue;
    const double reach = ball->radius * (1 + kSlack) + kSlack;
    if (!std::ranges::all_of(points, [&](const auto& p) { return distance(ball->centre, p) <= reach; }))
      continue;
    best = ball;
    best_support = std::move(support);
  }
  points = std::move(best_support);
  return best;
}

/// Takes in the farthest point until none is outside. Each step needs one pass, and a few steps do.
template <std::size_t D>
Ball<D> smallest_ball(const std::vector<Point<D>>& points) {
  constexpr int kMaxSteps = 100;
  if (points.empty()) return {};
  Ball<D> ball{points[0]};
  std::vector<Point<D>> support = {points[0]};
  for (int step = 0;; ++step) {
    const auto reach = [&](const Point<D>& p) { return distance(ball.centre, p); };
    const Point<D> farthest = *std::ranges::max_element(points, {}, reach);
    if (reach(farthest) - ball.radius <= kBoundTolerance) return ball;
    support.push_back(farthest);
    const std::optional<Ball<D>> larger = ball_around<D>(support);
    if (!larger || step == kMaxSteps) {  // rounding stands in the way: grow about the centre instead
      ball.radius = reach(farthest);
      return ball;
    }
    ball = *larger;
  }
}

void derive_mesh_bounds(std::span<const Vec3> points, Mesh& mesh) {
  mesh.sphere = derive_sphere(points);
  mesh.cylinder = derive_cylinder(points);
  mesh.volume = derive_volume(mesh.cylinder);
  mesh.box_min = mesh.box_max = points[0];
  for (const Vec3& point : points) {
    mesh.box_min = glm::min(mesh.box_min, point);
    mesh.box_max = glm::max(mesh.box_max, point);
  }
}

void derive_header_bounds(std::span<const Vec3> points, Header& header) {
  Mesh exact;
  derive_mesh_bounds(points, exact);
  header.box_min = round3(exact.box_min);
  header.box_max = round3(exact.box_max);
  header.sphere = {round3(exact.sphere.centre), round3(exact.sphere.radius)};
  header.cylinder = {round3(exact.cylinder.base), round3(exact.cylinder.height),
                     round3(exact.cylinder.radius)};
  header.volume = round3(exact.volume);
}

std::vector<Triangle> all_triangles(const File& file, std::size_t vertices) {
  std::vector<Triangle> all;
  const std::vector<Range> refs = material_ref_ranges(file);
  for (std::size_t mesh = 0; mesh < file.meshes.size(); ++mesh)
    for (std::uint64_t i = refs[mesh].begin; i < refs[mesh].end(); ++i)
      for (const Triangle& row : triangles(file, mesh, file.material_refs[i]).rows)
        if (std::ranges::all_of(row, [&](std::uint16_t corner) { return corner < vertices; }))
          all.push_back(row);
  return all;
}

}  // namespace

void derive_bounds(File& file, bool footprint) {
  const std::vector<Vec3> points = positions(file);
  if (points.empty() || !std::ranges::all_of(points, is_finite)) return;
  for (Mesh& mesh : file.meshes) {
    const Range part{mesh.vertex_offset, mesh.vertex_count};
    if (part.count > 0 && part.end() <= points.size())
      derive_mesh_bounds(std::span(points).subspan(part.begin, part.count), mesh);
  }
  derive_header_bounds(points, file.header);
  if (!footprint) return;
  file.hull = derive_hull(points);
  file.circles = derive_circles(points, all_triangles(file, points.size()));
  file.header.footprint_sphere = derive_footprint_sphere(file.hull, points);
}

bool footprint_follows(const File& file) {
  const std::vector<Vec3> points = positions(file);
  if (points.empty() || !std::ranges::all_of(points, is_finite)) return true;
  if (file.hull != derive_hull(points)) return false;
  return std::ranges::equal(
      file.circles, derive_circles(points, all_triangles(file, points.size())),
      [](const Circle& a, const Circle& b) { return a.x == b.x && a.z == b.z && a.radius == b.radius; });
}

float round3(double value) {
  return float(std::round(value * 1000) / 1000 + 0.0);  // no -0
}

Vec3 round3(const Vec3& value) {
  return {round3(value.x), round3(value.y), round3(value.z)};
}

Sphere derive_sphere(std::span<const Vec3> points) {
  std::vector<Point<3>> wide;
  wide.reserve(points.size());
  for (const Vec3& p : points) wide.push_back({p.x, p.y, p.z});
  const Ball<3> ball = smallest_ball(wide);
  return {{float(ball.centre[0]), float(ball.centre[1]), float(ball.centre[2])}, float(ball.radius)};
}

Cylinder derive_cylinder(std::span<const Vec3> points) {
  if (points.empty()) return {};
  std::vector<Point<2>> plan;
  plan.reserve(points.size());
  for (const Vec3& p : points) plan.push_back({p.x, p.z});
  const Ball<2> ball = smallest_ball(plan);
  const auto [low, high] = std::ranges::minmax(points, {}, &Vec3::y);
  return {{float(ball.centre[0]), low.y, float(ball.centre[1])}, high.y - low.y, float(ball.radius)};
}

float derive_volume(const Cylinder& cylinder) {
  return float(std::numbers::pi * cylinder.radius * cylinder.radius * cylinder.height);
}

Sphere derive_footprint_sphere(std::span<const Vec3> hull, std::span<const Vec3> points) {
  if (hull.empty()) return {};
  glm::dvec3 centre(0);
  for (const Vec3& point : hull) centre += glm::dvec3(point);
  centre /= double(hull.size());
  double radius = 0;
  for (const Vec3& point : points) radius = std::max(radius, glm::distance(centre, glm::dvec3(point)));
  return {round3(Vec3(centre)), round3(radius)};
}

}  // namespace mw::bw2::bwm
