#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <string_view>

/// That work grows with its input, whoever else uses the machine meanwhile.
namespace mw::test {

/// Seconds of the processor that the work takes, not those in which others had their turn.
inline double work_seconds(const auto& work) {
  const std::clock_t start = std::clock();
  work();
  return double(std::clock() - start) / CLOCKS_PER_SEC;
}

/// Twice as much may take 2.5 times as long, so four times as much 6.25 times; the square would be sixteen.
/// The best of several runs counts, and as few are made as show it.
inline void expect_growth(std::string_view what, const auto& once, const auto& four_times) {
  constexpr double kMost = 2.5 * 2.5;
  constexpr double kTick = 1e-4;  // shorter work is not measured but rounded
  constexpr int kTries = 30;
  constexpr double kLongest = 10;  // what is that slow is no more disturbed than that
  double small = 1e9;
  double large = 1e9;
  double spent = 0;
  for (int i = 0; i < kTries && (i < 3 || spent < kLongest); ++i) {
    small = std::min(small, work_seconds(once));
    const double now = work_seconds(four_times);
    large = std::min(large, now);
    if (large <= kMost * std::max(small, kTick)) return;
    spent += now;
  }
  ADD_FAILURE() << what << ": four times as much takes " << large << " s where once takes " << small << " s";
}

}  // namespace mw::test
