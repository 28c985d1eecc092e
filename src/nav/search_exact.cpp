#include "search_exact.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "point2.h"

namespace mw::nav {
namespace {

constexpr std::uint32_t kStart = 0xFFFFFFFE;  // the root is the start of the path
constexpr double kFar = std::numeric_limits<double>::infinity();
constexpr double kTiny = 1e-10;  // of a side

/// Where paths over ties of rounding meet.
constexpr double kSame = 1e-12;

}  // namespace

bool ExactSearch::run(const Place& from, const Place& to) {
  goal_ = to.point2();
  goal_face_ = to.face;
  parts_.intervals.clear();
  parts_.open.clear();
  parts_.corners.resize(walk_.positions_.size());
  parts_.seen.resize(3 * walk_.size());
  // Real meshes need a few intervals per face. This is for meshes made to need more.
  most_ = std::min<std::size_t>(4096 + 64 * walk_.size(), std::size_t(1) << 22);
  // On a face without area in plan left and right are undefined.
  if (walk_.area(walk_.cells_[from.face]) > 0) begin(from);
  while (!parts_.open.empty() && parts_.intervals.size() < most_) {
    const std::uint32_t row = parts_.open.pop();
    if (leads_to_goal(parts_.intervals[row])) {
      collect(row);
      return true;
    }
    if (is_cheapest(parts_.intervals[row])) expand(row);
  }
  return false;
}

void ExactSearch::begin(const Place& from) {
  start_ = from.point2();
  const Interval seen{.corner = kStart};
  for (std::uint32_t side = 3 * from.face; side < 3 * from.face + 3; ++side)
    add(seen, side, walk_.end_of(side), walk_.begin_of(side), 0, 1, Walk::kNone);
  if (added_ > 0) parts_.open.push(promise(parts_.intervals[held_]), held_);
}

bool ExactSearch::leads_to_goal(const Interval& interval) const {
  return std::uint32_t(walk_.cells_[interval.side / 3].across[interval.side % 3]) / 3 == goal_face_;
}

const Point2& ExactSearch::root(const Interval& interval) const {
  return interval.corner == kStart ? start_ : place(interval.corner);
}

ExactSearch::Entered ExactSearch::enter(const Interval& interval) const {
  const auto across = std::uint32_t(walk_.cells_[interval.side / 3].across[interval.side % 3]);
  const std::uint32_t face = across / 3;
  const std::uint32_t last = 3 * face + (across % 3 + 2) % 3;
  const std::uint32_t after = 3 * face + (across % 3 + 1) % 3;
  const bool turned = walk_.begin_of(across) != interval.left_end;
  return {.left = interval.left_end,
          .right = interval.right_end,
          .tip = walk_.begin_of(last),
          .left_side = turned ? after : last,
          .right_side = turned ? last : after};
}

/// Continues at once if there is only one way.
void ExactSearch::expand(std::uint32_t row) {
  for (;;) {
    added_ = 0;
    see_from(row);
    if (added_ == 0) return;
    if (added_ > 1 || leads_to_goal(parts_.intervals[held_]) || parts_.intervals.size() >= most_) break;
    row = held_;
  }
  parts_.open.push(promise(parts_.intervals[held_]), held_);
}

void ExactSearch::see_from(std::uint32_t row) {
  Interval interval = parts_.intervals[row];
  const Entered face = enter(interval);
  const Point2 from = root(interval);
  if (side_of(place(face.left), place(face.right), from) == 0) {
    if (on_line(interval)) see_all(interval, face, row);
    return;
  }
  const Point2 left = between(place(face.left), place(face.right), interval.left);
  const Point2 right = between(place(face.left), place(face.right), interval.right);
  if (side_of(from, left, place(face.tip)) > 0)
    tip_is_left(interval, face, left, right, row);
  else if (side_of(from, right, place(face.tip)) < 0)
    tip_is_right(interval, face, left, right, row);
  else
    tip_is_seen(interval, face, left, right, row);
}

/// A root on the line of the side sees it edge-on. Unless it is on the interval, the path turns at the nearer
/// end. False if nothing new is seen.
bool ExactSearch::on_line(Interval& interval) {
  const Point2& a = place(interval.left_end);
  const Point2& b = place(interval.right_end);
  const double square = dot(b - a, b - a);
  const double at = square > 0 ? dot(b - a, root(interval) - a) / square : 0;
  const Interval seen = interval;
  if (at < interval.left - kTiny) {
    if (interval.left > 0 || !turn_at(interval.left_end, Turn::left, seen, interval)) return false;
  } else if (at > interval.right + kTiny) {
    if (interval.right < 1 || !turn_at(interval.right_end, Turn::right, seen, interval)) return false;
  }
  // Around a corner inside the surface this would never end.
  RootMark& mark = parts_.seen[interval.side];
  if (mark.query == parts_.query && mark.corner == interval.corner) return false;
  mark = {parts_.query, interval.corner};
  return true;
}

void ExactSearch::see_all(const Interval& interval, const Entered& face, std::uint32_t row) {
  add(interval, face.left_side, face.left, face.tip, 0, 1, row);
  add(interval, face.right_side, face.tip, face.right, 0, 1, row);
}

/// Whether a path that comes from a point and turns at a corner can be pulled tight there: the border must be
/// on the side that it turns to.
bool ExactSearch::is_tight(const Point2& from, std::uint32_t corner, Turn way) const {
  const Walk::Turns& turns = walk_.turns_[corner];
  if (!turns.possible || turns.borders != 2) return turns.possible;
  const int wrong = way == Turn::left ? -1 : 1;
  return side_of(from, place(corner), place(turns.ends[0])) != wrong &&
         side_of(from, place(corner), place(turns.ends[1])) != wrong;
}

/// Makes a corner the root, if a shortest path may turn there and none as cheap has turned there that way:
/// the view of another root is nearer without the turn.
bool ExactSearch::turn_at(std::uint32_t corner, Turn way, const Interval& interval, Interval& turned) {
  const Point2 from = root(interval);
  if (!is_tight(from, corner, way)) return false;
  const double cost = interval.cost + distance(from, place(corner));
  CornerMark& mark = parts_.corners[corner];
  if (mark.query != parts_.query) mark = {parts_.query, {kFar, kFar}};
  double& known = mark.costs[std::size_t(way)];
  if (!(cost < known * (1 - kSame))) return false;
  known = cost;
  turned = interval;
  turned.corner = corner;
  turned.cost = cost;
  return true;
}

/// Whether no cheaper path to the root was found meanwhile.
bool ExactSearch::is_cheapest(const Interval& interval) const {
  if (interval.corner == kStart) return true;
  const CornerMark& mark = parts_.corners[interval.corner];
  return !(std::min(mark.costs[0], mark.costs[1]) < interval.cost * (1 - kSame));
}

/// Where the line from the root through a point meets the line from one corner to another: 0 at the first.
double ExactSearch::cut(const Point2& root, const Point2& through, std::uint32_t from,
                        std::uint32_t to) const {
  const double first = turn(root, through, place(from));
  const double second = turn(root, through, place(to));
  const double t = first != second ? first / (first - second) : 0;
  if (!(t > kTiny)) return 0;
  return t < 1 - kTiny ? t : 1;
}

void ExactSearch::tip_is_left(const Interval& interval, const Entered& face, const Point2& left,
                              const Point2& right, std::uint32_t row) {
  const double begin = cut(root(interval), left, face.tip, face.right);
  const double end = interval.right >= 1 ? 1 : cut(root(interval), right, face.tip, face.right);
  add(interval, face.right_side, face.tip, face.right, begin, end, row);
  Interval turned;
  if (interval.left > 0 || !turn_at(face.left, Turn::left, interval, turned)) return;
  add(turned, face.left_side, face.left, face.tip, 0, 1, row);
  add(turned, face.right_side, face.tip, face.right, 0, begin, row);
}

void ExactSearch::tip_is_right(const Interval& interval, const Entered& face, const Point2& left,
                               const Point2& right, std::uint32_t row) {
  const double begin = interval.left <= 0 ? 0 : cut(root(interval), left, face.left, face.tip);
  const double end = cut(root(interval), right, face.left, face.tip);
  add(interval, face.left_side, face.left, face.tip, begin, end, row);
  Interval turned;
  if (interval.right < 1 || !turn_at(face.right, Turn::right, interval, turned)) return;
  add(turned, face.right_side, face.tip, face.right, 0, 1, row);
  add(turned, face.left_side, face.left, face.tip, end, 1, row);
}

void ExactSearch::tip_is_seen(const Interval& interval, const Entered& face, const Point2& left,
                              const Point2& right, std::uint32_t row) {
  const double begin = interval.left <= 0 ? 0 : cut(root(interval), left, face.left, face.tip);
  const double end = interval.right >= 1 ? 1 : cut(root(interval), right, face.tip, face.right);
  add(interval, face.left_side, face.left, face.tip, begin, 1, row);
  add(interval, face.right_side, face.tip, face.right, 0, end, row);
}

void ExactSearch::add(const Interval& seen, std::uint32_t side, std::uint32_t left_end,
                      std::uint32_t right_end, double left, double right, std::uint32_t row) {
  if (walk_.cells_[side / 3].across[side % 3] < 0 || !(right - left > kTiny)) return;
  Interval next = seen;
  next.side = side;
  next.left_end = left_end;
  next.right_end = right_end;
  next.left = left;
  next.right = right;
  next.before = row;
  if (added_++ > 0) parts_.open.push(promise(parts_.intervals[held_]), held_);
  held_ = std::uint32_t(parts_.intervals.size());
  parts_.intervals.push_back(next);
}

/// A goal on the root's side of the line is as far as its mirror image across it.
double ExactSearch::promise(const Interval& interval) const {
  const Point2& a = place(interval.left_end);
  const Point2& b = place(interval.right_end);
  const Point2 from = root(interval);
  const double at = crossing(from, goal_, a, b);
  const Point2 over = between(a, b, std::clamp(at, interval.left, interval.right));
  return interval.cost + distance(from, over) + distance(over, goal_);
}

void ExactSearch::collect(std::uint32_t row) {
  parts_.sides.clear();
  for (; row != Walk::kNone; row = parts_.intervals[row].before)
    parts_.sides.push_back(parts_.intervals[row].side);
  std::ranges::reverse(parts_.sides);
}

}  // namespace mw::nav
