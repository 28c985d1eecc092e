#include "in_order.h"
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <numeric>
#include <thread>
#include <vector>

namespace mw::batch {
namespace {

TEST(InOrder, EverythingIsDoneOnceAndToldInItsOrder) {
  for (const unsigned threads : {0U, 1U, 3U, 200U}) {
    std::vector<std::atomic<int>> done(100);
    std::vector<std::size_t> told;
    in_order(
        {.count = done.size(), .threads = threads}, [&](std::size_t row) { ++done[row]; },
        [&](std::size_t row) {
          EXPECT_EQ(done[row], 1);
          told.push_back(row);
        });
    std::vector<std::size_t> all(done.size());
    std::iota(all.begin(), all.end(), std::size_t(0));
    EXPECT_EQ(told, all) << threads;
    EXPECT_TRUE(std::ranges::all_of(done, [](int times) { return times == 1; }));
  }
}

TEST(InOrder, NothingIsNothing) {
  in_order({.count = 0, .threads = 4}, [](std::size_t) { FAIL(); }, [](std::size_t) { FAIL(); });
}

TEST(InOrder, TellsOnTheCallersThread) {
  const auto here = std::this_thread::get_id();
  in_order(
      {.count = 20, .threads = 2}, [&](std::size_t) { EXPECT_NE(std::this_thread::get_id(), here); },
      [&](std::size_t) { EXPECT_EQ(std::this_thread::get_id(), here); },
      [&](std::size_t) { EXPECT_EQ(std::this_thread::get_id(), here); });
}

TEST(InOrder, BeginsWithWhatItIsToldToBeginWith) {
  const std::vector<std::size_t> order = {2, 0, 1};
  std::vector<std::size_t> begun;
  std::vector<std::size_t> told;
  in_order(
      {.count = 3, .threads = 1, .begin_with = order}, [&](std::size_t row) { begun.push_back(row); },
      [&](std::size_t row) { told.push_back(row); });
  EXPECT_EQ(begun, order);
  EXPECT_EQ(told, (std::vector<std::size_t>{0, 1, 2}));
}

TEST(InOrder, NoMoreThanAskedForWaitsBehindASlowOne) {
  constexpr std::size_t kWaiting = 5;
  std::atomic<std::size_t> begun = 0;
  std::size_t most = 0;
  in_order(
      {.count = 50, .threads = 2, .waiting = kWaiting},
      [&](std::size_t row) {
        ++begun;
        if (row == 0) std::this_thread::sleep_for(std::chrono::milliseconds(100));
      },
      [&](std::size_t row) { most = std::max(most, begun - row); });
  EXPECT_EQ(begun, 50U);
  EXPECT_LE(most, kWaiting);
}

TEST(InOrder, SaysHowManyAreFinishedUpToAll) {
  std::size_t last = 0;
  in_order(
      {.count = 30, .threads = 3}, [](std::size_t) {}, [](std::size_t) {},
      [&](std::size_t finished) {
        EXPECT_GE(finished, last);
        last = finished;
      });
  EXPECT_EQ(last, 30U);
}

}  // namespace
}  // namespace mw::batch
