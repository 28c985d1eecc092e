#include <gtest/gtest.h>
#include <meshwright/exchange/obj.h>

#include "scene/scenes.h"
#include "support/bytes.h"

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
  EXPECT_EQ(scene->materials[0].base_colour, Vec4(1, 0, 0, 0.5F));
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
                             "OBJ holds no colours, tangents or other attributes of vertices"}));
}

TEST(Obj, BadFilesAreNamed) {
  const auto message = [](std::string_view obj) { return to_string(read_obj(bytes_of(obj)).error()); };
  EXPECT_EQ(message("v 1 2\n"), "0x00000000: v: \"\" is not a number");
  EXPECT_EQ(message("v 1 2 x\n"), "0x00000000: v: \"x\" is not a number");
  EXPECT_EQ(message("v 0 0 0\nf 1 2 3\n"), "0x00000008: f: \"2\" is not one of 1 vertices");
  EXPECT_EQ(message("v 0 0 0\nf 0 1 1\n"), "0x00000008: f: \"0\" is not one of 1 vertices");
  EXPECT_EQ(message("v 0 0 0\nf 1/1 1 1\n"), "0x00000008: f: \"1\" is not one of 0 texture coordinates");
  EXPECT_EQ(message("v 0 0 0\nf 1 1\n"), "0x00000008: f: 2 corners do not make a face");
  EXPECT_EQ(message("o nothing\n"), "0x00000000: no vertex in it");
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
}

}  // namespace
}  // namespace mw::exchange
