#include <gtest/gtest.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/core/json_writer.h>

#include "fixtures.h"
#include "support/cases/json_cases.h"

namespace mw::bw2::bwm {
namespace {

using test::put;
using test::replaced;
using test::whole_from;

/// The sample, its first declaration with an element of a format that does not exist.
Bytes with_unknown_format() {
  Bytes bytes = written(sample(Sample::skin));
  std::uint64_t place = 0;
  const Trace find = [&](const TracedField& field) {
    if (field.path == "strides[0].elements[0].format") place = field.offset;
  };
  EXPECT_TRUE(read(bytes, &find));
  put(bytes, place, std::uint32_t(99));
  return bytes;
}

TEST(BwmJson, IsOneObjectInAnyStyle) {
  const File file = sample(Sample::skin);
  JsonWriter json(JsonWriter::Style::compact);
  to_json(file, json);
  EXPECT_EQ(json.text().find('\n'), json.text().npos);
  EXPECT_EQ(whole_from<Bwm>(json.take()).value(), written(file));
}

TEST(BwmJson, AnUnknownFormatLeavesAllVerticesAsBytes) {
  ASSERT_GE(sample(Sample::skin).strides.size(), 2U);
  test::expect_same_through_json<Bwm>(with_unknown_format());
}

TEST(BwmJson, RowsThatHaveNoPlaceAreRefused) {
  JsonValue json = parse_json(to_json(read(with_unknown_format()).value())).value();
  const JsonValue whole = parse_json(to_json(sample(Sample::skin))).value();
  for (auto& [name, value] : *json.get_if<JsonObject>()) {
    if (name != "strides") continue;
    (*value.get_if<JsonArray>())[1] = (*whole.find("strides")->get_if<JsonArray>())[1];
  }
  EXPECT_EQ(test::complaint_of<Bwm>(test::json_text(json)),
            "strides[1].elements[0].values: has 42 rows, but a declaration with an unknown format leaves no "
            "place for them");
}

TEST(BwmJson, GivesTheSameBytesBack) {
  for (const Sample which : kSamples) {
    for (const std::uint32_t version : {kVersion5, kVersion6}) {
      File file = sample(which);
      ASSERT_TRUE(set_version(file, version));
      test::expect_json_gives<Bwm>(file, written(file));
    }
  }
}

TEST(BwmJson, KeepsOddFilesToo) {
  Bytes bytes = written(one_triangle());
  put(bytes, 1372, std::uint32_t(0xFFC12345));  // a NaN with a payload
  put(bytes, 1376, std::uint32_t(0x80000000));  // -0
  bytes[30] = std::byte(0x55);                  // behind the signature
  bytes[632 + 148 + 20] = std::byte(0xFE);      // behind a name's NUL
  bytes[1236 + 100] = std::byte(0xAB);          // garbage of the declaration
  put(bytes, 40, std::uint32_t(7));             // a wrong size
  bytes.insert(bytes.end(), 5, std::byte(0xCC));
  test::expect_same_through_json<Bwm>(bytes);
}

TEST(BwmJson, KeepsWhatCannotBeDecoded) {
  Bytes bytes = written(one_triangle());
  put(bytes, 1236 + 4 + 4, std::uint32_t(77));
  test::expect_same_through_json<Bwm>(bytes);
}

TEST(BwmJson, ChangingAVertexChangesJustItsBytes) {
  const File file = one_triangle();
  const Bytes after = whole_from<Bwm>(replaced(to_json(file), "\"values\": [\n      [0, 0, 0],",
                                               "\"values\": [\n      [0, 2.5, 0],"))
                          .value();
  test::expect_same_outside(written(file), after, 1376, 1380);
  EXPECT_EQ(positions(read(after).value())[0], Vec3(0, 2.5F, 0));
}

TEST(BwmJson, IsReadable) {
  test::expect_contains(to_json(one_triangle()),
                        {"\"diffuse\": \"t_one.dds\"", "{\"id\": 0, \"format\": 2, \"values\": [\n",
                         "\"garbage\": \"\"", "\"indices\": [\n  0, 1, 2\n ]"});
}

TEST(BwmJson, WithoutSizesTheyAreComputed) {
  const File file = one_triangle();
  const std::string json = to_json(file);
  const std::string bare = replaced(json, "\"size\": 1470,\n \"metadata_size\": 1316,\n ", "");
  EXPECT_EQ(whole_from<Bwm>(bare).value(), written(file));
  const std::string longer =
      replaced(bare, "\"circles\": [\n", "\"circles\": [\n  {\"x\": 1, \"z\": 2, \"radius\": 3},\n");
  const auto grown = read(whole_from<Bwm>(longer).value());
  ASSERT_TRUE(grown);
  EXPECT_EQ(grown->circles.size(), 2U);
  EXPECT_EQ(grown->header.size, 1470U + 12);
  EXPECT_EQ(grown->header.metadata_size, 1316U + 12);
}

TEST(BwmJson, SaysWhatIsWrongAndWhere) {
  test::expect_edit_messages<Bwm>(
      to_json(one_triangle()),
      {{"\"vertex_count\": 3", "\"vertex_count\": 4",
        "strides[0].elements[0].values: has 3 rows, but vertex_count is 4"},
       {"\"lod\": 1,", "\"lod\": -1,", "meshes[0].lod: -1 is outside 0..4294967295"},
       {"\"mask\": 15", "\"musk\": 15", "material_refs[0].mask: missing"},
       {"0, 1, 2\n", "0, 1, 65536\n", "indices[2]: 65536 is outside 0..65535"},
       {"\"version\": 6", "\"version\": 5", "cleaves: version 5 has none, version 6 does"},
       {"\"name\": \"one\"", "\"name\": \"" + std::string(65, 'x') + "\"",
        "meshes[0].name: a text of 65 bytes does not fit 64"}});
}

}  // namespace
}  // namespace mw::bw2::bwm
