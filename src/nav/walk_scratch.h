#pragma once

#include <meshwright/nav/walk.h>
#include <algorithm>
#include <vector>

namespace mw::nav {

/// Of a face, in a search by faces. Valid only in the query whose number it has.
struct Label {
  std::uint32_t query = 0;
  std::uint32_t from = 0;  // the side of the face before that leads here
  float cost = 0;          // from the start to `x`, `y`, where the path enters
  float x = 0;
  float y = 0;
  bool closed = false;
};

/// What waits in a search, the cheapest first: a heap of four branches.
class OpenRows {
 public:
  bool empty() const { return heap_.empty(); }
  void clear() { heap_.clear(); }

  /// `cost` is that from start to goal over this, at best.
  void push(double cost, std::uint32_t row) {
    std::size_t at = heap_.size();
    heap_.emplace_back();
    for (; at > 0 && cost < heap_[(at - 1) / 4].cost; at = (at - 1) / 4) heap_[at] = heap_[(at - 1) / 4];
    heap_[at] = {cost, row};
  }

  std::uint32_t pop() {
    const std::uint32_t row = heap_.front().row;
    const Open last = heap_.back();
    heap_.pop_back();
    std::size_t at = 0;
    for (std::size_t child = 1; child < heap_.size(); child = 4 * at + 1) {
      const std::size_t end = std::min(child + 4, heap_.size());
      std::size_t least = child;
      for (std::size_t other = child + 1; other < end; ++other)
        if (heap_[other].cost < heap_[least].cost) least = other;
      if (!(heap_[least].cost < last.cost)) break;
      heap_[at] = heap_[least];
      at = least;
    }
    if (!heap_.empty()) heap_[at] = last;
    return row;
  }

 private:
  struct Open {
    double cost = 0;
    std::uint32_t row = 0;
  };
  std::vector<Open> heap_;
};

/// A point where a path may turn, and the one before it.
struct FunnelPoint {
  Point2 place;
  std::uint32_t corner = 0;  // Walk::kNone: start or goal
  std::uint32_t portal = 0;  // that it was reached with
  std::uint32_t before = 0;
};

/// Left and right end of a side that is passed.
struct Portal {
  std::uint32_t left;
  std::uint32_t right;
};

/// A part of a side visible from a root, in a search for the exact path.
struct Interval {
  double cost = 0;             // from the start to the root
  double left = 0;             // from 0 at the left end of the side ...
  double right = 1;            // ... to 1 at its right end
  std::uint32_t corner = 0;    // the root
  std::uint32_t side = 0;      // out of the face before
  std::uint32_t left_end = 0;  // corners
  std::uint32_t right_end = 0;
  std::uint32_t before = 0;  // row
};

struct RootMark {
  std::uint32_t query = 0;
  std::uint32_t corner = 0;
};

/// What it costs at least to get to a corner and turn there to the left, or to the right.
struct CornerMark {
  std::uint32_t query = 0;
  std::array<double, 2> costs{};
};

struct WalkScratch::Parts {
  std::uint32_t query = 0;  // its number; marks of other queries are ignored

  /// After as many queries as there are numbers, marks of the first ones would be valid again.
  std::uint32_t begin_query() {
    if (++query != 0) return query;
    labels.clear();
    corners.clear();
    seen.clear();
    marks.clear();
    return ++query;
  }

  std::vector<Label> labels;  // one per face
  OpenRows open;
  std::vector<std::uint32_t> sides;  // that a path crosses, each out of the face before
  std::vector<Portal> portals;       // one for each of them
  std::vector<FunnelPoint> points;
  std::vector<std::uint32_t> funnel;  // rows of points, from the left end over the apex to the right end
  std::vector<std::uint32_t> turns;   // the portals of the points between start and goal
  std::vector<Interval> intervals;
  std::vector<CornerMark> corners;   // one per corner: the cheapest path to it as a root
  std::vector<RootMark> seen;        // one per side: the root on its line that last saw it
  std::vector<std::uint32_t> marks;  // one per face: the query that saw it
  std::vector<std::uint32_t> pending;
};

}  // namespace mw::nav
