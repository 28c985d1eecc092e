#pragma once

#include "walk_scratch.h"

namespace mw::nav {

/// The shortest path in plan at any angle (Polyanya: Cui, Harabor and Grastien, 2017). A search over
/// intervals: the part of a side that is visible from a root, which is the start or a corner where the path
/// turns. The bound of an interval is the length of the path over it as if nothing lay beyond, so the first
/// path found is the shortest.
class ExactSearch {
 public:
  ExactSearch(const Walk& walk, WalkScratch& scratch) : walk_(walk), parts_(*scratch.parts_) {}

  /// Fills parts_.sides; false if it gave up, because far more intervals came up than there are faces.
  bool run(const Place& from, const Place& to);

 private:
  enum class Turn : std::uint8_t { left, right };

  /// A face, entered from a side.
  struct Entered {
    std::uint32_t left;  // corners
    std::uint32_t right;
    std::uint32_t tip;
    std::uint32_t left_side;  // from left to tip
    std::uint32_t right_side;
  };

  void begin(const Place& from);
  void expand(std::uint32_t row);
  void see_from(std::uint32_t row);
  bool leads_to_goal(const Interval& interval) const;
  const Point2& root(const Interval& interval) const;
  bool is_tight(const Point2& from, std::uint32_t corner, Turn way) const;
  Entered enter(const Interval& interval) const;
  bool on_line(Interval& interval);
  void see_all(const Interval& interval, const Entered& face, std::uint32_t row);
  void tip_is_left(const Interval& interval, const Entered& face, const Point2& left, const Point2& right,
                   std::uint32_t row);
  void tip_is_right(const Interval& interval, const Entered& face, const Point2& left, const Point2& right,
                    std::uint32_t row);
  void tip_is_seen(const Interval& interval, const Entered& face, const Point2& left, const Point2& right,
                   std::uint32_t row);
  bool turn_at(std::uint32_t corner, Turn way, const Interval& interval, Interval& turned);
  void add(const Interval& seen, std::uint32_t side, std::uint32_t left_end, std::uint32_t right_end,
           double left, double right, std::uint32_t row);
  bool is_cheapest(const Interval& interval) const;
  double promise(const Interval& interval) const;
  double cut(const Point2& root, const Point2& through, std::uint32_t from, std::uint32_t to) const;
  void collect(std::uint32_t row);
  const Point2& place(std::uint32_t corner) const { return walk_.plan_[corner]; }

  const Walk& walk_;
  WalkScratch::Parts& parts_;
  Point2 start_;
  Point2 goal_;
  std::uint32_t goal_face_ = 0;
  std::size_t most_ = 0;     // intervals
  std::uint32_t held_ = 0;   // the last interval that was added, not yet open
  std::uint32_t added_ = 0;  // in the current search
};

}  // namespace mw::nav
