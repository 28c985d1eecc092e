#include <gtest/gtest.h>
#include <meshwright/core/json_value.h>

#include <filesystem>

#include "support/command.h"

namespace mw::test {
namespace {

/// A folder with the sample's pair in it.
struct Sample {
  TemporaryFolder folder;
  std::string mdl = folder / "creature.mdl";
  std::string mdx = folder / "creature.mdx";

  explicit Sample(const std::vector<std::string>& options = {}) {
    std::vector<std::string> words = {"sample", "kotor-mdl", mdl};
    words.insert(words.end(), options.begin(), options.end());
    EXPECT_EQ(meshwright(words).code, 0);
  }
};

TEST(CliMdl, SampleWritesBothFilesAndTheyValidateClean) {
  for (const char* game : {"k1", "k2"}) {
    for (const char* platform : {"pc", "xbox"}) {
      const Sample sample({"--game", game, "--platform", platform});
      EXPECT_TRUE(std::filesystem::exists(sample.mdx));
      const Outcome validated = meshwright({"validate", sample.mdl});
      EXPECT_EQ(validated.code, 0);
      EXPECT_EQ(validated.out, sample.mdl + ": 0 errors, 0 warnings, 0 infos\n");
      const auto info = parse_json(meshwright({"info", "--json", sample.mdl}).out);
      ASSERT_TRUE(info);
      EXPECT_EQ(*info->find("variant")->get_if<std::string>(), std::string(game) + "-" + platform);
      EXPECT_EQ(*info->find("counts")->find("skins")->get_if<std::uint64_t>(), 1U);
    }
  }
}

TEST(CliMdl, RoundtripComparesBothFiles) {
  const Sample sample;
  EXPECT_EQ(meshwright({"roundtrip", sample.mdl}).out,
            sample.mdl + ": identical (7918 bytes)\n" + sample.mdx + ": identical (2324 bytes)\n");
  EXPECT_EQ(meshwright({"roundtrip", "--relayout", "--json", sample.mdl}).out,
            "{\"file\":\"" + sample.mdl + "\",\"identical\":true,\"first_difference\":null,\"companion\":\"" +
                sample.mdx + "\",\"companion_first_difference\":null}\n");
}

TEST(CliMdl, FindsTheMdxInAnyCase) {
  const Sample sample;
  std::filesystem::rename(sample.mdx, sample.folder / "CREATURE.Mdx");
  const Outcome found = meshwright({"roundtrip", sample.mdl});
  EXPECT_EQ(found.code, 0);
  EXPECT_NE(found.out.find("CREATURE.Mdx: identical"), std::string::npos) << found.out;
}

TEST(CliMdl, WithoutAnMdxSaysSoAndTakesOneFromElsewhere) {
  const Sample sample;
  const std::string elsewhere = sample.folder / "other.bin";
  std::filesystem::rename(sample.mdx, elsewhere);
  const Outcome alone = meshwright({"validate", sample.mdl});
  EXPECT_EQ(alone.code, 1);
  EXPECT_NE(alone.out.find(
                "error MDL_MDX_MISSING at file.mdx_size (0x00000008): the header says an MDX of 2324 bytes "
                "belongs to it, and there is none"),
            std::string::npos)
      << alone.out;
  EXPECT_EQ(meshwright({"info", sample.mdl}).code, 0);
  EXPECT_EQ(meshwright({"validate", "--mdx", elsewhere, sample.mdl}).code, 0);
  const Outcome missing = meshwright({"info", "--mdx", sample.folder / "none.mdx", sample.mdl});
  EXPECT_EQ(missing.code, 2);
}

TEST(CliMdl, JsonOfThePairComesBackAsAPair) {
  const Sample sample;
  const std::string json = sample.folder / "creature.json";
  EXPECT_EQ(meshwright({"convert", sample.mdl, json}).code, 0);
  const std::string again = sample.folder / "again.mdl";
  EXPECT_EQ(meshwright({"convert", json, again}).code, 0);
  EXPECT_EQ(read_text(again), read_text(sample.mdl));
  EXPECT_EQ(read_text(sample.folder / "again.mdx"), read_text(sample.mdx));
}

/// The JSON of a pair is dumped as the pair that it would be written as.
TEST(CliMdl, JsonOfThePairIsDumpedAsAPair) {
  const Sample sample;
  const std::string json = sample.folder / "creature.json";
  ASSERT_EQ(meshwright({"convert", sample.mdl, json}).code, 0);
  std::string expected = meshwright({"dump", sample.mdl}).out;
  expected.replace(expected.find(sample.mdx), sample.mdx.size(), "(its .mdx)");
  EXPECT_EQ(meshwright({"dump", json}).out, expected);
  const auto dump = parse_json(meshwright({"dump", "--json", json}).out);
  ASSERT_TRUE(dump);
  EXPECT_EQ(*dump->find("coverage")->find("bytes")->get_if<std::uint64_t>(), 7918U);
  EXPECT_EQ(*dump->find("companion")->find("coverage")->find("bytes")->get_if<std::uint64_t>(), 2324U);
  const Outcome mdx = meshwright({"info", json, "--mdx", sample.mdx});
  EXPECT_EQ(mdx.code, 2);
  EXPECT_EQ(mdx.err, "meshwright: " + json + ": --mdx has no meaning for a kotor-mdl from JSON\n");
}

/// The MDX would be written over the MDL.
TEST(CliMdl, AnOutputCalledAsItsCompanionIsRefused) {
  const Sample sample;
  const std::string out = sample.folder / "out.mdx";
  for (const char* force : {"--quiet", "--force"}) {
    const Outcome outcome = meshwright({"convert", force, sample.mdl, out, "--to", "kotor-mdl"});
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.err, "meshwright: " + out +
                               ": files that end in .mdx are written beside this one; choose another name\n");
    EXPECT_FALSE(std::filesystem::exists(out));
  }
}

/// Numbers of an edited JSON do not size what is allocated.
TEST(CliMdl, AStrideThatNothingFillsIsAnErrorNotGigabytes) {
  const Sample sample;
  const std::string json = sample.folder / "creature.json";
  ASSERT_EQ(meshwright({"convert", sample.mdl, json}).code, 0);
  std::string text = read_text(json);
  const std::string stride = "\"mdx_stride\": 100";
  const auto at = text.find(stride);
  ASSERT_NE(at, text.npos);
  text.replace(at, stride.size(), "\"mdx_stride\": 4294967295");
  write_text(json, text);
  const Outcome outcome = meshwright({"convert", json, sample.folder / "new.mdl"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("rest: has 0 bytes, expected "), std::string::npos) << outcome.err;
}

TEST(CliMdl, ConvertListsItsLosses) {
  const Sample sample;
  const std::string out = sample.folder / "xbox.mdl";
  const Outcome converted = meshwright({"convert", "--json", "--platform", "xbox", sample.mdl, out});
  EXPECT_EQ(converted.code, 0);
  const auto summary = parse_json(converted.out);
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->find("losses")->get_if<JsonArray>()->size(), 1U);
  EXPECT_NE(converted.err.find("lost: 3 meshes, the first is tail_g: normals and tangents are rounded"),
            std::string::npos)
      << converted.err;
  EXPECT_EQ(meshwright({"validate", out}).code, 0);
  const std::string k2 = sample.folder / "k2.mdl";
  EXPECT_EQ(meshwright({"convert", "--game", "k2", sample.mdl, k2}).err, "");
  EXPECT_EQ(read_text(sample.folder / "k2.mdx"), read_text(sample.mdx));
}

/// A new MDL beside the MDX of another model would be worse than none.
TEST(CliMdl, ForceReplacesBothOfAPair) {
  const Sample sample;
  const std::string out = sample.folder / "out.mdl";
  write_text(out, "old");
  write_text(sample.folder / "out.mdx", "old too");
  const Outcome outcome = meshwright({"convert", "--force", "--game", "k2", sample.mdl, out});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(read_text(sample.folder / "out.mdx"), read_text(sample.mdx));
  EXPECT_EQ(meshwright({"validate", out}).code, 0);
}

TEST(CliMdl, AFileInTheWayOfEitherIsKept) {
  const Sample sample;
  const std::string out = sample.folder / "out.mdl";
  write_text(sample.folder / "out.mdx", "mine");
  EXPECT_EQ(meshwright({"convert", "--game", "k2", sample.mdl, out}).code, 2);
  EXPECT_EQ(read_text(sample.folder / "out.mdx"), "mine");
  EXPECT_FALSE(std::filesystem::exists(out));
  // Not even by force may an input be replaced: neither the MDL nor the MDX.
  EXPECT_EQ(meshwright({"convert", "-f", "--game", "k2", sample.mdl, sample.mdl}).code, 2);
  EXPECT_EQ(meshwright({"validate", sample.mdl}).code, 0);
}

TEST(CliMdl, DumpNamesTheBytesOfBoth) {
  const Sample sample;
  const std::string text = meshwright({"dump", sample.mdl}).out;
  EXPECT_NE(text.find("7918 bytes: 7918 named, 0 unreferenced\n" + sample.mdx + "\n"), std::string::npos);
  EXPECT_NE(text.find("2324 bytes: 2324 named, 0 unreferenced\n"), std::string::npos);
  const auto json = parse_json(meshwright({"dump", "--json", sample.mdl}).out);
  ASSERT_TRUE(json);
  EXPECT_EQ(*json->find("coverage")->find("named")->get_if<std::uint64_t>(), 7918U);
  EXPECT_EQ(*json->find("companion")->find("coverage")->find("named")->get_if<std::uint64_t>(), 2324U);
}

TEST(CliMdl, ValidateComparesWithAWok) {
  const Sample sample;
  const std::string wok = sample.folder / "room.wok";
  EXPECT_EQ(meshwright({"sample", "kotor-walkmesh", wok}).code, 0);
  const Outcome compared = meshwright({"validate", "--wok", wok, sample.mdl});
  EXPECT_EQ(compared.code, 0);  // warnings
  EXPECT_NE(compared.out.find("warning MDL_WOK_FACE_COUNT_MISMATCH at nodes[8].mesh.faces"),
            std::string::npos)
      << compared.out;
  EXPECT_EQ(meshwright({"validate", "--wok", sample.mdl, sample.mdl}).code, 2);
}

}  // namespace
}  // namespace mw::test
