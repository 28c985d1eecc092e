#pragma once

#include <string_view>
#include <vector>

#include "svg.h"

namespace mw::plan {

/// Keeps what is written on a map apart, and inside of it.
class LabelSpace {
 public:
  /// Labels lie between these two; what is wider begins at the left one.
  LabelSpace(double left, double right) : left_(left), right_(right) {}

  /// Takes a box around a middle, moved down or up by as little as it needs to lie on no other, and sideways
  /// to lie inside. Gives its middle.
  svg::Point take(const svg::Point& middle, double width, double height);

 private:
  struct Box {
    svg::Point middle;
    double width = 0;
    double height = 0;
  };

  bool is_free(const Box& box) const;

  // A map with more labels than this cannot be read; looking for room would take long.
  static constexpr std::size_t kMost = 500;
  static constexpr int kTries = 12;

  double left_;
  double right_;
  std::vector<Box> taken_;
};

/// What words take up, about: fonts differ.
double width_of(std::string_view words, double size = 13);

}  // namespace mw::plan
