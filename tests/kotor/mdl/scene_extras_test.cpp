#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_scene.h>

#include <algorithm>

#include "scene_fixtures.h"
#include "support/losses.h"

/// What only this format knows, in the extras of a scene.
namespace mw::kotor::mdl {
namespace {

std::string printed(const JsonValue* value) {
  if (value == nullptr) return "nothing";
  JsonWriter json(JsonWriter::Style::compact);
  json.value(*value);
  return json.take();
}

/// The second of a type has a number, and rows that many share are not repeated without end.
TEST(MdlSceneExtras, ControllersOfOneTypeAreNumbered) {
  File file = sample({});
  Node& lamp = *std::ranges::find_if(file.nodes, [](const Node& node) { return bool(node.light); });
  Controller twice{.type = 4242, .rows = 1};
  twice.data_index = 1;
  twice.columns = 1;
  lamp.data = {0, 7};
  lamp.controllers = {twice, twice};
  const std::string name = node_name(file, lamp);
  const auto told = [&] { return JsonValue(find_node(to_scene(file), name)->extras); };
  const JsonValue both = told();
  EXPECT_NE(both.find("controllers")->find("controller_4242"), nullptr);
  EXPECT_NE(both.find("controllers")->find("controller_4242#2"), nullptr);
  lamp.controllers.assign(2000, twice);
  const JsonValue many = told();
  EXPECT_EQ(*many.find("controllers")->find("controller_4242#2000")->get_if<std::string>(),
            "shares its keys with too many others");
}

TEST(MdlSceneExtras, WhatOnlyThisFormatKnowsIsInTheExtras) {
  const scene::Scene s = to_scene(sample({}), kAll);
  const JsonValue light(s.lights[0].extras);
  EXPECT_EQ(*light.find("light")->find("priority")->get_if<std::uint64_t>(), 3U);
  EXPECT_EQ(light.find("light")->find("flare_sizes"), nullptr);  // only the place of a table
  const JsonArray& flares = *light.find("flares")->get_if<JsonArray>();
  ASSERT_EQ(flares.size(), 1U);
  EXPECT_EQ(*flares[0].find("texture")->get_if<std::string>(), "mw_flare");
  EXPECT_EQ(flares[0].find("size")->get_if<JsonReal>()->narrow, 2);
  EXPECT_EQ(flares[0].find("position")->get_if<JsonReal>()->narrow, 0.5F);
  EXPECT_EQ((*flares[0].find("color_shift")->get_if<JsonArray>())[1].get_if<JsonReal>()->narrow, 0.75F);
  const JsonValue sparks(find_node(s, "sparks")->extras);
  EXPECT_EQ(*sparks.find("emitter")->find("update")->get_if<std::string>(), "Fountain");
  EXPECT_EQ(*sparks.find("emitter")->find("loop")->get_if<std::uint64_t>(), 1U);
  const JsonValue hand(find_node(s, "hand")->extras);
  EXPECT_EQ(*hand.find("reference")->find("model")->get_if<std::string>(), "fx_ref");
}

/// The type of a node is told only where its parts do not say it.
TEST(MdlSceneExtras, TypesThatThePartsSayAreLeftOut) {
  File file = sample({});
  Node& node =
      *std::ranges::find_if(file.nodes, [](const Node& each) { return each.mesh && each.mesh->skin; });
  const std::string name = node_name(file, node);
  const auto type = [&] {
    return printed(JsonValue(find_node(to_scene(file, kAll), name)->extras).find("type"));
  };
  for (const Node& each : file.nodes)
    EXPECT_EQ(JsonValue(find_node(to_scene(file, kAll), node_name(file, each))->extras).find("type"), nullptr)
        << node_name(file, each);
  node.mesh->anim.emplace();
  EXPECT_EQ(type(), "97");
  node.header.type |= kNodeAnim;
  EXPECT_EQ(type(), "nothing");
  node.mesh->dangly.emplace();
  EXPECT_EQ(type(), "225");
  node.header.type |= kNodeDangly;
  EXPECT_EQ(type(), "nothing");
}

/// What nearly every mesh has is left out; what is left out is known.
TEST(MdlSceneExtras, MeshesHaveTheirUnusualFieldsInTheExtras) {
  File file = sample({});
  Mesh& body = *file.nodes[kBody].mesh;
  body.header.diffuse = body.header.ambient = Vec3(1);
  body.header.texture_1 = FixedText<32>("NULL");
  body.header.texture_2 = {};
  body.header.shadow = 0;
  EXPECT_EQ(printed(JsonValue(find_node(to_scene(file), "body_g")->extras).find("mesh")), "{}");
  body.header.shadow = 1;
  body.header.uv_direction = {0.5F, 2};  // of UVs that stand still: left over in memory
  EXPECT_EQ(printed(JsonValue(find_node(to_scene(file), "body_g")->extras).find("mesh")), R"({"shadow":1})");
  body.header.animate_uv = 1;
  body.header.texture_2 = FixedText<32>("unused");
  body.faces[0].material = 7;
  body.faces[1].material = 7;
  for (std::size_t i = 2; i < body.faces.size(); ++i) body.faces[i].material = 2;
  EXPECT_EQ(
      printed(JsonValue(find_node(to_scene(file), "body_g")->extras).find("mesh")),
      R"({"animate_uv":1,"uv_direction":[0.5,2],"shadow":1,"texture_2":"unused","face_materials":[7,2,2,)" +
          std::to_string(body.faces.size() - 2) + "]}");
  for (Face& face : body.faces) face.material = 3;
  EXPECT_EQ(
      printed(JsonValue(find_node(to_scene(file), "body_g")->extras).find("mesh")->find("face_materials")),
      "3");
}

TEST(MdlSceneExtras, ControllersInRestAreInTheExtras) {
  File file = sample({});
  EXPECT_EQ(
      printed(JsonValue(find_node(to_scene(file), "sparks")->extras).find("controllers")->find("birthrate")),
      "1");
  EXPECT_EQ(printed(JsonValue(find_node(to_scene(file), "lamp")->extras).find("controllers")),
            R"({"radius":4,"multiplier":1,"color":[1,0.75,0.5]})");
  // Where it is, is told by the node itself; unless the two differ.
  EXPECT_EQ(JsonValue(find_node(to_scene(file, kAll), "tail_g")->extras).find("controllers"), nullptr);
  Node& tail = file.nodes[kTail];
  const auto position = std::ranges::find(tail.controllers, kPositionController, &Controller::type);
  tail.data[position->data_index] += 1;
  const Vec3 p = tail.header.position;
  EXPECT_NE(printed(JsonValue(find_node(to_scene(file, kAll), "tail_g")->extras).find("controllers"))
                .find("position"),
            std::string::npos)
      << p.x;
  tail.controllers[0].data_index = 9999;
  EXPECT_EQ(to_scene(file, kAll).losses,
            std::vector<std::string>{"1 controllers reach beyond their data; they are left out"});
}

TEST(MdlSceneExtras, OddNodesOfAnimationsAreInTheExtras) {
  File file = sample({});
  EXPECT_EQ(JsonValue(to_scene(file).animations[0].extras).find("nodes"), nullptr);
  Node& node = moved_node(file);
  node.header.position = {1, 2, 3};
  EXPECT_EQ(printed(JsonValue(to_scene(file).animations[0].extras).find("nodes")),
            fmt::format(R"([{{"number":{},"position":[1,2,3]}}])", node.header.number));
}

/// Bounds follow from the vertices; where they do not, they are kept.
TEST(MdlSceneExtras, OddBoundsAreInTheExtras) {
  File file = sample({});
  Mesh& body = *file.nodes[kBody].mesh;
  const auto extras = [&](std::string_view name) {
    const scene::Scene s = to_scene(file);
    return printed(JsonValue(find_node(s, "body_g")->extras).find("mesh")->find(name));
  };
  for (const char* name : {"box_min", "box_max", "radius", "average", "area"})
    EXPECT_EQ(extras(name), "nothing");
  body.header.box_min.z -= 0.0005F;
  EXPECT_EQ(extras("box_min"), "nothing");
  body.header.box_min = {-1, -2, -70};
  body.header.box_max = {1, 80, 3};
  body.header.radius = 90;
  body.header.average = {4, 5, 60};
  body.tail.area = 0.5F;
  EXPECT_EQ(extras("box_min"), "[-1,-2,-70]");
  EXPECT_EQ(extras("box_max"), "[1,80,3]");
  EXPECT_EQ(extras("radius"), "90");
  EXPECT_EQ(extras("average"), "[4,5,60]");
  EXPECT_EQ(extras("area"), "0.5");
}

/// A text with bytes behind its NUL, or that is no UTF-8, keeps them.
TEST(MdlSceneExtras, OddTextsKeepTheirBytes) {
  File file = sample({});
  file.nodes[kSparks].emitter->update.chars[31] = 'x';
  file.nodes[kSparks].emitter->render = FixedText<32>("\xff");
  const scene::Scene s = to_scene(file);
  const JsonValue sparks(find_node(s, "sparks")->extras);
  const JsonValue* update = sparks.find("emitter")->find("update");
  EXPECT_EQ(*update->find("text")->get_if<std::string>(), "Fountain");
  EXPECT_EQ(update->find("tail")->get_if<std::string>()->size(), 2U * (32 - 8));
  EXPECT_EQ(sparks.find("emitter")->find("render")->find("bytes")->get_if<std::string>()->substr(0, 2), "ff");
}

TEST(MdlSceneExtras, TheHeadAndTheSupermodelAreKept) {
  for (const Variant variant : kVariants) {
    File file = sample(variant);
    file.model.supermodel = FixedText<32>("S_Other");
    file.model.animation_scale = 0.5F;
    file.names_header.head_node = {kNeck};
    const JsonValue extras(to_scene(file).extras);
    EXPECT_EQ(*extras.find("head_node")->get_if<std::string>(), "neck_g");
    EXPECT_EQ(*extras.find("supermodel")->get_if<std::string>(), "S_Other");
    EXPECT_EQ(extras.find("animation_scale")->get_if<JsonReal>()->narrow, 0.5F);
    EXPECT_EQ(*extras.find("classification")->get_if<std::uint64_t>(), 4U);
    file.names_header.head_node = {kNoRow, 3};  // no node lies there
    EXPECT_EQ(JsonValue(to_scene(file).extras).find("head_node"), nullptr);
  }
}

}  // namespace
}  // namespace mw::kotor::mdl
