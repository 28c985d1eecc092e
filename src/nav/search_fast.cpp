#include "search_fast.h"

#include <algorithm>
#include <cmath>

#include "point2.h"

namespace mw::nav {

bool FastSearch::run(const Place& from, const Place& to) {
  goal_ = to.point2();
  parts_.labels.resize(walk_.size());
  parts_.open.clear();
  open(from.face, {.from = Walk::kNone, .cost = 0, .x = float(from.x), .y = float(from.y)});
  while (!parts_.open.empty()) {
    const std::uint32_t face = parts_.open.pop();
    if (parts_.labels[face].closed) continue;
    if (face == to.face) {
      collect(from.face, to.face);
      return true;
    }
    enter_neighbours(face);
  }
  return false;
}

void FastSearch::open(std::uint32_t face, const Label& label) {
  Label& known = parts_.labels[face];
  if (known.query == parts_.query && (known.closed || known.cost <= label.cost)) return;
  known = label;
  known.query = parts_.query;
  const double rest = distance({double(label.x), double(label.y)}, goal_);
  parts_.open.push(double(label.cost) + rest * double(walk_.least_cost_), face);
}

void FastSearch::enter_neighbours(std::uint32_t face) {
  Label& label = parts_.labels[face];
  label.closed = true;
  const Point2 here{double(label.x), double(label.y)};
  const Walk::Cell& cell = walk_.cells_[face];
  const double price = walk_.costs_.empty() ? 1 : double(walk_.costs_[face]);
  for (std::uint32_t i = 0; i < 3; ++i) {
    const std::int32_t across = cell.across[i];
    if (across < 0) continue;
    const std::uint32_t next = std::uint32_t(across) / 3;
    const Label& known = parts_.labels[next];
    if (known.query == parts_.query && known.closed) continue;
    const Point2& a = walk_.plan_[cell.corners[i]];
    const Point2& b = walk_.plan_[cell.corners[(i + 1) % 3]];
    const Point2 at = between(a, b, crossing(here, goal_, a, b));
    open(next, {.from = 3 * face + i,
                .cost = float(double(label.cost) + price * distance(here, at)),
                .x = float(at.x),
                .y = float(at.y)});
  }
}

void FastSearch::collect(std::uint32_t from, std::uint32_t to) {
  parts_.sides.clear();
  for (std::uint32_t face = to; face != from; face = parts_.sides.back() / 3)
    parts_.sides.push_back(parts_.labels[face].from);
  std::ranges::reverse(parts_.sides);
}

}  // namespace mw::nav
