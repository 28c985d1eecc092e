#include "scenes.h"

#include <gtest/gtest.h>
#include <meshwright/scene/axes.h>
#include <meshwright/scene/detail/transform.h>
#include <meshwright/scene/detail/tree.h>
#include <meshwright/scene/diff.h>

#include <cmath>
#include <functional>

namespace mw::scene {
namespace {

TEST(Scene, TotalsCountTrianglesOnly) {
  const Totals sum = totals(test::rich_scene());
  EXPECT_EQ(sum.nodes, 6U);
  EXPECT_EQ(sum.meshes, 2U);
  EXPECT_EQ(sum.vertices, 4U);
  EXPECT_EQ(sum.triangles, 2U);
}

TEST(Scene, ContradictionsAreNamed) {
  EXPECT_FALSE(find_contradiction(test::rich_scene()));
  struct Case {
    std::function<void(Scene&)> change;
    const char* message;
  };
  const Case cases[] = {
      {[](Scene& s) { s.nodes[2].children = {0}; }, "nodes[0]: reached twice: a cycle or a shared child"},
      {[](Scene& s) { s.nodes[2].children = {99}; }, "nodes: child 99 is not one of 6 nodes"},
      {[](Scene& s) { s.nodes.emplace_back(); }, "nodes[6]: not reached from any root"},
      {[](Scene& s) { s.nodes[3].mesh = 2; }, "nodes[3].mesh: 2 is not one of 2"},
      {[](Scene& s) { s.nodes[3].skin = 1; }, "nodes[3].skin: 1 is not one of 1"},
      {[](Scene& s) { s.meshes[0].primitives[0].normals.pop_back(); },
       "meshes[0].primitives[0].normals: 3 entries for 4 vertices"},
      {[](Scene& s) { s.meshes[0].primitives[0].tangents.pop_back(); },
       "meshes[0].primitives[0].tangents: 3 entries for 4 vertices"},
      {[](Scene& s) { s.meshes[0].primitives[0].uvs[1].emplace_back(); },
       "meshes[0].primitives[0].uvs: 5 entries for 4 vertices"},
      {[](Scene& s) { s.meshes[0].primitives[0].colours.pop_back(); },
       "meshes[0].primitives[0].colours: 3 entries for 4 vertices"},
      {[](Scene& s) { s.meshes[0].primitives[0].joints.pop_back(); },
       "meshes[0].primitives[0].joints: 3 entries for 4 vertices"},
      {[](Scene& s) { s.meshes[0].primitives[0].weights.pop_back(); },
       "meshes[0].primitives[0].weights: 3 entries for 4 vertices"},
      {[](Scene& s) { s.meshes[0].primitives[0].custom[0].values.pop_back(); },
       "meshes[0].primitives[0].RADIUS: 3 entries for 4 vertices"},
      {[](Scene& s) { s.meshes[1].primitives[0].indices = {0, 1, 0}; },
       "meshes[1].primitives[0].indices: 3 corners are not a multiple of 2"},
      {[](Scene& s) { s.animations[0].channels[1].node = 6; },
       "animations[0].channels[1].node: 6 is not one of 6"},
      {[](Scene& s) { s.meshes[0].primitives[0].indices[4] = 4; },
       "meshes[0].primitives[0].indices[4]: 4 >= vertex count 4"},
      {[](Scene& s) { s.meshes[0].primitives[0].indices.pop_back(); },
       "meshes[0].primitives[0].indices: 5 corners are not a multiple of 3"},
      {[](Scene& s) { s.meshes[0].primitives[0].material = 5; },
       "meshes[0].primitives[0].material: 5 is not one of 1"},
      {[](Scene& s) { s.skins[0].inverse_binds.pop_back(); }, "skins[0]: 1 inverse binds for 2 joints"},
      {[](Scene& s) { s.skins[0].joints[1] = 99; }, "skins[0].joints: 99 is not one of 6"},
      {[](Scene& s) { s.skins[0].root = 6; }, "skins[0].root: 6 is not one of 6"},
      {[](Scene& s) { s.nodes[5].light = 1; }, "nodes[5].light: 1 is not one of 1"},
      {[](Scene& s) { s.animations[0].channels[0].values.pop_back(); },
       "animations[0].channels[0].values: 5 numbers, expected 6"},
      {[](Scene& s) { s.animations[0].channels[2].times = {0}; },
       "animations[0].channels[2].times: cubic keys need at least two"},
      {[](Scene& s) { s.animations[0].channels[0].times = {1, 1}; },
       "animations[0].channels[0].times: not ascending, those of \"bone\" in \"walk\""},
  };
  for (const Case& c : cases) {
    Scene s = test::rich_scene();
    c.change(s);
    const auto error = find_contradiction(s);
    ASSERT_TRUE(error) << c.message;
    EXPECT_EQ(to_string(*error), c.message);
  }
}

TEST(Scene, WorldMatricesFollowTheHierarchy) {
  Scene s;
  const Index parent = add_node(s, {.name = "a", .transform = {.translation = {1, 0, 0}}});
  const Index child =
      add_node(s, {.name = "b", .transform = {.translation = {0, 2, 0}, .scale = {2, 2, 2}}}, parent);
  const auto matrices = world_matrices(s);
  EXPECT_EQ(Vec3(matrices[child] * Vec4(1, 1, 1, 1)), Vec3(3, 4, 2));
}

/// A matrix taken apart is the same when it is put together again.
TEST(Scene, MatricesComeApart) {
  const Quat turn = glm::normalize(Quat(0.3F, 0.5F, -0.2F, 0.7F));
  const Transform cases[] = {{{1, 2, 3}, Quat(1, 0, 0, 0), {1, 1, 1}},
                             {{1, 2, 3}, turn, {1, 1, 1}},
                             {{0, -2, 3}, turn, {2, 0.5F, 3}},
                             {{0, 0, 0}, turn, {-2, 1, 3}},  // a mirror is one of x
                             {{0, 0, 0}, Quat(1, 0, 0, 0), {1, 2, 1}}};
  for (const Transform& each : cases) {
    const Transform apart = to_transform(to_matrix(each));
    EXPECT_EQ(apart.translation, each.translation);
    for (int axis = 0; axis < 3; ++axis) EXPECT_NEAR(apart.scale[axis], each.scale[axis], 1e-5F);
    EXPECT_NEAR(std::abs(glm::dot(apart.rotation, each.rotation)), 1, 1e-5F);
  }
}

TEST(Scene, HashSeesEverything) {
  const std::uint64_t original = hash(test::rich_scene());
  const std::function<void(Scene&)> changes[] = {
      [](Scene& s) { s.name += "x"; },
      [](Scene& s) { std::swap(s.roots[0], s.roots[1]); },
      [](Scene& s) { s.nodes[1].name += "x"; },
      [](Scene& s) { s.nodes[1].transform.translation.z += 1; },
      [](Scene& s) { s.nodes[1].transform.rotation = Quat(1, 0, 0, 0); },
      [](Scene& s) { s.nodes[1].transform.scale.z += 1; },
      [](Scene& s) { std::swap(s.nodes[0].children[0], s.nodes[0].children[1]); },
      [](Scene& s) { s.nodes[3].mesh.reset(); },
      [](Scene& s) { s.nodes[3].skin.reset(); },
      [](Scene& s) { s.nodes[5].light.reset(); },
      [](Scene& s) { s.nodes[4].role = Role::armor; },
      [](Scene& s) { s.nodes[4].lod += 1; },
      [](Scene& s) { s.nodes[0].extras.clear(); },
      [](Scene& s) { s.meshes[0].name += "x"; },
      [](Scene& s) { s.meshes[1].extras.clear(); },
      [](Scene& s) { s.meshes[1].primitives[0].topology = Topology::points; },
      [](Scene& s) { s.meshes[0].primitives[0].normals.clear(); },
      [](Scene& s) { s.meshes[0].primitives[0].tangents.clear(); },
      [](Scene& s) { s.meshes[0].primitives[0].uvs[0].clear(); },
      [](Scene& s) { s.meshes[0].primitives[0].uvs[1].clear(); },
      [](Scene& s) { s.meshes[0].primitives[0].colours.clear(); },
      [](Scene& s) { s.meshes[0].primitives[0].joints.clear(); },
      [](Scene& s) { s.meshes[0].primitives[0].weights.clear(); },
      [](Scene& s) { s.meshes[0].primitives[0].custom[0].name += "x"; },
      [](Scene& s) { s.meshes[0].primitives[0].custom[0].values[0] += 1; },
      [](Scene& s) { s.meshes[0].primitives[0].material.reset(); },
      [](Scene& s) { s.meshes[0].primitives[0].extras.clear(); },
      [](Scene& s) { s.materials[0].name += "x"; },
      [](Scene& s) { s.materials[0].base_color.x += 1; },
      [](Scene& s) { s.materials[0].emissive.x += 1; },
      [](Scene& s) { s.materials[0].metallic += 1; },
      [](Scene& s) { s.materials[0].roughness += 1; },
      [](Scene& s) { s.materials[0].alpha = Alpha::blend; },
      [](Scene& s) { s.materials[0].alpha_cutoff += 1; },
      [](Scene& s) { s.materials[0].two_sided = !s.materials[0].two_sided; },
      [](Scene& s) { s.materials[0].textures[0].role += "x"; },
      [](Scene& s) { s.materials[0].textures[0].name += "x"; },
      [](Scene& s) { s.materials[0].extras = {{"more", true}}; },
      [](Scene& s) { s.skins[0].name += "x"; },
      [](Scene& s) { std::swap(s.skins[0].joints[0], s.skins[0].joints[1]); },
      [](Scene& s) { s.skins[0].root.reset(); },
      [](Scene& s) { s.skins[0].extras = {{"more", true}}; },
      [](Scene& s) { s.animations[0].name += "x"; },
      [](Scene& s) { s.animations[0].length += 1; },
      [](Scene& s) { s.animations[0].extras = {{"more", true}}; },
      [](Scene& s) { s.animations[0].channels[0].node = 0; },
      [](Scene& s) { s.animations[0].channels[0].target = Target::scale; },
      [](Scene& s) { s.animations[0].channels[3].name += "x"; },
      [](Scene& s) { s.animations[0].channels[0].components += 1; },
      [](Scene& s) { s.animations[0].channels[0].interpolation = Interpolation::step; },
      [](Scene& s) { s.animations[0].channels[0].times[1] += 1; },
      [](Scene& s) { s.lights[0].name += "x"; },
      [](Scene& s) { s.lights[0].kind = LightKind::point; },
      [](Scene& s) { s.lights[0].colour.x += 1; },
      [](Scene& s) { s.lights[0].intensity += 1; },
      [](Scene& s) { s.lights[0].inner_cone += 1; },
      [](Scene& s) { s.lights[0].outer_cone += 1; },
      [](Scene& s) { s.lights[0].extras = {{"more", true}}; },
      [](Scene& s) { s.meshes[0].primitives[0].positions[0].x = -0.0F; },
      [](Scene& s) { std::swap(s.meshes[0].primitives[0].indices[0], s.meshes[0].primitives[0].indices[1]); },
      [](Scene& s) { s.materials[0].textures[1].uv = 0; },
      [](Scene& s) { s.animations[0].channels[2].values[4] = 2; },
      [](Scene& s) { s.lights[0].range = {}; },
      [](Scene& s) { s.extras.clear(); },
      [](Scene& s) { s.skins[0].inverse_binds[1][3][0] = 1; },
  };
  for (std::size_t i = 0; i < std::size(changes); ++i) {
    Scene s = test::rich_scene();
    changes[i](s);
    EXPECT_NE(hash(s), original) << i;
  }
}

/// A turn in the old axes and a turn in the new ones must be the same turn.
TEST(Axes, RotationsAndMatricesAgreeWithPoints) {
  const Quat turn = glm::normalize(Quat(0.3F, 0.5F, -0.2F, 0.7F));
  const Vec3 p(1, 2, 3);
  for (const Axes axes : {Axes::same(), Axes::z_up(), Axes::left_handed()}) {
    const Vec3 expected = axes.point(turn * p);
    const Vec3 by_quat = axes.rotation(turn) * axes.point(p);
    const Vec3 by_matrix = Vec3(axes.matrix(glm::mat4_cast(turn)) * Vec4(axes.point(p), 1));
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(by_quat[i], expected[i], 1e-5F);
      EXPECT_NEAR(by_matrix[i], expected[i], 1e-5F);
    }
    const Vec3 size(2, 3, 4);
    const Vec3 scaled = axes.scale(size) * axes.point(p);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(scaled[i], axes.point(size * p)[i], 1e-5F);
  }
}

/// A mirror turns the winding; a turn does not.
TEST(Axes, LeadBackToTheFile) {
  for (const Axes axes : {Axes::same(), Axes::z_up(), Axes::left_handed()})
    EXPECT_EQ(axes.back(axes.point({1, 2, 3})), Vec3(1, 2, 3));
}

TEST(Axes, FrontsStayFronts) {
  const std::array<Vec3, 3> triangle = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
  const auto normal = [](const std::array<Vec3, 3>& t) { return glm::cross(t[1] - t[0], t[2] - t[0]); };
  for (const Axes axes : {Axes::same(), Axes::z_up(), Axes::left_handed()}) {
    const auto wound = axes.winding(triangle);
    const std::array<Vec3, 3> turned = {axes.point(wound[0]), axes.point(wound[1]), axes.point(wound[2])};
    EXPECT_EQ(normal(turned), axes.point(normal(triangle)));
  }
}

TEST(SceneDiff, EqualScenesHaveNone) {
  EXPECT_TRUE(diff(test::rich_scene(), test::rich_scene()).empty());
}

TEST(SceneDiff, TellsWhatChanged) {
  const auto differences = [](const std::function<void(Scene&)>& change) {
    Scene changed = test::rich_scene();
    change(changed);
    std::string text;
    for (const Difference& d : diff(test::rich_scene(), changed))
      text += d.where + ": " + d.a + " | " + d.b + "\n";
    return text;
  };
  EXPECT_EQ(differences([](Scene& s) { s.meshes[0].primitives[0].positions[1].x += 0.5F; }),
            "nodes[skinned].mesh.primitives[0].positions: 6 corners | 2 differ, by at most 0.5\n");
  EXPECT_EQ(differences([](Scene& s) { s.meshes[0].primitives[0].normals.clear(); }),
            "nodes[skinned].mesh.primitives[0].normals: present | none\n");
  EXPECT_EQ(differences([](Scene& s) { s.nodes[5].name = "light"; }),
            "nodes[root/lamp]: present | missing\nnodes[root/light]: missing | present\n");
  EXPECT_EQ(differences([](Scene& s) { s.animations[0].length = 3; }), "animations[walk].length: 2.5 | 3\n");
  EXPECT_EQ(differences([](Scene& s) { s.materials[0].textures.pop_back(); }),
            "materials[skin].textures: base_color=body_d, lightmap=body_l (uv 1) | base_color=body_d\n");
  // A triangle that begins at another corner is the same triangle.
  EXPECT_EQ(differences([](Scene& s) {
              auto& i = s.meshes[0].primitives[0].indices;
              i = {1, 2, 0, i[3], i[4], i[5]};
            }),
            "");
}

TEST(Select, LeavesOutWhatWasNotAskedFor) {
  Scene s = test::rich_scene();
  s.nodes[4].role = Role::collision;
  s.nodes[4].lod = 0;
  select(s, {});
  EXPECT_FALSE(find_contradiction(s));
  EXPECT_EQ(s.nodes.size(), 5U);  // the box is gone
  EXPECT_EQ(s.meshes.size(), 1U);
  Scene with = test::rich_scene();
  const std::uint64_t before = hash(with);
  select(with, {.all_lods = true, .collision = true});
  EXPECT_EQ(hash(with), before);
}

TEST(Select, TakesTheFinestLevelThereIs) {
  Scene s;
  for (std::uint32_t lod : {3U, 1U, 2U}) {
    add_node(s, {.name = std::to_string(lod), .mesh = Index(s.meshes.size()), .lod = lod});
    s.meshes.push_back({.name = std::to_string(lod)});
  }
  Scene second = s;
  select(s, {});
  ASSERT_EQ(s.nodes.size(), 1U);
  EXPECT_EQ(s.nodes[0].name, "1");
  EXPECT_EQ(s.meshes[*s.nodes[0].mesh].name, "1");
  select(second, {.lod = 3});
  EXPECT_EQ(second.nodes[0].name, "3");
}

TEST(Select, KeepsNodesThatOthersNeed) {
  Scene s = test::rich_scene();
  for (Node& node : s.nodes) node.role = Role::hidden;
  select(s, {});
  EXPECT_FALSE(find_contradiction(s));
  EXPECT_TRUE(s.meshes.empty());
  EXPECT_TRUE(s.skins.empty());
  EXPECT_EQ(s.nodes.size(), 3U);  // the root and the bones are animated
}

/// A skin's root need not be one of its joints, nor carry anything.
TEST(Select, KeepsTheRootOfASkin) {
  Scene s;
  add_node(s, {.name = "gone", .role = Role::hidden});
  const Index anchor = add_node(s, {.name = "anchor", .role = Role::hidden});
  const Index bone = add_node(s, {.name = "bone"});
  add_node(s, {.name = "body", .mesh = 0, .skin = 0});
  s.meshes.emplace_back();
  s.skins.push_back({.joints = {bone}, .inverse_binds = {Mat4(1)}, .root = anchor});
  select(s, {});
  EXPECT_FALSE(find_contradiction(s));
  ASSERT_EQ(s.nodes.size(), 3U);
  ASSERT_EQ(s.skins.size(), 1U);
  ASSERT_TRUE(s.skins[0].root);
  EXPECT_EQ(s.nodes[*s.skins[0].root].name, "anchor");
  EXPECT_EQ(s.nodes[s.skins[0].joints[0]].name, "bone");
}

TEST(SceneTree, ParentsComeBeforeTheirChildrenDepthFirst) {
  Scene s;
  const Index second = add_node(s, {.name = "second"});
  const Index first = add_node(s, {.name = "first"});
  s.roots = {first, second};
  const Index arm = add_node(s, {.name = "arm"}, first);
  const Index leg = add_node(s, {.name = "leg"}, first);
  const Index hand = add_node(s, {.name = "hand"}, arm);
  s.nodes.push_back({.name = "nowhere"});
  EXPECT_EQ(nodes_in_order(s), (std::vector<Index>{first, arm, hand, leg, second}));
  EXPECT_EQ(parents_in(s), (std::vector<Index>{kNoParent, kNoParent, first, first, arm, kNoParent}));
}

TEST(SceneTransform, OneNumberThatIsNoneIsEnough) {
  Mat4 matrix(1);
  EXPECT_TRUE(is_finite(matrix));
  matrix[3][3] = NAN;
  EXPECT_FALSE(is_finite(matrix));
}

}  // namespace
}  // namespace mw::scene
