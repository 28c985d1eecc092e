#include <gtest/gtest.h>
#include <meshwright/core/json_value.h>

#include <filesystem>

#include "kotor/mdl/fixtures.h"
#include "support/command.h"

/// What a conversion loses is told, on stderr and as JSON, in these words.
namespace mw::test {
namespace {

namespace mdl = kotor::mdl;

class Losses : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(meshwright({"sample", "kotor-mdl", model}).code, 0);
    ASSERT_EQ(meshwright({"sample", "kotor-walkmesh", room}).code, 0);
  }

  /// Of a conversion that succeeds: the lines on stderr, which are those in the JSON too.
  std::vector<std::string> losses(std::vector<std::string> words, const std::string& input) {
    words.insert(words.begin(), {"convert", "-f", "--json"});
    const Outcome outcome = meshwright(words);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    std::vector<std::string> lines;
    std::string expected;
    const std::string& answer = outcome.out.empty() || outcome.out[0] != '{' ? outcome.err : outcome.out;
    const auto json = parse_json(std::string_view(answer).substr(0, answer.find('\n')));
    if (!json || json->find("losses") == nullptr) return {"no JSON: " + answer};
    for (const JsonValue& line : *json->find("losses")->get_if<JsonArray>()) {
      lines.push_back(*line.find("message")->get_if<std::string>());
      expected += "meshwright: " + input + ": lost: " + lines.back() + "\n";
    }
    notes.clear();
    if (const JsonValue* told = json->find("notes")) {
      for (const JsonValue& line : *told->get_if<JsonArray>()) {
        notes.push_back(*line.find("message")->get_if<std::string>());
        expected += "meshwright: " + input + ": note: " + notes.back() + "\n";
      }
    }
    EXPECT_EQ(outcome.err, expected);
    return lines;
  }

  /// With all that options add, so that only what is asked about is lost.
  std::vector<std::string> losses_of_model(std::vector<std::string> more = {}) {
    std::vector<std::string> words = {model, glb, "--collision", "--hidden", "--lights"};
    words.insert(words.end(), more.begin(), more.end());
    return losses(words, model);
  }

  TemporaryFolder folder;
  std::string model = folder / "beast.mdl";
  std::string room = folder / "room.wok";
  std::string glb = folder / "out.glb";
  std::vector<std::string> notes;  // of the last conversion
};

using Lines = std::vector<std::string>;
const std::string kTextures =
    "1 texture is a name only: mw_hide; --textures DIR tells where to look for images";

TEST_F(Losses, OfAModelWithoutItsMdxComeFirst) {
  std::filesystem::remove(folder / "beast.mdx");
  EXPECT_EQ(
      losses({model, glb}, model),
      (Lines{"beast.mdx was not found in " + folder.path().string() +
                 ": vertices have positions only, no normals, texture coordinates, colours or skins (--mdx "
                 "names it)",
             "1 light is in extras only; --lights writes it as a light", kTextures}));
  const auto json = losses({model, folder / "out.json"}, model);
  ASSERT_EQ(json.size(), 1U);
  EXPECT_TRUE(json[0].starts_with("beast.mdx was not found in ")) << json[0];
}

TEST_F(Losses, OfAModelWithAnotherMdxAreTold) {
  const std::string mdx = folder / "beast.mdx";
  const std::string whole = read_text(mdx);
  write_text(mdx, whole + "more");
  EXPECT_EQ(losses_of_model(),
            (Lines{"beast.mdx has " + std::to_string(whole.size() + 4) + " bytes, but the MDL says " +
                       std::to_string(whole.size()) +
                       ": it is another model's or damaged, so that vertex data may be wrong",
                   kTextures}));
  EXPECT_EQ(meshwright({"info", folder / "beast.mdl"}).err,
            "meshwright: " + (folder / "beast.mdl") + ": beast.mdx has " + std::to_string(whole.size() + 4) +
                " bytes, but the MDL says " + std::to_string(whole.size()) +
                ": it is another model's or damaged, so that vertex data may be wrong\n");
  write_text(mdx, whole.substr(0, 8));
  EXPECT_EQ(losses_of_model(),
            (Lines{"beast.mdx has 8 bytes, but the MDL says " + std::to_string(whole.size()) +
                       ": 3 of its meshes have positions only, others may be wrong",
                   kTextures}));
}

TEST_F(Losses, OfCompressionAreMeasured) {
  EXPECT_EQ(losses_of_model({"--compress"}),
            (Lines{"compressed: normals and tangents move by up to 0.0039",
                   "compressed: weights and colours move by up to 0.0020", kTextures}));
}

TEST_F(Losses, OfTexturesSayWhereTheyWereLookedFor) {
  const std::string skins = folder / "skins";
  std::filesystem::create_directory(skins);
  EXPECT_EQ(losses_of_model({"--textures", skins}),
            (Lines{"1 texture is a name only: mw_hide; --textures " + skins +
                   " and all folders below it were searched"}));
}

TEST_F(Losses, AreNoneWhereAModelHasNoSupermodel) {
  EXPECT_EQ(losses_of_model({"--supermodel", folder.path().string()}), Lines{kTextures});
  const std::string other = folder / "other.mdl";
  ASSERT_EQ(meshwright({"sample", "kotor-mdl", other}).code, 0);
  EXPECT_EQ(losses_of_model({"--supermodel", other}),
            (Lines{"the model names no supermodel; other.mdl is not used", kTextures}));
}

TEST_F(Losses, LightsAreLightsOnlyWhenAskedFor) {
  ASSERT_EQ(meshwright({"convert", model, folder / "dark.gltf"}).code, 0);
  ASSERT_EQ(meshwright({"convert", model, folder / "lit.gltf", "--lights"}).code, 0);
  const std::string dark = read_text(folder / "dark.gltf");
  EXPECT_EQ(dark.find("KHR_lights_punctual"), dark.npos);
  EXPECT_NE(dark.find("\"flares\""), dark.npos);
  EXPECT_NE(read_text(folder / "lit.gltf").find("KHR_lights_punctual"), std::string::npos);
  EXPECT_EQ(meshwright({"diff", folder / "dark.gltf", folder / "lit.gltf"}).out, "identical\n");
  const Outcome help = meshwright({"convert", "--help"});
  EXPECT_NE(help.out.find("--lights"), help.out.npos);
}

TEST_F(Losses, AnObjNamesItsMaterialsByTheirFile) {
  const std::string obj = folder / "a b.obj";
  ASSERT_EQ(meshwright({"convert", room, obj}).code, 0);
  EXPECT_TRUE(std::filesystem::exists(folder / "a b.mtl"));
  EXPECT_NE(read_text(obj).find("\nmtllib a b.mtl\n"), std::string::npos);
  const Outcome info = meshwright({"info", "--json", obj});
  EXPECT_NE(info.out.find("\"NonWalk\""), info.out.npos) << info.out;
}

TEST_F(Losses, AnObjOnStdoutHasNoMaterials) {
  const Outcome outcome = meshwright({"convert", room, "-", "--to", "obj"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out.find("mtllib"), outcome.out.npos);
  EXPECT_NE(outcome.err.find("lost: materials are names only: no .mtl can lie beside this output\n"),
            outcome.err.npos)
      << outcome.err;
  EXPECT_FALSE(std::filesystem::exists("-.mtl"));
}

TEST_F(Losses, AWalkmeshBecomesAModelOfItsSurface) {
  const std::string bwm = folder / "room.bwm";
  EXPECT_EQ(losses({room, bwm}, room), (Lines{"lines and points have no place in a .bwm",
                                              "1 mesh has no texture coordinates; they are 0: surface",
                                              "a .bwm holds no extras: position, room, surface, walkable"}));
  const Outcome info = meshwright({"info", "--json", bwm});
  EXPECT_NE(info.out.find("\"triangles\":142"), info.out.npos) << info.out;
}

TEST_F(Losses, ANameOfAnotherFormatIsTold) {
  EXPECT_EQ(losses({room, glb, "--to", "json"}, room), Lines{});
  EXPECT_EQ(notes, Lines{"the output is called .glb, as a gltf is, but it is a json"});
  losses({room, glb, "--to", "obj"}, room);
  EXPECT_EQ(notes, Lines{"the output is called .glb, as a gltf is, but it is an obj"});
  EXPECT_EQ(losses({room, folder / "out.txt", "--to", "json"}, room), Lines{});
  EXPECT_EQ(notes, Lines{});
}

TEST_F(Losses, OptionsThatAddNothingAreTold) {
  losses({model, glb, "--hidden", "--collision"}, model);
  EXPECT_EQ(notes, Lines{"--hidden adds nothing: there is no hidden mesh"});
  const std::string ship = folder / "ship.geometry";
  ASSERT_EQ(meshwright({"sample", "wows-geometry", ship}).code, 0);
  losses({ship, glb, "--armor", "--collision"}, ship);
  EXPECT_EQ(notes, Lines{"left out: 1 mesh of other levels (--lod all)"});
  const std::string plain = folder / "plain.primitives";
  ASSERT_EQ(meshwright({"sample", "wows-primitives", plain}).code, 0);
  losses({plain, glb}, plain);
  EXPECT_EQ(notes, Lines{"left out: 1 mesh of other levels (--lod all)"});
}

/// One line feed more or less than there should be moves all that follows.
TEST_F(Losses, AnMdxThatWasTakenForATextIsRefused) {
  const std::string mdx = folder / "beast.mdx";
  std::string whole = read_text(mdx);
  const std::string size = std::to_string(whole.size());
  const auto refusal = [&](const std::string& damaged) {
    write_text(mdx, damaged);
    const Outcome outcome = meshwright({"convert", "-f", model, glb});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.err, "meshwright: " + model + ": mdx " + mdx +
                               ": is damaged: its line endings were translated as if it were a text, so that "
                               "it has " +
                               std::to_string(damaged.size()) + " bytes where the MDL says " + size + "\n");
    EXPECT_EQ(meshwright({"info", model}).code, 0);
  };
  const std::size_t expected = whole.size();
  std::erase(whole, '\n');
  whole.resize(expected - 2, 'x');
  refusal(whole + "\r\n\r\n");
  std::erase(whole, '\r');
  whole.resize(expected - 100, 'x');
  refusal(whole + std::string(64, '\n'));
}

}  // namespace
}  // namespace mw::test
