#include <gtest/gtest.h>
#include <meshwright/geometry/detail/box.h>

#include <cmath>
#include <vector>

namespace mw::geometry {
namespace {

TEST(Box, BoundsLeaveOutWhatIsNotFinite) {
  const std::vector<Vec3> positions = {{NAN, -9, 0}, {1, 5, 2}, {0, INFINITY, 0}, {-1, 4, 3}};
  const auto box = bounds(positions);
  ASSERT_TRUE(box);
  EXPECT_EQ(box->min, Vec3(-1, 4, 2));
  EXPECT_EQ(box->max, Vec3(1, 5, 3));
}

TEST(Box, NothingHasNoBounds) {
  EXPECT_FALSE(bounds({}));
  EXPECT_FALSE(bounds(std::vector<Vec3>{{0, NAN, 0}}));
}

TEST(Box, OfATriangle) {
  const Box box = box_of_triangle({1, 0, 0}, {0, 2, 0}, {0, 0, -3});
  EXPECT_EQ(box.min, Vec3(0, 0, -3));
  EXPECT_EQ(box.max, Vec3(1, 2, 0));
}

TEST(Box, ExcessIsTheWorstSide) {
  const Box outer{{0, 0, 0}, {10, 10, 10}};
  EXPECT_EQ(excess(outer, {{0, 0, 0}, {10, 10, 10}}), 0.0F);
  EXPECT_EQ(excess(outer, {{-1, 0, 0}, {10, 12, 10}}), 2.0F);
  EXPECT_EQ(excess(outer, {{-3, 0, 0}, {10, 12, 10}}), 3.0F);
  EXPECT_EQ(excess(outer, {{NAN, 0, 0}, {10, INFINITY, 10.5F}}), 0.5F);
}

}  // namespace
}  // namespace mw::geometry
