#include <meshwright/kotor/mdl_from_scene.h>

#include <glm/gtc/quaternion.hpp>

#include "new_model_scenes.h"
#include "new_models.h"
#include "support/losses.h"

/// Skins of other programs: models that bend the same, or a clear error.
namespace mw {
namespace {

namespace mdl = kotor::mdl;
using test::error_of;
using test::model_in;
using test::names_in;
using test::new_model;
using test::node_in;
using test::same_model;
using Lines = std::vector<std::string>;

TEST(ForeignSkin, SkinsAreBoundWhereTheirBonesRest) {
  scene::Scene s = test::worm(3);
  s.nodes[0].transform.scale = Vec3(0.5F);       // an armature that is scaled,
  s.nodes[4].transform.translation = {7, 7, 7};  // a mesh whose own place does not count
  s.animations = {{.name = "bend", .length = 1}};
  const Quat end = glm::angleAxis(1.0F, Vec3(0, 0, 1));
  s.animations[0].channels = {test::channel(2, {0, 1}, {0, 0, 0, 1, end.x, end.y, end.z, end.w})};
  const Document made = same_model(s);
  EXPECT_EQ(made.losses, Lines());
  EXPECT_EQ(model_in(made).model.classification, 4);
  s.nodes[2].transform.rotation = glm::angleAxis(0.5F, Vec3(0, 0, 1));  // and a rest that is not the binding
  const Document posed = same_model(s);
  EXPECT_EQ(posed.losses, (Lines{"hide: its bones do not rest where they were bound; its vertices are bound "
                                 "where they are in rest"}));
}

TEST(ForeignSkin, ASkinWithoutWeightsIsAMesh) {
  scene::Scene s = test::worm(2);
  s.meshes[0].primitives[0].weights.clear();
  s.meshes[0].primitives[0].joints.clear();
  const Document made = same_model(s);
  EXPECT_FALSE(node_in(made, "hide").mesh->skin);
}

TEST(ForeignSkin, WeightsAddUpToOneOrAreNone) {
  scene::Scene s = test::worm(2);
  scene::Primitive& p = s.meshes[0].primitives[0];
  for (Vec4& weights : p.weights) weights = {0.25F, 0.25F, 0, 0};
  for (scene::U16Vec4& joints : p.joints) joints = {0, 1, 0, 0};
  const Document made = same_model(s);
  EXPECT_EQ(node_in(made, "hide").mesh->mdx->rows.weights[0], (std::array<float, 4>{0.5F, 0.5F, 0, 0}));
  p.weights[3] = Vec4(0);
  const auto loose = mdl::describe_new(s, {.name = "loose"});  // glTF itself has no such vertex
  ASSERT_TRUE(loose);
  EXPECT_EQ(loose->losses, (Lines{"1 vertex of a skin has no weights and follows the skin's node"}));
}

/// Blender gives a mesh another name than the bone that is called so.
TEST(ForeignSkin, SkinsGoToTheNodeOfTheirName) {
  for (const char* name : {"bone1", "bone1.001"}) {
    SCOPED_TRACE(name);
    scene::Scene s = test::worm(3);
    s.nodes[2].extras = {{"mesh", JsonObject{{"shadow", true}}}};
    s.nodes[4].name = name;
    s.nodes[4].role = scene::Role::hidden;
    const Document made = same_model(s);
    EXPECT_EQ(names_in(made), (Lines{"worm", "bone0", "bone1", "bone2"}));
    EXPECT_TRUE(node_in(made, "bone1").mesh->skin);
  }
}

TEST(ForeignSkin, TooManyBonesAreRefusedOrDivided) {
  same_model(test::worm(17));
  EXPECT_EQ(error_of(test::worm(20)),
            "hide: has 20 bones, but a mesh of this game holds 17; --split divides it");
  OptionValues split;
  split.set("split");
  const Document made = same_model(test::worm(40), split);
  EXPECT_EQ(made.losses, (Lines{"a mesh of this game has one material and few bones; divided: hide into 3"}));
  for (const char* name : {"hide", "hide_2", "hide_3"})
    EXPECT_LE(std::ranges::count_if(node_in(made, name).mesh->skin->bone_map, [](float b) { return b >= 0; }),
              17);
}

/// What rests at 0 is not there for good.
TEST(ForeignSkin, ABoneThatGrowsFromNothingGivesItsSkinItsSize) {
  scene::Scene s = test::worm(3);
  s.nodes[2].transform.scale = Vec3(0);
  scene::Channel grows = test::channel(2, {0, 1}, {0, 0, 0, 2, 2, 2});
  grows.target = scene::Target::scale;
  s.animations = {{.name = "grow", .length = 1, .channels = {grows}}};
  const auto made = new_model(s);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->losses, (Lines{"bone1: rests at a scale of 0, which a model has in keys only: it rests as "
                                 "large as its largest key",
                                 "hide: its bones do not rest where they were bound; its vertices are bound "
                                 "where they are in rest"}));
  test::expect_same_motion(s, whole_scene(*made).value(), 0);
}

TEST(ForeignSkin, ASkinWithoutWeightsIsTold) {
  scene::Scene s = test::worm(3);
  s.nodes[1].transform.translation.y = 5;  // not where it was bound
  s.meshes[0].primitives[0].weights.clear();
  s.meshes[0].primitives[0].joints.clear();
  const auto made = find_by_name("a.mdl")->from_scene(s, {{}, "a.mdl", nullptr});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->losses, Lines{"hide: its skin has no bones with weights and is left out"});
  EXPECT_EQ(node_in(*made, "hide").header.type, mdl::kNodeHeader | mdl::kNodeMesh);
  EXPECT_EQ(node_in(*made, "hide").mesh->vertices.at(1), Vec3(1, 0, 0));
}

}  // namespace
}  // namespace mw
