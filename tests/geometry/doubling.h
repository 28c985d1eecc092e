#pragma once

#include <gtest/gtest.h>

#include "support/text_cases.h"

namespace mw::test {

/// Twice as much takes no more than about twice as long, where the square would be four.
inline void expect_doubling(const auto& once, const auto& twice) {
  constexpr double kMost = 2.5;
  double ratio = 0;
  for (int i = 0; i < 8; ++i) {
    ratio = fastest(twice) / fastest(once);
    if (ratio <= kMost) return;
  }
  ADD_FAILURE() << "twice as much takes " << ratio << " times as long";
}

/// Four times as much takes no more than about four times as long, where the square would be sixteen. One
/// quiet moment among a few tries is enough.
inline void expect_linear(const auto& small, const auto& four_times) {
  constexpr double kMost = 8;
  double ratio = 0;
  for (int i = 0; i < 5; ++i) {
    ratio = fastest(four_times) / fastest(small);
    if (ratio < kMost) return;
  }
  ADD_FAILURE() << "four times as much takes " << ratio << " times as long";
}

}  // namespace mw::test
