#include "cli/output/progress.h"

#include <gtest/gtest.h>

namespace mw::cli {
namespace {

TEST(Progress, OfVerifyingIsAPartOfTheBytes) {
  EXPECT_EQ(verifying_text(1, 3), "verifying [##########....................] 33 %");
  EXPECT_EQ(verifying_text(3, 3), "verifying [##############################] 100 %");
}

}  // namespace
}  // namespace mw::cli
