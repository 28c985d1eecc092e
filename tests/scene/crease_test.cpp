#include <gtest/gtest.h>
#include <meshwright/scene/detail/crease.h>

#include <cmath>
#include <glm/geometric.hpp>

#include "support/growth.h"

namespace mw::scene {
namespace {

/// Two squares that meet along the y axis at a right angle: one lies in the plane, the other stands on it.
Scene corner_of_two_walls() {
  Scene scene;
  Primitive p;
  p.positions = {{1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 0}, {0, 1, 1}, {0, 0, 1}};
  p.indices = {3, 0, 1, 3, 1, 2, 3, 2, 4, 3, 4, 5};
  for (int i = 0; i < 6; ++i) p.uvs[0].push_back({float(i), 0});
  p.custom.push_back({.name = "PAIR", .values = {0, 10, 1, 11, 2, 12, 3, 13, 4, 14, 5, 15}});
  scene.meshes.push_back({.name = "walls", .primitives = {p}});
  return scene;
}

const Primitive& first(const Scene& scene) {
  return scene.meshes[0].primitives[0];
}

TEST(Crease, ASharperEdgeIsDividedAndEachSideIsFlat) {
  Scene scene = corner_of_two_walls();
  add_normals(scene, 89);
  const Primitive& p = first(scene);
  ASSERT_EQ(p.positions.size(), 8U);  // both ends of the edge twice
  ASSERT_EQ(p.normals.size(), 8U);
  for (std::size_t corner = 0; corner < 6; ++corner)
    EXPECT_EQ(p.normals[p.indices[corner]], Vec3(0, 0, 1)) << corner;
  for (std::size_t corner = 6; corner < 12; ++corner)
    EXPECT_EQ(p.normals[p.indices[corner]], Vec3(1, 0, 0)) << corner;
}

TEST(Crease, AnEdgeThatIsNotSharperIsSmooth) {
  for (const float crease : {90.0F, 180.0F}) {
    Scene scene = corner_of_two_walls();
    add_normals(scene, crease);
    const Primitive& p = first(scene);
    ASSERT_EQ(p.positions.size(), 6U) << crease;
    const Vec3 between = glm::normalize(Vec3(1, 0, 1));
    EXPECT_LT(glm::distance(p.normals[p.indices[0]], between), 1e-6F);
    EXPECT_EQ(p.normals[p.indices[1]], Vec3(0, 0, 1));
  }
}

TEST(Crease, CopiesOfAVertexHaveAllThatItHas) {
  Scene scene = corner_of_two_walls();
  const Primitive before = first(scene);
  add_normals(scene, 0);
  const Primitive& p = first(scene);
  for (std::size_t corner = 0; corner < before.indices.size(); ++corner) {
    const Index old = before.indices[corner];
    const Index now = p.indices[corner];
    EXPECT_EQ(p.positions[now], before.positions[old]);
    EXPECT_EQ(p.uvs[0][now], before.uvs[0][old]);
    EXPECT_EQ(p.custom[0].values[2 * now], float(old));
    EXPECT_EQ(p.custom[0].values[2 * now + 1], float(10 + old));
  }
}

/// Faces belong together by position: the edge of a texture is not one of the shape.
TEST(Crease, ASeamOfTextureCoordinatesIsSmooth) {
  Scene scene;
  Primitive p;
  p.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0.1F}, {0, 1, 0}};
  scene.meshes.push_back({.name = "seam", .primitives = {p}});
  add_normals(scene, 30);
  EXPECT_EQ(first(scene).normals[1], first(scene).normals[3]);
  EXPECT_NE(first(scene).normals[0], first(scene).normals[1]);
}

TEST(Crease, NormalsThatAreThereStay) {
  Scene scene = corner_of_two_walls();
  scene.meshes[0].primitives[0].normals.assign(6, {0, 1, 0});
  add_normals(scene, 10);
  EXPECT_EQ(first(scene).normals, std::vector<Vec3>(6, {0, 1, 0}));
}

/// A fan of so many faces, and as many without an area at the same place.
Scene fan(std::size_t faces) {
  Scene scene;
  Primitive p;
  for (std::size_t i = 0; i < faces; ++i) {
    const float x = float(i);
    p.positions.insert(p.positions.end(),
                       {{0, 0, 0}, {1, x, 0}, {1, x + 1, 0.5F}, {0, 0, 0}, {0, 0, 0}, {1, x, 0}});
  }
  scene.meshes.push_back({.name = "fan", .primitives = {p}});
  return scene;
}

TEST(Crease, ManyFacesAtOnePlaceTakeLinearTime) {
  const Scene small = fan(1000);
  const Scene large = fan(4000);
  const auto crease = [](Scene scene) { add_normals(scene, 30); };
  test::expect_growth("crease", [&] { crease(small); }, [&] { crease(large); });
}

TEST(Crease, FacesWithoutAnAreaHaveANormalOfLengthOne) {
  Scene scene;
  Primitive p;
  p.positions = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {NAN, 0, 0}, {0, 0, 1}, {0, 1, 0}};
  scene.meshes.push_back({.name = "needle", .primitives = {p}});
  add_normals(scene, 30);
  for (const Vec3& normal : first(scene).normals) EXPECT_EQ(glm::length(normal), 1.0F);
}

}  // namespace
}  // namespace mw::scene
