#include <gtest/gtest.h>
#include <meshwright/core/detail/coverage.h>
#include <meshwright/core/detail/reader.h>

namespace mw {
namespace {

Bytes count_up(std::size_t size) {
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = std::byte(i);
  return bytes;
}

struct Pair {
  std::uint16_t first = 0;
  std::uint16_t second = 0;
};
static_assert(sizeof(Pair) == 4);

constexpr void fields(auto& io, Like<Pair> auto& pair) {
  io.field("first", pair.first);
  io.field("second", pair.second);
}

TEST(Reader, TheFirstFailureSticks) {
  const Bytes bytes = count_up(6);
  Reader reader(bytes);
  std::uint32_t a = 0;
  std::uint32_t b = 7;
  std::uint16_t c = 7;
  reader.field("a", a);
  reader.field("b", b);
  reader.field("c", c);  // would fit, but the reader has failed
  EXPECT_EQ(a, 0x03020100U);
  EXPECT_EQ(b, 0U);
  EXPECT_EQ(c, 0U);
  ASSERT_FALSE(reader.ok());
  EXPECT_EQ(to_string(reader.error()), "0x00000004: b: needs 4 bytes, but only 2 are left in the file");
}

TEST(Reader, NamesNestedFields) {
  const Bytes bytes = count_up(2);
  Reader reader(bytes);
  Pair pair;
  reader.field("outer", pair);
  ASSERT_FALSE(reader.ok());
  EXPECT_EQ(to_string(reader.error()),
            "0x00000002: outer.second: needs 2 bytes, but only 0 are left in the file");
}

TEST(Reader, TableGateCannotBeWrappedAround) {
  const Bytes bytes = count_up(64);
  struct Case {
    std::uint64_t offset, count;
    bool fits;
  };
  constexpr std::uint64_t kMax = ~std::uint64_t(0);
  for (const auto& [offset, count, fits] :
       {Case{0, 16, true}, Case{0, 17, false}, Case{60, 1, true}, Case{61, 1, false}, Case{64, 0, true},
        Case{kMax, 0, true}, Case{kMax, 1, false}, Case{0, kMax, false}, Case{4, kMax / 4 + 1, false},
        Case{65, 1, false}}) {
    Reader reader(bytes);
    std::vector<Pair> rows;
    reader.table("rows", offset, count, rows);
    EXPECT_EQ(reader.ok(), fits) << offset << " " << count;
    EXPECT_EQ(rows.size(), fits ? count : 0);
  }
}

TEST(Reader, TablesMayNotClaimTheFileOverAndOver) {
  const Bytes bytes(400000);
  Reader reader(bytes);
  std::vector<std::uint8_t> rows;
  int tables = 0;
  while (reader.ok() && tables < 100) {
    reader.table("rows", 0, bytes.size(), rows);
    ++tables;
  }
  ASSERT_FALSE(reader.ok());
  EXPECT_EQ(tables, 5);
  EXPECT_EQ(
      to_string(reader.error()),
      "0x00000000: rows: the tables so far claim 2000000 bytes of a file of 400000: they overlap too often");
}

TEST(Reader, TraceSeesTheSameRowsAsTheBulkCopy) {
  const Bytes bytes = count_up(40);
  std::vector<Pair> plain;
  Reader(bytes).table("rows", 3, 9, plain);
  std::vector<std::string> paths;
  const Trace trace = [&](const TracedField& field) { paths.push_back(field.path); };
  std::vector<Pair> traced;
  Reader(bytes, &trace).table("rows", 3, 9, traced);
  ASSERT_EQ(plain.size(), traced.size());
  EXPECT_EQ(std::memcmp(plain.data(), traced.data(), plain.size() * sizeof(Pair)), 0);
  ASSERT_EQ(paths.size(), 18U);
  EXPECT_EQ(paths.front(), "rows[0].first");
  EXPECT_EQ(paths.back(), "rows[8].second");
}

TEST(Reader, KeepsWhatNobodyRead) {
  const Bytes bytes = count_up(20);
  std::vector<std::string> paths;
  const Trace trace = [&](const TracedField& field) { paths.push_back(field.path); };
  Reader reader(bytes, &trace);
  std::vector<std::uint8_t> rows;
  reader.table("b", 12, 3, rows);
  reader.table("a", 2, 4, rows);
  reader.table("again", 3, 2, rows);
  const auto gaps = reader.take_unreferenced();
  ASSERT_EQ(gaps.size(), 3U);
  EXPECT_EQ(gaps[0].offset, 0U);
  EXPECT_EQ(gaps[0].bytes.size(), 2U);
  EXPECT_EQ(gaps[1].offset, 6U);
  EXPECT_EQ(gaps[1].bytes.size(), 6U);
  EXPECT_EQ(gaps[2].offset, 15U);
  EXPECT_EQ(gaps[2].bytes.size(), 5U);
  EXPECT_EQ(gaps[2].bytes[0], std::byte(15));
  EXPECT_EQ(paths.back(), "unreferenced[2]");
}

TEST(Reader, ReadsTextsUpToTheirNul) {
  const std::string_view text("ab\0cd", 5);
  Reader reader(bytes_of(text));
  std::string name;
  reader.c_string("name", name);
  EXPECT_EQ(name, "ab");
  reader.c_string("rest", name);
  EXPECT_EQ(to_string(reader.error()), "0x00000003: rest: text without a NUL before the end of the file");
}

TEST(Reader, SeekStopsAtTheEnd) {
  const Bytes bytes = count_up(8);
  Reader reader(bytes);
  reader.seek(8, "end");
  EXPECT_TRUE(reader.ok());
  reader.seek(9, "beyond");
  EXPECT_EQ(to_string(reader.error()),
            "0x00000008: beyond: offset 0x00000009 is past the end of the file (0x00000008)");
}

TEST(Coverage, CountsSharedBytesOnce) {
  const Bytes bytes = count_up(16);
  Coverage coverage;
  const auto add = [&](std::size_t offset, std::size_t size, std::string path) {
    coverage.add({offset, ByteSpan(bytes).subspan(offset, size), std::move(path), {}});
  };
  add(0, 4, "a");
  add(2, 4, "b");
  add(10, 2, "c");
  add(6, 4, "unreferenced[0]");
  EXPECT_EQ(coverage.named(), 8U);
  EXPECT_EQ(coverage.unreferenced(), 4U);
}

}  // namespace
}  // namespace mw
