#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/exchange/gltf.h>

#include <string>

#include "foreign_gltf.h"
#include "support/bytes.h"
#include "support/losses.h"

/// glTF as other tools write it: what Meshwright itself never writes, but must read.
namespace mw::exchange {
namespace {

using scene::Scene;
using Lines = std::vector<std::string>;

TEST(ForeignGltf, EveryDigitOfBase64) {
  const std::string json =
      R"({"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"mode":0}]}],)"
      R"("accessors":[{"bufferView":0,"componentType":5121,"count":16,"type":"VEC3"}],)"
      R"("bufferViews":[{"buffer":0,"byteLength":48}],"buffers":[{"byteLength":48,"uri":"data:;base64,)"
      R"(ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"}]})";
  const auto scene = read_gltf(bytes_of(json));
  ASSERT_TRUE(scene) << to_string(scene.error());
  const std::vector<Vec3> expected = {{0, 16, 131},   {16, 81, 135},  {32, 146, 139},  {48, 211, 143},
                                      {65, 20, 147},  {81, 85, 151},  {97, 150, 155},  {113, 215, 159},
                                      {130, 24, 163}, {146, 89, 167}, {162, 154, 171}, {178, 219, 175},
                                      {195, 28, 179}, {211, 93, 183}, {227, 158, 187}, {243, 223, 191}};
  EXPECT_EQ(scene->meshes[0].primitives[0].positions, expected);
}

TEST(ForeignGltf, Base64EndsWithOneTwoOrNoSigns) {
  for (const int count : {1, 2, 3}) {
    Foreign f{.accessors = accessor(5121, count, "VEC3") + "," + accessor(5121, count, "SCALAR"),
              .attributes = R"("POSITION":0,"_LAST":1)",
              .primitive = R"(,"mode":0)"};
    for (int i = 0; i < 3 * count; ++i) f.bytes.push_back(200 + i);
    if (count == 2) f.bytes.push_back(7);
    if (count == 3) f.bytes.insert(f.bytes.end(), {7, 8});
    const scene::Primitive p = primitive(f);
    ASSERT_EQ(p.positions.size(), std::size_t(count));
    EXPECT_EQ(p.positions.back(), Vec3(197 + 3 * count, 198 + 3 * count, 199 + 3 * count));
    EXPECT_EQ(p.custom.at(0).values.back(), float(199 + count));
  }
}

TEST(ForeignGltf, WhatIsNoBase64IsNamed) {
  const auto with_uri = [](const std::string& uri) {
    return message(R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":3,"uri":")" + uri + R"("}]})");
  };
  EXPECT_EQ(with_uri("data:;base64,AAAA"), "no error");
  for (const char* uri :
       {"data:;base64,AA*A", "data:text/plain,AAAA", "data:;base64,A A", "data:;base64,AA=A"})
    EXPECT_EQ(with_uri(uri), "buffers[0].uri: not a base64 data URI") << uri;
}

TEST(ForeignGltf, AMatrixThatShearsIsRefused) {
  const auto with_matrix = [](const std::string& numbers) {
    return message(R"({"asset":{"version":"2.0"},"nodes":[{"name":"lean","matrix":[)" + numbers + "]}]}");
  };
  EXPECT_EQ(with_matrix("1,0,0,0,0.5,1,0,0,0,0,1,0,0,0,0,1"),
            "nodes[0].matrix: shears node \"lean\"; glTF has translation, rotation and scale only");
  EXPECT_EQ(with_matrix("1,0,0,0,0,1,0,0,0.5,0,1,0,0,0,0,1"),
            "nodes[0].matrix: shears node \"lean\"; glTF has translation, rotation and scale only");
  EXPECT_EQ(with_matrix("0,2,0,0,-3,0,0,0,0,0,-1,0,5,6,7,1"), "no error");
  EXPECT_EQ(with_matrix("1,0.0001,0,0,0,1,0,0,0,0,0,0,0,0,0,1"), "no error");
}

/// The least and greatest numbers of each type, and one between, where the type is normalised and where not.
TEST(ForeignGltf, IntegersOfEveryTypeBecomeFloats) {
  struct Case {
    int component;
    std::vector<int> bytes;
    Vec3 plain;
    Vec3 normalised;
  };
  const Case cases[] = {
      {5120, {0x80, 0x7F, 0xC1}, {-128, 127, -63}, {-1, 1, -63 / 127.0F}},
      {5121, {0x00, 0xFF, 0x33}, {0, 255, 51}, {0, 1, 51 / 255.0F}},
      {5122, {0x00, 0x80, 0xFF, 0x7F, 0x01, 0xC0}, {-32768, 32767, -16383}, {-1, 1, -16383 / 32767.0F}},
      {5123, {0x00, 0x00, 0xFF, 0xFF, 0x02, 0x01}, {0, 65535, 258}, {0, 1, 258 / 65535.0F}},
      {5125, {1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 128}, {1, 65536, 2147483648.0F}, {1, 65536, 2147483648.0F}},
  };
  for (const Case& c : cases)
    for (const bool normalised : {false, true}) {
      const auto more = normalised ? R"(,"normalized":true)" : "";
      const auto p = primitive({.bytes = c.bytes,
                                .accessors = accessor(c.component, 1, "VEC3", more),
                                .attributes = R"("POSITION":0)",
                                .primitive = R"(,"mode":0)"});
      EXPECT_EQ(p.positions, std::vector<Vec3>{normalised ? c.normalised : c.plain}) << c.component;
    }
}

TEST(ForeignGltf, IndicesOfEveryWidth) {
  const std::string three =
      R"({"bufferView":0,"byteOffset":12,"componentType":5121,"count":3,"type":"VEC3"})";
  const std::vector<int> corners = {9, 0, 0, 0, 1, 0, 0, 0, 1};
  struct Case {
    int component;
    std::vector<int> bytes;
  };
  const Case cases[] = {{5121, {2, 0, 1, 9, 9, 9, 9, 9, 9, 9, 9, 9}},
                        {5123, {2, 0, 0, 0, 1, 0, 9, 9, 9, 9, 9, 9}},
                        {5125, {2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}}};
  for (const Case& c : cases) {
    Foreign f{.bytes = c.bytes,
              .accessors = three + "," + accessor(c.component, 3, "SCALAR"),
              .attributes = R"("POSITION":0)",
              .primitive = R"(,"indices":1)"};
    f.bytes.insert(f.bytes.end(), corners.begin(), corners.end());
    EXPECT_EQ(primitive(f).indices, (std::vector<scene::Index>{2, 0, 1})) << c.component;
    EXPECT_EQ(primitive(f).positions[0], Vec3(9, 0, 0));
  }
}

TEST(ForeignGltf, IndicesThatAreNoNaturalNumbersAreRefused) {
  const auto with_indices = [](int component) {
    return message(json_of({.bytes = std::vector<int>(12),
                            .accessors = accessor(5121, 3, "VEC3") + "," + accessor(component, 3, "SCALAR"),
                            .attributes = R"("POSITION":0)",
                            .primitive = R"(,"indices":1)"}));
  };
  EXPECT_EQ(with_indices(5121), "no error");
  for (const int component : {5120, 5122, 5126})
    EXPECT_EQ(with_indices(component), "accessors[1].componentType: expected unsigned integers");
  EXPECT_EQ(with_indices(5124), "accessors[1].componentType: unknown");
}

/// Two vertices in a row of 8 bytes each: three of position, one of nothing, three of colour, one of nothing.
TEST(ForeignGltf, AttributesMayBeInterleaved) {
  const Foreign f{.bytes = {1, 2, 3, 99, 255, 51, 0, 99, 4, 5, 6, 99, 0, 255, 102},
                  .accessors = accessor(5121, 2, "VEC3") + "," +
                               accessor(5121, 2, "VEC3", R"(,"byteOffset":4,"normalized":true)"),
                  .attributes = R"("POSITION":0,"COLOR_0":1)",
                  .primitive = R"(,"mode":0)",
                  .view = R"(,"byteStride":8)"};
  const scene::Primitive p = primitive(f);
  EXPECT_EQ(p.positions, (std::vector<Vec3>{{1, 2, 3}, {4, 5, 6}}));
  EXPECT_EQ(p.colours,
            (std::vector<Vec4>{{1, 0.2F, 0, 1}, {0, 1, 0.4F, 1}}));  // opaque where there is no alpha
}

TEST(ForeignGltf, RowsThatOverlapOrEndTooEarlyAreRefused) {
  const auto with = [](int stride, int count, int offset) {
    return message(
        json_of({.bytes = std::vector<int>(15),
                 .accessors = accessor(5121, count, "VEC3", fmt::format(R"(,"byteOffset":{})", offset)),
                 .attributes = R"("POSITION":0)",
                 .primitive = R"(,"mode":0)",
                 .view = fmt::format(R"(,"byteStride":{})", stride)}));
  };
  const auto refused = [](int count, int stride, int offset) {
    return fmt::format("accessors[0]: {} elements of {} bytes at {} do not fit a view of 15 bytes", count,
                       stride, offset);
  };
  EXPECT_EQ(with(8, 2, 4), "no error");
  EXPECT_EQ(with(8, 2, 5), refused(2, 8, 5));
  EXPECT_EQ(with(8, 3, 0), refused(3, 8, 0));
  EXPECT_EQ(with(3, 5, 0), "no error");
  EXPECT_EQ(with(2, 2, 0), refused(2, 2, 0));
  EXPECT_EQ(with(8, 1, 12), "no error");
  EXPECT_EQ(with(8, 1, 13), refused(1, 8, 13));
  EXPECT_EQ(with(8, 1, 16), refused(1, 8, 16));
  EXPECT_EQ(with(8, 0, 0), refused(0, 8, 0));
}

TEST(ForeignGltf, AttributesWithoutAPlaceAreLosses) {
  const Foreign f{.bytes = {1, 2, 3},
                  .accessors = accessor(5121, 1, "VEC3") + "," + accessor(5121, 1, "VEC2"),
                  .attributes =
                      R"("POSITION":0,"TEXCOORD_3":1,"TEXCOORD_4":1,"TEXCOORD_/":1,"TEXCOORD_10":1,)"
                      R"("COLOR_1":1,"_WIND":0)",
                  .primitive = R"(,"mode":0,"targets":[{"POSITION":0}])",
                  .more = R"(,"cameras":[{"type":"perspective"}],"scenes":[{"nodes":[0]},{}])"};
  const Scene scene = read(f);
  EXPECT_EQ(scene.meshes[0].primitives[0].uvs[3], std::vector<Vec2>{Vec2(1, 2)});
  EXPECT_EQ(scene.losses,
            (Lines{"meshes[0].primitives[0]: morph targets are not kept", "attribute TEXCOORD_4 is not kept",
                   "attribute TEXCOORD_/ is not kept", "attribute TEXCOORD_10 is not kept",
                   "attribute COLOR_1 is not kept", "attribute _WIND is not kept",
                   "more than one scene: all nodes are kept in one", "cameras are not kept"}));
}

/// One is worth nothing without the other, and whoever has one counts on both.
TEST(ForeignGltf, HalfABindingIsDropped) {
  for (const auto& [attributes, loss] :
       {std::pair(R"("POSITION":0,"WEIGHTS_0":1)", "weights without joints"),
        std::pair(R"("POSITION":0,"JOINTS_0":2)", "joints without weights")}) {
    const Foreign f{.bytes = {1, 2, 3, 4},
                    .accessors = accessor(5121, 1, "VEC3") + "," +
                                 accessor(5121, 1, "VEC4", R"(,"normalized":true)") + "," +
                                 accessor(5121, 1, "VEC4"),
                    .attributes = attributes,
                    .primitive = R"(,"mode":0)"};
    const Scene scene = read(f);
    EXPECT_TRUE(scene.meshes[0].primitives[0].weights.empty());
    EXPECT_TRUE(scene.meshes[0].primitives[0].joints.empty());
    EXPECT_EQ(scene.losses, Lines{loss});
  }
}

TEST(ForeignGltf, TexturesWithoutAPlaceAreLosses) {
  const Foreign f{.bytes = {1, 2, 3},
                  .accessors = accessor(5121, 1, "VEC3"),
                  .attributes = R"("POSITION":0)",
                  .primitive = R"(,"mode":0)",
                  .more = R"(,"materials":[{"name":"rust","occlusionTexture":{"index":0},)"
                          R"("pbrMetallicRoughness":{"metallicRoughnessTexture":{"index":0}}}])"};
  EXPECT_EQ(read(f).losses, (Lines{"the metallic and roughness texture of material \"rust\"",
                                   "the occlusion texture of material \"rust\""}));
}

/// The turn is x 2, y 4, z 10 and w 1, each of 11; twice and three times as large along x and z, and moved.
TEST(ForeignGltf, AMatrixBecomesItsParts) {
  const auto part = [](int numerator) { return numerator / 121.0; };
  const std::string json = fmt::format(
      R"({{"asset":{{"version":"2.0"}},"nodes":[{{"matrix":[{},{},{},0, {},{},{},0, {},{},{},0, 4,5,-6.5,1]}}]}})",
      part(2 * -111), part(2 * 36), part(2 * 32), part(-4), part(-87), part(84), part(3 * 48), part(3 * 76),
      part(3 * 81));
  const auto scene = read_gltf(bytes_of(json));
  ASSERT_TRUE(scene) << to_string(scene.error());
  const scene::Transform& t = scene->nodes[0].transform;
  EXPECT_EQ(t.translation, Vec3(4, 5, -6.5F));
  EXPECT_NEAR(t.scale.x, 2, 1e-5F);
  EXPECT_NEAR(t.scale.y, 1, 1e-5F);
  EXPECT_NEAR(t.scale.z, 3, 1e-5F);
  const float sign = t.rotation.w < 0 ? -1.0F : 1.0F;  // both are the same turn
  EXPECT_NEAR(sign * t.rotation.x, 2 / 11.0F, 1e-5F);
  EXPECT_NEAR(sign * t.rotation.y, 4 / 11.0F, 1e-5F);
  EXPECT_NEAR(sign * t.rotation.z, 10 / 11.0F, 1e-5F);
  EXPECT_NEAR(sign * t.rotation.w, 1 / 11.0F, 1e-5F);
  EXPECT_EQ(message(R"({"asset":{"version":"2.0"},"nodes":[{"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0]}]})"),
            "nodes[0].matrix: expected 16 numbers, got 15");
}

/// As scenes have them; what is off by rounding alone keeps its bits, and what turns to nowhere is refused
/// later.
TEST(ForeignGltf, RotationsAreMadeUnitOnes) {
  scene::Scene scene;
  add_node(scene, {.name = "turned", .transform = {.rotation = Quat(0.3F, 0.3F, -0.3F, 0.3F)}});
  add_node(scene, {.name = "near", .transform = {.rotation = Quat(0.8F, 0, 0.600002F, 0)}});
  add_node(scene, {.name = "nowhere", .transform = {.rotation = Quat(0, 0, 0, 0)}});
  scene::Channel turns{.target = scene::Target::rotation, .components = 4, .times = {0, 1, 2}};
  turns.values = {0, 3, 0, 4, 0.1F, 0.1F, 0.1F, 0.1F, 0, 0.6F, 0, 0.8F};
  scene::Channel curve = turns;
  curve.node = 1;
  curve.interpolation = scene::Interpolation::cubic;
  curve.times = {0};
  curve.values = {0, 0, 0, 0, 0, 3, 0, 4, 0, 0, 0, 0};
  curve.times.push_back(1);
  curve.values.insert(curve.values.end(), {0, 0, 0, 0, 0, 3, 0, 4, 0, 0, 0, 0});
  scene.animations.push_back({.name = "turn", .length = 2, .channels = {turns, curve}});
  const auto again = read_gltf(write_gltf(scene).value().bytes);
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ(again->nodes[0].transform.rotation, Quat(0.5F, 0.5F, -0.5F, 0.5F));
  EXPECT_EQ(again->nodes[1].transform.rotation, Quat(0.8F, 0, 0.600002F, 0));
  EXPECT_EQ(again->nodes[2].transform.rotation, Quat(0, 0, 0, 0));
  const auto& channels = again->animations.at(0).channels;
  EXPECT_EQ(channels[0].values,
            (std::vector<float>{0, 0.6F, 0, 0.8F, 0.5F, 0.5F, 0.5F, 0.5F, 0, 0.6F, 0, 0.8F}));
  EXPECT_EQ(channels[1].values, curve.values);
}

TEST(ForeignGltf, WhatIsNotSaidHasTheDefaultsOfGltf) {
  const auto scene = read_gltf(bytes_of(
      R"({"asset":{"version":"2.0"},"nodes":[{},{"skin":0}],"materials":[{}],"skins":[{"joints":[0,1]}],)"
      R"("extensions":{"KHR_lights_punctual":{"lights":[{"type":"spot","spot":{}}]}}})"));
  ASSERT_TRUE(scene) << to_string(scene.error());
  const scene::Material& m = scene->materials[0];
  EXPECT_EQ(m.base_color, Vec4(1));
  EXPECT_EQ(m.metallic, 1);
  EXPECT_EQ(m.roughness, 1);
  EXPECT_EQ(m.alpha, scene::Alpha::opaque);
  EXPECT_EQ(m.alpha_cutoff, 0.5F);
  EXPECT_FALSE(m.two_sided);
  EXPECT_EQ(scene->skins[0].inverse_binds, std::vector<Mat4>(2, Mat4(1)));
  EXPECT_FALSE(scene->skins[0].root);
  EXPECT_EQ(scene->roots, (std::vector<scene::Index>{0, 1}));
  const scene::Light& light = scene->lights[0];
  EXPECT_EQ(light.kind, scene::LightKind::spot);
  EXPECT_EQ(light.colour, Vec3(1));
  EXPECT_EQ(light.intensity, 1);
  EXPECT_FALSE(light.range);
  EXPECT_EQ(light.inner_cone, 0);
  EXPECT_FLOAT_EQ(light.outer_cone, 0.7853982F);
}

/// Editors keep the list of textures in a property, and show images beside it.
TEST(ForeignGltf, AnImageThatNoListHasIsTakenInsteadOfAListedOne) {
  const auto textures_with = [](const std::string& image) {
    const auto scene = read_gltf(bytes_of(
        R"({"asset":{"version":"2.0"},"materials":[{"name":"a","pbrMetallicRoughness":{"baseColorTexture":)"
        R"({"index":0}},"extras":{"textures":[{"role":"base_color","name":"Hide","uv":0},)"
        R"({"role":"lightmap","name":"lm","uv":1}]}},{"name":"b","extras":{"textures":)"
        R"([{"role":"base_color","name":"maps/Twin.dds","uv":0}]}}],"textures":[{"source":0}],"images":[{"name":")" +
        image + R"("}]})"));
    Lines textures;
    for (const scene::Texture& t : scene.value().materials[0].textures)
      textures.push_back(fmt::format("{} {} {}", t.role, t.name, t.uv));
    return textures;
  };
  EXPECT_EQ(textures_with("MyNewTex"), (Lines{"base_color MyNewTex 0", "lightmap lm 1"}));
  for (const char* own : {"hide", "hide.png", "Hide.001", "twin", "Twin.dds", ""})
    EXPECT_EQ(textures_with(own), (Lines{"base_color Hide 0", "lightmap lm 1"})) << own;
}

/// Blender copies properties too: what is a copy has its own name.
TEST(ForeignGltf, ACopyOfANodeIsNotCalledAsItsModelIs) {
  const auto scene = read_gltf(bytes_of(
      R"({"asset":{"version":"2.0"},"nodes":[{"name":"arm"},{"name":"arm.1","extras":{"name":"arm"}},)"
      R"({"name":"arm.1.001","extras":{"name":"arm"}},{"name":"leg.1.001","extras":{"name":"leg"}},)"
      R"({"name":"arm.100","extras":{"name":"arm"}}]})"));
  ASSERT_TRUE(scene) << to_string(scene.error());
  Lines names;
  for (const scene::Node& node : scene->nodes) names.push_back(node.name);
  EXPECT_EQ(names, (Lines{"arm", "arm", "arm.1.001", "leg", "arm"}));
  EXPECT_EQ(scene->losses, Lines());
  EXPECT_TRUE(scene->nodes[2].extras.empty());
}

TEST(ForeignGltf, LightsAndMaterialsAreReadAsTheyAre) {
  const auto scene = read_gltf(bytes_of(
      R"({"asset":{"version":"2.0"},"nodes":[{"extensions":{"KHR_lights_punctual":{"light":1}}}],"materials":[)"
      R"({"name":"m","alphaMode":"MASK","alphaCutoff":0.25,"doubleSided":true,"emissiveFactor":[0.1,0.2,0.3],)"
      R"("pbrMetallicRoughness":{"baseColorFactor":[0.4,0.5,0.6,0.7],"metallicFactor":0.8,"roughnessFactor":0.9,)"
      R"("baseColorTexture":{"index":0,"texCoord":1}},"normalTexture":{"index":1},"emissiveTexture":{"index":0}}],)"
      R"("textures":[{"source":1},{"source":0}],"images":[{"uri":"n.png"},{"uri":"c.png"}],)"
      R"("extensions":{"KHR_lights_punctual":{"lights":[{"type":"point"},{"type":"spot","name":"lamp",)"
      R"("color":[0.1,0.2,0.3],"intensity":7,"range":9,"spot":{"innerConeAngle":0.25,"outerConeAngle":0.5}}]}}})"));
  ASSERT_TRUE(scene) << to_string(scene.error());
  const scene::Material& m = scene->materials[0];
  EXPECT_EQ(m.base_color, Vec4(0.4F, 0.5F, 0.6F, 0.7F));
  EXPECT_EQ(m.emissive, Vec3(0.1F, 0.2F, 0.3F));
  EXPECT_EQ(m.metallic, 0.8F);
  EXPECT_EQ(m.roughness, 0.9F);
  EXPECT_EQ(m.alpha, scene::Alpha::mask);
  EXPECT_EQ(m.alpha_cutoff, 0.25F);
  EXPECT_TRUE(m.two_sided);
  Lines textures;
  for (const scene::Texture& t : m.textures)
    textures.push_back(fmt::format("{} {} {}", t.role, t.name, t.uv));
  EXPECT_EQ(textures, (Lines{"base_color c.png 1", "normal n.png 0", "emissive c.png 0"}));
  ASSERT_EQ(scene->nodes[0].light, 1U);
  const scene::Light& light = scene->lights[1];
  EXPECT_EQ(light.name, "lamp");
  EXPECT_EQ(light.colour, Vec3(0.1F, 0.2F, 0.3F));
  EXPECT_EQ(light.intensity, 7);
  EXPECT_EQ(light.range, 9.0F);
  EXPECT_EQ(light.inner_cone, 0.25F);
  EXPECT_EQ(light.outer_cone, 0.5F);
}

/// Times of two keys and two translations, all in bytes.
TEST(ForeignGltf, ChannelsOfMorphTargetsAreLosses) {
  const std::string json = fmt::format(
      R"({{"asset":{{"version":"2.0"}},"nodes":[{{}}],"animations":[{{"name":"wave","channels":[)"
      R"({{"sampler":0,"target":{{"node":0,"path":"weights"}}}},{{"sampler":0,"target":{{"path":"scale"}}}},)"
      R"({{"sampler":0,"target":{{"node":0,"path":"translation"}}}}],"samplers":[{{"input":0,"output":1}}]}}],)"
      R"("accessors":[{{"bufferView":0,"componentType":5121,"count":2,"type":"SCALAR"}},)"
      R"({{"bufferView":0,"byteOffset":2,"componentType":5121,"count":2,"type":"VEC3"}}],)"
      R"("bufferViews":[{{"buffer":0,"byteLength":8}}],"buffers":[{{"byteLength":8,"uri":"{}"}}]}})",
      data_uri({1, 3, 10, 20, 30, 40, 50, 60}));
  const auto scene = read_gltf(bytes_of(json));
  ASSERT_TRUE(scene) << to_string(scene.error());
  EXPECT_EQ(scene->losses, Lines(2, "animation \"wave\": a channel is not kept"));
  ASSERT_EQ(scene->animations[0].channels.size(), 1U);
  const scene::Channel& channel = scene->animations[0].channels[0];
  EXPECT_EQ(channel.times, (std::vector<float>{1, 3}));
  EXPECT_EQ(channel.values, (std::vector<float>{10, 20, 30, 40, 50, 60}));
  EXPECT_EQ(channel.interpolation, scene::Interpolation::linear);
  EXPECT_EQ(scene->animations[0].length, 3);
}

TEST(ForeignGltf, UnknownExtensionsAndWordsAboutTheFileAreLosses) {
  const std::string json =
      R"({"asset":{"version":"2.0","copyright":"me","extras":{}},"extras":1,"nodes":[{}],)"
      R"("extensionsUsed":["KHR_materials_unlit","KHR_lights_punctual","X_foo"]})";
  const auto scene = read_gltf(bytes_of(json));
  ASSERT_TRUE(scene) << to_string(scene.error());
  EXPECT_EQ(scene->losses,
            (Lines{"extensions that are not kept: KHR_materials_unlit, X_foo",
                   "words about the file that are not kept: asset.copyright, asset.extras, extras"}));
}

TEST(ForeignGltf, WhatIsNotSupportedIsNamed) {
  const auto with = [](const std::string& accessor) {
    return message(json_of({.bytes = {1, 2, 3},
                            .accessors = accessor,
                            .attributes = R"("POSITION":0)",
                            .primitive = R"(,"mode":0)"}));
  };
  EXPECT_EQ(with(R"({"componentType":5121,"count":1,"type":"VEC3"})"), "no error");
  EXPECT_EQ(with(R"({"componentType":5121,"count":0,"type":"VEC3"})"),
            "accessors[0].count: 0 elements without a bufferView");
  EXPECT_EQ(with(R"({"componentType":5121,"count":4294967296,"type":"VEC3"})"),
            "accessors[0].count: 4294967296 elements without a bufferView");
  EXPECT_EQ(with(R"({"componentType":5121,"count":4294967295,"type":"VEC3"})"),
            "accessors[0]: the accessors so far stand for 51539607540 bytes, too much for this file");
  EXPECT_EQ(with(accessor(5121, 1, "SCALAR")), "accessors[0].type: expected VEC3, got \"SCALAR\"");
  const auto with_mode = [](const char* mode) {
    return message(json_of({.bytes = {1, 2, 3},
                            .accessors = accessor(5121, 1, "VEC3"),
                            .attributes = R"("POSITION":0)",
                            .primitive = fmt::format(R"(,"mode":{})", mode)}));
  };
  EXPECT_EQ(with_mode("7"), "meshes[0].primitives[0].mode: 7 is not one of 7");
}

}  // namespace
}  // namespace mw::exchange
