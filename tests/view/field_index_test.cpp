#include "../../src/view/field_index.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "../../src/view/field_tree.h"

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

TEST(FieldTree, ShapesLeaveTheRowsOut) {
  std::vector<std::uint32_t> rows;
  EXPECT_EQ(shape_of("animations[2].nodes[14].name", rows), "animations[].nodes[].name");
  EXPECT_EQ(rows, (std::vector<std::uint32_t>{2, 14}));
}

}  // namespace
}  // namespace mw::view
