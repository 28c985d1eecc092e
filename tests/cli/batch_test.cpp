#include <gtest/gtest.h>
#include <meshwright/core/json_value.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "support/folders.h"

namespace mw {
namespace {

namespace fs = std::filesystem;
using test::contents;
using test::json_lines;
using test::meshwright;
using test::names;
using test::number_in;
using test::Outcome;
using test::read_text;
using test::shell;
using test::TemporaryFolder;
using test::text_at;
using test::write_text;

class Batch : public ::testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(in + "/rooms/deep");
    ASSERT_EQ(meshwright({"sample", "kotor-walkmesh", in + "/rooms/room.wok"}).code, 0);
    ASSERT_EQ(meshwright({"sample", "kotor-mdl", in + "/rooms/room.mdl"}).code, 0);
    ASSERT_EQ(meshwright({"sample", "bw2-bwm", in + "/rooms/deep/house.bwm"}).code, 0);
    write_text(in + "/readme.txt", "hello");
  }

  Outcome batch(std::vector<std::string> words) {
    words.insert(words.begin(), {"batch", in, out});
    return meshwright(words);
  }

  TemporaryFolder folder;
  std::string in = folder / "in";
  std::string out = folder / "out";
};

TEST_F(Batch, KeepsTheTreeAndTellsNamesApart) {
  const Outcome done = batch({"--to", "glb"});
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_EQ(done.out, "4 files: 3 converted, 1 not recognised\n");
  EXPECT_EQ(done.err, "meshwright: 2 files lost something on the way; --json and --report tell what\n");
  EXPECT_EQ(names(out),
            (std::vector<std::string>{"rooms/deep/house.glb", "rooms/room.mdl.glb", "rooms/room.wok.glb"}));
  EXPECT_EQ(meshwright({"convert", in + "/rooms/room.wok", folder / "alone.glb"}).code, 0);
  EXPECT_EQ(read_text(out + "/rooms/room.wok.glb"), read_text(folder / "alone.glb"));
}

TEST_F(Batch, JsonHasALinePerFileInTheirOrderAndTheTotals) {
  const auto lines = json_lines(batch({"--to", "glb", "--json"}).out);
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(text_at(lines[0], "input"), "readme.txt");
  EXPECT_EQ(text_at(lines[0], "outcome"), "unrecognised");
  EXPECT_EQ(text_at(lines[1], "input"), "rooms/deep/house.bwm");
  EXPECT_EQ(text_at(lines[1], "output"), "rooms/deep/house.glb");
  EXPECT_EQ(text_at(lines[2], "format"), "kotor-mdl");
  const JsonValue* totals = lines[4].find("totals");
  ASSERT_NE(totals, nullptr);
  EXPECT_EQ(number_in(*totals->find("converted")), 3U);
  EXPECT_EQ(number_in(*totals->find("companions")), 1U);
}

/// What is there for the asking is said of each file and in reports.
TEST_F(Batch, WhatIsLeftOutIsANote) {
  const std::string report = folder / "r.json";
  const auto lines = json_lines(batch({"--to", "glb", "--json", "--report", report}).out);
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0].find("notes"), nullptr);
  const JsonValue* notes = lines[2].find("notes");
  ASSERT_NE(notes, nullptr);
  const auto& list = *notes->get_if<JsonArray>();
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(*list[0].find("message")->get_if<std::string>(), "left out: 1 collision mesh (--collision)");
  EXPECT_NE(read_text(report).find("left out: 1 collision mesh (--collision)"), std::string::npos);
}

TEST_F(Batch, GoesOnAfterAnErrorAndSaysIt) {
  write_text(in + "/bad.wok", "BWM V1.0");
  const Outcome done = batch({"--to", "glb"});
  EXPECT_EQ(done.code, 2);
  EXPECT_EQ(done.out, "5 files: 3 converted, 1 failed, 1 not recognised\n");
  EXPECT_TRUE(done.err.starts_with("meshwright: bad.wok: 0x00000008: ")) << done.err;
  EXPECT_EQ(names(out).size(), 3U);
}

TEST_F(Batch, WritesCompanionsToo) {
  EXPECT_EQ(batch({"--to", "mdl", "--include", "*.mdl"}).code, 0);
  EXPECT_EQ(read_text(out + "/rooms/room.mdl"), read_text(in + "/rooms/room.mdl"));
  EXPECT_EQ(read_text(out + "/rooms/room.mdx"), read_text(in + "/rooms/room.mdx"));
}

TEST_F(Batch, WhatCannotBecomeTheTargetIsToldAndNoFailure) {
  ASSERT_EQ(meshwright({"sample", "wows-splash", in + "/rooms/ship.splash"}).code, 0);
  const auto done = batch({"--to", "splash", "--json"});
  EXPECT_EQ(done.code, 0) << done.err;
  const auto lines = json_lines(done.out);
  EXPECT_EQ(text_at(lines[1], "outcome"), "unsuitable");
  EXPECT_TRUE(text_at(lines[1], "error").starts_with("a bw2-bwm cannot become wows-splash"));
}

TEST_F(Batch, IncludesAndExcludesByThePath) {
  EXPECT_EQ(batch({"--to", "glb", "--include", "rooms/*", "--exclude", "*.mdl"}).code, 0);
  EXPECT_EQ(names(out), (std::vector<std::string>{"rooms/deep/house.glb", "rooms/room.glb"}));
}

TEST_F(Batch, ADryRunWritesNothing) {
  const Outcome done = batch({"--to", "glb", "--dry-run"});
  EXPECT_EQ(done.code, 0);
  EXPECT_EQ(done.out,
            "rooms/deep/house.bwm -> rooms/deep/house.glb\nrooms/room.mdl -> rooms/room.mdl.glb\n"
            "rooms/room.wok -> rooms/room.wok.glb\n4 files: 3 to be converted, 1 not recognised\n");
  EXPECT_FALSE(fs::exists(out));
}

TEST_F(Batch, AnOutputThatExistsIsReplacedByForceOnly) {
  EXPECT_EQ(batch({"--to", "glb"}).code, 0);
  write_text(out + "/rooms/room.wok.glb", "mine");
  const Outcome again = batch({"--to", "glb"});
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("meshwright: rooms/room.wok: rooms/room.wok.glb exists; --force replaces it, "
                           "--skip-existing keeps it where it is up to date\n"),
            again.err.npos)
      << again.err;
  EXPECT_EQ(read_text(out + "/rooms/room.wok.glb"), "mine");
  const Outcome skipping = batch({"--to", "glb", "--skip-existing"});
  EXPECT_EQ(skipping.code, 2);
  EXPECT_EQ(skipping.out, "4 files: 2 up to date, 1 failed, 1 not recognised\n");
  EXPECT_EQ(
      skipping.err,
      "meshwright: rooms/room.wok: rooms/room.wok.glb exists and is nothing that an earlier run left so; "
      "--force replaces it\n");
  EXPECT_EQ(read_text(out + "/rooms/room.wok.glb"), "mine");
  EXPECT_EQ(batch({"--to", "glb", "--force"}).code, 0);
  EXPECT_NE(read_text(out + "/rooms/room.wok.glb"), "mine");
}

TEST_F(Batch, SkippingLooksAtContentsAndOptions) {
  EXPECT_EQ(batch({"--to", "glb"}).code, 0);
  EXPECT_EQ(batch({"--to", "glb", "--skip-existing"}).out, "4 files: 3 up to date, 1 not recognised\n");
  fs::last_write_time(in + "/rooms/room.wok", fs::file_time_type::clock::now() + std::chrono::hours(1));
  EXPECT_EQ(batch({"--to", "glb", "--skip-existing"}).out, "4 files: 3 up to date, 1 not recognised\n");
  // A companion counts as its file does.
  std::string mdx = read_text(in + "/rooms/room.mdx");
  mdx[4] = char(mdx[4] ^ 1);
  write_text(in + "/rooms/room.mdx", mdx);
  EXPECT_EQ(batch({"--to", "glb", "--skip-existing"}).out,
            "4 files: 1 converted, 2 up to date, 1 not recognised\n");
  EXPECT_EQ(batch({"--to", "glb", "--skip-existing", "--compress"}).out,
            "4 files: 3 converted, 1 not recognised\n");
}

TEST_F(Batch, ACompanionThatAKilledRunLeftAloneIsReplaced) {
  const std::vector<std::string> words = {"--to", "obj", "--include", "*.wok", "--skip-existing"};
  EXPECT_EQ(batch(words).code, 0);
  const auto whole = contents(out);
  fs::remove(out + "/rooms/room.obj");
  EXPECT_EQ(batch(words).out, "1 file: 1 converted\n");
  EXPECT_EQ(contents(out), whole);
  fs::remove(out + "/rooms/room.obj");
  write_text(out + "/rooms/room.mtl", "mine");
  EXPECT_EQ(batch(words).code, 2);
  EXPECT_EQ(read_text(out + "/rooms/room.mtl"), "mine");
}

TEST_F(Batch, NamesThatAreLongerAlreadyAreToldApartToo) {
  const std::string clash = folder / "clash";
  fs::create_directories(clash);
  for (const char* name : {"a.wok", "a.wok.glb", "a.pwk"})
    fs::copy_file(in + "/rooms/room.wok", clash + "/" + name);
  const Outcome done = meshwright({"batch", clash, out, "--to", "glb"});
  EXPECT_EQ(done.code, 0) << done.err;
  EXPECT_EQ(names(out), (std::vector<std::string>{"a.pwk.glb", "a.wok.glb", "a.wok.glb.glb"}));
}

/// A room's model and its walkmesh want one name when each is converted alone.
TEST_F(Batch, AnOutputOfAnotherFileIsNotUpToDate) {
  ASSERT_EQ(batch({"--to", "glb", "--include", "rooms/*.mdl"}).code, 0);
  const std::string model = read_text(out + "/rooms/room.glb");
  const Outcome done = batch({"--to", "glb", "--include", "rooms/*.wok", "--skip-existing"});
  EXPECT_EQ(done.out, "1 file: 1 converted\n");
  EXPECT_NE(read_text(out + "/rooms/room.glb"), model);
  EXPECT_EQ(batch({"--to", "glb", "--include", "rooms/*.wok", "--skip-existing"}).out,
            "1 file: 1 up to date\n");
}

/// Whoever reads the lines may stop; the files are wanted all the same.
TEST_F(Batch, GoesOnWhenItsReaderHasGone) {
  write_text(in + "/zz.mdl", "no model");
  const Outcome done = shell("$MESHWRIGHT batch " + in + " " + out +
                             " --to glb --json 2>/dev/null | true; echo ${PIPESTATUS[0]}");
  EXPECT_EQ(done.out, "2\n");
  EXPECT_EQ(names(out).size(), 3U);
}

TEST_F(Batch, ACompanionThatAppearsIsNoticed) {
  const std::vector<std::string> words = {"--to", "glb", "--include", "*.mdl", "--skip-existing"};
  fs::rename(in + "/rooms/room.mdx", folder / "room.mdx");
  EXPECT_EQ(batch(words).out, "1 file: 1 converted\n");
  EXPECT_EQ(batch(words).out, "1 file: 1 up to date\n");
  fs::rename(folder / "room.mdx", in + "/rooms/room.MDX");
  EXPECT_EQ(batch(words).out, "1 file: 1 converted\n");
}

TEST_F(Batch, TheWholeTreeMayBeMoved) {
  EXPECT_EQ(batch({"--to", "glb", "--raw-axes"}).code, 0);
  fs::rename(in, folder / "moved");
  const Outcome done =
      meshwright({"batch", folder / "moved", out, "--to", "glb", "--raw-axes", "--skip-existing"});
  EXPECT_EQ(done.code, 0) << done.err;  // the option counts as used
  EXPECT_EQ(done.out, "4 files: 3 up to date, 1 not recognised\n");
}

TEST_F(Batch, AReportReplacesOnlyReports) {
  const std::string report = folder / "r.json";
  EXPECT_EQ(batch({"--to", "glb", "--report", report}).code, 0);
  EXPECT_EQ(batch({"--to", "glb", "--report", report, "--skip-existing"}).code, 0);
  write_text(report, "mine");
  const Outcome done = batch({"--to", "glb", "--report", report, "--skip-existing"});
  EXPECT_EQ(done.code, 2);
  EXPECT_EQ(done.err, "meshwright: " + report + ": exists already and is no report; --force replaces it\n");
  EXPECT_EQ(read_text(report), "mine");
  EXPECT_EQ(batch({"--to", "glb", "--report", folder / "none/r.json"}).err,
            "meshwright: " + (folder / "none/r.json") + ": there is no such folder for the report\n");
}

/// Inputs are found by their content: what is called .json may be a model.
TEST_F(Batch, NeitherReportsNorLinksReplaceAnInput) {
  const std::string model = in + "/model.json";
  fs::rename(in + "/rooms/deep/house.bwm", model);
  const std::string before = read_text(model);
  EXPECT_EQ(batch({"--to", "glb", "--report", model, "--force"}).err,
            "meshwright: " + model + ": is a file to convert, which a report does not replace\n");
  fs::create_directories(out + "/rooms");
  fs::create_symlink(model, out + "/rooms/room.obj");
  const Outcome done = batch({"--to", "obj", "--force", "--include", "rooms/*.wok"});
  EXPECT_EQ(done.code, 2);
  EXPECT_NE(done.err.find(": rooms/room.obj is a link, which may lead to anything; remove it\n"),
            done.err.npos)
      << done.err;
  EXPECT_EQ(read_text(model), before);
}

/// The longest name that a file may have: its .gltf would be longer, its .bin is not.
TEST_F(Batch, AFailedOutputLeavesNoHalf) {
  const std::string name(251, 'x');
  fs::rename(in + "/rooms/deep/house.bwm", in + "/" + name + ".bwm");
  const Outcome done = batch({"--to", "gltf", "--include", "x*", "--json"});
  EXPECT_EQ(done.code, 2);
  EXPECT_EQ(names(out), std::vector<std::string>());
  EXPECT_EQ(number_in(*json_lines(done.out).back().find("totals")->find("bytes_out")), 0U);
}

TEST_F(Batch, WhatCannotBeListedOrIsDamagedIsAFailure) {
  write_text(in + "/zero.bwm", std::string(100, '\0'));
  const Outcome done = batch({"--to", "glb"});
  EXPECT_EQ(done.code, 2);
  EXPECT_TRUE(
      done.err.starts_with("meshwright: zero.bwm: 0x00000000: not a known format: all 100 bytes are zero\n"))
      << done.err;
  EXPECT_EQ(meshwright({"validate", in}).code, 2);
  if (::geteuid() == 0) return;  // for whom every folder is open
  fs::create_directories(in + "/closed");
  fs::permissions(in + "/closed", fs::perms::none);
  EXPECT_NE(batch({"--to", "glb", "--skip-existing"}).err.find("meshwright: closed: Permission denied\n"),
            std::string::npos);
  fs::permissions(in + "/closed", fs::perms::owner_all);
}

TEST_F(Batch, ADryRunFindsWhatWillFail) {
  std::string damaged = read_text(in + "/rooms/room.wok");
  damaged.resize(5000);
  write_text(in + "/rooms/room.wok", damaged);
  const Outcome done = batch({"--to", "glb", "--dry-run"});
  EXPECT_EQ(done.code, 2);
  EXPECT_NE(done.err.find("meshwright: rooms/room.wok: 0x"), done.err.npos);
}

TEST_F(Batch, NothingToConvertIsTold) {
  const Outcome done = batch({"--to", "glb", "--include", "*.nothing"});
  EXPECT_EQ(done.code, 2);
  EXPECT_EQ(done.err, "meshwright: " + in + ": there is nothing to convert\n");
  EXPECT_EQ(meshwright({"batch", folder / "none", out, "--to", "glb"}).err,
            "meshwright: " + (folder / "none") + ": No such file or directory\n");
  EXPECT_EQ(batch({"--to", "glb", "--mdx", in + "/rooms/room.mdx"}).err,
            "meshwright: --mdx: is for one file; in a folder each finds its own\n");
  fs::create_directories(folder / "empty");
  EXPECT_EQ(meshwright({"info", folder / "empty"}).err,
            "meshwright: " + (folder / "empty") + ": has no file of a known format\n");
}

TEST_F(Batch, TornLinesOfAJournalCountAsNone) {
  EXPECT_EQ(batch({"--to", "glb"}).code, 0);
  const std::string journal = out + "/.meshwright-batch";
  const std::string text = read_text(journal);
  write_text(journal, text.substr(0, text.size() - 20) + "\n{}\nnonsense\n");
  const Outcome done = batch({"--to", "glb", "--skip-existing"});
  EXPECT_EQ(done.code, 2);
  EXPECT_EQ(done.out, "4 files: 2 up to date, 1 failed, 1 not recognised\n");
  // What is written behind a torn line is no part of it.
  write_text(journal, "{\"torn");
  EXPECT_EQ(batch({"--to", "glb", "--force"}).code, 0);
  EXPECT_EQ(batch({"--to", "glb", "--skip-existing"}).out, "4 files: 3 up to date, 1 not recognised\n");
}

TEST_F(Batch, AnOptionIsForTheFilesThatItMeansSomethingFor) {
  const Outcome done = batch({"--to", "glb", "--raw-axes", "--armor"});
  EXPECT_EQ(done.code, 2);
  EXPECT_TRUE(done.err.ends_with("meshwright: --armor has no meaning for any of the files\n")) << done.err;
  EXPECT_EQ(names(out).size(), 3U);
}

TEST_F(Batch, RefusesWhatItCannotDoBeforeItBegins) {
  EXPECT_EQ(batch({"--to", "nonsense"}).err, "meshwright: --to: \"nonsense\" is no format\n");
  EXPECT_EQ(batch({"--to", "glb", "--report", "a.txt"}).err,
            "meshwright: a.txt: a report is called .html or .json\n");
  EXPECT_EQ(meshwright({"batch", in + "/readme.txt", out, "--to", "glb"}).err,
            "meshwright: " + in + "/readme.txt: is no folder; convert takes single files\n");
  EXPECT_EQ(meshwright({"batch", in, in, "--to", "glb"}).err,
            "meshwright: " + in + ": the outputs would lie among the inputs; name another folder\n");
  for (const char* shard : {"0/4", "5/4", "x", "1/", "1"}) {
    const Outcome done = batch({"--to", "glb", "--shard", shard});
    EXPECT_EQ(done.code, 2);
    EXPECT_NE(done.err.find("expected I/N with I from 1 to N"), done.err.npos) << done.err;
  }
  EXPECT_FALSE(fs::exists(out));
}

/// A scheduler starts as many shards as it was told; some of them have no file, or none that an option is
/// for.
TEST_F(Batch, MoreShardsThanFilesSucceedAndMakeTheSameTree) {
  fs::remove(in + "/readme.txt");
  const std::string whole = folder / "whole";
  for (int shard = 1; shard <= 8; ++shard) {
    const Outcome done =
        batch({"--to", "glb", "--shard", std::to_string(shard) + "/8", "--lod", "all", "-q"});
    EXPECT_EQ(done.code, 0) << shard << done.err;
  }
  ASSERT_EQ(meshwright({"batch", in, whole, "--to", "glb", "--lod", "all", "-q"}).code, 0);
  EXPECT_EQ(contents(out), contents(whole));
}

TEST_F(Batch, ReportsForPeopleAndForPrograms) {
  write_text(in + "/bad.wok", "BWM V1.0");
  EXPECT_EQ(batch({"--to", "glb", "--report", folder / "r.html"}).code, 2);
  EXPECT_NE(read_text(folder / "r.html")
                .find("<h1 class=\"failed\">5 files: 3 converted, 1 failed, 1 not recognised"),
            std::string::npos);
  EXPECT_EQ(batch({"--to", "glb", "--force", "--report", folder / "r.json"}).code, 2);
  const auto json = parse_json(read_text(folder / "r.json"));
  ASSERT_TRUE(json);
  EXPECT_EQ(number_in(*json->find("converted")), 3U);
}

TEST_F(Batch, FoldersAreLookedAtByOtherVerbsToo) {
  const Outcome info = meshwright({"info", "--json", in});
  EXPECT_EQ(info.code, 0) << info.err;
  const auto lines = json_lines(info.out);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(text_at(lines[0], "file"), in + "/rooms/deep/house.bwm");
  EXPECT_EQ(text_at(lines[1], "format"), "kotor-mdl");
  EXPECT_EQ(info.err, "meshwright: " + in + ": 1 file is of no known format\n");
  const Outcome trip = meshwright({"roundtrip", in + "/", "-j", "2", "-q"});
  EXPECT_EQ(trip.code, 0);
  EXPECT_EQ(trip.err, "");
  EXPECT_EQ(trip.out.find(in + "/rooms/deep/house.bwm: identical ("), 0U) << trip.out;
  write_text(in + "/bad.wok", "BWM V1.0");
  const Outcome validated = meshwright({"validate", in});
  EXPECT_EQ(validated.code, 2);
  EXPECT_NE(validated.err.find("meshwright: " + in + "/bad.wok: 0x00000008: "), validated.err.npos);
  EXPECT_NE(validated.out.find(in + "/rooms/room.wok: 0 errors"), validated.out.npos);
}

TEST_F(Batch, TextsOfAFolderAreNotComparedByteForByte) {
  write_text(in + "/area.lyt", "beginlayout\n roomcount 0\ndonelayout\n");
  const Outcome trip = meshwright({"roundtrip", in});
  EXPECT_EQ(trip.code, 0);
  EXPECT_EQ(trip.err, "meshwright: " + in + ": 1 file is of no known format\nmeshwright: " + in +
                          ": 1 file is of a format that is not written again byte for byte\n");
  EXPECT_EQ(trip.out.find("area.lyt"), trip.out.npos);
  const Outcome alone = meshwright({"roundtrip", in + "/area.lyt"});
  EXPECT_EQ(alone.code, 2);
}

TEST_F(Batch, OfRealFilesOnlyTheBrokenOnesFail) {
  const char* corpus = std::getenv("MESHWRIGHT_CORPUS");
  if (corpus == nullptr || *corpus == '\0') GTEST_SKIP() << "MESHWRIGHT_CORPUS names no folder of real files";
  const Outcome done = meshwright({"batch", corpus, out, "--to", "glb", "--json", "-q"});
  std::size_t converted = 0;
  for (const JsonValue& line : json_lines(done.out)) {
    const std::string input = text_at(line, "input");
    EXPECT_TRUE(text_at(line, "outcome") != "failed" || input.starts_with("broken/")) << input;
    if (text_at(line, "outcome") == "converted") ++converted;
  }
  EXPECT_GT(converted, 100U);
  EXPECT_EQ(done.code, 2);  // there are broken ones
}

}  // namespace
}  // namespace mw
