#include <meshwright/kotor/mdl_from_scene.h>

#include <glm/gtc/quaternion.hpp>

#include "new_model_scenes.h"
#include "new_models.h"
#include "support/losses.h"

/// What other programs write, without a word of this one: a model that draws the same, or a clear error.
namespace mw {
namespace {

namespace mdl = kotor::mdl;
using test::error_of;
using test::found_in;
using test::model_in;
using test::names_in;
using test::new_model;
using test::node_in;
using test::same_model;
using Lines = std::vector<std::string>;

TEST(ForeignModel, OneMeshGetsARoot) {
  const Document made = same_model(test::plate());
  EXPECT_EQ(names_in(made), (Lines{"new", "plate"}));
  EXPECT_EQ(made.losses, Lines());
  const mdl::File& file = model_in(made);
  EXPECT_EQ(file.geometry.name.view(), "new");
  EXPECT_EQ(file.model.supermodel.view(), "NULL");
  EXPECT_EQ(file.model.classification, 0);
  EXPECT_EQ(file.model.animation_scale, 1);
  EXPECT_EQ(file.model.affected_by_fog, 1);
  EXPECT_TRUE(file.nodes[0].controllers.empty());
  const mdl::Mesh& mesh = *file.nodes[1].mesh;
  EXPECT_EQ(mesh.header.texture_1.view(), "NULL");
  EXPECT_EQ(mesh.header.render, 1);
  EXPECT_EQ(mesh.mdx->rows.uvs[0][0], Vec2(0, 0));
  EXPECT_EQ(mesh.mdx->rows.normals[0], Vec3(0, 0, 1));
}

TEST(ForeignModel, SeveralRootsGetOneAboveThem) {
  scene::Scene s = test::plate();
  add_node(s, {.name = "other", .mesh = 0});
  s.nodes[1].transform.translation = {0, 3, 0};
  EXPECT_EQ(names_in(same_model(s)), (Lines{"new", "plate", "other"}));
}

TEST(ForeignModel, ARootThatStandsElsewhereIsNoRoot) {
  scene::Scene s = test::plate();
  const scene::Index root = add_node(s, {.name = "stand"});
  s.nodes[root].transform.translation = {1, 2, 3};
  s.nodes[root].children = {0};
  s.roots = {root};
  EXPECT_EQ(names_in(same_model(s)), (Lines{"new", "stand", "plate"}));
  s.nodes[root].transform.translation = Vec3(0);
  EXPECT_EQ(names_in(same_model(s)), (Lines{"stand", "plate"}));
}

TEST(ForeignModel, NamesBecomeOneWordAndNoOthers) {
  scene::Scene s;
  const scene::Index mesh = test::add_mesh(s, test::square());
  for (const char* name : {"left arm", "plate", "Plate", "plate", ""}) {
    scene::Node node{.name = name, .mesh = mesh};
    node.transform.translation.x = 2 * float(s.nodes.size());
    add_node(s, node);
  }
  s.animations = {{.name = "walk", .length = 1}, {.name = "walk", .length = 1}};
  for (scene::Animation& animation : s.animations)
    animation.channels = {test::channel(3, {0, 1}, {6, 0, 0, 6, 1, 0})};
  const Document made = same_model(s);
  EXPECT_EQ(names_in(made), (Lines{"new", "left_arm", "plate", "Plate_2", "plate_3", "mesh"}));
  EXPECT_EQ(made.losses,
            (Lines{"3 nodes are renamed, since a name is one word and no other's: left_arm, Plate_2, plate_3",
                   "1 animation is renamed, since a name is one word and no other's: walk_2"}));
  EXPECT_EQ(model_in(made).animations[1].header.geometry.name.view(), "walk_2");
}

TEST(ForeignModel, LongNamesAreRefused) {
  scene::Scene s = test::plate();
  s.nodes[0].name = std::string(31, 'n');
  EXPECT_EQ(error_of(s), "no error");
  s.nodes[0].name = std::string(40, 'n');
  EXPECT_EQ(error_of(s), std::string(40, 'n') + ": the name has 40 bytes, but a node's has at most 31");
  s = test::door();
  s.animations[0].name = std::string(32, 'a');
  EXPECT_EQ(error_of(s), std::string(32, 'a') + ": the name has 32 bytes, but an animation's has at most 31");
  s = test::plate();
  s.name = std::string(33, 'm');
  EXPECT_EQ(error_of(s), std::string(33, 'm') + ": the name has 33 bytes, but a model's has at most 31");
  s = test::plate();
  s.meshes[0].primitives[0].material = test::add_material(s, "long", std::string(32, 't') + ".png");
  EXPECT_EQ(error_of(s),
            "plate: the texture " + std::string(32, 't') + " has 32 bytes, but a name has at most 31");
}

TEST(ForeignModel, WithoutNormalsFacesAreFlat) {
  scene::Scene s = test::plate();
  scene::Primitive& p = s.meshes[0].primitives[0];
  p.normals.clear();
  p.positions[3].y = 1;  // a fold along the diagonal
  const Document made = same_model(s);
  const mdl::Mesh& mesh = *node_in(made, "plate").mesh;
  EXPECT_EQ(mesh.vertices.size(), 6U);
  EXPECT_EQ(mesh.mdx->rows.normals[0], Vec3(0, 0, 1));
  EXPECT_LT(mesh.mdx->rows.normals[3].z, 0.9F);
}

/// What is not drawn needs no normals, and keeps its vertices.
TEST(ForeignModel, HiddenMeshesStayAsTheyAre) {
  scene::Scene s = test::plate();
  s.meshes[0].primitives[0].normals.clear();
  s.nodes[0].role = scene::Role::hidden;
  const Document made = same_model(s);
  const mdl::Mesh& mesh = *node_in(made, "plate").mesh;
  EXPECT_EQ(mesh.vertices.size(), 4U);
  EXPECT_EQ(mesh.header.render, 0);
}

TEST(ForeignModel, WithoutTextureCoordinatesIndicesAndMaterial) {
  scene::Scene s;
  scene::Primitive p;
  p.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}};
  add_node(s, {.name = "bare", .mesh = test::add_mesh(s, p)});
  const Document made = same_model(s);
  const mdl::Mesh& mesh = *node_in(made, "bare").mesh;
  EXPECT_EQ(mesh.faces.size(), 2U);
  EXPECT_EQ(mesh.header.texture_count, 0);
  EXPECT_EQ(mesh.header.texture_1.view(), "NULL");
}

TEST(ForeignModel, MaterialsGiveTextureColourAndTransparency) {
  scene::Scene s = test::plate();
  s.meshes[0].primitives[0].material = test::add_material(s, "glass", "My Glass.png");
  s.materials[0].base_color = {0.5F, 0.25F, 1, 0.5F};
  s.materials[0].emissive = {0, 1, 0};
  s.materials[0].alpha = scene::Alpha::blend;
  const Document made = same_model(s);
  const mdl::Node& node = node_in(made, "plate");
  EXPECT_EQ(node.mesh->header.texture_1.view(), "My_Glass");
  EXPECT_EQ(node.mesh->header.diffuse, Vec3(0.5F, 0.25F, 1));
  EXPECT_EQ(node.mesh->header.transparency_hint, 1U);
  const scene::Scene again = whole_scene(made).value();
  EXPECT_EQ(again.materials[0].base_color.a, 0.5F);
  EXPECT_EQ(again.materials[0].emissive, Vec3(0, 1, 0));
}

TEST(ForeignModel, EachMaterialOfAMeshBecomesANode) {
  scene::Scene s = test::door();
  s.meshes[0].primitives[0].material = test::add_material(s, "wood", "wood01");
  scene::Primitive second = test::square(3);
  second.material = test::add_material(s, "iron", "iron01");
  s.meshes[0].primitives.push_back(second);
  s.nodes[1].extras = {{"shadow", true}};
  const Document made = same_model(s);
  EXPECT_EQ(names_in(made), (Lines{"dor_test", "leaf", "leaf_2"}));
  EXPECT_EQ(made.losses, (Lines{"a mesh of this game has one material and few bones; divided: leaf into 2"}));
  EXPECT_EQ(node_in(made, "leaf").mesh->header.texture_1.view(), "wood01");
  EXPECT_EQ(node_in(made, "leaf_2").mesh->header.texture_1.view(), "iron01");
  EXPECT_EQ(node_in(made, "leaf_2").mesh->header.shadow, 1);
}

TEST(ForeignModel, PartsOfAMeshFadeTogether) {
  scene::Scene s = test::door();
  s.meshes[0].primitives.push_back(test::square(3));
  scene::Channel fades{.node = 1, .target = scene::Target::custom, .name = "alpha", .components = 1};
  fades.times = {0, 1};
  fades.values = {1, 0};
  s.animations[0].channels.push_back(fades);
  const Document made = same_model(s);
  const mdl::Animation& animation = model_in(made).animations[0];
  ASSERT_EQ(animation.nodes.size(), 3U);
  for (const std::size_t row : {1U, 2U})
    EXPECT_EQ(std::ranges::count(animation.nodes[row].controllers, 132U, &mdl::Controller::type), 1) << row;
}

TEST(ForeignModel, TexturesAreCalledWithoutTheirFolder) {
  scene::Scene s = test::plate();
  s.meshes[0].primitives[0].material = test::add_material(s, "wood", "textures/wood01.png");
  EXPECT_EQ(node_in(same_model(s), "plate").mesh->header.texture_1.view(), "wood01");
}

/// Somebody who paints a model's own walkmesh gives it surfaces; otherwise it keeps its numbers.
TEST(ForeignModel, APaintedWalkmeshGetsItsSurfaces) {
  scene::Scene s = test::room();
  s.nodes[2].extras = {{"number", 1.0F}, {"aabb", true}, {"mesh", JsonObject{{"face_materials", 5.0F}}}};
  const auto surfaces = [](const Document& made) {
    std::vector<std::uint32_t> list;
    for (const mdl::Face& face : node_in(made, "walk").mesh->faces) list.push_back(face.material);
    return list;
  };
  EXPECT_EQ(surfaces(new_model(s).value()), (std::vector<std::uint32_t>{4, 4, 3, 3}));
  s.meshes[1].primitives.pop_back();
  EXPECT_EQ(surfaces(new_model(s).value()), (std::vector<std::uint32_t>{5, 5}));
  s.nodes[2].extras = {{"walkmesh", true}};
  s.materials[1].name = "planks";
  const auto made = new_model(s);
  ASSERT_TRUE(made);
  EXPECT_EQ(surfaces(*made), (std::vector<std::uint32_t>{7, 7}));
  EXPECT_EQ(made->losses, (Lines{"1 material of a walkmesh is no surface and becomes NonWalk: planks"}));
}

TEST(ForeignModel, ScalesGoIntoVerticesPlacesAndKeys) {
  scene::Scene s = test::door();
  const scene::Index knob = add_node(s, {.name = "knob", .mesh = test::add_mesh(s, test::square(0.5F))}, 1);
  s.nodes[0].transform.scale = Vec3(0.01F);
  s.nodes[1].transform.scale = Vec3(2);
  s.nodes[1].transform.rotation = glm::angleAxis(0.5F, Vec3(0, 0.6F, 0.8F));
  s.nodes[knob].transform.translation = {1, 2, 3};
  s.nodes[knob].transform.scale = {1, 3, -2};  // in one mesh only, so that axes may differ
  s.animations[0].channels.push_back(test::channel(knob, {0, 1}, {1, 2, 3, 3, 2, 1}));
  const Document made = same_model(s);
  EXPECT_EQ(made.losses, Lines());
  const Mat4 place = mdl::pose_in_rest(model_in(made))[test::row_of(model_in(made), "knob")];
  EXPECT_NEAR(glm::length(Vec3(place[0])), 1, 1e-5);
}

/// What rests at 0 is not there for good.
TEST(ForeignModel, AMeshThatGrowsFromNothingHasItsSizeFromItsKeys) {
  scene::Scene s = test::door();
  s.nodes[1].transform.scale = Vec3(0);
  scene::Channel grows = test::channel(1, {0, 1.5F}, {0, 0, 0, 2, 2, 2});
  grows.target = scene::Target::scale;
  s.animations[0].channels.push_back(grows);
  const auto made = new_model(s);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->losses, Lines{"leaf: rests at a scale of 0, which a model has in keys only: it rests as "
                                "large as its largest key"});
  test::expect_same_motion(s, whole_scene(*made).value(), 0);
}

TEST(ForeignModel, AScaleOfNothingIsTold) {
  scene::Scene s = test::door();
  s.nodes[1].transform.scale = {1, 0, 1};
  const auto made = new_model(s);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->losses, Lines{"leaf: a scale of 0 leaves its triangles no area"});
}

TEST(ForeignModel, ATextureIsCalledByOneWord) {
  scene::Scene s = test::plate();
  s.meshes[0].primitives[0].material = test::add_material(s, "wood", "textures/old wood.v2.png");
  const auto made = new_model(s);
  ASSERT_TRUE(made);
  EXPECT_EQ(node_in(*made, "plate").mesh->header.texture_1.view(), "old_wood");
  EXPECT_EQ(made->losses, Lines{"the name of the texture old wood.v2.png, which becomes old_wood"});
}

TEST(ForeignModel, AMirrorTurnsTrianglesAndMotions) {
  scene::Scene s = test::door();
  const scene::Index wing = add_node(s, {.name = "wing", .mesh = test::add_mesh(s, test::square())}, 1);
  s.nodes[wing].transform.rotation = glm::angleAxis(0.3F, Vec3(0, 1, 0));
  s.nodes[1].transform.scale = {-1, 1, 1};
  const Quat end = glm::angleAxis(1.2F, Vec3(0.6F, 0, 0.8F));
  s.animations[0].channels.push_back(
      test::channel(wing, {0, 1.5F}, {0, 0, 0, 1, end.x, end.y, end.z, end.w}));
  const Document made = same_model(s);
  EXPECT_EQ(made.losses, Lines());
  EXPECT_EQ(node_in(made, "leaf").mesh->mdx->rows.normals[0], Vec3(0, 0, 1));
}

/// A smooth fold stays smooth: its normals are mirrored too.
TEST(ForeignModel, AMirrorKeepsWhatIsSmooth) {
  scene::Scene s = test::plate();
  scene::Primitive& p = s.meshes[0].primitives[0];
  p.positions[3].y = 0.5F;
  p.normals = {{0.12F, 0.98F, 0.12F}, {0, 1, 0}, {0.12F, 0.98F, 0.12F}, {0.24F, 0.94F, 0.24F}};
  s.nodes[0].transform.scale = {1, 1, -2};
  EXPECT_EQ(node_in(same_model(s), "plate").mesh->vertices.size(), 4U);
}

TEST(ForeignModel, MotionsBelowAScaleThatDiffersByAxisAreALoss) {
  scene::Scene s = test::door();
  s.nodes[0].transform.scale = {1, 2, 1};
  const auto made = new_model(s);
  ASSERT_TRUE(made);
  EXPECT_EQ(
      made->losses,
      (Lines{
          "1 channel of an animation is below a scale that differs by axis, where models move otherwise"}));
}

TEST(ForeignModel, KeysThatJumpAndCurvesOfRotationsBecomeStraight) {
  scene::Scene s = test::door();
  scene::Channel& slides = s.animations[0].channels[0];
  slides.interpolation = scene::Interpolation::step;
  scene::Channel turns = test::channel(1, {0, 1.5F}, {0, 0, 0, 1, 0, 0, 0, 1});
  turns.interpolation = scene::Interpolation::cubic;
  const float w = 0.8F;
  turns.values = {0, 0, 0, 0, 0, 0, 0, 1, 0.4F, 0, 0, 0, 0, 0.4F, 0, 0, 0, 0.6F, 0, w, 0, 0, 0, 0};
  s.animations[0].channels.push_back(turns);
  const auto made = new_model(s);
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(made->losses,
            (Lines{"1 channel of an animation jumps from key to key: each jump takes a millisecond",
                   "1 channel of an animation is a curve, which a model has for places only: straight keys "
                   "instead, 30 in a second"}));
  const mdl::File& file = model_in(*made);
  const Mat4 before = mdl::pose(file, file.animations[0], 1.49F)[1];
  EXPECT_EQ(Vec3(before[3]), Vec3(0, 0, 0));
  EXPECT_EQ(Vec3(mdl::pose(file, file.animations[0], 1.5F)[1][3]), Vec3(0, 0, 2.5F));
  const float time = 0.75F;
  const Mat4 wanted = test::play(s, 0, time)[1];  // plays cubic rotations as straight ones: not the yardstick
  const Mat4 found = mdl::pose(file, file.animations[0], time)[1];
  EXPECT_GT(test::difference(wanted, found), 0.01F);
  EXPECT_NEAR(glm::length(Vec3(found[0])), 1, 1e-5);
  // Half way the curve is at (0.075, 0.225, 0, 0.9), not yet a unit.
  const Quat half = glm::normalize(Quat(0.9F, 0.075F, 0.225F, 0));
  const Mat4 there = glm::mat4_cast(Quat(half.w, half.x, -half.z, half.y));
  EXPECT_LT(test::difference(Mat4(glm::mat3(found)), there), 2e-3F);
}

TEST(ForeignModel, OtherLightsShineAllAround) {
  scene::Scene s = test::room();
  s.lights[0].kind = scene::LightKind::spot;
  s.lights[0].range = 8;
  const auto made = new_model(s);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->losses, (Lines{"the direction of 1 light: lights of models shine all around"}));
}

TEST(ForeignModel, WhatModelsHaveNoPlaceForIsALoss) {
  scene::Scene s = test::plate();
  scene::Primitive& p = s.meshes[0].primitives[0];
  p.uvs[1] = p.uvs[0];
  p.colours.assign(4, Vec4(1, 0, 0, 1));
  scene::Primitive wire;
  wire.topology = scene::Topology::lines;
  wire.positions = {{0, 0, 0}, {1, 0, 0}};
  s.meshes[0].primitives.push_back(wire);
  const auto made = new_model(s);
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(found_in(*made), Lines());
  EXPECT_EQ(made->losses,
            (Lines{"1 part of meshes of points or lines, or without vertices",
                   "colours of vertices, which models are not made with: plate",
                   "texture coordinates beyond the first set, and beyond the second of a mesh with a light "
                   "map: plate"}));
  EXPECT_EQ(names_in(*made), (Lines{"new", "plate"}));
}

TEST(ForeignModel, AttributesAndVerticesThatNoModelHasAreALoss) {
  scene::Scene s = test::plate();
  scene::Primitive& p = s.meshes[0].primitives[0];
  p.tangents.assign(4, Vec4(1, 0, 0, 1));
  p.custom.push_back({"WIND", {0, 0, 1, 1}});
  p.custom.push_back({"CONSTRAINT", {0, 0, 255, 255}});
  p.indices = {0, 1, 2};
  const auto made = new_model(s);
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(made->losses, (Lines{"attributes of vertices that a model has no place for: _WIND of plate",
                                 "tangents, which are made anew by the texture coordinates: plate",
                                 "1 vertex of no triangle"}));
}

/// A mesh of so many triangles, each with vertices of its own.
scene::Scene heap(std::size_t triangles) {
  scene::Scene s;
  scene::Primitive p;
  for (std::size_t i = 0; i < triangles; ++i) {
    const auto x = float(i % 300);
    const auto z = float(i / 300);
    p.positions.insert(p.positions.end(), {{x, 0, z}, {x, 0, z + 1}, {x + 1, 0, z}});
  }
  p.normals.assign(p.positions.size(), {0, 1, 0});
  add_node(s, {.name = "heap", .mesh = test::add_mesh(s, p)});
  return s;
}

TEST(ForeignModel, TooManyVerticesAreRefusedOrDivided) {
  EXPECT_EQ(error_of(heap(21845)), "no error");
  const scene::Scene s = heap(21846);
  EXPECT_EQ(error_of(s), "heap: has 65538 vertices, but a mesh of this game holds 65535; --split divides it");
  OptionValues split;
  split.set("split");
  const auto made = new_model(s, split);
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(found_in(*made), Lines());
  EXPECT_EQ(node_in(*made, "heap").mesh->faces.size() + node_in(*made, "heap_2").mesh->faces.size(), 21846U);
}

TEST(ForeignModel, AVertexOfNoTriangleThatStaysIsNoLoss) {
  scene::Scene s = test::plate();
  s.meshes[0].primitives[0].indices = {0, 1, 2, 2, 1, 0};
  const auto made = new_model(s);
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(made->losses, Lines());
  EXPECT_EQ(node_in(*made, "plate").mesh->vertices.size(), 4U);
}

/// Some walkmeshes are drawn too.
TEST(ForeignModel, AWalkmeshKeepsItsNormalsAndItsLightMap) {
  scene::Scene s = test::room();
  s.nodes[2].extras.emplace_back("lightmap", "m99aa_01a_lm1");
  for (scene::Primitive& p : s.meshes[1].primitives) {
    p.normals.assign(4, Vec3(0, 0.8F, -0.6F));
    p.uvs[1].assign(4, Vec2(0.25F, 0.75F));
  }
  s.meshes[1].primitives[1].custom.push_back({"WIND", {0, 0, 1, 1}});
  const auto made = new_model(s);
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(made->losses, Lines{"attributes of vertices that a model has no place for: _WIND of walk"});
  const mdl::VertexRows rows = node_in(*made, "walk").mesh->mdx->rows;
  EXPECT_EQ(rows.normals, std::vector<Vec3>(8, Vec3(0, 0.6F, 0.8F)));
  EXPECT_EQ(rows.uvs[1], std::vector<Vec2>(8, Vec2(0.25F, 0.25F)));
  s.meshes[1].primitives[1].uvs[1].clear();  // of one surface only
  EXPECT_TRUE(node_in(*new_model(s), "walk").mesh->mdx->rows.uvs[1].empty());
}

TEST(ForeignModel, TooManyFacesAreRefused) {
  scene::Scene s = test::plate();
  scene::Primitive& p = s.meshes[0].primitives[0];
  p.indices.clear();
  for (std::size_t i = 0; i < 65536; ++i) p.indices.insert(p.indices.end(), {0, 1, 2});
  EXPECT_EQ(error_of(s), "plate: has 65536 faces, but a mesh of this game holds 65535; --split divides it");
  s.nodes[0].extras = {{"walkmesh", true}};
  EXPECT_EQ(error_of(s), "plate: has 65536 faces, but a mesh of this game holds 65535");
}

TEST(ForeignModel, NothingIsNoModel) {
  EXPECT_EQ(error_of({}), "no nodes to make a model from");
}

}  // namespace
}  // namespace mw
