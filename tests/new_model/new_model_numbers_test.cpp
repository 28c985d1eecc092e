#include <meshwright/kotor/mdl_from_scene.h>

#include <limits>
#include <set>

#include "new_model_scenes.h"
#include "new_models.h"
#include "support/losses.h"

/// What no file should get of a scene, what is told of it, and what new models take from a supermodel.
namespace mw {
namespace {

namespace mdl = kotor::mdl;
using test::found_in;
using test::model_in;
using test::new_model;
using test::node_in;
using Lines = std::vector<std::string>;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

std::string error_of(const scene::Scene& scene, const std::string& name) {
  const Format& format = *find_by_name(name);
  const auto made = format.from_scene(scene, {{}, name, nullptr});
  return made ? "no error" : to_string(made.error());
}

TEST(NewNumbers, PlacesThatAreNoneAreRefused) {
  const std::string why = ", which no file of the game should have";
  for (const char* name : {"a.mdl", "a.mdl.ascii"}) {
    scene::Scene scene = test::plate();
    EXPECT_EQ(error_of(scene, name), "no error");
    scene.meshes[0].primitives[0].positions[2].y = kNan;
    EXPECT_EQ(error_of(scene, name), "plate: vertex 2 has the place (1, NaN, -1)" + why);
    scene = test::plate();
    scene.meshes[0].primitives[0].positions[2].y = 3e38F;
    EXPECT_EQ(error_of(scene, name), "plate: vertex 2 has the place (1, 3e+38, -1)" + why);
    scene = test::plate();
    scene.nodes[0].transform.scale = Vec3(1e14F);
    scene.meshes[0].primitives[0].positions[1].x = 1e14F;
    EXPECT_TRUE(error_of(scene, name).starts_with("plate: vertex 1 has the place (1.0000001e+28, "));
    scene = test::plate();
    scene.meshes[0].primitives[0].uvs[0][1].x = kInfinity;
    EXPECT_EQ(error_of(scene, name), "plate: vertex 1 has the texture coordinates (Infinity, 1)" + why);
    scene.meshes[0].primitives[0].uvs[0][1].x = -1e30F;  // as rooms of the games have it
    EXPECT_EQ(error_of(scene, name), "no error");
    scene = test::plate();
    scene.nodes[0].transform.scale.y = kNan;
    EXPECT_EQ(error_of(scene, name), "plate: has the scale (1, NaN, 1)" + why);
  }
  for (const char* name : {"a.wok", "a.pwk", "a.dwk", "a.wok.ascii"}) {
    scene::Scene scene = test::plate();
    EXPECT_EQ(error_of(scene, name), "no error");
    scene.meshes[0].primitives[0].positions[2].y = kNan;
    EXPECT_EQ(error_of(scene, name), "plate: has a corner at (1, NaN, -1)" + why);
    scene = test::plate();
    scene.nodes[0].transform.scale = Vec3(1e30F);
    EXPECT_EQ(error_of(scene, name), "plate: has a corner at (1e+30, 0, 0)" + why);
  }
}

TEST(NewNumbers, KeysThatAreNoneAreRefused) {
  const std::string why = ", which no file of the game should have";
  scene::Scene scene = test::door();
  scene.animations[0].channels[0].values[4] = kNan;
  EXPECT_EQ(error_of(scene, "a.mdl"), "opening1.leaf: has a key with the value NaN" + why);
  scene = test::door();
  scene.animations[0].channels[0].times[1] = kInfinity;
  EXPECT_EQ(error_of(scene, "a.mdl.ascii"), "opening1.leaf: has a key at the time Infinity" + why);
  scene = test::door();
  scene.animations[0].extras = {{"transition", kInfinity}};
  EXPECT_EQ(error_of(scene, "a.mdl"), "opening1: takes Infinity seconds" + why);
  scene = test::door();
  scene.animations[0].extras = {{"events", JsonArray{JsonObject{{"time", kInfinity}, {"name", "x"}}}}};
  EXPECT_EQ(error_of(scene, "a.mdl"), "opening1: has an event at the time Infinity" + why);
  scene = test::plate();
  scene.nodes[0].extras = {{"controllers", JsonObject{{"alpha", kInfinity}}}};
  EXPECT_EQ(error_of(scene, "a.mdl"), "plate: its alpha has the value Infinity" + why);
}

TEST(NewNumbers, PlacesOfKeysAreNoFartherThanOthers) {
  const std::string why = ", which no file of the game should have";
  scene::Scene scene = test::door();
  scene.animations[0].channels[0].values[4] = 3e38F;
  EXPECT_EQ(error_of(scene, "a.mdl"), "opening1.leaf: has a key with the value 3e+38" + why);
  scene.animations[0].channels[0].values[4] = 1e14F;
  EXPECT_EQ(error_of(scene, "a.mdl"), "no error");
  scene.nodes[0].transform.scale = Vec3(100);
  EXPECT_EQ(error_of(scene, "a.mdl"), "opening1.leaf: its position has the value 1e+16" + why);
}

TEST(NewNumbers, RotationsOfNoLengthAreRefused) {
  const std::string why = ", which no file of the game should have";
  scene::Scene scene = test::plate();
  scene.nodes[0].transform.rotation = Quat(0, 0, 0, 0);
  EXPECT_EQ(error_of(scene, "a.mdl"), "plate: is turned by (0, 0, 0, 0)" + why);
  scene.nodes[0].transform.rotation = Quat(kNan, 0, 0, 0);
  EXPECT_EQ(error_of(scene, "a.mdl"), "plate: is turned by (0, 0, 0, NaN)" + why);
  scene = test::door();
  scene.animations[0].channels = {test::channel(1, {0, 1}, {0, 0, 0, 1, 0, 0, 0, 0})};
  EXPECT_EQ(error_of(scene, "a.mdl"), "opening1.leaf: has a key with the rotation (0, 0, 0, 0)" + why);
  // Handles of a curve may be 0; the key is between them.
  scene::Channel& curve = scene.animations[0].channels[0];
  curve.interpolation = scene::Interpolation::cubic;
  curve.values.assign(24, 0);
  curve.values[7] = curve.values[19] = 1;
  EXPECT_EQ(error_of(scene, "a.mdl"), "no error");
  curve.values[19] = 0;
  EXPECT_EQ(error_of(scene, "a.mdl"), "opening1.leaf: has a key with the rotation (0, 0, 0, 0)" + why);
}

TEST(NewNumbers, RotationsOfNoLengthAreRefusedByEveryFormat) {
  for (const char* name : {"a.wok", "a.pwk", "a.dwk", "a.wok.ascii", "a.bwm", "a.geometry", "a.primitives"}) {
    SCOPED_TRACE(name);
    scene::Scene scene = test::plate();
    EXPECT_EQ(error_of(scene, name), "no error");
    scene.nodes[0].transform.rotation = Quat(0, 0, 0, 0);
    EXPECT_EQ(error_of(scene, name), "plate: has a rotation of length 0");
    scene.nodes[0].transform.rotation = Quat(kNan, 0, 0, 0);
    EXPECT_EQ(error_of(scene, name), "plate: has a rotation that is not finite");
  }
}

TEST(NewNumbers, AnimationsTakeSomeTime) {
  scene::Scene scene = test::door();
  scene.animations[0].length = -3;
  EXPECT_EQ(error_of(scene, "a.mdl"), "opening1: takes -3 seconds, which no file of the game should have");
}

TEST(NewNumbers, BindsThatAreNoneAreRefused) {
  scene::Scene scene = test::worm(3);
  EXPECT_EQ(error_of(scene, "a.mdl"), "no error");
  scene.skins[0].inverse_binds[1][3][2] = kNan;
  EXPECT_EQ(error_of(scene, "a.mdl"),
            "hide: is bound to bone1 with the number NaN, which no file of the game should have");
}

/// The length is what the scene says, whatever keys are behind it.
TEST(NewNumbers, EventsBehindTheLengthAreTold) {
  scene::Scene scene = test::door();
  scene.animations[0].length = 1;
  const auto made = find_by_name("a.mdl")->from_scene(scene, {{}, "a.mdl", nullptr});
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(model_in(*made).animations.at(0).header.length, 1);
  EXPECT_EQ(made->losses,
            Lines{"events of opening1: never happen, being outside its length of 1 s: detonate at 1.5"});
}

TEST(NewNumbers, AnAnimationBeginsAtZero) {
  scene::Scene scene = test::door();
  scene.animations[0].channels[0].times = {-0.5F, 1};
  scene.animations[0].length = 1;
  const auto made = find_by_name("a.mdl")->from_scene(scene, {{}, "a.mdl", nullptr});
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(made->losses,
            (Lines{"1 animation begins before the time 0, moved to begin there: opening1 by 0.5 s",
                   "events of opening1: never happen, being outside its length of 1.5 s: detonate at 2"}));
  const mdl::Animation& animation = model_in(*made).animations.at(0);
  EXPECT_EQ(animation.header.length, 1.5F);
  EXPECT_EQ(animation.events.at(0).time, 0.75F);
  EXPECT_EQ(animation.events.at(1).time, 2);
  const mdl::Node& leaf = animation.nodes.at(1);
  EXPECT_EQ(leaf.data.at(leaf.controllers.at(0).time_index), 0);
  EXPECT_EQ(leaf.data.at(leaf.controllers.at(0).time_index + 1U), 1.5F);
}

TEST(NewNumbers, CurvesOfManySecondsHaveFewerKeys) {
  scene::Scene scene = test::door();
  scene::Channel turns = test::channel(1, {0, 400}, {0, 0, 0, 1, 0, 0, 0, 1});
  turns.interpolation = scene::Interpolation::cubic;
  turns.values.assign(24, 0);
  turns.values[7] = turns.values[19] = 1;
  scene.animations[0].channels.push_back(turns);
  const auto made = new_model(scene);
  ASSERT_TRUE(made) << to_string(made.error());
  ASSERT_EQ(made->losses.size(), 2U);
  EXPECT_EQ(made->losses[1], "1 curve is so long that it has 8192 keys, fewer than 30 in a second");
  scene.animations[0].channels.back().times[1] = 200;
  EXPECT_EQ(new_model(scene)->losses.size(), 1U);
}

TEST(NewNumbers, TextsThatNoModelCanBeMadeOfAreRefused) {
  const scene::Scene scene = test::door_of_many_keys();
  EXPECT_EQ(error_of(scene, "a.mdl.ascii"),
            "opening1.leaf.position: 20000 rows do not fit: a node has room for 65535 numbers");
}

TEST(NewNumbers, KeysOfTooManyPartsAreRefused) {
  scene::Scene scene = test::plate();
  for (int part = 1; part < 200; ++part) scene.meshes[0].primitives.push_back(test::square());
  scene::Channel fades{.node = 0, .target = scene::Target::custom, .name = "alpha", .components = 1};
  for (int key = 0; key < 100'000; ++key) {
    fades.times.push_back(float(key));
    fades.values.push_back(1);
  }
  scene.animations = {{.name = "fade", .length = 1, .channels = {fades}}};
  EXPECT_EQ(error_of(scene, "a.mdl"),
            "plate: 200 parts of the mesh with their own keys of alpha are too many");
}

TEST(NewMaterials, WhatHasNoPlaceIsTold) {
  scene::Scene scene = test::plate();
  const scene::Index material = test::add_material(scene, "steel", "steel.tga");
  scene.materials[material].textures.push_back({"normal", "steel_n.tga", 0});
  scene.materials[material].textures.push_back({"metallic_roughness", "steel_m.tga", 0});
  scene.materials[material].two_sided = true;
  scene.meshes[0].primitives[0].material = material;
  const auto made = new_model(scene);
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(made->losses,
            (Lines{"textures that a model has no place for: metallic_roughness of steel, normal of steel",
                   "materials with two sides, of which the games draw the front: steel"}));
}

// Supermodels.

Document with_supermodel(const scene::Scene& scene) {
  const Document parent = test::opened(test::written_sample(*find_format("kotor-mdl"))).value();
  auto neighbours = std::make_shared<test::GivenNeighbours>();
  neighbours->files["supermodel"] = neighbours->files["supermodel:mw_creature"] = write(parent)->bytes;
  OptionValues options;
  options.set("supermodel", "here");
  const auto made = new_model(scene, options, "new.mdl", neighbours);
  EXPECT_TRUE(made) << to_string(made.error());
  return made ? *made : parent;
}

std::uint16_t sample_number(std::string_view node) {
  const Document parent = test::opened(test::written_sample(*find_format("kotor-mdl"))).value();
  return node_in(parent, node).header.number;
}

/// As editors write them: the tree, and skinned meshes beside it.
scene::Scene tree_and_plate() {
  scene::Scene scene = test::plate();
  const scene::Index root = add_node(scene, {.name = "mw_creature"});
  const scene::Index hip = add_node(scene, {.name = "hip_g"}, root);
  add_node(scene, {.name = "neck_g"}, hip);
  add_node(scene, {.name = "antenna"}, hip);
  return scene;
}

TEST(NewSupermodel, WhatIsBesideTheTreeGoesBelowItsRoot) {
  const Document made = with_supermodel(tree_and_plate());
  for (const char* node : {"mw_creature", "hip_g", "neck_g"})
    EXPECT_EQ(node_in(made, node).header.number, sample_number(node)) << node;
  EXPECT_EQ(mdl::node_name(model_in(made), model_in(made).nodes.at(0)), "mw_creature");
  EXPECT_EQ(made.losses,
            Lines{"3 of 5 nodes are in the supermodel \"mw_creature\" too: its animations move no others"});
  EXPECT_EQ(found_in(made), Lines{"MDL_SUPERMODEL_NEEDED"});
}

Lines names_of_roots(const scene::Scene& scene) {
  const auto made = mdl::describe_new(scene, {.name = "new"});
  Lines names{made->model.nodes.at(0).name};
  for (const mdl::source::Node& node : made->model.nodes)
    if (node.parent == names[0]) names.push_back(node.name);
  return names;
}

TEST(NewSupermodel, OnlyATreeIsPutAboveOthers) {
  scene::Scene scene = tree_and_plate();
  EXPECT_EQ(names_of_roots(scene), (Lines{"mw_creature", "hip_g", "plate"}));
  add_node(scene, {.name = "hook"});
  EXPECT_EQ(names_of_roots(scene), (Lines{"mw_creature", "hip_g", "plate", "hook"}));
  const scene::Index other = add_node(scene, {.name = "other"});
  add_node(scene, {.name = "leaf"}, other);
  EXPECT_EQ(names_of_roots(scene), (Lines{"new", "plate", "mw_creature", "hook", "other"}));
  scene = test::plate();
  add_node(scene, {.name = "hook"});
  EXPECT_EQ(names_of_roots(scene), (Lines{"new", "plate", "hook"}));
  scene = tree_and_plate();
  scene.nodes[1].transform.translation.x = 1;
  EXPECT_EQ(names_of_roots(scene), (Lines{"new", "plate", "mw_creature"}));
}

/// What is beside a root that moves does not move with it, so that one is put above both.
TEST(NewSupermodel, NodesAreFoundBelowARootMore) {
  scene::Scene scene = tree_and_plate();
  scene.animations = {{.name = "sway", .length = 1}};
  scene.animations[0].channels = {test::channel(1, {0, 1}, {0, 0, 0, 0, 1, 0})};
  ASSERT_EQ(scene.nodes[1].name, "mw_creature");
  const Document made = with_supermodel(scene);
  EXPECT_EQ(node_in(made, "hip_g").header.number, sample_number("hip_g"));
  EXPECT_EQ(node_in(made, "neck_g").header.number, sample_number("neck_g"));
  EXPECT_NE(node_in(made, "mw_creature").header.number, 0);
  EXPECT_EQ(made.losses,
            Lines{"3 of 6 nodes are in the supermodel \"mw_creature\" too: its animations move no others"});
  std::set<std::uint16_t> numbers;
  for (const mdl::Node& node : model_in(made).nodes) numbers.insert(node.header.number);
  EXPECT_EQ(numbers.size(), 6U);
}

TEST(NewSupermodel, NodesAreFoundWhereOneBetweenIsMissing) {
  scene::Scene scene;
  const scene::Index root = add_node(scene, {.name = "root"});
  add_node(scene, {.name = "neck_g", .mesh = test::add_mesh(scene, test::square())}, root);
  EXPECT_EQ(node_in(with_supermodel(scene), "neck_g").header.number, sample_number("neck_g"));
}

/// Which of two it is nobody knows.
TEST(NewSupermodel, ANameThatTwoNodesHaveIsFoundInItsPlaceOnly) {
  scene::Scene scene;
  const scene::Index root = add_node(scene, {.name = "root"});
  add_node(scene, {.name = "neck_g", .mesh = test::add_mesh(scene, test::square())}, root);
  const auto described = mdl::describe_new(scene, {.name = "new"});
  ASSERT_TRUE(described);
  mdl::source::Model twice = described->model;
  twice.nodes.push_back(twice.nodes.back());
  const mdl::File parent = mdl::sample({});
  const auto made = mdl::compile(twice, {.supermodel = &parent, .by_name = true});
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_NE(made->file.nodes[1].header.number, sample_number("neck_g"));
}

TEST(NewSupermodel, AFolderOfNoUseIsTold) {
  const Document parent = test::opened(test::written_sample(*find_format("kotor-mdl"))).value();
  auto neighbours = std::make_shared<test::GivenNeighbours>();
  neighbours->files["supermodel:mw_creature"] = write(parent)->bytes;
  OptionValues options;
  options.set("supermodel", "here");
  EXPECT_EQ(
      new_model(test::plate(), options, "new.mdl", neighbours)->losses,
      Lines{"the scene names no supermodel, so that none of here is used; its property supermodel would"});
}

// Texts of walkmeshes.

TEST(NewWalkmeshText, IsWhatTheBinaryOneSays) {
  const scene::Scene scene = test::room();
  const auto text = new_model(scene, {}, "m99aa_01a.wok.ascii");
  ASSERT_TRUE(text) << to_string(text.error());
  EXPECT_EQ(text->format().id, "kotor-walkmesh-ascii");
  const auto binary = new_model(scene, {}, "m99aa_01a.wok");
  ASSERT_TRUE(binary);
  EXPECT_EQ(text->losses, binary->losses);
  test::expect_same_drawing(whole_scene(*binary).value(), whole_scene(*text).value());
  EXPECT_EQ(write(*find_format("kotor-walkmesh")->from_text(*text, {})).value().bytes,
            write(*binary).value().bytes);
}

/// Of the walkmesh in a model, not of what is drawn; and of itself, with all that it says.
TEST(NewWalkmeshText, IsMadeOfModelsAndOfItself) {
  const Document room = new_model(test::room(), {}, "m99aa_01a.mdl").value();
  const auto text =
      convert(room, {.format = find_format("kotor-walkmesh-ascii"), .name = "m99aa_01a.wok.ascii"});
  const auto binary = convert(room, {.format = find_format("kotor-walkmesh"), .name = "m99aa_01a.wok"});
  ASSERT_TRUE(text && binary);
  const Document opened = test::opened(text->output, "m99aa_01a.wok.ascii").value();
  const Document wanted = test::opened(binary->output, "m99aa_01a.wok").value();
  test::expect_same_drawing(whole_scene(wanted).value(), whole_scene(opened).value());
  const auto again = convert(opened, {.format = &opened.format(), .name = "b.wok.ascii"});
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ(text_of(again->output.bytes), text_of(text->output.bytes));
}

TEST(NewWalkmeshText, OptionsSayTheDialectTheStateAndTheSurface) {
  OptionValues options;
  options.set("dialect", "trimesh");
  options.set("state", "open1");
  options.set("default-surface", "Metal");
  const auto text = new_model(test::plate(), options, "door.dwk.ascii");
  ASSERT_TRUE(text) << to_string(text.error());
  const std::string_view written = text_of(text->source().blob.bytes());
  EXPECT_NE(written.find("node trimesh "), written.npos) << written;
  EXPECT_NE(written.find("door_wg_open1"), written.npos) << written;
  EXPECT_NE(written.find(" 1 0 0 0 10\n"), written.npos) << written;  // Metal
  EXPECT_EQ(info(*text)->variant, "dwk");
}

}  // namespace
}  // namespace mw
