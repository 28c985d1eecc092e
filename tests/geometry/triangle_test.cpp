#include <gtest/gtest.h>
#include <meshwright/geometry/detail/triangle.h>

#include <cmath>
#include <limits>

namespace mw::geometry {
namespace {

TEST(Triangle, NormalsFollowTheWinding) {
  EXPECT_EQ(unit_normal({0, 0, 2}, {1, 0, 2}, {0, 1, 2}), Vec3(0, 0, 1));
  EXPECT_EQ(unit_normal({0, 0, 2}, {0, 1, 2}, {1, 0, 2}), Vec3(0, 0, -1));
  EXPECT_EQ(unit_normal({0, 0, 0}, {0, 0, 7}, {3, 0, 0}), Vec3(0, 1, 0));
}

TEST(Triangle, WithoutAreaTheNormalIsX) {
  EXPECT_EQ(unit_normal({0, 0, 0}, {1, 0, 0}, {2, 0, 0}), Vec3(1, 0, 0));
  EXPECT_EQ(unit_normal({5, 5, 5}, {5, 5, 5}, {5, 5, 5}), Vec3(1, 0, 0));
  EXPECT_EQ(unit_normal({NAN, 0, 0}, {1, 0, 0}, {0, 1, 0}), Vec3(1, 0, 0));
}

/// A length in float would overflow or vanish here.
TEST(Triangle, NormalsOfHugeAndTinyTriangles) {
  EXPECT_EQ(unit_normal({0, 0, 0}, {1e15F, 0, 0}, {0, 1e15F, 0}), Vec3(0, 0, 1));
  EXPECT_EQ(unit_normal({0, 0, 0}, {1e-15F, 0, 0}, {0, 1e-15F, 0}), Vec3(0, 0, 1));
}

TEST(Triangle, PlanesGoThroughTheirPoint) {
  EXPECT_EQ(plane_distance({0, 0, 1}, {5, 5, 2}), -2.0F);
  // Rounded once: in float the first two products would have swallowed the third.
  EXPECT_EQ(plane_distance({1, 1, 1}, {1e8F, -1e8F, 1}), -1.0F);
}

TEST(Triangle, Areas) {
  EXPECT_EQ(area({0, 0, 0}, {2, 0, 0}, {0, 3, 0}), 3.0);
  EXPECT_EQ(area({0, 0, 0}, {1, 1, 1}, {2, 2, 2}), 0.0);
  EXPECT_TRUE(std::isnan(area({NAN, 0, 0}, {1, 0, 0}, {0, 1, 0})));
}

TEST(Triangle, CornersExistBelowTheCount) {
  EXPECT_TRUE(corners_exist({0, 2, 1}, 3));
  EXPECT_FALSE(corners_exist({3, 0, 1}, 3));
  EXPECT_FALSE(corners_exist({0, 3, 1}, 3));
  EXPECT_FALSE(corners_exist({0, 1, 3}, 3));
}

}  // namespace
}  // namespace mw::geometry
