#include <gtest/gtest.h>
#include <meshwright/codec/detail/mesh_codec.h>

#include <cstring>
#include <limits>
#include <random>
#include <thread>
#include <vector>

namespace mw::codec {
namespace {

std::vector<std::uint32_t> strip_of_triangles(std::uint32_t count) {
  std::vector<std::uint32_t> indices;
  for (std::uint32_t i = 0; i < count; ++i) indices.insert(indices.end(), {i, i + 1, i + 2});
  return indices;
}

Bytes waves(std::size_t size) {
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = std::byte(i / 7);
  return bytes;
}

TEST(MeshCodec, VerticesComeBack) {
  const Bytes vertices = waves(std::size_t(16) * 100);
  const auto stream = encode_vertices(vertices, 16, VertexVersion::v0);
  ASSERT_TRUE(stream);
  EXPECT_LT(stream->size(), vertices.size());
  Bytes decoded(vertices.size());
  ASSERT_TRUE(decode_vertices(*stream, 16, decoded));
  EXPECT_EQ(decoded, vertices);
}

TEST(MeshCodec, TakesVerticesOfWholeWordsUpTo256Bytes) {
  for (const std::uint64_t stride : {4U, 8U, 12U, 252U, 256U})
    EXPECT_TRUE(takes_vertices_of(stride)) << stride;
  for (const std::uint64_t stride : {0U, 1U, 2U, 3U, 5U, 6U, 7U, 254U, 255U, 257U, 260U})
    EXPECT_FALSE(takes_vertices_of(stride)) << stride;
  const Bytes vertices = waves(std::size_t(256) * 3);
  Bytes decoded(vertices.size());
  ASSERT_TRUE(decode_vertices(encode_vertices(vertices, 256, VertexVersion::v0).value(), 256, decoded));
  EXPECT_EQ(decoded, vertices);
}

/// Two numbers, and a third that says what 1 is, become a unit vector of as many bits; the fourth stays.
TEST(MeshCodec, UnitVectorsAreUnfoldedInBothSizes) {
  const auto bytes_of = [](const std::vector<int>& numbers) {
    Bytes bytes;
    for (const int number : numbers) bytes.push_back(std::byte(number));
    return bytes;
  };
  Bytes narrow = bytes_of({127, 0, 127, 5, 0, 129, 127, 6});
  ASSERT_TRUE(undo(Filter::octahedral, 4, narrow));
  EXPECT_EQ(narrow, bytes_of({127, 0, 0, 5, 0, 129, 0, 6}));
  Bytes wide = bytes_of({0xFF, 0x7F, 0, 0, 0xFF, 0x7F, 5, 0, 0, 0, 0x01, 0x80, 0xFF, 0x7F, 6, 0});
  ASSERT_TRUE(undo(Filter::octahedral, 8, wide));
  EXPECT_EQ(wide, bytes_of({0xFF, 0x7F, 0, 0, 0, 0, 5, 0, 0, 0, 0x01, 0x80, 0, 0, 6, 0}));
  Bytes other = waves(24);
  EXPECT_EQ(to_string(undo(Filter::octahedral, 12, other).error()), "the filter has no rows of 12 bytes");
  EXPECT_EQ(to_string(undo(Filter::quaternion, 4, other).error()), "the filter has no rows of 4 bytes");
}

TEST(MeshCodec, TrianglesComeBackInBothSizes) {
  // 0 first, so that the decoder's turning of triangles changes nothing.
  const auto indices = strip_of_triangles(50);
  for (const IndexVersion version : {IndexVersion::v0, IndexVersion::v1}) {
    const auto stream = encode_triangles(indices, version);
    ASSERT_TRUE(stream);
    Bytes wide(indices.size() * 4);
    ASSERT_TRUE(decode_triangles(*stream, 4, wide));
    Bytes narrow(indices.size() * 2);
    ASSERT_TRUE(decode_triangles(*stream, 2, narrow));
    for (std::size_t triangle = 0; triangle < indices.size(); triangle += 3) {
      std::uint32_t sum = 0;
      for (std::size_t i = triangle; i < triangle + 3; ++i) {
        std::uint32_t a = 0;
        std::uint16_t b = 0;
        std::memcpy(&a, wide.data() + i * 4, 4);
        std::memcpy(&b, narrow.data() + i * 2, 2);
        EXPECT_EQ(a, b);
        sum += a;
      }
      EXPECT_EQ(sum, indices[triangle] + indices[triangle + 1] + indices[triangle + 2]);
    }
  }
}

TEST(MeshCodec, TheHighestIndexOfAllFits) {
  const std::uint32_t top = std::numeric_limits<std::uint32_t>::max();
  const auto stream = encode_triangles(std::vector<std::uint32_t>{top, 0, top - 1}, IndexVersion::v0);
  ASSERT_TRUE(stream);
  std::vector<std::uint32_t> back(3);
  ASSERT_TRUE(decode_triangles(*stream, 4, std::as_writable_bytes(std::span(back))));
  EXPECT_EQ(std::uint64_t(back[0]) + back[1] + back[2], 2 * std::uint64_t(top) - 1);
}

TEST(MeshCodec, SaysWhatItCannotTake) {
  const auto why = [](const auto& result) { return result ? "" : result.error().message; };
  Bytes out(16);
  EXPECT_EQ(why(encode_vertices(out, 0, VertexVersion::v0)), "the codec has no vertices of 0 bytes");
  EXPECT_EQ(why(encode_vertices(out, 6, VertexVersion::v0)), "the codec has no vertices of 6 bytes");
  EXPECT_EQ(why(encode_vertices(Bytes(260), 260, VertexVersion::v0)),
            "the codec has no vertices of 260 bytes");
  EXPECT_EQ(why(encode_vertices(out, 12, VertexVersion::v0)), "16 bytes are not whole vertices of 12");
  EXPECT_EQ(why(encode_triangles(std::vector<std::uint32_t>(4), IndexVersion::v0)),
            "4 indices are no triangles");
  EXPECT_EQ(why(decode_vertices({}, 12, out)), "16 bytes are not whole vertices of 12");
  EXPECT_EQ(why(decode_triangles({}, 3, out)), "indices of 3 bytes, expected 2 or 4");
  EXPECT_EQ(why(decode_triangles({}, 4, std::span(out).first(6))), "6 bytes are not whole indices of 4");
  EXPECT_EQ(why(decode_triangles({}, 4, out)), "4 indices are no triangles");
  EXPECT_EQ(why(decode_index_sequence({}, 1, out)), "indices of 1 bytes, expected 2 or 4");
}

TEST(MeshCodec, SaysWhyAStreamCannotBeDecoded) {
  const Bytes vertices = waves(1600);
  Bytes stream = encode_vertices(vertices, 16, VertexVersion::v0).value();
  Bytes out(vertices.size());
  EXPECT_EQ(decode_vertices(ByteSpan(stream).first(stream.size() / 2), 16, out).error().message,
            "the stream ends too early");
  stream.push_back(std::byte(0));
  EXPECT_EQ(decode_vertices(stream, 16, out).error().message, "the stream does not end where it should");
  stream[0] = std::byte(0x55);
  EXPECT_EQ(decode_vertices(stream, 16, out).error().message,
            "not a stream of this codec, or of an unknown version");
  EXPECT_EQ(decode_index_sequence(stream, 4, out).error().message,
            "not a stream of this codec, or of an unknown version");
}

TEST(MeshCodec, SizesThatMemoryCannotHaveAreNone) {
  EXPECT_EQ(memory_for(3, 4), 12U);
  EXPECT_EQ(memory_for(0, 0), 0U);
  EXPECT_EQ(memory_for(std::uint64_t(1) << 62, 4), std::nullopt);
  EXPECT_EQ(memory_for(std::numeric_limits<std::uint64_t>::max(), 2), std::nullopt);
}

/// The version of the codec below is a global variable; only the lock keeps it right. A triangle takes so
/// little time that without the lock some of these streams have the version of another thread.
TEST(MeshCodec, DifferentVersionsOnSeveralThreadsGiveTheSameBytesAsAlone) {
  const auto indices = strip_of_triangles(1);
  const Bytes alone[] = {encode_triangles(indices, IndexVersion::v0).value(),
                         encode_triangles(indices, IndexVersion::v1).value()};
  ASSERT_NE(alone[0], alone[1]) << "the versions do not differ, so this shows nothing";
  std::vector<int> wrong(4);
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < wrong.size(); ++thread)
    threads.emplace_back([&, thread] {
      for (int round = 0; round < 150000; ++round)
        if (encode_triangles(indices, IndexVersion(thread % 2)).value() != alone[thread % 2]) ++wrong[thread];
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4));
}

}  // namespace
}  // namespace mw::codec
