#include <gtest/gtest.h>
#include <meshwright/core/text.h>
#include <meshwright/core/writer.h>

namespace mw {
namespace {

Bytes bytes(std::initializer_list<int> values) {
  Bytes out;
  for (const int value : values) out.push_back(std::byte(value));
  return out;
}

TEST(Writer, PutsPiecesInTheirPlaces) {
  Writer writer;
  writer.table("b", 2, std::vector<std::uint8_t>{3, 4});
  writer.table("a", 0, std::vector<std::uint8_t>{1, 2});
  EXPECT_EQ(writer.finish().value(), bytes({1, 2, 3, 4}));
}

TEST(Writer, PiecesMayOverlapWhereTheyAgree) {
  Writer writer;
  writer.table("a", 0, std::vector<std::uint8_t>{1, 2, 3});
  writer.table("b", 1, std::vector<std::uint8_t>{2, 3, 4});
  writer.table("c", 1, std::vector<std::uint8_t>{2});
  EXPECT_EQ(writer.finish().value(), bytes({1, 2, 3, 4}));
}

TEST(Writer, RefusesPiecesThatDisagree) {
  Writer writer;
  writer.table("a", 0, std::vector<std::uint8_t>{1, 2, 3});
  writer.table("b", 1, std::vector<std::uint8_t>{2, 9});
  EXPECT_EQ(to_string(writer.finish().error()), "0x00000002: b: shares bytes with a and disagrees with it");
}

TEST(Writer, RefusesBytesThatNothingCovers) {
  Writer writer;
  writer.table("a", 0, std::vector<std::uint8_t>{1});
  writer.table("b", 0xFFFFFFF0, std::vector<std::uint8_t>{2});
  EXPECT_EQ(to_string(writer.finish().error()),
            "0x00000001: b: starts at 0xfffffff0, but nothing covers the 4294967279 bytes before it");
}

TEST(Writer, RefusesAValueThatDoesNotFitItsField) {
  Writer writer;
  std::uint16_t field = 5;
  writer.narrow("count", 0xFFFF, field);
  EXPECT_TRUE(writer.ok());
  EXPECT_EQ(field, 0xFFFF);
  writer.narrow("count", 0x10000, field);
  EXPECT_EQ(to_string(writer.finish().error()), "count: 65536 does not fit a field of 2 bytes");
}

TEST(Writer, RefusesANulInsideAText) {
  Writer writer;
  writer.c_string("name", std::string("a\0b", 3));
  EXPECT_EQ(to_string(writer.finish().error()), "name: a text that ends at a NUL cannot hold one");
}

}  // namespace
}  // namespace mw
