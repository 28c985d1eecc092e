#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/wows/detail/geometry_pairs.h>
#include <meshwright/wows/detail/geometry_parts.h>
#include <meshwright/wows/geometry_scene.h>
#include <meshwright/wows/shape_names.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/geometric.hpp>

#include "fixtures.h"
#include "make_cases.h"
#include "support/losses.h"

namespace mw::wows::geometry {
namespace {

using cases::corner_triangle;
using cases::cube;
using cases::everything_of;
using cases::made;
using cases::message_of;
using cases::one_mesh;
using Lines = std::vector<std::string>;

std::string format_of(const File& file, std::size_t buffer = 0) {
  return std::string(text_before_nul(file.vertex_buffers.at(buffer).format));
}

std::vector<Vertex> vertices_of(const File& file, std::size_t row = 0) {
  return mapped_vertices(file, decode(file), row).value();
}

std::vector<std::uint32_t> indices_of(const File& file, std::size_t row = 0) {
  return mapped_indices(file, decode(file), row).value();
}

TEST(GeometryMake, TheSampleComesBackFromItsScene) {
  for (const bool encoded : {false, true}) {
    const scene::Scene before = everything_of(sample(SampleData::plain));
    const File file = made(before, {.encoded = encoded});
    cases::expect_clean(file);
    for (const VertexBuffer& buffer : file.vertex_buffers) EXPECT_EQ(buffer.data.encoded, encoded);
    EXPECT_EQ(file.index_buffers.at(0).data.encoded, encoded);
    cases::expect_same_models(before, everything_of(file), cases::kCutTwice);
    EXPECT_EQ(from_scene(before).value().losses, Lines{});
  }
}

/// All that the sample's file has but the last bits of directions: formats, merged buffers, densities, edges.
TEST(GeometryMake, TheSampleHasTheSameTables) {
  const File before = sample(SampleData::plain);
  const File file = made(everything_of(before));
  ASSERT_EQ(file.vertex_buffers.size(), before.vertex_buffers.size());
  for (std::size_t i = 0; i < file.vertex_buffers.size(); ++i) {
    EXPECT_EQ(file.vertex_buffers[i].format, before.vertex_buffers[i].format);
    EXPECT_EQ(file.vertex_buffers[i].prototype.is_skinned, before.vertex_buffers[i].prototype.is_skinned);
    EXPECT_EQ(file.vertex_buffers[i].prototype.is_bumped, before.vertex_buffers[i].prototype.is_bumped);
  }
  EXPECT_EQ(file.index_buffers.size(), 1U);
  EXPECT_EQ(file.index_buffers[0].data.bytes, before.index_buffers[0].data.bytes);
  for (std::size_t i = 0; i < before.vertex_mappings.size(); ++i) {
    EXPECT_EQ(file.vertex_mappings[i].id, before.vertex_mappings[i].id);
    EXPECT_EQ(file.index_mappings[i].id, before.index_mappings[i].id);
    EXPECT_EQ(file.vertex_mappings[i].packed_density, before.vertex_mappings[i].packed_density);
    EXPECT_EQ(file.vertex_mappings[i].offset, before.vertex_mappings[i].offset);
  }
  const Hull& hull = file.collision_models.at(0).hulls.at(0);
  const Hull& old = before.collision_models.at(0).hulls.at(0);
  EXPECT_EQ(hull.vertices, old.vertices);
  EXPECT_EQ(hull.edges, old.edges);
  ASSERT_EQ(hull.faces.size(), old.faces.size());
  for (std::size_t i = 0; i < hull.faces.size(); ++i)
    EXPECT_EQ(hull.faces[i].vertices, old.faces[i].vertices);
  EXPECT_EQ(file.armor_models.at(0).plates.at(1).layer, 2);
  EXPECT_EQ(file.armor_models.at(0).plates.at(1).material, 60);
}

/// The ids are those of the game's own files.
TEST(GeometryMake, ASceneOfAnotherProgramNeedsNoProperties) {
  scene::Scene s = one_mesh(cube(), "Turret");
  s.meshes.push_back(s.meshes[0]);
  add_node(s, {.name = "Turret_lod1", .mesh = 1});
  const File file = made(s);
  cases::expect_clean(file);
  EXPECT_EQ(file.vertex_mappings.at(0).id, 0x03432C0CU);
  EXPECT_EQ(file.index_mappings.at(0).id, 0x98E59262U);
  EXPECT_EQ(file.vertex_mappings.at(1).id, 0x654CDC5CU);
  EXPECT_EQ(format_of(file), "set3/xyznuvpc");
  EXPECT_EQ(file.vertex_buffers.size(), 1U);
  EXPECT_TRUE(file.armor_models.empty());
  EXPECT_TRUE(file.collision_models.empty());
  const Vertex first = vertices_of(file).at(0);
  EXPECT_EQ(first.position, Vec3(-1, 1, 1));  // z is mirrored
  EXPECT_EQ(first.normal, Vec3(-1, 0, 0));
  EXPECT_EQ(indices_of(file), [] {
    std::vector<std::uint32_t> turned = cube().indices;
    for (std::size_t i = 0; i < turned.size(); i += 3) std::swap(turned[i + 1], turned[i + 2]);
    return turned;
  }());
}

TEST(GeometryMake, NamesBecomeShapes) {
  struct Case {
    const char* name;
    std::uint32_t lod;
    const char* shape;
  };
  const Case cases[] = {
      {"Turret", 0, "TurretShape"},
      {"Turret", 1, "Turret_lod1Shape"},
      {"Turret_lod1", 1, "Turret_lod1Shape"},
      {"Turret_lod2", 0, "Turret_lod2Shape"},
      {"TurretShape", 0, "TurretShape"},
      {"TurretShape", 3, "Turret_lod3Shape"},
      {"Turret_lod1Shape", 1, "Turret_lod1Shape"},
      {"Turret_lodShape1", 1, "Turret_lodShape1"},
      {"Shape", 0, "Shape"},
      {"part_12", 0, "part_12Shape"},
      {"part_0011AAFF", 2, "part_0011AAFF_lod2Shape"},
  };
  for (const Case& c : cases) {
    scene::Scene s = one_mesh(corner_triangle(), c.name);
    s.nodes[0].lod = c.lod;
    const File file = made(s);
    EXPECT_EQ(file.vertex_mappings.at(0).id, vertices_id(c.shape)) << c.name << " " << c.lod;
    EXPECT_EQ(file.index_mappings.at(0).id, indices_id(c.shape)) << c.name << " " << c.lod;
  }
}

TEST(GeometryMake, NodesWithoutANameHaveTheirMeshsOrTheirNumber) {
  scene::Scene s = one_mesh(corner_triangle(), "");
  EXPECT_EQ(made(s).vertex_mappings.at(0).id, vertices_id("mesh_0Shape"));
  s.meshes[0].name = "Bow";
  EXPECT_EQ(made(s).vertex_mappings.at(0).id, vertices_id("BowShape"));
}

/// A name that nobody knows stands for ids, which the game finds the mesh by.
TEST(GeometryMake, IdsWithoutANameAreKept) {
  scene::Scene s = one_mesh(corner_triangle(), "part_0011AAFF_lod1");
  s.nodes[0].lod = 1;
  s.nodes[0].extras = {{"vertices_id", std::uint64_t(0x12345678)}, {"indices_id", "2882400001"}};
  EXPECT_EQ(made(s).vertex_mappings.at(0).id, 0x12345678U);
  EXPECT_EQ(made(s).index_mappings.at(0).id, 2882400001U);
  s.nodes[0].name = "Bow";  // somebody gave it one
  EXPECT_EQ(made(s).vertex_mappings.at(0).id, vertices_id("Bow_lod1Shape"));
  // Some of the game's names have no ending.
  s.nodes[0] = {.name = "JM6064_lod1", .mesh = 0, .lod = 1};
  s.nodes[0].extras = {{"vertices_id", std::uint64_t(vertices_id("JM6064_lod1"))},
                       {"indices_id", std::uint64_t(indices_id("JM6064_lod1"))}};
  EXPECT_EQ(made(s).vertex_mappings.at(0).id, vertices_id("JM6064_lod1"));
}

TEST(GeometryMake, LevelsAreProvenByTheIdsAlone) {
  scene::Scene s;
  s.meshes.push_back({.name = "m"});
  s.meshes[0].primitives.push_back(cube());
  for (const char* stem : {"Quux7", "Wobbly_thing"})
    for (std::uint32_t lod = 0; lod < 3; ++lod) add_node(s, {.name = stem, .mesh = 0, .lod = lod});
  const File file = made(s, {.encoded = true});
  const Pairing pairing = pair_mappings(file, decode(file), ShapeNames());
  ASSERT_EQ(pairing.pairs.size(), 6U);
  for (const Pair& pair : pairing.pairs) {
    EXPECT_EQ(pair.by, PairedBy::ids);
    EXPECT_EQ(pair.vertices, pair.indices);
  }
  const std::vector<Part> parts = find_parts(file, pairing);
  ASSERT_EQ(parts.size(), 2U);
  for (const Part& part : parts)
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(part.meshes.at(i).level, i);
      EXPECT_EQ(part.meshes[i].by, LevelBy::ids);
    }
}

TEST(GeometryMake, AttributesChooseTheFormat) {
  const auto with = [](const std::function<void(scene::Primitive&)>& change) {
    scene::Primitive p = corner_triangle();
    change(p);
    return format_of(made(one_mesh(std::move(p), "Bow")));
  };
  const auto custom = [](scene::Primitive& p, const Lines& names) {
    for (const std::string& name : names) p.custom.push_back({name, std::vector<float>(3)});
  };
  const Lines bones = {"BONE_0", "BONE_1", "BONE_2", "WEIGHT_0", "WEIGHT_1", "WEIGHT_2"};
  const std::vector<Vec4> tangents(3, Vec4(1, 0, 0, 1));
  EXPECT_EQ(with([](auto&) {}), "set3/xyznuvpc");
  EXPECT_EQ(with([&](auto& p) { p.tangents = tangents; }), "set3/xyznuvtbpc");
  EXPECT_EQ(with([&](auto& p) { p.uvs[1].resize(3); }), "set3/xyznuv2pc");
  EXPECT_EQ(with([&](auto& p) { custom(p, {"RADIUS"}); }), "set3/xyznuvrpc");
  EXPECT_EQ(with([&](auto& p) { custom(p, bones); }), "set3/xyznuviiiwwpc");
  EXPECT_EQ(with([&](auto& p) {
              custom(p, bones);
              custom(p, {"RADIUS"});
            }),
            "set3/xyznuviiiwwr");
  EXPECT_EQ(with([&](auto& p) {
              custom(p, bones);
              p.tangents = tangents;
              p.uvs[1].resize(3);
            }),
            "set3/xyznuv2iiiwwtbpc");
  EXPECT_EQ(with([&](auto& p) {
              p.tangents = tangents;
              custom(p, {"PIECE"});
            }),
            "set3/xyznuvtbipc");
  EXPECT_EQ(with([&](auto& p) {
              p.tangents = tangents;
              custom(p, {"OI_0", "OI_1", "OI_2", "OI_3"});
            }),
            "set3/xyznuvtboi");
}

TEST(GeometryMake, AWantedFormatIsComputedOrRefused) {
  scene::Primitive p = corner_triangle();
  p.uvs[0] = {{0, 0}, {1, 0}, {0, 1}};
  const File file = made(one_mesh(p, "Bow"), {.vertex_format = "xyznuvtbpc"});
  EXPECT_EQ(format_of(file), "set3/xyznuvtbpc");
  for (const Vertex& vertex : vertices_of(file)) {
    EXPECT_EQ(vertex.normal, Vec3(0, 0, -1));
    EXPECT_EQ(vertex.tangent, Vec3(1, 0, 0));
    EXPECT_EQ(vertex.binormal, Vec3(0, -1, 0));
  }
  EXPECT_EQ(message_of(one_mesh(p, "Bow"), {.vertex_format = "set3/xyznuviiiwwpc"}),
            "Bow: has no bones (_BONE_0), which set3/xyznuviiiwwpc needs");
  EXPECT_EQ(message_of(one_mesh(p, "Bow"), {.vertex_format = "xyznuv2pc"}),
            "Bow: has no second texture coordinates (TEXCOORD_1), which set3/xyznuv2pc needs");
  EXPECT_EQ(message_of(one_mesh(p, "Bow"), {.vertex_format = "xyzq"}),
            "format: \"set3/xyzq\": unknown element at \"q\"");
  p.tangents.assign(3, Vec4(1, 0, 0, 1));
  p.custom = {{"RADIUS", {1, 2, 3}}};
  EXPECT_EQ(from_scene(one_mesh(p, "Bow"), {.vertex_format = "xyznpc"}).value().losses,
            Lines{"Bow: set3/xyznpc has no place for texture coordinates, radii, tangents"});
}

/// As long as it suits what the mesh has now; tangents can be computed.
TEST(GeometryMake, AMeshKeepsTheFormatThatItHad) {
  scene::Scene s = one_mesh(corner_triangle(), "Bow");
  s.nodes[0].extras = {{"format", "set3/xyznuvtbpc"}};
  EXPECT_EQ(format_of(made(s)), "set3/xyznuvtbpc");
  s.nodes[0].extras = {{"format", "set3/xyznuviiiwwtbpc"}};
  EXPECT_EQ(format_of(made(s)), "set3/xyznuvpc");
  EXPECT_EQ(from_scene(s).value().losses,
            Lines{"Bow: its vertices were set3/xyznuviiiwwtbpc and are set3/xyznuvpc now"});
  s.nodes[0].extras = {{"format", "nonsense"}};
  EXPECT_EQ(format_of(made(s)), "set3/xyznuvpc");
}

TEST(GeometryMake, SkinsBecomeBonesOfThreeInFullBytes) {
  scene::Primitive p = corner_triangle();
  p.joints = {{1, 2, 3, 4}, {5, 6, 7, 0}, {0, 85, 0, 0}};
  p.weights = {{0.1F, 0.4F, 0.2F, 0.3F}, {0.5F, 0.3F, 0.2F, 0}, {0.2F, 0.8F, 0, 0}};
  scene::Scene s = one_mesh(p, "Barrel");
  scene::Skin skin;
  skin.joints.assign(86, 1);
  skin.inverse_binds.assign(86, Mat4(1));
  const scene::Index joint = add_node(s, {.name = "joint"});
  skin.joints.assign(86, joint);
  s.skins.push_back(skin);
  s.nodes[0].skin = 0;
  s.nodes[0].transform.translation = {7, 7, 7};  // of no meaning for a skin
  const auto file = from_scene(s);
  ASSERT_TRUE(file) << to_string(file.error());
  EXPECT_EQ(format_of(file->file), "set3/xyznuviiiwwpc");
  const std::vector<Vertex> v = vertices_of(file->file);
  using Three = std::array<std::uint8_t, 3>;
  using Two = std::array<std::uint8_t, 2>;
  EXPECT_EQ(v[0].bones, (Three{6, 12, 9}));
  EXPECT_EQ(v[0].weights, (Two{113, 85}));  // 0.4 and 0.3 of 0.9
  EXPECT_EQ(v[1].bones, (Three{15, 18, 21}));
  EXPECT_EQ(v[1].weights, (Two{128, 77}));
  EXPECT_EQ(v[2].bones, (Three{255, 0, 0}));
  EXPECT_EQ(v[2].weights, (Two{204, 51}));
  EXPECT_EQ(v[0].position, Vec3(0));
  EXPECT_EQ(indices_of(file->file), (std::vector<std::uint32_t>{0, 2, 1}));  // against the normals
  EXPECT_EQ(v[0].normal, Vec3(0, 0, 1));                                     // with z negated
  EXPECT_EQ(file->losses,
            (Lines{"skeletons have no place in a .geometry: bones are their numbers in the skin",
                   "1 vertex has more than 3 bones; the lightest are left out"}));
  cases::expect_clean(file->file);
}

TEST(GeometryMake, WeightsNeverExceedAWhole) {
  scene::Primitive p = corner_triangle();
  for (const char* name : {"BONE_0", "BONE_1", "BONE_2"}) p.custom.push_back({name, {0, 1, 2}});
  p.custom.push_back({"WEIGHT_0", {0.5F, 1, 0.6F}});
  p.custom.push_back({"WEIGHT_1", {0.5F, 1, 0.2F}});
  const File file = made(one_mesh(p, "Barrel"));
  const std::vector<Vertex> v = vertices_of(file);
  EXPECT_EQ(v[0].weights, (std::array<std::uint8_t, 2>{128, 127}));
  EXPECT_EQ(v[1].weights, (std::array<std::uint8_t, 2>{255, 0}));
  EXPECT_EQ(v[2].weights, (std::array<std::uint8_t, 2>{153, 51}));
  cases::expect_clean(file);
}

TEST(GeometryMake, MeshesStandWhereTheirNodesPutThem) {
  scene::Primitive p = corner_triangle();
  p.normals.assign(3, Vec3(0, 0, 1));
  p.tangents.assign(3, Vec4(1, 0, 0, 1));
  scene::Scene s = one_mesh(p, "Bow");
  s.nodes[0].transform = {.translation = {1, 2, 3}, .scale = {2, 2, 2}};
  std::vector<Vertex> v = vertices_of(made(s));
  EXPECT_EQ(v[1].position, Vec3(3, 2, -3));
  EXPECT_EQ(v[1].normal, Vec3(0, 0, -1));
  EXPECT_EQ(indices_of(made(s)), (std::vector<std::uint32_t>{0, 2, 1}));
  s.nodes[0].transform = {.scale = {-1, 1, 1}};  // a mirror: the triangle would show its back
  v = vertices_of(made(s));
  EXPECT_EQ(v[1].position, Vec3(-1, 0, 0));
  EXPECT_EQ(v[1].normal, Vec3(0, 0, -1));
  EXPECT_EQ(v[1].tangent, Vec3(-1, 0, 0));
  EXPECT_EQ(v[1].binormal, Vec3(0, 1, 0));
  EXPECT_EQ(indices_of(made(s)), (std::vector<std::uint32_t>{0, 1, 2}));
  s.nodes[0].transform = {.scale = {0, 0, 0}};  // nothing is left of its directions
  for (const Vertex& vertex : vertices_of(made(s))) EXPECT_EQ(vertex.normal, Vec3(0, 1, 0));
}

TEST(GeometryMake, IndicesAreAsWideAsTheyMustBe) {
  const auto indices_of_size = [](std::size_t vertices) {
    scene::Primitive p;
    p.positions.assign(vertices, Vec3(0));
    p.positions[vertices - 1] = {1, 0, 0};
    p.positions[1] = {0, 1, 0};
    p.indices = {0, scene::Index(vertices - 1), 1};
    const File file = made(one_mesh(std::move(p), "Bow"));
    EXPECT_EQ(indices_of(file), (std::vector<std::uint32_t>{0, 1, std::uint32_t(vertices - 1)}));
    const IndexPrototype& prototype = file.index_buffers.at(0).prototype;
    return std::pair(prototype.index_size, prototype.list_type);
  };
  EXPECT_EQ(indices_of_size(65536), std::pair(std::uint16_t(2), std::uint16_t(ListType::list16)));
  EXPECT_EQ(indices_of_size(65537), std::pair(std::uint16_t(4), std::uint16_t(ListType::list32)));
}

TEST(GeometryMake, PrimitivesOfOneMaterialAreOneMesh) {
  scene::Scene s = one_mesh(corner_triangle(), "Bow");
  scene::Primitive more = corner_triangle();
  more.normals.assign(3, Vec3(1, 0, 0));
  more.uvs[0].assign(3, Vec2(1, 0.25F));
  more.custom = {{"RADIUS", {1, 2, 3}}};
  s.meshes[0].primitives.push_back(more);
  const File file = made(s);
  ASSERT_EQ(file.vertex_mappings.size(), 1U);
  EXPECT_EQ(format_of(file), "set3/xyznuvrpc");
  const std::vector<Vertex> v = vertices_of(file);
  ASSERT_EQ(v.size(), 6U);
  EXPECT_EQ(v[0].normal, Vec3(0, 0, -1));  // computed: the first has none
  EXPECT_EQ(v[3].normal, Vec3(1, 0, 0));
  EXPECT_EQ(v[0].uv[0], Vec2(0));
  EXPECT_EQ(v[3].uv[0], Vec2(1, 0.25F));
  EXPECT_EQ(v[2].radius, 0);
  EXPECT_EQ(v[5].radius, 3);
  EXPECT_EQ(indices_of(file), (std::vector<std::uint32_t>{0, 2, 1, 3, 5, 4}));
}

TEST(GeometryMake, SkinsOfSeveralPrimitivesAreJoined) {
  scene::Scene s = one_mesh(corner_triangle(), "Barrel");
  scene::Primitive more = corner_triangle();
  more.joints.assign(3, {7, 0, 0, 0});
  more.weights.assign(3, {1, 0, 0, 0});
  s.meshes[0].primitives.push_back(more);
  const std::vector<Vertex> v = vertices_of(made(s));
  ASSERT_EQ(v.size(), 6U);
  EXPECT_EQ(v[5].bones[0], 21);
  EXPECT_EQ(v[5].weights[0], 255);
  EXPECT_EQ(v[0].bones[0], 0);
  EXPECT_EQ(v[0].weights[0], 255);  // all of it on the first bone where nothing is said
}

TEST(GeometryMake, SeveralMaterialsAreAnErrorOrSeveralMeshes) {
  scene::Scene s = one_mesh(corner_triangle(), "Bow_lod1");
  s.materials = {{.name = "steel"}, {}};
  s.meshes[0].primitives.assign(4, corner_triangle());
  s.meshes[0].primitives[0].material = 0;
  s.meshes[0].primitives[1].material = 1;
  s.meshes[0].primitives[2].material = 0;
  EXPECT_EQ(message_of(s),
            "Bow_lod1: has 3 materials, and a mesh of a .geometry has one; --split makes a mesh for each");
  const auto split = from_scene(s, {.split = true});
  ASSERT_TRUE(split) << to_string(split.error());
  std::vector<std::uint32_t> ids;
  for (const Mapping& mapping : split->file.vertex_mappings) ids.push_back(mapping.id);
  EXPECT_EQ(ids, (std::vector<std::uint32_t>{vertices_id("Bow_steel_lod1Shape"),
                                             vertices_id("Bow_material1_lod1Shape"),
                                             vertices_id("Bow_plain_lod1Shape")}));
  EXPECT_EQ(split->file.vertex_mappings[0].count, 6U);
  EXPECT_EQ(split->file.vertex_mappings[1].count, 3U);
  EXPECT_EQ(split->losses, Lines{"materials have no place in a .geometry"});
  cases::expect_clean(split->file);
}

/// Only what is moved or turned has directions of length 1 afterwards.
TEST(GeometryMake, AMeshThatIsNotMovedKeepsItsNormalsAsTheyAre) {
  const auto normal_in = [](const scene::Scene& s) {
    const File file = made(s);
    return mapped_vertices(file, decode(file), 0).value().at(0).normal;
  };
  scene::Primitive p = corner_triangle();
  p.normals.assign(3, Vec3(0, 0, 0.5F));
  scene::Scene s = one_mesh(std::move(p), "Bow");
  EXPECT_NEAR(std::abs(normal_in(s).z), 0.5F, 0.005F);
  s.nodes[0].transform.translation = {0, 0, 1};
  EXPECT_NEAR(std::abs(normal_in(s).z), 1, 0.005F);
}

TEST(GeometryMake, WhatAFileCannotHoldNamesTheNode) {
  const auto with = [](const std::function<void(scene::Primitive&)>& change) {
    scene::Primitive p = corner_triangle();
    change(p);
    return message_of(one_mesh(std::move(p), "Bow"));
  };
  const auto bones = [](scene::Primitive& p, float last) {
    for (const char* name : {"BONE_0", "BONE_1", "BONE_2"}) p.custom.push_back({name, {0, 85, last}});
    for (const char* name : {"WEIGHT_0", "WEIGHT_1"}) p.custom.push_back({name, {0, 0, 0}});
  };
  EXPECT_EQ(with([](auto& p) { p.positions[1].y = NAN; }), "Bow: has a position that is not finite");
  EXPECT_EQ(with([](auto& p) { p.uvs[2].resize(3); }),
            "Bow: has 3 sets of texture coordinates; a vertex holds 2");
  EXPECT_EQ(with([](auto& p) { p.uvs[0].assign(3, Vec2(0, 65504.5F)); }), "no error");
  EXPECT_EQ(with([](auto& p) { p.uvs[0].assign(3, Vec2(0, -70000)); }),
            "Bow: has a texture coordinate of -70000; a vertex holds up to 65504");
  EXPECT_EQ(with([&](auto& p) { bones(p, 85); }), "no error");
  EXPECT_EQ(with([&](auto& p) { bones(p, 86); }),
            "Bow: has bone 86; a vertex holds whole numbers from 0 to 85");
  EXPECT_EQ(with([&](auto& p) { bones(p, 0.5F); }),
            "Bow: has bone 0.5; a vertex holds whole numbers from 0 to 85");
  EXPECT_EQ(with([&](auto& p) {
              bones(p, 0);
              p.custom[3].values[0] = 1.5F;
            }),
            "Bow: has a weight of 1.5; weights are from 0 to 1");
  EXPECT_EQ(with([&](auto& p) {
              bones(p, 0);
              p.custom.pop_back();
            }),
            "Bow: has _BONE_0, but not _WEIGHT_1, which bones need too");
  EXPECT_EQ(with([](auto& p) { p.custom = {{"RADIUS", {0, 0, INFINITY}}}; }),
            "Bow: has a radius that is not finite");
  EXPECT_EQ(with([](auto& p) { p.custom = {{"PIECE", {0, 0, -1}}}; }),
            "Bow: has piece -1; pieces are numbers from 0 to 16777216");
  EXPECT_EQ(message_of({}), "no triangles to make a .geometry from");
}

TEST(GeometryMake, NamesThatCannotBeAreErrors) {
  scene::Scene s = one_mesh(corner_triangle(), "Bow_lod1");
  s.nodes[0].lod = 2;
  EXPECT_EQ(message_of(s), "Bow_lod1: is level 1 by its name and 2 by its property lod");
  s.nodes[0] = {.name = "Bow", .mesh = 0, .lod = 10};
  EXPECT_EQ(message_of(s), "Bow: is level 10; the levels of a .geometry are 0 to 9");
  s.nodes[0] = {.name = std::string(76, 'x'), .mesh = 0};
  EXPECT_EQ(message_of(s), std::string(76, 'x') + ": becomes " + std::string(76, 'x') +
                               "Shape, a name of 81 bytes; names have up to 80");
  s.nodes[0].name.pop_back();
  EXPECT_EQ(message_of(s), "no error");
  s.nodes[0].name = "Bow";
  add_node(s, {.name = "BowShape", .mesh = 0});
  EXPECT_EQ(message_of(s), "BowShape: becomes BowShape, as Bow does; every mesh needs a name of its own");
  s.nodes[1].lod = 1;
  EXPECT_EQ(message_of(s), "no error");
}

TEST(GeometryMake, IdsThatAreKeptMustDiffer) {
  const auto with = [](std::uint64_t vertices, std::uint64_t indices) {
    scene::Scene s = one_mesh(corner_triangle(), "part_00000002");
    s.nodes[0].extras = {{"vertices_id", std::uint64_t(1)}, {"indices_id", std::uint64_t(2)}};
    add_node(s, {.name = "part_00000003", .mesh = 0});
    s.nodes[1].extras = {{"vertices_id", vertices}, {"indices_id", indices}};
    return message_of(s);
  };
  const char* same =
      "part_00000003: becomes part_00000003Shape, as part_00000002 does; every mesh needs a name of its own";
  EXPECT_EQ(with(3, 4), "no error");
  EXPECT_EQ(with(1, 4), same);
  EXPECT_EQ(with(3, 2), same);
}

TEST(GeometryMake, TellsWhatHasNoPlace) {
  scene::Scene s = one_mesh(corner_triangle(), "Bow");
  s.meshes[0].primitives[0].colours.resize(3);
  s.meshes[0].primitives[0].custom = {{"WIND", {0, 0, 0}}};
  s.meshes[0].primitives[0].material = 0;
  s.meshes[0].primitives.push_back({.topology = scene::Topology::lines, .positions = {{}, {}}});
  s.materials.resize(1);
  s.animations.push_back({.name = "a"});
  s.lights.resize(1);
  s.nodes[0].extras = {{"mine", true}, {"part", "x"}};
  s.meshes.push_back({.primitives = {corner_triangle()}});
  add_node(s, {.name = "h", .mesh = 1, .role = scene::Role::hidden});
  EXPECT_EQ(from_scene(s).value().losses,
            (Lines{"animations have no place in a .geometry", "lights have no place in a .geometry",
                   "lines and points have no place in a .geometry", "materials have no place in a .geometry",
                   "attributes of vertices that have no place in a .geometry: COLOR_0, _WIND",
                   "1 mesh is not drawn; it is left out", "a .geometry holds no extras: mine"}));
}

}  // namespace
}  // namespace mw::wows::geometry
