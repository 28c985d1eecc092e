#include <gtest/gtest.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/bw2/bwm_scene.h>

#include <algorithm>
#include <glm/geometric.hpp>

#include "support/bytes.h"

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
