#include <gtest/gtest.h>
#include <meshwright/core/detail/coverage.h>
#include <meshwright/core/detail/field_of.h>
#include <meshwright/core/detail/field_value.h>
#include <meshwright/core/detail/reader.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/detail/writer.h>

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

TEST(Writer, RowsFollowWhatWasWrittenLast) {
  Writer writer;
  writer.seek(0, "piece");
  writer.field("count", std::uint8_t(2));
  writer.rows("rows", std::vector<std::uint8_t>{3, 4});
  writer.rows("none", std::vector<std::uint8_t>{});
  EXPECT_EQ(writer.finish().value(), bytes({2, 3, 4}));
}

/// Numbers whose type is known only at run time are told as what they are, by a reader as by a writer.
TEST(Writer, ItemsAreToldWithTheirType) {
  std::string told;
  const Trace trace = [&](const TracedField& field) {
    told += field.path + " " + to_string(field.type) + " " + field_value_text(field) + "; ";
  };
  const Bytes halves = bytes({0x00, 0x3C, 0x00, 0xC0, 0x01, 0x02});
  Writer writer(&trace);
  writer.items("uv", {Scalar::f16, 2}, ByteSpan(halves).first(4));
  writer.items("n", {Scalar::u8, 2}, ByteSpan(halves).subspan(4));
  EXPECT_EQ(writer.finish().value(), halves);
  EXPECT_EQ(told, "uv f16x2 (1, -2); n u8x2 (1, 2); ");
  const std::string written = std::exchange(told, {});
  Reader reader(halves, &trace);
  EXPECT_EQ(reader.items("uv", {Scalar::f16, 2}).size(), 4U);
  EXPECT_EQ(reader.items("n", {Scalar::u8, 2}).size(), 2U);
  EXPECT_EQ(told, written);
  EXPECT_TRUE(reader.items("more", {Scalar::u64, 1}).empty());
  EXPECT_EQ(to_string(reader.error()), "0x00000006: more: needs 8 bytes, but only 0 are left in the file");
}

/// Bytes that stand for other numbers are told as these, with the length that they have in the file.
TEST(Writer, DecodedNumbersAreToldWithTheLengthInTheFile) {
  std::string told;
  Coverage coverage;
  const Trace trace = [&](const TracedField& field) {
    coverage.add(field);
    told += offset_text(field.offset) + " " + std::to_string(field.length()) + " " + field.path + " " +
            field_value_text(field) + "; ";
  };
  const Bytes stored = bytes({127, 254});
  const float numbers[] = {0, 1};
  const ByteSpan shown = std::as_bytes(std::span(numbers));
  Writer writer(&trace);
  writer.field("count", std::uint8_t(1));
  writer.decoded("n", {Scalar::f32, 2}, shown, stored);
  const Bytes whole = writer.finish().value();
  EXPECT_EQ(whole, bytes({1, 127, 254}));
  EXPECT_EQ(told, "0x00000000 1 count 1; 0x00000001 2 n (0, 1); ");
  EXPECT_EQ(coverage.named(), 3U);
  const std::string written = std::exchange(told, {});
  Reader reader(whole, &trace);
  std::uint8_t count = 0;
  reader.field("count", count);
  reader.decoded("n", {Scalar::f32, 2}, shown, 2);
  EXPECT_EQ(told, written);
  EXPECT_EQ(reader.position(), 3U);
  reader.decoded("more", {Scalar::f32, 2}, shown, 2);
  EXPECT_EQ(to_string(reader.error()), "0x00000003: more: needs 2 bytes, but only 0 are left in the file");
  trace({3, shown, "stream[0]", {Scalar::f32, 2}, 0});  // from a stream: no bytes of its own
  EXPECT_EQ(coverage.named(), 3U);
}

TEST(Writer, RefusesANulInsideAText) {
  Writer writer;
  writer.c_string("name", std::string("a\0b", 3));
  EXPECT_EQ(to_string(writer.finish().error()), "name: a text that ends at a NUL cannot hold one");
}

struct Sides {
  std::uint16_t left = 0;
  std::uint16_t right = 0;
};

constexpr void fields(auto& io, Like<Sides> auto& sides) {
  io.field("left", sides.left);
  io.field("right", sides.right);
}

TEST(Writer, TellsOfEveryFieldAsReaderDoes) {
  std::vector<std::string> told;
  const Trace trace = [&](const TracedField& field) {
    told.push_back(offset_text(field.offset) + " " + field.path + " " + to_string(field.type) + " " +
                   to_hex(field.bytes));
  };
  Writer writer(&trace);
  writer.raw("magic", bytes({0x4d, 0x57}));
  writer.field("size", std::uint16_t(3));
  writer.table("pairs", 4, std::vector<Sides>{{1, 2}, {3, 4}});
  writer.table("numbers", 12, std::vector<std::uint8_t>{5, 6});
  writer.c_string("name", "x");
  writer.unreferenced({{16, bytes({9})}});
  EXPECT_EQ(told, (std::vector<std::string>{
                      "0x00000000 magic bytes 4d57", "0x00000002 size u16 0300",
                      "0x00000004 pairs[0].left u16 0100", "0x00000006 pairs[0].right u16 0200",
                      "0x00000008 pairs[1].left u16 0300", "0x0000000a pairs[1].right u16 0400",
                      "0x0000000c numbers[0] u8 05", "0x0000000d numbers[1] u8 06",
                      "0x0000000e name text 7800", "0x00000010 unreferenced[0] bytes 09"}));
  EXPECT_EQ(to_hex(writer.finish().value()),
            "4d5703000100020003000400050678000"
            "9");
}

struct Outer {
  std::uint32_t first = 0;
  Sides pair;
  std::uint8_t last = 0;
};

constexpr void fields(auto& io, Like<Outer> auto& outer) {
  io.field("first", outer.first);
  io.field("pair", outer.pair);
  io.field("last", outer.last);
}

TEST(FieldByte, IsAskedOfTheListOfFields) {
  static_assert(field_byte<Sides>("right") == 2);
  static_assert(field_byte<Outer>("first") == 0);
  static_assert(field_byte<Outer>("pair") == 4);
  static_assert(field_byte<Outer>("pair.right") == 6);
  static_assert(field_byte<Outer>("last") == 8);
  static_assert(record_size<Outer>() == 9);
}

TEST(FieldOf, IsAFieldByItsNameOrTheWholeRecord) {
  constexpr FieldOf<Outer> kRight = "pair.right";
  EXPECT_EQ(kRight.name, "pair.right");
  EXPECT_EQ(kRight.byte, 6U);
  EXPECT_EQ(FieldOf<Outer>().name, "");
  EXPECT_EQ(FieldOf<Outer>().byte, 0U);
}

}  // namespace
}  // namespace mw
