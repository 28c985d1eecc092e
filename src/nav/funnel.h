#pragma once

#include "walk_scratch.h"

namespace mw::nav {

/// The shortest path through a row of sides: a string pulled tight (Lee and Preparata). Takes linear time.
class Funnel {
 public:
  Funnel(const Walk& walk, WalkScratch& scratch) : walk_(walk), parts_(*scratch.parts_) {}

  /// Through parts_.sides.
  void pull(const Place& from, const Place& to, Path& path);

 private:
  void find_portals();
  void add_left(const FunnelPoint& point);
  void add_right(const FunnelPoint& point);
  std::uint32_t add_point(const FunnelPoint& point, std::uint32_t before);
  const Point2& at(std::size_t row) const { return parts_.points[parts_.funnel[row]].place; }
  void write(const Place& from, const Place& to, Path& path);
  void measure(const Place& to, Path& path) const;

  const Walk& walk_;
  WalkScratch::Parts& parts_;
  std::size_t left_ = 0;  // rows of parts_.funnel
  std::size_t apex_ = 0;
  std::size_t right_ = 0;
};

}  // namespace mw::nav
