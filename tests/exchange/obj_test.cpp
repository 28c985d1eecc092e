#include <gtest/gtest.h>
#include <meshwright/exchange/obj.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>

#include "scene/scenes.h"
#include "support/bytes.h"
#include "support/cases/text_cases.h"
#include "support/losses.h"

namespace mw::exchange {
namespace {

using scene::Scene;

std::string text(const Bytes& bytes) {
  return std::string(text_of(bytes));
}

constexpr std::string_view kQuad =
    "# a square\n"
    "mtllib q.mtl\n"
    "o square\n"
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0.1\n"
    "vt 0 0\nvt 1 0.25\n"
    "vn 0 0 1\n"
    "usemtl red\n"
    "f 1/1/1 2/2/1 3/1/1 -1/2/1\n"
    "l 1 3\n";

TEST(Obj, VerticesWithoutAFaceAreTold) {
  const auto scene = read_obj(bytes_of("v 0 0 0\nv 1 0 0\n")).value();
  EXPECT_TRUE(scene.meshes.empty());
  EXPECT_EQ(scene.losses, std::vector<std::string>{"2 vertices belong to no face, line or point"});
}

TEST(Obj, ReadsPolygonsLinesAndMaterials) {
  const LoadFile load = [](const std::string& name) -> Result<Bytes> {
    EXPECT_EQ(name, "q.mtl");
    const ByteSpan mtl = bytes_of("newmtl red\nKd 1 0 0\nd 0.5\nmap_Kd brick.png\n");
    return Bytes(mtl.begin(), mtl.end());
  };
  const auto scene = read_obj(bytes_of(kQuad), load);
  ASSERT_TRUE(scene) << to_string(scene.error());
  ASSERT_EQ(scene->meshes.size(), 1U);
  EXPECT_EQ(scene->nodes[0].name, "square");
  const scene::Primitive& lines = scene->meshes[0].primitives[0];
  const scene::Primitive& faces = scene->meshes[0].primitives[1];
  EXPECT_EQ(lines.topology, scene::Topology::lines);
  EXPECT_EQ(faces.indices, (std::vector<scene::Index>{0, 1, 2, 0, 2, 3}));
  EXPECT_EQ(faces.positions[3], Vec3(0, 1, 0.1F));
  EXPECT_EQ(faces.uvs[0][1], Vec2(1, 0.75F));  // from the bottom left to the top left
  EXPECT_EQ(scene->materials[0].base_color, Vec4(1, 0, 0, 0.5F));
  EXPECT_EQ(scene->materials[0].textures[0].name, "brick.png");
  EXPECT_FALSE(find_contradiction(*scene));
}

TEST(Obj, WritesWhatItReads) {
  const Scene scene = read_obj(bytes_of(kQuad)).value();
  const ObjFile file = write_obj(scene, {.mtl_uri = "out.mtl"}).value();
  EXPECT_EQ(text(file.bytes),
            "# Meshwright\nmtllib out.mtl\no square\n"
            "v 0 0 0\nv 1 1 0\nusemtl red\nl 1 2\n"
            "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0.1\n"
            "vn 0 0 1\nvn 0 0 1\nvn 0 0 1\nvn 0 0 1\n"
            "vt 0 0\nvt 1 0.25\nvt 0 0\nvt 1 0.25\n"
            "usemtl red\nf 3/1/1 4/2/2 5/3/3\nf 3/1/1 5/3/3 6/4/4\n");
  EXPECT_EQ(text(file.mtl), "newmtl red\nKd 1 1 1\nd 1\n");
  const Scene again = read_obj(file.bytes).value();
  EXPECT_EQ(text(write_obj(again, {.mtl_uri = "out.mtl"})->bytes), text(file.bytes));
}

TEST(Obj, PlacesNodesAndListsWhatItLoses) {
  Scene s = test::rich_scene();
  s.nodes[4].transform.translation = {10, 0, 0};
  const ObjFile file = write_obj(s).value();
  EXPECT_NE(text(file.bytes).find("v 13 3 3\np 7\n"), std::string::npos) << text(file.bytes);
  EXPECT_EQ(file.losses, (std::vector<std::string>{
                             "OBJ holds no hierarchy of nodes", "OBJ holds no skins",
                             "OBJ holds no animations", "OBJ holds no lights", "OBJ holds no second UV set",
                             "OBJ holds no colours, tangents or other attributes of vertices",
                             "OBJ holds no levels of detail: those of 0, 2 lie in one place",
                             "OBJ holds no roles of meshes: collision",
                             "materials are names only: no .mtl can lie beside this output",
                             "OBJ holds no extras: note, number, kind, part, event"}));
}

TEST(Obj, WhatMaterialsShowBesideImagesIsALoss) {
  Scene s = read_obj(bytes_of(kQuad)).value();
  s.losses.clear();
  s.materials[0].emissive = {0, 0.5F, 0};
  s.materials[0].two_sided = true;
  s.materials[0].alpha = scene::Alpha::mask;
  EXPECT_EQ(write_obj(s, {.mtl_uri = "out.mtl"})->losses,
            std::vector<std::string>{
                "OBJ holds of materials no emission (red), second sides (red), alpha masks (red)"});
  for (scene::Node& node : s.nodes) node.role = scene::Role::walkmesh;
  EXPECT_EQ(write_obj(s, {.mtl_uri = "out.mtl"})->losses, std::vector<std::string>());
}

/// Corners name rows of the whole file, whatever further sets of coordinates a part has.
TEST(Obj, TextureCoordinatesAreCountedOverAllParts) {
  Scene s;
  for (int i = 0; i < 2; ++i) {
    scene::Primitive p{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    p.uvs[0] = {{0, 0}, {1, 0}, {0, float(i)}};
    s.meshes.push_back({.primitives = {p}});
    add_node(s, {.mesh = scene::Index(i)});
  }
  const std::string written(text(write_obj(s)->bytes));
  EXPECT_NE(written.find("f 1/1 2/2 3/3\n"), written.npos) << written;
  EXPECT_NE(written.find("f 4/4 5/5 6/6\n"), written.npos) << written;
}

/// A slope keeps its right angle to the surface only by the inverse of the scale.
TEST(Obj, NormalsStayUprightWhereTheScaleIsUneven) {
  Scene s;
  const float half = std::sqrt(0.5F);
  s.meshes.push_back({.primitives = {{.positions = {{0, 1, 0}, {1, 0, 0}, {0, 1, 1}},
                                      .normals = std::vector<Vec3>(3, Vec3(half, half, 0))}}});
  add_node(s, {.transform = {.translation = {0, 0, 5}, .scale = {2, 1, 1}}, .mesh = 0});
  const Scene again = read_obj(write_obj(s)->bytes).value();
  const scene::Primitive& p = again.meshes[0].primitives[0];
  EXPECT_EQ(p.positions[1], Vec3(2, 0, 5));
  EXPECT_NEAR(p.normals[0].x, 1 / std::sqrt(5.0F), 1e-6F);
  EXPECT_NEAR(p.normals[0].y, 2 / std::sqrt(5.0F), 1e-6F);
  EXPECT_EQ(p.normals[0].z, 0);
}

/// Under a node that mirrors, and for a skin whose bone is under one: normals show the side that is wound.
TEST(Obj, MirroredTrianglesAreTurnedAround) {
  Scene s;
  s.meshes.push_back({.primitives = {{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 1}},
                                      .normals = std::vector<Vec3>(3, Vec3(0, -1, 1))}}});
  s.meshes.push_back(s.meshes[0]);
  s.meshes[1].primitives[0].joints.assign(3, scene::U16Vec4(0));
  s.meshes[1].primitives[0].weights.assign(3, Vec4(1, 0, 0, 0));
  s.meshes[1].primitives[0].indices = {0, 1, 2};
  add_node(s, {.transform = {.scale = {1, 1, -1}}, .mesh = 0});
  s.skins.push_back({.joints = {0}, .inverse_binds = {Mat4(1)}});
  add_node(s, {.mesh = 1, .skin = 0});
  const Scene again = read_obj(write_obj(s)->bytes).value();
  ASSERT_EQ(again.meshes.size(), 2U);
  for (const scene::Mesh& mesh : again.meshes) {
    const scene::Primitive& p = mesh.primitives[0];
    const auto at = [&](std::size_t k) { return p.positions[p.indices.empty() ? k : p.indices[k]]; };
    EXPECT_EQ(at(0), Vec3(0));
    EXPECT_GT(glm::dot(glm::cross(at(1), at(2)), p.normals[0]), 0);
  }
}

TEST(Obj, AMissingMtlIsALoss) {
  EXPECT_EQ(read_obj(bytes_of(kQuad))->losses, std::vector<std::string>{"q.mtl: not loaded"});
  const LoadFile load = [](const std::string&) -> Result<Bytes> { return fail({.message = "no such file"}); };
  EXPECT_EQ(read_obj(bytes_of(kQuad), load)->losses, std::vector<std::string>{"q.mtl: no such file"});
}

TEST(Obj, BadFilesAreNamed) {
  const auto message = [](std::string_view obj) { return to_string(read_obj(bytes_of(obj)).error()); };
  EXPECT_EQ(message("v 1 2\n"), "line 1, column 6: v: a number is missing");
  EXPECT_EQ(message("v 1 2 x\n"), "line 1, column 7: v: \"x\" is not a number");
  EXPECT_EQ(message("v 0 0 0\nvn 0 0\t1,5\n"), "line 2, column 8: vn: \"1,5\" is not a number");
  EXPECT_EQ(message("v 0 0 0\nvt 0\n"), "line 2, column 5: vt: a number is missing");
  EXPECT_EQ(message("v 0 0 0\nf 1 2 3\n"), "line 2, column 5: f: \"2\" is not one of 1 vertices");
  EXPECT_EQ(message("v 0 0 0\nf 0 1 1\n"), "line 2, column 3: f: \"0\" is not one of 1 vertices");
  EXPECT_EQ(message("v 0 0 0\nf 1 -2 1\n"), "line 2, column 5: f: \"-2\" is not one of 1 vertices");
  EXPECT_EQ(message("v 0 0 0\nf 1/1 1 1\n"),
            "line 2, column 5: f: \"1\" is not one of 0 texture coordinates");
  EXPECT_EQ(message("v 0 0 0\nf 1//1 1 1\n"), "line 2, column 6: f: \"1\" is not one of 0 normals");
  EXPECT_EQ(message("v 0 0 0\nl 1 9\n"), "line 2, column 5: l: \"9\" is not one of 1 vertices");
  EXPECT_EQ(message("v 0 0 0\np x\n"), "line 2, column 3: p: \"x\" is not one of 1 vertices");
  EXPECT_EQ(message("v 0 0 0\nf 1 1\n"), "line 2, column 6: f: 2 corners do not make a face");
  EXPECT_EQ(message("o nothing\n"), "line 1, column 1: no vertex in it");
  EXPECT_EQ(message("v 0 0 0\nf -9223372036854775808 1 1\n"),
            "line 2, column 3: f: \"-9223372036854775808\" is not one of 1 vertices");
}

TEST(Obj, ErrorsFarDownHaveTheirLine) {
  const auto message = [](std::string_view obj) { return to_string(read_obj(bytes_of(obj)).error()); };
  const std::string many = test::repeated("v 1 2 3\n# four\n\n", 30000);
  for (const char* end : {"\n", "\r\n", "\r"})
    EXPECT_EQ(message(test::with_line_ends(many + "\tv 1 2 3x\nf 1", end)),
              "line 90001, column 8: v: \"3x\" is not a number");
}

TEST(Obj, OtherEndsOfLinesAndTabsGiveTheSame) {
  const std::string expected = text(write_obj(read_obj(bytes_of(kQuad)).value())->bytes);
  std::string tabs(kQuad);
  std::ranges::replace(tabs, ' ', '\t');
  const std::string_view last_open = kQuad.substr(0, kQuad.size() - 1);
  for (const std::string& each : {test::with_line_ends(kQuad, "\r\n"), test::with_line_ends(kQuad, "\r"),
                                  test::with_line_ends(kQuad, " \t \r\n\t"), std::string(last_open),
                                  "\xEF\xBB\xBF" + tabs, test::with_line_ends(kQuad, " # why\n")}) {
    const auto scene = read_obj(bytes_of(each));
    ASSERT_TRUE(scene) << to_string(scene.error());
    EXPECT_EQ(text(write_obj(*scene)->bytes), expected) << each;
  }
}

TEST(Obj, LinesMayBeContinued) {
  const auto scene = read_obj(bytes_of("v 0 0 0\nv 1 0 \\\n 0\nv 1 1 0\nf 1 \\\r\n  2\\\r\n 3\n"));
  ASSERT_TRUE(scene) << to_string(scene.error());
  EXPECT_EQ(scene->meshes[0].primitives[0].indices, (std::vector<scene::Index>{0, 1, 2}));
  EXPECT_EQ(to_string(read_obj(bytes_of("v 0 0 0\nf 1 \\\n 1 \\\n  2\n")).error()),
            "line 4, column 3: f: \"2\" is not one of 1 vertices");
}

TEST(Obj, NamesMayHoldBlanksAndHashes) {
  const auto scene =
      read_obj(bytes_of("o a #1 thing\nv 0 0 0\nusemtl red#2 \nf 1 1 1 #x\no next#3\nf 1 1 1\n"));
  ASSERT_TRUE(scene) << to_string(scene.error());
  EXPECT_EQ(scene->nodes[0].name, "a");
  EXPECT_EQ(scene->nodes[1].name, "next#3");
  EXPECT_EQ(scene->materials[0].name, "red#2");
}

TEST(Obj, NumbersOfOtherTools) {
  const auto scene = read_obj(bytes_of("v +1.0 .5 5.\nv 1e-05 4.2e-007 -0\nv 1.#INF 1e39 -inf\nf 1 2 3\n"));
  ASSERT_TRUE(scene) << to_string(scene.error());
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(scene->meshes[0].primitives[0].positions,
            (std::vector<Vec3>{{1, 0.5F, 5}, {1e-5F, 4.2e-7F, 0}, {kInfinity, kInfinity, -kInfinity}}));
}

Scene with_mtl(std::string_view obj, std::string_view mtl, int* loads = nullptr) {
  const LoadFile load = [&](const std::string&) -> Result<Bytes> {
    if (loads != nullptr) ++*loads;
    const ByteSpan bytes = bytes_of(mtl);
    return Bytes(bytes.begin(), bytes.end());
  };
  return read_obj(bytes_of(obj), load).value();
}

TEST(Obj, LinesOfAnMtlThatAreNotUnderstoodAreLosses) {
  const Scene scene =
      with_mtl("mtllib a.mtl\nv 0 0 0\nf 1 1 1\n",
               "Kd x\n\nnewmtl red\r\nKd 1 0 spectral\r\nd\r\nKd .5 0 0\r\nnewmtl glass\nd -halo 0.5");
  EXPECT_EQ(scene.losses,
            (std::vector<std::string>{"a.mtl: line 4, column 8: Kd: \"spectral\" is not a number",
                                      "a.mtl: line 5, column 2: d: a number is missing",
                                      "a.mtl: line 8, column 3: d: \"-halo\" is not a number"}));
  ASSERT_EQ(scene.materials.size(), 2U);
  EXPECT_EQ(scene.materials[0].base_color, Vec4(0.5F, 0, 0, 1));
  EXPECT_EQ(scene.materials[1].alpha, scene::Alpha::opaque);
}

TEST(Obj, ALibraryIsLoadedOnceAndTheFirstMaterialOfANameCounts) {
  int loads = 0;
  const Scene scene = with_mtl("mtllib a.mtl\nmtllib a.mtl\nv 0 0 0\nusemtl red\nf 1 1 1\n",
                               "newmtl red\nKd 1 0 0\nnewmtl red\nKd 0 0 1\n", &loads);
  EXPECT_EQ(loads, 1);
  EXPECT_EQ(scene.materials.size(), 2U);
  EXPECT_EQ(scene.meshes[0].primitives[0].material, 0U);
}

TEST(Obj, EveryCutOfAnObjOrMtlEndsWithoutACrash) {
  std::size_t readable = 0;
  test::for_every_cut(kQuad, [&](const Bytes& cut) {
    const auto scene = read_obj(cut);
    if (!scene) return;
    ++readable;
    EXPECT_FALSE(find_contradiction(*scene)) << text(cut);
  });
  EXPECT_GT(readable, kQuad.size() / 4);
  EXPECT_LT(readable, kQuad.size());
  constexpr std::string_view kMtl =
      "# m\r\nnewmtl red\r\nKd 1 0 0\r\nd 0.5\r\nmap_Kd brick.png\r\nbump b.png";
  test::for_every_cut(kMtl, [&](const Bytes& cut) {
    const Scene scene = with_mtl(kQuad, text_of(cut));
    EXPECT_FALSE(find_contradiction(scene)) << text(cut);
    EXPECT_LE(scene.losses.size(), 1U) << text(cut);
  });
}

TEST(Obj, AnyByteMayBeInIt) {
  using namespace std::string_view_literals;
  const auto message = [](std::string_view obj) { return to_string(read_obj(bytes_of(obj)).error()); };
  EXPECT_EQ(message("v 1 2 \0\n"sv), "line 1, column 7: v: \"\\x00\" is not a number");
  EXPECT_EQ(message("v 1 2 \xff\x1b[31m\n"), "line 1, column 7: v: \"\\xff\\x1b[31m\" is not a number");
  const auto scene = read_obj(bytes_of("o a\0b\xff\n\0\0 v\nv 1 2 3\np 1"sv));
  ASSERT_TRUE(scene) << to_string(scene.error());
  EXPECT_EQ(scene->nodes[0].name, "a\0b\xff"sv);
}

TEST(Obj, ALineMayBeLong) {
  const std::string long_face = "v 0 0 0\nf" + test::repeated(" 1", 1 << 19);
  const auto scene = read_obj(bytes_of(long_face));
  ASSERT_TRUE(scene) << to_string(scene.error());
  EXPECT_EQ(scene->meshes[0].primitives[0].indices.size(), 3U * ((1 << 19) - 2));
  EXPECT_EQ(to_string(read_obj(bytes_of(long_face + " x")).error()),
            "line 2, column 1048579: f: \"x\" is not one of 1 vertices");
  EXPECT_EQ(to_string(read_obj(bytes_of("v 1 2 " + std::string(1 << 20, '7') + "x")).error()),
            "line 1, column 7: v: \"" + std::string(60, '7') + "...\" is not a number");
}

TEST(Obj, TimeIsLinear) {
  const auto read = [](std::string_view obj) { EXPECT_TRUE(read_obj(bytes_of(obj))); };
  for (const std::string_view part :
       {"v 1 2 3\n", "v 1 2 3\r", "f 1 1 1\n", "f 1 1 \\\n 1\n", "mtllib a.mtl\n", "#"}) {
    SCOPED_TRACE(part);
    test::expect_linear_time(
        [&](std::size_t size) { return "v 0 0 0\n" + test::repeated(part, size / part.size()); }, read,
        10000);
  }
  test::expect_linear_time([](std::size_t size) { return "v 0 0 0\nf" + test::repeated(" 1", size / 2); },
                           read, 10000);
  const auto materials = [](std::size_t size) {
    std::string obj = "v 0 0 0\n";
    for (std::size_t i = 0; i < size / 16; ++i) obj += "usemtl " + std::to_string(i) + "\n";
    return obj;
  };
  test::expect_linear_time(materials, read, 40000);
}

TEST(Obj, WritingManyTexturesTakesLinearTime) {
  const auto scene_of = [](std::size_t count) {
    scene::Scene s;
    for (std::size_t i = 0; i < count; ++i)
      s.materials.push_back(
          {.name = std::to_string(i),
           .textures = {{"base_color", "a_long_name_of_a_texture_" + std::to_string(i), 0}}});
    return s;
  };
  const auto write = [&](std::size_t count) {
    return [s = scene_of(count)] { EXPECT_EQ(write_obj(s, {.mtl_uri = "a.mtl"})->losses.size(), 1U); };
  };
  test::expect_growth("writing", write(4000), write(16000));
}

TEST(Obj, MutantsNeverCrash) {
  const ByteSpan quad = bytes_of(kQuad);
  const Bytes original(quad.begin(), quad.end());
  std::size_t readable = 0;
  for (std::uint32_t seed = 0; seed < 20000; ++seed) {
    const auto scene = read_obj(test::mutant(original, seed));
    if (!scene) continue;
    ++readable;
    EXPECT_FALSE(find_contradiction(*scene)) << seed;
  }
  EXPECT_GT(readable, 1000U);
}

TEST(Obj, Sniffs) {
  EXPECT_TRUE(sniff_obj(bytes_of(kQuad)));
  EXPECT_TRUE(sniff_obj(bytes_of("\n\n# x\nv 0 0 0")));
  EXPECT_FALSE(sniff_obj(bytes_of("node trimesh x\n")));
  EXPECT_FALSE(sniff_obj({}));
  // Floats of a vertex file that begin like a line of text.
  EXPECT_FALSE(sniff_obj(bytes_of(std::string_view("v 0A\n 0B\x80\x96\x18K", 12))));
  EXPECT_FALSE(sniff_obj(bytes_of(std::string_view("v 0A\0\0\0\0", 8))));
  EXPECT_TRUE(
      sniff_obj(bytes_of("v 0 0 0\r\n\tv\t1 0 0\n# Gr\xf6\xdf"
                         "e\n\x1a")));
}

/// A square bent upright about the x axis by its only bone, which is moved along x too; the node of the mesh
/// is elsewhere, which says nothing.
Scene bent_square() {
  Scene s;
  const float half = std::sqrt(0.5F);
  add_node(s, {.name = "bone", .transform = {.translation = {1, 0, 0}, .rotation = Quat(half, half, 0, 0)}});
  s.skins.push_back({.joints = {0}, .inverse_binds = {Mat4(1)}});
  s.meshes.push_back({.primitives = {{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 2, 0}},
                                      .normals = std::vector<Vec3>(3, Vec3(0, 0, 1)),
                                      .joints = std::vector<scene::U16Vec4>(3, scene::U16Vec4(0)),
                                      .weights = std::vector<Vec4>(3, Vec4(1, 0, 0, 0))}}});
  add_node(s, {.name = "skin", .transform = {.translation = {0, 0, 50}}, .mesh = 0, .skin = 0});
  return s;
}

TEST(Obj, SkinsAreWrittenWhereTheirBonesRest) {
  const Scene again = read_obj(write_obj(bent_square())->bytes).value();
  const scene::Primitive& p = again.meshes[0].primitives[0];
  const Vec3 expected[] = {{1, 0, 0}, {2, 0, 0}, {1, 0, 2}};
  for (std::size_t i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(p.positions[i][k], expected[i][k], 1e-6F) << i << ' ' << k;
    EXPECT_NEAR(p.normals[i].y, -1, 1e-6F);
  }
}

TEST(Obj, NormalsOfNoLengthStaySo) {
  Scene s;
  s.meshes.push_back({.primitives = {{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
                                      .normals = {{0, 0, 0}, {0, 0, 1}, {0, 0, 1}}}}});
  add_node(s, {.transform = {.translation = {0, 0, 5}}, .mesh = 0});
  const ObjFile file = write_obj(s).value();
  EXPECT_NE(text(file.bytes).find("vn 0 0 0\nvn 0 0 1\nvn 0 0 1\n"), std::string::npos) << text(file.bytes);
  EXPECT_TRUE(file.losses.empty());
}

TEST(Obj, NumbersThatAreNoneBecomeZeroAndAreCounted) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  Scene s;
  scene::Primitive p{.positions = {{0, 0, kNan}, {kInfinity, 0, 0}, {0, 1, 0}},
                     .normals = {{0, 0, 1}, {0, kNan, 1}, {0, 0, 1}}};
  p.uvs[0] = {{0, 0}, {-kInfinity, 0}, {0, 1}};
  s.meshes.push_back({.primitives = {p}});
  add_node(s, {.mesh = 0});
  const ObjFile file = write_obj(s).value();
  EXPECT_EQ(text(file.bytes),
            "# Meshwright\no node\nv 0 0 0\nv 0 0 0\nv 0 1 0\nvn 0 0 1\nvn 0 0 0\nvn 0 0 1\n"
            "vt 0 1\nvt 0 1\nvt 0 0\nf 1/1/1 2/2/2 3/3/3\n");
  EXPECT_EQ(file.losses, (std::vector<std::string>{"2 positions are not finite, and written as 0",
                                                   "1 normal is not finite, and written as 0",
                                                   "1 texture coordinate is not finite, and written as 0"}));
}

TEST(Obj, LevelsAndRolesAreTold) {
  Scene s;
  s.meshes.push_back({.primitives = {{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}}});
  add_node(s, {.name = "fine", .mesh = 0});
  add_node(s, {.name = "coarse", .mesh = 0, .lod = 2});
  add_node(s, {.name = "unseen", .mesh = 0, .role = scene::Role::hidden});
  EXPECT_EQ(write_obj(s)->losses,
            (std::vector<std::string>{"OBJ holds no levels of detail: those of 0, 2 lie in one place",
                                      "OBJ holds no roles of meshes: hidden"}));
}

constexpr std::string_view kRoof =
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 1 0 -1\nv 1 1 -1\n";  // a floor, and a wall down from its right
                                                                 // side

TEST(Obj, FacesOfOneSmoothingGroupShareTheirNormals) {
  const Scene s = read_obj(bytes_of(std::string(kRoof) + "s 1\nf 1 2 3 4\nf 2 5 6 3\n")).value();
  const scene::Primitive& p = s.meshes[0].primitives[0];
  ASSERT_EQ(p.positions.size(), 6U);
  EXPECT_EQ(p.normals[0], Vec3(0, 0, 1));
  const float half = std::sqrt(0.5F);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(p.normals[1][k], Vec3(half, 0, half)[k], 1e-6F) << k;
  EXPECT_EQ(p.normals[4], Vec3(1, 0, 0));
  EXPECT_TRUE(s.losses.empty());
}

TEST(Obj, FacesOfTwoGroupsOrNoneMeetAtAnEdge) {
  for (const char* groups :
       {"s 1\nf 1 2 3 4\ns 2\nf 2 5 6 3\n", "s off\nf 1 2 3 4\nf 2 5 6 3\n", "s 0\nf 1 2 3 4\nf 2 5 6 3\n"}) {
    const Scene s = read_obj(bytes_of(std::string(kRoof) + groups)).value();
    const scene::Primitive& p = s.meshes[0].primitives[0];
    ASSERT_EQ(p.positions.size(), 8U) << groups;
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(p.normals[i], Vec3(0, 0, 1)) << groups;
    for (std::size_t i = 4; i < 8; ++i) EXPECT_EQ(p.normals[i], Vec3(1, 0, 0)) << groups;
  }
}

/// In the same object and material, and in one before.
TEST(Obj, FacesBeforeTheFirstGroupAreFlat) {
  for (const char* between : {"s 1\n", "o wall\ns 1\n"}) {
    const Scene s = read_obj(bytes_of(std::string(kRoof) + "f 1 2 3 4\n" + between + "f 2 5 6 3\n")).value();
    std::vector<Vec3> normals;
    for (const scene::Mesh& mesh : s.meshes)
      normals.insert(normals.end(), mesh.primitives[0].normals.begin(), mesh.primitives[0].normals.end());
    ASSERT_EQ(normals.size(), 8U) << between;
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(normals[i], Vec3(0, 0, 1)) << between;
    for (std::size_t i = 4; i < 8; ++i) EXPECT_EQ(normals[i], Vec3(1, 0, 0)) << between;
    EXPECT_TRUE(s.losses.empty()) << between;
  }
}

TEST(Obj, NormalsOfTheFileComeBeforeSmoothingGroups) {
  const std::string faces = "vn 0 1 0\ns off\nf 1//1 2//1 3//1\nf 1//1 3//1 4//1\n";
  const Scene s = read_obj(bytes_of(std::string(kRoof) + faces)).value();
  EXPECT_EQ(s.meshes[0].primitives[0].normals, std::vector<Vec3>(4, Vec3(0, 1, 0)));
}

TEST(Obj, WithoutSmoothingGroupsThereAreNoNormals) {
  const Scene s = read_obj(bytes_of(std::string(kRoof) + "f 1 2 3 4\nf 2 5 6 3\n")).value();
  EXPECT_TRUE(s.meshes[0].primitives[0].normals.empty());
}

TEST(Obj, LinesThatAreNotKeptAreTold) {
  const Scene s = read_obj(bytes_of("v 0 0 0\nv 1 0 0\nv 0 1 0\nlod 50\nctech none\nf 1 2 3\n")).value();
  EXPECT_EQ(s.losses, std::vector<std::string>{"lines that begin with \"ctech\", \"lod\" are not kept"});
}

TEST(Obj, TextureCoordinatesThatAreMissingAreTold) {
  const Scene s =
      read_obj(bytes_of("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nvt 1 1\nf 1/1 2/1 3/1\nf 2 4 3\n")).value();
  EXPECT_EQ(s.losses,
            std::vector<std::string>{
                "3 vertices have no texture coordinates, though others beside them do: they get 0"});
}

/// A file of somebody else's without vertices is none; ours is a scene without meshes.
TEST(Obj, AFileOfOursWithoutMeshesIsReadAgain) {
  const ObjFile file = write_obj(Scene{}).value();
  EXPECT_EQ(text(file.bytes), "# Meshwright\n");
  EXPECT_TRUE(sniff_obj(file.bytes));
  const auto again = read_obj(file.bytes);
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_TRUE(again->nodes.empty() && again->meshes.empty() && again->losses.empty());
  EXPECT_FALSE(sniff_obj(bytes_of("# Somebody else\n")));
  EXPECT_FALSE(sniff_obj(bytes_of("# Meshwrights\n")));
  EXPECT_EQ(read_obj(bytes_of("o empty\n")).error().message, "no vertex in it");
}

}  // namespace
}  // namespace mw::exchange
