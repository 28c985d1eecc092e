#include <gtest/gtest.h>
#include <meshwright/core/json_value.h>

#include <filesystem>

#include "cli/arguments/suggest.h"
#include "support/command.h"

/// What people meet in the first minutes.
namespace mw::test {
namespace {

class Usage : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(meshwright({"sample", "kotor-walkmesh", room}).code, 0); }

  std::string failure(const std::vector<std::string>& words) {
    const Outcome outcome = meshwright(words);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  }

  TemporaryFolder folder;
  std::string room = folder / "room.wok";
};

TEST(Suggest, TheNearestWithinTwoSlips) {
  const std::vector<std::string> words = {"info", "validate", "convert", "diff", "--json"};
  EXPECT_EQ(cli::nearest("validte", words), "validate");
  EXPECT_EQ(cli::nearest("vaildate", words), "validate");
  EXPECT_EQ(cli::nearest("convrt", words), "convert");
  EXPECT_EQ(cli::nearest("dif", words), "diff");
  EXPECT_EQ(cli::nearest("inof", words), "info");
  EXPECT_EQ(cli::nearest("--jsno", words), "--json");
  EXPECT_EQ(cli::nearest("valid", words), "validate") << "what is cut short";
  EXPECT_EQ(cli::nearest("in", words), "") << "too short to tell";
  EXPECT_EQ(cli::nearest("export", words), "");
  EXPECT_EQ(cli::nearest("ixyo", words), "") << "two slips of four letters";
  EXPECT_EQ(cli::nearest(std::string(1000, 'v'), words), "");
  EXPECT_EQ(cli::did_you_mean("convrt", words), "; did you mean convert?");
  EXPECT_EQ(cli::did_you_mean("export", words), "");
}

TEST_F(Usage, AMistypedVerbIsToldAndTheNearestSuggested) {
  EXPECT_EQ(failure({"validte", room}),
            "meshwright: validte is neither a verb nor a file; did you mean validate?\n");
  EXPECT_EQ(failure({"convrt", room, folder / "a.glb"}),
            "meshwright: convrt is neither a verb nor a file; did you mean convert?\n");
  EXPECT_EQ(failure({"--color", "never", "hlep"}),
            "meshwright: hlep is neither a verb nor a file; did you mean help?\n");
  EXPECT_EQ(failure({"export", room}),
            "meshwright: export is neither a verb nor a file; try `meshwright --help`\n");
  EXPECT_EQ(failure({"a\x1b[1m"}),
            "meshwright: a\\x1b[1m is neither a verb nor a file; try `meshwright --help`\n");
  EXPECT_FALSE(std::filesystem::exists(folder / "a.glb"));
}

TEST_F(Usage, AFileMayBeCalledLikeAVerbAlmost) {
  std::filesystem::copy_file(room, folder / "validte");
  const Outcome outcome = shell("cd " + folder.path().string() + " && $MESHWRIGHT validte");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(outcome.out.starts_with("validte\n")) << outcome.out;
  EXPECT_EQ(failure({"missing.wok"}), "meshwright: missing.wok: cannot open: No such file or directory\n");
}

TEST_F(Usage, AMistypedOptionIsToldAndTheNearestSuggested) {
  EXPECT_EQ(failure({"info", "--jsn", room}), "meshwright: there is no option --jsn; did you mean --json?\n");
  EXPECT_EQ(failure({"--versoin"}), "meshwright: there is no option --versoin; did you mean --version?\n");
  EXPECT_EQ(failure({"--zzz"}), "meshwright: there is no option --zzz; try `meshwright --help`\n");
  EXPECT_EQ(failure({"--jsn", room}), "meshwright: there is no option --jsn; did you mean --json?\n");
  EXPECT_EQ(failure({"info", "--colour=never", room}),
            "meshwright: there is no option --colour; did you mean --color?\n");
  EXPECT_EQ(failure({"info", "--bogus", room}),
            "meshwright: there is no option --bogus; try `meshwright info --help`\n");
  EXPECT_EQ(failure({"info", "--relayout", room}),
            "meshwright: --relayout is an option of roundtrip, not of info; try `meshwright info --help`\n");
  EXPECT_EQ(failure({"info", "--port", room}),
            "meshwright: --port is an option of view, not of info; try `meshwright info --help`\n");
  EXPECT_TRUE(
      failure({"info", "--force", room}).starts_with("meshwright: --force is an option of convert, "));
  EXPECT_EQ(failure({"--json", "info", room}),
            "meshwright: --json belongs behind the verb: meshwright info --json\n");
  EXPECT_EQ(failure({"diff", "--tolerance", "nan", room, room}),
            "meshwright: --tolerance: expected a number that is not below 0, got nan; try `meshwright diff "
            "--help`\n");
  EXPECT_EQ(failure({"diff", "--tolerance", "-1", room, room}),
            "meshwright: --tolerance: expected a number that is not below 0, got -1; try `meshwright diff "
            "--help`\n");
  EXPECT_EQ(failure({"convert", room, "b", "c"}),
            "meshwright: c is one operand too many; try `meshwright convert --help`\n");
}

TEST_F(Usage, HelpIsAVerbToo) {
  EXPECT_EQ(meshwright({"help"}).out, meshwright({"--help"}).out);
  EXPECT_EQ(meshwright({"help", "convert"}).out, meshwright({"convert", "--help"}).out);
  EXPECT_EQ(meshwright({"help", "help"}).code, 0);
  EXPECT_EQ(failure({"help", "conver"}), "meshwright: there is no verb conver; did you mean convert?\n");
  const std::string verbs = failure({"help", "nothing"});
  EXPECT_TRUE(verbs.starts_with("meshwright: there is no verb nothing; the verbs are ")) << verbs;
  for (const char* verb : {"info", "validate", "dump", "roundtrip", "convert", "diff"})
    EXPECT_NE(verbs.find(std::string(" ") + verb), verbs.npos) << verb;
}

TEST_F(Usage, AColourThatIsNoneNamesThoseThatAre) {
  EXPECT_EQ(failure({"info", "--color=bogus", room}),
            "meshwright: --color: bogus not in {never,auto,always}; try `meshwright info --help`\n");
  EXPECT_NE(meshwright({"info", "--color=always", room}).out.find('\x1b'), std::string::npos);
  EXPECT_EQ(meshwright({"info", "--color=auto", room}).out.find('\x1b'), std::string::npos);
}

TEST_F(Usage, StdoutIsCalledByItsName) {
  EXPECT_EQ(failure({"sample", "kotor-walkmesh", "-", "--game", "k2"}),
            "meshwright: (stdout): --game has no meaning for a kotor-walkmesh\n");
}

TEST_F(Usage, ArticlesFitTheirNouns) {
  const std::string obj = folder / "a.obj";
  ASSERT_EQ(meshwright({"convert", room, obj}).code, 0);
  EXPECT_EQ(failure({"validate", obj}), "meshwright: " + obj + ": is an obj, which cannot be validated\n");
  EXPECT_EQ(failure({"convert", obj, folder / "b.splash"}),
            "meshwright: " + obj +
                ": an obj cannot become wows-splash, only kotor-walkmesh, kotor-walkmesh-ascii, kotor-mdl, "
                "kotor-mdl-ascii, bw2-bwm, wows-geometry, wows-primitives, gltf, obj\n");
  EXPECT_EQ(failure({"convert", obj, folder / "b.glb", "--lod", "1"}),
            "meshwright: " + obj + ": --lod has no meaning for an obj\n");
}

TEST_F(Usage, AFolderIsNoOutput) {
  const std::string path = folder.path().string();
  EXPECT_EQ(failure({"convert", room, path}), "meshwright: " + path + ": is a folder, not a file\n");
  EXPECT_EQ(failure({"sample", "kotor-walkmesh", path}),
            "meshwright: " + path + ": is a folder, not a file\n");
}

/// What would have been lost is of no interest then.
TEST_F(Usage, WhatIsInTheWayIsToldBeforeAnythingElse) {
  write_text(folder / "a.obj", "mine");
  EXPECT_EQ(failure({"convert", room, folder / "a.obj"}),
            "meshwright: " + (folder / "a.obj") + ": exists already; --force replaces it\n");
  write_text(folder / "b.mtl", "mine");
  EXPECT_EQ(failure({"convert", room, folder / "b.obj"}),
            "meshwright: " + (folder / "b.mtl") + ": exists already; --force replaces it\n");
  EXPECT_FALSE(std::filesystem::exists(folder / "b.obj"));
  EXPECT_EQ(
      failure({"convert", room, folder / "none/b.obj"}),
      "meshwright: " + (folder / "none/b.obj") + ": cannot write in its folder: No such file or directory\n");
}

TEST_F(Usage, ADumpOfSeveralFilesNamesThem) {
  const std::string one = meshwright({"dump", room}).out;
  EXPECT_EQ(meshwright({"dump", room, room}).out, room + "\n" + one + room + "\n" + one);
}

/// One line per file, whatever becomes of it, on every verb that has --json.
TEST_F(Usage, AnUnreadableFileHasItsLineOfJson) {
  const std::string bad = folder / "bad.wok";
  write_text(bad, read_text(room).substr(0, 5000));
  const std::string why = "0x00000db8: normals: 142 rows of 12 bytes do not fit: the file ends at 0x00001388";
  const std::string line = "{\"file\":\"" + bad + "\",\"error\":\"" + why + "\",\"code\":\"truncated\"}\n";
  const std::string complaint = "meshwright: " + bad + ": " + why + "\n";
  for (const char* verb : {"info", "validate", "dump", "roundtrip"}) {
    const Outcome outcome = meshwright({verb, "--json", bad, room});
    EXPECT_EQ(outcome.code, 2) << verb;
    EXPECT_TRUE(outcome.out.starts_with(line)) << outcome.out;
    EXPECT_EQ(outcome.err, complaint) << verb;
    const std::string good = outcome.out.substr(line.size());
    EXPECT_TRUE(good.starts_with("{\"file\":\"" + room + "\"")) << good;
  }
  EXPECT_EQ(meshwright({"convert", "--json", bad, folder / "a.glb"}).out, line);
  EXPECT_EQ(meshwright({"diff", "--json", bad, room}).out, line);
  EXPECT_EQ(meshwright({"diff", "--json", room, bad}).out, line);
  EXPECT_EQ(meshwright({"info", "--json", folder / "none"}).out,
            "{\"file\":\"" + (folder / "none") +
                "\",\"error\":\"cannot open: No such file or directory\",\"code\":\"file\"}\n");
}

TEST_F(Usage, SoHasAnOutputThatCannotBeWritten) {
  write_text(folder / "a.glb", "mine");
  const std::string line = "{\"file\":\"" + (folder / "a.glb") +
                           "\",\"error\":\"exists already; --force replaces it\",\"code\":\"file\"}\n";
  EXPECT_EQ(meshwright({"convert", "--json", room, folder / "a.glb"}).out, line);
  EXPECT_EQ(meshwright({"sample", "--json", "kotor-walkmesh", folder / "x.mdl"}).out,
            "{\"file\":\"" + (folder / "x.mdl") +
                "\",\"error\":\"a kotor-walkmesh ends in .wok, .pwk, .dwk\",\"code\":\"option\"}\n");
}

/// Where stdout has the data, what there is to say goes to stderr.
TEST_F(Usage, JsonDoesNotMixWithDataOnStdout) {
  const Outcome outcome = meshwright({"convert", "--json", "--to", "glb", folder / "none", "-"});
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err,
            "{\"file\":\"" + (folder / "none") +
                "\",\"error\":\"cannot open: No such file or directory\",\"code\":\"file\"}\nmeshwright: " +
                (folder / "none") + ": cannot open: No such file or directory\n");
}

TEST_F(Usage, StdinMayBeReadInPartAndMayBeSlow) {
  const std::string rest = shell("{ head -c 5 >/dev/null; $MESHWRIGHT info -; } < " + room).err;
  EXPECT_EQ(rest,
            "meshwright: (stdin): 0x00000000: not a known format: it starts with the bytes "
            "312e300100000000\n");
  const Outcome slow = shell("{ head -c 3000 " + room + "; sleep 0.2; tail -c +3001 " + room +
                             "; } | $MESHWRIGHT roundtrip -");
  EXPECT_EQ(slow.out, "(stdin): identical (19332 bytes)\n") << slow.err;
}

}  // namespace
}  // namespace mw::test
