#include <gtest/gtest.h>
#include <meshwright/scene/diff.h>

#include <algorithm>
#include <functional>
#include <limits>

#include "scenes.h"
#include "support/allocations.h"
#include "support/growth.h"

namespace mw::scene {
namespace {

std::string listed(const std::vector<Difference>& differences) {
  std::string text;
  for (const Difference& d : differences) text += d.where + ": " + d.a + " | " + d.b + "\n";
  return text;
}

std::string changes_of(const Comparison& comparison) {
  std::string text;
  for (const Changes& c : comparison.changes)
    text += c.what + " +" + std::to_string(c.added) + " -" + std::to_string(c.removed) + " *" +
            std::to_string(c.changed) + " =" + std::to_string(c.same) + "\n";
  return text;
}

struct Case {
  std::function<void(Scene&)> change;
  std::string expected;
};

/// Each change is told, and nothing else is.
void expect_told(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    Scene changed = test::rich_scene();
    c.change(changed);
    EXPECT_EQ(listed(diff(test::rich_scene(), changed)), c.expected);
  }
}

Primitive& body(Scene& s) {
  return s.meshes[0].primitives[0];
}

TEST(SceneDiff, TellsOfEveryAttributeOfAMesh) {
  const std::string body_at = "nodes[skinned].mesh.primitives[0]";
  const auto corners = [&](const std::string& name, const std::string& rest) {
    return body_at + "." + name + ": 6 corners | " + rest + "\n";
  };
  expect_told({
      {[](Scene& s) { body(s).normals[1].y += 0.5F; }, corners("normals", "2 differ, by at most 0.5")},
      {[](Scene& s) { body(s).tangents[3].w = -1; }, corners("tangents", "1 differ, by at most 2")},
      {[](Scene& s) { body(s).tangents.clear(); }, body_at + ".tangents: present | none\n"},
      {[](Scene& s) { body(s).uvs[0][3].x = 0.8F; }, corners("uvs[0]", "1 differ, by at most 0.5")},
      {[](Scene& s) { body(s).uvs[1][0].y = 1.5F; }, corners("uvs[1]", "1 differ, by at most 1")},
      {[](Scene& s) { body(s).colours[0].w -= 0.25F; }, corners("colours", "1 differ, by at most 0.25")},
      {[](Scene& s) { body(s).weights[3] = {0.5F, 0.5F, 0, 0}; },
       corners("weights", "1 differ, by at most 0.25")},
      {[](Scene& s) { body(s).joints[1].x = 0; }, corners("joints", "2 differ")},
      {[](Scene& s) { body(s).joints.clear(); }, body_at + ".joints: present | none\n"},
      {[](Scene& s) { body(s).custom[0].values[0] = 0.6F; },
       corners("custom[RADIUS]", "1 differ, by at most 0.5")},
      {[](Scene& s) { body(s).custom[0].name = "WIDTH"; }, body_at + ".custom[0].name: RADIUS | WIDTH\n"},
      {[](Scene& s) { body(s).custom.clear(); }, body_at + ".custom.count: 1 | 0\n"},
      {[](Scene& s) { body(s).material.reset(); }, body_at + ".material: skin | none\n"},
      {[](Scene& s) { body(s).extras = {{"part", "some"}, {"new", true}}; },
       body_at + ".extras.part: all | some\n" + body_at + ".extras.new: missing | true\n"},
      {[](Scene& s) { body(s).positions.emplace_back(9, 9, 9); }, body_at + ".vertices.count: 4 | 5\n"},
      {[](Scene& s) { body(s).indices.resize(3); }, body_at + ".corners.count: 6 | 3\n"},
      {[](Scene& s) { s.meshes[1].primitives[0].topology = Topology::points; },
       "nodes[root/box].mesh.primitives[0].topology: lines | points\n"},
      {[](Scene& s) { s.meshes[1].primitives.pop_back(); }, "nodes[root/box].mesh.primitives.count: 2 | 1\n"},
      {[](Scene& s) { s.meshes[1].extras = {}; }, "nodes[root/box].mesh.extras.kind: wire | missing\n"},
  });
}

TEST(SceneDiff, TellsOfEveryPropertyOfANode) {
  expect_told({
      {[](Scene& s) { s.name = "other"; }, "name: everything | other\n"},
      {[](Scene& s) { s.extras = {{"note", JsonArray{std::uint64_t(1)}}}; }, "extras.note: kept | [1]\n"},
      {[](Scene& s) { s.nodes[1].transform.translation.y = 2; },
       "nodes[root/bone].translation: 0, 1, 0 | 0, 2, 0\n"},
      {[](Scene& s) { s.nodes[1].transform.scale.x = 3; }, "nodes[root/bone].scale: 1, 2, 1 | 3, 2, 1\n"},
      {[](Scene& s) { s.nodes[1].transform.rotation = Quat(1, 0, 0, 0); },
       "nodes[root/bone].rotation: 0.5, 0.5, 0.5, 0.5 | 0, 0, 0, 1\n"},
      {[](Scene& s) { s.nodes[4].role = Role::armor; }, "nodes[root/box].role: collision | armor\n"},
      {[](Scene& s) { s.nodes[4].lod = 0; }, "nodes[root/box].lod: 2 | 0\n"},
      {[](Scene& s) { s.nodes[0].extras[0].second = std::uint64_t(8); },
       "nodes[root].extras.number: 7 | 8\n"},
      {[](Scene& s) { s.nodes[4].mesh.reset(); }, "nodes[root/box].mesh: yes | no\n"},
      {[](Scene& s) { s.nodes[5].light.reset(); }, "nodes[root/lamp].light: yes | no\n"},
      {[](Scene& s) { s.lights[0].kind = LightKind::point; }, "nodes[root/lamp].light.kind: spot | point\n"},
      {[](Scene& s) { s.lights[0].colour.y = 1; },
       "nodes[root/lamp].light.colour: 1, 0.5, 0.25 | 1, 1, 0.25\n"},
      {[](Scene& s) { s.lights[0].intensity = 4; }, "nodes[root/lamp].light.intensity: 3 | 4\n"},
      {[](Scene& s) { s.lights[0].range = 5.0F; }, "nodes[root/lamp].light.range: 12 | 5\n"},
      {[](Scene& s) { s.lights[0].range.reset(); }, "nodes[root/lamp].light.range: yes | no\n"},
      {[](Scene& s) { s.lights[0].inner_cone = 0.2F; }, "nodes[root/lamp].light.inner_cone: 0.1 | 0.2\n"},
      {[](Scene& s) { s.lights[0].outer_cone = 1; }, "nodes[root/lamp].light.outer_cone: 0.5 | 1\n"},
      {[](Scene& s) { s.skins[0].root = 0; }, "nodes[skinned].skin.root: root/bone | root\n"},
      {[](Scene& s) { s.skins[0].name = "bones"; }, "nodes[skinned].skin.name: rig | bones\n"},
      {[](Scene& s) { s.nodes[3].skin.reset(); }, "nodes[skinned].skin: yes | no\n"},
  });
  Scene bound = test::rich_scene();
  bound.skins[0].inverse_binds[1][3][0] = 5;
  const auto differences = diff(test::rich_scene(), bound);
  ASSERT_EQ(differences.size(), 1U);
  EXPECT_EQ(differences[0].where, "nodes[skinned].skin.joints[bone].inverse_bind");
}

TEST(SceneDiff, TellsOfMaterialsByTheirValues) {
  expect_told({
      {[](Scene& s) { s.materials[0].base_color.y = 1; },
       "materials[skin].base_color: 0.5, 0.25, 1, 0.75 | 0.5, 1, 1, 0.75\n"},
      {[](Scene& s) { s.materials[0].emissive.x = 1; }, "materials[skin].emissive: 0.1, 0, 0 | 1, 0, 0\n"},
      {[](Scene& s) { s.materials[0].metallic = 1; }, "materials[skin].metallic: 0 | 1\n"},
      {[](Scene& s) { s.materials[0].roughness = 0.5F; }, "materials[skin].roughness: 1 | 0.5\n"},
      {[](Scene& s) { s.materials[0].alpha = Alpha::blend; }, "materials[skin].alpha: mask | blend\n"},
      {[](Scene& s) { s.materials[0].alpha_cutoff = 0.5F; }, "materials[skin].alpha_cutoff: 0.3 | 0.5\n"},
      {[](Scene& s) { s.materials[0].two_sided = false; }, "materials[skin].two_sided: yes | no\n"},
      {[](Scene& s) { s.materials[0].textures[0].uv = 1; },
       "materials[skin].textures: base_color=body_d, lightmap=body_l (uv 1) | base_color=body_d (uv 1), "
       "lightmap=body_l (uv 1)\n"},
      {[](Scene& s) { s.materials.push_back({.name = "new"}); }, "materials[new]: missing | present\n"},
  });
}

TEST(SceneDiff, TellsOfChannelsByWhatTheyMove) {
  expect_told({
      {[](Scene& s) { s.animations[0].channels[0].values[4] = 5; },
       "animations[walk].channels[bone.translation].values: 6 numbers | 1 differ, by at most 3\n"},
      {[](Scene& s) { s.animations[0].channels[3].times[1] = 1; },
       "animations[walk].channels[root.alpha].times: 2 numbers | 1 differ, by at most 1\n"},
      {[](Scene& s) { s.animations[0].channels[1].interpolation = Interpolation::linear; },
       "animations[walk].channels[bone.rotation].interpolation: step | linear\n"},
      {[](Scene& s) {
         s.animations[0].channels[1].times = {0.5F, 1};
         s.animations[0].channels[1].values.resize(8);
       },
       "animations[walk].channels[bone.rotation]: 1 keys | 2 keys\n"},
      {[](Scene& s) { s.animations[0].channels.erase(s.animations[0].channels.begin()); },
       "animations[walk].channels[bone.translation]: 2 keys | missing\n"},
      {[](Scene& s) { s.animations[0].channels[3].name = "colour"; },
       "animations[walk].channels[root.alpha]: 2 keys | missing\n"
       "animations[walk].channels[root.colour]: missing | 2 keys\n"},
      {[](Scene& s) { s.animations[1].extras = {{"event", "stop"}}; },
       "animations[still].extras.event: step | stop\n"},
      {[](Scene& s) { s.animations[1].name = "rest"; },
       "animations[still]: present | missing\nanimations[rest]: missing | present\n"},
      {[](Scene& s) { std::swap(s.animations[0], s.animations[1]); }, ""},
      {[](Scene& s) { std::swap(s.animations[0].channels[0], s.animations[0].channels[2]); }, ""},
  });
}

/// glTF scales weights to add up to 1.
TEST(SceneDiff, TheNoiseOfWeightsIsNone) {
  Scene noisy = test::rich_scene();
  body(noisy).weights[3].x += 6e-7F;
  EXPECT_EQ(listed(diff(test::rich_scene(), noisy)), "");
  body(noisy).weights[3].x += 6e-6F;
  EXPECT_EQ(diff(test::rich_scene(), noisy).size(), 1U);
  Scene moved = test::rich_scene();
  body(moved).positions[3].z += 6e-7F;
  EXPECT_EQ(diff(test::rich_scene(), moved).size(), 1U);
}

TEST(SceneDiff, WithinTheToleranceIsTheSame) {
  Scene moved = test::rich_scene();
  body(moved).positions[3].x += 0.0625F;
  moved.nodes[1].transform.translation.y += 0.0625F;
  moved.animations[0].channels[0].values[4] += 0.0625F;
  moved.materials[0].emissive.y += 0.0625F;
  moved.extras = {{"note", 1.0F}};
  Scene original = test::rich_scene();
  original.extras = {{"note", 1.0625F}};
  EXPECT_EQ(listed(diff(original, moved, {.tolerance = 0.0625})), "");
  EXPECT_EQ(diff(original, moved, {.tolerance = 0.0624}).size(), 5U);
  Scene nan = test::rich_scene();
  body(nan).positions[3].x = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(diff(nan, nan).size(), 0U);
  EXPECT_EQ(diff(original, nan, {.tolerance = 1}).size(), 2U);
}

/// Compression turns triangles, and rounds the places of their corners.
TEST(SceneDiff, ATriangleMayBeginAtAnyCorner) {
  Scene turned = test::rich_scene();
  Primitive& p = body(turned);
  std::rotate(p.indices.begin(), p.indices.begin() + 1, p.indices.begin() + 3);
  EXPECT_EQ(listed(diff(test::rich_scene(), turned)), "");
  p.positions[p.indices[0]].x += 0.125F;
  const auto found = diff(test::rich_scene(), turned);
  ASSERT_EQ(found.size(), 1U) << listed(found);
  EXPECT_EQ(found[0].where, "nodes[skinned].mesh.primitives[0].positions");
  EXPECT_TRUE(found[0].b.ends_with(" differ, by at most 0.125")) << found[0].b;
}

TEST(SceneDiff, SaysInWordsHowManyCornersDiffer) {
  Scene some = test::rich_scene();
  body(some).uvs[0][3].x = 0.8F;
  Scene all = test::rich_scene();
  for (Vec3& normal : body(all).normals) normal.y += 0.5F;
  const auto words = [](const Scene& changed) { return diff(test::rich_scene(), changed).at(0).words; };
  EXPECT_EQ(words(some), "1 of 6 corners differ, by at most 0.5");
  EXPECT_EQ(words(all), "all 6 corners differ, by at most 0.5");
  EXPECT_FALSE(diff(test::rich_scene(), some).at(0).all);
  EXPECT_TRUE(diff(test::rich_scene(), all).at(0).all);
}

/// A bone that several vertices do not follow may be any.
TEST(SceneDiff, JointsAreTheNodesThatMoveAVertex) {
  Scene other = test::rich_scene();
  std::swap(other.skins[0].joints[0], other.skins[0].joints[1]);
  std::swap(other.skins[0].inverse_binds[0], other.skins[0].inverse_binds[1]);
  for (auto& joints : body(other).joints)
    for (int k = 0; k < 4; ++k) joints[k] = std::uint16_t(1 - joints[k]);
  body(other).joints[0].w = 0;
  EXPECT_EQ(listed(diff(test::rich_scene(), other)), "");
}

TEST(SceneDiff, NodesAreMatchedByNameAndKindWhereverTheyAre) {
  Scene a;
  const Index left = add_node(a, {.name = "left"});
  const Index right = add_node(a, {.name = "right"});
  add_node(a, {.name = "thing", .light = 0}, left);
  add_node(a, {.name = "thing", .transform = {.translation = {1, 0, 0}}}, left);
  a.lights.emplace_back();
  Scene b;
  b.lights.emplace_back();
  add_node(b, {.name = "right"});
  const Index left_b = add_node(b, {.name = "left"});
  add_node(b, {.name = "thing", .transform = {.translation = {1, 0, 0}}}, left_b);
  add_node(b, {.name = "thing", .light = 0}, left_b);
  EXPECT_EQ(listed(diff(a, b)), "");
  // To another parent; the one that stays keeps its partner.
  Scene c = a;
  c.nodes[left].children = {3};
  c.nodes[right].children = {2};
  EXPECT_EQ(listed(diff(a, c)), "nodes[left/thing].parent: left | right\n");
  // Of another kind, it is still the one of that name.
  Scene d = a;
  d.nodes[left].children = {2};
  d.nodes.pop_back();
  Scene e = d;
  e.nodes[2].light.reset();
  EXPECT_EQ(listed(diff(d, e)), "nodes[left/thing].light: yes | no\n");
}

TEST(SceneDiff, CountsWhatChanged) {
  Scene changed = test::rich_scene();
  changed.nodes[4].name = "crate";
  changed.nodes[0].transform.translation.x = 1;
  body(changed).positions[0].x = 1;
  changed.animations.push_back({.name = "run"});
  const Comparison comparison = compare(test::rich_scene(), changed);
  EXPECT_EQ(changes_of(comparison),
            "nodes +1 -1 *2 =3\nmeshes +1 -1 *1 =0\nmaterials +0 -0 *0 =1\nanimations +1 -0 *0 =2\n");
  EXPECT_EQ(comparison.differences.size(), 5U);
}

/// Materials of one name, as one texture with many light maps makes them.
TEST(SceneDiff, MaterialsOfOneNameAreMatchedByTheirTextures) {
  Scene a;
  for (const char* map : {"a", "b", "c"})
    a.materials.push_back({.name = "wall", .textures = {{"lightmap", map, 1}}});
  Scene b = a;
  b.materials.erase(b.materials.begin());
  EXPECT_EQ(listed(diff(a, b)), "materials[wall]: present | missing\n");
}

TEST(SceneDiff, LongPathsAreToldByTheirEnd) {
  Scene s;
  std::optional<Index> parent;
  for (int i = 0; i < 12; ++i) parent = add_node(s, {.name = "n" + std::to_string(i)}, parent);
  s.nodes[3].name = std::string(39, 'x') + "\xC3\xA9" + "y";
  Scene moved = s;
  moved.nodes[11].transform.translation.x = 1;
  const auto found = diff(s, moved);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].where,
            "nodes[.../" + std::string(39, 'x') + ".../n4/n5/n6/n7/n8/n9/n10/n11].translation");
}

Scene flat(Index count) {
  Scene s;
  for (Index i = 0; i < count; ++i)
    add_node(s, {.name = "same", .transform = {.translation = {float(i), 0, 0}}});
  return s;
}

Scene chain(Index count) {
  Scene s;
  std::optional<Index> parent;
  for (Index i = 0; i < count; ++i) parent = add_node(s, {.name = "link" + std::to_string(i)}, parent);
  return s;
}

Scene moved(Scene s) {
  for (Node& node : s.nodes) node.transform.translation.y += 1;
  return s;
}

/// One mesh that many nodes show is not compared again for each.
Scene instances(Index count) {
  Scene s;
  s.meshes.emplace_back();
  Primitive p;
  p.positions.resize(3 * std::size_t(count));
  s.meshes[0].primitives.push_back(std::move(p));
  for (Index i = 0; i < count; ++i) add_node(s, {.name = std::to_string(i), .mesh = 0});
  return s;
}

/// Nodes with a mesh each, all of one skin that has them all as joints.
Scene of_one_skin(Index count) {
  Scene s;
  s.skins.emplace_back();
  for (Index i = 0; i < count; ++i) {
    Primitive p;
    p.positions.resize(1);
    p.joints.resize(1);
    p.weights.resize(1);
    s.meshes.emplace_back().primitives.push_back(std::move(p));
    add_node(s, {.name = std::to_string(i), .mesh = i, .skin = 0});
    s.skins[0].joints.push_back(i);
    s.skins[0].inverse_binds.emplace_back(1);
  }
  return s;
}

TEST(SceneDiff, ASkinOfSeveralNodesIsToldOnce) {
  const Scene a = of_one_skin(3);
  Scene b = a;
  b.skins[0].joints.pop_back();
  b.skins[0].inverse_binds.pop_back();
  EXPECT_EQ(listed(diff(a, b)),
            "nodes[0].skin.joints.count: 3 | 2\nnodes[0].skin.joints[2]: present | missing\n");
}

TEST(SceneDiff, TakesTimeInProportion) {
  const auto expect = [](Scene (*make)(Index), Index small) {
    const Scene a = make(small);
    const Scene b = moved(a);
    const Scene large_a = make(2 * small);
    const Scene large_b = moved(large_a);
    EXPECT_EQ(diff(a, b).size(), small);
    test::expect_growth("diff", [&] { diff(a, b); }, [&] { diff(large_a, large_b); }, 1);
  };
  expect(flat, 4000);
  expect(chain, 4000);
  expect(instances, 2000);
  expect(of_one_skin, 1000);
}

TEST(SceneDiff, ALongChainTakesMemoryInProportion) {
  if (!test::PeakCounter::counts()) GTEST_SKIP() << "needs AddressSanitizer";
  const Scene a = chain(20000);
  const Scene b = moved(a);
  const test::PeakCounter memory;
  EXPECT_EQ(diff(a, b).size(), 20000U);
  EXPECT_LE(memory.peak(), 20000U * 2000);
}

/// By what happened, not by the words it is told in.
TEST(SceneDiff, OnlyAThingWithANameIsOneSided) {
  Scene a = test::rich_scene();
  Scene b = a;
  a.nodes[0].extras.emplace_back("door", "present");
  add_node(b, {.name = "new"});
  const std::vector<Difference> found = diff(a, b);
  ASSERT_EQ(found.size(), 2U);
  for (const Difference& each : found) {
    EXPECT_EQ(each.one_sided, each.where == "nodes[new]") << each.where;
    EXPECT_TRUE(each.a == kMissing || each.b == kMissing) << each.where;
  }
}

}  // namespace
}  // namespace mw::scene
