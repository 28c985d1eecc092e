#include <gtest/gtest.h>
#include <meshwright/codec/detail/deflate.h>
#include <zlib.h>

namespace mw::codec {
namespace {

Bytes inflated(const Bytes& stream, std::size_t size) {
  Bytes out(size + 1);  // one more, so that a longer result shows
  uLongf made = out.size();
  const int result = ::uncompress(reinterpret_cast<Bytef*>(out.data()), &made,
                                  reinterpret_cast<const Bytef*>(stream.data()), stream.size());
  EXPECT_EQ(result, Z_OK);
  out.resize(made);
  return out;
}

TEST(Deflate, PiecesMakeOneStream) {
  Bytes all;
  Deflater deflater(4);
  for (std::size_t size : {0U, 1U, 70000U, 3U}) {
    Bytes piece(size);
    for (std::size_t i = 0; i < size; ++i) piece[i] = std::byte(i * i >> 5);
    deflater.add(piece);
    all.insert(all.end(), piece.begin(), piece.end());
  }
  const auto stream = deflater.finish();
  ASSERT_TRUE(stream);
  EXPECT_LT(stream->size(), all.size());
  EXPECT_EQ(inflated(*stream, all.size()), all);
}

TEST(Deflate, NothingIsAStreamToo) {
  const auto stream = Deflater(9).finish();
  ASSERT_TRUE(stream);
  EXPECT_EQ(inflated(*stream, 0), Bytes());
}

TEST(Deflate, ALevelThatDoesNotExistIsToldAtTheEnd) {
  Deflater deflater(99);
  deflater.add(bytes_of("text"));
  const auto stream = deflater.finish();
  ASSERT_FALSE(stream);
  EXPECT_EQ(stream.error().message, "zlib has no such level");
}

TEST(Deflate, TheChecksumOfPng) {
  EXPECT_EQ(crc32(bytes_of("123456789")), 0xCBF43926U);  // the check value of CRC-32/ISO-HDLC
}

}  // namespace
}  // namespace mw::codec
