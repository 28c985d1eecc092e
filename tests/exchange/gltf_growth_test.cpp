#include <gtest/gtest.h>
#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/exchange/gltf.h>

#include <string>

#include "support/growth.h"

/// Foreign files of which little stands for much.
namespace mw::exchange {
namespace {

/// As many of a part as asked, with "@" replaced by the number of each.
std::string listed(std::string_view part, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) text += ',';
    for (const char c : part) c == '@' ? text += std::to_string(i) : text += c;
  }
  return text;
}

/// Points, each mesh with a buffer of its own, and some buffers that nothing uses.
std::string with_buffers(std::size_t count, std::size_t unused, std::string_view more = "") {
  return R"({"asset":{"version":"2.0"},)" + std::string(more) + R"("buffers":[)" +
         listed(R"({"byteLength":12,"uri":"data:;base64,AAAAAAAAAAAAAAAA"})", count + unused) +
         R"(],"bufferViews":[)" + listed(R"({"buffer":@,"byteLength":12})", count) + R"(],"accessors":[)" +
         listed(R"({"bufferView":@,"componentType":5126,"count":1,"type":"VEC3"})", count) +
         R"(],"meshes":[)" + listed(R"({"primitives":[{"mode":0,"attributes":{"POSITION":@}}]})", count) +
         R"(],"nodes":[)" + listed(R"({"mesh":@,"extensions":{"KHR_lights_punctual":{"light":@}}})", count) +
         R"(],"extensions":{"KHR_lights_punctual":{"lights":[)" + listed(R"({"type":"point"})", count) +
         "]}}}";
}

void expect_read_in_proportion(const auto& make, std::size_t size) {
  const std::string once = make(size);
  const std::string four_times = make(4 * size);
  const auto scene = read_gltf(bytes_of(once));
  ASSERT_TRUE(scene) << to_string(scene.error());
  EXPECT_EQ(scene->meshes.size(), size);
  EXPECT_EQ(scene->lights.size(), size);
  test::expect_growth(
      "reading", [&] { EXPECT_TRUE(read_gltf(bytes_of(once))); },
      [&] { EXPECT_TRUE(read_gltf(bytes_of(four_times))); });
}

TEST(GltfGrowth, AccessorsWithBuffersOfTheirOwn) {
  expect_read_in_proportion([](std::size_t size) { return with_buffers(size, 8 * size); }, 1500);
}

TEST(GltfGrowth, ADocumentOfManyMembers) {
  const auto make = [](std::size_t size) {
    return with_buffers(size, 0, listed(R"("x@":0)", 4 * size) + ",");
  };
  expect_read_in_proportion(make, 1000);
}

/// What was decoded may not pay for decoding more.
TEST(GltfGrowth, ViewsOfOneCompressedStreamAreLimited) {
  constexpr std::size_t kStride = 16;
  constexpr std::size_t kRows = 65536;
  // Rows of zeros: in each block of 256, two bits stand for sixteen equal bytes of successive rows. The first
  // byte tells the codec and its version; the end is a row to begin with, in 32 bytes.
  Bytes stream(1 + kRows / 256 * kStride * 4 + 32);
  stream[0] = std::byte(0xA0);
  const std::string length = std::to_string(kStride * kRows);
  const std::string view = R"({"buffer":1,"byteLength":)" + length +
                           R"(,"extensions":{"EXT_meshopt_compression":{"buffer":0,"byteLength":)" +
                           std::to_string(stream.size()) + R"(,"byteStride":16,"count":65536,)" +
                           R"("mode":"ATTRIBUTES"}}})";
  const auto read = [&](std::size_t views) {
    const std::string json = R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":)" +
                             std::to_string(stream.size()) + R"(,"uri":"s"},{"byteLength":)" + length +
                             R"(}],"bufferViews":[)" + listed(view, views) + "]}";
    const auto scene = read_gltf(bytes_of(json), [&](const std::string&) { return stream; });
    return scene ? std::string("read") : to_string(scene.error());
  };
  EXPECT_EQ(read(10), "read");
  const std::string message = read(400);
  EXPECT_TRUE(message.starts_with("bufferViews[")) << message;
  EXPECT_TRUE(message.ends_with("bytes, too much for this file")) << message;
}

}  // namespace
}  // namespace mw::exchange
