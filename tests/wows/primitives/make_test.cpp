#include <gtest/gtest.h>
#include <meshwright/scene/detail/rest.h>
#include <meshwright/wows/primitives.h>

#include <cmath>
#include <glm/geometric.hpp>

#include "fixtures.h"
#include "support/bytes.h"
#include "support/losses.h"

/// Files that are made of nothing but a scene.
namespace mw::wows::primitives {
namespace {

using Lines = std::vector<std::string>;
using scene::Primitive;
using scene::Scene;

const scene::Options kAll = {.selection = {.all_lods = true}};

Lines codes_of(const File& file) {
  Findings findings;
  validate(file, findings);
  Lines codes;
  for (const Finding& finding : findings.all()) codes.emplace_back(finding.kind->code);
  return codes;
}

/// A square that looks along z, with texture coordinates.
Primitive square() {
  return {.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}},
          .uvs = {{{{0, 0}, {3, 0}, {3, 1000.5F}, {0, 1}}}},
          .indices = {0, 1, 2, 0, 2, 3}};
}

Scene scene_with(std::vector<Primitive> primitives, const char* name = "Turret") {
  Scene s;
  s.meshes.push_back({.name = name, .primitives = std::move(primitives)});
  add_node(s, {.name = name, .mesh = 0});
  return s;
}

Lines names_of(const File& file) {
  Lines names;
  for (const Section& section : file.sections) names.push_back(section.name);
  return names;
}

/// Directions are unit vectors in a scene: they may move by a step of their bits.
TEST(PrimitivesMake, TheSampleComesBack) {
  const File before = sample();
  auto made = from_scene(to_scene(before, kAll).value());
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(made->losses, Lines());
  EXPECT_EQ(codes_of(made->file), Lines());
  ASSERT_EQ(made->file.sections.size(), before.sections.size());
  for (const std::size_t row : {1U, 3U}) {
    VertexData& data = vertices_of(made->file, row);
    const auto old = unpack(std::get<VertexData>(before.sections[row].content)).value();
    auto now = unpack(data).value();
    ASSERT_EQ(now.size(), old.size());
    for (std::size_t i = 0; i < now.size(); ++i) {
      for (const auto part :
           {&geometry::Vertex::normal, &geometry::Vertex::tangent, &geometry::Vertex::binormal}) {
        EXPECT_LE(glm::distance(now[i].*part, old[i].*part), 2e-3F) << i;
        now[i].*part = old[i].*part;
      }
    }
    data.bytes = pack(layout_of(data).value(), now);
  }
  EXPECT_EQ(write(made->file).value(), write(before).value());
}

TEST(PrimitivesMake, ASquareIsAShape) {
  const auto made = from_scene(scene_with({square()}));
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(made->losses, Lines());
  EXPECT_EQ(names_of(made->file), (Lines{"TurretShape.indices", "TurretShape.vertices"}));
  EXPECT_EQ(codes_of(made->file), Lines());
  const File file = read(write(made->file).value()).value();
  const auto& data = std::get<VertexData>(file.sections[1].content);
  EXPECT_EQ(data.header.format.view(), "xyznuvtb");
  EXPECT_EQ(data.header.count, 4U);
  EXPECT_EQ(std::get<IndexData>(file.sections[0].content).type.view(), "list");
  const Scene again = to_scene(file).value();
  EXPECT_EQ(again.losses, Lines());
  const Primitive& p = again.meshes[0].primitives[0];
  EXPECT_EQ(p.positions, square().positions);
  EXPECT_EQ(p.uvs[0], square().uvs[0]);  // whole floats
  EXPECT_EQ(p.indices, square().indices);
  EXPECT_EQ(p.normals, std::vector<Vec3>(4, Vec3(0, 0, 1)));
}

TEST(PrimitivesMake, PlacesLevelsAndNames) {
  Scene s = scene_with({square()});
  s.nodes[0].transform.translation = {0, 0, 7};
  s.nodes[0].transform.scale = {-1, 1, 1};
  add_node(s, {.name = "Turret", .mesh = 0, .lod = 1});
  add_node(s, {.name = "bodyShape", .mesh = 0});
  const auto made = from_scene(s);
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(names_of(made->file),
            (Lines{"TurretShape.indices", "TurretShape.vertices", "Turret_lod1Shape.indices",
                   "Turret_lod1Shape.vertices", "bodyShape.indices", "bodyShape.vertices"}));
  const Scene again = to_scene(made->file, kAll).value();
  const Primitive& p = again.meshes[0].primitives[0];
  EXPECT_EQ(p.positions[2], Vec3(-1, 1, 7));
  EXPECT_EQ(p.normals[0], Vec3(0, 0, 1));
  EXPECT_EQ(p.indices, (std::vector<scene::Index>{0, 2, 1, 0, 3, 2}));  // a mirror turns them around
  EXPECT_EQ(codes_of(made->file), Lines());
}

TEST(PrimitivesMake, AGroupForEveryPrimitive) {
  Primitive second = square();
  for (Vec3& position : second.positions) position.z = 2;
  second.indices = {0, 1, 2};
  const auto made = from_scene(scene_with({square(), second}));
  ASSERT_TRUE(made);
  const auto& groups = std::get<IndexData>(made->file.sections[0].content).groups;
  ASSERT_EQ(groups.size(), 2U);
  EXPECT_EQ(groups[1].first_index, 6U);
  EXPECT_EQ(groups[1].triangle_count, 1U);
  EXPECT_EQ(groups[1].first_vertex, 4U);
  EXPECT_EQ(groups[1].vertex_count, 4U);
  const Scene again = to_scene(made->file).value();
  ASSERT_EQ(again.meshes[0].primitives.size(), 2U);
  EXPECT_EQ(again.meshes[0].primitives[1].positions, second.positions);
  EXPECT_EQ(again.meshes[0].primitives[1].indices, second.indices);
  EXPECT_EQ(codes_of(made->file), Lines());
}

TEST(PrimitivesMake, BonesAndRadii) {
  Scene s = scene_with({square()});
  s.skins.push_back({.joints = {0, 0, 0}, .inverse_binds = std::vector<Mat4>(3, Mat4(1))});
  s.nodes[0].skin = 0;
  s.meshes[0].primitives[0].joints.assign(4, scene::U16Vec4(2, 1, 0, 0));
  s.meshes[0].primitives[0].weights.assign(4, Vec4(0.25F, 0.75F, 0, 0));
  const auto made = from_scene(s);
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(made->losses,
            Lines{"skeletons have no place in a .primitives: bones are their numbers in the skin"});
  const auto& data = std::get<VertexData>(made->file.sections[1].content);
  EXPECT_EQ(data.header.format.view(), "xyznuviiiwwtb");
  const geometry::Vertex vertex = unpack(data).value()[0];
  EXPECT_EQ(vertex.bones, (std::array<std::uint8_t, 3>{3, 6, 0}));
  EXPECT_EQ(vertex.weights, (std::array<std::uint8_t, 2>{191, 64}));
  EXPECT_EQ(codes_of(made->file), Lines());
  Scene wire = scene_with({square()});
  wire.meshes[0].primitives[0].custom = {{"RADIUS", {1, 2, 3, 4}}};
  const auto thin = from_scene(wire);
  ASSERT_TRUE(thin);
  const auto& wires = std::get<VertexData>(thin->file.sections[1].content);
  EXPECT_EQ(wires.header.format.view(), "xyznuvr");
  EXPECT_EQ(unpack(wires).value()[3].radius, 4);
  EXPECT_EQ(thin->losses, Lines());
}

/// Where glTF shows it: below a mirror the square looks the other way, and lies behind the origin.
TEST(PrimitivesMake, ASkinBelowAMirrorLiesWhereItIsShown) {
  Primitive p = square();
  p.normals.assign(4, {0, 0, 1});
  for (Vec3& position : p.positions) position.z = -5 + position.x;
  p.joints.assign(4, scene::U16Vec4(0));
  p.weights.assign(4, Vec4(1, 0, 0, 0));
  Scene s = scene_with({p});
  scene::Node mirror{.name = "mirror"};
  mirror.transform.scale = {1, 1, -1};
  const scene::Index above = add_node(s, mirror);
  s.nodes[0].skin = 0;
  s.skins.push_back({.joints = {add_node(s, {.name = "bone"}, above)}, .inverse_binds = {Mat4(1)}});
  scene::bring_skins_to_rest(s);
  const auto made = from_scene(s);
  ASSERT_TRUE(made) << to_string(made.error());
  const Scene again = to_scene(made->file, kAll).value();
  const Primitive& now = again.meshes[0].primitives[0];
  ASSERT_EQ(now.positions.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(now.positions[i], p.positions[i] * Vec3(1, 1, -1)) << i;
    EXPECT_LT(now.normals[i].z, -0.9F) << i;
  }
  const Vec3& a = now.positions[now.indices[0]];
  EXPECT_LT(glm::cross(now.positions[now.indices[1]] - a, now.positions[now.indices[2]] - a).z, 0);
}

TEST(PrimitivesMake, ManyVerticesAreNumberedWithMoreBits) {
  for (const std::size_t count : {65535U, 65538U}) {
    Primitive p;
    for (std::size_t i = 0; i < count; ++i) p.positions.emplace_back(float(i), float(i % 2), float(i % 3));
    const auto made = from_scene(scene_with({p}));
    ASSERT_TRUE(made);
    EXPECT_EQ(std::get<IndexData>(made->file.sections[0].content).type.view(),
              count == 65535U ? "list" : "list32");
    EXPECT_EQ(write(read(write(made->file).value()).value()).value(), write(made->file).value());
  }
}

TEST(PrimitivesMake, WhatHasNoPlaceIsTold) {
  Scene s = scene_with({square(), {.topology = scene::Topology::lines, .positions = {{0, 0, 0}, {1, 0, 0}}}});
  Primitive& p = s.meshes[0].primitives[0];
  s.materials.push_back({.name = "steel"});
  p.material = 0;
  p.uvs[1] = p.uvs[0];
  p.colours.assign(4, Vec4(1));
  p.custom = {{"PIECE", {0, 0, 0, 0}}};
  add_node(s,
           {.name = "plate", .mesh = 0, .role = scene::Role::armor, .extras = {{"layer", std::uint64_t(3)}}});
  s.animations.push_back({.name = "turn"});
  s.lights.emplace_back();
  const auto made = from_scene(s);
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(
      made->losses,
      (Lines{"animations have no place in a .primitives", "lights have no place in a .primitives",
             "lines and points have no place in a .primitives", "materials have no place in a .primitives",
             "attributes of vertices that have no place in a .primitives: COLOR_0, TEXCOORD_1, _PIECE",
             "1 mesh is not drawn; it is left out", "a .primitives holds no extras: layer"}));
  EXPECT_EQ(codes_of(made->file), Lines());
}

TEST(PrimitivesMake, WhatNoFileCanHoldNamesItsNode) {
  const auto problem = [](const auto& edit) {
    Scene s = scene_with({square()});
    edit(s, s.meshes[0].primitives[0]);
    return to_string(from_scene(s).error());
  };
  EXPECT_EQ(problem([](Scene&, Primitive& p) { p.positions[1].x = NAN; }),
            "Turret: has a position that is not finite");
  EXPECT_EQ(problem([](Scene&, Primitive& p) { p.uvs[0][1].y = INFINITY; }),
            "Turret: has a texture coordinate that is not finite");
  EXPECT_EQ(problem([](Scene&, Primitive& p) { p.positions[1].x = 3e38F; }),
            "Turret: has a position beyond 1e+15");
  EXPECT_EQ(problem([](Scene&, Primitive& p) { p.uvs[0][1].y = 3e30F; }),
            "Turret: has a texture coordinate beyond 1e+15");
  EXPECT_EQ(problem([](Scene&, Primitive& p) {
              p.joints.resize(4);
              p.weights.assign(4, Vec4(NAN, 0, 0, 0));
            }),
            "Turret: has a weight that is not finite");
  EXPECT_EQ(problem([](Scene& s, Primitive&) {
              add_node(s, {.name = "hook", .transform = {.translation = {0, 1e20F, 0}}});
            }),
            "hook: has a place beyond 1e+15");
  EXPECT_EQ(problem([](Scene& s, Primitive&) { s.nodes[0].lod = 10; }),
            "Turret: is level 10; the levels of a .primitives are 0 to 9");
  EXPECT_EQ(problem([](Scene& s, Primitive&) { add_node(s, {.name = "TurretShape", .mesh = 0}); }),
            "TurretShape: becomes TurretShape, as Turret does; every mesh needs a name of its own");
  EXPECT_EQ(problem([](Scene&, Primitive& p) {
              for (const char* name : {"BONE_0", "BONE_1", "BONE_2", "WEIGHT_0", "WEIGHT_1"})
                p.custom.push_back({name, std::vector<float>(4)});
              p.custom[1].values[2] = 86;
            }),
            "Turret: has bone 86; a vertex holds whole numbers from 0 to 85");
  EXPECT_EQ(problem([](Scene& s, Primitive&) { s.nodes[0].role = scene::Role::hidden; }),
            "no triangles to make a .primitives from");
  EXPECT_EQ(to_string(from_scene(Scene()).error()), "no triangles to make a .primitives from");
}

TEST(PrimitivesMake, LevelsUpToNineHaveNames) {
  Scene s = scene_with({square()});
  s.nodes[0].lod = 9;
  EXPECT_EQ(names_of(from_scene(s)->file), (Lines{"Turret_lod9Shape.indices", "Turret_lod9Shape.vertices"}));
}

TEST(PrimitivesMake, WeightsAndScalesOfZeroAreTold) {
  Scene s = scene_with({square()});
  s.nodes[0].transform.scale = Vec3(0);
  s.meshes[0].primitives[0].joints.resize(4);
  s.meshes[0].primitives[0].weights = {{0, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}};
  EXPECT_EQ(from_scene(s)->losses,
            (Lines{"1 vertex has no weight at all: bound to the first bone of the skin",
                   "Turret: a scale of 0 leaves its triangles no area"}));
}

/// Many copies of one mesh would be a bomb.
TEST(PrimitivesMake, CopiesOfAMeshHaveALimit) {
  Primitive lines{.topology = scene::Topology::lines};
  lines.positions.assign(1 << 21, Vec3(0));
  Scene s = scene_with({square(), lines});
  EXPECT_TRUE(from_scene(s));
  add_node(s, {.name = "copy", .mesh = 0});
  EXPECT_EQ(to_string(from_scene(s).error()), "copy: with it the file has more than 4194304 vertices");
}

}  // namespace
}  // namespace mw::wows::primitives
