#include <gtest/gtest.h>
#include <meshwright/geometry/detail/weld.h>

#include <cmath>
#include <glm/geometric.hpp>

#include "random_meshes.h"
#include "support/growth.h"

namespace mw::geometry {
namespace {

using Rows = std::vector<std::uint32_t>;

TEST(Weld, GivesTheFirstRowAtTheSamePosition) {
  EXPECT_EQ(weld({}), Rows());
  EXPECT_EQ(weld(std::vector<Vec3>{{1, 2, 3}, {3, 2, 1}, {1, 2, 3}, {1, 2, 3}}), (Rows{0, 1, 0, 0}));
}

TEST(Weld, ZeroAndMinusZeroAreTheSame) {
  EXPECT_EQ(weld(std::vector<Vec3>{{0, -0.0F, 1}, {-0.0F, 0, 1}}), (Rows{0, 0}));
  EXPECT_EQ(weld(std::vector<Vec3>{{0, -0.0F, 1}, {-0.0F, 0, 1}}, 0.5F), (Rows{0, 0}));
}

TEST(Weld, WhatIsNotFiniteStandsForItself) {
  const std::vector<Vec3> positions = {{NAN, 0, 0}, {NAN, 0, 0}, {INFINITY, 0, 0}, {INFINITY, 0, 0}};
  EXPECT_EQ(weld(positions), (Rows{0, 1, 2, 3}));
  EXPECT_EQ(weld(positions, 1), (Rows{0, 1, 2, 3}));
}

TEST(Weld, EqualsBruteForce) {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const std::vector<Vec3> positions = random_mesh(seed).positions;
    Rows expected;
    for (std::uint32_t row = 0; row < positions.size(); ++row) {
      std::uint32_t first = row;
      for (std::uint32_t other = 0; other < row && first == row && is_finite(positions[row]); ++other)
        if (positions[other] == positions[row]) first = other;
      expected.push_back(first);
    }
    EXPECT_EQ(weld(positions), expected) << "seed " << seed;
  }
}

TEST(Weld, WithinATolerance) {
  const std::vector<Vec3> row = {{0, 0, 0}, {0.75F, 0, 0}, {1.5F, 0, 0}, {2.25F, 0, 0}};
  // The second stands for nobody, so the third is too far from the first: chains do not grow.
  EXPECT_EQ(weld(row, 1), (Rows{0, 0, 2, 2}));
  EXPECT_EQ(weld(row, 0.75F), (Rows{0, 0, 2, 2}));
  EXPECT_EQ(weld(row, 0.7F), (Rows{0, 1, 2, 3}));
  EXPECT_EQ(weld(row, 0), (Rows{0, 1, 2, 3}));
}

/// Distances are those in space, not along the axes.
TEST(Weld, ToleranceIsRound) {
  EXPECT_EQ(weld(std::vector<Vec3>{{0, 0, 0}, {0.9F, 0.9F, 0.9F}}, 1), (Rows{0, 1}));
}

TEST(Weld, FarOutOnlyEqualPositionsAreNear) {
  const std::vector<Vec3> far = {{3e38F, -3e38F, 1e20F}, {3e38F, -3e38F, 1e20F}, {2.9e38F, -3e38F, 1e20F}};
  EXPECT_EQ(weld(far, 1e-4F), (Rows{0, 0, 2}));
}

TEST(Weld, WithinAToleranceEqualsBruteForce) {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> any(-3, 3);
    std::vector<Vec3> positions(200);
    for (Vec3& position : positions) position = {any(random), any(random), any(random)};
    for (std::size_t i = 0; i < 20; ++i) positions[random() % 200] = positions[random() % 200];
    positions[7].y = NAN;
    const float tolerance = 0.1F + float(seed % 10) / 5.0F;
    Rows expected;
    for (std::uint32_t row = 0; row < positions.size(); ++row) {
      std::uint32_t first = row;
      for (std::uint32_t other = 0; other < row && first == row; ++other)
        if (expected[other] == other &&
            glm::distance(glm::dvec3(positions[row]), glm::dvec3(positions[other])) <= double(tolerance))
          first = other;
      expected.push_back(first);
    }
    EXPECT_EQ(weld(positions, tolerance), expected) << "seed " << seed;
  }
}

TEST(Weld, TakesLinearTime) {
  const auto positions = [](std::uint32_t width) { return grid(width).positions; };
  const std::vector<Vec3> small = positions(100);
  const std::vector<Vec3> large = positions(200);
  test::expect_growth("equal ones", [&] { weld(small); }, [&] { weld(large); });
  test::expect_growth("near ones", [&] { weld(small, 1e-4F); }, [&] { weld(large, 1e-4F); });
  const std::vector<Vec3> same(20000, Vec3(1, 2, 3));
  const std::vector<Vec3> more_same(80000, Vec3(1, 2, 3));
  test::expect_growth("all equal", [&] { weld(same); }, [&] { weld(more_same); });
  test::expect_growth("all near", [&] { weld(same, 0.5F); }, [&] { weld(more_same, 0.5F); });
}

TEST(PointGrid, FindsWhatIsWithinReach) {
  PointGrid grid(0.5F);
  grid.add({0, 0, 0}, 1);
  grid.add({0.4F, -0.4F, 0.4F}, 2);
  grid.add({9, 0, 0}, 3);
  grid.add({NAN, 0, 0}, 4);
  Rows found;
  const auto note = [&](std::uint32_t value) {
    found.push_back(value);
    return false;
  };
  EXPECT_FALSE(grid.find_near({0.1F, -0.1F, 0}, note));
  std::ranges::sort(found);
  EXPECT_EQ(found, (Rows{1, 2}));
  EXPECT_FALSE(grid.find_near({NAN, 0, 0}, [](std::uint32_t) { return true; }));
  EXPECT_TRUE(grid.find_near({8.5F, 0.5F, -0.5F}, [](std::uint32_t value) { return value == 3; }));
}

TEST(PointGrid, KeepsOnlySoManyInACell) {
  PointGrid grid(1, 3);
  for (std::uint32_t i = 0; i < 10; ++i) grid.add({0.5F, 0.5F, 0.5F}, i);
  Rows found;
  grid.find_near({0.5F, 0.5F, 0.5F}, [&](std::uint32_t value) {
    found.push_back(value);
    return false;
  });
  EXPECT_EQ(found, (Rows{0, 1, 2}));
}

}  // namespace
}  // namespace mw::geometry
