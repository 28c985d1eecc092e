#pragma once

#include <string_view>
#include <vector>

#include "svg.h"

namespace mw::plan {

/// Keeps the labels of a map apart, and inside the map.
class LabelSpace {
 public:
  /// Labels lie between these two; a wider one begins at the left one.
  LabelSpace(double left, double right) : left_(left), right_(right) {}

  /// Places a box around a middle, moved down or up as little as possible to avoid others, and sideways to
  /// lie inside. Returns its middle.
  svg::Point take(const svg::Point& middle, double width, double height);

 private:
  struct Box {
    svg::Point middle;
    double width = 0;
    double height = 0;
  };

  bool is_free(const Box& box) const;

  // A map with more labels than this is unreadable; placing them would take long.
  static constexpr std::size_t kMost = 500;
  static constexpr int kTries = 12;

  double left_;
  double right_;
  std::vector<Box> taken_;
};

/// The approximate width of words: fonts differ.
double width_of(std::string_view words, double size = 13);

}  // namespace mw::plan
