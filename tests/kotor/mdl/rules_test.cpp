#include <gtest/gtest.h>
#include <meshwright/kotor/detail/mdl_pose.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_scene.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "fixtures.h"
#include "support/cases/finding_cases.h"

/// Rules that several parts of the module go by: all must go by the same.
namespace mw::kotor::mdl {
namespace {

bool has(const std::vector<Vec3>& positions, const Vec3& wanted) {
  return std::ranges::find(positions, wanted) != positions.end();
}

std::vector<Vec3> drawn(const File& file) {
  std::vector<Vec3> positions;
  for (const scene::Mesh& mesh : to_scene(file, {.raw_axes = true}).meshes)
    for (const scene::Primitive& primitive : mesh.primitives)
      positions.insert(positions.end(), primitive.positions.begin(), primitive.positions.end());
  return positions;
}

TEST(MdlRules, TheRowsOfTheMdxAreWhereAMeshIs) {
  const Vec3 far(100, 0, 0);
  File file = sample({});
  body(file).mdx->rows.positions[0] = far;
  EXPECT_EQ(&positions_of(body(file)), &body(file).mdx->rows.positions);
  EXPECT_EQ(bounds(file)->max.x, 100);
  EXPECT_TRUE(has(drawn(file), far));
  EXPECT_EQ(test::findings_of(file, "MDL_BOX_MISMATCH").size(), 1U);

  file = sample({});
  body(file).vertices[0] = far;
  EXPECT_LT(bounds(file)->max.x, 100);
  EXPECT_FALSE(has(drawn(file), far));
  EXPECT_TRUE(test::findings_of(file, "MDL_BOX_MISMATCH").empty());
  EXPECT_EQ(test::findings_of(file, "MDL_VERTEX_MISMATCH").size(), 1U);
}

TEST(MdlRules, WithoutRowsTheCopyInTheMdlCounts) {
  const Vec3 far(100, 0, 0);
  File file = sample({});
  file.has_mdx = false;
  for (Node& node : file.nodes)
    if (node.mesh) node.mesh->mdx.reset();
  body(file).vertices[0] = far;
  EXPECT_EQ(&positions_of(body(file)), &body(file).vertices);
  EXPECT_EQ(bounds(file)->max.x, 100);
  EXPECT_TRUE(has(drawn(file), far));
  EXPECT_TRUE(has(skinned_positions(file, kBody, pose_in_rest(file)), far));
  EXPECT_EQ(test::findings_of(file, "MDL_BOX_MISMATCH").size(), 1U);
}

/// The tail hangs on the hip, away from its middle: a hip whose rotation grows things would move it.
TEST(MdlRules, RotationsInRestAreOfLengthOne) {
  const File plain = sample({});
  File file = plain;
  for (float& part : file.nodes[kHip].header.orientation) part *= 3;
  EXPECT_EQ(pose_in_rest(file)[kTail], pose_in_rest(plain)[kTail]);
  EXPECT_EQ(bounds(file)->min, bounds(plain)->min);
  EXPECT_EQ(bounds(file)->max, bounds(plain)->max);
  EXPECT_TRUE(test::findings_of(file, "MDL_BIND_POSE_MISMATCH").empty());
  EXPECT_EQ(test::findings_of(file, "MDL_ORIENTATION_NOT_UNIT").size(), 1U);
}

TEST(MdlRules, WhatIsNotFiniteInRestIsLeftOut) {
  File file = sample({});
  file.nodes[kBody].header.position.x = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(pose_in_rest(file)[kBody], pose_in_rest(sample({}))[kBody]);
  EXPECT_EQ(bounds(file)->max, bounds(sample({}))->max);
  EXPECT_TRUE(test::findings_of(file, "MDL_BIND_POSE_MISMATCH").empty());
}

TEST(MdlRules, NullNamesNothingInAnyCase) {
  for (const char* name : {"", "NULL", "null", "NuLL"}) {
    EXPECT_TRUE(names_nothing(name)) << name;
    File file = sample({});
    file.model.supermodel = FixedText<32>(name);
    EXPECT_EQ(supermodel_name(file), "") << name;
    EXPECT_TRUE(test::findings_of(file, "MDL_SUPERMODEL_NEEDED").empty()) << name;
    for (Node& node : file.nodes)
      if (node.mesh) node.mesh->header.texture_1 = FixedText<32>(name);
    EXPECT_EQ(textures(file), (std::vector<std::string>{"mw_flare", "mw_spark"})) << name;
    for (const scene::Material& material : to_scene(file).materials)
      EXPECT_TRUE(material.textures.empty()) << name;
  }
  for (const char* name : {"nul", "NULL1", "S_Male02"}) {
    EXPECT_FALSE(names_nothing(name)) << name;
    File file = sample({});
    file.model.supermodel = FixedText<32>(name);
    EXPECT_EQ(supermodel_name(file), name);
    EXPECT_EQ(test::findings_of(file, "MDL_SUPERMODEL_NEEDED").size(), 1U) << name;
  }
}

}  // namespace
}  // namespace mw::kotor::mdl
