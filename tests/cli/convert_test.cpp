#include <gtest/gtest.h>

#include <filesystem>

#include "support/command.h"

namespace mw {
namespace {

using test::meshwright;
using test::Outcome;
using test::read_text;
using test::TemporaryFolder;
using test::write_text;

class Convert : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(meshwright({"sample", "kotor-walkmesh", room}).code, 0); }

  std::string failure(const std::vector<std::string>& words) {
    std::vector<std::string> all = {"convert"};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome outcome = meshwright(all);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  }

  TemporaryFolder folder;
  std::string room = folder / "room.wok";
};

TEST_F(Convert, ToJsonAndBackGivesTheSameBytes) {
  const Outcome out = meshwright({"convert", room, folder / "a.json"});
  EXPECT_EQ(out.code, 0);
  EXPECT_EQ(out.out, room + " -> " + (folder / "a.json") + ": json, 92 vertices, 142 triangles\n");
  EXPECT_EQ(meshwright({"convert", folder / "a.json", folder / "b.wok"}).code, 0);
  EXPECT_EQ(read_text(room), read_text(folder / "b.wok"));
}

TEST_F(Convert, ToItsOwnFormatIsACopyFromTheStructures) {
  EXPECT_EQ(meshwright({"convert", room, folder / "b.WOK"}).code, 0);
  EXPECT_EQ(read_text(room), read_text(folder / "b.WOK"));
}

TEST_F(Convert, ToGltfAndObjKeepsTheGeometry) {
  for (const char* name : {"a.glb", "a.gltf"}) {
    EXPECT_EQ(meshwright({"convert", room, folder / name}).code, 0);
    const Outcome diff = meshwright({"diff", room, folder / name});
    EXPECT_EQ(diff.code, 0);
    EXPECT_EQ(diff.out, "identical\n");
  }
  EXPECT_TRUE(std::filesystem::exists(folder / "a.bin"));
  const Outcome obj = meshwright({"convert", "--json", room, folder / "a.obj"});
  EXPECT_NE(
      obj.out.find(
          R"("losses":[{"code":"OBJ_HIERARCHY_DROPPED","severity":"warning","subject":"","message":"OBJ holds no hierarchy )"
          R"(of nodes"},{"code":"OBJ_EXTRAS_DROPPED","severity":"warning","subject":"","message":"OBJ holds no extras: )"),
      obj.out.npos)
      << obj.out;
  EXPECT_EQ(obj.err, "meshwright: " + room + ": lost: OBJ holds no hierarchy of nodes\nmeshwright: " + room +
                         ": lost: OBJ holds no extras: type, position, room, surface, walkable\n");
  EXPECT_TRUE(std::filesystem::exists(folder / "a.mtl"));
  EXPECT_EQ(meshwright({"info", folder / "a.obj"}).code, 0);
}

/// The material library that an OBJ names is the file that is written.
TEST_F(Convert, AnObjNamesTheMtlBesideIt) {
  EXPECT_EQ(meshwright({"convert", room, folder / "a.wok.ascii", "--to", "obj"}).code, 0);
  EXPECT_TRUE(std::filesystem::exists(folder / "a.mtl"));
  EXPECT_NE(read_text(folder / "a.wok.ascii").find("mtllib a.mtl\n"), std::string::npos);
}

TEST_F(Convert, RawAxesKeepTheNumbers) {
  EXPECT_EQ(meshwright({"convert", "--raw-axes", room, folder / "a.obj"}).code, 0);
  EXPECT_NE(read_text(folder / "a.obj").find("v 2 10 0\n"), std::string::npos);
  EXPECT_EQ(meshwright({"convert", room, folder / "b.obj"}).code, 0);
  EXPECT_NE(read_text(folder / "b.obj").find("v 2 0 -10\n"), std::string::npos);
}

TEST_F(Convert, DiffTellsFieldsOfOneFormatAndAnswersByItsExitCode) {
  std::string bytes = read_text(room);
  bytes[0x88 + 3] = 0x40;  // vertices[0].x
  write_text(folder / "moved.wok", bytes);
  const Outcome diff = meshwright({"diff", room, folder / "moved.wok"});
  EXPECT_EQ(diff.code, 1);
  EXPECT_EQ(diff.out, "1 difference\nvertices[0]: (0, 0, 0) | (2, 0, 0)\n");
  const Outcome json = meshwright({"diff", "--json", room, room});
  EXPECT_EQ(json.code, 0);
  EXPECT_EQ(json.out, "{\"a\":\"" + room + "\",\"b\":\"" + room +
                          "\",\"identical\":true,\"summary\":{\"through_scene\":false,"
                          "\"differences\":0,\"layout\":0,\"changes\":[]},\"differences\":[]}\n");
  EXPECT_EQ(meshwright({"diff", room, folder / "none"}).code, 2);
}

TEST_F(Convert, ExchangeFormatsHaveNoMirrorToCheck) {
  meshwright({"convert", room, folder / "a.glb"});
  const Outcome validate = meshwright({"validate", folder / "a.glb"});
  EXPECT_EQ(validate.code, 2);
  EXPECT_EQ(validate.err, "meshwright: " + (folder / "a.glb") + ": is a gltf, which cannot be validated\n");
}

TEST_F(Convert, AnExistingFileNeedsForce) {
  write_text(folder / "a.json", "mine");
  EXPECT_EQ(failure({room, folder / "a.json"}),
            "meshwright: " + (folder / "a.json") + ": exists already; --force replaces it\n");
  EXPECT_EQ(read_text(folder / "a.json"), "mine");
  EXPECT_EQ(meshwright({"convert", "--force", room, folder / "a.json"}).code, 0);
  EXPECT_TRUE(read_text(folder / "a.json").starts_with("{\n \"format\": \"kotor-walkmesh\",\n"));
}

TEST_F(Convert, ATableOfSurfacesDecidesWhatIsWalkable) {
  std::string table = "2DA V2.0\n\nLabel Walk\n";
  for (int row = 0; row < 31; ++row) table += std::to_string(row) + " mine" + std::to_string(row) + " 1\n";
  write_text(folder / "surfacemat.2da", table);
  const Outcome info = meshwright({"info", room, "--surfaces", folder / "surfacemat.2da"});
  EXPECT_EQ(info.code, 0);
  EXPECT_NE(info.out.find("mine7"), info.out.npos) << info.out;
  const Outcome usual = meshwright({"validate", room});
  const Outcome own = meshwright({"validate", room, "--surfaces", folder / "surfacemat.2da"});
  EXPECT_EQ(usual.code, 0) << usual.out;
  EXPECT_EQ(own.code, 1) << own.out;  // its walls are walkable now, and have no neighbours in the file
  EXPECT_EQ(meshwright({"convert", room, folder / "a.gltf", "--surfaces", folder / "surfacemat.2da"}).code,
            0);
  EXPECT_NE(read_text(folder / "a.gltf").find("\"mine7\""), std::string::npos);
}

TEST_F(Convert, ATableOfSurfacesMustBeOne) {
  write_text(folder / "bad.2da", "2DA V2.0\n\nLabel\n0 a\n");
  EXPECT_EQ(failure({room, folder / "a.glb", "--surfaces", folder / "bad.2da"}),
            "meshwright: " + room + ": surfaces " + (folder / "bad.2da") +
                ": columns: there is no \"Walk\" among them\n");
  const std::string house = folder / "house.bwm";
  ASSERT_EQ(meshwright({"sample", "bw2-bwm", house}).code, 0);
  EXPECT_EQ(failure({house, folder / "a.glb", "--surfaces", folder / "bad.2da"}),
            "meshwright: " + house + ": --surfaces has no meaning when a bw2-bwm becomes gltf\n");
}

TEST_F(Convert, ManyLossesAreToldInShort) {
  const std::string images = folder / "images";
  std::filesystem::create_directory(images);
  for (int i = 0; i < 14; ++i) write_text(images + "/m" + std::to_string(i) + ".tga", "no image");
  const std::string prefix = "meshwright: " + (folder / "a.obj") + ": lost: ";
  const auto convert_with = [&](int textures) {
    std::string obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
    std::string mtl;
    for (int i = 0; i < textures; ++i) {
      const std::string name = "m" + std::to_string(i);
      mtl += "newmtl " + name + "\nmap_Kd " + name + ".png\n";
      obj += "usemtl " + name + "\nf 1 2 3\n";
    }
    write_text(folder / "a.obj", "mtllib a.mtl\n" + obj);
    write_text(folder / "a.mtl", mtl);
    return meshwright({"convert", folder / "a.obj", folder / "a.glb", "-f", "--json", "--textures", images});
  };
  const auto told = [&](int textures) {
    std::string lines;
    for (int i = 0; i < textures; ++i)
      lines += prefix + "texture m" + std::to_string(i) + ".png is a name only: " + images + "/m" +
               std::to_string(i) +
               ".tga: 0x00000008: x_origin: needs 2 bytes, but only 0 are left in the file\n";
    return lines;
  };
  EXPECT_EQ(convert_with(10).err, told(10));
  EXPECT_EQ(convert_with(11).err, told(11)) << "a line that says \"1 more\" would be as long";
  EXPECT_EQ(convert_with(12).err, told(10) + prefix + "2 more, which --json lists\n");
  const Outcome outcome = convert_with(14);
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, told(10) + prefix + "4 more, which --json lists\n");
  EXPECT_NE(outcome.out.find("m13.png"), outcome.out.npos) << outcome.out;
}

TEST_F(Convert, TheInputIsNeverReplaced) {
  const std::string before = read_text(room);
  std::filesystem::create_hard_link(room, folder / "other.wok");
  EXPECT_EQ(failure({"--force", room, room}),
            "meshwright: " + room + ": is the input itself; write to another file\n");
  EXPECT_EQ(failure({"--force", room, folder / "other.wok"}),
            "meshwright: " + (folder / "other.wok") + ": is the input itself; write to another file\n");
  EXPECT_EQ(read_text(room), before);
}

TEST_F(Convert, ANameThatSaysNothingIsRefused) {
  EXPECT_EQ(failure({room, folder / "a.xyz"}),
            "meshwright: " + room +
                ": cannot tell from the output's name what it should become; --to says it: kotor-walkmesh, "
                "kotor-walkmesh-ascii, kotor-mdl, kotor-mdl-ascii, bw2-bwm, wows-geometry, wows-primitives, "
                "gltf, obj, json\n");
  EXPECT_EQ(failure({"--to", "gif", room, folder / "a"}),
            "meshwright: " + room +
                ": a kotor-walkmesh cannot become gif, only kotor-walkmesh, kotor-walkmesh-ascii, kotor-mdl, "
                "kotor-mdl-ascii, bw2-bwm, wows-geometry, wows-primitives, gltf, obj, json\n");
  EXPECT_EQ(meshwright({"convert", "--to", "json", room, folder / "a.xyz"}).code, 0);
}

TEST_F(Convert, ARoomDoesNotBecomeACrateByItsName) {
  EXPECT_EQ(failure({room, folder / "a.pwk"}),
            "meshwright: " + room + ": the input is a wok, which a new name does not change\n");
}

TEST_F(Convert, BrokenJsonIsNamed) {
  write_text(folder / "bad.json", "{\"format\": \"kotor-walkmesh\", \"type\": }");
  EXPECT_TRUE(failure({folder / "bad.json", folder / "b.wok"})
                  .starts_with("meshwright: " + (folder / "bad.json") + ": line 1, column 38: not JSON: "));
  write_text(folder / "short.json", "{\"format\": \"kotor-walkmesh\"}");
  EXPECT_EQ(failure({folder / "short.json", folder / "b.wok"}),
            "meshwright: " + (folder / "short.json") + ": line 1, column 1: type: missing\n");
}

TEST_F(Convert, GrownTablesAskForANewLayout) {
  meshwright({"convert", room, folder / "a.json"});
  std::string json = read_text(folder / "a.json");
  json.insert(json.find("\n  [0, 0, 0],") + 1, "  [9, 9, 9],\n");
  write_text(folder / "grown.json", json);
  EXPECT_EQ(
      failure({folder / "grown.json", folder / "b.wok"}),
      "meshwright: " + (folder / "grown.json") +
          ": 0x000004da: faces: shares bytes with vertices and disagrees with it (remove \"layout\" and "
          "\"unreferenced\" from the JSON to place everything anew)\n");
  EXPECT_FALSE(std::filesystem::exists(folder / "b.wok"));
}

TEST_F(Convert, NamesOfShapesMayBeBrought) {
  const std::string geometry = folder / "x.geometry";
  ASSERT_EQ(meshwright({"sample", "wows-geometry", geometry}).code, 0);
  write_text(folder / "names.txt", "# mine\nTurretShape\n");
  EXPECT_EQ(meshwright({"convert", "--shape-names", folder / "names.txt", geometry, folder / "x.glb"}).code,
            0);
  const Outcome missing =
      meshwright({"convert", "--shape-names", folder / "none.txt", geometry, folder / "y.glb"});
  EXPECT_EQ(missing.code, 2);
  EXPECT_EQ(missing.err, "meshwright: " + geometry + ": shape-names " + (folder / "none.txt") +
                             ": cannot open: No such file or directory\n");
}

TEST_F(Convert, TheTargetMayBeSaidByAnExtension) {
  EXPECT_EQ(meshwright({"convert", "--to", "glb", room, folder / "a"}).code, 0);
  EXPECT_TRUE(read_text(folder / "a").starts_with("glTF"));
}

TEST_F(Convert, ADirectionThatDoesNotExistIsSaidToBeSo) {
  ASSERT_EQ(meshwright({"convert", room, folder / "a.glb"}).code, 0);
  EXPECT_EQ(failure({folder / "a.glb", folder / "b.splash"}),
            "meshwright: " + (folder / "a.glb") +
                ": a gltf cannot become wows-splash, only kotor-walkmesh, kotor-walkmesh-ascii, kotor-mdl, "
                "kotor-mdl-ascii, bw2-bwm, wows-geometry, wows-primitives, gltf, obj\n");
}

TEST_F(Convert, AnOptionWithoutAMeaningIsRefused) {
  const auto refused = [&](const std::vector<std::string>& option, const std::string& output) {
    std::vector<std::string> words = {room, folder / output};
    words.insert(words.end(), option.begin(), option.end());
    return failure(words);
  };
  const std::string prefix = "meshwright: " + room + ": ";
  EXPECT_EQ(refused({"--game", "k2"}, "a.wok"),
            prefix + "--game has no meaning when a kotor-walkmesh becomes kotor-walkmesh\n");
  EXPECT_EQ(refused({"--lod", "7"}, "a.glb"), prefix + "--lod has no meaning for a kotor-walkmesh\n");
  EXPECT_EQ(refused({"--armor"}, "a.glb"), prefix + "--armor has no meaning for a kotor-walkmesh\n");
  EXPECT_EQ(refused({"--shape-names", room}, "a.glb"),
            prefix + "--shape-names has no meaning for a kotor-walkmesh\n");
  EXPECT_EQ(refused({"--raw-axes"}, "a.json"),
            prefix + "--raw-axes has no meaning when a kotor-walkmesh becomes json\n");
  EXPECT_FALSE(std::filesystem::exists(folder / "a.glb"));
}

/// No output at all rather than one without a mesh; the other verbs still tell of the file.
TEST_F(Convert, AFileWithoutAMeshThatCanBeDecodedIsAnError) {
  const std::string geometry = folder / "x.geometry";
  ASSERT_EQ(meshwright({"sample", "wows-geometry", geometry}).code, 0);
  std::string bytes = read_text(geometry);
  bytes[0x684] = 2;  // list type and index size, swapped
  bytes[0x686] = 0;
  write_text(geometry, bytes);
  EXPECT_EQ(
      failure({geometry, folder / "x.glb"}),
      "meshwright: " + geometry +
          ": 0x00000686: index_buffers[0].index_size: indices of 0 bytes, expected 2 or 4; 0 of 4 meshes "
          "can be decoded\n");
  EXPECT_FALSE(std::filesystem::exists(folder / "x.glb"));
  EXPECT_EQ(meshwright({"info", geometry}).code, 0);
  EXPECT_EQ(meshwright({"validate", geometry}).code, 1);
  EXPECT_EQ(meshwright({"convert", geometry, folder / "x.json"}).code, 0);
  EXPECT_EQ(meshwright({"convert", "--armor", geometry, folder / "armor.glb"}).code,
            0);  // that is still there
}

}  // namespace
}  // namespace mw
