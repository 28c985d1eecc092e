#include "fields/field_index.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "fields/field_tree.h"

namespace mw::view {
namespace {

FieldIndex index_of(const std::vector<TracedField>& fields) {
  FieldIndex index;
  for (const TracedField& field : fields) index.add(field);
  index.finish();
  return index;
}

TracedField field(std::string path, std::uint64_t offset, std::uint64_t length) {
  TracedField made;
  made.path = std::move(path);
  made.offset = offset;
  made.stored = length;
  return made;
}

TEST(FieldIndex, EveryPathComesBack) {
  std::vector<TracedField> fields;
  const std::string deep(300, 'x');  // longer than one byte can count
  for (std::uint64_t i = 0; i < 1000; ++i)
    fields.push_back(field(fmt::format("{}nodes[{}].{}", i % 7 == 0 ? deep : "", i / 3, i % 3), i * 4, 4));
  const FieldIndex index = index_of(fields);
  ASSERT_EQ(index.size(), 1000U);
  for (std::size_t i = 0; i < fields.size(); ++i) EXPECT_EQ(index.path(i), fields[i].path);
  std::size_t visited = 0;
  index.each([&](std::size_t number, std::string_view path) {
    EXPECT_EQ(number, visited++);
    EXPECT_EQ(path, fields[number].path);
  });
  EXPECT_EQ(visited, 1000U);
}

/// The last path ends where all of them do, whatever the index held before.
TEST(FieldIndex, TheLastPathIsWhole) {
  const auto counted = [](std::size_t count, std::string_view name) {
    std::vector<TracedField> fields;
    for (std::size_t i = 0; i < count; ++i) fields.push_back(field(fmt::format("{}[{}]", name, i), i, 1));
    return index_of(fields);
  };
  for (const std::size_t count : {64U, 33U, 32U, 31U, 2U, 1U}) {
    FieldIndex index = counted(100, "a");
    const FieldIndex smaller = counted(count, "a_name_that_is_longer_than_the_one_before");
    index = smaller;
    EXPECT_EQ(index.path(count - 1), fmt::format("a_name_that_is_longer_than_the_one_before[{}]", count - 1));
  }
}

TEST(FieldIndex, RowsSayWhatTheirFieldsAre) {
  TracedField plain = field("numbers", 12, 8);
  const Bytes bytes(12);
  plain.bytes = bytes;
  plain.stored.reset();
  plain.type = {Scalar::f32, 3};
  plain.line = 5;
  const FieldIndex index = index_of({plain, field("packed", 40, 7)});
  EXPECT_EQ(index.row(0).offset, 12U);
  EXPECT_EQ(index.row(0).length, 12U);
  EXPECT_EQ(index.row(0).count, 3U);
  EXPECT_EQ(index.row(0).line, 5U);
  EXPECT_EQ(index.row(0).scalar, Scalar::f32);
  EXPECT_FALSE(index.row(0).decoded);
  EXPECT_EQ(index.row(1).length, 7U);
  EXPECT_TRUE(index.row(1).decoded);
}

/// Offsets of four bytes; what lies behind them is counted.
TEST(FieldIndex, FieldsBehindFourGigabytesAreLeftOut) {
  const FieldIndex index = index_of({field("last", 0xFFFF'FFFF, 4), field("beyond", 0x1'0000'0000, 4)});
  EXPECT_EQ(index.size(), 1U);
  EXPECT_EQ(index.left_out(), 1U);
  EXPECT_EQ(index.field_at(0x1'0000'0002), 0U);
  EXPECT_EQ(index.field_at(0x1'0000'0003), FieldIndex::kNone);
}

TEST(FieldIndex, NoMoreFieldsOfAPartThanAskedFor) {
  const FieldIndex index = index_of({field("a", 0, 4), field("b", 4, 4), field("c", 8, 4)});
  EXPECT_EQ(index.fields_in(0, 12, 2), (std::vector<std::size_t>{0, 1}));
  EXPECT_EQ(index.fields_in(0, 12, 3), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_TRUE(index.fields_in(0, 12, 0).empty());
}

TEST(FieldIndex, AByteBelongsToTheShortestField) {
  const FieldIndex index =
      index_of({field("all", 0, 100), field("b", 40, 4), field("a", 20, 4), field("nothing", 40, 0)});
  EXPECT_EQ(index.path(index.field_at(0)), "all");
  EXPECT_EQ(index.path(index.field_at(20)), "a");
  EXPECT_EQ(index.path(index.field_at(23)), "a");
  EXPECT_EQ(index.path(index.field_at(24)), "all");
  EXPECT_EQ(index.path(index.field_at(43)), "b");
  EXPECT_EQ(index.path(index.field_at(99)), "all");
  EXPECT_EQ(index.field_at(100), FieldIndex::kNone);
}

TEST(FieldIndex, FieldsOfAPartAreThoseWithBytesInIt) {
  const FieldIndex index =
      index_of({field("long", 0, 64), field("a", 8, 4), field("b", 12, 4), field("c", 16, 4)});
  const auto paths = [&](std::uint64_t begin, std::uint64_t end) {
    std::string text;
    for (const std::size_t number : index.fields_in(begin, end, 100)) text += index.path(number) + " ";
    return text;
  };
  EXPECT_EQ(paths(11, 13), "long a b ");
  EXPECT_EQ(paths(12, 16), "long b ");
  EXPECT_EQ(paths(60, 80), "long ");
  EXPECT_EQ(paths(64, 80), "");
}

TEST(FieldTree, BranchesAreOneStepBelow) {
  const FieldIndex index = index_of({field("magic", 0, 4), field("rows[0].a", 4, 2), field("rows[0].b", 6, 2),
                                     field("rows[10].a", 44, 2), field("rows_used", 46, 2)});
  const Branches top = branches_of(index, "", 0, 100);
  ASSERT_EQ(top.list.size(), 3U);
  EXPECT_EQ(top.list[1].path, "rows");
  EXPECT_EQ(top.list[1].rows, 11U);
  EXPECT_EQ(top.list[1].fields, 3U);
  EXPECT_EQ(top.list[1].begin, 4U);
  EXPECT_EQ(top.list[1].end, 46U);
  EXPECT_EQ(top.list[0].field, 0U);
  EXPECT_EQ(top.list[1].field, FieldIndex::kNone);
  const Branches rows = branches_of(index, "rows", 1, 100);
  EXPECT_EQ(rows.total, 11U);
  ASSERT_EQ(rows.list.size(), 1U);
  EXPECT_EQ(rows.list[0].path, "rows[10]");
  const Branches row = branches_of(index, "rows[0]", 0, 100);
  ASSERT_EQ(row.list.size(), 2U);
  EXPECT_EQ(row.list[1].path, "rows[0].b");
}

/// A part of the rows, from the first that is asked for to before the last; all are counted.
TEST(FieldTree, RowsCanBeLeafedThrough) {
  std::vector<TracedField> fields;
  for (std::uint64_t i = 0; i < 5; ++i) fields.push_back(field(fmt::format("rows[{}]", i), 4 * i, 4));
  const FieldIndex index = index_of(fields);
  const auto paths = [&](std::string_view parent, std::uint64_t from, std::uint64_t to) {
    const Branches found = branches_of(index, parent, from, to);
    std::string text = fmt::format("{}:", found.total);
    for (const Branch& branch : found.list)
      text += fmt::format(" {} {}-{}", branch.path, branch.begin, branch.end);
    return text;
  };
  EXPECT_EQ(paths("rows", 1, 3), "5: rows[1] 4-8 rows[2] 8-12");
  EXPECT_EQ(paths("rows", 4, 5), "5: rows[4] 16-20");
  EXPECT_EQ(paths("rows", 5, 9), "5:");
  EXPECT_EQ(paths("", 0, 1), "1: rows 0-20");
  EXPECT_EQ(paths("", 1, 2), "1:");
  EXPECT_EQ(paths("row", 0, 9), "0:") << "no part of a word is a path";
  EXPECT_EQ(paths("rows[1]", 0, 9), "0:") << "nothing is below itself";
}

TEST(FieldTree, NamesAreLeafedThroughInTheirOrder) {
  const FieldIndex index = index_of({field("h.b", 0, 1), field("h.a[0]", 1, 1), field("h.a[1]", 2, 1),
                                     field("h.c.d", 3, 1), field("h.c", 4, 2)});
  const Branches all = branches_of(index, "h", 0, 9);
  EXPECT_EQ(all.total, 3U);
  ASSERT_EQ(all.list.size(), 3U);
  EXPECT_EQ(all.list[0].path, "h.b");
  EXPECT_EQ(all.list[0].rows, 0U);
  EXPECT_EQ(all.list[1].path, "h.a");
  EXPECT_EQ(all.list[1].rows, 2U);
  EXPECT_EQ(all.list[2].path, "h.c");
  EXPECT_EQ(all.list[2].field, 4U);
  EXPECT_EQ(all.list[2].fields, 2U);
  EXPECT_EQ(all.list[2].begin, 3U);
  EXPECT_EQ(all.list[2].end, 6U);
  const Branches second = branches_of(index, "h", 1, 2);
  ASSERT_EQ(second.list.size(), 1U);
  EXPECT_EQ(second.list[0].path, "h.a");
  EXPECT_EQ(second.total, 3U);
}

TEST(FieldTree, APathEndsWithARowOrNot) {
  const auto row_of = [](std::string_view path) {
    std::uint64_t row = 99;
    return ends_with_row(path, row) ? std::optional(row) : std::nullopt;
  };
  EXPECT_EQ(row_of("faces[12]"), 12U);
  EXPECT_EQ(row_of("a[3].b[0]"), 0U);
  for (const char* none : {"faces", "faces[12].x", "faces[]", "faces[1x]", "faces12]", ""})
    EXPECT_EQ(row_of(none), std::nullopt) << none;
}

TEST(FieldTree, ShapesLeaveTheRowsOut) {
  std::vector<std::uint32_t> rows;
  EXPECT_EQ(shape_of("animations[2].nodes[14].name", rows), "animations[].nodes[].name");
  EXPECT_EQ(rows, (std::vector<std::uint32_t>{2, 14}));
}

/// As found by comparing every path with every row.
TEST(RowExtents, AreThoseOfEverythingBelowARow) {
  std::vector<TracedField> fields;
  std::uint64_t offset = 0;
  const auto add = [&](std::string path, std::uint64_t length) {
    fields.push_back(field(std::move(path), offset, length));
    offset += length;
  };
  for (int node = 0; node < 12; ++node) {
    add(fmt::format("nodes[{}].name", node), 4);
    for (int face = 0; face < 13; ++face) {
      add(fmt::format("nodes[{}].faces[{}].corners", node, face), 6);
      for (int i = 0; i < 2; ++i) add(fmt::format("nodes[{}].faces[{}].more[{}].x", node, face, i), 2);
    }
    for (int row = 0; row < 3; ++row) add(fmt::format("nodes[{}].empty[{}]", node, row), 0);
  }
  for (int row = 11; row >= 0; --row) add(fmt::format("faces[{}]", row), 1);
  for (int node = 0; node < 12; ++node) add(fmt::format("nodes[{}].end", node), 1);
  const FieldIndex index = index_of(fields);
  const std::vector<std::string> tables = {
      "nodes", "nodes[1].faces", "nodes[10].faces", "nodes[1].empty", "faces", "nodes[2].faces[3].more",
      "none"};
  const RowExtents extents(index, tables);
  for (const std::string& table : tables)
    for (int row = 0; row < 14; ++row) {
      const std::string path = fmt::format("{}[{}]", table, row);
      std::uint64_t begin = ~std::uint64_t(0);
      std::uint64_t end = 0;
      for (const TracedField& each : fields) {
        const std::string rest = each.path.starts_with(path) ? each.path.substr(path.size(), 1) : "no";
        if (!rest.empty() && rest != "." && rest != "[") continue;
        begin = std::min(begin, each.offset);
        end = std::max(end, each.offset + each.length());
      }
      const auto found = extents.find(path);
      ASSERT_EQ(found.has_value(), begin < end) << path;
      if (!found) continue;
      EXPECT_EQ(found->begin, begin) << path;
      EXPECT_EQ(found->end, end) << path;
    }
  for (const char* none : {"", "faces", "faces[", "faces[]", "faces[1", "faces[1].x", "nodes[1].end[0]"})
    EXPECT_FALSE(extents.find(none)) << none;
}

}  // namespace
}  // namespace mw::view
