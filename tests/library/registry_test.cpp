#include <gtest/gtest.h>
#include <meshwright/formats/convert.h>
#include <meshwright/formats/detail/row_names.h>
#include <meshwright/formats/registry.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>

#include "support/bytes.h"
#include "support/documents.h"

namespace mw {
namespace {

/// The codec's versions are global: one format's choice must not reach into another's file.
TEST(Registry, CompressedGltfDoesNotChangeWhatGeometryEncodes) {
  const Format& geometry = *find_format("wows-geometry");
  const Bytes before = test::written_sample(geometry).bytes;
  Target target{.format = find_format("gltf"), .name = "a.glb"};
  target.options.set("compress");
  ASSERT_TRUE(convert(geometry.sample("", {}).value(), target));
  EXPECT_EQ(test::written_sample(geometry).bytes, before);
}

TEST(Registry, RowsOfASkinAreCalledByTheNamesOfTheModel) {
  const Format& format = *find_format("kotor-mdl");
  const Document model = test::opened(test::written_sample(format, "a.mdl"), "a.mdl").value();
  const std::uint32_t body[] = {7};
  for (const std::string_view table : {"nodes[].mesh.skin.qbones", "nodes[].mesh.skin.bone_map"}) {
    std::vector<std::string> names;
    for (const RowName& row : format.meanings->row_names(model, {table, body})) names.push_back(row.name);
    EXPECT_EQ(names, (std::vector<std::string>{"mw_creature", "hip_g", "neck_g", "lamp", "sparks", "hand",
                                               "tail_g", "body_g", "walkmesh"}))
        << table;
  }
}

TEST(Registry, EverySampleIsRecognisedAndComesBack) {
  for (const Format* format : formats()) {
    if (format->sample == nullptr) continue;
    for (const std::string_view extension : format->extensions) {
      const std::string name = "x" + std::string(extension);
      const Output sample = test::written_sample(*format, name);
      const auto found = recognise(sample.bytes);
      ASSERT_TRUE(found) << format->id;
      EXPECT_EQ(*found, format);
      const auto document = test::opened(sample, name);
      ASSERT_TRUE(document) << format->id;
      const OptionValues none;
      const auto again = write(*document, {.options = none});
      ASSERT_TRUE(again) << format->id;
      EXPECT_EQ(again->bytes, sample.bytes) << format->id;
      EXPECT_EQ(again->companion, sample.companion) << format->id;
      if (format->extensions.size() > 1) {
        const std::string_view text = extension.ends_with(".ascii") ? ".ascii" : "";
        EXPECT_EQ("." + info(*document)->variant + std::string(text), extension);
      }
    }
  }
}

TEST(Registry, SaysWhatAnUnknownFileLooksLike) {
  const auto message = [](ByteSpan bytes) { return to_string(recognise(bytes).error()); };
  EXPECT_EQ(message({}), "0x00000000: the file is empty");
  EXPECT_EQ(message(Bytes(100)), "0x00000000: not a known format: all 100 bytes are zero");
  EXPECT_EQ(message(bytes_of("hello world")),
            "0x00000000: not a known format: it starts with the text \"hello wo\"");
  EXPECT_EQ(message(bytes_of("\x89PNG\r\n\x1a\nrest")),
            "0x00000000: not a known format: it starts with the bytes 89504e470d0a1a0a");
}

TEST(Registry, EveryExtensionIsThatOfItsFormat) {
  for (const Format* format : formats())
    for (const std::string_view extension : format->extensions)
      EXPECT_EQ(find_by_extension(extension), format) << extension;
  EXPECT_EQ(find_by_extension(".png"), nullptr);
  EXPECT_EQ(find_by_extension(""), nullptr);
  for (const Format* format : formats()) EXPECT_EQ(find_format(format->id), format);
  EXPECT_EQ(find_format("png"), nullptr);
}

TEST(Registry, JsonSaysWhichFormatItHolds) {
  const auto message = [](std::string_view text) {
    return to_string(open({.blob = Blob::borrowed(bytes_of(text))}).error());
  };
  EXPECT_EQ(message("{}"), "line 1, column 1: format: missing: this JSON does not say what it holds");
  EXPECT_EQ(message("{\"format\":\"x\"}"), "line 1, column 11: format: \"x\" is not a known format");
  EXPECT_EQ(message("{\"format\":\"gltf\"}"), "line 1, column 11: format: \"gltf\" is not a known format");
  EXPECT_EQ(message("{\r\n  \"a\": 1,\n  \"format\": \"x\"\n}"),
            "line 3, column 13: format: \"x\" is not a known format");
  EXPECT_TRUE(message("{\n \"format\": \"kotor-walkmesh\",\n}").starts_with("line 3, column 1: not JSON: "));
}

TEST(Registry, CodesAreUniqueOverAllFormats) {
  std::set<std::string_view> codes;
  for (const Format* format : formats()) {
    if (format->finding_kinds == nullptr) continue;
    for (const FindingKind& kind : format->finding_kinds())
      EXPECT_TRUE(codes.insert(kind.code).second) << kind.code;
  }
}

/// A row with a hole would be a crash in whoever asks.
TEST(Registry, EveryRowHasWhatAllFormatsHave) {
  for (const Format* format : formats()) {
    EXPECT_NE(format->sniff, nullptr) << format->id;
    EXPECT_NE(format->read, nullptr) << format->id;
    EXPECT_FALSE(format->extensions.empty()) << format->id;
    if (format->id == "json") continue;  // its documents are of another format
    EXPECT_NE(format->info, nullptr) << format->id;
    EXPECT_NE(format->totals, nullptr) << format->id;
    EXPECT_NE(format->to_scene, nullptr) << format->id;
  }
}

/// Options of one name must look the same on a command line, whichever format they come from.
TEST(Registry, OptionsOfOneNameAgree) {
  std::map<std::string_view, const OptionKind*> seen;
  for (const Format* format : formats()) {
    for (const OptionKind& kind : format->options) {
      const OptionKind& first = *seen.try_emplace(kind.name, &kind).first->second;
      EXPECT_EQ(kind.operand, first.operand) << kind.name;
      EXPECT_EQ(kind.help, first.help) << kind.name;
      EXPECT_NE(kind.uses, Use::none) << kind.name;
    }
  }
  EXPECT_TRUE(seen.contains("lod"));
}

std::string page(const char* name) {
  std::ifstream stream(std::string(MESHWRIGHT_ROOT "/") + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

TEST(Docs, IssuesPageIsFresh) {
  EXPECT_EQ(page("docs/ISSUES.md"), findings_as_markdown()) << "run `make docs`";
}

TEST(Docs, LossesPageIsFresh) {
  EXPECT_EQ(page("docs/LOSSES.md"), losses_as_markdown()) << "run `make docs`";
}

/// Programs go by the code alone.
TEST(Losses, CodesAreOfOneKindOnly) {
  std::set<std::string_view> codes;
  for (const Format* format : formats())
    if (format->finding_kinds != nullptr)
      for (const FindingKind& kind : format->finding_kinds()) codes.insert(kind.code);
  for (const auto& [title, kinds] : loss_tables())
    for (const FindingKind& kind : kinds) {
      EXPECT_TRUE(codes.insert(kind.code).second) << kind.code;
      EXPECT_NE(kind.severity, Severity::error) << kind.code;
      EXPECT_FALSE(kind.meaning.empty()) << kind.code;
      EXPECT_EQ(kind.message.find("--"), kind.message.npos) << kind.code << ": the command adds its options";
    }
}

/// The sources of the tests and what they record, with literals that span lines as one.
std::string words_of_tests() {
  std::string all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(MESHWRIGHT_ROOT "/tests")) {
    const std::string extension = entry.path().extension().string();
    if (extension != ".cpp" && extension != ".h" && extension != ".txt" && extension != ".mjs") continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    for (std::size_t at = 0; at < text.size(); ++at) {
      const std::size_t next = text[at] == '"' ? text.find_first_not_of(" \n", at + 1) : text.npos;
      const bool goes_on = next != text.npos && text[next] == '"' && text.find('\n', at) < next;
      if (goes_on) at = next;
      if (!goes_on && text[at] != '\\') all += text[at];
    }
  }
  return all;
}

/// The longest part of a message without placeholders.
std::string longest_words(std::string_view message) {
  std::string longest;
  std::string words;
  int depth = 0;
  for (const char c : std::string(message) + "{") {
    if (c == '{' && words.size() > longest.size()) longest = words;
    depth += c == '{' ? 1 : c == '}' ? -1 : 0;
    if (c == '{' || c == '}') words.clear();
    if (depth == 0 && c != '}') words += c;
  }
  return longest;
}

/// A loss that no test tells may never be told. Those without a test yet are listed: the list only shrinks.
TEST(Losses, TheWordsOfEachAreInATest) {
  const std::set<std::string_view> known_to_be_missing = {
      "ASSETS_MODELS_SEVERAL",        "ASSETS_PARENTS_ENDLESS",       "ASSETS_PARENT_UNKNOWN",
      "ASSETS_PROPERTIES_TOO_MANY",   "BWM_MATERIAL_REFS_OVERLAP",    "GEOMETRY_ARMOR_DIRECTION_MISSING",
      "GEOMETRY_MATERIALS_JOINED",    "MDL_CHANNELS_DROPPED",         "MDL_MODEL_NOT_COMPILABLE",
      "MDL_NODE_NOT_REACHED",         "MDL_PLAIN_TANGENTS_DROPPED",   "MDL_PLAIN_VERTICES_CHANGED",
      "MDL_SUPERMODEL_NODE_UNKNOWN",  "MDL_TEXT_ANIMATIONS_UNUSABLE", "MDL_TEXT_UV_MISSING",
      "MDL_TEXT_WEIGHTS_UNUSABLE",    "MDL_UV_SET_DROPPED",           "SCENE_WALKMESH_APART",
      "WALKMESH_TRANSITION_OFF_EDGE", "WALKMESH_WALKMESHES_LEFT_OUT"};
  const std::string tests = words_of_tests();
  std::set<std::string_view> missing;
  for (const auto& [title, kinds] : loss_tables())
    for (const FindingKind& kind : kinds)
      if (tests.find(longest_words(kind.message)) == tests.npos) missing.insert(kind.code);
  EXPECT_EQ(missing, known_to_be_missing);
}

TEST(Docs, TheMatrixInTheReadmeIsFresh) {
  const std::string readme = page("README.md");
  EXPECT_NE(readme.find(" -->\n" + formats_as_markdown() + "<!-- "), readme.npos) << "run `make docs`";
}

/// What a newcomer copies out of the README is a program that the tests build.
TEST(Docs, TheFirstProgramIsTheExample) {
  const std::string program = page("examples/installed_package/count_faces.cpp");
  ASSERT_FALSE(program.empty());
  EXPECT_NE(page("README.md").find("```cpp\n" + program + "```\n"), std::string::npos);
}

}  // namespace
}  // namespace mw
