#include <gtest/gtest.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/mdl.h>

#include <fstream>
#include <map>

#include "support/bytes.h"
#include "support/command.h"

namespace mw::test {
namespace {

namespace mdl = kotor::mdl;

struct RenameCommand : testing::Test {
  TemporaryFolder folder;
  const std::string model = folder / "mw_creature.mdl";
  const std::string out = folder / "beast_long_name.mdl";

  void SetUp() override { ASSERT_EQ(meshwright({"sample", "kotor-mdl", model}).code, 0); }

  mdl::File read_model(const std::string& path) const {
    const std::string bytes = read_text(path);
    const std::string rows = read_text(path.substr(0, path.size() - 1) + "x");
    return mdl::read(bytes_of(bytes), bytes_of(rows)).value();
  }
  /// Which words of a text became others, and how often; "other" where more than words changed.
  static std::map<std::string, int> changed_words(const std::string& before, const std::string& after) {
    std::map<std::string, int> changed;
    std::size_t at = 0;
    for (std::size_t i = 0; i < before.size();) {
      const std::size_t end = std::min(before.find_first_of(" \t\r\n", i), before.size());
      const std::size_t other = std::min(after.find_first_of(" \t\r\n", at), after.size());
      const std::string old = before.substr(i, end - i);
      const std::string now = after.substr(at, other - at);
      if (old != now) ++changed[old + " " + now];
      if (end < before.size() && (other >= after.size() || before[end] != after[other]))
        return {{"other", 1}};
      i = end + 1;
      at = other + 1;
    }
    return changed;
  }
};

TEST_F(RenameCommand, AModelInAllPlaces) {
  const Outcome outcome = meshwright({"rename", model, out, "--model", "beast_long_name"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out,
            "geometry.name: mw_creature is now beast_long_name\n"
            "names[0]: mw_creature is now beast_long_name\n"
            "animations[0].root_name: mw_creature is now beast_long_name\n"
            "animations[1].root_name: mw_creature is now beast_long_name\n" +
                model + " -> " + out + ": 4 places\n");
  const mdl::File file = read_model(out);
  EXPECT_EQ(file.geometry.name.view(), "beast_long_name");
  EXPECT_EQ(file.names[0].text, "beast_long_name");
  EXPECT_EQ(file.animations[1].header.root_name.view(), "beast_long_name");
  EXPECT_EQ(read_text(out).find("mw_creature"), std::string::npos);
  EXPECT_EQ(meshwright({"validate", "--fail-on", "warning", out}).code, 0);
  // And nothing else: the old name gives the old file.
  const std::string back = folder / "c.mdl";
  EXPECT_EQ(meshwright({"rename", out, back, "--model", "mw_creature"}).code, 0);
  EXPECT_EQ(read_text(back), read_text(model));
  EXPECT_EQ(read_text(folder / "c.mdx"), read_text(folder / "mw_creature.mdx"));
}

/// The games' own compiler leaves what was in memory behind the NUL of a name.
TEST_F(RenameCommand, BytesBehindANameStay) {
  std::string bytes = read_text(model);
  const std::size_t name = bytes.find("mw_creature");
  bytes.replace(name + 20, 4, "left");
  std::ofstream(model, std::ios::binary) << bytes;
  EXPECT_EQ(meshwright({"rename", model, out, "--model", "mw_creaturf"}).code, 0);
  std::string expected = bytes;
  for (std::size_t at = expected.find("mw_creature"); at != expected.npos; at = expected.find("mw_creature"))
    expected[at + 10] = 'f';
  EXPECT_EQ(read_text(out), expected);
  // A shorter name and the old one again.
  EXPECT_EQ(meshwright({"rename", "-f", model, out, "--model", "mw"}).code, 0);
  const std::string back = folder / "c.mdl";
  EXPECT_EQ(meshwright({"rename", out, back, "--model", "mw_creature"}).code, 0);
  EXPECT_EQ(read_text(back), bytes);
}

TEST_F(RenameCommand, ForPrograms) {
  EXPECT_EQ(
      meshwright({"rename", "--json", model, out, "--node", "hand=fist"}).out,
      R"({"input":")" + model + R"(","output":")" + out +
          R"(","changes":[{"what":"renamed","where":"names[5]","message":"hand is now fist"}],"losses":[]})" +
          "\n");
}

TEST_F(RenameCommand, NodesInAnyCase) {
  EXPECT_EQ(
      meshwright({"rename", model, out, "--node", "HAND=fist", "--node", "tail_g=tale_g"}).out,
      "names[5]: HAND is now fist\nnames[6]: tail_g is now tale_g\n" + model + " -> " + out + ": 2 places\n");
  // Names of the same length move nothing.
  std::string expected = read_text(model);
  expected.replace(expected.find(std::string("hand\0", 5)), 4, "fist");
  expected.replace(expected.find(std::string("tail_g\0", 7)), 6, "tale_g");
  EXPECT_EQ(read_text(out), expected);
}

TEST_F(RenameCommand, TexturesInAllSlots) {
  const Outcome outcome =
      meshwright({"retexture", model, out, "mw_hide=x", "MW_FLARE=flares", "mw_spark=sss"});
  EXPECT_EQ(
      outcome.out,
      "nodes[6].mesh.texture_1: mw_hide is now x\nnodes[7].mesh.texture_1: mw_hide is now x\n"
      "nodes[3].light.textures[0]: MW_FLARE is now flares\nnodes[4].emitter.texture: mw_spark is now sss\n" +
          model + " -> " + out + ": 4 places\n");
  const mdl::File file = read_model(out);
  EXPECT_EQ(file.nodes[6].mesh->header.texture_1.view(), "x");
  EXPECT_EQ(file.nodes[3].light->textures[0].text, "flares");
  EXPECT_EQ(file.nodes[4].emitter->texture.view(), "sss");
  EXPECT_EQ(meshwright({"retexture", "-f", out, model, "x=mw_hide", "flares=mw_flare", "sss=mw_spark"}).code,
            0);
  EXPECT_EQ(meshwright({"roundtrip", model}).code, 0);
}

TEST_F(RenameCommand, AModelIsNotItsOwnSupermodel) {
  const std::string text = folder / "a.mdl.ascii";
  const mdl::File file = [&] {
    mdl::File made = read_model(model);
    made.model.supermodel = FixedText<32>("S_Beast");
    return made;
  }();
  const auto written = mdl::write(file).value();
  write_text(model, std::string(text_of(ByteSpan(written.mdl))));
  ASSERT_EQ(meshwright({"convert", model, text, "--plain"}).code, 0);
  const std::string why = "\"s_beast\" is its supermodel: a model cannot be its own\n";
  for (const std::string& path : {model, text})
    EXPECT_EQ(meshwright({"rename", path, folder / "s.mdl", "--model", "s_beast"}).err,
              "meshwright: " + path + ": " + why);
  EXPECT_EQ(meshwright({"rename", model, out, "--model", "s_beast2"}).code, 0);
}

TEST_F(RenameCommand, TextsKeepAllElse) {
  const std::string text = folder / "a.mdl.ascii";
  const std::string made = folder / "b.mdl.ascii";
  ASSERT_EQ(meshwright({"convert", model, text, "--plain"}).code, 0);
  EXPECT_EQ(meshwright({"rename", text, made, "--model", "beast", "--node", "hip_g=hop"}).code, 0);
  EXPECT_EQ(changed_words(read_text(text), read_text(made)),
            (std::map<std::string, int>{{"mw_creature beast", 19}, {"hip_g hop", 16}}));
  ASSERT_EQ(meshwright({"convert", "-f", model, text}).code, 0);
  EXPECT_EQ(meshwright({"retexture", "-f", text, made, "mw_hide=x", "mw_flare=y", "mw_spark=z"}).code, 0);
  EXPECT_EQ(changed_words(read_text(text), read_text(made)),
            (std::map<std::string, int>{{"mw_hide x", 2}, {"mw_flare y", 1}, {"mw_spark z", 1}}));
  const std::string compiled = folder / "c.mdl";
  ASSERT_EQ(meshwright({"convert", made, compiled}).code, 0);
  ASSERT_EQ(meshwright({"retexture", model, out, "mw_hide=x", "mw_flare=y", "mw_spark=z"}).code, 0);
  EXPECT_EQ(read_text(compiled), read_text(out));
}

/// Notes hold for names too: compiled, the text gives the renamed binary to the bit.
TEST_F(RenameCommand, NotesOfATextHoldForTheNewNames) {
  const std::string text = folder / "a.mdl.ascii";
  const std::string made = folder / "b.mdl.ascii";
  const std::string compiled = folder / "c.mdl";
  ASSERT_EQ(meshwright({"convert", model, text}).code, 0);
  EXPECT_EQ(meshwright({"rename", text, made, "--node", "hip_g=hop", "--node", "hand=a_longer_name"}).code,
            0);
  ASSERT_EQ(meshwright({"convert", made, compiled}).code, 0);
  ASSERT_EQ(meshwright({"rename", model, out, "--node", "hip_g=hop", "--node", "hand=a_longer_name"}).code,
            0);
  EXPECT_EQ(read_text(compiled), read_text(out));
  EXPECT_EQ(read_text(folder / "c.mdx"), read_text(folder / "beast_long_name.mdx"));
  // Comments of somebody's own stay, and what notes cannot keep then is a loss.
  const std::string own = folder / "own.mdl.ascii";
  std::ofstream(own) << read_text(text) << "# mine\n";
  EXPECT_EQ(
      meshwright({"rename", "-f", own, made, "--node", "hip_g=hop"}).err,
      "meshwright: " + own +
          ": lost: notes of the text that hold for the old names: normals, tangents and numbers of nodes "
          "are made anew\n");
  EXPECT_TRUE(read_text(made).ends_with("# mine\n"));
  EXPECT_EQ(meshwright({"retexture", "-f", own, made, "mw_hide=x"}).err, "");
}

TEST_F(RenameCommand, AHouse) {
  const std::string house = folder / "a.bwm";
  const std::string other = folder / "b.bwm";
  ASSERT_EQ(meshwright({"sample", "bw2-bwm", house}).code, 0);
  EXPECT_EQ(
      meshwright({"retexture", house, other, "T_SAMPLE_walls.dds=w.dds"}).out,
      "materials[0].diffuse: T_SAMPLE_walls.dds is now w.dds\n" + house + " -> " + other + ": 1 place\n");
  std::string expected = read_text(house);
  const std::string old = "t_sample_walls.dds";
  expected.replace(expected.find(old), old.size(), "w.dds" + std::string(old.size() - 5, '\0'));
  EXPECT_EQ(read_text(other), expected);
  EXPECT_EQ(meshwright({"rename", "-f", house, other, "--node", "m_sample_house=m_home"}).code, 0);
  EXPECT_NE(meshwright({"info", "--tree", other}).out.find(" m_home"), std::string::npos);
  for (const std::string taken : {"DOOR", "m_sample_house_far"})
    EXPECT_EQ(meshwright({"rename", "-f", house, other, "--node", "m_sample_house=" + taken}).err,
              "meshwright: " + house + ": a node is called \"" + taken + "\" already\n");
  EXPECT_EQ(meshwright({"rename", "-f", house, other, "--node", "door=Door"}).code, 0);
  EXPECT_EQ(meshwright({"rename", "-f", house, other, "--model", "x"}).err,
            "meshwright: " + house + ": is a bw2-bwm, which has no name of its own\n");
}

TEST_F(RenameCommand, WhatCannotBeIsRefused) {
  const auto refused = [&](std::vector<std::string> words) {
    words.insert(words.begin() + 1, {model, out});
    const Outcome outcome = meshwright(words);
    EXPECT_EQ(outcome.code, 2);
    const std::string start = "meshwright: " + model + ": ";
    return outcome.err.starts_with(start) ? outcome.err.substr(start.size()) : outcome.err;
  };
  EXPECT_EQ(refused({"rename", "--model", "a_name_of_17_char"}),
            "\"a_name_of_17_char\" has 17 characters, and model names take 16\n");
  EXPECT_EQ(refused({"rename", "--node", "hand=" + std::string(32, 'n')}),
            "\"" + std::string(32, 'n') + "\" has 32 characters, and node names take 31\n");
  EXPECT_EQ(refused({"retexture", "mw_hide=a_name_of_17_char"}),
            "\"a_name_of_17_char\" has 17 characters, and texture names take 16\n");
  for (const std::string names : {"mw_hide=foo.tga", "foo.tga=mw_hide"})
    EXPECT_EQ(refused({"retexture", names}),
              "\"foo.tga\": a model names its textures without an extension, as foo\n");
  EXPECT_EQ(refused({"retexture", "mw_hide=Foo.2.TPC"}),
            "\"Foo.2.TPC\": a model names its textures without an extension, as Foo.2\n");
  EXPECT_EQ(refused({"retexture", "mw_hide.001=x"}), "no texture is called \"mw_hide.001\"\n");
  EXPECT_EQ(refused({"rename", "--node", "hand=HIP_G"}), "a node is called \"HIP_G\" already\n");
  EXPECT_EQ(refused({"rename", "--node", "hand=a b"}), "\"a b\": a name has no blanks\n");
  EXPECT_EQ(refused({"rename", "--node", "nobody=x"}), "no node is called \"nobody\"\n");
  EXPECT_EQ(refused({"rename", "--model", ""}),
            "meshwright: --model: is empty; try `meshwright rename --help`\n");
  EXPECT_EQ(refused({"retexture", "nothing=x"}), "no texture is called \"nothing\"\n");
  EXPECT_EQ(refused({"rename"}), "meshwright: rename needs --model NAME or --node OLD=NEW\n");
  EXPECT_EQ(refused({"retexture", "mw_hide"}), "meshwright: expected OLD=NEW, got \"mw_hide\"\n");
  const std::string room = folder / "a.wok";
  ASSERT_EQ(meshwright({"sample", "kotor-walkmesh", room}).code, 0);
  EXPECT_EQ(meshwright({"rename", room, out, "--model", "x"}).err,
            "meshwright: " + room + ": is a kotor-walkmesh, in which no names can be changed\n");
}

/// Names of a ship stand in several files, or are not there but for their hashes.
TEST_F(RenameCommand, FilesOfShipsSayWhyTheirNamesStay) {
  const auto refused = [&](const std::string& file, std::vector<std::string> words) {
    words.insert(words.begin() + 1, {file, out});
    const Outcome outcome = meshwright(words);
    EXPECT_EQ(outcome.code, 2);
    const std::string start = "meshwright: " + file + ": ";
    return outcome.err.starts_with(start) ? outcome.err.substr(start.size()) : outcome.err;
  };
  const std::string ship = folder / "ship.geometry";
  const std::string boxes = folder / "ship.splash";
  ASSERT_EQ(meshwright({"sample", "wows-geometry", ship}).code, 0);
  ASSERT_EQ(meshwright({"sample", "wows-splash", boxes}).code, 0);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"rename", "--node", "a=b"}, {"rename", "--model", "b"}}) {
    EXPECT_EQ(
        refused(ship, words),
        "is a wows-geometry, whose meshes are found by hashes of names that stand in other files of the "
        "ship\n");
    EXPECT_EQ(refused(boxes, words),
              "is a wows-splash, whose boxes the game finds by their names; in its JSON (convert) they can "
              "be others\n");
  }
  EXPECT_EQ(refused(ship, {"retexture", "a=b"}),
            "is a wows-geometry, which names no textures: the database of assets has those of its meshes\n");
  EXPECT_EQ(refused(boxes, {"retexture", "a=b"}), "is a wows-splash, which has no textures\n");
}

}  // namespace
}  // namespace mw::test
