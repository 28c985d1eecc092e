#include <gtest/gtest.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/bw2/detail/bwm_build.h>

#include <algorithm>
#include <glm/geometric.hpp>
#include <random>

#include "fixtures.h"

namespace mw::bw2::bwm {
namespace {

using Indices = std::vector<std::uint16_t>;
using Rows = std::vector<Triangle>;

/// The same corners in the same direction, beginning with the least.
Triangle turned(Triangle t) {
  std::ranges::rotate(t, std::ranges::min_element(t));
  return t;
}

TEST(BwmTriangles, ListsAreReadThreeByThree) {
  const Indices indices = {9, 9, 9, 0, 1, 2, 2, 1, 3, 5};
  const Triangles found = triangles(indices, Type::list, {3, 6}, {0, 4});
  EXPECT_EQ(found.rows, (Rows{{0, 1, 2}, {2, 1, 3}}));
  EXPECT_EQ(found.outside, 0U);
  EXPECT_EQ(found.shift, 0U);
  // An incomplete triangle is left out, and a list that leaves its vertices is never looked for elsewhere.
  EXPECT_EQ(triangles(indices, Type::list, {3, 5}, {0, 4}).rows.size(), 1U);
  const Triangles strayed = triangles(indices, Type::list, {0, 6}, {0, 4});
  EXPECT_EQ(strayed.outside, 1U);
  EXPECT_EQ(strayed.shift, 0U);
}

TEST(BwmTriangles, OddTrianglesOfAStripSwapTheirFirstCorners) {
  const Indices indices = {0, 1, 2, 3, 4};
  EXPECT_EQ(triangles(indices, Type::strip, {0, 5}, {0, 5}).rows, (Rows{{0, 1, 2}, {2, 1, 3}, {2, 3, 4}}));
}

TEST(BwmTriangles, RepeatedCornersOnlyJoinPieces) {
  const Indices indices = {0, 1, 2, 2, 5, 5, 6, 7};
  const Triangles found = triangles(indices, Type::strip, {0, 8}, {0, 8});
  EXPECT_EQ(found.rows, (Rows{{0, 1, 2}, {6, 5, 7}}));  // the last one begins at an odd place
}

TEST(BwmTriangles, AStripMayBeginTwoIndicesLater) {
  // Declared at 2, but the indices of vertices 4 to 7 begin at 4.
  const Indices indices = {0, 1, 2, 3, 4, 5, 6, 7};
  const Triangles found = triangles(indices, Type::strip, {2, 4}, {4, 4});
  EXPECT_EQ(found.shift, 2U);
  EXPECT_EQ(found.outside, 0U);
  EXPECT_EQ(found.rows, (Rows{{4, 5, 6}, {6, 5, 7}}));
  // It is not looked for when the declared place is fine, nor taken when it does not fit, nor beyond the end.
  EXPECT_EQ(triangles(indices, Type::strip, {2, 4}, {0, 8}).shift, 0U);
  const Triangles neither = triangles(indices, Type::strip, {1, 4}, {4, 4});
  EXPECT_EQ(neither.shift, 0U);
  EXPECT_EQ(neither.outside, 2U);
  EXPECT_EQ(triangles(indices, Type::strip, {3, 4}, {5, 3}).shift, 0U);
}

TEST(BwmTriangles, RunsAreCutAtTheEnd) {
  const Indices indices = {0, 1, 2};
  EXPECT_EQ(triangles(indices, Type::list, {0, 0xFFFFFFFF}, {0, 3}).rows.size(), 1U);
  EXPECT_TRUE(triangles(indices, Type::strip, {0xFFFFFFFF, 0xFFFFFFFF}, {0, 3}).rows.empty());
}

TEST(BwmTriangles, CountsOfFaces) {
  EXPECT_EQ(face_count_of(Type::list, 11), 3U);
  EXPECT_EQ(face_count_of(Type::strip, 11), 9U);
  EXPECT_EQ(face_count_of(Type::strip, 1), 0U);
}

TEST(BwmTriangles, AreCountedWithoutThoseThatOnlyJoinPieces) {
  EXPECT_EQ(triangle_count(sample(Sample::house)), 28U);
  File skin = sample(Sample::skin);
  EXPECT_EQ(triangle_count(skin), 72U);
  EXPECT_EQ(skin.meshes[0].face_count, 92U);
  // References that all lie on each other: the first few are unrolled, the others only counted.
  skin.meshes[0].material_ref_count = 1000;
  skin.material_refs.resize(1000, skin.material_refs[0]);
  EXPECT_EQ(triangle_count(skin), 4U * 72 + 996U * 92);
}

TEST(BwmTriangles, AStripGivesItsTrianglesBack) {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    Rows rows(random() % 20);
    for (Triangle& row : rows) do
        for (std::uint16_t& corner : row) corner = std::uint16_t(random() % 6);
      while (row[0] == row[1] || row[1] == row[2] || row[0] == row[2]);
    const Indices strip = make_strip(rows);
    Rows back = triangles(strip, Type::strip, {0, strip.size()}, {0, 6}).rows;
    ASSERT_EQ(back.size(), rows.size()) << round;
    for (std::size_t i = 0; i < rows.size(); ++i) ASSERT_EQ(turned(back[i]), turned(rows[i])) << round;
  }
}

TEST(BwmTriangles, AStripOfNeighboursIsShort) {
  EXPECT_EQ(make_strip(Rows{{0, 1, 2}, {2, 1, 3}, {2, 3, 4}}), (Indices{0, 1, 2, 3, 4}));
}

TEST(BwmTriangles, TheSkinLooksOutward) {
  const File skin = sample(Sample::skin);
  const std::vector<Vec3> points = positions(skin);
  const Triangles found = triangles(skin, 0, skin.material_refs[0]);
  EXPECT_EQ(found.rows.size(), 72U);
  for (const Triangle& t : found.rows) {
    const Vec3 normal = glm::cross(points[t[1]] - points[t[0]], points[t[2]] - points[t[0]]);
    const Vec3 centre = (points[t[0]] + points[t[1]] + points[t[2]]) / 3.0F;
    EXPECT_GT(normal.x * centre.x + normal.z * centre.z, 0);
  }
}

}  // namespace
}  // namespace mw::bw2::bwm
