#include "polygon_mesh.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>

#include "point2.h"

namespace mw::nav {
namespace {

/// Nearer to a line than this is on it. Far more than rounding adds, far less than anybody's step.
constexpr double kOnLine = 1e-7;

double height_above(const Point2& a, const Point2& b, const Point2& point) {
  return turn(a, b, point) / distance(a, b);
}

}  // namespace

/// Whether more than a line's width of the polygon is inside: clipped by each side in turn, something is
/// left.
bool PolygonMesh::overlaps(const Polygon& polygon, std::span<const Point2> outline) const {
  std::vector<Point2> left;
  for (const std::uint32_t corner : polygon.corners) left.push_back(plan(corner));
  for (std::size_t i = 0; i < outline.size() && !left.empty(); ++i) {
    const Point2& a = outline[i];
    const Point2& b = outline[(i + 1) % outline.size()];
    std::vector<Point2> inside;
    for (std::size_t j = 0; j < left.size(); ++j) {
      const Point2& from = left[j];
      const Point2& to = left[(j + 1) % left.size()];
      const double from_height = height_above(a, b, from) - kOnLine;
      const double to_height = height_above(a, b, to) - kOnLine;
      if (from_height > 0) inside.push_back(from);
      if ((from_height > 0) != (to_height > 0))
        inside.push_back(between(from, to, from_height / (from_height - to_height)));
    }
    left = std::move(inside);
  }
  return left.size() > 2;
}

void PolygonMesh::subtract(std::uint32_t polygon, std::span<const Point2> outline) {
  if (polygons[polygon].corners.empty() || !overlaps(polygons[polygon], outline)) return;
  for (std::size_t i = 0; i < outline.size(); ++i)
    if (!split(polygon, outline[i], outline[(i + 1) % outline.size()])) return;
  remove(polygon);
}

/// Keeps the part left of the line. False if that is empty.
bool PolygonMesh::split(std::uint32_t polygon, const Point2& a, const Point2& b) {
  heights_.clear();
  for (const std::uint32_t corner : polygons[polygon].corners) {
    const double height = height_above(a, b, plan(corner));
    heights_.push_back(std::abs(height) > kOnLine ? height : 0);
  }
  if (std::ranges::none_of(heights_, [](double height) { return height > 0; })) return false;
  split_sides(polygon);
  for (;;) {
    const auto below = [](double height) { return height < 0; };
    const auto found = std::ranges::find_if(heights_, below);
    if (found == heights_.end()) return true;
    // The whole run of corners below the line, which may wrap around the end.
    const std::size_t size = heights_.size();
    auto first = std::size_t(found - heights_.begin());
    while (below(heights_[(first + size - 1) % size])) first = (first + size - 1) % size;
    std::size_t count = 1;
    while (below(heights_[(first + count) % size])) ++count;
    cut_off(polygon, first, count);
  }
}

/// Puts a corner wherever a side crosses the line.
void PolygonMesh::split_sides(std::uint32_t polygon) {
  for (std::size_t side = 0; side < polygons[polygon].corners.size(); ++side) {
    const double from = heights_[side];
    const double to = heights_[(side + 1) % heights_.size()];
    if (!(from * to < 0)) continue;
    split_side(polygon, side, from / (from - to));
    heights_.insert(heights_.begin() + std::ptrdiff_t(side + 1), 0);
  }
}

void PolygonMesh::split_side(std::uint32_t polygon, std::size_t side, double t) {
  const auto added = std::uint32_t(positions.size());
  Polygon& own = polygons[polygon];
  const std::uint32_t begin = own.corners[side];
  const std::uint32_t end = own.corners[(side + 1) % own.corners.size()];
  positions.push_back(glm::mix(positions[begin], positions[end], t));
  const std::uint32_t other = own.across[side];
  const auto insert = [&](Polygon& into, std::size_t at, std::uint32_t behind) {
    into.corners.insert(into.corners.begin() + std::ptrdiff_t(at + 1), added);
    into.across.insert(into.across.begin() + std::ptrdiff_t(at + 1), behind);
  };
  insert(own, side, other);
  if (other == kNone) return;
  Polygon& behind = polygons[other];
  for (std::size_t i = 0; i < behind.corners.size(); ++i) {
    const std::uint32_t next = behind.corners[(i + 1) % behind.corners.size()];
    const bool same =
        (behind.corners[i] == end && next == begin) || (behind.corners[i] == begin && next == end);
    if (behind.across[i] != polygon || !same) continue;
    insert(behind, i, polygon);
    return;
  }
}

/// The side of `neighbour` between two corners now leads to `to`, not to `from`.
void PolygonMesh::relink(std::uint32_t from, std::uint32_t to, std::uint32_t begin, std::uint32_t end,
                         std::uint32_t neighbour) {
  if (neighbour == kNone) return;
  Polygon& polygon = polygons[neighbour];
  for (std::size_t i = 0; i < polygon.corners.size(); ++i) {
    const std::uint32_t next = polygon.corners[(i + 1) % polygon.corners.size()];
    const bool same =
        (polygon.corners[i] == end && next == begin) || (polygon.corners[i] == begin && next == end);
    if (polygon.across[i] == from && same) polygon.across[i] = to;
  }
}

/// A run of corners, with the corners before and after it, becomes a polygon of its own.
void PolygonMesh::cut_off(std::uint32_t polygon, std::size_t first, std::size_t count) {
  const auto added = std::uint32_t(polygons.size());
  Polygon cut;
  Polygon kept;
  const Polygon old = polygons[polygon];
  cut.source = kept.source = old.source;
  const std::size_t size = old.corners.size();
  std::vector<double> heights;
  for (std::size_t i = 0; i < count + 2; ++i) {
    const std::size_t at = (first + size - 1 + i) % size;
    cut.corners.push_back(old.corners[at]);
    cut.across.push_back(i <= count ? old.across[at] : polygon);
  }
  for (std::size_t i = 0; i < size - count; ++i) {
    const std::size_t at = (first + count + i) % size;
    kept.corners.push_back(old.corners[at]);
    kept.across.push_back(i + 1 < size - count ? old.across[at] : added);
    heights.push_back(heights_[at]);
  }
  heights_ = std::move(heights);
  polygons[polygon] = std::move(kept);
  polygons.push_back(std::move(cut));
  for (std::size_t i = 0; i <= count; ++i) {
    const Polygon& piece = polygons[added];
    relink(polygon, added, piece.corners[i], piece.corners[i + 1], piece.across[i]);
  }
}

void PolygonMesh::remove(std::uint32_t polygon) {
  const Polygon gone = std::move(polygons[polygon]);
  polygons[polygon] = {.corners = {}, .across = {}, .source = gone.source};
  for (std::size_t i = 0; i < gone.corners.size(); ++i)
    relink(polygon, kNone, gone.corners[i], gone.corners[(i + 1) % gone.corners.size()], gone.across[i]);
}

}  // namespace mw::nav
