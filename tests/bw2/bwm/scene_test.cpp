#include <gtest/gtest.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/bw2/bwm_scene.h>
#include <meshwright/bw2/detail/bwm_build.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/geometric.hpp>

#include "support/bytes.h"
#include "support/losses.h"

namespace mw::bw2::bwm {
namespace {

const scene::Options kAll = {.selection = {.all_lods = true}};

std::vector<std::string> names(const scene::Scene& s) {
  std::vector<std::string> list;
  for (const scene::Node& node : s.nodes) list.push_back(node.name);
  return list;
}

/// Triangles whose corners run against the normals of their vertices.
std::size_t inside_out(const scene::Scene& s) {
  std::size_t count = 0;
  for (const scene::Mesh& mesh : s.meshes) {
    for (const scene::Primitive& p : mesh.primitives) {
      if (p.topology != scene::Topology::triangles) continue;
      for (std::size_t i = 0; i < p.indices.size(); i += 3) {
        const auto at = [&](std::size_t k) { return p.positions[p.indices[i + k]]; };
        const Vec3 normal =
            p.normals[p.indices[i]] + p.normals[p.indices[i + 1]] + p.normals[p.indices[i + 2]];
        count += glm::dot(glm::cross(at(1) - at(0), at(2) - at(0)), normal) < 0 ? 1 : 0;
      }
    }
  }
  return count;
}

TEST(BwmScene, AHouseHasItsLevelsMaterialsAndPlaces) {
  const File file = sample(Sample::house);
  const scene::Scene all = to_scene(file, kAll);
  ASSERT_FALSE(find_contradiction(all));
  EXPECT_EQ(
      std::ranges::count_if(all.nodes, [](const auto& n) { return n.mesh && n.role == scene::Role::visual; }),
      2);
  const scene::Scene finest = to_scene(file);
  EXPECT_EQ(std::ranges::count_if(finest.nodes,
                                  [](const auto& n) { return n.mesh && n.role == scene::Role::visual; }),
            1);
  const auto nodes = names(finest);
  EXPECT_NE(std::ranges::find(nodes, std::string(file.entities[0].name.view())), nodes.end());
  EXPECT_NE(std::ranges::find(nodes, "footprint_hull"), nodes.end());
  EXPECT_NE(std::ranges::find(nodes, "footprint_circles"), nodes.end());
  EXPECT_EQ(finest.materials[0].textures[0].role, "base_color");
}

/// So that a model that goes there and back differs only where it was changed.
TEST(BwmScene, VerticesAndTrianglesKeepTheirOrder) {
  const File file = sample(Sample::house);
  const auto again = from_scene(to_scene(file, kAll));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->file.strides[0].data, file.strides[0].data);
  EXPECT_EQ(again->file.indices, file.indices);
}

TEST(BwmScene, ASkinThatComesBackTellsWhatItLost) {
  const scene::Scene s = to_scene(sample(Sample::skin), kAll);
  std::size_t vertices = 0;
  for (const scene::Mesh& mesh : s.meshes)
    for (const scene::Primitive& p : mesh.primitives) vertices += p.weights.size();
  ASSERT_GT(vertices, 1U);
  const auto made = from_scene(s);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->losses[0],
            "a skin becomes a static model: " + std::to_string(s.skins[0].joints.size()) +
                " bones and the weights of " + std::to_string(vertices) +
                " vertices are lost, the meshes are written in rest and as lists of triangles");
  const auto house = from_scene(to_scene(sample(Sample::house), kAll));
  ASSERT_TRUE(house);
  for (const Loss& loss : house->losses)
    EXPECT_EQ(loss.message.find("skin"), loss.message.npos) << loss.message;
}

/// Of parts without normals, each has those of its own triangles, also behind another part.
TEST(BwmScene, EveryPartGetsItsOwnNormals) {
  scene::Scene s;
  s.meshes.emplace_back();
  s.meshes[0].primitives.push_back({.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}});
  s.meshes[0].primitives.push_back({.positions = {{0, 0, 0}, {0, 1, 0}, {0, 0, 1}}});
  s.meshes[0].primitives.push_back({.positions = {{5, 0, 0}, {5, 0, 1}, {6, 0, 0}}});
  add_node(s, {.name = "corner", .mesh = 0});
  const auto made = from_scene(s);
  ASSERT_TRUE(made);
  const scene::Scene again = to_scene(made->file, kAll);
  const Vec3 expected[] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
  ASSERT_EQ(again.meshes[0].primitives.size(), 3U);
  for (std::size_t part = 0; part < 3; ++part)
    for (const Vec3& normal : again.meshes[0].primitives[part].normals)
      EXPECT_EQ(normal, expected[part]) << part;
}

/// A square that looks upwards.
scene::Scene square() {
  scene::Scene s;
  s.materials.push_back({.name = "stone", .textures = {{"base_color", "stone.dds"}}});
  s.meshes.emplace_back();
  s.meshes[0].primitives.push_back({.positions = {{0, 0, 0}, {1, 0, 0}, {1, 0, -1}, {0, 0, -1}},
                                    .normals = std::vector<Vec3>(4, Vec3(0, 1, 0)),
                                    .indices = {0, 1, 2, 0, 2, 3},
                                    .material = 0});
  s.meshes[0].primitives[0].uvs[0] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  add_node(s, {.name = "square", .mesh = 0});
  return s;
}

std::vector<std::string> codes_of(const File& file) {
  Findings findings;
  validate(file, findings);
  std::vector<std::string> codes;
  for (const Finding& finding : findings.all()) codes.emplace_back(finding.kind->code);
  return codes;
}

/// A mirror turns triangles around, and so does the way from the scene to the file: fronts stay in front.
TEST(BwmScene, NodesThatMirrorTurnTheirTriangles) {
  for (const Vec3 scale : {Vec3(1), Vec3(-1, 1, 1), Vec3(1, -2, 1), Vec3(-1, -1, 1), Vec3(-1, -1, -1)}) {
    scene::Scene s = square();
    s.nodes[0].transform.scale = scale;
    const auto made = from_scene(s);
    ASSERT_TRUE(made);
    const scene::Scene again = to_scene(made->file, kAll);
    EXPECT_EQ(inside_out(again), 0U) << scale.x << scale.y << scale.z;
    EXPECT_EQ(again.meshes[0].primitives[0].normals[0], Vec3(0, scale.y < 0 ? -1 : 1, 0));
    EXPECT_EQ(codes_of(made->file), std::vector<std::string>());
  }
}

TEST(BwmScene, NormalsThatPointNowhereAreComputed) {
  scene::Scene s = square();
  s.meshes[0].primitives[0].normals = {{0, 0, 0}, {0, 1, 0}, {0, 1, 0}, {NAN, 1, 0}};
  const auto made = from_scene(s);
  ASSERT_TRUE(made);
  const scene::Scene again = to_scene(made->file, kAll);
  EXPECT_EQ(again.meshes[0].primitives[0].normals, std::vector<Vec3>(4, Vec3(0, 1, 0)));
  EXPECT_EQ(codes_of(made->file), std::vector<std::string>());
}

/// What is pressed flat has the normals of what is left of its triangles.
TEST(BwmScene, AScaleOfZero) {
  for (const Vec3 scale : {Vec3(1, 0, 1), Vec3(0, 1, 1), Vec3(0)}) {
    scene::Scene s = square();
    s.nodes[0].transform.scale = scale;
    const auto made = from_scene(s);
    ASSERT_TRUE(made);
    for (const std::string& code : codes_of(made->file)) EXPECT_NE(code, "BWM_VALUE_NOT_FINITE");
    const scene::Scene again = to_scene(made->file, kAll);
    for (const Vec3& normal : again.meshes[0].primitives[0].normals)
      EXPECT_NEAR(glm::length(normal), 1, 1e-6F);
  }
}

TEST(BwmScene, NumbersThatNoModelCanHoldNameTheirNode) {
  const auto problem = [](const auto& edit) {
    scene::Scene s = square();
    edit(s);
    return to_string(from_scene(s).error());
  };
  EXPECT_EQ(problem([](scene::Scene& s) { s.meshes[0].primitives[0].positions[2].y = INFINITY; }),
            "square: has a position that is not finite");
  EXPECT_EQ(problem([](scene::Scene& s) { s.nodes[0].transform.translation.x = NAN; }),
            "square: has a place that is not finite");
  EXPECT_EQ(problem([](scene::Scene& s) { s.nodes[0].transform.scale.x = 3e38F; }),
            "square: has a position farther out than 1e+12, where a .bwm has no bounds");
  EXPECT_EQ(problem([](scene::Scene& s) { s.meshes[0].primitives[0].uvs[0].assign(4, Vec2(0, NAN)); }),
            "square: has a texture coordinate that is not finite");
  EXPECT_EQ(problem([](scene::Scene& s) { s.meshes[0].primitives[0].uvs[0].assign(4, Vec2(0, 3e30F)); }),
            "square: has a texture coordinate beyond 1e+15");
  EXPECT_EQ(problem([](scene::Scene& s) {
              s.meshes[0].primitives[0].joints.resize(4);
              s.meshes[0].primitives[0].weights.assign(4, Vec4(0, NAN, 0, 0));
            }),
            "square: has a weight that is not finite");
  EXPECT_EQ(problem([](scene::Scene& s) {
              add_node(
                  s,
                  {.name = "door", .transform = {.translation = {0, 0, 1e20F}}, .role = scene::Role::helper});
            }),
            "door: has a place beyond 1e+15");
}

/// An entity is written where the nodes above put it.
TEST(BwmScene, ScalesAboveAnEntityMustLeaveItANumber) {
  const auto below = [](float scale, const Vec3& at, const Vec3& turned_up = Vec3(1)) {
    scene::Scene s = square();
    const scene::Index high = add_node(s, {.name = "high", .transform = {.scale = Vec3(scale)}});
    const scene::Index low = add_node(s, {.name = "low", .transform = {.scale = turned_up}}, high);
    add_node(s, {.name = "door", .transform = {.translation = at}, .role = scene::Role::helper}, low);
    const auto made = from_scene(s);
    return made ? "none" : to_string(made.error());
  };
  EXPECT_EQ(below(1e10F, {0, 1e4F, 0}), "none");
  EXPECT_EQ(below(1e10F, {0, 1e6F, 0}), "door: has a place beyond 1e+15");
  EXPECT_EQ(below(1e20F, {0, 1e14F, 0}, Vec3(1e30F)), "door: has a place that is not finite");
  EXPECT_EQ(below(1e10F, {0, 0, 0}, {1, 1, 1e10F}), "door: has a place beyond 1e+15");
}

TEST(BwmScene, AsFarOutAsBoundsGo) {
  scene::Scene s = square();
  s.nodes[0].transform.scale = Vec3(kFarthestBound, 1, -kFarthestBound);
  const auto made = from_scene(s);
  ASSERT_TRUE(made);
  EXPECT_EQ(codes_of(made->file), std::vector<std::string>{"BWM_POSITION_OUT_OF_RANGE"});
}

TEST(BwmScene, MirrorsTheZAxisAndKeepsFrontsInFront) {
  const File file = sample(Sample::house);
  const scene::Scene raw = to_scene(file, {.raw_axes = true});
  const scene::Scene turned = to_scene(file);
  const Vec3 a = raw.meshes[0].primitives[0].positions[0];
  const Vec3 b = turned.meshes[0].primitives[0].positions[0];
  EXPECT_EQ(b.x, a.x);
  EXPECT_EQ(b.z, -a.z);
  EXPECT_EQ(inside_out(turned), 0U);
  EXPECT_EQ(inside_out(raw), 0U);
}

TEST(BwmScene, ASkinHasJointsAtTheRoot) {
  const scene::Scene s = to_scene(sample(Sample::skin));
  ASSERT_FALSE(find_contradiction(s));
  ASSERT_EQ(s.skins.size(), 1U);
  EXPECT_EQ(s.skins[0].joints.size(), sample(Sample::skin).bones.size());
  const auto skinned = std::ranges::find_if(s.nodes, [](const auto& n) { return n.skin.has_value(); });
  ASSERT_NE(skinned, s.nodes.end());
  EXPECT_NE(std::ranges::find(s.roots, scene::Index(skinned - s.nodes.begin())), s.roots.end());
  EXPECT_FALSE(s.meshes[0].primitives[0].joints.empty());
}

/// A joint of glTF must exist; without a weight it moves nothing.
TEST(BwmScene, ABoneThatIsNotThereHasNoWeight) {
  File file = sample(Sample::skin);
  const std::size_t before = file.bones.size();
  file.bones.resize(1);
  ASSERT_GT(before, 1U);
  const scene::Scene s = to_scene(file);
  EXPECT_EQ(find_contradiction(s), std::nullopt);
  const scene::Scene whole = to_scene(sample(Sample::skin));
  const scene::Primitive& p = s.meshes[0].primitives[0];
  const scene::Primitive& sound = whole.meshes[0].primitives[0];
  std::size_t gone = 0;
  for (std::size_t i = 0; i < p.weights.size(); ++i)
    for (int k = 0; k < 4; ++k) {
      const bool exists = sound.joints[i][k] == 0;
      EXPECT_EQ(p.joints[i][k], 0);
      EXPECT_EQ(p.weights[i][k], exists ? sound.weights[i][k] : 0);
      gone += exists ? 0 : 1;
    }
  EXPECT_GT(gone, 0U);
}

TEST(BwmScene, GoesBackIntoAModelOfTheSameTriangles) {
  const scene::Scene s = to_scene(sample(Sample::house), kAll);
  for (const std::uint32_t version : {kVersion5, kVersion6}) {
    const auto made = from_scene(s, version);
    ASSERT_TRUE(made) << to_string(made.error());
    EXPECT_EQ(made->file.header.version, version);
    Findings findings;
    validate(made->file, findings);
    for (const Finding& finding : findings.all())
      EXPECT_EQ(finding.kind->severity, Severity::info)
          << finding.kind->code << " " << finding.where << ": " << finding.message;
    const scene::Scene again = to_scene(made->file, kAll);
    EXPECT_EQ(totals(again).triangles, totals(s).triangles);
    EXPECT_EQ(inside_out(again), 0U);
    const scene::Primitive& before = s.meshes[0].primitives[0];
    const scene::Primitive& after = again.meshes[0].primitives[0];
    ASSERT_EQ(before.indices.size(), after.indices.size());
    for (std::size_t i = 0; i < before.indices.size(); ++i) {
      EXPECT_EQ(before.positions[before.indices[i]], after.positions[after.indices[i]]);
      EXPECT_EQ(before.uvs[0][before.indices[i]], after.uvs[0][after.indices[i]]);
    }
    EXPECT_EQ(again.materials[0].textures[0].name, s.materials[0].textures[0].name);
  }
}

File there_and_back(const File& file) {
  return from_scene(to_scene(file, kAll)).value().file;
}

/// What the scene cannot show comes back from its extras; twice is the same as once, byte by byte.
TEST(BwmScene, ThereAndBackKeepsPivotsCleavesMasksAndFrames) {
  File file = sample(Sample::house);
  file.header.unknown_0x74 = 2;
  file.header.unknown_0xa4 = 0xFFFFFFFF;
  file.meshes[1].pivot = {{0, 1, 0}, {1, 0, 0}, {0, 0, -1}, {3, 4, 5}};
  file.meshes[1].unknown_0x80 = 1;
  file.meshes[1].unknown_0xd4 = {7, 8};
  file.meshes[0].lod = 0;
  for (std::size_t i = 0; i < file.cleaves.size(); ++i) file.cleaves[i] = {float(i), 0.1F, -0.25F};
  file.material_refs[0].mask = 0xF0000001;
  file.entities[0].frame = {{0.6F, 0, 0.8F}, {-0.8F, 0, 0.6F}, {0, 1, 0}, {0.1F, 0.2F, 0.3F}};
  const File once = there_and_back(file);
  EXPECT_EQ(once.header.unknown_0x74, 2U);
  EXPECT_EQ(once.header.unknown_0xa4, 0xFFFFFFFFU);
  EXPECT_EQ(once.materials.size(), file.materials.size());
  EXPECT_EQ(once.meshes[1].pivot.x_axis, Vec3(0, 1, 0));
  EXPECT_EQ(once.meshes[1].pivot.y_axis, Vec3(1, 0, 0));
  EXPECT_EQ(once.meshes[1].pivot.z_axis, Vec3(0, 0, -1));
  EXPECT_EQ(once.meshes[1].pivot.position, Vec3(3, 4, 5));
  EXPECT_EQ(once.meshes[1].unknown_0x80, 1U);
  EXPECT_EQ(once.meshes[1].unknown_0xd4, (std::array<std::uint32_t, 2>{7, 8}));
  EXPECT_EQ(once.meshes[0].lod, 0U);
  EXPECT_EQ(once.meshes[1].lod, 2U);
  EXPECT_EQ(once.material_refs[0].mask, 0xF0000001);
  EXPECT_EQ(once.entities[0].frame.x_axis, Vec3(0.6F, 0, 0.8F));
  EXPECT_EQ(once.entities[0].frame.position, Vec3(0.1F, 0.2F, 0.3F));
  ASSERT_EQ(once.cleaves.size(), file.cleaves.size());
  const std::vector<Vec3> before = positions(file);
  const std::vector<Vec3> after = positions(once);
  for (std::size_t i = 0; i < after.size(); ++i)
    EXPECT_EQ(after[i], before[std::size_t(once.cleaves[i].x)]) << i;  // each stayed with its vertex
  EXPECT_EQ(write(there_and_back(once)).value(), write(once).value());
}

TEST(BwmScene, ThereAndBackTwiceEqualsOnce) {
  for (const Sample which : {Sample::house, Sample::skin}) {
    File file = sample(which);
    for (const std::uint32_t version : {kVersion6, kVersion5}) {
      ASSERT_TRUE(set_version(file, version));
      const File once = there_and_back(file);
      EXPECT_EQ(once.header.version, version);
      EXPECT_EQ(once.hull.empty(), file.hull.empty());
      EXPECT_EQ(write(there_and_back(once)).value(), write(once).value());
    }
  }
}

/// A frame is kept with its bits while the node is where it was, and follows it when it was moved.
TEST(BwmScene, AnEntityThatWasMovedHasItsNewPlace) {
  scene::Scene s = to_scene(sample(Sample::house));
  const auto door = std::ranges::find(s.nodes, "door", &scene::Node::name);
  ASSERT_NE(door, s.nodes.end());
  door->transform.translation.x += 1e-6F;
  EXPECT_EQ(from_scene(s)->file.entities[0].frame.position, Vec3(0, 0, -3));
  door->transform.translation.x += 2;
  EXPECT_NEAR(from_scene(s)->file.entities[0].frame.position.x, 2, 1e-5F);
}

TEST(BwmScene, TellsWhatAModelCannotHold) {
  scene::Scene s = to_scene(sample(Sample::house));
  s.meshes[0].primitives[0].colours.assign(s.meshes[0].primitives[0].positions.size(), Vec4(1));
  s.nodes[0].extras.emplace_back("number", std::uint64_t(3));
  add_node(s, {.name = "box", .mesh = 0, .role = scene::Role::collision});
  s.losses.clear();
  EXPECT_EQ(
      from_scene(s, kVersion5)->losses,
      (std::vector<std::string>{"cleaves have no place in version 5",
                                "colours, tangents and other attributes of vertices have no place in a .bwm",
                                "1 mesh is not drawn; it is left out", "a .bwm holds no extras: number"}));
}

TEST(BwmScene, TexturesAndVerticesWithoutAPlaceAreALoss) {
  scene::Scene s;
  scene::Primitive p;
  p.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 5, 5}};
  p.uvs[0].assign(4, Vec2(0));
  p.indices = {0, 1, 2};
  p.material = 0;
  s.materials.push_back({.name = "lamp"});
  s.materials[0].textures = {{"base_color", "lamp.dds", 0}, {"emissive", "glow.dds", 0}};
  s.meshes.push_back({.name = "lamp"});
  s.meshes[0].primitives.push_back(p);
  add_node(s, {.name = "lamp", .mesh = 0});
  const auto made = from_scene(s);
  EXPECT_EQ(made->losses, (std::vector<std::string>{"textures that a .bwm has no place for: emissive of lamp",
                                                    "1 vertex of no triangle"}));
  EXPECT_EQ(made->file.header.vertex_count, 3U);
}

TEST(BwmScene, WhatMaterialsShowBesideImagesIsALoss) {
  scene::Scene s = to_scene(sample(Sample::house));
  s.losses.clear();
  const scene::Primitive& p = s.meshes[0].primitives[0];
  scene::Material& material = s.materials[p.material.value()];
  material.name = "glass";
  material.emissive = Vec3(1);
  material.alpha = scene::Alpha::mask;
  EXPECT_EQ(from_scene(s)->losses,
            std::vector<std::string>{"a .bwm holds of materials no emission (glass), alpha masks (glass)"});
  material.emissive = Vec3(0);
  material.alpha = scene::Alpha::blend;
  material.two_sided = true;
  EXPECT_EQ(from_scene(s)->losses,
            std::vector<std::string>{"a .bwm holds of materials no second sides (glass)"});
}

TEST(BwmScene, WhatMovesOrShinesIsALoss) {
  const auto losses = [](const std::function<void(scene::Scene&)>& change) {
    scene::Scene s = to_scene(sample(Sample::house));
    s.losses.clear();
    change(s);
    return from_scene(s)->losses;
  };
  using Lines = std::vector<std::string>;
  EXPECT_EQ(losses([](scene::Scene&) {}), Lines{});
  EXPECT_EQ(losses([](scene::Scene& s) { s.lights.emplace_back(); }),
            Lines{"lights have no place in a .bwm"});
  EXPECT_EQ(losses([](scene::Scene& s) { s.animations.emplace_back(); }),
            Lines{"animations have no place in a .bwm"});
  EXPECT_EQ(
      losses([](scene::Scene& s) { s.skins.emplace_back(); }),
      Lines{"a skin becomes a static model: 0 bones and the weights of 0 vertices are lost, the meshes are "
            "written in rest and as lists of triangles"});
}

/// The footprint is a helper that a new file has anyway.
TEST(BwmScene, AHelperWithTrianglesIsLeftOutAndTold) {
  scene::Scene s = to_scene(sample(Sample::house));
  s.losses.clear();
  const std::size_t faces = from_scene(s)->file.indices.size();
  add_node(s, {.name = "guide", .mesh = 0, .role = scene::Role::helper});
  add_node(s, {.name = "ghost", .mesh = scene::Index(s.meshes.size()), .role = scene::Role::hidden});
  s.meshes.push_back(s.meshes[0]);
  s.meshes.back().primitives[0].uvs[0][0].x = NAN;  // of no meaning there
  const Made made = from_scene(s).value();
  EXPECT_EQ(made.losses, std::vector<std::string>{"2 meshes are not drawn; they are left out"});
  EXPECT_EQ(made.file.indices.size(), faces);
  EXPECT_EQ(made.file.entities.size(), 1U);
}

TEST(BwmScene, LevelsThatTheGameDoesNotHaveAreTold) {
  scene::Scene s = square();
  s.nodes[0].lod = 3;
  EXPECT_EQ(from_scene(s)->losses, std::vector<std::string>());
  s.nodes[0].lod = 4;
  const Made made = from_scene(s).value();
  EXPECT_EQ(made.losses,
            std::vector<std::string>{"1 mesh is of a level above 3, which no file of the game has"});
  EXPECT_EQ(made.file.meshes[0].lod, 5U);
}

/// Two coats on the same bones have these once.
TEST(BwmScene, BonesThatSkinsShareAreCountedOnce) {
  scene::Scene s = to_scene(sample(Sample::skin));
  s.losses.clear();
  s.skins.push_back(s.skins[0]);
  const auto joints = s.skins[0].joints.size();
  EXPECT_TRUE(from_scene(s)->losses.at(0).message.starts_with(
      "a skin becomes a static model: " + std::to_string(joints) + " bones and"))
      << from_scene(s)->losses.at(0).message;
}

TEST(BwmScene, WeightsAndScalesOfZeroAreTold) {
  scene::Scene s = square();
  s.nodes[0].transform.scale.x = 0;
  s.meshes[0].primitives[0].joints.resize(4);
  s.meshes[0].primitives[0].weights = {{0, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}};
  EXPECT_EQ(from_scene(s)->losses,
            (std::vector<std::string>{"1 vertex has no weight at all: bound to no bone",
                                      "square: a scale of 0 leaves its triangles no area"}));
}

/// Their names are ours: an editor's are told apart by the number.
TEST(BwmScene, BonesHaveTheirNumbers) {
  const scene::Scene s = to_scene(sample(Sample::skin));
  for (std::size_t i = 0; i < s.skins[0].joints.size(); ++i) {
    const JsonValue extras(s.nodes[s.skins[0].joints[i]].extras);
    ASSERT_NE(extras.find("bone"), nullptr);
    EXPECT_EQ(*extras.find("bone")->get_if<std::uint64_t>(), i);
  }
  const Made made = from_scene(s).value();
  for (const Loss& loss : made.losses) EXPECT_NE(loss.kind->code, "BWM_EXTRAS_DROPPED");
}

TEST(BwmScene, BoundsThatAreComputedAnewAreALoss) {
  File file = sample(Sample::house);
  file.meshes[1].volume += 1;
  scene::Scene s = to_scene(file, kAll);
  s.losses.clear();
  EXPECT_EQ(
      from_scene(s)->losses,
      std::vector<std::string>{"bounds of 1 mesh did not follow from the vertices; they are computed anew"});
}

TEST(BwmScene, WhatNoTriangleHasIsALoss) {
  File file = sample(Sample::house);
  file.strides[0].elements[2].id = 9;  // the first UV set
  file.material_refs[3].index_count = 0;
  file.material_refs[2].index_count = 0;
  EXPECT_EQ(to_scene(file, kAll).losses,
            (std::vector<std::string>{"mesh m_sample_house_far has no triangles; it is left out",
                                      std::to_string(file.meshes[1].vertex_count) +
                                          " vertices belong to no triangle; they are left out",
                                      "1 attributes of vertices are of an unknown kind"}));
}

TEST(BwmScene, CleavesThatAreNotOnePerVertexAreKeptAsAList) {
  File file = sample(Sample::house);
  file.cleaves = {{1, 2, 3}};
  const scene::Scene s = to_scene(file);
  EXPECT_TRUE(s.meshes[0].primitives[0].custom.empty());
  const JsonValue extras(s.nodes[0].extras);
  ASSERT_NE(extras.find("cleaves"), nullptr);
  EXPECT_EQ(extras.find("cleaves")->get_if<JsonArray>()->at(2).get_if<JsonReal>()->narrow, 3);
  EXPECT_EQ(from_scene(s)->losses.back(), "cleaves do not go with the vertices; they are computed anew");
}

TEST(BwmScene, TooManyVerticesAreRefusedClearly) {
  scene::Scene s;
  scene::Primitive p;
  for (int i = 0; i < 66000; ++i) p.positions.emplace_back(i % 300, i / 300, i % 7);
  s.meshes.push_back({.primitives = {p}});
  add_node(s, {.name = "big", .mesh = 0});
  const auto made = from_scene(s);
  ASSERT_FALSE(made);
  EXPECT_NE(to_string(made.error()).find("65535"), std::string::npos) << to_string(made.error());
  EXPECT_EQ(to_string(from_scene(scene::Scene()).error()), "no triangles to make a model from");
}

TEST(BwmScene, DamagedFilesNeverMakeAContradictoryScene) {
  const Bytes originals[] = {write(sample(Sample::house)).value(), write(sample(Sample::skin)).value()};
  std::size_t readable = 0;
  for (std::uint32_t seed = 0; seed < 3000; ++seed) {
    const auto file = read(test::mutant(originals[seed % 2], seed));
    if (!file) continue;
    ++readable;
    EXPECT_FALSE(find_contradiction(to_scene(*file, kAll))) << seed;
  }
  EXPECT_GT(readable, 500U);
}

}  // namespace
}  // namespace mw::bw2::bwm
