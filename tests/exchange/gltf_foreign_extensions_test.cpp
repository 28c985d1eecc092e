#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/codec/detail/mesh_codec.h>
#include <meshwright/exchange/gltf.h>

#include <cstring>
#include <string>

#include "foreign_gltf.h"
#include "support/bytes.h"
#include "support/losses.h"

/// What other tools leave out, add and compress: sparse accessors, extensions, filters.
namespace mw::exchange {
namespace {

using scene::Scene;
using Lines = std::vector<std::string>;

/// Three points in bytes 0 to 8; one of them is replaced by what lies behind.
Foreign sparse(std::string_view member, std::string_view view = R"("bufferView":0,)") {
  return {.bytes = {1, 2, 3, 4, 5, 6, 7, 8, 9, /* indices */ 2, 0, /* values */ 70, 80, 90, 10, 20, 30},
          .accessors = fmt::format(R"({{{}"componentType":5121,"count":3,"type":"VEC3","sparse":{{{}}}}})",
                                   view, member),
          .attributes = R"("POSITION":0)",
          .primitive = R"(,"mode":0)"};
}

constexpr std::string_view kIndices = R"("indices":{"bufferView":0,"byteOffset":9,"componentType":5121},)";

TEST(ForeignGltf, SparseAccessorsReplaceElements) {
  const std::string both =
      R"("count":2,)" + std::string(kIndices) + R"("values":{"bufferView":0,"byteOffset":11})";
  EXPECT_EQ(primitive(sparse(both)).positions, (std::vector<Vec3>{{10, 20, 30}, {4, 5, 6}, {70, 80, 90}}));
  EXPECT_EQ(primitive(sparse(both, "")).positions, (std::vector<Vec3>{{10, 20, 30}, {}, {70, 80, 90}}));
  const std::string one =
      R"("count":1,)" + std::string(kIndices) + R"("values":{"bufferView":0,"byteOffset":14})";
  EXPECT_EQ(primitive(sparse(one)).positions, (std::vector<Vec3>{{1, 2, 3}, {4, 5, 6}, {10, 20, 30}}));
}

/// Wider indices, values that are normalised, and indices of triangles.
TEST(ForeignGltf, SparseAccessorsOfOtherTypes) {
  const Foreign f{
      .bytes = {0, 0, 0, 0, 1, 0, 0, 1, 2, /* 9: rows */ 1, 0, 2, 0, /* 13: values */ 0x7F, 0x81, 5, 6},
      .accessors =
          R"({"bufferView":0,"componentType":5121,"count":3,"type":"VEC3"},)"
          R"({"componentType":5120,"normalized":true,"count":3,"type":"SCALAR","sparse":{"count":2,)"
          R"("indices":{"bufferView":0,"byteOffset":9,"componentType":5123},)"
          R"("values":{"bufferView":0,"byteOffset":13}}},)"
          R"({"bufferView":0,"byteOffset":6,"componentType":5121,"count":3,"type":"SCALAR","sparse":{"count":1,)"
          R"("indices":{"bufferView":0,"byteOffset":9,"componentType":5121},)"
          R"("values":{"bufferView":0,"byteOffset":11}}})",
      .attributes = R"("POSITION":0,"_WIND":1)",
      .primitive = R"(,"indices":2)"};
  const scene::Primitive p = primitive(f);
  EXPECT_EQ(p.custom.at(0).values, (std::vector<float>{0, 1, -1}));
  EXPECT_EQ(p.indices, (std::vector<scene::Index>{0, 2, 2}));
}

TEST(ForeignGltf, SparseAccessorsThatDoNotFitAreRefused) {
  const auto with = [](const std::string& member) { return message(json_of(sparse(member))); };
  const std::string values = R"("values":{"bufferView":0,"byteOffset":11})";
  EXPECT_EQ(with(R"("count":3,)" + std::string(kIndices) + values),
            "accessors[0].sparse.values: 3 elements of 3 bytes at 11 do not fit a view of 17 bytes");
  EXPECT_EQ(with(R"("count":9,)" + std::string(kIndices) + values),
            "accessors[0].sparse.indices: 9 elements of 1 bytes at 9 do not fit a view of 17 bytes");
  EXPECT_EQ(with(R"("count":0,)" + std::string(kIndices) + values),
            "accessors[0].sparse.indices: 0 elements of 1 bytes at 9 do not fit a view of 17 bytes");
  EXPECT_EQ(with(R"("count":1,"indices":{"bufferView":0,"byteOffset":8,"componentType":5121},)" + values),
            "accessors[0].sparse.indices: 9 is not one of 3");
  EXPECT_EQ(with(R"("count":1,"indices":{"bufferView":0,"byteOffset":2,"componentType":5121},)" + values),
            "accessors[0].sparse.indices: 3 is not one of 3");
  EXPECT_EQ(with(R"("count":1,"indices":{"bufferView":0,"componentType":5120},)" + values),
            "accessors[0].sparse.indices.componentType: expected unsigned integers");
  EXPECT_EQ(with(R"("count":1,"indices":{"componentType":5121},)" + values),
            "accessors[0].sparse.indices.bufferView: missing");
  EXPECT_EQ(with(std::string(kIndices) + R"("count":1)"), "accessors[0].sparse.values.bufferView: missing");
  EXPECT_EQ(with(R"("count":1,)" + values),
            "accessors[0].sparse.indices.componentType: expected unsigned integers");
}

/// Five points in a row, as corners 0 to 4 in every way of joining them.
TEST(ForeignGltf, StripsFansAndLoopsBecomeLists) {
  const auto joined = [](int mode) {
    Foreign f{.accessors = accessor(5121, 5, "VEC3"),
              .attributes = R"("POSITION":0)",
              .primitive = fmt::format(R"(,"mode":{})", mode)};
    f.bytes.assign(15, 1);
    return primitive(f);
  };
  using Corners = std::vector<scene::Index>;
  EXPECT_EQ(joined(2).indices, (Corners{0, 1, 1, 2, 2, 3, 3, 4, 4, 0}));
  EXPECT_EQ(joined(3).indices, (Corners{0, 1, 1, 2, 2, 3, 3, 4}));
  EXPECT_EQ(joined(5).indices, (Corners{0, 1, 2, 1, 3, 2, 2, 3, 4}));
  EXPECT_EQ(joined(6).indices, (Corners{0, 1, 2, 0, 2, 3, 0, 3, 4}));
  EXPECT_EQ(joined(3).topology, scene::Topology::lines);
  EXPECT_EQ(joined(5).topology, scene::Topology::triangles);
}

std::string requiring(std::string_view extension) {
  Foreign f{.bytes = {1, 2, 3},
            .accessors = accessor(5121, 1, "VEC3"),
            .attributes = R"("POSITION":0)",
            .primitive = R"(,"mode":0)"};
  f.more = fmt::format(R"(,"extensionsUsed":["{0}"],"extensionsRequired":["{0}"])", extension);
  return json_of(f);
}

TEST(ForeignGltf, ExtensionsThatAreOnlyAboutLooksAreLosses) {
  for (const char* extension : {"KHR_materials_anisotropy",
                                "KHR_materials_clearcoat",
                                "KHR_materials_diffuse_transmission",
                                "KHR_materials_dispersion",
                                "KHR_materials_emissive_strength",
                                "KHR_materials_ior",
                                "KHR_materials_iridescence",
                                "KHR_materials_pbrSpecularGlossiness",
                                "KHR_materials_sheen",
                                "KHR_materials_specular",
                                "KHR_materials_transmission",
                                "KHR_materials_unlit",
                                "KHR_materials_variants",
                                "KHR_materials_volume",
                                "KHR_texture_transform",
                                "KHR_texture_basisu",
                                "EXT_texture_webp",
                                "EXT_texture_avif",
                                "MSFT_texture_dds",
                                "KHR_animation_pointer",
                                "KHR_xmp_json_ld"}) {
    const auto scene = read_gltf(bytes_of(requiring(extension)));
    ASSERT_TRUE(scene) << extension << to_string(scene.error());
    EXPECT_EQ(scene->meshes[0].primitives[0].positions, std::vector<Vec3>{Vec3(1, 2, 3)});
    EXPECT_EQ(scene->losses, Lines{fmt::format("extensions that are not kept: {}", extension)});
  }
  for (const char* extension :
       {"KHR_mesh_quantization", "EXT_meshopt_compression", "KHR_lights_punctual", "KHR_node_visibility"}) {
    const auto scene = read_gltf(bytes_of(requiring(extension)));
    ASSERT_TRUE(scene) << extension << to_string(scene.error());
    EXPECT_EQ(scene->losses, Lines{}) << extension;
  }
}

TEST(ForeignGltf, ExtensionsWithoutWhichThereIsNoGeometryAreNamed) {
  for (const char* extension : {"KHR_draco_mesh_compression", "EXT_mesh_gpu_instancing", "EXT_mesh_features",
                                "X_own", "KHR_material"})
    EXPECT_EQ(message(requiring(extension)),
              fmt::format("extensionsRequired: {} is not understood", extension));
}

TEST(ForeignGltf, TexturesOfOtherKindsKeepTheirNames) {
  for (const char* kind : {"KHR_texture_basisu", "EXT_texture_webp"}) {
    const auto scene = read_gltf(bytes_of(fmt::format(
        R"({{"asset":{{"version":"2.0"}},"extensionsUsed":["{0}"],"extensionsRequired":["{0}"],)"
        R"("materials":[{{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":0}}}},)"
        R"("emissiveTexture":{{"index":1}},"normalTexture":{{"index":2}}}}],)"
        R"("textures":[{{"extensions":{{"{0}":{{"source":1}}}}}},{{"source":0,"extensions":{{"{0}":{{"source":1}}}}}},)"
        R"({{}}],"images":[{{"uri":"a.png"}},{{"uri":"b.new"}}]}})",
        kind)));
    ASSERT_TRUE(scene) << to_string(scene.error());
    const auto& textures = scene->materials.at(0).textures;
    ASSERT_EQ(textures.size(), 2U);
    EXPECT_EQ(textures[0].role + " " + textures[0].name, "base_color b.new");
    EXPECT_EQ(textures[1].role + " " + textures[1].name, "emissive a.png");
    EXPECT_EQ(scene->losses, Lines{fmt::format("extensions that are not kept: {}", kind)});
  }
}

TEST(ForeignGltf, WhatIsNotVisibleIsHiddenWithAllBelowIt) {
  const auto scene = read_gltf(bytes_of(
      R"({"asset":{"version":"2.0"},"nodes":[{"children":[1,2]},)"
      R"({"children":[3],"extensions":{"KHR_node_visibility":{"visible":false}}},)"
      R"({"extensions":{"KHR_node_visibility":{"visible":true}}},{"extras":{"role":"armor"},"children":[4]},{},)"
      R"({"extensions":{"KHR_node_visibility":{}}}]})"));
  ASSERT_TRUE(scene) << to_string(scene.error());
  std::vector<scene::Role> roles;
  for (const scene::Node& node : scene->nodes) roles.push_back(node.role);
  using enum scene::Role;
  EXPECT_EQ(roles, (std::vector<scene::Role>{visual, hidden, visual, armor, hidden, visual}));
}

/// Rows of a view that went through a filter and the codec. `bytes` are the filtered rows.
Foreign filtered(const std::vector<int>& rows, std::size_t stride, std::string_view filter,
                 std::string_view accessors, std::string_view attributes) {
  Bytes plain;
  for (const int byte : rows) plain.push_back(std::byte(byte));
  const Bytes stream = codec::encode_vertices(plain, stride, codec::VertexVersion::v0).value();
  Foreign f{.accessors = std::string(accessors), .attributes = std::string(attributes)};
  for (const std::byte byte : stream) f.bytes.push_back(std::to_integer<int>(byte));
  f.primitive = R"(,"mode":0)";
  f.more = R"(,"extensionsRequired":["EXT_meshopt_compression","KHR_mesh_quantization"])";
  f.view = fmt::format(
      R"(,"byteStride":{1},"extensions":{{"EXT_meshopt_compression":{{"buffer":0,"byteLength":{0},"byteStride":{1},)"
      R"("count":{2},"mode":"ATTRIBUTES","filter":"{3}"}}}})",
      stream.size(), stride, plain.size() / stride, filter);
  return f;
}

/// The view's length is that of its rows, not of the stream.
std::string compressed_json(const Foreign& f, std::size_t length) {
  std::string json = json_of(f);
  const std::string before = fmt::format(R"("bufferViews":[{{"buffer":0,"byteLength":{})", f.bytes.size());
  const auto at = json.find(before);
  EXPECT_NE(at, json.npos);
  return json.replace(at, before.size(),
                      fmt::format(R"("bufferViews":[{{"buffer":0,"byteLength":{})", length));
}

scene::Primitive decompressed(const Foreign& f, std::size_t length) {
  const auto scene = read_gltf(bytes_of(compressed_json(f, length)));
  EXPECT_TRUE(scene) << to_string(scene.error());
  return scene ? scene->meshes[0].primitives[0] : scene::Primitive{};
}

/// The directions along the axes and one between two of them, whose numbers the octahedron has exactly.
TEST(ForeignGltf, OctahedralNormals) {
  const std::vector<int> rows = {0, 0, 127, 0, 127, 0, 127, 0, 0, -127, 127, 0, 127, 127, 127, 0};
  const Foreign f =
      filtered(rows, 4, "OCTAHEDRAL",
               R"({"bufferView":0,"componentType":5120,"normalized":true,"count":4,"type":"VEC3"})",
               R"("POSITION":0,"NORMAL":0)");
  const std::vector<Vec3> expected = {{0, 0, 1}, {1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
  EXPECT_EQ(decompressed(f, rows.size()).normals, expected);
}

TEST(ForeignGltf, OctahedralNormalsOfSixteenBits) {
  // 32767 is 0xFF 0x7F; rows of x, y, one, and a number that stays.
  const std::vector<int> rows = {0xFF, 0x7F, 0, 0, 0xFF, 0x7F, 5, 0, 0, 0, 0x01, 0x80, 0xFF, 0x7F, 6, 0};
  const Foreign f =
      filtered(rows, 8, "OCTAHEDRAL",
               R"({"bufferView":0,"componentType":5122,"normalized":true,"count":2,"type":"VEC3"},)"
               R"({"bufferView":0,"byteOffset":6,"componentType":5122,"count":2,"type":"SCALAR"})",
               R"("POSITION":0,"_LAST":1)");
  const scene::Primitive p = decompressed(f, rows.size());
  EXPECT_EQ(p.positions, (std::vector<Vec3>{{1, 0, 0}, {0, -1, 0}}));
  EXPECT_EQ(p.custom.at(0).values, (std::vector<float>{5, 6}));
}

/// Words of 24 bits and 8 of exponent: 3 * 2^-1, -5 * 2^2, 1 * 2^0.
TEST(ForeignGltf, ExponentialFloats) {
  const std::vector<int> rows = {3, 0, 0, 0xFF, 0xFB, 0xFF, 0xFF, 2, 1, 0, 0, 0};
  const Foreign f =
      filtered(rows, 12, "EXPONENTIAL", R"({"bufferView":0,"componentType":5126,"count":1,"type":"VEC3"})",
               R"("POSITION":0)");
  EXPECT_EQ(decompressed(f, rows.size()).positions, std::vector<Vec3>{Vec3(1.5F, -20, 1)});
}

/// The last number says which of the four is left out: the greatest. Here none of the others is more than 0.
TEST(ForeignGltf, QuaternionsOfThreeNumbers) {
  const auto left_out = [](int component) {
    const std::vector<int> rows = {0, 0, 0, 0, 0, 0, 0xFC | component, 0x7F};
    const Foreign f =
        filtered(rows, 8, "QUATERNION",
                 R"({"bufferView":0,"componentType":5122,"normalized":true,"count":1,"type":"VEC4"},)"
                 R"({"bufferView":0,"componentType":5122,"count":1,"type":"VEC3"})",
                 R"("POSITION":1,"COLOR_0":0)");
    return decompressed(f, rows.size()).colours.at(0);
  };
  EXPECT_EQ(left_out(0), Vec4(1, 0, 0, 0));
  EXPECT_EQ(left_out(1), Vec4(0, 1, 0, 0));
  EXPECT_EQ(left_out(2), Vec4(0, 0, 1, 0));
  EXPECT_EQ(left_out(3), Vec4(0, 0, 0, 1));
}

TEST(ForeignGltf, FiltersThatDoNotFitAreNamed) {
  const auto with = [](std::size_t stride, std::string_view filter) {
    const Foreign f =
        filtered(std::vector<int>(stride), stride, filter,
                 R"({"bufferView":0,"componentType":5121,"count":1,"type":"VEC3"})", R"("POSITION":0)");
    return message(compressed_json(f, stride));
  };
  EXPECT_EQ(with(12, "NONE"), "no error");
  EXPECT_EQ(with(12, "EXPONENTIAL"), "no error");
  EXPECT_EQ(with(12, "OCTAHEDRAL"),
            "bufferViews[0].filter: \"OCTAHEDRAL\": the filter has no rows of 12 bytes");
  EXPECT_EQ(with(4, "QUATERNION"),
            "bufferViews[0].filter: \"QUATERNION\": the filter has no rows of 4 bytes");
  EXPECT_EQ(with(4, "COLOR"), "bufferViews[0].filter: \"COLOR\": there is no such filter");
}

TEST(ForeignGltf, IndicesHaveNoFilter) {
  const std::vector<std::uint32_t> triangle = {0, 1, 2};
  Foreign f{.accessors = R"({"componentType":5121,"count":3,"type":"VEC3"})",
            .attributes = R"("POSITION":0)"};
  const Bytes stream = codec::encode_triangles(triangle, codec::IndexVersion::v1).value();
  for (const std::byte byte : stream) f.bytes.push_back(std::to_integer<int>(byte));
  const auto with = [&](std::string_view filter) {
    f.view = fmt::format(
        R"(,"extensions":{{"EXT_meshopt_compression":{{"buffer":0,"byteLength":{},"byteStride":2,"count":3,)"
        R"("mode":"TRIANGLES","filter":"{}"}}}})",
        f.bytes.size(), filter);
    return message(compressed_json(f, 6));
  };
  EXPECT_EQ(with("NONE"), "no error");
  EXPECT_EQ(with("EXPONENTIAL"), "bufferViews[0].filter: \"EXPONENTIAL\": only attributes have filters");
}

/// Positions as integers that the node's scale makes small, as gltfpack writes them.
TEST(ForeignGltf, QuantisedVerticesAreTheirNumbers) {
  const Foreign f{
      .bytes = {0x10, 0x27, 0xF0, 0xD8, 0, 0, 0, 0, /* 8 */ 127, 0, 129, 0, /* 12 */ 0xFF, 0xFF, 0, 0x80},
      .accessors =
          R"({"bufferView":0,"componentType":5122,"count":1,"type":"VEC3"},)"
          R"({"bufferView":0,"byteOffset":8,"componentType":5120,"normalized":true,"count":1,"type":"VEC3"},)"
          R"({"bufferView":0,"byteOffset":12,"componentType":5123,"normalized":true,"count":1,"type":"VEC2"})",
      .attributes = R"("POSITION":0,"NORMAL":1,"TEXCOORD_0":2)",
      .primitive = R"(,"mode":0)",
      .more = R"(,"extensionsRequired":["KHR_mesh_quantization"])"};
  const scene::Primitive p = primitive(f);
  EXPECT_EQ(p.positions, std::vector<Vec3>{Vec3(10000, -10000, 0)});
  EXPECT_EQ(p.normals, std::vector<Vec3>{Vec3(1, 0, -1)});
  EXPECT_EQ(p.uvs[0], std::vector<Vec2>{Vec2(1, 32768 / 65535.0F)});
}

}  // namespace
}  // namespace mw::exchange
