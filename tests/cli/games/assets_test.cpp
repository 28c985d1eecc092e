#include <gtest/gtest.h>
#include <meshwright/core/json_value.h>

#include <algorithm>
#include <filesystem>

#include "support/command.h"

namespace mw {
namespace {

using test::meshwright;
using test::Outcome;
using test::read_text;
using test::shell;
using test::TemporaryFolder;
using test::write_text;

constexpr const char* kModel = "content/gameplay/sample/turret/turret.model";

/// A database, and the .geometry that it speaks of where it says.
struct Sample {
  TemporaryFolder folder;
  std::string database = folder / "assets.bin";
  std::string content = folder / "res";
  std::string geometry = content + "/content/gameplay/sample/turret/turret.geometry";

  Sample() {
    std::filesystem::create_directories(std::filesystem::path(geometry).parent_path());
    EXPECT_EQ(meshwright({"sample", "wows-assets", database}).code, 0);
    EXPECT_EQ(meshwright({"sample", "wows-geometry", geometry}).code, 0);
  }
};

TEST(CliAssets, InfoValidateRoundtripAndJson) {
  const Sample sample;
  const std::string info = meshwright({"info", sample.database}).out;
  EXPECT_NE(info.find("World of Warships assets (1.1.0.0)"), info.npos) << info;
  EXPECT_NE(info.find("type visual, records 2, bytes 1064, checksum 0x3167064b, decoded yes"), info.npos)
      << info;
  EXPECT_EQ(meshwright({"validate", "--fail-on", "warning", sample.database}).code, 0);
  EXPECT_EQ(meshwright({"roundtrip", sample.database}).out, sample.database + ": identical (6991 bytes)\n");
  ASSERT_EQ(meshwright({"convert", sample.database, sample.folder / "a.json"}).code, 0);
  ASSERT_EQ(meshwright({"convert", sample.folder / "a.json", sample.folder / "b.bin"}).code, 0);
  EXPECT_EQ(read_text(sample.folder / "b.bin"), read_text(sample.database));
  const std::string dump = meshwright({"dump", sample.database}).out;
  EXPECT_NE(dump.find("6991 bytes: 6991 named, 0 unreferenced"), dump.npos);
}

TEST(CliAssets, LsListsPathsByPatternAndType) {
  const Sample sample;
  const Outcome all = meshwright({"assets", "ls", sample.database});
  EXPECT_EQ(all.code, 0);
  EXPECT_EQ(std::ranges::count(all.out, '\n'), 38);
  EXPECT_EQ(meshwright({"assets", "ls", sample.database, "*boat.mod?l"}).out,
            "content/gameplay/sample/boat/boat.model\n");
  EXPECT_EQ(meshwright({"assets", "ls", sample.database, "boat"}).out, "");
  EXPECT_EQ(
      meshwright({"assets", "ls", sample.database, "--type", "point-light", "--json"}).out,
      "{\"path\":\"content/gameplay/sample/effects/"
      "lamp.light\",\"id\":\"0x4e94e84445d23007\",\"type\":\"point-light\",\"database\":4,\"record\":0}\n");
  EXPECT_EQ(meshwright({"assets", "ls", sample.database, "--type", "ship"}).err,
            "meshwright: " + sample.database +
                ": no type is called \"ship\", only material, visual, skeleton, model, point-light, effect, "
                "velocity-field, effect-preset, effect-metadata, atlas-contour\n");
  EXPECT_EQ(shell("$MESHWRIGHT assets ls " + sample.database + " | head -1").out, "content\n");
}

TEST(CliAssets, FindTakesNamesAndIds) {
  const Sample sample;
  EXPECT_EQ(meshwright({"assets", "find", sample.database, "TURRET.Model"}).out, std::string(kModel) + "\n");
  EXPECT_EQ(meshwright({"assets", "find", sample.database, "0x570fc7fdb526e5fc"}).out,
            std::string(kModel) + "\n");
  EXPECT_EQ(meshwright({"assets", "find", sample.database, "0x820F0280"}).out, "\"diffuseMap\" 0x820f0280\n");
  EXPECT_EQ(meshwright({"assets", "find", sample.database, "diffuseMap"}).out, "\"diffuseMap\" 0x820f0280\n");
  const Outcome none = meshwright({"assets", "find", sample.database, "nothing"});
  EXPECT_EQ(none.code, 1);
  EXPECT_EQ(none.out + none.err, "");
}

/// One form of ids for all actions: what looks like one and is none is refused.
TEST(CliAssets, IdsAreReadInOneWay) {
  const Sample sample;
  const std::string model = std::string(kModel) + "\n";
  EXPECT_EQ(meshwright({"assets", "find", sample.database, "0X570FC7FDB526E5FC"}).out, model);
  EXPECT_EQ(meshwright({"assets", "get", sample.database, "0X570FC7FDB526E5FC"}).out,
            meshwright({"assets", "get", sample.database, kModel}).out);
  const auto got = parse_json(meshwright({"assets", "get", sample.database, kModel}).out);
  ASSERT_TRUE(got);
  EXPECT_EQ(*got->find("id")->get_if<std::string>(), "0x570fc7fdb526e5fc");
  EXPECT_EQ(*got->find("path")->get_if<std::string>(), kModel);
  const Outcome find = meshwright({"assets", "find", sample.database, "0x570fc7"});
  EXPECT_EQ(find.code, 2);
  EXPECT_EQ(find.err, "meshwright: " + sample.database +
                          ": \"0x570fc7\" is no id: 0x and sixteen hex digits are one of a path, 0x and "
                          "eight one of a name\n");
  for (const char* action : {"get", "resolve"}) {
    const Outcome refused = meshwright({"assets", action, sample.database, "0x570fc7"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_EQ(refused.err, "meshwright: " + sample.database +
                               ": \"0x570fc7\" is no id of a path: 0x and sixteen hex digits are\n");
  }
}

TEST(CliAssets, SaysWhyThereIsNoRecord) {
  const Sample sample;
  const auto complaint = [&](const std::string& path) {
    return meshwright({"assets", "get", sample.database, path}).err.substr(14 + sample.database.size());
  };
  EXPECT_EQ(complaint("content/gameplay/sample/textures/boat_a.dds"),
            "content/gameplay/sample/textures/boat_a.dds has a path but no record\n");
  EXPECT_EQ(complaint("/Content\\gameplay/sample/turret/TURRET.model"),
            "no record of /Content\\gameplay/sample/turret/TURRET.model; it is written " +
                std::string(kModel) + "\n");
}

TEST(CliAssets, GetGivesARecord) {
  const Sample sample;
  const Outcome got =
      meshwright({"assets", "get", sample.database, "content/gameplay/sample/boat/boat.model", "--json"});
  EXPECT_EQ(got.code, 0);
  const auto json = parse_json(got.out).value();
  EXPECT_EQ(*json.find("type")->get_if<std::string>(), "model");
  EXPECT_EQ(*json.find("record")->get_if<std::uint64_t>(), 1U);
  const JsonValue& dye = json.find("value")->find("dyes")->get_if<JsonArray>()->at(0);
  EXPECT_EQ(*dye.find("matter")->get_if<std::string>(), "paint");
  const Outcome none = meshwright({"assets", "get", sample.database, "a.model"});
  EXPECT_EQ(none.code, 2);
  EXPECT_EQ(none.err, "meshwright: " + sample.database + ": no record of a.model\n");
}

TEST(CliAssets, ResolveFollowsAModelAndGoesBack) {
  const Sample sample;
  const std::string text = meshwright({"assets", "resolve", sample.database, kModel}).out;
  EXPECT_NE(text.find("  geometry     content/gameplay/sample/turret/turret.geometry\n"), text.npos) << text;
  EXPECT_NE(text.find("  render set   bodyShape: turret_metal, skinned by barrel_base_BlendBone, "
                      "barrel_mouth_BlendBone\n"),
            text.npos);
  EXPECT_NE(text.find("    diffuseMap             content/gameplay/sample/textures/turret_a.dds\n"),
            text.npos);
  const auto json =
      parse_json(meshwright({"assets", "resolve", sample.database, kModel, "--json"}).out).value();
  EXPECT_EQ(json.find("lods")->get_if<JsonArray>()->size(), 2U);
  const Outcome back =
      meshwright({"assets", "resolve", sample.database, "content/gameplay/sample/turret/turret.geometry"});
  EXPECT_EQ(back.out,
            "  visual       content/gameplay/sample/turret/turret.visual\n"
            "  model        content/gameplay/sample/turret/turret.model\n");
  EXPECT_EQ(
      meshwright({"assets", "resolve", sample.database, "content/gameplay/sample/textures/boat_a.dds"}).code,
      1);
}

TEST(CliAssets, VerifySaysWhichChecksumAndFindsFaults) {
  const Sample sample;
  const Outcome good = meshwright({"assets", "verify", sample.database});
  EXPECT_EQ(good.code, 0);
  EXPECT_EQ(good.out, sample.database + ": checksum 0xd328702d: murmur3\n" + sample.database +
                          ": 0 errors, 0 warnings, 0 infos\n");
  std::string bytes = read_text(sample.database);
  bytes[0x73d] = 'x';  // the turret's key in the table of resources
  write_text(sample.database, bytes);
  const Outcome bad = meshwright({"assets", "verify", sample.database});
  EXPECT_EQ(bad.code, 1);
  EXPECT_NE(bad.out.find(": neither Murmur3 nor CRC32\n"), bad.out.npos) << bad.out;
  EXPECT_NE(bad.out.find("error ASSETS_RESOURCE_SLOT_SHIFTED at resources.buckets[34].key"), bad.out.npos)
      << bad.out;
  EXPECT_EQ(meshwright({"assets", "verify", sample.database, "--json"}).out.substr(0, 1), "{");
}

/// A checksum that is wrong is a warning of validate, but what verify is asked for.
TEST(CliAssets, VerifySaysNoToAWrongChecksum) {
  const Sample sample;
  std::string bytes = read_text(sample.database);
  bytes[8] = char(bytes[8] ^ 1);
  write_text(sample.database, bytes);
  EXPECT_EQ(meshwright({"validate", sample.database}).code, 0);
  EXPECT_EQ(meshwright({"assets", "verify", sample.database}).code, 1);
}

TEST(CliAssets, VerifyTakesTheOptionsOfValidate) {
  const Sample sample;
  std::string bytes = read_text(sample.database);
  for (const int database : {4, 5, 6, 7, 8}) bytes[std::size_t(0x1026 + 24 * (database - 3))] = 1;
  write_text(sample.database, bytes);
  const std::string few = meshwright({"assets", "verify", sample.database}).out;
  EXPECT_NE(few.find("… and 2 more (--all shows them)"), few.npos) << few;
  const std::string all = meshwright({"assets", "verify", sample.database, "--all"}).out;
  EXPECT_EQ(all.find("--all"), all.npos) << all;
  EXPECT_NE(all.find("databases[8].checksum"), all.npos) << all;
  EXPECT_EQ(meshwright({"assets", "verify", sample.database, "--fail-on", "warning"}).code, 1);
  EXPECT_EQ(meshwright({"assets", "ls", sample.database, "--all"}).err,
            "meshwright: --all has a meaning for assets verify only\n");
  EXPECT_EQ(meshwright({"assets", "ls", sample.database, "--fail-on", "warning"}).err,
            "meshwright: --fail-on has a meaning for assets verify only\n");
}

TEST(CliAssets, RefusesWordsWithoutMeaning) {
  const Sample sample;
  const auto complaint = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "assets");
    const Outcome outcome = meshwright(words);
    EXPECT_EQ(outcome.code, 2);
    return outcome.err;
  };
  EXPECT_EQ(complaint({"get", sample.database}),
            "meshwright: assets get needs a path or an id behind the file\n");
  EXPECT_EQ(complaint({"find", sample.database}),
            "meshwright: assets find needs a name or an id behind the file\n");
  EXPECT_EQ(complaint({"verify", sample.database, "x"}),
            "meshwright: assets verify takes nothing behind the file\n");
  EXPECT_EQ(complaint({"find", sample.database, "x", "--type", "model"}),
            "meshwright: --type has a meaning for assets ls only\n");
  EXPECT_EQ(complaint({"ls", sample.geometry}),
            "meshwright: " + sample.geometry + ": is a wows-geometry, not a wows-assets\n");
}

TEST(CliAssets, AnUnknownLayoutIsAssumedOnlyWhenAsked) {
  const Sample sample;
  std::string bytes = read_text(sample.database);
  bytes[0x1026] = 1;  // checksum of the models
  write_text(sample.database, bytes);
  const std::string raw = meshwright({"assets", "get", sample.database, kModel, "--json"}).out;
  EXPECT_NE(raw.find("\"value\":{\"raw\":\""), raw.npos) << raw;
  const std::string unknown =
      "is a model of an unknown version (checksum 0xe7886b01); --assume-layout reads it "
      "as a known one\n";
  EXPECT_EQ(meshwright({"assets", "get", sample.database, kModel}).err,
            "meshwright: " + sample.database + ": " + kModel + " " + unknown);
  EXPECT_EQ(meshwright({"assets", "resolve", sample.database, kModel}).err,
            "meshwright: " + sample.database + ": " + kModel + " " + unknown);
  const std::string assumed =
      meshwright({"assets", "get", sample.database, kModel, "--json", "--assume-layout", "0.10"}).out;
  EXPECT_NE(assumed.find("\"misc_type\":0"), assumed.npos) << assumed;
  EXPECT_EQ(meshwright({"assets", "resolve", sample.database, kModel}).code, 2);
  EXPECT_EQ(meshwright({"assets", "resolve", sample.database, kModel, "--assume-layout", "0.10"}).code, 0);
  EXPECT_EQ(meshwright({"convert", sample.database + ":" + kModel, sample.folder / "a.glb", "--content",
                        sample.content, "--assume-layout", "0.10"})
                .code,
            0);
}

TEST(CliAssets, AGeometryTakesNamesAndNodesFromItsDatabase) {
  const Sample sample;
  const std::string glb = sample.folder / "a.glb";
  ASSERT_EQ(meshwright({"convert", sample.geometry, glb, "--assets", sample.database, "--lod", "all"}).code,
            0);
  const std::string text = read_text(glb);
  for (const char* part : {"\"name\":\"barrel_mouth\"", "\"name\":\"HP_flag\"", "\"name\":\"turret_rope\"",
                           "\"skins\":", "JOINTS_0", "\"Turret_lod1Shape\"", "turret_mg.dds"})
    EXPECT_NE(text.find(part), text.npos) << part;
  EXPECT_EQ(text.find("_BONE_0"), text.npos);
  const Outcome other = meshwright({"convert", sample.database, sample.folder / "b.glb"});
  EXPECT_EQ(other.code, 2);
  EXPECT_EQ(other.err,
            "meshwright: " + sample.database +
                ": holds many models; --model, or a path behind the file and a colon, says which\n");
}

TEST(CliAssets, AModelFindsItsGeometryBelowTheContent) {
  const Sample sample;
  const std::string model = sample.database + ":" + kModel;
  const std::string one = sample.folder / "one.glb";
  const std::string two = sample.folder / "two.glb";
  ASSERT_EQ(meshwright({"convert", model, one, "--content", sample.content}).code, 0);
  // The folder may be the content itself, and the option says the same as the colon.
  ASSERT_EQ(meshwright({"convert", sample.database, two, "--model", kModel, "--content",
                        sample.content + "/content"})
                .code,
            0);
  EXPECT_EQ(read_text(one), read_text(two));
  EXPECT_EQ(
      meshwright({"convert", model, sample.folder / "c.glb"}).err,
      "meshwright: " + sample.database +
          ": the model is in content/gameplay/sample/turret/turret.geometry; --content says below which "
          "folder\n");
  EXPECT_EQ(meshwright({"convert", model, sample.folder / "c.glb", "--content",
                        sample.content + "/content/gameplay"})
                .err,
            "meshwright: " + sample.database +
                ": content: no content/gameplay/sample/turret/turret.geometry below " + sample.content +
                "/content/gameplay\n");
  EXPECT_EQ(meshwright({"convert", sample.geometry, sample.folder / "c.glb", "--model", kModel}).err,
            "meshwright: " + sample.geometry + ": model: has no meaning without --assets\n");
}

TEST(CliAssets, AGeometryOfAnUnknownVersionIsNotCalledUnknown) {
  const Sample sample;
  std::string bytes = read_text(sample.database);
  bytes[0xff6] = 1;  // checksum of the visuals
  write_text(sample.database, bytes);
  EXPECT_EQ(
      meshwright({"convert", sample.geometry, sample.folder / "a.glb", "--assets", sample.database}).err,
      "meshwright: " + sample.geometry +
          ": assets: no visual can be read: each is a visual of an unknown version (checksum 0x31670601); "
          "--assume-layout reads it as a known one\n");
}

TEST(CliAssets, AGeometryOfAnotherNameNeedsItsModelNamed) {
  const Sample sample;
  const std::string other = sample.folder / "other.geometry";
  std::filesystem::copy_file(sample.geometry, other);
  EXPECT_EQ(meshwright({"convert", other, sample.folder / "a.glb", "--assets", sample.database}).err,
            "meshwright: " + other +
                ": assets: no path leads to a file called \"other.geometry\"; --model names one that shows "
                "it\n");
  EXPECT_EQ(
      meshwright({"convert", other, sample.folder / "a.glb", "--assets", sample.database, "--model", kModel})
          .code,
      0);
}

}  // namespace
}  // namespace mw
