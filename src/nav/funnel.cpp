#include "funnel.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "point2.h"

namespace mw::nav {

/// Which end is left follows from side to side: of the two sides out of a face, the left one shares the left
/// end. The first face with an area in plan shows whether the guess for the first side was right.
void Funnel::find_portals() {
  parts_.portals.clear();
  std::uint32_t left = Walk::kNone;
  std::uint32_t right = Walk::kNone;
  bool decided = false;
  bool mirrored = false;
  for (const std::uint32_t side : parts_.sides) {
    const std::uint32_t begin = walk_.begin_of(side);
    const std::uint32_t end = walk_.end_of(side);
    if (left == Walk::kNone || begin == left || end == left) {
      left = left == Walk::kNone ? end : left;
      right = begin == left ? end : begin;
    } else {
      left = begin == right ? end : begin;
    }
    parts_.portals.push_back({left, right});
    if (decided || !(walk_.area(walk_.cells_[side / 3]) > 0)) continue;
    decided = true;
    mirrored = left == begin;
  }
  if (mirrored)
    for (Portal& portal : parts_.portals) std::swap(portal.left, portal.right);
}

std::uint32_t Funnel::add_point(const FunnelPoint& point, std::uint32_t before) {
  parts_.points.push_back(point);
  parts_.points.back().before = before;
  return std::uint32_t(parts_.points.size() - 1);
}

/// The chain to the left turns left from the apex outwards. A point beyond the whole of it moves the apex
/// along the chain to the right. One on its line does not: it may lie in the other direction.
void Funnel::add_left(const FunnelPoint& point) {
  std::size_t row = left_;
  while (row < apex_ && turn(at(row + 1), at(row), point.place) <= 0) ++row;
  if (row == apex_)
    while (row < right_ && turn(at(row), at(row + 1), point.place) < 0) ++row;
  apex_ = std::max(apex_, row);
  left_ = row - 1;
  parts_.funnel[left_] = add_point(point, parts_.funnel[row]);
}

void Funnel::add_right(const FunnelPoint& point) {
  std::size_t row = right_;
  while (row > apex_ && turn(at(row - 1), at(row), point.place) >= 0) --row;
  if (row == apex_)
    while (row > left_ && turn(at(row), at(row - 1), point.place) > 0) --row;
  apex_ = std::min(apex_, row);
  right_ = row + 1;
  parts_.funnel[right_] = add_point(point, parts_.funnel[row]);
}

void Funnel::pull(const Place& from, const Place& to, Path& path) {
  find_portals();
  const std::size_t count = parts_.portals.size();
  parts_.points.clear();
  parts_.funnel.resize(2 * count + 5);
  left_ = apex_ = right_ = count + 2;
  parts_.funnel[apex_] = add_point({.place = from.point2(), .corner = Walk::kNone, .portal = 0}, 0);
  for (std::uint32_t i = 0; i < count; ++i) {
    const Portal& portal = parts_.portals[i];
    if (i == 0 || portal.left != parts_.portals[i - 1].left)
      add_left({.place = walk_.plan_[portal.left], .corner = portal.left, .portal = i + 1});
    if (i == 0 || portal.right != parts_.portals[i - 1].right)
      add_right({.place = walk_.plan_[portal.right], .corner = portal.right, .portal = i + 1});
  }
  add_left({.place = to.point2(), .corner = Walk::kNone, .portal = std::uint32_t(count + 1)});
  write(from, to, path);
  measure(to, path);
}

/// From the goal back. A corner at the place of the one before it is left out, and a last one at the goal's;
/// of the start and the goal themselves both are kept. An earlier corner may well be where the goal is, a
/// storey below.
void Funnel::write(const Place& from, const Place& to, Path& path) {
  parts_.pending.clear();
  for (auto row = std::uint32_t(parts_.points.size() - 1); row != 0; row = parts_.points[row].before)
    parts_.pending.push_back(row);
  path.faces.push_back(from.face);
  for (const std::uint32_t side : parts_.sides)
    path.faces.push_back(std::uint32_t(walk_.cells_[side / 3].across[side % 3]) / 3);
  path.points.push_back(from);
  parts_.turns.clear();
  for (std::size_t i = parts_.pending.size(); i-- > 1;) {
    const FunnelPoint& point = parts_.points[parts_.pending[i]];
    const bool is_last = i == 1;
    if (point.place == path.points.back().point2() || (is_last && point.place == to.point2())) continue;
    path.points.push_back({path.faces[point.portal - 1], point.place.x, point.place.y,
                           double(walk_.positions_[point.corner].z)});
    parts_.turns.push_back(point.portal);
  }
  path.points.push_back(to);
}

void Funnel::measure(const Place& to, Path& path) const {
  const auto position = [](const Place& place) { return glm::dvec3(place.x, place.y, place.z); };
  glm::dvec3 last = position(path.points[0]);
  std::uint32_t passed = 0;
  for (std::size_t i = 1; i < path.points.size(); ++i) {
    const Point2 begin = path.points[i - 1].point2();
    const Point2 end = path.points[i].point2();
    path.length += nav::distance(begin, end);
    const bool turns = i + 1 < path.points.size();
    const auto until = turns ? parts_.turns[i - 1] - 1 : std::uint32_t(parts_.portals.size());
    for (; passed < until; ++passed) {
      const Portal& portal = parts_.portals[passed];
      const double t = crossing(begin, end, walk_.plan_[portal.left], walk_.plan_[portal.right]);
      const glm::dvec3 next =
          glm::mix(glm::dvec3(walk_.positions_[portal.left]), glm::dvec3(walk_.positions_[portal.right]), t);
      path.surface_length += glm::distance(last, next);
      last = next;
    }
    const glm::dvec3 here = position(turns ? path.points[i] : to);
    path.surface_length += glm::distance(last, here);
    last = here;
  }
  path.surface_length = std::max(path.surface_length, path.length);  // except for rounding it is
}

}  // namespace mw::nav
