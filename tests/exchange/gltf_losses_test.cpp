#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/exchange/gltf.h>

#include <cmath>
#include <limits>

#include "gltf_fixtures.h"
#include "scene/scenes.h"
#include "support/losses.h"

namespace mw::exchange {
namespace {

using Lines = std::vector<std::string>;
using scene::Scene;

JsonValue json_in(const Bytes& glb) {
  return parse_json(json_chunk(glb)).value();
}

std::string to_json_text(const JsonValue& value) {
  JsonWriter json(JsonWriter::Style::compact);
  json.value(value);
  return json.take();
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

/// glTF wants directions of length 1, also where there is none.
TEST(GltfLosses, DirectionsWithoutALengthGetOne) {
  Scene s;
  scene::Primitive p{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
  p.normals = {{0, 0, 0}, {0, 0, 2}, {std::numeric_limits<float>::quiet_NaN(), 0, 0}};
  p.tangents = {{0, 0, 0, -1}, {0, 3, 0, 1}, {1, 0, 0, 1}};
  s.meshes.push_back({.primitives = {p}});
  add_node(s, {.name = "plate", .mesh = 0});
  const Scene again = read_gltf(write_gltf(s)->bytes).value();
  const scene::Primitive& mended = again.meshes[0].primitives[0];
  EXPECT_EQ(mended.normals, (std::vector<Vec3>{{0, 1, 0}, {0, 0, 1}, {0, 1, 0}}));
  EXPECT_EQ(mended.tangents, (std::vector<Vec4>{{1, 0, 0, -1}, {0, 1, 0, 1}, {1, 0, 0, 1}}));
}

/// Of two namesakes the second has its name in a property, and is shown with a number.
TEST(GltfLosses, ANewNameOfANamesakeIsTold) {
  const Bytes glb = write_gltf(test::rich_scene())->bytes;
  const auto read_as = [&](const std::string& shown) {
    std::string bytes(text_of(glb));
    bytes.replace(bytes.find("\"bone.1\"") + 1, shown.size(), shown);
    return read_gltf(bytes_of(bytes)).value();
  };
  EXPECT_EQ(read_as("bone.7").losses, read_gltf(glb)->losses);
  const Scene renamed = read_as("knee.1");
  ASSERT_FALSE(renamed.losses.empty());
  EXPECT_EQ(renamed.losses.back(),
            "new names of what has another in its property name: \"knee.1\" of \"bone\"");
  EXPECT_EQ(renamed.nodes[2].name, "bone");
}

/// The losses that come of a namesake with that name, which is shown as another.
Lines losses_when_shown(const std::string& name, const std::string& shown) {
  const std::string json =
      fmt::format(R"({{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0,1]}}],"nodes":[)"
                  R"({{"name":"{0}"}},{{"name":"{1}","extras":{{"name":"{0}"}}}}]}})",
                  name, shown);
  return mw::test::lines_of(read_gltf(bytes_of(json)).value().losses);
}

TEST(GltfLosses, OnlyANumberTellsANamesake) {
  for (const char* shown : {"bone", "bone.1", "bone.001", "bone.1.001"})
    EXPECT_EQ(losses_when_shown("bone", shown), Lines()) << shown;
  EXPECT_EQ(losses_when_shown("bone.1", "bone.1.2"), Lines());
  for (const char* shown : {"bone_left", "bone1", "bone.", "bone.left", "bone.1.left", "bone.1a", "bon.1"})
    EXPECT_EQ(losses_when_shown("bone", shown),
              Lines{std::string("new names of what has another in its property name: \"") + shown +
                    "\" of \"bone\""});
}

/// 63 bytes are kept of "nn...n.1": the number, or what is before it, may be cut.
TEST(GltfLosses, ANumberThatAnEditorCutsIsNoNewName) {
  const std::string longest(62, 'n');
  for (const std::string& shown : {longest + ".", longest, std::string(59, 'n') + ".001"})
    EXPECT_EQ(losses_when_shown(longest, shown), Lines()) << shown;
  std::string accents;
  for (int i = 0; i < 35; ++i) accents += "\u00e9";
  EXPECT_EQ(losses_when_shown(accents, accents.substr(0, 58) + ".001"), Lines());
  EXPECT_EQ(losses_when_shown(longest, std::string(59, 'n') + "_left").size(), 1U);
}

TEST(GltfLosses, ALongNameThatAnEditorCutsIsItself) {
  const std::string name(70, 'n');
  Scene s;
  add_node(s, {.name = name});
  add_node(s, {.name = name});
  std::string bytes(text_of(write_gltf(s)->bytes));
  const auto numbered = bytes.find(name + ".1\"");
  bytes.replace(numbered, name.size() + 3, std::string(59, 'n') + ".001\"" + std::string(9, ' '));
  EXPECT_EQ(read_gltf(bytes_of(bytes))->losses, Lines());
  EXPECT_EQ(read_gltf(bytes_of(bytes))->nodes[1].name, name);
}

TEST(GltfLights, AreKeptInExtrasAndComeBack) {
  const Scene s = with_lights();
  const auto dark = write_gltf(s).value();
  const JsonValue json = json_in(dark.bytes);
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

TEST(GltfLights, WithoutANodeAreInTheScenesExtras) {
  Scene s = with_lights();
  s.lights.push_back({.name = "spare", .colour = {0, 1, 0}, .intensity = 2, .range = 5.0F});
  s.lights.push_back({});
  const auto dark = write_gltf(s).value();
  const JsonValue json = json_in(dark.bytes);
  const JsonValue* extras = json.find("scenes")->get_if<JsonArray>()->at(0).find("extras");
  EXPECT_EQ(to_json_text(*extras->find("lights")),
            R"([{"type":"point","color":[0,1,0],"intensity":2,"name":"spare","range":5},)"
            R"({"type":"point","color":[1,1,1],"intensity":1}])");
  EXPECT_EQ(dark.losses[0], "4 lights are in extras only; --lights writes them as lights");
  EXPECT_EQ(hash(read_gltf(dark.bytes).value()), hash(s));
  const auto lit = write_gltf(s, {.lights = true}).value();
  EXPECT_EQ(hash(read_gltf(lit.bytes).value()), hash(s));
}

TEST(GltfLights, ASharedOneComesBackOnce) {
  Scene s = with_lights();
  add_node(s, {.name = "other", .light = 0});
  s.lights.push_back(s.lights[1]);  // another that is equal stays another
  add_node(s, {.name = "third", .light = 2});
  EXPECT_EQ(hash(read_gltf(write_gltf(s)->bytes).value()), hash(s));
}

TEST(GltfLights, OtherExtrasOfTheSceneStay) {
  Scene s;
  add_node(s, {.name = "a"});
  for (const JsonValue& value : {JsonValue("off"), JsonValue(JsonArray{"a"})}) {
    s.extras = {{"lights", value}};
    EXPECT_EQ(hash(read_gltf(write_gltf(s)->bytes).value()), hash(s));
  }
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
    const JsonValue json = json_in(glb);
    const JsonValue& primitive =
        json.find("meshes")->get_if<JsonArray>()->at(0).find("primitives")->get_if<JsonArray>()->at(0);
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_EQ(primitive.find("attributes")->find("TEXCOORD_" + std::to_string(i)) != nullptr,
                i < sets.size());
    EXPECT_EQ(primitive.find("extras") != nullptr, sets.back() + 1 != sets.size());
    EXPECT_EQ(hash(read_gltf(glb).value()), hash(s));
  }
}

/// Three corners with these sets of texture coordinates, and the material of that number.
scene::Primitive with_sets(const std::vector<std::size_t>& sets, std::optional<scene::Index> material) {
  scene::Primitive p{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, .material = material};
  for (const std::size_t set : sets) p.uvs[set].assign(3, {float(set), 0.5F});
  return p;
}

/// Every texture is found.
GltfOptions with_images() {
  GltfOptions options;
  options.find_image = [](const std::string& name) {
    return Image{.mime = "image/png", .uri = name + ".png"};
  };
  return options;
}

TEST(GltfUvSets, TexturesFollowTheSetsOfTheirPrimitive) {
  Scene s;
  s.materials.push_back({.name = "wall", .textures = {{"base_color", "stone", 1}, {"lightmap", "map", 3}}});
  s.meshes.push_back({.primitives = {with_sets({1, 3}, 0)}});
  add_node(s, {.mesh = 0});
  const Bytes glb = write_gltf(s, with_images())->bytes;
  const JsonValue json = json_in(glb);
  const JsonValue& material = json.find("materials")->get_if<JsonArray>()->at(0);
  const JsonValue* base = material.find("pbrMetallicRoughness")->find("baseColorTexture");
  ASSERT_NE(base, nullptr);
  EXPECT_EQ(to_json_text(*base), R"({"index":0})");  // texCoord is 0
  EXPECT_EQ(to_json_text(*material.find("extras")->find("textures")),
            R"([{"role":"base_color","name":"stone","uv":0},{"role":"lightmap","name":"map","uv":1}])");
  EXPECT_EQ(hash(read_gltf(glb).value()), hash(s));
}

TEST(GltfUvSets, ASharedMaterialIsCopiedOnlyWhereItsTexturesNeedIt) {
  Scene s;
  s.materials.push_back({.name = "wall", .textures = {{"base_color", "stone", 1}}});
  s.materials.push_back({.name = "floor", .textures = {{"base_color", "sand", 0}}});
  s.meshes.push_back({.primitives = {with_sets({0, 1}, 0), with_sets({1}, 0), with_sets({1, 2}, 0),
                                     with_sets({0, 1}, 1), with_sets({0, 2}, 1)}});
  add_node(s, {.mesh = 0});
  const Bytes glb = write_gltf(s, with_images())->bytes;
  const JsonValue json = json_in(glb);
  const JsonArray& materials = *json.find("materials")->get_if<JsonArray>();
  ASSERT_EQ(materials.size(), 3U);
  const auto base = [&](std::size_t i) {
    return to_json_text(*materials[i].find("pbrMetallicRoughness")->find("baseColorTexture"));
  };
  EXPECT_EQ(base(0), R"({"index":0,"texCoord":1})");
  EXPECT_EQ(base(1), R"({"index":1})");
  EXPECT_EQ(base(2), R"({"index":0})");
  std::vector<std::uint64_t> numbers;
  const JsonValue& mesh = json.find("meshes")->get_if<JsonArray>()->at(0);
  for (const JsonValue& primitive : *mesh.find("primitives")->get_if<JsonArray>())
    numbers.push_back(*primitive.find("material")->get_if<std::uint64_t>());
  EXPECT_EQ(numbers, (std::vector<std::uint64_t>{0, 2, 2, 1, 1}));
  const Scene again = read_gltf(glb).value();
  EXPECT_EQ(again.materials[0].textures[0].uv, 1U);
  EXPECT_EQ(again.materials[2].textures[0].uv, 1U);
  EXPECT_EQ(again.materials[2].name, "wall");
  EXPECT_EQ(again.meshes[0].primitives[4].uvs, s.meshes[0].primitives[4].uvs);
  EXPECT_EQ(write_gltf(again, with_images())->bytes, glb);
}

/// A set that the primitive lacks is told by a place behind those that it has.
TEST(GltfUvSets, ATextureWithoutItsSetStaysWithoutOne) {
  Scene s;
  s.materials.push_back({.textures = {{"base_color", "a", 0}, {"normal", "b", 1}, {"emissive", "c", 7}}});
  s.meshes.push_back({.primitives = {with_sets({0, 2}, 0)}});
  add_node(s, {.mesh = 0});
  const Bytes glb = write_gltf(s)->bytes;
  const JsonValue json = json_in(glb);
  const JsonValue& material = json.find("materials")->get_if<JsonArray>()->at(0);
  EXPECT_EQ(to_json_text(*material.find("extras")->find("textures")),
            R"([{"role":"base_color","name":"a","uv":0},{"role":"normal","name":"b","uv":2},)"
            R"({"role":"emissive","name":"c","uv":7}])");
  EXPECT_EQ(hash(read_gltf(glb).value()), hash(s));
}

TEST(GltfUvSets, ForeignExtrasOfThatNameStay) {
  const std::vector<JsonValue> foreign = {
      "both",
      JsonArray{std::uint64_t(1)},                                      // too few
      JsonArray{std::uint64_t(1), std::uint64_t(2), std::uint64_t(3)},  // too many
      JsonArray{std::uint64_t(2), std::uint64_t(1)},                    // descending
      JsonArray{std::uint64_t(2), std::uint64_t(2)},
      JsonArray{std::uint64_t(0), std::uint64_t(1)},  // no gap: never written
      JsonArray{std::uint64_t(0), std::uint64_t(4)},
      JsonArray{"a", "b"},
      JsonArray{},
  };
  for (const JsonValue& value : foreign) {
    Scene s;
    s.meshes.push_back({.primitives = {with_sets({0, 1}, {})}});
    s.meshes[0].primitives[0].extras = {{"uv_sets", value}};
    add_node(s, {.mesh = 0});
    EXPECT_EQ(hash(read_gltf(write_gltf(s)->bytes).value()), hash(s)) << to_json_text(value);
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
  const auto losses = [](int count) {
    Scene s;
    for (int i = 0; i < count; ++i)
      s.materials.push_back(
          {.textures = {{"base_color", "t" + std::to_string(i), 0}, {"lightmap", "t0", 1}}});
    return write_gltf(s)->losses;
  };
  const auto line = [](const std::string& count, const std::string& more) {
    return Lines{count + " textures are names only: t0, t1, t2, t3, t4, t5, t6, t7, t8, t9" + more +
                 "; --textures DIR tells where to look for images"};
  };
  EXPECT_EQ(losses(10), line("10", ""));
  EXPECT_EQ(losses(11), line("11", " and 1 more"));
  EXPECT_EQ(losses(12), line("12", " and 2 more"));
}

}  // namespace
}  // namespace mw::exchange
