// The file with an edit differs from the file in exactly that field.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/formats/registry.h>
#include <meshwright/kotor/walkmesh.h>
#include <map>

#include "fields/edit_check.h"
#include "fields/field_edit.h"
#include "support/bytes.h"
#include "support/corpus.h"
#include "view_fixtures.h"

namespace mw::view {
namespace {

using Files = std::shared_ptr<DroppedFiles>;

Files sample_of(std::string_view format, const std::string& name) {
  auto files = std::make_shared<DroppedFiles>();
  EXPECT_TRUE(add_sample(*files, format, name));
  return files;
}

/// What fields say, by layer and path.
using Said = std::map<std::pair<std::uint64_t, std::string>, std::string>;

Said said_by(OpenedFile& file) {
  Said said;
  for (std::uint64_t layer = 0; layer < 2; ++layer) {
    const auto reply =
        file.ask("fields", parse_json(fmt::format(R"({{"layer": {}, "most": 1000000}})", layer)).value());
    if (!reply) break;
    const JsonValue answer = parse_json(reply->json).value();
    for (const JsonValue& field : *answer.find("fields")->get_if<JsonArray>())
      said[{layer, *field.find("path")->get_if<std::string>()}] = *field.find("value")->get_if<std::string>();
  }
  return said;
}

std::string as_json(std::string_view text) {
  JsonWriter json(JsonWriter::Style::compact);
  json.value(text);
  return json.take();
}

Result<Reply> edit(OpenedFile& file, std::uint64_t layer, std::string_view path, std::string_view value) {
  return file.ask("edit", parse_json(fmt::format(R"({{"layer": {}, "path": {}, "value": {}}})", layer,
                                                 as_json(path), as_json(value)))
                              .value());
}

std::string refusal(OpenedFile& file, std::string_view path, std::string_view value,
                    std::uint64_t layer = 0) {
  const auto reply = edit(file, layer, path, value);
  return reply ? "edited" : to_string(reply.error());
}

std::vector<std::string> texts(const JsonValue& answer, std::string_view name) {
  std::vector<std::string> all;
  for (const JsonValue& each : *answer.find(name)->get_if<JsonArray>())
    all.push_back(*each.get_if<std::string>());
  return all;
}

/// The dropped files with the edited one in its place.
Files edited_files(const Files& files, const Reply& reply) {
  const JsonValue answer = parse_json(reply.json).value();
  auto all = std::make_shared<DroppedFiles>(*files);
  all->add(*answer.find("file")->get_if<std::string>(), Blob(Bytes(reply.bytes)));
  const std::string companion = *answer.find("companion")->get_if<std::string>();
  if (!companion.empty()) all->add(companion, Blob(Bytes(reply.companion)));
  return all;
}

/// The paths of fields that say something else, or are in one only.
std::vector<std::string> changed_paths(const Said& before, const Said& after) {
  std::vector<std::string> paths;
  for (const auto& [place, value] : before)
    if (const auto found = after.find(place); found == after.end() || found->second != value)
      paths.push_back(place.second);
  for (const auto& [place, value] : after)
    if (!before.contains(place)) paths.push_back(place.second);
  return paths;
}

std::vector<std::string> changes_of(const Files& files, const std::string& name, std::string_view path,
                                    std::string_view value, std::uint64_t layer = 0) {
  OpenedFile file(files, name);
  const auto reply = edit(file, layer, path, value);
  if (!reply) return {to_string(reply.error())};
  OpenedFile other(edited_files(files, *reply), name);
  return changed_paths(said_by(file), said_by(other));
}

using Paths = std::vector<std::string>;

TEST(Edit, AFieldOfEachFormatIsAllThatChanges) {
  const auto wok = sample_of("kotor-walkmesh", "a.wok");
  EXPECT_EQ(changes_of(wok, "a.wok", "materials[3]", "7"), Paths{"materials[3]"});
  EXPECT_EQ(changes_of(wok, "a.wok", "vertices[2]", "1, 2.5, -3"), Paths{"vertices[2]"});
  const auto mdl = sample_of("kotor-mdl", "a.mdl");
  EXPECT_EQ(changes_of(mdl, "a.mdl", "nodes[6].mesh.texture_1", "\"new_skin\""),
            Paths{"nodes[6].mesh.texture_1"});
  EXPECT_EQ(changes_of(mdl, "a.mdl", "model.animation_scale", "0.5"), Paths{"model.animation_scale"});
  const auto bwm = sample_of("bw2-bwm", "a.bwm");
  EXPECT_EQ(changes_of(bwm, "a.bwm", "materials[0].diffuse", "t_other.dds"), Paths{"materials[0].diffuse"});
  const auto ship = sample_of("wows-geometry", "a.geometry");
  EXPECT_EQ(changes_of(ship, "a.geometry", "armor_models[0].plates[0].material", "61"),
            Paths{"armor_models[0].plates[0].material"});
  const auto layout = sample_of("kotor-layout", "a.lyt");
  EXPECT_EQ(changes_of(layout, "a.lyt", "sample_02", "6.5 0.0 1.0"), Paths{"sample_02"});
}

TEST(Edit, TheCompanionIsEditedToo) {
  const auto files = sample_of("kotor-mdl", "a.mdl");
  OpenedFile file(files, "a.mdl");
  const Said said = said_by(file);
  const auto first = std::ranges::find_if(
      said, [](const auto& each) { return each.first.first == 1 && each.second.starts_with("("); });
  ASSERT_NE(first, said.end());
  const auto reply = edit(file, 1, first->first.second, "(9, 8, 7)");
  ASSERT_TRUE(reply) << to_string(reply.error());
  EXPECT_EQ(changes_of(files, "a.mdl", first->first.second, "(9, 8, 7)", 1), Paths{first->first.second});
}

TEST(Edit, TheAnswerSaysWhatWasAndWhatIs) {
  OpenedFile file(sample_of("kotor-walkmesh", "a.wok"), "a.wok");
  const JsonValue answer = asked(file, "edit", R"({"layer": 0, "path": "materials[3]", "value": " 0x7 "})");
  EXPECT_EQ(*answer.find("file")->get_if<std::string>(), "a.wok");
  EXPECT_EQ(*answer.find("companion")->get_if<std::string>(), "");
  EXPECT_EQ(*answer.find("was")->get_if<std::string>(), "4");
  EXPECT_EQ(*answer.find("now")->get_if<std::string>(), "7");
  EXPECT_EQ(texts(answer, "places"), Paths{"materials[3]"});
  EXPECT_TRUE(answer.find("losses")->get_if<JsonArray>()->empty());
}

/// A name may become longer, and stands in several places.
TEST(Edit, ANodeIsRenamedEverywhere) {
  // Here the model, which is called as its file, and its first node have one name.
  const auto files = sample_of("kotor-mdl", "mw_creature.mdl");
  OpenedFile file(files, "mw_creature.mdl");
  const auto reply = edit(file, 0, "names[0]", "longer_creature");
  ASSERT_TRUE(reply) << to_string(reply.error());
  const JsonValue answer = parse_json(reply->json).value();
  EXPECT_EQ(texts(answer, "places"),
            (Paths{"geometry.name", "names[0]", "animations[0].root_name", "animations[1].root_name"}));
  EXPECT_EQ(*answer.find("now")->get_if<std::string>(), "\"longer_creature\"");
  OpenedFile other(edited_files(files, *reply), "mw_creature.mdl");
  const Said said = said_by(other);
  EXPECT_EQ(said.at({0, "geometry.name"}), "\"longer_creature\"");
  EXPECT_EQ(said.at({0, "names[5]"}), "\"hand\"");
  EXPECT_EQ(refusal(file, "names[5]", "lamp"), refusal(file, "names[5]", "\"lamp\""));
  EXPECT_EQ(refusal(file, "names[5]", "lamp"), "names[5]: a node is called \"lamp\" already");
}

TEST(Edit, ANodeOfATextIsRenamedEverywhere) {
  const auto files = sample_of("kotor-mdl-ascii", "a.mdl.ascii");
  OpenedFile file(files, "a.mdl.ascii");
  const Said said = said_by(file);
  const auto hand =
      std::ranges::find_if(said, [](const auto& each) { return each.second.ends_with(" hand"); });
  ASSERT_NE(hand, said.end());
  std::string value = hand->second;
  value.replace(value.size() - 4, 4, "paw_of_it");
  const auto reply = edit(file, 0, hand->first.second, value);
  ASSERT_TRUE(reply) << to_string(reply.error());
  const std::string_view text = text_of(ByteSpan(reply->bytes));
  EXPECT_EQ(text.find("hand"), text.npos);
  EXPECT_NE(text.find(value), text.npos);
}

Files with_text(const std::string& name, std::string_view text) {
  auto files = std::make_shared<DroppedFiles>();
  files->add(name, blob_of(text));
  return files;
}

/// Many tools write tabs between words.
TEST(Edit, TextsWithTabsAreEditedToo) {
  const auto sample = sample_of("kotor-mdl-ascii", "a.mdl.ascii");
  const ByteSpan bytes = sample->find("a.mdl.ascii")->blob()->bytes();
  std::string text(text_of(bytes));
  std::ranges::replace(text, ' ', '\t');
  const auto files = with_text("a.mdl.ascii", text);
  OpenedFile file(files, "a.mdl.ascii");
  std::size_t edited = 0;
  for (const auto& [place, value] : said_by(file)) {
    if (value.find('\t') == value.npos || ++edited % 5 != 0) continue;
    const auto reply = edit(file, 0, place.second, value);
    ASSERT_TRUE(reply) << to_string(reply.error());
    EXPECT_EQ(text_of(ByteSpan(reply->bytes)), text) << place.second;
  }
  EXPECT_GT(edited, 200U);
  const auto named = file.ask("edit", parse_json(R"({"node": "hand", "value": "paw_of_it"})").value());
  ASSERT_TRUE(named) << to_string(named.error());
  std::string expected = text;
  for (auto at = expected.find("\thand"); at != expected.npos; at = expected.find("\thand"))
    expected.replace(at + 1, 4, "paw_of_it");
  EXPECT_EQ(text_of(ByteSpan(named->bytes)), expected);
}

/// The model's own name stands in the line of its supermodel, too.
TEST(Edit, ASupermodelIsCalledOtherwiseAlone) {
  const auto files = sample_of("kotor-mdl-ascii", "a.mdl.ascii");
  std::string expected(text_of(files->find("a.mdl.ascii")->blob()->bytes()));
  OpenedFile file(files, "a.mdl.ascii");
  const auto reply = edit(file, 0, "setsupermodel", "a s_female");
  ASSERT_TRUE(reply) << to_string(reply.error());
  const std::string_view before = "setsupermodel a NULL";
  expected.replace(expected.find(before), before.size(), "setsupermodel a s_female");
  EXPECT_EQ(text_of(ByteSpan(reply->bytes)), expected);
}

TEST(Edit, BytesOfOldCodePagesStayInALine) {
  const std::string_view before =
      "beginlayout\n roomcount 1\n  caf\xe9 1 2 3\n trackcount 0\n"
      " obstaclecount 0\n doorhookcount 0\ndonelayout\n";
  const auto files = with_text("a.lyt", before);
  OpenedFile file(files, "a.lyt");
  const Said said = said_by(file);
  const auto room = std::ranges::find_if(
      said, [](const auto& each) { return each.second.find("\\xe9") != std::string::npos; });
  ASSERT_NE(room, said.end());
  EXPECT_EQ(room->second, "caf\\xe9 1 2 3");
  const auto reply = edit(file, 0, room->first.second, "caf\\xe9 1 2 4");
  ASSERT_TRUE(reply) << to_string(reply.error());
  std::string expected(before);
  expected.replace(expected.find("1 2 3"), 5, "1 2 4");
  EXPECT_EQ(text_of(ByteSpan(reply->bytes)), expected);
}

/// Of what is selected in a picture its name is known, not where that stands.
TEST(Edit, ANodeIsFoundByItsName) {
  for (const auto& [format, name] :
       {std::pair("kotor-mdl", "a.mdl"), std::pair("kotor-mdl-ascii", "a.mdl.ascii")}) {
    const auto files = sample_of(format, name);
    OpenedFile file(files, name);
    const auto reply = file.ask("edit", parse_json(R"({"node": "hand", "value": "paw_of_it"})").value());
    ASSERT_TRUE(reply) << to_string(reply.error());
    const JsonValue answer = parse_json(reply->json).value();
    EXPECT_FALSE(answer.find("path")->get_if<std::string>()->empty());
    EXPECT_NE(answer.find("was")->get_if<std::string>()->find("hand"), std::string::npos);
    EXPECT_NE(answer.find("now")->get_if<std::string>()->find("paw_of_it"), std::string::npos);
    OpenedFile other(edited_files(files, *reply), name);
    const auto again = other.ask("edit", parse_json(R"({"node": "hand", "value": "x"})").value());
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().message, "no node is called \"hand\"");
  }
}

TEST(Edit, WhatCannotBeEditedAloneSaysWhy) {
  OpenedFile file(sample_of("kotor-walkmesh", "a.wok"), "a.wok");
  EXPECT_EQ(refusal(file, "nothing", "1"), "nothing: there is no such field");
  EXPECT_EQ(refusal(file, "materials[3]", "many"),
            "materials[3]: expected a whole number from 0 to 4294967295, got \"many\"");
  EXPECT_EQ(refusal(file, "materials[3]", "1 2"), "materials[3]: expected a number, got \"1 2\"");
  EXPECT_EQ(refusal(file, "vertices[0]", "1 2"), "vertices[0]: expected 3 numbers, got \"1 2\"");
  EXPECT_EQ(refusal(file, "vertices[0]", "1 2 x"), "vertices[0]: expected a number, got \"x\"");
  EXPECT_EQ(
      refusal(file, "face_count", "1"),
      "face_count: says what or where other fields are: changed alone, the file would be read otherwise");
  EXPECT_EQ(
      refusal(file, "edge_count", "77"),
      "edge_count: with 77 the file could not be read: 0x00004a3c: edges: 77 rows of 8 bytes do not fit: "
      "the file ends at 0x00004b84");
  EXPECT_EQ(
      refusal(file, "vertex_offset", "140"),
      "vertex_offset: says what or where other fields are: changed alone, the file would be read otherwise");
}

TEST(Edit, MaterialsHaveNames) {
  const auto files = sample_of("kotor-walkmesh", "a.wok");
  OpenedFile file(files, "a.wok");
  const JsonValue choices = asked(file, "choices", R"({"path": "materials[3]"})");
  const Paths names = texts(choices, "names");
  ASSERT_GT(names.size(), 7U);
  EXPECT_EQ(names[3], "Grass");
  EXPECT_EQ(names[7], "NonWalk");
  EXPECT_EQ(texts(asked(file, "choices", R"({"path": "face_count"})"), "names"), Paths{});
  EXPECT_EQ(changes_of(files, "a.wok", "materials[3]", "grass"), Paths{"materials[3]"});
  const JsonValue answer = asked(file, "edit", R"({"path": "materials[3]", "value": "grass"})");
  EXPECT_EQ(*answer.find("now")->get_if<std::string>(), "3");
  EXPECT_EQ(refusal(file, "face_count", "grass"),
            "face_count: expected a whole number from 0 to 4294967295, got \"grass\"");
}

TEST(Edit, WhatIsPackedHasNoBytesOfItsOwn) {
  OpenedFile file(sample_of("wows-geometry", "a.geometry"), "a.geometry");
  const auto reply = file.ask("fields", parse_json(R"({"most": 100000})").value());
  ASSERT_TRUE(reply);
  std::size_t packed = 0;
  const JsonValue answer = parse_json(reply->json).value();
  for (const JsonValue& field : *answer.find("fields")->get_if<JsonArray>()) {
    if (field.find("packed") == nullptr) continue;
    ++packed;
    const std::string& path = *field.find("path")->get_if<std::string>();
    EXPECT_EQ(refusal(file, path, "1"),
              path + ": is packed with others in the file: it has no bytes of its own to edit");
  }
  EXPECT_GT(packed, 0U);
}

TEST(Edit, ABrokenFileIsNotEdited) {
  auto files = std::make_shared<DroppedFiles>();
  files->add("a.wok", blob_of("BWM V1.0"));
  OpenedFile file(files, "a.wok");
  EXPECT_EQ(refusal(file, "magic", "x"), "0x00000008: type: needs 4 bytes, but only 0 are left in the file");
}

TEST(Edit, NumbersAreReadInEverySpelling) {
  const Bytes four(4);
  const auto read = [&](Scalar scalar, std::uint64_t count, std::string_view value) {
    const auto bytes = bytes_for({scalar, count}, four, value);
    return bytes ? to_hex(*bytes) : bytes.error().message;
  };
  EXPECT_EQ(read(Scalar::u8, 4, "(1, 2, 255, 0x10)"), "0102ff10");
  EXPECT_EQ(read(Scalar::u8, 1, "256"), "expected a whole number from 0 to 255, got \"256\"");
  EXPECT_EQ(read(Scalar::i8, 1, "-128"), "80");
  EXPECT_EQ(read(Scalar::i16, 1, "-2"), "feff");
  EXPECT_EQ(read(Scalar::u16, 1, "-2"), "expected a whole number from 0 to 65535, got \"-2\"");
  EXPECT_EQ(read(Scalar::i32, 1, "7"), "07000000");
  EXPECT_EQ(read(Scalar::u64, 1, "18446744073709551615"), "ffffffffffffffff");
  EXPECT_EQ(read(Scalar::i64, 1, "-1"), "ffffffffffffffff");
  EXPECT_EQ(read(Scalar::f32, 1, "0.5"), "0000003f");
  EXPECT_EQ(read(Scalar::f32, 1, "NaN(0xffc00001)"), "expected a number, got \"NaN(0xffc00001)\"");
  EXPECT_EQ(read(Scalar::f32, 1, "1e39"),
            "expected a number from -3.4028235e+38 to 3.4028235e+38, got \"1e39\"");
  EXPECT_EQ(read(Scalar::f32, 1, "3.4028235e+38"), "ffff7f7f");
  for (const char* word : {"inf", "Infinity", "1.#INF"}) EXPECT_EQ(read(Scalar::f32, 1, word), "0000807f");
  EXPECT_EQ(read(Scalar::f16, 2, "1 -2"), "003c00c0");
  EXPECT_EQ(read(Scalar::f16, 2, "65504 inf"), "ff7b007c");
  EXPECT_EQ(read(Scalar::f16, 2, "1 -65520"), "expected a number from -65504 to 65504, got \"-65520\"");
  EXPECT_EQ(read(Scalar::bytes, 4, "01020304"), "01020304");
  EXPECT_EQ(read(Scalar::bytes, 4, "0102"), "expected 4 bytes in hexadecimal, got \"0102\"");
  EXPECT_EQ(read(Scalar::f64, 1, "1"), "a f64 cannot be edited here");
}

TEST(Edit, ATextKeepsWhatIsBehindIt) {
  const std::string_view before("abc\0left", 8);
  const auto now = [&](std::string_view value) {
    const auto bytes = bytes_for({Scalar::text, 8}, bytes_of(before), value);
    return bytes ? std::string(text_of(ByteSpan(*bytes))) : bytes.error().message;
  };
  EXPECT_EQ(now("x"), std::string("x\0\0\0left", 8));
  EXPECT_EQ(now("\"xyzw\""), std::string("xyzw\0eft", 8));
  EXPECT_EQ(now("sevenxx"), std::string("sevenxx\0", 8));
  EXPECT_EQ(now("eightxxx"), "has room for 7 bytes, and \"eightxxx\" has 8");
  EXPECT_EQ(now("a\nb"), "expected a text in one line, got \"a\\x0ab\"");
}

TEST(Edit, ALineKeepsItsKeyword) {
  const auto now = [](std::string_view line, std::string_view was, std::string_view value) {
    const auto bytes = line_with(bytes_of(line), was, value);
    return bytes ? std::string(text_of(ByteSpan(*bytes))) : bytes.error().message;
  };
  EXPECT_EQ(now("  position 1 2 3\r\n", "1 2 3", "4 5 6"), "  position 4 5 6\r\n");
  EXPECT_EQ(now("1 1\n", "1", "2"), "1 2\n");
  EXPECT_EQ(now("\tposition\t1\t2\n", "1\t2", "1\t3"), "\tposition\t1\t3\n");
  EXPECT_EQ(now("endnode\n", "", "2"), "has no value of its own to edit");
  EXPECT_EQ(now("a b\n", "b", "c\nd"), "expected a text in one line, got \"c\\x0ad\"");
}

/// Numbers and texts that have bytes of their own, spread over the file.
std::vector<std::pair<std::uint64_t, std::string>> some_fields(OpenedFile& file, std::size_t most) {
  std::vector<std::pair<std::uint64_t, std::string>> fields;
  for (std::uint64_t layer = 0; layer < 2; ++layer) {
    const auto reply =
        file.ask("fields", parse_json(fmt::format(R"({{"layer": {}, "most": 20000}})", layer)).value());
    if (!reply) break;
    const JsonValue answer = parse_json(reply->json).value();
    for (const JsonValue& field : *answer.find("fields")->get_if<JsonArray>())
      if (field.find("packed") == nullptr && *field.find("type")->get_if<std::string>() != "bytes")
        fields.emplace_back(layer, *field.find("path")->get_if<std::string>());
  }
  const std::size_t step = fields.size() / most + 1;
  std::vector<std::pair<std::uint64_t, std::string>> some;
  for (std::size_t i = 0; i < fields.size(); i += step) some.push_back(fields[i]);
  return some;
}

/// The bytes that differ lie in the field alone.
void expect_only_field(OpenedFile& file, const Reply& edited, std::uint64_t layer, const std::string& path) {
  const auto whole = file.ask("file", JsonValue());
  const JsonValue field =
      parse_json(file.ask("fields", parse_json(fmt::format(R"({{"layer": {}, "parent": "{}", "most": 1}})",
                                                           layer, path))
                                        .value())
                     ->json)
          .value();
  const JsonValue& place = field.find("fields")->get_if<JsonArray>()->front();
  const std::uint64_t begin = *place.find("offset")->get_if<std::uint64_t>();
  const std::uint64_t end = begin + *place.find("length")->get_if<std::uint64_t>();
  const Bytes& before = layer == 0 ? whole->bytes : whole->companion;
  const Bytes& after = layer == 0 ? edited.bytes : edited.companion;
  ASSERT_EQ(before.size(), after.size()) << path;
  for (std::size_t i = 0; i < before.size(); ++i)
    ASSERT_TRUE(before[i] == after[i] || (i >= begin && i < end)) << path << " changed the byte at " << i;
  EXPECT_TRUE(layer == 0 ? whole->companion == edited.companion : whole->bytes == edited.bytes) << path;
}

/// How many of some fields of a real file could be edited; those that could not name themselves.
std::size_t count_edits(const std::filesystem::path& path) {
  SCOPED_TRACE(path.string());
  const auto files = std::make_shared<DroppedFiles>();
  for (const auto& each : {path, std::filesystem::path(path).replace_extension(".mdx")})
    if (std::filesystem::exists(each)) files->add(each.filename().string(), Blob(test::read_bytes(each)));
  OpenedFile file(files, path.filename().string());
  std::size_t edited = 0;
  for (const auto& [layer, field] : some_fields(file, 8)) {
    for (const char* value : {"1", "1 1 1", "1 1", "1 1 1 1"}) {
      const auto reply = edit(file, layer, field, value);
      if (!reply) {
        EXPECT_EQ(reply.error().field, field) << to_string(reply.error());
        continue;
      }
      ++edited;
      if (texts(parse_json(reply->json).value(), "places") == Paths{field})
        expect_only_field(file, *reply, layer, field);
      break;
    }
  }
  return edited;
}

TEST(EditCorpus, NothingElseChanges) {
  std::size_t edited = 0;
  std::size_t opened = 0;
  for (const char* folder : {"kotor/mdl_k1", "kotor/mdl_k2", "kotor/wok", "kotor/pwk", "wows", "bw2"})
    for (const char* extension : {".mdl", ".wok", ".pwk", ".geometry", ".bwm", ".splash", ".primitives"})
      for (const auto& each : test::corpus_files(folder, extension))
        if (std::filesystem::file_size(each) < 60'000 && ++opened > 0) edited += count_edits(each);
  if (opened == 0) GTEST_SKIP() << "no real files here; name a folder of them in MESHWRIGHT_CORPUS";
  EXPECT_GT(edited, opened) << "of " << opened << " files";
}

/// The row of walkmeshes but for what it writes: as of a format that makes a field of others.
Format writing_another_byte() {
  Format row = *find_format("kotor-walkmesh");
  row.write = [](const Document& document, const WriteRequest& /*request*/) -> Result<Output> {
    const ByteSpan bytes = document.source().blob.bytes();
    Output output{.bytes = Bytes(bytes.begin(), bytes.end())};
    output.bytes.back() ^= std::byte(1);
    return output;
  };
  return row;
}

void open_as(const Format& row, const Files& files, OpenedFile::State& state) {
  state.files = files;
  state.source = source_in(files, "a.wok").value();
  const Document document = open(state.source).value();
  state.document.emplace(row, *document.as<kotor::walkmesh::View>(), state.source);
}

TEST(Edit, AFieldThatIsMadeOfOthersIsNotEditedAlone) {
  const auto files = sample_of("kotor-walkmesh", "a.wok");
  const ByteSpan bytes = files->find("a.wok")->blob()->bytes();
  const Edited edited{.bytes = Bytes(bytes.begin(), bytes.end()), .companion = {}, .places = {}};
  const Edit edit{.path = "materials[3]", .was = {}, .held = {}, .value = {}};
  const auto refused = [&](const Format& row) {
    OpenedFile::State before;
    OpenedFile::State after;
    open_as(row, files, before);
    open_as(row, files, after);
    const auto done = check_only(before, after, edit, edited);
    return done ? "edited" : to_string(done.error());
  };
  EXPECT_EQ(refused(*find_format("kotor-walkmesh")), "edited");
  EXPECT_EQ(refused(writing_another_byte()),
            "materials[3]: is made of other fields when the file is written: it cannot be edited alone");
}

}  // namespace
}  // namespace mw::view
