#include <gtest/gtest.h>
#include <meshwright/core/json_value.h>
#include <meshwright/formats/registry.h>

#include "support/command.h"

namespace mw {
namespace {

using test::meshwright;
using test::Outcome;
using test::shell;
using test::TemporaryFolder;

/// A folder with the built-in room, crate and door.
struct Samples : TemporaryFolder {
  Samples() {
    for (const char* name : {"room.wok", "crate.pwk", "door.dwk"})
      EXPECT_EQ(meshwright({"sample", "kotor-walkmesh", *this / name}).code, 0);
  }
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t start = 0;
  for (std::size_t end = 0; (end = text.find('\n', start)) != text.npos; start = end + 1)
    lines.push_back(text.substr(start, end - start));
  return lines;
}

/// The formats that have a sample: "kotor-walkmesh,..."
std::string sampled_formats() {
  std::string ids;
  for (const Format* format : formats())
    if (format->sample != nullptr) ids += (ids.empty() ? "" : ",") + std::string(format->id);
  return ids;
}

std::vector<std::string> keys_of(const std::string& line) {
  const auto json = parse_json(line);
  EXPECT_TRUE(json) << line;
  std::vector<std::string> keys;
  if (const auto* object = json ? json->get_if<JsonObject>() : nullptr)
    for (const auto& [key, value] : *object) keys.push_back(key);
  return keys;
}

TEST(Cli, InfoSaysWhatAFileIs) {
  const Samples folder;
  const Outcome outcome = meshwright({"info", folder / "room.wok"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("Knights of the Old Republic walkmesh (wok)"), outcome.out.npos) << outcome.out;
  EXPECT_NE(outcome.out.find("\n  walkable       64\n"), outcome.out.npos) << outcome.out;
  EXPECT_EQ(outcome.err, "");
}

TEST(Cli, AFileAloneMeansInfo) {
  const Samples folder;
  const std::string path = folder / "room.wok";
  const std::string expected = meshwright({"info", path}).out;
  EXPECT_EQ(meshwright({path}).out, expected);
  EXPECT_EQ(meshwright({"--color=never", path}).out, expected);
  EXPECT_EQ(meshwright({"--color", "never", path}).out, expected);
  EXPECT_EQ(meshwright({"--json", path}).out, meshwright({"info", "--json", path}).out);
  EXPECT_EQ(meshwright({"-"}, {.input = test::read_text(path)}).code, 0);
}

/// Boxes by other names than the game's with a byte behind them are told by nothing from other bytes.
TEST(Cli, AFileIsReadAsTheFormatThatIsSaid) {
  const TemporaryFolder folder;
  const std::string path = folder / "a.splash";
  ASSERT_EQ(meshwright({"sample", "wows-splash", path}).code, 0);
  std::string bytes = test::read_text(path) + '\0';
  for (std::size_t at = 0; (at = bytes.find("CM_SB_", at)) != bytes.npos;) bytes.replace(at, 6, "XX_YY_");
  test::write_text(path, bytes);
  EXPECT_EQ(meshwright({path}).err, "meshwright: " + path +
                                        ": 0x00000000: not a known format: it starts with the bytes "
                                        "030000000b000000; as a wows-splash it can be read (--from "
                                        "wows-splash)\n");
  const Outcome said = meshwright({"info", "--from", "wows-splash", path});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_NE(said.out.find("World of Warships splash boxes (splash)"), said.out.npos) << said.out;
  EXPECT_EQ(meshwright({"--from", "wows-splash", path}).out, said.out);
  EXPECT_EQ(meshwright({"--from=wows-splash", path}).out, said.out);
  EXPECT_EQ(meshwright({"-j", "1", "--from", "wows-splash", path}).out, said.out);
  EXPECT_EQ(meshwright({"convert", "--from", "wows-splash", path, folder / "a.glb"}).code, 0);
  EXPECT_EQ(meshwright({"info", "--from", "kotor-mdl", path}).err,
            "meshwright: " + path +
                ": 0x00000000: file.zero: expected 0, got \"\\x03\\x00\\x00\\x00\": not a binary model\n");
  for (const std::string word : {"splash", ".splash", "SPLASH"})
    EXPECT_EQ(meshwright({"info", "--from", word, path}).out, said.out) << word;
  const Outcome unknown = meshwright({"info", "--from", "splosh", path});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_TRUE(unknown.err.starts_with(
      "meshwright: --from: splosh is no extension of a format, nor one of kotor-walkmesh, "))
      << unknown.err;
  EXPECT_TRUE(unknown.err.ends_with("wows-splash, gltf, obj, json; try `meshwright info --help`\n"))
      << unknown.err;
  EXPECT_EQ(meshwright({"info", "--from", "wows-splash", folder.path().string()}).err,
            "meshwright: " + folder.path().string() + ": --from: is for single files; this is a folder\n");
}

TEST(Cli, JsonKeysAreStable) {
  const Samples folder;
  const std::string room = folder / "room.wok";
  using Keys = std::vector<std::string>;
  EXPECT_EQ(keys_of(meshwright({"info", "--json", room}).out),
            (Keys{"file", "format", "variant", "bytes", "counts", "bounds", "position", "materials",
                  "likely_writer"}));
  EXPECT_EQ(keys_of(meshwright({"roundtrip", "--json", room}).out),
            (Keys{"file", "identical", "first_difference"}));
  EXPECT_EQ(keys_of(meshwright({"dump", "--json", room}).out),
            (Keys{"file", "format", "fields", "coverage"}));
  EXPECT_EQ(keys_of(meshwright({"convert", "--json", room, folder / "x.json"}).out),
            (Keys{"input", "output", "format", "meshes", "vertices", "triangles", "seconds", "losses"}));
  EXPECT_EQ(keys_of(lines_of(meshwright({"formats", "--json"}).out)[0]),
            (Keys{"id", "name", "extensions", "read", "write", "validate", "dump", "json", "sample", "scene",
                  "from_scene", "becomes"}));
  EXPECT_EQ(keys_of(meshwright({"sample", "--json", "kotor-walkmesh", folder / "y.wok"}).out),
            (Keys{"output", "format", "bytes"}));
}

TEST(Cli, JsonIsOneLineAFile) {
  const Samples folder;
  const Outcome outcome =
      meshwright({"info", "--json", folder / "room.wok", folder / "crate.pwk", folder / "door.dwk"});
  const auto lines = lines_of(outcome.out);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(*parse_json(lines[1])->find("variant")->get_if<std::string>(), "pwk");
  EXPECT_EQ(*parse_json(lines[2])->find("variant")->get_if<std::string>(), "dwk");
}

TEST(Cli, ValidateAnswersByItsExitCode) {
  const Samples folder;
  const std::string room = folder / "room.wok";
  EXPECT_EQ(meshwright({"validate", room}).code, 0);
  std::string bytes = test::read_text(room);
  bytes[0x1470] = 1;  // distances[4], from 0 to a little over 2
  bytes[0x1473] = 0x40;
  test::write_text(folder / "warning.wok", bytes);
  const Outcome warning = meshwright({"validate", folder / "warning.wok"});
  EXPECT_EQ(warning.code, 0);
  EXPECT_EQ(warning.out,
            (folder / "warning.wok") +
                ": warning WALKMESH_DISTANCE_MISMATCH at distances[4] (0x00001470): distance 2.0000002, "
                "expected 0\n" +
                (folder / "warning.wok") + ": 0 errors, 1 warning, 0 infos\n");
  EXPECT_EQ(meshwright({"validate", "--fail-on", "warning", folder / "warning.wok"}).code, 1);
  bytes[0x16b8] = 3;  // the root's plane
  test::write_text(folder / "error.wok", bytes);
  const Outcome error = meshwright({"validate", "--json", folder / "error.wok"});
  EXPECT_EQ(error.code, 1);
  const auto lines = lines_of(error.out);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(keys_of(lines[0]),
            (std::vector<std::string>{"file", "code", "severity", "where", "offset", "message"}));
  EXPECT_EQ(keys_of(lines[2]), (std::vector<std::string>{"file", "errors", "warnings", "infos"}));
}

TEST(Cli, DumpNamesEveryByte) {
  const Samples folder;
  const Outcome outcome = meshwright({"dump", folder / "crate.pwk"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("0x00000000       8  magic                        bytes   \"BWM V1.0\"\n"),
            outcome.out.npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("vertices[0]                  f32x3   (-0.5, -0.5, 0)\n"), outcome.out.npos)
      << outcome.out;
  EXPECT_TRUE(outcome.out.ends_with("616 bytes: 616 named, 0 unreferenced\n")) << outcome.out;
}

TEST(Cli, ReadsStdinAndWritesStdout) {
  const Samples folder;
  const std::string bytes = test::read_text(folder / "room.wok");
  const Outcome sample = meshwright({"sample", "kotor-walkmesh", "-"});
  EXPECT_EQ(sample.out, bytes);
  EXPECT_EQ(meshwright({"validate", "-"}, {.input = bytes}).code, 0);
  const Outcome json = meshwright({"convert", "--to", "json", "-", "-"}, {.input = bytes});
  EXPECT_EQ(json.code, 0);
  EXPECT_EQ(meshwright({"-q", "convert", "--to", "kotor-walkmesh", "-", "-"}, {.input = json.out}).out,
            bytes);
}

TEST(Cli, GoesOnAfterABadFileAndSaysSoAtTheEnd) {
  const Samples folder;
  const Outcome outcome = meshwright({"info", folder / "none", folder / "room.wok"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "meshwright: " + (folder / "none") + ": cannot open: No such file or directory\n");
  EXPECT_NE(outcome.out.find("walkmesh (wok)"), outcome.out.npos);
}

TEST(Cli, HelpBeginsWithExamplesAndSaysWhatIsKept) {
  for (const char* verb : {"info", "validate", "dump", "roundtrip", "convert", "diff", "query", "sample",
                           "formats", "completion", "help", "man"}) {
    const Outcome outcome = meshwright({verb, "--help"});
    EXPECT_EQ(outcome.code, 0) << verb;
    EXPECT_TRUE(outcome.out.starts_with("Examples:\n  meshwright ")) << outcome.out;
    EXPECT_NE(outcome.out.find("Usage: meshwright " + std::string(verb)), outcome.out.npos) << outcome.out;
  }
  EXPECT_NE(meshwright({"convert", "--help"}).out.find("losses"), std::string::npos);
  EXPECT_EQ(meshwright({"--version"}).out, "meshwright 0.1.0\n");
  EXPECT_EQ(meshwright({"--help"}).code, 0);
}

TEST(Cli, UsageErrorsAreALineAndExitCode2) {
  const auto check = [](const std::vector<std::string>& words, const std::string& message) {
    const Outcome outcome = meshwright(words);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.err, message);
    EXPECT_EQ(outcome.out, "");
  };
  check({"info"}, "meshwright: FILE is required; try `meshwright info --help`\n");
  check({"validate", "--fail-on", "never", "x"},
        "meshwright: --fail-on: never not in {error,warning}; try `meshwright validate --help`\n");
  check({"info", "--nonsense", "x"},
        "meshwright: there is no option --nonsense; try `meshwright info --help`\n");
  check({"sample", "nothing", "x.wok"},
        "meshwright: FORMAT: nothing not in {" + sampled_formats() + "}; try `meshwright sample --help`\n");
  EXPECT_EQ(meshwright({}).code, 2);
}

TEST(Cli, ColourOnlyWhenAskedOrOnATerminal) {
  const Samples folder;
  const std::string room = folder / "room.wok";
  EXPECT_EQ(meshwright({"info", room}).out.find('\x1b'), std::string::npos);
  EXPECT_NE(meshwright({"info", "--color=always", room}).out.find('\x1b'), std::string::npos);
  const Outcome terminal = shell("script -qec \"$MESHWRIGHT info " + room + "\" /dev/null");
  ASSERT_EQ(terminal.code, 0);
  EXPECT_NE(terminal.out.find('\x1b'), std::string::npos);
  const Outcome no_color = shell("NO_COLOR=1 script -qec \"$MESHWRIGHT info " + room + "\" /dev/null");
  ASSERT_EQ(no_color.code, 0);
  EXPECT_EQ(no_color.out.find('\x1b'), std::string::npos);
}

TEST(Cli, NamesCannotReachTheTerminal) {
  const Samples folder;
  const std::string evil = folder / "a\x1b[31m.wok";
  test::write_text(evil, test::read_text(folder / "room.wok"));
  EXPECT_EQ(meshwright({"validate", evil}).out.find('\x1b'), std::string::npos);
  EXPECT_EQ(meshwright({"validate", evil + "x"}).err.find('\x1b'), std::string::npos);
}

/// What one format declares is refused for another, on every verb.
TEST(Cli, AnOptionWithoutAMeaningIsRefused) {
  const Samples folder;
  const std::string room = folder / "room.wok";
  const auto refused = [&](const std::vector<std::string>& words) {
    const Outcome outcome = meshwright(words);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  };
  const std::string prefix = "meshwright: " + room + ": ";
  for (const char* verb : {"info", "validate", "dump", "roundtrip"})
    EXPECT_EQ(refused({verb, room, "--mdx", room}), prefix + "--mdx has no meaning for a kotor-walkmesh\n");
  EXPECT_EQ(refused({"validate", room, "--wok", room}),
            prefix + "--wok has no meaning for a kotor-walkmesh\n");
  const std::string sample = folder / "new.wok";
  EXPECT_EQ(refused({"sample", "kotor-walkmesh", sample, "--game", "k2"}),
            "meshwright: " + sample + ": --game has no meaning for a kotor-walkmesh\n");
}

TEST(Cli, HelpListsTheOptionsThatFormatsDeclare) {
  const std::string convert = meshwright({"convert", "--help"}).out;
  for (const char* option :
       {"--mdx MDX", "--surfaces 2DA", "--shape-names FILE", "--game k1|k2", "--lod N|all",
        "--supermodel FILE_OR_DIR", "--textures DIR", "--compress", "--bwm-version 5|6"})
    EXPECT_NE(convert.find(option), convert.npos) << option;
  EXPECT_EQ(convert.find("--relayout"), convert.npos);
  EXPECT_NE(meshwright({"roundtrip", "--help"}).out.find("--relayout"), std::string::npos);
  const std::string info = meshwright({"info", "--help"}).out;
  EXPECT_NE(info.find("--surfaces"), info.npos);
  EXPECT_EQ(info.find("--game"), info.npos);
}

/// Readable, but no file of its format: there is nothing to dump, which is a failure and not a "no".
TEST(Cli, JsonThatCannotBeWrittenCannotBeDumped) {
  const Samples folder;
  const std::string json = folder / "room.json";
  ASSERT_EQ(meshwright({"convert", folder / "room.wok", json}).code, 0);
  std::string text = test::read_text(json);
  const auto materials = text.find("4, ", text.find("\"materials\""));
  test::write_text(json, text.erase(materials, 3));
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"dump", json}, {"dump", "--json", json}}) {
    const Outcome outcome = meshwright(words);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out.find("vertices"), std::string::npos);
    EXPECT_EQ(outcome.err, "meshwright: " + json + ": materials: has 141 rows, but there are 142 faces\n");
  }
}

/// The project's own JSON is a file of the format that it holds.
TEST(Cli, JsonIsTakenWhereverItsFormatIs) {
  const Samples folder;
  const std::string room = folder / "room.wok";
  const std::string json = folder / "room.json";
  ASSERT_EQ(meshwright({"convert", room, json}).code, 0);
  const Outcome info = meshwright({"info", json});
  EXPECT_EQ(info.code, 0);
  EXPECT_NE(info.out.find("Knights of the Old Republic walkmesh (wok)"), info.out.npos) << info.out;
  EXPECT_EQ(meshwright({"validate", json}).out, json + ": 0 errors, 0 warnings, 0 infos\n");
  EXPECT_EQ(meshwright({"diff", room, json}).out, "identical\n");
  EXPECT_EQ(meshwright({"diff", json, room}).out, "identical\n");
  EXPECT_EQ(meshwright({"roundtrip", json}).out,
            json + ": identical (" + std::to_string(test::read_text(json).size()) + " bytes)\n");
  const std::string dump = meshwright({"dump", json}).out;
  EXPECT_NE(dump.find("vertices[1] "), dump.npos);
  EXPECT_EQ(dump, meshwright({"dump", room}).out);
  std::string edited = test::read_text(json);
  edited.replace(edited.find("[2, 0, 0]"), 9, "[2, 0, 1]");
  test::write_text(json, edited);
  const Outcome diff = meshwright({"diff", room, json});
  EXPECT_EQ(diff.code, 1);
  EXPECT_EQ(diff.out, "1 difference\nvertices[1]: (2, 0, 0) | (2, 0, 1)\n");
}

TEST(Cli, ADumpOfABrokenFileShowsWhatCouldBeRead) {
  const Samples folder;
  test::write_text(folder / "cut.wok", test::read_text(folder / "room.wok").substr(0, 5000));
  const Outcome outcome = meshwright({"dump", folder / "cut.wok"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.out.find("0x00000048       4  vertex_count "), outcome.out.npos) << outcome.out;
  EXPECT_NE(outcome.out.find(" materials[141] "), outcome.out.npos) << outcome.out;
}

TEST(Cli, CompletionsAreAcceptedByTheirShells) {
  for (const char* name : {"bash", "zsh", "fish"}) {
    const Outcome script = meshwright({"completion", name});
    EXPECT_EQ(script.code, 0);
    EXPECT_NE(script.out.find("roundtrip"), script.out.npos) << name;
    EXPECT_NE(script.out.find("fail-on"), script.out.npos) << name;
  }
  const Outcome completed = shell(
      "source <($MESHWRIGHT completion bash); COMP_WORDS=(meshwright va); COMP_CWORD=1; _meshwright; "
      "echo ${COMPREPLY[*]}; COMP_WORDS=(meshwright validate --fail-on w); COMP_CWORD=3; _meshwright; echo "
      "${COMPREPLY[*]}");
  EXPECT_EQ(completed.out, "validate\nwarning\n");
  EXPECT_EQ(completed.err, "");
}

TEST(Cli, ManPageHasEveryVerb) {
  const Outcome page = meshwright({"man"});
  EXPECT_EQ(page.code, 0);
  EXPECT_TRUE(page.out.starts_with(".TH MESHWRIGHT 1"));
  for (const char* verb : {"info", "validate", "dump", "roundtrip", "convert", "diff", "query", "sample",
                           "formats", "completion"})
    EXPECT_NE(page.out.find(".SS " + std::string(verb) + "\n"), page.out.npos) << verb;
}

}  // namespace
}  // namespace mw
