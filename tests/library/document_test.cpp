#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/formats/convert.h>
#include <meshwright/formats/diff.h>

#include <algorithm>
#include <cstring>

#include "support/documents.h"
#include "support/losses.h"

namespace mw {
namespace {

/// Every sample of every format.
std::vector<Document> samples() {
  std::vector<Document> all;
  for (const Format* format : formats()) {
    if (format->sample == nullptr) continue;
    for (const std::string_view extension : format->extensions)
      all.push_back(format->sample("x" + std::string(extension), {}).value());
  }
  return all;
}

std::string json_of(const Document& document) {
  JsonWriter json(JsonWriter::Style::pretty);
  EXPECT_TRUE(to_json(document, json));
  return json.take();
}

TEST(Document, IsReadAsTheFormatThatItsSourceSays) {
  const Bytes bytes = test::written_sample(*find_format("wows-splash")).bytes;
  EXPECT_EQ(open({.blob = Blob(bytes), .format = find_format("wows-splash")}).value().format().id,
            "wows-splash");
  EXPECT_EQ(to_string(open({.blob = Blob(bytes), .format = find_format("kotor-mdl")}).error()),
            "0x00000000: file.zero: expected 0, got \"\\x03\\x00\\x00\\x00\": not a binary model");
}

std::vector<std::string> told(const Document& document) {
  std::vector<std::string> lines;
  const Trace file = [&](const TracedField& field) {
    lines.push_back(offset_text(field.offset) + " " + field.path + " " + to_hex(field.bytes));
  };
  EXPECT_TRUE(trace(document, {&file, &file}));
  return lines;
}

/// Of a text that was made by code, the fields of what would be written are told.
TEST(Document, TextsTellTheirFieldsWhereverTheyComeFrom) {
  const OptionValues none;
  std::size_t texts = 0;
  for (const Document& made : samples()) {
    SCOPED_TRACE(made.format().id);
    if (made.format().to_json != nullptr) continue;
    const auto read = test::opened(write(made, {.options = none}).value());
    ASSERT_TRUE(read);
    EXPECT_FALSE(told(made).empty());
    EXPECT_TRUE(told(*read) == told(made));
    EXPECT_EQ(info(*read)->counts, info(made)->counts);
    ++texts;
  }
  EXPECT_EQ(texts, 5U);  // a model, three walkmeshes, a layout
}

/// A document answers alike whether it was made by code, read from bytes or read from JSON.
TEST(Document, AnswersAlikeWhereverItComesFrom) {
  for (const Document& made : samples()) {
    SCOPED_TRACE(made.format().id);
    if (made.format().to_json == nullptr) continue;  // a text, which people read as it is
    const std::string text = json_of(made);
    const auto read = test::opened(write(made).value());
    const auto from_json = open({.blob = Blob::borrowed(bytes_of(text))});
    ASSERT_TRUE(read);
    ASSERT_TRUE(from_json);
    for (const Document* document : {&*read, &*from_json}) {
      EXPECT_EQ(&document->format(), &made.format());
      EXPECT_TRUE(write(*document)->bytes == write(made)->bytes);
      EXPECT_TRUE(write(*document)->companion == write(made)->companion);
      EXPECT_TRUE(json_of(*document) == text);
      EXPECT_TRUE(told(*document) == told(made));
      EXPECT_EQ(info(*document)->counts, info(made)->counts);
      if (made.format().scene_needs.empty()) {
        EXPECT_EQ(scene::hash(to_scene(*document).value()), scene::hash(to_scene(made).value()));
      }
      EXPECT_TRUE(diff(*document, made)->empty());
      Findings findings;
      EXPECT_TRUE(validate(*document, findings));
      EXPECT_EQ(findings.count(Severity::error), 0U);
    }
    EXPECT_EQ(read->stored_as().id, made.format().id);
    EXPECT_EQ(from_json->stored_as().id, "json");
  }
}

/// Only an MDL that says it has an MDX lacks one.
TEST(Document, AModelThatNeedsNoMdxLosesNothingWithoutOne) {
  Output model = test::written_sample(*find_format("kotor-mdl"));
  model.companion.reset();
  EXPECT_EQ(test::opened(model)->losses.size(), 1U);
  std::fill_n(model.bytes.begin() + 8, 4, std::byte(0));  // the size of the MDX
  EXPECT_EQ(test::opened(model)->losses, std::vector<std::string>());
}

/// Where the user says where to look, it must be there; what only lies about may be missing.
TEST(Document, ATextModelMissesASupermodelOnlyWhereOneWasAskedFor) {
  class LyingAbout : public test::GivenNeighbours {
   public:
    bool is_asked_for(const NeighbourKind& /*kind*/) const override { return false; }
  };
  const Format& format = *find_format("kotor-mdl-ascii");
  std::string text(text_of(test::written_sample(format, "a.mdl.ascii").bytes));
  text.replace(text.find("setsupermodel a NULL"), 20, "setsupermodel a s_gone");
  const auto scene_with = [&](const std::shared_ptr<test::GivenNeighbours>& neighbours) {
    neighbours->files["supermodel:other"] = {};
    const ByteSpan bytes = bytes_of(text);
    const auto document = open(
        {.blob = Blob(Bytes(bytes.begin(), bytes.end())), .name = "a.mdl.ascii", .neighbours = neighbours});
    return format.to_scene(document.value(), {});
  };
  const auto asked = scene_with(std::make_shared<test::GivenNeighbours>());
  ASSERT_FALSE(asked);
  EXPECT_EQ(to_string(asked.error()), "supermodel: \"s_gone\" is not in here");
  const auto lying = scene_with(std::make_shared<LyingAbout>());
  ASSERT_TRUE(lying) << to_string(lying.error());
  EXPECT_FALSE(lying->meshes.empty());
  EXPECT_EQ(lying->losses.front(), "supermodel s_gone is not in here; its animations are missing");
}

TEST(Document, GivesItsMirrorByTypeAndNothingByAnother) {
  struct Mine {
    int number;
  };
  const Document document(*formats()[0], Mine{7});
  ASSERT_NE(document.as<Mine>(), nullptr);
  EXPECT_EQ(document.as<Mine>()->number, 7);
  EXPECT_EQ(document.as<int>(), nullptr);
  EXPECT_EQ(document.as<scene::Scene>(), nullptr);
}

TEST(Document, SaysWhatItsFormatCannotAnswer) {
  const Document document = find_format("gltf")->from_scene({}, {}).value();
  const auto message = [](const auto& result) { return to_string(result.error()); };
  Findings findings;
  JsonWriter json(JsonWriter::Style::compact);
  EXPECT_EQ(message(validate(document, findings)), "is a gltf, which cannot be validated");
  EXPECT_EQ(message(trace(document, {})), "is a gltf, which cannot be dumped");
  EXPECT_EQ(message(write(document)), "is a gltf, which cannot be written again byte for byte");
  EXPECT_EQ(message(to_json(document, json)), "is a gltf, which cannot be written as JSON");
}

/// What could be read of a broken file is still told.
TEST(Document, TellsOfWhatCouldBeReadBeforeAFailure) {
  Bytes bytes = test::written_sample(*find_format("kotor-walkmesh")).bytes;
  bytes.resize(5000);
  std::vector<std::string> paths;
  const Trace trace = [&](const TracedField& field) { paths.push_back(field.path); };
  const auto traced = trace_bytes({.blob = Blob(bytes)}, {&trace, nullptr});
  ASSERT_FALSE(traced);
  EXPECT_EQ(to_string(traced.error()),
            "0x00000db8: normals: 142 rows of 12 bytes do not fit: the file ends at 0x00001388");
  ASSERT_GT(paths.size(), 100U);
  EXPECT_EQ(paths.front(), "magic");
}

/// Floats that begin like a line of an OBJ.
TEST(Document, TheSecondFileOfAPairNamesItsFirst) {
  Bytes floats(64, std::byte(0x18));
  std::ranges::transform(std::string_view("v 0A"), floats.begin(), [](char c) { return std::byte(c); });
  const auto message = [&](std::shared_ptr<Neighbours> neighbours) {
    const auto document = open({.blob = Blob(floats), .name = "rooms/Hall.MDX", .neighbours = neighbours});
    return document ? "opened" : to_string(document.error());
  };
  EXPECT_EQ(message(nullptr),
            "is the second file of a kotor-mdl: open Hall.mdl, which reads both; it is not beside this one");
  const auto beside = std::make_shared<test::GivenNeighbours>();
  beside->files["model"] = test::written_sample(*find_format("kotor-mdl")).bytes;
  EXPECT_EQ(message(beside), "is the second file of a kotor-mdl: open model, which reads both");
}

/// Whole numbers of a real MDX read like the first line of an OBJ: by its name it is none.
TEST(Document, TheSecondFileOfAPairIsNoObjEvenIfItReadsLikeOne) {
  const ByteSpan text = bytes_of(std::string_view("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"));
  const auto opened_as = [&](const std::string& name, const Format* format = nullptr) {
    const auto document =
        open({.blob = Blob(Bytes(text.begin(), text.end())), .name = name, .format = format});
    return document ? std::string(document->format().id) : to_string(document.error());
  };
  EXPECT_EQ(opened_as("x.obj"), "obj");
  EXPECT_EQ(opened_as("x"), "obj");
  EXPECT_EQ(opened_as("rooms/x.MDX"),
            "is the second file of a kotor-mdl: open x.mdl, which reads both; it is not beside this one");
  EXPECT_EQ(opened_as("x.mdx", find_format("obj")), "obj");
  EXPECT_FALSE(recognise(text, "x.mdx"));
  EXPECT_TRUE(recognise(text, "x.obj"));
}

/// What a program can act on.
TEST(Document, ErrorsSayWhatKindTheyAre) {
  const auto code = [](const auto& result) { return result ? "none" : name_of(result.error().code); };
  const Bytes room = test::written_sample(*find_format("kotor-walkmesh")).bytes;
  const auto opened = [](ByteSpan bytes, std::string_view format = {}) {
    return open({.blob = Blob(Bytes(bytes.begin(), bytes.end())), .format = find_format(format)});
  };
  EXPECT_EQ(code(opened(room)), "none");
  EXPECT_EQ(code(opened(ByteSpan(room).first(5000))), "truncated");
  EXPECT_EQ(code(opened(bytes_of("hello world"))), "not_this_format");
  for (const char* format : {"kotor-walkmesh", "kotor-mdl", "bw2-bwm", "wows-primitives", "wows-assets"})
    EXPECT_EQ(code(opened(Bytes(4096, std::byte(7)), format)), "not_this_format") << format;
  EXPECT_EQ(code(opened(bytes_of("{\"format\": ]"), "json")), "syntax");
  EXPECT_EQ(code(opened(bytes_of("v 0 0 x\n"))), "syntax");
  const Document document = opened(room).value();
  EXPECT_EQ(code(convert(document, {.format = find_format("wows-splash"), .name = "x"})), "unsupported");
  JsonWriter json(JsonWriter::Style::pretty);
  EXPECT_EQ(code(to_json(opened(bytes_of("v 0 0 0\n")).value(), json)), "unsupported");
  OptionValues options;
  options.set("game", "banana");
  EXPECT_EQ(code(to_scene(document, options)), "option");
}

/// On every way that takes options.
TEST(Document, ValuesOfOptionsAreChecked) {
  const Document model = test::opened(test::written_sample(*find_format("kotor-mdl")), "a.mdl").value();
  OptionValues options;
  options.set("game", "banana");
  const std::string refused = "game: expected k1 or k2, got banana";
  EXPECT_EQ(to_string(changed(model, options).error()), refused);
  EXPECT_EQ(
      to_string(convert(model, {.format = &model.format(), .name = "b.mdl", .options = options}).error()),
      refused);
  OptionValues misspelt;
  misspelt.set("gmae", "k1");
  EXPECT_EQ(to_string(changed(model, misspelt).error()), "gmae: has no meaning for a kotor-mdl");
  options = {};
  options.set("game", "k2");
  EXPECT_TRUE(changed(model, options));
}

/// Bytes that no format is recognised by, under a name that says one.
TEST(Document, ANameThatSaysAFormatSaysWhatStoppedIt) {
  const auto message = [](const std::string& name) {
    const Bytes bytes = {std::byte{1}, std::byte{2}, std::byte{0xff}, std::byte{3}};
    return open({.blob = Blob(bytes), .name = name}).error().message;
  };
  const std::string unknown = "not a known format: it starts with the bytes 0102ff03";
  EXPECT_EQ(message("x.dat"), unknown);
  EXPECT_EQ(
      message("x.wok"),
      unknown + "; as a kotor-walkmesh: 0x00000000: magic: needs 8 bytes, but only 4 are left in the file");
}

TEST(Document, AModelWithoutItsMdxIsALossOfTheSceneToo) {
  const Output pair = test::written_sample(*find_format("kotor-mdl"));
  const auto alone = open({.blob = Blob(pair.bytes), .name = "x.mdl"});
  ASSERT_TRUE(alone);
  const std::vector<std::string> expected = {
      "no MDX was given: vertices have positions only, no normals, texture coordinates, colours or skins "
      "(--mdx names it)"};
  const Losses losses = to_scene(*alone)->losses;
  ASSERT_EQ(losses.size(), 2U);
  EXPECT_EQ(losses[0], expected[0]);
  EXPECT_EQ(losses[1], "left out: 1 collision mesh (--collision)");  // which a conversion calls a note
  // Told once when it is converted.
  const auto made = convert(*alone, {.format = find_format("obj"), .name = "x.obj"});
  ASSERT_TRUE(made);
  EXPECT_EQ(test::count(made->output.losses, expected[0]), 1);
}

/// The number at byte 12 says the game, and with it how long headers are.
TEST(Document, ErrorsSayWhenTheOtherGamesLayoutFits) {
  Output pair = test::written_sample(*find_format("kotor-mdl"));
  const std::uint32_t second[] = {4285200, 4216320};
  std::memcpy(pair.bytes.data() + 12, second, sizeof(second));
  const auto wrong = test::opened(pair, "x.mdl");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(
      to_string(wrong.error()),
      "0x00000010: nodes[6].mesh.dangly.constraints: 1048576000 rows of 4 bytes do not fit: the file ends "
      "at 0x00001eee; as a model of k1-pc it can be read: its first numbers are those of the other game");
}

/// Where it can be read in spite of that: 8 bytes less are read of the mesh's header than it has.
TEST(Document, FindingsSayWhenTheOtherGamesLayoutFits) {
  constexpr std::string_view kFloor =
      "newmodel hall\nsetsupermodel hall NULL\nclassification other\nbeginmodelgeom hall\n"
      "node dummy hall\n  parent NULL\nendnode\nnode trimesh floor\n  parent hall\n  bitmap wood\n"
      "  verts 3\n    0 0 0\n    1 0 0\n    1 1 0\n  faces 1\n    0 1 2 1 0 1 2 4\n"
      "  tverts 3\n    0 0 0\n    1 0 0\n    1 1 0\nendnode\nendmodelgeom hall\ndonemodel hall\n";
  const ByteSpan bytes = bytes_of(kFloor);
  const auto text = open({.blob = Blob(Bytes(bytes.begin(), bytes.end())), .name = "hall.mdl.ascii"});
  ASSERT_TRUE(text) << to_string(text.error());
  Target target{.format = find_format("kotor-mdl"), .name = "hall.mdl"};
  target.options.set("game", "k2");
  Output pair = convert(*text, target).value().output;
  const auto told = [&] {
    Findings findings;
    EXPECT_TRUE(validate(test::opened(pair, "hall.mdl").value(), findings));
    std::vector<std::string> lines;
    for (const Finding& finding : findings.all())
      if (finding.kind->code == "MDL_OTHER_GAME_FITS")
        lines.push_back(finding.where + ": " + finding.message);
    return lines;
  };
  EXPECT_EQ(told(), std::vector<std::string>{});
  const std::uint32_t first[] = {4273776, 4216096};
  std::memcpy(pair.bytes.data() + 12, first, sizeof(first));
  EXPECT_EQ(told(), std::vector<std::string>{
                        "geometry.functions: 1 errors as a model of k1-pc, none as one of k2-pc"});
}

/// The games go by the name of a model's file.
TEST(Document, AModelIsCalledAsItsFileIs) {
  const auto told = [](const char* id, const std::string& name) {
    const Document document = test::opened(test::written_sample(*find_format(id), "Beast.mdl"), name).value();
    Findings findings;
    EXPECT_TRUE(validate(document, findings));
    std::vector<std::string> lines;
    for (const Finding& finding : findings.all())
      lines.push_back(fmt::format("{} {}: {}", finding.kind->code, finding.where, finding.message));
    return lines;
  };
  const std::vector<std::string> none;
  EXPECT_EQ(told("kotor-mdl", "a/bird.mdl"),
            std::vector<std::string>{
                R"(MDL_FILE_NAME_MISMATCH geometry.name: the model is called "Beast", its file "bird")"});
  EXPECT_EQ(told("kotor-mdl-ascii", "bird.mdl.ascii"),
            std::vector<std::string>{
                R"(MDL_ASCII_FILE_NAME_MISMATCH model.name: the model is called "Beast", its file "bird")"});
  for (const char* same : {"beast.MDL", "a/Beast.mdl", "-", ""}) EXPECT_EQ(told("kotor-mdl", same), none);
  EXPECT_EQ(told("kotor-mdl-ascii", "beast.mdl.ascii"), none);
}

TEST(Document, AModelThatIsCompiledUnderAnotherNameIsTold) {
  const Document text =
      test::opened(test::written_sample(*find_format("kotor-mdl-ascii"), "beast.mdl.ascii"), "x.mdl.ascii")
          .value();
  const auto notes = [&](const std::string& name) {
    const Conversion made = convert(text, {.format = find_format("kotor-mdl"), .name = name}).value();
    EXPECT_EQ(made.output.losses, std::vector<std::string>());
    return test::lines_of(made.notes);
  };
  EXPECT_EQ(notes("beast.mdl"), std::vector<std::string>());
  EXPECT_EQ(notes("bird.mdl"),
            std::vector<std::string>{
                "the model is called \"beast\", its file \"bird\": the games go by the name of the file"});
}

/// The nodes above them are in the model.
TEST(Document, AnAnimationOfATextThatListsOnlyWhatMovesLosesNothing) {
  constexpr std::string_view kMoving =
      "newmodel hall\nsetsupermodel hall NULL\nclassification other\nbeginmodelgeom hall\n"
      "node dummy hall\n  parent NULL\nendnode\nnode dummy door\n  parent hall\nendnode\n"
      "endmodelgeom hall\nnewanim open hall\n  length 1\n  node dummy door\n    parent hall\n"
      "    positionkey 2\n      0 0 0 0\n      1 0 0 1\n  endnode\ndoneanim open hall\ndonemodel hall\n";
  const ByteSpan bytes = bytes_of(kMoving);
  const auto text = open({.blob = Blob(Bytes(bytes.begin(), bytes.end())), .name = "hall.mdl.ascii"});
  ASSERT_TRUE(text) << to_string(text.error());
  for (const auto& [id, name] : {std::pair("kotor-mdl", "hall.mdl"), std::pair("gltf", "hall.glb")}) {
    const auto made = convert(*text, {.format = find_format(id), .name = name});
    ASSERT_TRUE(made) << to_string(made.error());
    EXPECT_EQ(made->output.losses, std::vector<std::string>{}) << id;
  }
}

}  // namespace
}  // namespace mw
