#include <gtest/gtest.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/bw2/detail/bwm_build.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <random>

#include "fixtures.h"

namespace mw::bw2::bwm {
namespace {

std::string failure(const ModelInput& model) {
  const auto file = build(model);
  return file ? "no error" : to_string(file.error());
}

TEST(BwmBuild, SamplesValidateClean) {
  for (const Sample which : kSamples) {
    for (const std::uint32_t version : {kVersion5, kVersion6}) {
      File file = sample(which);
      ASSERT_TRUE(set_version(file, version));
      Findings findings;
      validate(file, findings);
      for (const Finding& finding : findings.all())
        ADD_FAILURE() << finding.kind->code << " " << finding.where << ": " << finding.message;
    }
  }
}

TEST(BwmBuild, TheHouseHasWhatItShould) {
  const File house = sample(Sample::house);
  EXPECT_EQ(house.meshes.size(), 2U);
  EXPECT_EQ(house.meshes[1].lod, 2U);
  EXPECT_EQ(house.materials.size(), 2U);
  EXPECT_EQ(house.entities.size(), 1U);
  EXPECT_EQ(house.hull.size(), 4U);
  EXPECT_FALSE(house.circles.empty());
  EXPECT_EQ(house.material_refs[0].mask, 0x50FU);
  EXPECT_EQ(house.material_refs[1].mask, 0xF0F0FU);
  EXPECT_EQ(house.material_refs[1].face_offset, 10U);
  // Both meshes have two materials; ranges are absolute.
  EXPECT_EQ(house.material_refs[2].index_offset, 42U);
  EXPECT_EQ(house.material_refs[2].face_offset, 0U);
  EXPECT_EQ(house.header.box_max, Vec3(4.5F, 6, 3.5F));
  EXPECT_EQ(house.header.cylinder.base, Vec3(0, 0, 0));
  EXPECT_FLOAT_EQ(house.header.cylinder.radius, 5.701F);
  EXPECT_FLOAT_EQ(house.header.volume, 612.611F);
}

TEST(BwmBuild, SharedVerticesAreRepeatedAndUnusedOnesLeftOut) {
  ModelInput model = one_triangle_model();
  MeshInput& mesh = model.meshes[0];
  mesh.positions.push_back({1, 0, 1});
  mesh.positions.push_back({9, 9, 9});  // nothing uses it
  mesh.normals.resize(5, {0, 1, 0});
  mesh.uv_sets[0].resize(5, {0.5F, 0.5F});
  model.materials.resize(2);
  mesh.parts.push_back({1, {1, 3, 2}, 0x123});
  const File file = build(model).value();
  EXPECT_EQ(positions(file),
            (std::vector<Vec3>{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}}));
  EXPECT_EQ(file.indices, (std::vector<std::uint16_t>{0, 1, 2, 3, 5, 4}));
  ASSERT_EQ(file.material_refs.size(), 2U);
  EXPECT_EQ(file.material_refs[1].vertex_offset, 3U);
  EXPECT_EQ(file.material_refs[1].vertex_count, 3U);
  EXPECT_EQ(file.material_refs[1].face_offset, 1U);
  EXPECT_EQ(file.material_refs[1].mask, 0x123U);
  EXPECT_EQ(file.meshes[0].vertex_count, 6U);
}

TEST(BwmBuild, UvSeamsStayAndSetsArePadded) {
  ModelInput model = one_triangle_model();
  model.meshes[0].uv_sets.push_back({{0.1F, 0}, {0.2F, 0}, {0.3F, 0}});
  const File file = build(model).value();
  const auto sets = find_attributes(file, Usage::uv);
  ASSERT_EQ(sets.size(), 3U);
  EXPECT_EQ(read_vectors(file, sets[0])[2], Vec3(1, 0, 0));
  EXPECT_EQ(read_vectors(file, sets[1])[2], Vec3(0.3F, 0, 0));
  EXPECT_EQ(read_vectors(file, sets[2])[2], Vec3(0.3F, 0, 0));
}

TEST(BwmBuild, MissingNormalsComeFromTheTriangles) {
  ModelInput model = one_triangle_model();
  model.meshes[0].normals.clear();
  const File file = build(model).value();
  EXPECT_EQ(read_vectors(file, find_attributes(file, Usage::normal)[0])[1], Vec3(0, 1, 0));
}

TEST(BwmBuild, SaysWhatDoesNotFit) {
  const auto message = [](auto change) {
    ModelInput model = one_triangle_model();
    change(model);
    return failure(model);
  };
  EXPECT_EQ(message([](ModelInput& m) { m.version = 4; }), "version: 4 is neither 5 nor 6");
  EXPECT_EQ(message([](ModelInput& m) { m.meshes[0].normals.pop_back(); }),
            "meshes[0].normals: has 2 rows, but there are 3 positions");
  EXPECT_EQ(message([](ModelInput& m) { m.meshes[0].parts[0].indices[1] = 3; }),
            "meshes[0].parts[0]: index 3 >= vertex count 3");
  EXPECT_EQ(message([](ModelInput& m) { m.meshes[0].parts[0].indices.push_back(0); }),
            "meshes[0].parts[0]: 4 indices are not three per triangle");
  EXPECT_EQ(message([](ModelInput& m) { m.meshes[0].parts[0].material = 1; }),
            "meshes[0].parts[0]: material 1 >= material count 1");
  EXPECT_EQ(message([](ModelInput& m) { m.meshes[0].uv_sets.resize(15); }),
            "meshes[0].uv_sets: 15 do not fit: a declaration has room for 14");
  EXPECT_EQ(message([](ModelInput& m) { m.meshes[0].name = std::string(64, 'x'); }),
            "meshes[0].name: 64 bytes do not fit 63");
  EXPECT_EQ(message([](ModelInput& m) { m.meshes[0].positions[1].z = NAN; }),
            "meshes[0].positions[1]: is not finite");
  EXPECT_EQ(message([](ModelInput& m) { m.meshes[0].positions[2].z = -1.1e12F; }),
            "meshes[0].positions[2]: is farther out than 1e+12, where there are no bounds");
}

TEST(BwmBuild, TheLimitOfVerticesIsTold) {
  const auto strip_of = [](std::uint32_t vertices) {
    ModelInput model = one_triangle_model();
    MeshInput mesh;
    mesh.parts.resize(1);
    for (std::uint32_t i = 0; i < vertices; ++i) {
      mesh.positions.emplace_back(i / 2, 0, i % 2);
      if (i >= 2) mesh.parts[0].indices.insert(mesh.parts[0].indices.end(), {i - 2, i - 1, i});
    }
    model.meshes = {mesh};
    model.footprint = false;
    return model;
  };
  EXPECT_EQ(failure(strip_of(65536)),
            "meshes: 65536 vertices are more than the 65535 that 16-bit indices reach; simplify the model or "
            "split it "
            "into several files");
  const File most = build(strip_of(65535)).value();
  EXPECT_EQ(most.header.vertex_count, 65535U);
  EXPECT_EQ(most.indices.back(), 65534U);
}

TEST(BwmBuild, RoundsToThreeDecimals) {
  EXPECT_EQ(round3(1.2345), 1.235F);
  EXPECT_EQ(round3(-1.2346), -1.235F);
  EXPECT_EQ(round3(Vec3(0.0004F, -0.0006F, 2)), Vec3(0, -0.001F, 2));
}

/// How far the farthest point is, over all centres, has one minimum: a centre that no small step betters is
/// the best.
TEST(BwmBuild, SpheresAreTheSmallest) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> place(-10, 10);
  for (int round = 0; round < 300; ++round) {
    std::vector<Vec3> points(std::size_t(2 + round % 9));
    for (Vec3& point : points) point = {place(random), place(random), place(random)};
    const Sphere sphere = derive_sphere(points);
    for (const Vec3& point : points) EXPECT_LE(glm::distance(point, sphere.centre), sphere.radius + 1.1e-3F);
    for (int direction = 0; direction < 26; ++direction) {
      const Vec3 step(direction % 3 - 1, direction / 3 % 3 - 1, direction / 9 - 1);
      float farthest = 0;
      for (const Vec3& point : points)
        farthest = std::max(farthest, glm::distance(point, sphere.centre + step * 0.05F));
      EXPECT_GE(farthest, sphere.radius - 1e-3F) << round;
    }
  }
}

TEST(BwmBuild, BoundsOfFewPoints) {
  EXPECT_EQ(derive_sphere({}).radius, 0);
  const std::vector<Vec3> one = {{1, 2, 3}};
  EXPECT_EQ(derive_sphere(one).centre, Vec3(1, 2, 3));
  EXPECT_EQ(derive_cylinder(one).height, 0);
  const std::vector<Vec3> line = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {4, 0, 0}};
  EXPECT_EQ(derive_sphere(line).centre, Vec3(2, 0, 0));
  EXPECT_EQ(derive_sphere(line).radius, 2);
  EXPECT_TRUE(derive_hull(line).empty());
  EXPECT_TRUE(derive_circles({}, {}).empty());
}

TEST(BwmBuild, HullRunsCounterClockwiseFromBehindTheLeastZ) {
  const std::vector<Vec3> points = {{0, 1, 0}, {4, 2, 0.5F}, {4, 3, 4}, {0, 4, 4},
                                    {2, 9, 2}, {2, 9, 4},    {0, 8, 0}};
  EXPECT_EQ(derive_hull(points), (std::vector<Vec3>{{4, 2, 0.5F}, {4, 3, 4}, {0, 4, 4}, {0, 1, 0}}));
}

/// A square of 10 by 10 units is four cells a side: one disc around it.
TEST(BwmBuild, ASquareGetsOneCircle) {
  const std::vector<Vec3> points = {{0, 0, 0}, {10, 0, 0}, {10, 0, 10}, {0, 0, 10}};
  const std::vector<Triangle> both = {{0, 1, 2}, {0, 2, 3}};
  auto circles = derive_circles(points, both);
  ASSERT_EQ(circles.size(), 1U);
  EXPECT_EQ(circles[0].x, 5);
  EXPECT_EQ(circles[0].z, 5);
  EXPECT_EQ(circles[0].radius, 7.071F);
  // Half of it: the cells below the diagonal, and those it cuts in half.
  circles = derive_circles(points, std::span(both).first(1));
  EXPECT_GT(circles.size(), 1U);
  EXPECT_EQ(circles.front().radius, 3.536F);
  EXPECT_EQ(circles.back().radius, 1.768F);
}

TEST(BwmBuild, HugeFootprintsHaveAFewCircles) {
  const std::vector<Vec3> points = {{0, 0, 0}, {1e6F, 0, 0}, {1e6F, 0, 1e6F}};
  const std::vector<Triangle> one = {{0, 1, 2}};
  const auto circles = derive_circles(points, one);
  EXPECT_FALSE(circles.empty());
  EXPECT_LE(circles.size(), 64U * 64U);
}

TEST(BwmBuild, CleavesAreTheSameInOnePlace) {
  const std::vector<Vec3> points = {{0, 0, 0}, {0, 0, 0}, {1, 0, 0}};
  const std::vector<Vec3> normals = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const auto cleaves = derive_cleaves(points, normals);
  EXPECT_EQ(cleaves[0], cleaves[1]);
  EXPECT_NEAR(glm::length(cleaves[0]), kCleaveLength, 1e-6);
  EXPECT_EQ(cleaves[2], Vec3(0, 0, -kCleaveLength));
  EXPECT_EQ(derive_cleaves(points, {}), std::vector<Vec3>(3, Vec3(0)));
}

}  // namespace
}  // namespace mw::bw2::bwm
