#include "labels.h"

#include <algorithm>
#include <cmath>

namespace mw::plan {

bool LabelSpace::is_free(const Box& box) const {
  return std::ranges::none_of(taken_, [&](const Box& other) {
    return std::abs(box.middle.x - other.middle.x) * 2 < box.width + other.width &&
           std::abs(box.middle.y - other.middle.y) * 2 < box.height + other.height;
  });
}

svg::Point LabelSpace::take(const svg::Point& middle, double width, double height) {
  Box box{middle, width, height};
  box.middle.x = std::max(std::min(middle.x, right_ - width / 2), left_ + width / 2);
  if (taken_.size() >= kMost) return box.middle;
  for (int i = 0; i < 2 * kTries && !is_free(box); ++i)
    box.middle.y = middle.y + (i % 2 == 0 ? 1 : -1) * height / 2 * (i / 2 + 1);
  taken_.push_back(box);
  return box.middle;
}

double width_of(std::string_view words, double size) {
  constexpr double kLetter = 0.58;  // of the size
  return kLetter * size * double(words.size());
}

}  // namespace mw::plan
