#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/kotor/detail/mdl_build.h>
#include <meshwright/kotor/walkmesh_scene.h>

#include <algorithm>
#include <set>

#include "fixtures.h"
#include "kotor/mdl/fixtures.h"
#include "support/losses.h"

namespace mw::kotor::walkmesh {
namespace {

/// What does not depend on the order of vertices and faces: each face by its places and material.
std::multiset<std::string> faces_of(const File& file) {
  std::multiset<std::string> faces;
  for (std::size_t row = 0; row < file.faces.size(); ++row) {
    std::vector<std::string> corners;
    for (const std::uint32_t corner : file.faces[row]) {
      const Vec3& v = file.vertices[corner];
      corners.push_back(fmt::format("{},{},{}", v.x, v.y, v.z));
    }
    std::ranges::rotate(corners, std::ranges::min_element(corners));
    faces.insert(fmt::format("{} {}", fmt::join(corners, " "), file.materials[row]));
  }
  return faces;
}

std::multiset<std::string> transitions_of(const File& file) {
  std::multiset<std::string> transitions;
  for (const Edge& edge : file.edges) {
    if (edge.transition == kNoTransition) continue;
    const Vec3& a = file.vertices[file.faces[edge.edge / 3][edge.edge % 3]];
    const Vec3& b = file.vertices[file.faces[edge.edge / 3][(edge.edge + 1) % 3]];
    transitions.insert(fmt::format("{},{} {},{} {}", a.x, a.y, b.x, b.y, edge.transition));
  }
  return transitions;
}

TEST(WalkmeshFromScene, ASampleComesBack) {
  for (const Sample which : kSamples) {
    const File file = sample(which);
    const Made made = from_scene(to_scene(file)).value();
    EXPECT_EQ(made.losses, std::vector<std::string>{});
    EXPECT_EQ(made.file.header.type, file.header.type);
    EXPECT_EQ(made.file.header.relative_use, file.header.relative_use);
    EXPECT_EQ(made.file.vertices.size(), file.vertices.size());
    EXPECT_EQ(faces_of(made.file), faces_of(file));
    EXPECT_EQ(made.file.edges.size(), file.edges.size());
    EXPECT_EQ(transitions_of(made.file), transitions_of(file));
    Findings findings;
    validate(made.file, findings);
    EXPECT_TRUE(findings.all().empty());
  }
}

TEST(WalkmeshFromScene, AVertexOfNoTriangleIsALoss) {
  scene::Scene s;
  s.materials.push_back({.name = "Stone"});
  s.meshes.emplace_back().primitives.push_back(
      {.positions = {{0, 0, 0}, {0, 9, 0}, {0, 0, 1}, {1, 0, 0}}, .indices = {0, 2, 3}, .material = 0});
  add_node(s, {.name = "floor", .mesh = 0});
  const Made made = from_scene(s).value();
  EXPECT_EQ(made.losses, std::vector<std::string>{"1 vertex of no triangle"});
  EXPECT_EQ(made.file.vertices.size(), 3U);
}

TEST(WalkmeshFromScene, ThePositionAndAbsoluteHooksComeBack) {
  File file = sample(Sample::placeable);
  file.header.position = {1, 2, 3.5F};
  file.header.absolute_use[1] = {4, 5, 6};
  const Made made = from_scene(to_scene(file)).value();
  EXPECT_EQ(made.file.header.position, Vec3(1, 2, 3.5F));
  EXPECT_EQ(made.file.header.absolute_use[1], Vec3(4, 5, 6));
}

/// A floor in a foreign scene: its material tells the surface in one of several ways.
scene::Scene foreign_floor(scene::Material material) {
  scene::Scene s;
  s.materials.push_back(std::move(material));
  s.meshes.push_back({.name = "floor"});
  s.meshes[0].primitives.push_back(
      {.positions = {{0, 0, 0}, {1, 0, 0}, {0, 0, -1}, {1, 0, 0}, {1, 0, -1}, {0, 0, -1}}, .material = 0});
  add_node(s, {.name = "floor", .mesh = 0});
  return s;
}

std::uint32_t surface_of(scene::Material material, const SceneSurface& how = {}) {
  return from_scene(foreign_floor(std::move(material)), how)->file.materials[0];
}

TEST(WalkmeshFromScene, MaterialsAreToldByIdNameOrColour) {
  EXPECT_EQ(surface_of({.name = "Grass"}), 3U);
  EXPECT_EQ(surface_of({.name = "grass.002"}), 3U);
  EXPECT_EQ(surface_of({.name = "Grass", .extras = {{"surface", std::uint64_t(10)}}}), 10U);
  EXPECT_EQ(surface_of({.name = "x", .base_color = Vec4(surface_colour(5), 1)}), 5U);
  EXPECT_EQ(surface_of({.name = "x", .base_color = Vec4(surface_colour(5) + 0.01F, 1)}), 7U);
  EXPECT_EQ(surface_of({.name = "x"}, {.other = 4}), 4U);
}

TEST(WalkmeshFromScene, WhatAWalkmeshCannotHoldIsALoss) {
  scene::Scene s = to_scene(sample(kSamples[0]));
  s.losses.clear();
  s.lights.emplace_back();
  s.skins.emplace_back();
  s.meshes[0].primitives[0].uvs[1].assign(s.meshes[0].primitives[0].positions.size(), Vec2(0));
  const auto made = from_scene(s);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->losses, (std::vector<std::string>{
                              "skins have no place in a walkmesh; the meshes are taken in rest",
                              "lights have no place in a walkmesh",
                              "UVs, colours, tangents and weights of vertices have no place in a walkmesh"}));
}

TEST(WalkmeshFromScene, UnknownMaterialsAndOtherMeshesAreTold) {
  scene::Scene s = foreign_floor({.name = "brick"});
  EXPECT_EQ(from_scene(s)->losses,
            (std::vector<std::string>{
                "no surface materials: brick; their faces become NonWalk (--default-surface)"}));
  s.nodes[0].role = scene::Role::walkmesh;
  add_node(s, {.name = "roof", .mesh = 0});
  const Made made = from_scene(s).value();
  EXPECT_EQ(made.file.faces.size(), 2U);
  EXPECT_EQ(made.losses[1], "1 mesh that is no walkmesh is left out; the property role = walkmesh makes one");
  EXPECT_EQ(to_string(from_scene(scene::Scene()).error()), "no triangles to make a walkmesh from");
}

TEST(WalkmeshFromScene, VerticesAreWeldedTurnedAndPlacedOnce) {
  scene::Scene s = foreign_floor({.name = "Stone"});
  s.nodes[0].transform.translation = {0.1F, 0.2F, 0.3F};
  const File file = from_scene(s, {.room = {100, 200, 300}})->file;
  ASSERT_EQ(file.vertices.size(), 4U);
  // Scene (x, y, z) is (x, -z, y) in the game; sums are rounded once.
  EXPECT_EQ(file.vertices[0],
            Vec3(float(double(0.1F) + 100), float(200 - double(0.3F)), float(double(0.2F) + 300)));
  EXPECT_EQ(file.normals[0], Vec3(0, 0, 1));
  EXPECT_EQ(file.adjacency[0][1], 5);
  s.nodes[0].transform.scale = {-1, 1, 1};
  EXPECT_EQ(from_scene(s)->file.normals[0], Vec3(0, 0, 1)) << "a mirror turns the winding";
}

TEST(WalkmeshFromScene, LinesOnNoOpenSideAreTold) {
  scene::Scene s = to_scene(sample(Sample::room));
  for (scene::Mesh& mesh : s.meshes)
    if (mesh.name == "transition_1")
      for (Vec3& p : mesh.primitives[0].positions) p.x += 5;
  const Made made = from_scene(s).value();
  EXPECT_EQ(made.losses, (std::vector<std::string>{"1 of 1 lines that lead to rooms are on no open side"}));
}

/// A model with a walkmesh of two faces, of which the second is walkable.
mdl::File room_model() {
  mdl::File model = mdl::sample({});
  for (mdl::Node& node : model.nodes)
    if (node.mesh) node.mesh->aabb = {};
  for (mdl::Node& node : model.nodes) {
    if (!node.mesh) continue;
    mdl::Mesh& mesh = *node.mesh;
    mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    mesh.faces.assign(2, {});
    mesh.faces[0].vertices = {0, 1, 2};
    mesh.faces[0].material = kNonWalk;
    mesh.faces[1].vertices = {3, 4, 5};
    mesh.faces[1].material = kDirt;
    mesh.aabb = mdl::build_aabb(mesh);
    break;
  }
  return model;
}

TEST(WalkmeshFromModel, FacesAreOrderedWeldedAndMoved) {
  const Made made = from_model(room_model(), {10, 20, 30}).value();
  EXPECT_EQ(made.losses, std::vector<std::string>{});
  EXPECT_EQ(made.file.materials, (std::vector<std::uint32_t>{kDirt, kNonWalk}));
  EXPECT_EQ(made.file.vertices.size(), 4U);
  EXPECT_EQ(made.file.faces, (std::vector<Face>{{1, 3, 2}, {0, 1, 2}}));
  const Vec3 node = made.file.header.position;
  EXPECT_EQ(made.file.vertices[1], Vec3(11, 20, 30) + node);
  Findings findings;
  validate(made.file, findings);
  EXPECT_EQ(findings.count(Severity::error), 0U);
}

TEST(WalkmeshFromModel, TheTreeIsTheModelsUnlessItIsBroken) {
  mdl::File model = room_model();
  mdl::Mesh* mesh = nullptr;
  for (mdl::Node& node : model.nodes)
    if (node.mesh && node.mesh->aabb) mesh = &*node.mesh;
  ASSERT_NE(mesh, nullptr);
  mesh->aabb->nodes[0].box_max.z += 5;
  const File kept = from_model(model)->file;
  EXPECT_NEAR(kept.aabb[0].box_max.z - kept.header.position.z, 5.0101F, 1e-3F);
  // Faces have the numbers of the file: the walkable one, 1 in the model, is 0.
  for (std::size_t row = 0; row < kept.aabb.size(); ++row) {
    const std::int32_t face = mesh->aabb->nodes[row].face;
    EXPECT_EQ(kept.aabb[row].face, face < 0 ? kNoFace : 1 - face);
  }
  mesh->aabb->nodes[1].face = mesh->aabb->nodes[2].face;
  EXPECT_LT(from_model(model)->file.aabb[0].box_max.z - kept.header.position.z, 1.0F);
}

TEST(WalkmeshFromModel, FailsWithoutAWalkmesh) {
  mdl::File model = room_model();
  for (mdl::Node& node : model.nodes)
    if (node.mesh) node.mesh->aabb = {};
  EXPECT_EQ(to_string(from_model(model).error()), "has no walkmesh in it (a node of kind aabb)");
}

}  // namespace
}  // namespace mw::kotor::walkmesh
