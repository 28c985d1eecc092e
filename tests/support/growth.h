#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <string_view>

/// That work grows with its input, whoever else uses the machine meanwhile.
namespace mw::test {

/// Seconds of the processor that the work takes, not those in which others had their turn.
inline double work_seconds(const auto& work, int runs = 1) {
  const std::clock_t start = std::clock();
  for (int run = 0; run < runs; ++run) work();
  return double(std::clock() - start) / CLOCKS_PER_SEC;
}

/// Twice as much may take 2.5 times as long: n^1.3 would do, n^1.5 does not. `more` is `once` with its input
/// doubled so many times. The best of several runs counts, and as few are made as show it; what is too quick
/// to be measured is repeated. After the first try the small input is measured over as long a time as the
/// large one: a shorter time finds the machine's quiet moments more often, and the best of them would be
/// compared with a large one that had none.
inline void expect_growth(std::string_view what, const auto& once, const auto& more, int doublings = 2) {
  constexpr double kShortest = 1e-3;
  constexpr int kMostRuns = 500;
  constexpr int kTries = 30;
  constexpr double kLongest = 10;  // what is that slow is no more disturbed than that
  const double most = std::pow(2.5, doublings);
  const double first = std::max(work_seconds(once), kShortest / kMostRuns);
  const int runs = int(std::ceil(kShortest / std::min(first, kShortest)));
  double small = 1e9;
  double large = 1e9;
  double spent = 0;
  for (int i = 0; i < kTries && (i < 3 || spent < kLongest); ++i) {
    const int repeats = i == 0 ? 1 : 1 << doublings;
    const double small_now = work_seconds(once, runs * repeats) / repeats;
    small = i == 1 ? small_now : std::min(small, small_now);
    const double now = work_seconds(more, runs);
    large = std::min(large, now);
    if (large <= most * small) return;
    spent += now;
  }
  ADD_FAILURE() << what << ": " << (1 << doublings) << " times as much takes " << large / small
                << " times as long, where " << most << " is the most";
}

}  // namespace mw::test
