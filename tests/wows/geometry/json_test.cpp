#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/wows/geometry.h>

#include "fixtures.h"
#include "support/cases/json_cases.h"

namespace mw::wows::geometry {
namespace {

using test::put;
using test::replaced;
using test::whole_from;

TEST(GeometryJson, GivesTheSameBytesBack) {
  for (const SampleData which : kSamples) test::expect_same_through_json<Geometry>(written(sample(which)));
}

TEST(GeometryJson, IsOneObjectInAnyStyle) {
  const File file = sample(SampleData::encoded);
  JsonWriter json(JsonWriter::Style::compact);
  to_json(file, json);
  EXPECT_EQ(json.text().find('\n'), json.text().npos);
  EXPECT_EQ(whole_from<Geometry>(json.take()).value(), written(file));
}

TEST(GeometryJson, ShowsDecodedVertices) {
  for (const bool encoded : {false, true}) {
    const std::string json = to_json(one_triangle(encoded));
    test::expect_contains(
        json, {"{\"xyz\": [0, 0, 1], \"n\": [0, 1, 0], \"uv\": [0.25, 0.5], \"t\": [1, 0, 0], \"b\": "
               "[0, 0, 1]}",
               "\"format\": \"set3/xyznuvtbpc\", \"stride\": 28", "\"density\": 0.25"});
    EXPECT_EQ(json.find("payload"), json.npos) << json;
  }
}

TEST(GeometryJson, AChangedVertexIsEncodedAgain) {
  const File file = one_triangle(true);
  const std::string json = to_json(file);
  const auto layout = json.find(",\n \"layout\"");
  const std::string bare = json.substr(0, layout) + "\n}\n";
  const auto after = whole_from<Geometry>(replaced(bare, "\"xyz\": [0, 0, 1]", "\"xyz\": [0, 2.5, 1]"));
  ASSERT_TRUE(after) << to_string(after.error());
  const File again = read(*after).value();
  EXPECT_TRUE(again.vertex_buffers[0].data.encoded);
  EXPECT_EQ(mapped_vertices(again, decode(again), 0).value()[1].position, Vec3(0, 2.5F, 1));
  EXPECT_EQ(whole_from<Geometry>(bare).value(), written(file));
}

/// Bits that plain numbers would lose: NaN halves, a fourth byte, minus zero, a padding.
TEST(GeometryJson, KeepsOddVerticesToo) {
  File file = sample(SampleData::plain);
  Bytes& bytes = file.vertex_buffers[0].data.bytes;
  put(bytes, 0, std::uint32_t(0xFFC12345));
  put(bytes, 15, std::uint8_t(9));        // behind the normal
  put(bytes, 16, std::uint16_t(0x8000));  // minus zero
  put(bytes, 18, std::uint16_t(0x7E01));  // NaN
  file.vertex_buffers[0].prototype.format.unknown_0x04 = 77;
  file.vertex_mappings[0].packed_density = 0xFC01;
  put(file.vertex_buffers[2].data.bytes, 20, std::uint32_t(0x04030201));  // bones
  put(file.vertex_buffers[2].data.bytes, 24, std::uint32_t(0x04030201));  // weights
  file.armor_models[0].plates[0].vertices[0].normal = {0, 255, 128};
  file.armor_models[0].plates[0].vertices[0].unknown_0x0f = 3;
  test::expect_contains(to_json(file), {"\"n_bytes\": "});
  test::expect_json_gives<Geometry>(file, written(file));
}

TEST(GeometryJson, KeepsWhatItCannotDecode) {
  const auto comes_back = [](const auto& change) {
    File file = one_triangle(true);
    change(file);
    lay_out(file);
    SCOPED_TRACE(to_json(file));
    test::expect_same_through_json<Geometry>(written(file));
  };
  comes_back([](File& f) { f.vertex_buffers[0].data.bytes.pop_back(); });
  comes_back([](File& f) { f.vertex_buffers[0].data.element_count = 0x7FFFFFFF; });
  comes_back([](File& f) { f.vertex_buffers[0].prototype.stride = 0; });
  comes_back([](File& f) { f.vertex_buffers[0].format = "set9/what"; });  // rows of bytes
  comes_back([](File& f) { f.index_buffers[0].data.bytes[0] = std::byte(0); });
  comes_back([](File& f) { f.index_buffers[0].prototype.index_size = 3; });
  comes_back([](File& f) { f.index_buffers[0].data = {false, 0, Bytes(7, std::byte(1))}; });  // a tail
  comes_back([](File& f) { f.vertex_buffers[0].data = {false, 0, Bytes(30, std::byte(1))}; });
}

/// A stream that the encoder would write otherwise is kept, and dropped when its items change.
TEST(GeometryJson, KeepsAStreamThatEncodingDoesNotGive) {
  File file = one_triangle(true);
  Bytes& stream = file.index_buffers[0].data.bytes;
  // The last 16 bytes are a table of codes; one that nothing uses may be anything.
  stream[stream.size() - 2] = std::byte(0x42);
  const std::string json = to_json(file);
  test::expect_contains(json, {"\"payload\": "});
  test::expect_json_gives<Geometry>(file, written(file));
  const auto changed = whole_from<Geometry>(replaced(json, "[0, 1, 2]", "[0, 2, 1]"));
  ASSERT_TRUE(changed) << to_string(changed.error());
  const File again = read(*changed).value();
  EXPECT_EQ(mapped_indices(again, decode(again), 0).value(), (std::vector<std::uint32_t>{0, 2, 1}));
}

/// Ids are in hex; numbers, as files of before have them, are read too.
TEST(GeometryJson, IdsAreInHex) {
  const File file = one_triangle();
  const std::string json = to_json(file);
  const std::uint32_t id = file.vertex_mappings[0].id;
  const std::string hex = fmt::format("\"id\": \"0x{:08X}\"", id);
  const std::string other = fmt::format("\"id\": \"0x{:08X}\"", file.index_mappings[0].id);
  test::expect_contains(json, {hex.c_str(), other.c_str()});
  EXPECT_EQ(whole_from<Geometry>(replaced(json, hex, fmt::format("\"id\": {}", id))).value(), written(file));
  for (const char* wrong : {"\"id\": \"0x12\"", "\"id\": \"1234567890\"", "\"id\": \"0x1234567G\""})
    EXPECT_EQ(test::message_of(whole_from<Geometry>(replaced(json, hex, wrong))),
              "0x0000003d: vertex_mappings[0].id: expected 0x and eight hex digits")
        << wrong;
}

TEST(GeometryJson, SaysWhatIsWrongAndWhere) {
  test::expect_edit_messages<Geometry>(
      to_json(one_triangle()),
      {{"[0, 0, 1], \"n\"", "[0, 0], \"n\"", "vertex_buffers[0].vertices[1].xyz: expected 3 numbers, got 2"},
       {"\"encoding\": \"raw\"", "\"encoding\": \"zip\"",
        "vertex_buffers[0]: encoding: expected \"raw\" or \"encd\""},
       {"\"n\": [0, 1, 0], ", "", "vertex_buffers[0].vertices[0].n: missing"},
       {"\"n\": [0, 1, 0]", "\"n_bytes\": \"7f\"", "vertex_buffers[0].vertices[0]: expected 4 bytes, got 1"},
       {"\"index_size\": 2", "\"index_size\": 3", "index_buffers[0]: indices of 3 bytes, expected 2 or 4"},
       {"0, 1, 2", "0, 1, 70000", "index_buffers[0]: index 70000 does not fit 2 bytes"},
       {"\"index_buffers\": [16]", "\"index_buffers\": [16, 17]",
        "layout: not of as many buffers and models as the file has"}});
}

}  // namespace
}  // namespace mw::wows::geometry
