#include <gtest/gtest.h>
#include <meshwright/geometry/detail/adjacency.h>
#include <meshwright/geometry/detail/weld.h>

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "random_meshes.h"
#include "support/growth.h"

namespace mw::geometry {
namespace {

using Table = std::vector<Neighbours>;
using Rows = std::vector<std::uint32_t>;

std::pair<std::uint32_t, std::uint32_t> ends_of(std::span<const Corners> triangles, std::size_t side) {
  const std::uint32_t a = triangles[side / 3][side % 3];
  const std::uint32_t b = triangles[side / 3][(side % 3 + 1) % 3];
  return std::minmax(a, b);
}

TEST(Adjacency, SidesComeByTheirEndsThenByTheirIndex) {
  const std::vector<Corners> triangles = {{7, 3, 5}, {3, 7, 7}};
  const std::vector<Side> sides = sorted_sides(triangles);
  std::vector<std::array<std::uint32_t, 3>> got;
  for (const Side& side : sides) got.push_back({side.low, side.high, side.index});
  EXPECT_EQ(got, (std::vector<std::array<std::uint32_t, 3>>{
                     {3, 5, 1}, {3, 7, 0}, {3, 7, 3}, {3, 7, 5}, {5, 7, 2}, {7, 7, 4}}));
}

/// Above and below the number from which digits are counted, with corners of up to 32 bits.
TEST(Adjacency, SidesAreSortedWhateverTheCornersAre) {
  for (const std::uint32_t seed : {1U, 2U, 3U}) {
    for (const std::size_t count : {5U, 170U, 171U, 5000U}) {
      for (const std::uint32_t mask : {0x0U, 0x7U, 0xFFFU, 0xFFFFFFU, 0xFFFFFFFFU}) {
        std::mt19937 random(seed);
        std::vector<Corners> triangles(count);
        for (Corners& corners : triangles)
          for (std::uint32_t& corner : corners) corner = std::uint32_t(random()) & mask;
        const std::vector<Side> sides = sorted_sides(triangles);
        ASSERT_EQ(sides.size(), 3 * count);
        std::set<std::uint32_t> seen;
        for (const Side& side : sides) {
          EXPECT_EQ(std::pair(side.low, side.high), ends_of(triangles, side.index));
          seen.insert(side.index);
        }
        EXPECT_EQ(seen.size(), 3 * count);
        EXPECT_TRUE(std::ranges::is_sorted(
            sides, {}, [](const Side& side) { return std::tuple(side.low, side.high, side.index); }));
      }
    }
  }
}

TEST(Adjacency, TwoTrianglesShareASide) {
  const std::vector<Corners> square = {{0, 1, 2}, {0, 2, 3}};
  EXPECT_EQ(paired_neighbours(square), (Table{{-1, -1, 3}, {2, -1, -1}}));
  EXPECT_EQ(lowest_neighbours(square, Rows{0, 1, 2, 3}), (Table{{-1, -1, 1}, {0, -1, -1}}));
  EXPECT_EQ(paired_neighbours({}), Table());
}

TEST(Adjacency, WindingDoesNotMatter) {
  EXPECT_EQ(paired_neighbours(std::vector<Corners>{{0, 1, 2}, {0, 1, 3}}), (Table{{3, -1, -1}, {0, -1, -1}}));
}

TEST(Adjacency, OfManyAtAnEdgeTheFirstTwoThenTheNextTwo) {
  const std::vector<Corners> fence = {{0, 1, 2}, {0, 1, 3}, {0, 1, 4}, {0, 1, 5}, {0, 1, 6}};
  const Table paired = paired_neighbours(fence);
  EXPECT_EQ(paired, (Table{{3, -1, -1}, {0, -1, -1}, {9, -1, -1}, {6, -1, -1}, {-1, -1, -1}}));
  const Table lowest = lowest_neighbours(fence, Rows{0, 1, 2, 3, 4, 5, 6});
  EXPECT_EQ(lowest, (Table{{1, -1, -1}, {0, -1, -1}, {0, -1, -1}, {0, -1, -1}, {0, -1, -1}}));
}

TEST(Adjacency, ATriangleIsNotItsOwnNeighbour) {
  EXPECT_EQ(paired_neighbours(std::vector<Corners>{{0, 1, 0}}), (Table{{-1, -1, -1}}));
  EXPECT_EQ(paired_neighbours(std::vector<Corners>{{0, 1, 0}, {1, 0, 1}}), (Table{{3, 4, -1}, {0, 1, -1}}));
  EXPECT_EQ(lowest_neighbours(std::vector<Corners>{{0, 1, 0}}, Rows{0, 1}), (Table{{-1, -1, -1}}));
}

TEST(Adjacency, PairsEqualBruteForce) {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const std::vector<Corners> triangles = damaged_mesh(seed).triangles;
    const std::size_t sides = 3 * triangles.size();
    Table expected(triangles.size(), {-1, -1, -1});
    const auto at = [&](std::size_t side) -> std::int32_t& { return expected[side / 3][side % 3]; };
    for (std::size_t a = 0; a < sides; ++a) {
      for (std::size_t b = a + 1; b < sides && at(a) == kNoNeighbour; ++b) {
        const auto ends = ends_of(triangles, a);
        if (at(b) != kNoNeighbour || a / 3 == b / 3 || ends != ends_of(triangles, b) ||
            ends.first == ends.second)
          continue;
        at(a) = std::int32_t(b);
        at(b) = std::int32_t(a);
      }
    }
    EXPECT_EQ(paired_neighbours(triangles), expected) << "seed " << seed;
  }
}

TEST(Adjacency, LowestEqualsBruteForce) {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const RandomMesh mesh = damaged_mesh(seed);
    const Rows numbers = weld(mesh.positions);
    std::vector<Corners> welded = mesh.triangles;
    std::vector<bool> exists(welded.size());
    for (std::size_t row = 0; row < welded.size(); ++row) {
      exists[row] = corners_exist(welded[row], numbers.size());
      if (exists[row])
        for (std::uint32_t& corner : welded[row]) corner = numbers[corner];
    }
    Table expected(welded.size(), {-1, -1, -1});
    for (std::size_t side = 0; side < 3 * welded.size(); ++side)
      for (std::size_t other = 3 * welded.size(); other-- > 0;)
        if (exists[side / 3] && exists[other / 3] && side / 3 != other / 3 &&
            ends_of(welded, side) == ends_of(welded, other))
          expected[side / 3][side % 3] = std::int32_t(other / 3);
    EXPECT_EQ(lowest_neighbours(mesh.triangles, numbers), expected) << "seed " << seed;
  }
}

TEST(Adjacency, IslandsAreNumberedByTheirFirstTriangle) {
  const std::vector<Corners> triangles = {{0, 1, 2}, {5, 6, 7}, {2, 1, 3}, {9, 9, 9}};
  EXPECT_EQ(islands(paired_neighbours(triangles)), (Rows{0, 1, 0, 2}));
  EXPECT_EQ(islands({}), Rows());
  EXPECT_EQ(islands(Table{{6, -5, 99}, {2147483647, -2147483647, 3}}), (Rows{0, 1}));
}

/// Every triangle takes the lowest number among itself and those that it can reach, step by step.
TEST(Adjacency, IslandsEqualBruteForce) {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const Table neighbours = paired_neighbours(random_mesh(seed).triangles);
    Rows lowest(neighbours.size());
    std::iota(lowest.begin(), lowest.end(), 0U);
    for (std::size_t round = 0; round < neighbours.size(); ++round)
      for (std::size_t row = 0; row < neighbours.size(); ++row)
        for (const std::int32_t side : neighbours[row])
          if (side >= 0) lowest[row] = std::min(lowest[row], lowest[std::size_t(side / 3)]);
    const std::set<std::uint32_t> firsts(lowest.begin(), lowest.end());
    for (std::uint32_t& row : lowest) row = std::uint32_t(std::distance(firsts.begin(), firsts.find(row)));
    EXPECT_EQ(islands(neighbours), lowest) << "seed " << seed;
  }
}

TEST(Adjacency, ALoopGoesOnceAround) {
  const Loops loops = boundary_loops(paired_neighbours(std::vector<Corners>{{0, 1, 3}, {1, 2, 3}}));
  EXPECT_EQ(loops.sides, (Rows{0, 3, 4, 2}));
  EXPECT_EQ(loops.ends, (Rows{4}));
}

TEST(Adjacency, LoopsDoNotCrossOverAtABowTie) {
  const Loops loops = boundary_loops(paired_neighbours(std::vector<Corners>{{0, 1, 2}, {0, 3, 4}}));
  EXPECT_EQ(loops.sides, (Rows{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(loops.ends, (Rows{3, 6}));
}

TEST(Adjacency, AClosedSurfaceHasNoLoop) {
  const std::vector<Corners> tetrahedron = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
  EXPECT_TRUE(boundary_loops(paired_neighbours(tetrahedron)).sides.empty());
  EXPECT_TRUE(boundary_loops({}).ends.empty());
}

TEST(Adjacency, EveryOpenSideIsInOneLoop) {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const Table neighbours = paired_neighbours(random_mesh(seed).triangles);
    Loops loops = boundary_loops(neighbours);
    Rows open;
    for (std::uint32_t side = 0; side < 3 * neighbours.size(); ++side)
      if (neighbours[side / 3][side % 3] == kNoNeighbour) open.push_back(side);
    EXPECT_EQ(loops.ends.empty() ? 0 : loops.ends.back(), loops.sides.size()) << "seed " << seed;
    EXPECT_TRUE(std::ranges::is_sorted(loops.ends)) << "seed " << seed;
    std::ranges::sort(loops.sides);
    EXPECT_EQ(loops.sides, open) << "seed " << seed;
  }
}

/// Links that lead nowhere, in circles, or one way only.
TEST(Adjacency, LoopsOfDamagedLinksEnd) {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    std::mt19937 random(seed);
    Table neighbours(1 + random() % 50);
    for (Neighbours& row : neighbours)
      for (std::int32_t& side : row) side = std::int32_t(random() % (4 * neighbours.size())) - 2;
    EXPECT_LE(boundary_loops(neighbours).sides.size(), 3 * neighbours.size());
  }
}

TEST(Adjacency, TakesLinearTime) {
  const std::vector<Corners> small = grid(100).triangles;
  const std::vector<Corners> large = grid(200).triangles;
  test::expect_growth("pairs", [&] { paired_neighbours(small); }, [&] { paired_neighbours(large); });
  const Table small_table = paired_neighbours(small);
  const Table large_table = paired_neighbours(large);
  test::expect_growth("islands", [&] { islands(small_table); }, [&] { islands(large_table); });
  test::expect_growth("loops", [&] { boundary_loops(small_table); }, [&] { boundary_loops(large_table); });
  // All on one edge, and all on one side.
  const std::vector<Corners> same(20000, Corners{0, 1, 0});
  const std::vector<Corners> more_same(80000, Corners{0, 1, 0});
  const Rows numbers = {0, 1};
  test::expect_growth(
      "pairs on one edge", [&] { paired_neighbours(same); }, [&] { paired_neighbours(more_same); });
  test::expect_growth(
      "lowest on one edge", [&] { lowest_neighbours(same, numbers); },
      [&] { lowest_neighbours(more_same, numbers); });
}

}  // namespace
}  // namespace mw::geometry
