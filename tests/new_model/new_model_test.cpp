#include "new_model_scenes.h"
#include "new_models.h"
#include "support/losses.h"

namespace mw {
namespace {

namespace mdl = kotor::mdl;
using test::found_in;
using test::model_in;
using test::new_model;
using test::node_in;

Document sample_for(std::string_view game) {
  OptionValues options;
  options.set("game", std::string(game));
  const Format& format = *find_format("kotor-mdl");
  const OptionValues none;
  return test::opened(write(format.sample({}, options).value(), {.options = none}).value(), "sample.mdl")
      .value();
}

TEST(NewModel, ACreatureHasThePosesOfTheOriginal) {
  for (const char* game : {"k1", "k2"}) {
    SCOPED_TRACE(game);
    const Document original = sample_for(game);
    const auto made = new_model(whole_scene(original).value());
    ASSERT_TRUE(made) << to_string(made.error());
    EXPECT_EQ(found_in(*made), std::vector<std::string>());
    const mdl::File& before = model_in(original);
    const mdl::File& after = model_in(*made);
    EXPECT_EQ(before.variant, after.variant);
    EXPECT_EQ(after.model.classification, 4);
    EXPECT_EQ(after.geometry.name.view(), "mw_creature");
    EXPECT_GT(test::expect_same_poses(before, after), 1000U);
    for (std::size_t row = 0; row < before.nodes.size(); ++row) {
      EXPECT_EQ(mdl::node_name(before, before.nodes[row]), mdl::node_name(after, after.nodes[row]));
      EXPECT_EQ(before.nodes[row].header.type, after.nodes[row].header.type);
    }
  }
}

TEST(NewModel, ARoomHasItsWalkmeshItsLightMapAndItsLamp) {
  const auto made = new_model(test::room());
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(found_in(*made), std::vector<std::string>());
  EXPECT_EQ(made->losses, std::vector<std::string>());
  EXPECT_EQ(model_in(*made).model.classification, 0);
  EXPECT_EQ(mdl::to_string(model_in(*made).variant), "k1-pc");
  const mdl::Mesh& floor = *node_in(*made, "floor").mesh;
  EXPECT_EQ(floor.header.texture_1.view(), "lda_floor01");
  EXPECT_EQ(floor.header.texture_2.view(), "m99aa_01a_lm0");
  EXPECT_EQ(floor.header.lightmapped, 1);
  EXPECT_EQ(floor.header.texture_count, 2);
  EXPECT_EQ(floor.header.shadow, 1);
  EXPECT_EQ(floor.header.render, 1);
  EXPECT_EQ(floor.mdx->rows.uvs[1].size(), 4U);
  const mdl::Mesh& walk = *node_in(*made, "walk").mesh;
  ASSERT_TRUE(walk.aabb);
  EXPECT_EQ(walk.header.render, 0);
  std::vector<std::uint32_t> surfaces;
  for (const mdl::Face& face : walk.faces) surfaces.push_back(face.material);
  EXPECT_EQ(surfaces, (std::vector<std::uint32_t>{4, 4, 3, 3}));
  EXPECT_EQ(walk.vertices[2], Vec3(5, 5, 0));
  const mdl::Node& lamp = node_in(*made, "lamp");
  ASSERT_TRUE(lamp.light);
  EXPECT_EQ(lamp.light->header.priority, 5U);
  EXPECT_EQ(lamp.light->header.dynamic_type, 2U);
  EXPECT_EQ(lamp.light->header.fading, 1U);
  EXPECT_EQ(lamp.header.position, Vec3(5, 5, 3));
  const auto value = [&](std::uint32_t type) {
    const auto found = std::ranges::find(lamp.controllers, type, &mdl::Controller::type);
    return found == lamp.controllers.end() ? -1 : lamp.data[found->data_index];
  };
  EXPECT_EQ(value(88), 4);   // radius: twice the root of the intensity
  EXPECT_EQ(value(140), 1);  // multiplier
  EXPECT_EQ(value(76), 1);   // red
}

TEST(NewModel, ADoorMovesAndSounds) {
  OptionValues second;
  second.set("game", "k2");
  const auto made = new_model(test::door(), second, "dor_test.mdl");
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(found_in(*made), std::vector<std::string>());
  const mdl::File& file = model_in(*made);
  EXPECT_EQ(mdl::to_string(file.variant), "k2-pc");
  EXPECT_EQ(file.geometry.name.view(), "dor_test");
  EXPECT_EQ(file.model.classification, 8);
  ASSERT_EQ(file.animations.size(), 1U);
  const mdl::Animation& opens = file.animations[0];
  EXPECT_EQ(opens.header.length, 1.5F);
  EXPECT_EQ(opens.header.transition, 0.5F);
  EXPECT_EQ(opens.header.root_name.view(), "dor_test");
  ASSERT_EQ(opens.events.size(), 2U);
  EXPECT_EQ(opens.events[0].time, 0.25F);
  EXPECT_EQ(opens.events[0].name.view(), "snd_open");
  EXPECT_EQ(opens.events[1].time, 1.5F);
  EXPECT_EQ(opens.events[1].name.view(), "detonate");
  EXPECT_EQ(mdl::pose(file, opens, 1.5F)[1][3], Vec4(0, 0, 2.5F, 1));
}

/// One compiler for both.
TEST(NewModel, TheTextCompilesToTheSameModel) {
  for (const char* game : {"k1", "k2"}) {
    OptionValues options;
    options.set("game", game);
    for (const scene::Scene& scene : {test::room(), test::door(), test::worm(5)}) {
      const auto model = new_model(scene, options);
      const auto text = new_model(scene, options, "new.mdl.ascii");
      ASSERT_TRUE(model && text);
      const auto compiled = convert(*text, {.format = find_format("kotor-mdl"), .name = "new.mdl"});
      ASSERT_TRUE(compiled) << to_string(compiled.error());
      EXPECT_TRUE(std::ranges::equal(compiled->output.bytes, model->source().blob.bytes()));
      EXPECT_EQ(compiled->output.companion, write(*model)->companion);
    }
  }
}

TEST(NewModel, OptionsComeBeforeWhatTheSceneSays) {
  OptionValues options;
  options.set("classification", "placeable");
  options.set("game", "k1");
  options.set("platform", "xbox");
  scene::Scene scene = test::door();
  scene.extras.emplace_back("variant", "k2-pc");
  EXPECT_EQ(mdl::to_string(model_in(new_model(scene).value()).variant), "k2-pc");
  const auto made = new_model(scene, options);
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(mdl::to_string(model_in(*made).variant), "k1-xbox");
  EXPECT_EQ(model_in(*made).model.classification, 0x20);
  EXPECT_EQ(found_in(*made), std::vector<std::string>());
}

TEST(NewModel, PropertiesOfTheOnlyRootAreTheModels) {
  scene::Scene scene = test::door();
  scene.extras.clear();
  scene.nodes[0].extras = {{"classification", "tile"},
                           {"affected_by_fog", false},
                           {"animation_scale", 0.5F},
                           {"supermodel", "S_Male02"}};
  const auto made = new_model(scene);
  ASSERT_TRUE(made);
  EXPECT_EQ(model_in(*made).model.classification, 2);
  EXPECT_EQ(model_in(*made).model.affected_by_fog, 0);
  EXPECT_EQ(model_in(*made).model.animation_scale, 0.5F);
  EXPECT_EQ(model_in(*made).model.supermodel.view(), "S_Male02");
  scene.nodes[0].extras = {{"classification", "boat"}};
  EXPECT_EQ(
      new_model(scene)->losses,
      (std::vector<std::string>{"the classification: \"boat\" is none: other, effect, tile, character, door, "
                                "lightsaber, placeable or flyer"}));
}

TEST(NewModel, NodesHaveTheNumbersOfTheSupermodel) {
  const Document parent = sample_for("k1");
  auto neighbours = std::make_shared<test::GivenNeighbours>();
  const Bytes bytes = write(parent)->bytes;
  neighbours->files["supermodel"] = bytes;
  neighbours->files["supermodel:mw_creature"] = bytes;
  scene::Scene scene = test::door();
  scene.nodes[1].name = "hip_g";
  OptionValues options;
  options.set("supermodel", "here");
  const auto made = new_model(scene, options, "new.mdl", neighbours);
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(made->losses, std::vector<std::string>());
  EXPECT_EQ(model_in(*made).model.supermodel.view(), "mw_creature");
  EXPECT_EQ(node_in(*made, "hip_g").header.number, node_in(parent, "hip_g").header.number);
  EXPECT_EQ(model_in(*made).animations[0].nodes[1].header.number, node_in(parent, "hip_g").header.number);
  EXPECT_EQ(model_in(*made).geometry.node_count, 2 + model_in(parent).geometry.node_count + 1);
}

TEST(NewModel, ClothHasItsConstraints) {
  scene::Scene scene = test::plate();
  scene.nodes[0].extras = {{"displacement", 0.5F}, {"tightness", 2.0F}, {"period", 4.0F}};
  scene.meshes[0].primitives[0].custom = {{"CONSTRAINT", {0, 10, 20, 255}}};
  const auto made = new_model(scene);
  ASSERT_TRUE(made);
  EXPECT_EQ(found_in(*made), std::vector<std::string>());
  const mdl::Mesh& mesh = *node_in(*made, "plate").mesh;
  ASSERT_TRUE(mesh.dangly);
  EXPECT_EQ(mesh.dangly->header.displacement, 0.5F);
  EXPECT_EQ(mesh.dangly->header.tightness, 2);
  EXPECT_EQ(mesh.dangly->header.period, 4);
  EXPECT_EQ(mesh.dangly->constraints, (std::vector<float>{0, 10, 20, 255}));
}

/// Errors of the compiler name nodes, not rows that nobody has counted.
TEST(NewModel, ErrorsOfTheCompilerNameTheNode) {
  const scene::Scene scene = test::door_of_many_keys();
  const auto made = new_model(scene);
  ASSERT_FALSE(made);
  EXPECT_EQ(to_string(made.error()),
            "opening1.leaf.position: 20000 rows do not fit: a node has room for 65535 numbers");
}

}  // namespace
}  // namespace mw
