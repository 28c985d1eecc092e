#include <meshwright/nav/walk.h>
#include <algorithm>

#include "funnel.h"
#include "point2.h"
#include "search_exact.h"
#include "search_fast.h"

namespace mw::nav {

WalkScratch::WalkScratch() : parts_(std::make_unique<Parts>()) {}
WalkScratch::~WalkScratch() = default;
WalkScratch::WalkScratch(WalkScratch&& other) noexcept = default;
WalkScratch& WalkScratch::operator=(WalkScratch&& other) noexcept = default;

bool Walk::find_path(const Place& from, const Place& to, const PathOptions& options, WalkScratch& scratch,
                     Path& path) const {
  path.points.clear();
  path.faces.clear();
  path.length = path.surface_length = 0;
  path.exact = false;
  if (!connected(from.face, to.face)) return false;
  WalkScratch::Parts& parts = *scratch.parts_;
  parts.begin_query();
  parts.sides.clear();
  path.exact = from.face == to.face;
  if (!path.exact && options.exact) path.exact = ExactSearch(*this, scratch).run(from, to);
  if (!path.exact && !FastSearch(*this, scratch).run(from, to)) return false;
  Funnel(*this, scratch).pull(from, to, path);
  return true;
}

namespace {

/// Whether two segments have a point in common.
bool touch(const Point2& a, const Point2& b, const Point2& c, const Point2& d) {
  if (side_of(a, b, c) * side_of(a, b, d) > 0 || side_of(c, d, a) * side_of(c, d, b) > 0) return false;
  const auto overlap = [](double p, double q, double r, double s) {
    return std::max(p, q) >= std::min(r, s) && std::max(r, s) >= std::min(p, q);
  };
  return overlap(a.x, b.x, c.x, d.x) && overlap(a.y, b.y, c.y, d.y);
}

}  // namespace

/// The faces that the line touches are one piece of surface as long as one face leads to the next over a side
/// that it touches too.
Sight Walk::look(const Place& from, const Place& to, WalkScratch& scratch) const {
  Sight sight{.end = from};
  if (!connected(from.face, to.face)) return sight;
  WalkScratch::Parts& parts = *scratch.parts_;
  const std::uint32_t query = parts.begin_query();
  parts.marks.resize(cells_.size());
  parts.pending.assign(1, from.face);
  parts.marks[from.face] = query;
  double furthest = 0;
  while (!parts.pending.empty()) {
    const std::uint32_t face = parts.pending.back();
    parts.pending.pop_back();
    if (face == to.face) return {true, to};
    for (std::uint32_t side = 3 * face; side < 3 * face + 3; ++side) {
      const std::uint32_t a = begin_of(side);
      const std::uint32_t b = end_of(side);
      if (!touch(from.point2(), to.point2(), plan_[a], plan_[b])) continue;
      note_reach(from, to, side, furthest, sight.end);
      const std::int32_t across = cells_[face].across[side % 3];
      if (across < 0 || parts.marks[std::uint32_t(across) / 3] == query) continue;
      parts.marks[std::uint32_t(across) / 3] = query;
      parts.pending.push_back(std::uint32_t(across) / 3);
    }
  }
  return sight;
}

/// The point of a side that the line reaches, if it is further along than the last one.
void Walk::note_reach(const Place& from, const Place& to, std::uint32_t side, double& furthest,
                      Place& end) const {
  const Point2& a = plan_[begin_of(side)];
  const Point2& b = plan_[end_of(side)];
  const double t = crossing(from.point2(), to.point2(), a, b);
  const Point2 at = between(a, b, t);
  const Point2 along = to.point2() - from.point2();
  const double square = dot(along, along);
  const double reached = square > 0 ? dot(at - from.point2(), along) / square : 0;
  if (!(reached > furthest)) return;
  furthest = reached;
  const double from_z = double(positions_[begin_of(side)].z);
  end = {side / 3, at.x, at.y, from_z + (double(positions_[end_of(side)].z) - from_z) * t};
}

}  // namespace mw::nav
