#include "cli/output/progress.h"

#include <gtest/gtest.h>

namespace mw::cli {
namespace {

TEST(Progress, TellsRateAndTimeLeftByBytes) {
  EXPECT_EQ(progress_text(512, 1024, 300'000'000, 400'000'000, 6, true),
            "[##################......] 512 of 1,024 files, 50.0 MB/s, 2 s left");
  EXPECT_EQ(progress_text(512, 1024, 300'000'000, 400'000'000, 6, false),
            "512 of 1,024 files, 50.0 MB/s, 2 s left");
}

TEST(Progress, BeginsAndEndsWithoutNonsense) {
  EXPECT_EQ(progress_text(0, 10, 0, 100, 0, true), "[........................] 0 of 10 files");
  EXPECT_EQ(progress_text(10, 10, 100, 100, 2, true), "[########################] 10 of 10 files, 0.0 MB/s");
  EXPECT_EQ(progress_text(0, 0, 0, 0, 0, false), "0 of 0 files");
  EXPECT_EQ(progress_text(1, 4, 0, 0, 3, true), "[######..................] 1 of 4 files, 0.0 MB/s, 9 s left")
      << "empty files count each";
}

TEST(Progress, OfVerifyingIsAPartOfTheBytes) {
  EXPECT_EQ(verifying_text(1, 3), "verifying [##########....................] 33 %");
  EXPECT_EQ(verifying_text(3, 3), "verifying [##############################] 100 %");
}

}  // namespace
}  // namespace mw::cli
