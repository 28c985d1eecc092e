#include <glm/geometric.hpp>

#include "new_model_scenes.h"
#include "new_models.h"
#include "support/losses.h"

namespace mw {
namespace {

/// A scale that differs by axis turns normals otherwise than places; a mirror turns them back.
TEST(NewModelDetails, NormalsStayAcrossTheirFacesUnderAnyScale) {
  for (const Vec3& scale : {Vec3(1, 3, 2), Vec3(4, 1, 0.5F), Vec3(1, 3, -2)}) {
    scene::Scene s = test::plate();
    scene::Primitive& p = s.meshes[0].primitives[0];
    p.positions = {{0, 0, 0}, {2, 1, 0}, {1, 2, 3}};
    p.normals.assign(3, glm::normalize(glm::cross(p.positions[1], p.positions[2])));
    p.uvs[0].resize(3);
    p.indices = {0, 1, 2};
    s.nodes[0].transform.scale = scale;
    const auto made = test::new_model(s);
    ASSERT_TRUE(made) << to_string(made.error());
    const kotor::mdl::Mesh& mesh = *test::node_in(*made, "plate").mesh;
    ASSERT_EQ(mesh.mdx->rows.normals.size(), 3U);
    for (const Vec3& normal : mesh.mdx->rows.normals)
      EXPECT_LT(glm::distance(normal, mesh.faces.at(0).normal), 1e-4F);
  }
}

/// Two triangles with vertices of their own are smooth across the side they share, because of their normals.
TEST(NewModelDetails, WhatIsSmoothStaysSoUnderAnyScale) {
  for (const Vec3& scale : {Vec3(1), Vec3(1, 3, 2), Vec3(4, 1, 0.5F), Vec3(1, 3, -2)}) {
    scene::Scene s = test::plate();
    scene::Primitive& p = s.meshes[0].primitives[0];
    p.positions = {{0, 0, 0}, {2, 1, 0}, {1, 2, 3}, {2, 1, 0}, {0, 0, 0}, {2, -1, -2}};
    const Vec3 first = glm::cross(p.positions[1], p.positions[2]);
    const Vec3 second = glm::cross(p.positions[5], p.positions[3]);
    const Vec3 both = glm::normalize(first + second);
    p.normals = {both, both, glm::normalize(first), both, both, glm::normalize(second)};
    p.uvs[0].assign(6, {0, 0});
    p.indices = {0, 1, 2, 3, 4, 5};
    s.nodes[0].transform.scale = scale;
    const auto made = test::new_model(s);
    ASSERT_TRUE(made) << to_string(made.error());
    const std::vector<Vec3>& normals = test::node_in(*made, "plate").mesh->mdx->rows.normals;
    ASSERT_EQ(normals.size(), 6U);
    EXPECT_LT(glm::distance(normals[0], normals[4]), 1e-4F) << scale.x << " " << scale.y;
    EXPECT_GT(glm::distance(normals[0], normals[2]), 0.02F) << scale.x << " " << scale.y;
  }
}

/// Four corners of one plate, with normals that no faces would make: each leans outward.
scene::Scene leaning_plate() {
  scene::Scene s = test::plate();
  scene::Primitive& p = s.meshes[0].primitives[0];
  p.positions = {{0, 0, 0}, {2, 0, 0}, {2, 0, -2}, {0, 0, -2}};
  p.normals = {glm::normalize(Vec3(-1, 2, 1)), glm::normalize(Vec3(1, 2, 1)), glm::normalize(Vec3(1, 2, -1)),
               glm::normalize(Vec3(-1, 2, -1))};
  p.uvs[0].assign(4, {0, 0});
  p.indices = {0, 1, 2, 0, 2, 3};
  return s;
}

TEST(NewModelDetails, NormalsAreThoseOfTheScene) {
  const scene::Scene s = leaning_plate();
  const auto made = test::new_model(s);
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(made->losses, std::vector<std::string>());
  const std::vector<Vec3>& normals = test::node_in(*made, "plate").mesh->mdx->rows.normals;
  ASSERT_EQ(normals.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec3& from = s.meshes[0].primitives[0].normals[i];
    EXPECT_EQ(normals[i], Vec3(from.x, 0 - from.z, from.y)) << "to the last bit";
  }
}

/// Normals go through the inverse transpose, and have length 1 again.
TEST(NewModelDetails, NormalsOfTheSceneFollowScalesAndMirrors) {
  for (const Vec3& scale : {Vec3(1, 3, 2), Vec3(4, 1, 0.5F), Vec3(-1, 3, 2), Vec3(2, -2, 2)}) {
    scene::Scene s = leaning_plate();
    s.nodes[0].transform.scale = scale;
    const auto made = test::new_model(s);
    ASSERT_TRUE(made) << to_string(made.error());
    const kotor::mdl::Mesh& mesh = *test::node_in(*made, "plate").mesh;
    for (std::size_t i = 0; i < 4; ++i) {
      const Vec3 wanted = glm::normalize(s.meshes[0].primitives[0].normals[i] / scale);
      EXPECT_LT(glm::distance(mesh.mdx->rows.normals[i], Vec3(wanted.x, -wanted.z, wanted.y)), 1e-5F)
          << scale.x << " " << scale.y;
    }
    EXPECT_EQ(test::found_in(*made), std::vector<std::string>());
  }
}

/// Vertices that share a place and differ in their normals stay as they are, in their order.
TEST(NewModelDetails, VerticesStayWhereNoGroupsFitTheirNormals) {
  scene::Scene s = leaning_plate();
  scene::Primitive& p = s.meshes[0].primitives[0];
  for (int copy = 1; copy < 40; ++copy)
    for (std::size_t i = 0; i < 4; ++i) {
      p.positions.push_back(p.positions[i]);
      p.normals.push_back(glm::normalize(p.normals[i] + Vec3(0.1F * float(copy), 0, 0)));
      p.uvs[0].emplace_back(0, 0);
    }
  p.indices.clear();
  for (scene::Index copy = 0; copy < 40; ++copy)
    for (const scene::Index corner : {0U, 1U, 2U, 0U, 2U, 3U}) p.indices.push_back(4 * copy + corner);
  const auto made = test::new_model(s);
  ASSERT_TRUE(made) << to_string(made.error());
  const std::vector<Vec3>& normals = test::node_in(*made, "plate").mesh->mdx->rows.normals;
  ASSERT_EQ(normals.size(), 160U);
  for (std::size_t i = 0; i < normals.size(); ++i)
    EXPECT_LT(glm::distance(normals[i], Vec3(p.normals[i].x, -p.normals[i].z, p.normals[i].y)), 1e-5F) << i;
}

/// What is no direction is made of the faces.
TEST(NewModelDetails, NormalsOfNoLengthAreMade) {
  scene::Scene s = leaning_plate();
  const Vec3 kept = s.meshes[0].primitives[0].normals[1];
  s.meshes[0].primitives[0].normals[0] = Vec3(0);
  s.meshes[0].primitives[0].normals[2] *= 3.0F;
  const auto made = test::new_model(s);
  ASSERT_TRUE(made) << to_string(made.error());
  const std::vector<Vec3>& normals = test::node_in(*made, "plate").mesh->mdx->rows.normals;
  EXPECT_EQ(normals[0], Vec3(0, 0, 1));
  EXPECT_EQ(normals[1], Vec3(kept.x, 0 - kept.z, kept.y));
  EXPECT_LT(std::abs(glm::length(normals[2]) - 1), 1e-6F);
}

/// A text has groups of faces only.
TEST(NewModelDetails, ATextTellsHowManyNormalsItCannotHold) {
  scene::Scene s = leaning_plate();
  s.meshes[0].primitives[0].normals[3] = {0, 1, 0};
  const auto made = test::new_model(s, {}, "plate.mdl.ascii");
  ASSERT_TRUE(made) << to_string(made.error());
  const std::string lost =
      "the normals of 3 of 4 vertices: a text has groups of smooth faces instead, which make others of more "
      "than "
      "5 degrees from them";
  EXPECT_EQ(test::count(made->losses, lost), 1);
  OptionValues xbox;
  xbox.set("platform", "xbox");
  const auto packed = test::new_model(s, xbox, "plate.mdl.ascii");
  EXPECT_EQ(test::count(packed->losses, lost), 1);
  s.meshes[0].primitives[0].normals.assign(4, {0, 1, 0});
  EXPECT_EQ(test::new_model(s, {}, "board.mdl.ascii")->losses, std::vector<std::string>());
}

/// Fields of the games' own compiler have leftovers behind their NUL; extras hold both.
TEST(NewModelDetails, TextsWithBytesBehindTheirNulKeepTheirWords) {
  scene::Scene s = test::plate();
  s.nodes[0].extras = {{"texture_1", JsonObject{{"text", "mw_hide"}, {"tail", "00616263"}}}};
  const auto with_supermodel = [&](JsonValue value) {
    s.extras = {{"supermodel", std::move(value)}};
    const auto made = test::new_model(s);
    EXPECT_TRUE(made);
    return made.value();
  };
  const Document made = with_supermodel(JsonObject{{"text", "S_Female02"}, {"tail", "0074"}});
  EXPECT_EQ(test::model_in(made).model.supermodel.view(), "S_Female02");
  EXPECT_EQ(test::node_in(made, "plate").mesh->header.texture_1.view(), "mw_hide");
  EXPECT_EQ(test::model_in(with_supermodel("S_Male01")).model.supermodel.view(), "S_Male01");
  // "S_a" and a NUL, all in hex
  EXPECT_EQ(test::model_in(with_supermodel(JsonObject{{"bytes", "535f610062"}})).model.supermodel.view(),
            "S_a");
  EXPECT_EQ(test::model_in(with_supermodel(std::uint64_t(4))).model.supermodel.view(), "NULL");
}

/// The games find files by 16 letters, and a model by the name of its file.
TEST(NewModelDetails, NamesThatNoFileIsFoundByAreTold) {
  scene::Scene s = test::plate();
  s.name = "plate_of_the_guard";
  s.meshes[0].primitives[0].material = test::add_material(s, "wood", "lda_wood_01234567.tga");
  const auto made = test::new_model(s, {}, "plate.mdl");
  ASSERT_TRUE(made) << to_string(made.error());
  const auto told = [&](std::string_view line) { return test::count(made->losses, line) > 0; };
  EXPECT_TRUE(
      told("the name of the model, \"plate_of_the_guard\" has 18 bytes: the games find no file by more "
           "than 16"));
  EXPECT_TRUE(told("the texture \"lda_wood_01234567\" has 17 bytes: the games find no file by more than 16"));
  s.name = "Board";
  s.materials[0].textures[0].name = "lda_wood_0123456.tga";
  EXPECT_EQ(test::new_model(s, {}, "board.mdl")->losses, std::vector<std::string>());
}

TEST(NewModelDetails, CamerasStayCameras) {
  scene::Scene s = test::plate();
  add_node(s, {.name = "eye"}, 0);
  s.nodes.back().extras = {{"type", std::uint64_t(9)}};
  add_node(s, {.name = "hook"}, 0);
  const auto made = test::new_model(s);
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(test::node_in(*made, "eye").header.type, kotor::mdl::kNodeHeader | kotor::mdl::kNodeCamera);
  EXPECT_EQ(test::node_in(*made, "hook").header.type, kotor::mdl::kNodeHeader);
}

}  // namespace
}  // namespace mw
