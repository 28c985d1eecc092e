#include "search_exact.h"

#include <algorithm>
#include <cmath>

#include "plan.h"

namespace mw::nav {
namespace {

constexpr std::uint32_t kStart = 0xFFFFFFFE;    // the root is where the way begins
constexpr std::uint32_t kNowhere = 0xFFFFFFFD;  // the root is neither that nor a corner
constexpr double kTiny = 1e-10;                 // of a side

/// Where ways over ties of rounding meet.
constexpr double kSame = 1e-12;

}  // namespace

bool ExactSearch::run(const Place& from, const Place& to) {
  goal_ = to.plan();
  parts_.intervals.clear();
  parts_.open.clear();
  parts_.corners.resize(walk_.positions_.size());
  parts_.seen.resize(3 * walk_.size());
  // Real meshes need a few intervals per face. This is for those that were made to need more.
  const std::size_t most = std::min<std::size_t>(4096 + 64 * walk_.size(), std::size_t(1) << 22);
  // On a face without area in plan nothing tells left from right.
  if (walk_.area(walk_.cells_[from.face]) > 0) begin(from);
  while (!parts_.open.empty() && parts_.intervals.size() < most) {
    const std::uint32_t row = parts_.open.pop();
    const Interval& interval = parts_.intervals[row];
    if (std::uint32_t(walk_.cells_[interval.side / 3].across[interval.side % 3]) / 3 == to.face) {
      collect(row);
      return true;
    }
    if (is_cheapest(interval)) expand(row);
  }
  return false;
}

void ExactSearch::begin(const Place& from) {
  const Interval seen{.root = from.plan(), .corner = kStart};
  for (std::uint32_t side = 3 * from.face; side < 3 * from.face + 3; ++side)
    add(seen, side, walk_.end_of(side), walk_.begin_of(side), 0, 1, Walk::kNone);
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

void ExactSearch::expand(std::uint32_t row) {
  Interval interval = parts_.intervals[row];
  const Entered face = enter(interval);
  if (side_of(place(face.left), place(face.right), interval.root) == 0) {
    if (on_line(interval)) see_all(interval, face, row);
    return;
  }
  const Plan left = between(place(face.left), place(face.right), interval.left);
  const Plan right = between(place(face.left), place(face.right), interval.right);
  if (side_of(interval.root, left, place(face.tip)) > 0)
    tip_is_left(interval, face, left, right, row);
  else if (side_of(interval.root, right, place(face.tip)) < 0)
    tip_is_right(interval, face, left, right, row);
  else
    tip_is_seen(interval, face, left, right, row);
}

/// A root on the line of the side sees it edge-on. Unless it is on the interval the way goes along the line to
/// the nearer end first. False when this was done before.
bool ExactSearch::on_line(Interval& interval) {
  const Plan& a = place(interval.left_end);
  const Plan& b = place(interval.right_end);
  const double square = dot(b - a, b - a);
  const double at = square > 0 ? dot(b - a, interval.root - a) / square : 0;
  if (at < interval.left - kTiny || at > interval.right + kTiny) {
    const bool to_left = at < interval.left;
    const double end = to_left ? interval.left : interval.right;
    const Plan root = between(a, b, end);
    interval.cost += distance(interval.root, root);
    interval.root = root;
    interval.corner = end <= 0 ? interval.left_end : end >= 1 ? interval.right_end : kNowhere;
    if (!is_cheapest(interval)) return false;
  }
  RootMark& mark = parts_.seen[interval.side];
  if (interval.corner != kNowhere && mark.query == parts_.query && mark.corner == interval.corner)
    return false;
  mark = {parts_.query, interval.corner};
  return true;
}

void ExactSearch::see_all(const Interval& interval, const Entered& face, std::uint32_t row) {
  add(interval, face.left_side, face.left, face.tip, 0, 1, row);
  add(interval, face.right_side, face.tip, face.right, 0, 1, row);
}

/// Makes a corner the root, if a shortest way may turn there and no cheaper way to it is known.
bool ExactSearch::turn_at(std::uint32_t corner, const Interval& interval, Interval& turned) {
  if (walk_.turns_[corner] == 0) return false;
  turned = interval;
  turned.root = place(corner);
  turned.corner = corner;
  turned.cost += distance(interval.root, turned.root);
  return is_cheapest(turned);
}

/// Whether no cheaper way to the root is known; makes a note of this one.
bool ExactSearch::is_cheapest(const Interval& interval) {
  if (interval.corner >= kNowhere) return true;
  CornerMark& mark = parts_.corners[interval.corner];
  const bool known = mark.query == parts_.query;
  if (known && mark.cost * (1 + kSame) < interval.cost) return false;
  if (!known || interval.cost < mark.cost) mark = {interval.cost, parts_.query};
  return true;
}

/// Where the line from the root through a point meets the way from one corner to another: 0 at the first.
double ExactSearch::cut(const Plan& root, const Plan& through, std::uint32_t from, std::uint32_t to) const {
  const double first = turn(root, through, place(from));
  const double second = turn(root, through, place(to));
  const double t = first != second ? first / (first - second) : 0;
  if (!(t > kTiny)) return 0;
  return t < 1 - kTiny ? t : 1;
}

void ExactSearch::tip_is_left(const Interval& interval, const Entered& face, const Plan& left,
                              const Plan& right, std::uint32_t row) {
  const double begin = cut(interval.root, left, face.tip, face.right);
  const double end = interval.right >= 1 ? 1 : cut(interval.root, right, face.tip, face.right);
  add(interval, face.right_side, face.tip, face.right, begin, end, row);
  Interval turned;
  if (interval.left > 0 || !turn_at(face.left, interval, turned)) return;
  add(turned, face.left_side, face.left, face.tip, 0, 1, row);
  add(turned, face.right_side, face.tip, face.right, 0, begin, row);
}

void ExactSearch::tip_is_right(const Interval& interval, const Entered& face, const Plan& left,
                               const Plan& right, std::uint32_t row) {
  const double begin = interval.left <= 0 ? 0 : cut(interval.root, left, face.left, face.tip);
  const double end = cut(interval.root, right, face.left, face.tip);
  add(interval, face.left_side, face.left, face.tip, begin, end, row);
  Interval turned;
  if (interval.right < 1 || !turn_at(face.right, interval, turned)) return;
  add(turned, face.right_side, face.tip, face.right, 0, 1, row);
  add(turned, face.left_side, face.left, face.tip, end, 1, row);
}

void ExactSearch::tip_is_seen(const Interval& interval, const Entered& face, const Plan& left,
                              const Plan& right, std::uint32_t row) {
  const double begin = interval.left <= 0 ? 0 : cut(interval.root, left, face.left, face.tip);
  const double end = interval.right >= 1 ? 1 : cut(interval.root, right, face.tip, face.right);
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
  parts_.open.push(promise(next), std::uint32_t(parts_.intervals.size()));
  parts_.intervals.push_back(next);
}

/// A goal on the root's side of the line is as far as its mirror image behind it.
double ExactSearch::promise(const Interval& interval) const {
  const Plan& a = place(interval.left_end);
  const Plan& b = place(interval.right_end);
  const double at = crossing(interval.root, goal_, a, b);
  const Plan over = between(a, b, std::clamp(at, interval.left, interval.right));
  return interval.cost + distance(interval.root, over) + distance(over, goal_);
}

void ExactSearch::collect(std::uint32_t row) {
  parts_.sides.clear();
  for (; row != Walk::kNone; row = parts_.intervals[row].before)
    parts_.sides.push_back(parts_.intervals[row].side);
  std::ranges::reverse(parts_.sides);
}

}  // namespace mw::nav
