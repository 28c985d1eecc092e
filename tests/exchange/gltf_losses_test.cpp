#include <gtest/gtest.h>
#include <meshwright/exchange/gltf.h>

#include <cmath>
#include <cstring>

#include "scene/scenes.h"

namespace mw::exchange {
namespace {

using Lines = std::vector<std::string>;
using scene::Scene;

JsonValue json_of(const Bytes& glb) {
  std::uint32_t length = 0;
  std::memcpy(&length, glb.data() + 12, sizeof length);
  return parse_json(text_of(ByteSpan(glb).subspan(20, length))).value();
}

Scene with_lights() {
  Scene s = test::rich_scene();
  s.lights[0].extras = {{"flare", true}};
  scene::Light spot{.name = "spot", .kind = scene::LightKind::spot, .colour = {1, 0.5F, 0}, .intensity = 3};
  spot.inner_cone = 0.25F;
  s.lights.push_back(spot);
  add_node(s, {.name = "holder", .light = 1});
  return s;
}

TEST(GltfLights, AreKeptInExtrasAndComeBack) {
  const Scene s = with_lights();
  const auto dark = write_gltf(s).value();
  const JsonValue json = json_of(dark.bytes);
  EXPECT_EQ(json.find("extensions"), nullptr);
  EXPECT_EQ(json.find("extensionsUsed"), nullptr);
  EXPECT_EQ(dark.losses[0], "2 lights are in extras only; --lights writes them as lights");
  const JsonArray& nodes = *json.find("nodes")->get_if<JsonArray>();
  const JsonValue* light = nodes.back().find("extras")->find("light");
  ASSERT_NE(light, nullptr);
  EXPECT_EQ(*light->find("name")->get_if<std::string>(), "spot");
  EXPECT_EQ(*light->find("type")->get_if<std::string>(), "spot");
  EXPECT_EQ(light->find("spot")->find("innerConeAngle")->get_if<JsonReal>()->narrow, 0.25F);
  EXPECT_EQ(hash(read_gltf(dark.bytes).value()), hash(s));
}

TEST(GltfLights, AreTheSameSceneEitherWay) {
  const Scene s = with_lights();
  const auto lit = write_gltf(s, {.lights = true}).value();
  EXPECT_EQ(hash(read_gltf(lit.bytes).value()), hash(s));
  EXPECT_EQ(lit.losses,
            Lines{"2 textures are names only: body_d, body_l; --textures DIR tells where to look for "
                  "images"});
}

/// Somebody else's word for something else.
TEST(GltfLights, OtherExtrasOfThatNameStay) {
  Scene s;
  add_node(s, {.name = "a", .extras = {{"light", "on"}}});
  add_node(s, {.name = "b", .extras = {{"light", JsonObject{{"type", "candle"}, {"intensity", 1.0F}}}}});
  add_node(s, {.name = "c", .extras = {{"light", JsonObject{{"type", "point"}}}}});
  EXPECT_EQ(hash(read_gltf(write_gltf(s)->bytes).value()), hash(s));
}

TEST(GltfUvSets, GapsAreClosedAndComeBack) {
  for (const std::vector<std::size_t>& sets : {std::vector<std::size_t>{1}, {0, 2}, {1, 3}, {0, 1}, {2, 3}}) {
    Scene s;
    scene::Primitive p{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    for (const std::size_t set : sets) p.uvs[set].assign(3, {float(set), 0.5F});
    s.meshes.push_back({.primitives = {p}});
    add_node(s, {.mesh = 0});
    const Bytes glb = write_gltf(s)->bytes;
    const JsonValue json = json_of(glb);
    const JsonValue& primitive =
        json.find("meshes")->get_if<JsonArray>()->at(0).find("primitives")->get_if<JsonArray>()->at(0);
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_EQ(primitive.find("attributes")->find("TEXCOORD_" + std::to_string(i)) != nullptr,
                i < sets.size());
    EXPECT_EQ(primitive.find("extras") != nullptr, sets.back() + 1 != sets.size());
    EXPECT_EQ(hash(read_gltf(glb).value()), hash(s));
  }
}

TEST(GltfCompression, TellsHowFarItMoves) {
  Scene s;
  scene::Primitive p{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
  const float half_step = 0.5F / 127;
  p.normals.assign(3, {0, std::sqrt(1 - half_step * half_step), half_step});
  p.colours.assign(3, {1, 0, 0, 1.3F / 255});
  s.meshes.push_back({.primitives = {p}});
  add_node(s, {.mesh = 0});
  EXPECT_EQ(write_gltf(s, {.compress = true})->losses,
            (Lines{"compressed: normals and tangents move by up to 0.0040",
                   "compressed: weights and colours move by up to 0.0012"}));
  EXPECT_EQ(write_gltf(s)->losses, Lines{});
  s.meshes[0].primitives[0].normals.assign(3, {0, 1, 0});
  s.meshes[0].primitives[0].colours.clear();
  EXPECT_EQ(write_gltf(s, {.compress = true})->losses, Lines{});
}

TEST(GltfTextures, ImagesInsideAreToldOf) {
  const auto losses = [](std::string_view images) {
    const std::string text = R"({"asset":{"version":"2.0"},"images":[)" + std::string(images) + "]}";
    return read_gltf(bytes_of(text)).value().losses;
  };
  EXPECT_EQ(losses(R"({"uri":"data:image/png;base64,AAAA"})"),
            Lines{"1 image inside the glTF is not taken along, only its name"});
  EXPECT_EQ(losses(R"({"bufferView":0,"mimeType":"image/png"},{"uri":"a.png"},{"uri":"data:,x"})"),
            Lines{"2 images inside the glTF are not taken along, only their names"});
  EXPECT_EQ(losses(R"({"uri":"a.png"})"), Lines{});
}

TEST(GltfTextures, TheLineListsTheFirstTen) {
  Scene s;
  for (int i = 0; i < 12; ++i)
    s.materials.push_back({.textures = {{"base_color", "t" + std::to_string(i), 0}, {"lightmap", "t0", 1}}});
  EXPECT_EQ(
      write_gltf(s)->losses,
      Lines{"12 textures are names only: t0, t1, t2, t3, t4, t5, t6, t7, t8, t9 and 2 more; --textures DIR "
            "tells where to look for images"});
}

}  // namespace
}  // namespace mw::exchange
