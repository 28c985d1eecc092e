#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/core/version.h>

namespace mw {
namespace {

TEST(Version, IsTheSameInNumbersAndAsText) {
  EXPECT_EQ(
      fmt::format("{}.{}.{}", MESHWRIGHT_VERSION_MAJOR, MESHWRIGHT_VERSION_MINOR, MESHWRIGHT_VERSION_PATCH),
      MESHWRIGHT_VERSION);
}

}  // namespace
}  // namespace mw
