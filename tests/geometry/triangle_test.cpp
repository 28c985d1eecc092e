#include <gtest/gtest.h>
#include <meshwright/geometry/triangle.h>

#include <cmath>
#include <limits>
#include <vector>

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

TEST(Triangle, NormalsThatLookAwayFromAllTheirTriangles) {
  // A roof of two slopes, and a vertex of no triangle.
  const std::vector<Vec3> places = {{0, 0, 0}, {0, 1, 0}, {1, 0, 1}, {1, 1, 1},
                                    {2, 0, 0}, {2, 1, 0}, {9, 9, 9}};
  const std::vector<Corners> roof = {{0, 2, 3}, {0, 3, 1}, {2, 4, 5}, {2, 5, 3}};
  std::vector<Vec3> normals(7, Vec3(0, 0, 1));
  using Rows = std::vector<std::uint32_t>;
  EXPECT_EQ(reversed_normals(places, normals, roof), Rows());
  normals[1] = normals[2] = normals[6] = {0, 0, -1};
  EXPECT_EQ(reversed_normals(places, normals, roof), (Rows{1, 2}));
  normals[2] = {1, 0, -0.5F};  // along the far slope
  EXPECT_EQ(reversed_normals(places, normals, roof), Rows{1});
  for (const Vec3& nowhere : {Vec3(0), Vec3(NAN, 0, 0), Vec3(0, -1, 0), Vec3(1, 0, 0.9F)}) {
    normals[1] = nowhere;
    EXPECT_EQ(reversed_normals(places, normals, roof), Rows());
  }
  normals[1] = {0, 0, -1};
  EXPECT_EQ(reversed_normals(places, normals, std::vector<Corners>{{0, 1, 1}, {0, 1, 9}}), Rows());
}

TEST(Triangle, ASmoothedNormalIsNotReversed) {
  // A fold, each side with vertices of its own: the large one looks up, the small one below it down.
  std::vector<Vec3> places = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 0}, {0, 1, -0.1F}, {1, 0, -0.1F}};
  const std::vector<Corners> fold = {{0, 1, 2}, {3, 4, 5}};
  std::vector<Vec3> normals(3, Vec3(0, 0, 1));
  normals.insert(normals.end(), 3, Vec3(0, 0, -1));
  using Rows = std::vector<std::uint32_t>;
  EXPECT_EQ(reversed_normals(places, normals, fold), Rows());
  normals[3] = {0, 0, 1};  // of the large side
  EXPECT_EQ(reversed_normals(places, normals, fold), Rows());
  normals[4] = {0, 0, 1};
  EXPECT_EQ(reversed_normals(places, normals, fold), Rows{4});
  places[3] = {0, 0, -1};  // of no other triangle
  EXPECT_EQ(reversed_normals(places, normals, fold), (Rows{3, 4}));
}

TEST(Triangle, CornersExistBelowTheCount) {
  EXPECT_TRUE(corners_exist({0, 2, 1}, 3));
  EXPECT_FALSE(corners_exist({3, 0, 1}, 3));
  EXPECT_FALSE(corners_exist({0, 3, 1}, 3));
  EXPECT_FALSE(corners_exist({0, 1, 3}, 3));
}

}  // namespace
}  // namespace mw::geometry
