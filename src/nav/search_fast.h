#pragma once

#include "walk_scratch.h"

namespace mw::nav {

/// A* over faces. A face is entered where the straight line to the goal would cross its side.
class FastSearch {
 public:
  FastSearch(const Walk& walk, WalkScratch& scratch) : walk_(walk), parts_(*scratch.parts_) {}

  /// Fills parts_.sides; false if the goal is not found.
  bool run(const Place& from, const Place& to);

 private:
  void open(std::uint32_t face, const Label& label);
  void enter_neighbours(std::uint32_t face);
  void collect(std::uint32_t from, std::uint32_t to);

  const Walk& walk_;
  WalkScratch::Parts& parts_;
  Point2 goal_;
};

}  // namespace mw::nav
