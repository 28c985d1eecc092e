#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/wows/geometry_scene.h>

#include <algorithm>
#include <functional>
#include <glm/geometric.hpp>
#include <tuple>

#include "fixtures.h"
#include "support/bytes.h"
#include "support/losses.h"

namespace mw::wows::geometry {
namespace {

constexpr scene::Options kEverything{.selection = {.all_lods = true, .collision = true, .armor = true}};
constexpr scene::Options kRaw{.raw_axes = true, .selection = kEverything.selection};

using Names = std::vector<std::string>;
using Losses = std::vector<std::string>;

scene::Scene scene_of(const File& file, const scene::Options& options = {},
                      const ShapeNames& names = ShapeNames::built_in()) {
  return to_scene(file, options, names).value();
}

Names names_of(const scene::Scene& s) {
  Names names;
  for (const scene::Node& node : s.nodes) names.push_back(node.name);
  return names;
}

const scene::Node& node_of(const scene::Scene& s, std::string_view name) {
  const auto found = std::ranges::find(s.nodes, name, &scene::Node::name);
  if (found == s.nodes.end()) std::abort();
  return *found;
}

const scene::Primitive& primitive_of(const scene::Scene& s, std::string_view name) {
  return s.meshes[*node_of(s, name).mesh].primitives[0];
}

std::size_t corner(const scene::Primitive& p, std::size_t i) {
  return p.indices.empty() ? i : p.indices[i];
}

std::size_t corner_count(const scene::Primitive& p) {
  return p.indices.empty() ? p.positions.size() : p.indices.size();
}

Vec3 face_of(const scene::Primitive& p, std::size_t first) {
  const auto at = [&](std::size_t k) { return p.positions[corner(p, first + k)]; };
  return glm::cross(at(1) - at(0), at(2) - at(0));
}

/// Every triangle looks where its first normal does.
void expect_front_faces(const scene::Primitive& p) {
  ASSERT_EQ(p.normals.size(), p.positions.size());
  ASSERT_GT(corner_count(p), 0U);
  for (std::size_t i = 0; i < corner_count(p); i += 3)
    EXPECT_GT(glm::dot(face_of(p, i), p.normals[corner(p, i)]), 0) << "corner " << i;
}

TEST(GeometryScene, HasTheFinestLevelUnlessAskedForMore) {
  const scene::Scene s = scene_of(sample(SampleData::encoded));
  EXPECT_FALSE(find_contradiction(s));
  EXPECT_EQ(names_of(s), (Names{"model", "TurretShape", "Turret_wireShape", "bodyShape"}));
  EXPECT_TRUE(s.materials.empty());
  EXPECT_EQ(s.losses, Losses{"left out: 1 collision mesh (--collision), 2 armor meshes (--armor), 1 mesh of "
                             "other levels (--lod all)"});
  const scene::Scene coarse = scene_of(sample(SampleData::encoded), {.selection = {.lod = std::uint32_t(1)}});
  EXPECT_EQ(names_of(coarse), (Names{"model", "Turret_lod1Shape"}));
}

TEST(GeometryScene, HasArmorAndCollisionAsGroups) {
  const scene::Scene s = scene_of(sample(SampleData::plain), kEverything);
  EXPECT_FALSE(find_contradiction(s));
  EXPECT_EQ(names_of(s), (Names{"model", "TurretShape", "Turret_lod1Shape", "Turret_wireShape", "bodyShape",
                                "armor", "plate_0", "plate_1", "collision", "hull_0"}));
  EXPECT_EQ(node_of(s, "Turret_lod1Shape").lod, 1U);
  EXPECT_EQ(node_of(s, "armor").children.size(), 2U);
  EXPECT_EQ(node_of(s, "plate_1").role, scene::Role::armor);
  EXPECT_EQ(node_of(s, "hull_0").role, scene::Role::collision);
  const auto colour = [&](std::string_view name) {
    return s.materials[*primitive_of(s, name).material].base_color;
  };
  EXPECT_NE(colour("plate_0"), colour("plate_1"));  // layers 1 and 2 of one material
  EXPECT_EQ(primitive_of(s, "plate_0").positions.size(), 4 * 6U);
  EXPECT_EQ(primitive_of(s, "hull_0").indices.size(), 6 * 6U);
}

TEST(GeometryScene, FrontFacesAgreeWithTheNormals) {
  const scene::Scene s = scene_of(sample(SampleData::encoded), kEverything);
  for (const char* name : {"TurretShape", "Turret_lod1Shape", "bodyShape", "plate_0", "plate_1"}) {
    SCOPED_TRACE(name);
    expect_front_faces(primitive_of(s, name));
  }
}

/// In the file static meshes agree with their normals; skinned ones and armor do not.
TEST(GeometryScene, RawAxesKeepTheOrderOfTheFile) {
  const File file = sample(SampleData::plain);
  const scene::Scene raw = scene_of(file, kRaw);
  expect_front_faces(primitive_of(raw, "TurretShape"));
  for (const char* name : {"bodyShape", "plate_0"}) {
    const scene::Primitive& p = primitive_of(raw, name);
    EXPECT_LT(glm::dot(face_of(p, 0), p.normals[corner(p, 0)]), 0) << name;
  }
  const Vec3 first = primitive_of(raw, "TurretShape").positions[2];
  EXPECT_EQ(primitive_of(scene_of(file), "TurretShape").positions[2], Vec3(first.x, first.y, -first.z));
}

/// As those of `ZM254` do, whose bones mirror nothing.
TEST(GeometryScene, ASkinnedMeshMayWindAsAStaticOne) {
  File file;
  Mesh mesh = square();
  for (Vertex& vertex : mesh.vertices) vertex.weights = {255, 0};
  ASSERT_TRUE(add_mesh(file, "bodyShape", "set3/xyznuviiiwwtbpc", mesh, false));
  expect_front_faces(primitive_of(scene_of(file), "bodyShape"));
}

/// More than two thirds decide, wherever those that disagree stand; without them the format does.
TEST(GeometryScene, AClearMajorityOfTrianglesSaysHowAMeshWinds) {
  const auto faces_its_normal = [](std::string_view winds) {
    File file;
    Mesh mesh = square();
    for (Vertex& vertex : mesh.vertices) vertex.weights = {255, 0};
    const std::array<std::uint32_t, 3> triangle = {mesh.indices[0], mesh.indices[1], mesh.indices[2]};
    mesh.indices.clear();
    for (const char way : winds) {
      const bool opposes = way == '-';
      mesh.indices.insert(mesh.indices.end(),
                          {triangle[0], triangle[opposes ? 2 : 1], triangle[opposes ? 1 : 2]});
    }
    EXPECT_TRUE(add_mesh(file, "bodyShape", "set3/xyznuviiiwwtbpc", mesh, false));
    const scene::Scene s = scene_of(file);
    const scene::Primitive& p = primitive_of(s, "bodyShape");
    return glm::dot(face_of(p, 0), p.normals[corner(p, 0)]) > 0;
  };
  EXPECT_TRUE(faces_its_normal("+++-"));
  EXPECT_FALSE(faces_its_normal("++-"));
  EXPECT_FALSE(faces_its_normal("++++--"));
  EXPECT_TRUE(faces_its_normal("---+"));  // the first is one of those that oppose, and agree when mirrored
  EXPECT_TRUE(faces_its_normal("--+"));
}

/// As 89 of 12,666 real ones do.
TEST(GeometryScene, ATriangleOfArmorMayWindTheOtherWay) {
  File file = sample(SampleData::plain);
  std::vector<ArmorVertex>& vertices = file.armor_models[0].plates[0].vertices;
  std::swap(vertices[4], vertices[5]);
  expect_front_faces(primitive_of(scene_of(file, kEverything), "plate_0"));
  EXPECT_EQ(primitive_of(scene_of(file, kRaw), "plate_0").positions[4], vertices[4].position);
}

TEST(GeometryScene, HullsLookOutward) {
  const scene::Scene s = scene_of(sample(SampleData::plain), kEverything);
  const scene::Primitive& p = primitive_of(s, "hull_0");
  const Vec3 centre(0, 0.5F, 0);
  for (std::size_t i = 0; i < p.indices.size(); i += 3)
    EXPECT_GT(glm::dot(face_of(p, i), p.positions[p.indices[i]] - centre), 0) << "corner " << i;
}

/// The binormal comes back from normal, tangent and sign.
TEST(GeometryScene, TangentsHaveTheHandOfTheBinormal) {
  File file = one_triangle();
  for (const float side : {1.0F, -1.0F}) {
    Mesh mesh = triangle();
    for (Vertex& vertex : mesh.vertices) vertex.binormal = {0, 0, side};
    ASSERT_TRUE(replace_mesh(file, 0, 0, mesh));
    const scene::Scene s = scene_of(file);
    const scene::Primitive& p = s.meshes[0].primitives[0];
    const Vec3 binormal = glm::cross(p.normals[0], Vec3(p.tangents[0])) * p.tangents[0].w;
    EXPECT_EQ(binormal, Vec3(0, 0, -side));  // z is mirrored
  }
}

TEST(GeometryScene, KeepsWhatOnlyThisFormatHas) {
  const scene::Scene s = scene_of(sample(SampleData::encoded));
  const scene::Primitive& wire = primitive_of(s, "Turret_wireShape");
  ASSERT_EQ(wire.custom.size(), 1U);
  EXPECT_EQ(wire.custom[0].name, "RADIUS");
  EXPECT_EQ(wire.custom[0].values, std::vector<float>(8, 0.01F));
  const scene::Primitive& body = primitive_of(s, "bodyShape");
  ASSERT_EQ(body.custom.size(), 6U);
  EXPECT_EQ(body.custom[1].name, "BONE_1");
  EXPECT_EQ(std::ranges::max(body.custom[1].values), 1);  // slots, not the threefold of them
  EXPECT_EQ(body.custom[3].name, "WEIGHT_0");
  EXPECT_EQ(body.custom[3].values[0], 204 / 255.0F);
  EXPECT_TRUE(body.joints.empty());
  EXPECT_TRUE(s.skins.empty());
  JsonWriter json(JsonWriter::Style::compact);
  json.value(JsonValue(node_of(s, "TurretShape").extras));
  EXPECT_EQ(json.take(), R"({"part":"Turret","name_from":"known","level_by":"name",)"
                         R"("vertices_id":"0x03432C0C","indices_id":"0x98E59262","paired_by":"name",)"
                         R"("format":"set3/xyznuvtbpc","density":0.125,"is_bumped":1})");
}

TEST(GeometryScene, SecondTextureCoordinatesAndPieces) {
  File file;
  Mesh mesh = triangle();
  for (Vertex& vertex : mesh.vertices) {
    vertex.uv[1] = {0.75F, 0.25F};
    vertex.piece = 7;
  }
  mesh.vertices[2].piece = 0x1000001;
  ASSERT_TRUE(add_mesh(file, "UnheardOf", "set3/xyznuv2tbipc", mesh, false));
  const scene::Scene s = scene_of(file);
  const scene::Primitive& p = s.meshes[0].primitives[0];
  EXPECT_EQ(p.uvs[0][1], Vec2(0.25F, 0.5F));
  EXPECT_EQ(p.uvs[1][1], Vec2(0.75F, 0.25F));
  EXPECT_EQ(p.custom[0].name, "PIECE");
  EXPECT_EQ(p.custom[0].values[0], 7);
  EXPECT_EQ(s.nodes[1].name, fmt::format("part_{:08X}", indices_id("UnheardOf")));  // no name is known
  EXPECT_EQ(s.losses, (Losses{"1 ids of pieces are rounded"}));
}

TEST(GeometryScene, LeavesOutTrianglesWithoutAllCorners) {
  File file = file_of("TurretShape", square(), false);
  file.index_buffers[0].data.bytes[2] = std::byte(99);
  const scene::Scene s = scene_of(file);
  EXPECT_FALSE(find_contradiction(s));
  EXPECT_EQ(totals(s).triangles, 1U);
  EXPECT_EQ(s.losses, (Losses{"1 triangles have a corner that does not exist; they are left out"}));
}

TEST(GeometryScene, SaysWhatCannotBeDecodedOrPaired) {
  File file = sample(SampleData::encoded);
  file.vertex_buffers[1].data.bytes.resize(60);
  const scene::Scene s = scene_of(file);
  EXPECT_FALSE(find_contradiction(s));
  EXPECT_EQ(names_of(s), (Names{"model", "TurretShape", "bodyShape"}));
  EXPECT_EQ(s.losses, (Losses{"vertex_buffers[1] cannot be decoded: the stream ends too early",
                              "1 meshes cannot be read, the first because of 0x00000068: vertex_mappings[2]: "
                              "the stream ends too early",
                              "left out: 1 collision mesh (--collision), 2 armor meshes (--armor), 1 mesh of "
                              "other levels (--lod all)"}));
  file = one_triangle();
  file.index_mappings.clear();
  EXPECT_EQ(scene_of(file).losses, (Losses{"1 vertex mappings have no indices; they are left out"}));
}

/// A file of which no mesh can be decoded has no scene, rather than an empty one. The meshes of the encoded
/// sample are all there is in it here.
TEST(GeometryScene, NoMeshAtAllIsAnError) {
  const auto error_of = [](const std::function<void(File&)>& change) {
    File file = sample(SampleData::encoded);
    file.collision_models.clear();
    file.armor_models.clear();
    change(file);
    const auto s = to_scene(file, kEverything);
    return s ? "no error" : to_string(s.error());
  };
  const auto error_of_vertices = [&](const std::function<void(VertexBuffer&)>& change) {
    return error_of([&](File& f) { std::ranges::for_each(f.vertex_buffers, change); });
  };
  EXPECT_EQ(error_of([](File& f) { f.index_buffers[0].prototype.index_size = 0; }),
            "0x00000686: index_buffers[0].index_size: indices of 0 bytes, expected 2 or 4; 0 of 4 meshes can "
            "be decoded");
  EXPECT_EQ(
      error_of([](File& f) { f.index_buffers[0].data.bytes.resize(20); }),
      "0x00000688: index_buffers[0].data: 156 elements cannot be encoded in 20 bytes; 0 of 4 meshes can "
      "be decoded");
  EXPECT_EQ(error_of_vertices([](VertexBuffer& b) { b.data.bytes.resize(60); }),
            "0x00000128: vertex_buffers[0].data: the stream ends too early; 0 of 4 meshes can be decoded");
  EXPECT_EQ(
      error_of_vertices([](VertexBuffer& b) { b.prototype.stride = 30; }),
      "0x000000e4: vertex_buffers[0].stride: the codec has no vertices of 30 bytes; 0 of 4 meshes can be "
      "decoded");
  EXPECT_EQ(
      error_of_vertices([](VertexBuffer& b) { b.format[6] = 'q'; }),
      "0x00000450: vertex_buffers[0].format: \"set3/xqznuvtbpc\": unknown element at \"xqznuvtbpc\"; 0 of "
      "4 meshes can be decoded");
  EXPECT_EQ(error_of([](File& f) {
              for (Mapping& mapping : f.index_mappings) mapping.offset = 1000;
            }),
            "0x00000088: index_mappings[0]: 72 items at 1000 leave a buffer of 156; 0 of 4 meshes can be "
            "decoded");
  EXPECT_EQ(error_of([](File& f) {
              for (Mapping& mapping : f.vertex_mappings) mapping.buffer = 5;
            }),
            "0x00000048: vertex_mappings[0]: buffer 5 is not one of 3; 0 of 4 meshes can be decoded");
}

TEST(GeometryScene, ALevelThatDoesNotExistIsAnErrorThatNamesThoseThatDo) {
  const File file = sample(SampleData::encoded);
  const scene::Options seventh{.selection = {.lod = std::uint32_t(7)}};
  EXPECT_EQ(to_string(to_scene(file, seventh).error()), "lod: there is no level 7, only 0 and 1");
  File one_level = one_triangle();
  EXPECT_EQ(to_string(to_scene(one_level, seventh).error()), "lod: there is no level 7, only 0");
  EXPECT_EQ(to_string(to_scene(with_other_ids(one_level), seventh).error()),
            "lod: there is no level 7, only 0");
}

TEST(GeometryScene, OnlyWhatIsAskedForNeedsToBeDecoded) {
  File broken = sample(SampleData::encoded);
  broken.vertex_buffers[1].data.bytes.resize(60);
  broken.index_buffers[0].prototype.index_size = 0;
  EXPECT_FALSE(to_scene(broken));
  EXPECT_EQ(scene_of(broken, {.selection = {.armor = true}}).meshes.size(), 2U);
}

TEST(GeometryScene, TellsWhatTheSelectionLeftOut) {
  const File file = sample(SampleData::plain);
  const auto left_out = [&](const scene::Options& options) {
    LeftOut left;
    EXPECT_TRUE(to_scene(file, options, ShapeNames::built_in(), left));
    return std::tuple(left.other_levels, left.armor_plates, left.hulls);
  };
  EXPECT_EQ(left_out({}), std::tuple(1U, 2U, 1U));
  EXPECT_EQ(left_out({.selection = {.lod = std::uint32_t(1)}}), std::tuple(3U, 2U, 1U));
  EXPECT_EQ(left_out({.selection = {.armor = true}}), std::tuple(1U, 0U, 1U));
  EXPECT_EQ(left_out({.selection = {.all_lods = true, .collision = true}}), std::tuple(0U, 2U, 0U));
}

/// Two parts that nobody knows the names of; one of them has no level 0.
File unknown_parts() {
  File file;
  for (const char* shape : {"Gizmo7_lod1Shape", "Gizmo7Shape", "Thing_lod3Shape", "Thing_lod1Shape",
                            "Thing_lod2Shape", "Gizmo7_lod2Shape"})
    EXPECT_TRUE(add_mesh(file, shape, kStatic, square(), false));
  return file;
}

TEST(GeometryScene, EveryPartHasItsFinestLevelAlsoWithoutNames) {
  const std::string gizmo = fmt::format("part_{:08X}", indices_id("Gizmo7Shape"));
  const std::string thing = fmt::format("part_{:08X}", indices_id("Thing_lod1Shape"));
  const auto names = [](const scene::Selection& selection) {
    return names_of(scene_of(unknown_parts(), {.selection = selection}));
  };
  EXPECT_EQ(names({}), (Names{"model", gizmo, thing + "_lod1"}));
  EXPECT_EQ(names({.lod = std::uint32_t(2)}), (Names{"model", thing + "_lod2", gizmo + "_lod2"}));
  EXPECT_EQ(names({.lod = std::uint32_t(3)}), (Names{"model", thing + "_lod3"}));
  EXPECT_EQ(names({.all_lods = true}), (Names{"model", gizmo + "_lod1", gizmo, thing + "_lod3",
                                              thing + "_lod1", thing + "_lod2", gizmo + "_lod2"}));
  const scene::Scene all = scene_of(unknown_parts(), {.selection = {.all_lods = true}});
  EXPECT_EQ(node_of(all, thing + "_lod3").lod, 3U);
  EXPECT_EQ(to_string(to_scene(unknown_parts(), {.selection = {.lod = std::uint32_t(9)}}).error()),
            "lod: there is no level 9, only 0, 1, 2 and 3");
}

TEST(GeometryScene, NamesThePartsThatLackTheWantedLevel) {
  const auto losses = [](File file, const scene::Selection& selection) {
    return mw::test::lines_of(scene_of(file, {.selection = selection}).losses);
  };
  const std::string gizmo = fmt::format("part_{:08X}", indices_id("Gizmo7Shape"));
  const std::string thing = fmt::format("part_{:08X}", indices_id("Thing_lod1Shape"));
  EXPECT_EQ(losses(unknown_parts(), {.lod = std::uint32_t(3)}),
            (Losses{"1 part has no level 3: " + gizmo, "left out: 5 meshes of other levels (--lod all)"}));
  EXPECT_EQ(losses(unknown_parts(), {.lod = std::uint32_t(0)})[0], "1 part has no level 0: " + thing);
  EXPECT_EQ(losses(unknown_parts(), {.lod = std::uint32_t(2)}),
            Losses{"left out: 4 meshes of other levels (--lod all)"});
  EXPECT_EQ(losses(unknown_parts(), {.lod = std::uint32_t(3), .all_lods = true}), Losses{});
  File many = unknown_parts();
  for (int i = 0; i < 11; ++i)
    ASSERT_TRUE(add_mesh(many, fmt::format("Box{:02}_lod1Shape", i), kStatic, square(), false));
  const std::string line = losses(many, {.lod = std::uint32_t(3)})[0];
  EXPECT_TRUE(line.starts_with("12 parts have no level 3: " + gizmo + ", ")) << line;
  EXPECT_TRUE(line.ends_with(" and 2 more")) << line;
}

TEST(GeometryScene, TellsWhatIsOddInArmor) {
  File file = sample(SampleData::plain);
  file.missing_armor = 2;
  file.armor_models[0].rest = Bytes(3);
  file.armor_models[0].plates[0].vertices[0].normal = {};
  const mw::Losses losses =
      scene_of(file, {.selection = {.all_lods = true, .collision = true, .armor = true}}).losses;
  EXPECT_EQ(mw::test::count(losses, "the header counts 2 armor models more than there is"), 1);
  EXPECT_EQ(mw::test::count(losses, "3 bytes of the armor model are not understood"), 1);
}

TEST(GeometryScene, TellsOfIndicesThatMakeNoTriangle) {
  File file = one_triangle();
  file.index_mappings[0].count = 2;
  EXPECT_EQ(mw::test::count(scene_of(file).losses, "2 indices make no triangle; they are left out"), 1);
}

TEST(GeometryScene, TellsWhatHasNoPartner) {
  File file = one_triangle();
  file.vertex_mappings.clear();
  EXPECT_EQ(scene_of(file).losses, Losses{"1 index mappings have no vertices; they are left out"});
}

TEST(GeometryScene, SaysWhatIsAGuess) {
  File file = one_triangle();
  ASSERT_TRUE(add_mesh(file, "Turret_lod1Shape", kStatic, triangle(), false));
  for (std::uint32_t i = 0; i < 2; ++i) file.vertex_mappings[i].id = i + 1;
  for (std::uint32_t i = 0; i < 2; ++i) file.index_mappings[i].id = i + 3;
  const scene::Scene s = scene_of(file);
  EXPECT_EQ(names_of(s), (Names{"model", "part_00000003", "part_00000004"}));
  EXPECT_EQ(s.losses, (Losses{"indices 0x00000003 go with vertices 0x00000001 by guess: 1 others would do as "
                              "well",
                              "1 meshes are paired by density and fit: no name explains their ids"}));
}

/// Ten thousand pairs on the same items would be a scene ten thousand times the file.
TEST(GeometryScene, MappingsOnEachOtherHaveALimit) {
  constexpr std::size_t kPairs = 10000;
  File file;
  Mesh mesh = square();
  for (int i = 0; i < 30; ++i) mesh.indices.insert(mesh.indices.end(), {0, 1, 2});
  ASSERT_TRUE(add_mesh(file, "UnheardOf", kStatic, mesh, false));
  file.vertex_mappings.resize(kPairs, file.vertex_mappings[0]);
  file.index_mappings.resize(kPairs, file.index_mappings[0]);
  const scene::Scene s = scene_of(file);
  EXPECT_FALSE(find_contradiction(s));
  EXPECT_GT(s.meshes.size(), 100U);
  EXPECT_LT(s.meshes.size(), kPairs / 4);
  EXPECT_TRUE(std::ranges::any_of(s.losses, [](const Loss& loss) {
    return loss.message.ends_with(" meshes share their items with too many others; they are left out");
  }));
}

TEST(GeometryScene, VectorsWithoutADirectionGetOne) {
  Mesh mesh = triangle();
  mesh.vertices[0].normal = Vec3(0);
  const scene::Scene s = scene_of(file_of("TurretShape", mesh, false));
  EXPECT_EQ(s.meshes[0].primitives[0].normals[0], Vec3(0, 1, 0));
  EXPECT_EQ(s.losses,
            (Losses{"1 normals or tangents have no direction; normals point up, tangents along x"}));
}

TEST(GeometryScene, OddPlatesAndHullsAreLeftOut) {
  File file = sample(SampleData::plain);
  file.armor_models[0].plates[0].vertices.pop_back();
  file.collision_models[0].hulls[0].faces[0].vertices[1] = 99;
  file.collision_models[0].hulls[0].faces[1].flag = 1;
  const scene::Scene s = scene_of(file, kEverything);
  EXPECT_FALSE(find_contradiction(s));
  EXPECT_EQ(primitive_of(s, "plate_0").positions.size(), 4 * 6U - 3);
  EXPECT_EQ(primitive_of(s, "hull_0").indices.size(), 5 * 6U);
  JsonWriter json(JsonWriter::Style::compact);
  json.value(JsonValue(node_of(s, "hull_0").extras));
  EXPECT_EQ(json.take(), R"({"face_flags":[0,1,0,0,0,0],"face_corners":[4,4,4,4,4,4]})");
  EXPECT_EQ(s.losses, (Losses{"2 vertices of armor plates make no triangle; they are left out",
                              "1 faces of hulls are no polygons of existing corners; they are left out"}));
}

TEST(GeometryScene, MutantsGiveScenesWithoutContradiction) {
  constexpr std::uint32_t kMutants = 4000;
  const Bytes originals[] = {written(sample(SampleData::plain)), written(sample(SampleData::encoded))};
  std::size_t scenes = 0;
  std::size_t losses = 0;
  for (std::uint32_t seed = 0; seed < kMutants && !HasFailure(); ++seed) {
    const auto file = read(test::mutant(originals[seed % 2], seed));
    if (!file) continue;
    const auto s = to_scene(*file, kEverything);
    if (!s) {
      EXPECT_TRUE(s.error().offset) << "seed " << seed << " " << to_string(s.error());
      continue;
    }
    const auto contradiction = find_contradiction(*s);
    EXPECT_FALSE(contradiction) << "seed " << seed << " " << to_string(*contradiction);
    ++scenes;
    losses += s->losses.empty() ? 0 : 1;
  }
  EXPECT_GT(scenes, kMutants / 8);
  EXPECT_GT(losses, kMutants / 40);
}

/// Recorded, so that a change to the scenes of the samples is seen and meant.
TEST(GeometryScene, HashesOfTheSamples) {
  EXPECT_EQ(hash(scene_of(sample(SampleData::plain))), 5565314064961822295U);
  EXPECT_EQ(hash(scene_of(sample(SampleData::plain), kEverything)), 1184998461831435115U);
  EXPECT_EQ(hash(scene_of(sample(SampleData::encoded), kEverything)), 1184998461831435115U);
}

TEST(GeometryScene, AShapeIsCalledByTheNameThatWasBrought) {
  File file = sample(SampleData::plain);
  file.vertex_mappings[0].id = vertices_id("MyOwnShape");
  file.index_mappings[0].id = indices_id("MyOwnShape");
  const auto named = [](const scene::Scene& s) {
    return std::ranges::any_of(
        s.nodes, [](const scene::Node& node) { return node.name.find("MyOwn") != node.name.npos; });
  };
  EXPECT_FALSE(named(scene_of(file)));
  ShapeNames names = ShapeNames::built_in();
  names.add_lines("# of a mod\nMyOwnShape\n");
  EXPECT_TRUE(named(scene_of(file, {}, names)));
}

}  // namespace
}  // namespace mw::wows::geometry
