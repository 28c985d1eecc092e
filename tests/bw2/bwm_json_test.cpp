#include <gtest/gtest.h>
#include <meshwright/bw2/bwm.h>

#include <bit>
#include <cstring>

#include "bwm_fixtures.h"
#include "support/bytes.h"

namespace mw::bw2::bwm {
namespace {

Result<Bytes> bytes_from(const std::string& json) {
  const auto value = parse_json(json);
  if (!value) return fail(value.error());
  return from_json(*value).and_then(write);
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(BwmJson, GivesTheSameBytesBack) {
  for (const Sample which : kSamples) {
    for (const std::uint32_t version : {kVersion5, kVersion6}) {
      File file = sample(which);
      ASSERT_TRUE(set_version(file, version));
      EXPECT_EQ(bytes_from(to_json(file)).value(), written(file));
    }
  }
}

TEST(BwmJson, KeepsOddFilesToo) {
  Bytes bytes = written(one_triangle());
  test::put(bytes, 1372, std::uint32_t(0xFFC12345));  // a NaN with a payload
  test::put(bytes, 1376, std::uint32_t(0x80000000));  // -0
  bytes[30] = std::byte(0x55);                        // behind the signature
  bytes[632 + 148 + 20] = std::byte(0xFE);            // behind a name's NUL
  bytes[1236 + 100] = std::byte(0xAB);                // garbage of the declaration
  test::put(bytes, 40, std::uint32_t(7));             // a wrong size
  bytes.insert(bytes.end(), 5, std::byte(0xCC));
  EXPECT_EQ(bytes_from(to_json(read(bytes).value())).value(), bytes);
}

TEST(BwmJson, KeepsWhatCannotBeDecoded) {
  Bytes bytes = written(one_triangle());
  test::put(bytes, 1236 + 4 + 4, std::uint32_t(77));
  EXPECT_EQ(bytes_from(to_json(read(bytes).value())).value(), bytes);
}

TEST(BwmJson, ChangingAVertexChangesJustItsBytes) {
  const File file = one_triangle();
  const Bytes before = written(file);
  const Bytes after = bytes_from(replaced(to_json(file), "\"values\": [\n      [0, 0, 0],",
                                          "\"values\": [\n      [0, 2.5, 0],"))
                          .value();
  ASSERT_EQ(before.size(), after.size());
  for (std::size_t i = 0; i < before.size(); ++i) {
    if (i < 1376 || i >= 1380) {
      EXPECT_EQ(before[i], after[i]) << i;
    }
  }
  EXPECT_EQ(positions(read(after).value())[0], Vec3(0, 2.5F, 0));
}

TEST(BwmJson, IsReadable) {
  const std::string json = to_json(one_triangle());
  EXPECT_NE(json.find("\"diffuse\": \"t_one.dds\""), json.npos) << json;
  EXPECT_NE(json.find("{\"id\": 0, \"format\": 2, \"values\": [\n"), json.npos) << json;
  EXPECT_NE(json.find("\"garbage\": \"\""), json.npos) << json;
  EXPECT_NE(json.find("\"indices\": [\n  0, 1, 2\n ]"), json.npos) << json;
}

TEST(BwmJson, WithoutSizesTheyAreComputed) {
  const File file = one_triangle();
  const std::string json = to_json(file);
  const std::string bare = replaced(json, "\"size\": 1470,\n \"metadata_size\": 1316,\n ", "");
  EXPECT_EQ(bytes_from(bare).value(), written(file));
  const std::string longer =
      replaced(bare, "\"circles\": [\n", "\"circles\": [\n  {\"x\": 1, \"z\": 2, \"radius\": 3},\n");
  const auto grown = read(bytes_from(longer).value());
  ASSERT_TRUE(grown);
  EXPECT_EQ(grown->circles.size(), 2U);
  EXPECT_EQ(grown->header.size, 1470U + 12);
  EXPECT_EQ(grown->header.metadata_size, 1316U + 12);
}

TEST(BwmJson, SaysWhatIsWrongAndWhere) {
  const std::string json = to_json(one_triangle());
  const auto message = [&](const std::string& from, const std::string& to) {
    const auto bytes = bytes_from(replaced(json, from, to));
    return bytes ? "no error" : to_string(bytes.error());
  };
  EXPECT_EQ(message("\"vertex_count\": 3", "\"vertex_count\": 4"),
            "strides[0].elements[0].values: has 3 rows, but vertex_count is 4");
  EXPECT_EQ(message("\"lod\": 1,", "\"lod\": -1,"), "meshes[0].lod: -1 is outside 0..4294967295");
  EXPECT_EQ(message("\"mask\": 15", "\"musk\": 15"), "material_refs[0].mask: missing");
  EXPECT_EQ(message("0, 1, 2\n", "0, 1, 65536\n"), "indices[2]: 65536 is outside 0..65535");
  EXPECT_EQ(message("\"version\": 6", "\"version\": 5"), "cleaves: version 5 has none, version 6 does");
  EXPECT_EQ(message("\"name\": \"one\"", "\"name\": \"" + std::string(65, 'x') + "\""),
            "meshes[0].name: a text of 65 bytes does not fit 64");
}

}  // namespace
}  // namespace mw::bw2::bwm
