#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/detail/two_da.h>
#include <meshwright/kotor/surface_materials.h>
#include <meshwright/kotor/walkmesh.h>

#include <algorithm>

#include "support/bytes.h"
#include "support/cases/text_cases.h"

namespace mw::kotor {
namespace {

using namespace std::string_view_literals;

// Three rows; the cells "1" and "" are shared.
constexpr std::string_view kBinary =
    "2DA V2.b\nlabel\tWalk\tSound\t\0"
    "\x03\0\0\0"
    "0\t1\t2\t"
    "\0\0\5\0\x0c\0"
    "\7\0\x0d\0\x0c\0"
    "\x0c\0\5\0\x0c\0"
    "\x0f\0"
    "Dirt\0"
    "1\0"
    "Lava\0"
    "\0"
    "0\0"sv;

constexpr std::string_view kTextTable =
    "2DA V2.0\r\n\r\n   label    Walk  Sound\r\n0  \"Soft Dirt\" 1 ****\r\n1  Lava 0 DT\r\n\r\n2 **** 1\r\n";

TEST(TwoDa, BinaryTables) {
  const auto table = read_two_da(bytes_of(kBinary));
  ASSERT_TRUE(table) << to_string(table.error());
  EXPECT_EQ(table->columns, (std::vector<std::string>{"label", "Walk", "Sound"}));
  using Rows = std::vector<std::vector<std::string>>;
  EXPECT_EQ(table->rows, (Rows{{"Dirt", "1", ""}, {"Lava", "0", ""}, {"", "1", ""}}));
  EXPECT_EQ(table->find_column("WALK"), 1U);
  EXPECT_EQ(table->find_column("Wal"), std::nullopt);
}

TEST(TwoDa, TextTables) {
  const auto table = read_two_da(bytes_of(kTextTable));
  ASSERT_TRUE(table) << to_string(table.error());
  EXPECT_EQ(table->columns, (std::vector<std::string>{"label", "Walk", "Sound"}));
  using Rows = std::vector<std::vector<std::string>>;
  EXPECT_EQ(table->rows, (Rows{{"Soft Dirt", "1", ""}, {"Lava", "0", "DT"}, {"", "1", ""}}));
}

TEST(TwoDa, BadFilesAreNamed) {
  const auto message = [](std::string_view text) {
    const auto table = read_two_da(bytes_of(text));
    return table ? "read" : to_string(table.error());
  };
  EXPECT_EQ(message("2DA V3"), "0x00000000: magic: expected \"2DA V2.b\" or \"2DA V2.0\", got \"2DA V3\"");
  EXPECT_EQ(message("2DA V2.b\nlabel"), "0x00000009: columns: a name without a tab behind it");
  EXPECT_EQ(message("2DA V2.b\n\0\0\0\0\0"sv), "0x0000000e: columns: there are none");
  EXPECT_EQ(message("2DA V2.b\na\t\0\xff\xff\xff\xff"
                    "0\t"sv),
            "0x00000012: labels: a name without a tab behind it");
  EXPECT_EQ(message("2DA V2.b\na\t\0\1\0\0\0"
                    "0\t\x09\0\2\0x\0"sv),
            "0x00000016: cells: offset 0x0000001f is past the end of the file (0x00000018)");
  EXPECT_EQ(message("2DA V2.0\n\n"), "line 3, column 1: columns: there are none");
  EXPECT_EQ(message("2DA V2.0\n\na b\n0 1 2 3\n"), "line 4, column 1: rows[0]: 3 cells for 2 columns");
  EXPECT_EQ(message("2DA V2.0\r\n\r\n\r\na b\r\n0 1 2\r\n\r\n\t1 1 2 3"),
            "line 7, column 2: rows[1]: 3 cells for 2 columns");
}

/// Every cut of a table in memory of just its size: what reads behind its end is noticed.
TEST(TwoDa, ATableThatEndsTooEarlyIsAnError) {
  const std::size_t cells = kBinary.size() - "Dirt\0001\0Lava\0\0000\0"sv.size();
  for (std::size_t size = 0; size < kBinary.size(); ++size) {
    const ByteSpan part = bytes_of(kBinary.substr(0, size));
    const Bytes copy(part.begin(), part.end());
    EXPECT_FALSE(read_two_da(copy)) << size;
  }
  const ByteSpan last = bytes_of(kBinary.substr(0, kBinary.size() - 1));
  EXPECT_EQ(to_string(read_two_da(Bytes(last.begin(), last.end())).error()),
            fmt::format("0x{:08x}: cells: text without a NUL before the end of the file", cells + 0x0d));
}

TEST(TwoDa, ShortRowsCannotAskForTheSquareOfTheFile) {
  std::string text = "2DA V2.0\n\n";
  for (int i = 0; i < 50000; ++i) text += "c ";
  for (int i = 0; i < 50000; ++i) text += "\n0";
  const auto table = read_two_da(bytes_of(text));
  ASSERT_FALSE(table);
  EXPECT_EQ(to_string(table.error()), "line 8, column 1: rows[4]: 0 cells for 50000 columns");
}

TEST(TwoDa, OtherEndsOfLinesAndTabsGiveTheSame) {
  const auto expected = read_two_da(bytes_of(kTextTable)).value();
  std::string lf(kTextTable);
  std::erase(lf, '\r');
  std::string tabs = lf;
  std::replace(tabs.begin() + 8, tabs.end(), ' ', '\t');  // all behind the magic
  tabs.replace(tabs.find("Soft\tDirt"), 9, "Soft Dirt");
  lf.pop_back();
  for (const std::string& each :
       {lf, test::with_line_ends(lf, "\r"), test::with_line_ends(lf, "\t \r\n"), tabs}) {
    const auto table = read_two_da(bytes_of(each));
    ASSERT_TRUE(table) << to_string(table.error());
    EXPECT_EQ(table->columns, expected.columns) << each;
    EXPECT_EQ(table->rows, expected.rows) << each;
  }
}

TEST(TwoDa, AnyByteMayBeInATextAndALineMayBeLong) {
  const std::string long_cell(1 << 20, 'x');
  const auto table =
      read_two_da(bytes_of("2DA V2.0\n\na b\n0 \"" + long_cell + "\" \xff\n1 " + std::string("\0", 1)));
  ASSERT_TRUE(table) << to_string(table.error());
  using Rows = std::vector<std::vector<std::string>>;
  EXPECT_EQ(table->rows, (Rows{{long_cell, "\xff"}, {std::string("\0", 1), ""}}));
}

TEST(TwoDa, EveryCutOfATextEndsWithoutACrash) {
  std::size_t read = 0;
  test::for_every_cut(kTextTable, [&](const Bytes& cut) {
    const auto table = read_two_da(cut);
    if (!table) return;
    ++read;
    for (const auto& row : table->rows) EXPECT_EQ(row.size(), table->columns.size());
  });
  // From the first letter of the columns on.
  EXPECT_EQ(read, kTextTable.size() - kTextTable.find("label"));
}

TEST(TwoDa, TimeIsLinear) {
  const auto read = [](std::string_view text) { EXPECT_TRUE(read_two_da(bytes_of(text))); };
  for (const std::string_view part : {"0 1\n", "0 1\r", "\n", " "}) {
    SCOPED_TRACE(part);
    test::expect_linear_time(
        [&](std::size_t size) { return "2DA V2.0\n\na\n" + test::repeated(part, size / part.size()); }, read,
        10000);
  }
  test::expect_linear_time([](std::size_t size) { return "2DA V2.0\n\n" + test::repeated("a ", size / 2); },
                           read, 10000);
}

TEST(TwoDa, TruncationsAndMutantsNeverCrash) {
  for (std::size_t size = 0; size + 2 < kBinary.size(); ++size)
    EXPECT_FALSE(read_two_da(bytes_of(kBinary.substr(0, size)))) << size;
  std::size_t read = 0;
  for (const std::string_view text : {kBinary, kTextTable}) {
    const ByteSpan bytes = bytes_of(text);
    for (std::uint32_t seed = 0; seed < 5000; ++seed)
      read += read_two_da(test::mutant({bytes.begin(), bytes.end()}, seed)).has_value() ? 1 : 0;
  }
  EXPECT_GT(read, 100U);
  EXPECT_LT(read, 10000U);
}

TEST(SurfaceMaterials, TheBuiltInTableIsSortedAndComplete) {
  const SurfaceMaterials& table = SurfaceMaterials::built_in();
  EXPECT_EQ(table.all().size(), 24U);
  for (const SurfaceMaterial& material : table.all()) EXPECT_EQ(table.find(material.id), &material);
  EXPECT_EQ(table.find(25), nullptr);
  EXPECT_FALSE(table.is_walkable(25));
  EXPECT_TRUE(table.is_walkable(16));
  EXPECT_FALSE(table.is_walkable(7));
}

TEST(SurfaceMaterials, AUsersTableCountsByRow) {
  const auto table = SurfaceMaterials::from_two_da(bytes_of(kBinary));
  ASSERT_TRUE(table) << to_string(table.error());
  ASSERT_EQ(table->all().size(), 3U);
  EXPECT_EQ(table->find(1)->name, "Lava");
  EXPECT_EQ(table->find(2)->name, "Row2");
  EXPECT_TRUE(table->is_walkable(0));
  EXPECT_FALSE(table->is_walkable(1));
  EXPECT_FALSE(table->is_walkable(3));
  EXPECT_EQ(to_string(SurfaceMaterials::from_two_da(bytes_of("2DA V2.0\n\nlabel\n0 a\n")).error()),
            "columns: there is no \"Walk\" among them");
}

/// The games take the cell for a number and ask whether it is 0.
TEST(SurfaceMaterials, EveryNumberButZeroIsWalkable) {
  const auto table = SurfaceMaterials::from_two_da(
      bytes_of("2DA V2.0\n\nLabel Walk\n0 a 2\n1 b -1\n2 c 01\n3 d 0\n4 e 00\n5 f ****\n6 g yes\n7 h +3\n"
               "8 i -0\n9 j \" 1\"\n"));
  ASSERT_TRUE(table) << to_string(table.error());
  std::vector<std::uint32_t> walkable;
  for (const SurfaceMaterial& row : table->all())
    if (row.walkable) walkable.push_back(row.id);
  EXPECT_EQ(walkable, (std::vector<std::uint32_t>{0, 1, 2, 7, 9}));
}

TEST(SurfaceMaterials, AUsersTableDecidesWhatIsWalkable) {
  // Material 7 is walkable here and 4 is not.
  const auto table = SurfaceMaterials::from_two_da(
      bytes_of("2DA V2.0\n\nLabel Walk\n0 a 0\n1 b 0\n2 c 0\n3 d 0\n4 e 0\n5 f 0\n6 g 0\n7 h 1\n"));
  ASSERT_TRUE(table);
  walkmesh::Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  mesh.triangles = {{.corners = {0, 1, 2}, .material = 4}, {.corners = {0, 2, 3}, .material = 7}};
  const auto usual = walkmesh::build(mesh, walkmesh::Type::area).value();
  const auto own = walkmesh::build(mesh, walkmesh::Type::area, *table).value();
  EXPECT_EQ(usual.materials, (std::vector<std::uint32_t>{4, 7}));
  EXPECT_EQ(own.materials, (std::vector<std::uint32_t>{7, 4}));
  EXPECT_EQ(own.adjacency.size(), 1U);
  Findings by_usual;
  Findings by_own;
  walkmesh::validate(own, by_usual);
  walkmesh::validate(own, by_own, *table);
  EXPECT_FALSE(by_usual.all().empty());
  EXPECT_TRUE(by_own.all().empty());
  const scene::Scene scene = to_scene(own, {}, *table);
  EXPECT_EQ(scene.materials[0].name, "e");
}

}  // namespace
}  // namespace mw::kotor
