#include <meshwright/core/detail/elementary.h>
#include <meshwright/nav/detail/carve.h>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "point2.h"
#include "polygon_mesh.h"

namespace mw::nav {

/// By turning along the points from left to right and back (Andrew's monotone chain).
std::vector<Point2> convex_outline(std::vector<Point2> points) {
  std::erase_if(points, [](const Point2& p) { return !std::isfinite(p.x) || !std::isfinite(p.y); });
  std::ranges::sort(points,
                    [](const Point2& a, const Point2& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  std::vector<Point2> outline;
  const auto go = [&](auto begin, auto end) {
    const std::size_t start = outline.size();
    for (auto point = begin; point != end; ++point) {
      while (outline.size() >= start + 2 && turn(outline[outline.size() - 2], outline.back(), *point) <= 0)
        outline.pop_back();
      outline.push_back(*point);
    }
    if (!outline.empty()) outline.pop_back();  // the inverse begins with it
  };
  go(points.begin(), points.end());
  go(points.rbegin(), points.rend());
  return outline.size() < 3 ? std::vector<Point2>() : outline;
}

namespace {

/// The area of a triangle for its longest side: 0 for a line, negative for a reversed triangle.
double stoutness(const Point2& a, const Point2& b, const Point2& c) {
  const double longest = std::max({dot(b - a, b - a), dot(c - b, c - b), dot(a - c, a - c)});
  return longest > 0 ? turn(a, b, c) / longest : 0;
}

/// Cuts off one corner after the other, the stoutest triangle first. Cutting makes corners in the middle of a
/// side, which are off its line by rounding: a triangle of three of them would be reversed, and block
/// everything. So no corner is cut off if only such corners would remain.
std::vector<geometry::Corners> triangles_of(std::vector<std::uint32_t> corners,
                                            std::span<const Vec3> positions) {
  std::vector<geometry::Corners> triangles;
  while (corners.size() >= 3) {
    const std::size_t size = corners.size();
    const auto place = [&](std::size_t i) { return point2_of(positions[corners[i % size]]); };
    std::size_t best = 0;
    double most = -2;
    for (std::size_t i = 0; i < size; ++i) {
      const Point2 before = place(i + size - 1);
      const Point2 after = place(i + 1);
      double worth = stoutness(before, place(i), after);
      if (size > 3)
        worth = std::min(
            {worth, stoutness(before, after, place(i + 2)), stoutness(place(i + size - 2), before, after)});
      if (worth <= most) continue;
      most = worth;
      best = i;
    }
    triangles.push_back({corners[(best + size - 1) % size], corners[best], corners[(best + 1) % size]});
    corners.erase(corners.begin() + std::ptrdiff_t(best));
  }
  return triangles;
}

}  // namespace

class Carver {
 public:
  Carver(const Walk& walk, double radius) : walk_(walk), radius_(radius > 0 ? radius : 0) {
    for (const Vec3& position : walk.positions_) mesh_.positions.emplace_back(position);
    mesh_.polygons.resize(walk.cells_.size());
    pieces_.resize(walk.cells_.size());
    for (std::uint32_t face = 0; face < walk.cells_.size(); ++face) {
      if (!walk.has(face)) continue;
      PolygonMesh::Polygon& polygon = mesh_.polygons[face];
      polygon.source = face;
      pieces_[face].push_back(face);
      const Walk::Cell& cell = walk.cells_[face];
      polygon.corners.assign(cell.corners.begin(), cell.corners.end());
      for (const std::int32_t across : cell.across)
        polygon.across.push_back(across < 0 ? PolygonMesh::kNone : std::uint32_t(across) / 3);
    }
  }

  void take_border() {
    if (radius_ == 0) return;
    marks_.assign(walk_.size(), Walk::kNone);
    for (std::uint32_t side = 0; side < 3 * walk_.size(); ++side) {
      if (!walk_.has(side / 3) || walk_.cells_[side / 3].across[side % 3] >= 0) continue;
      const std::vector<Point2> outline =
          widened({walk_.plan_[walk_.begin_of(side)], walk_.plan_[walk_.end_of(side)]});
      if (outline.size() < 3) continue;
      for (const std::uint32_t face : faces_around(side, outline)) take(face, outline);
    }
  }

  void take_obstacle(const Footprint& obstacle) {
    const std::vector<Point2> outline = widened(obstacle.outline);
    if (outline.size() < 3) return;
    Point2 middle;
    for (const Point2& point : outline) {
      middle.x += point.x / double(outline.size());
      middle.y += point.y / double(outline.size());
    }
    for (std::uint32_t face = 0; face < walk_.size(); ++face)
      if (walk_.has(face) && passes(face, middle, obstacle)) take(face, outline);
  }

  Carved finish() const {
    Carved carved;
    std::vector<std::uint32_t> row(mesh_.positions.size(), Walk::kNone);
    for (const PolygonMesh::Polygon& polygon : mesh_.polygons) {
      if (polygon.corners.size() < 3) continue;
      add_faces(polygon, row, carved);
    }
    carved.mesh.walkable.assign(carved.mesh.triangles.size(), 1);
    carved.mesh.neighbours = link_walkable(carved.mesh);
    return carved;
  }

 private:
  /// Points with circles around them, as one outline. Without a radius, a line still needs some width.
  std::vector<Point2> widened(const std::vector<Point2>& points) const {
    if (radius_ > 0) return with_circles(points, radius_, kCircle);
    const std::vector<Point2> outline = convex_outline(points);
    return outline.empty() ? with_circles(points, kHair, 4) : outline;
  }

  static std::vector<Point2> with_circles(const std::vector<Point2>& points, double radius, int sides) {
    std::vector<Point2> around;
    const double reach = radius / math::cos(std::numbers::pi / sides);
    for (const Point2& point : points)
      for (int i = 0; i < sides; ++i) {
        const double angle = 2 * std::numbers::pi * (i + 0.5) / sides;
        around.push_back({point.x + reach * math::cos(angle), point.y + reach * math::sin(angle)});
      }
    return convex_outline(std::move(around));
  }

  bool touches(std::uint32_t face, std::span<const Point2> outline) const {
    const Walk::Cell& cell = walk_.cells_[face];
    const auto apart = [](std::span<const Point2> a, std::span<const Point2> b) {
      for (std::size_t i = 0; i < a.size(); ++i) {
        const auto right = [&](const Point2& p) { return turn(a[i], a[(i + 1) % a.size()], p) <= 0; };
        if (a[i] != a[(i + 1) % a.size()] && std::ranges::all_of(b, right)) return true;
      }
      return false;
    };
    const Point2 corners[] = {walk_.plan_[cell.corners[0]], walk_.plan_[cell.corners[1]],
                              walk_.plan_[cell.corners[2]]};
    return !apart(outline, corners) && (walk_.area(cell) <= 0 || !apart(corners, outline));
  }

  /// Those connected to a side inside the outline.
  std::vector<std::uint32_t> faces_around(std::uint32_t side, std::span<const Point2> outline) {
    std::vector<std::uint32_t> faces = {side / 3};
    marks_[side / 3] = side;
    for (std::size_t i = 0; i < faces.size(); ++i)
      for (const std::int32_t across : walk_.cells_[faces[i]].across) {
        if (across < 0) continue;
        const std::uint32_t next = std::uint32_t(across) / 3;
        if (marks_[next] == side || !touches(next, outline)) continue;
        marks_[next] = side;
        faces.push_back(next);
      }
    return faces;
  }

  /// Whether the face's plane is near the obstacle's heights at its place.
  bool passes(std::uint32_t face, const Point2& at, const Footprint& obstacle) const {
    const Walk::Cell& cell = walk_.cells_[face];
    const auto position = [&](std::size_t i) { return glm::dvec3(walk_.positions_[cell.corners[i]]); };
    const double area = walk_.area(cell);
    const auto weight = [&](std::size_t i) {
      return turn(walk_.plan_[cell.corners[(i + 1) % 3]], walk_.plan_[cell.corners[(i + 2) % 3]], at) / area;
    };
    const auto [low, high] = std::minmax({position(0).z, position(1).z, position(2).z});
    double height = (low + high) / 2;
    if (area > 0)
      height = std::clamp(weight(0) * position(0).z + weight(1) * position(1).z + weight(2) * position(2).z,
                          low, high);
    return height >= obstacle.bottom - kReach && height <= obstacle.top + kReach;
  }

  void take(std::uint32_t face, std::span<const Point2> outline) {
    if (!touches(face, outline)) return;
    std::vector<std::uint32_t>& pieces = pieces_[face];
    const std::size_t count = pieces.size();
    for (std::size_t i = 0; i < count; ++i) {
      const auto before = std::uint32_t(mesh_.polygons.size());
      mesh_.subtract(pieces[i], outline);
      for (auto added = before; added < mesh_.polygons.size(); ++added) pieces.push_back(added);
    }
    std::erase_if(pieces, [&](std::uint32_t piece) { return mesh_.polygons[piece].corners.empty(); });
  }

  void add_faces(const PolygonMesh::Polygon& polygon, std::vector<std::uint32_t>& row, Carved& carved) const {
    std::vector<std::uint32_t> corners;
    for (const std::uint32_t used : polygon.corners) {
      if (row[used] == Walk::kNone) {
        row[used] = std::uint32_t(carved.mesh.positions.size());
        carved.mesh.positions.emplace_back(mesh_.positions[used]);
      }
      corners.push_back(row[used]);
    }
    for (geometry::Corners face : triangles_of(std::move(corners), carved.mesh.positions)) {
      if (walk_.turned_[polygon.source]) std::swap(face[1], face[2]);
      carved.mesh.triangles.push_back(face);
      carved.mesh.costs.push_back(walk_.costs_.empty() ? 1 : walk_.costs_[polygon.source]);
      carved.sources.push_back(polygon.source);
    }
  }

  const Walk& walk_;
  double radius_;
  PolygonMesh mesh_;
  std::vector<std::vector<std::uint32_t>> pieces_;  // one row per face
  std::vector<std::uint32_t> marks_;                // one per face: the side last checked for it
};

Carved carve(const Walk& walk, std::span<const Footprint> obstacles, double radius) {
  Carver carver(walk, radius);
  carver.take_border();
  for (const Footprint& obstacle : obstacles) carver.take_obstacle(obstacle);
  return carver.finish();
}

}  // namespace mw::nav
