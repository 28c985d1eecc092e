#pragma once

#include <meshwright/core/json_text.h>
#include <meshwright/kotor/walkmesh.h>

#include "support/cases/format_cases.h"

namespace mw::kotor::walkmesh {

inline constexpr std::uint32_t kDirt = 1;
inline constexpr std::uint32_t kNonWalk = 7;

/// One walkable triangle, with all the tables of an area.
inline File one_triangle() {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh.triangles = {{.corners = {0, 1, 2}, .material = kDirt}};
  return build(mesh, Type::area).value();
}

/// Two walkable triangles that share the side from (1, 0) to (0, 1), and a wall.
inline File two_triangles_and_a_wall() {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.triangles = {{.corners = {0, 1, 4}, .material = kNonWalk},
                    {.corners = {0, 1, 3}, .material = kDirt},
                    {.corners = {1, 2, 3}, .material = kDirt, .transitions = {-1, 5, -1}}};
  return build(mesh, Type::area).value();
}

/// The same with its tables in reverse order, three bytes before each and five at the end.
inline File reversed_with_gaps() {
  File file = two_triangles_and_a_wall();
  std::uint32_t end = kHeaderSize;
  std::vector<std::pair<std::uint32_t*, std::size_t>> tables;
  for_each_table(file.header, file, [&](std::string_view, auto&, std::uint32_t& offset, auto& rows) {
    tables.emplace_back(&offset, rows.size() * sizeof(rows[0]));
  });
  for (std::size_t i = tables.size(); i-- > 0;) {
    const Bytes gap = {std::byte(i + 1), std::byte(0xAA), std::byte(0xBB)};
    file.unreferenced.push_back({end, gap});
    *tables[i].first = end + std::uint32_t(gap.size());
    end = *tables[i].first + std::uint32_t(tables[i].second);
  }
  file.unreferenced.push_back({end, Bytes(5, std::byte(0xCC))});
  return file;
}

inline Bytes written(const File& file) {
  return write(file).value();
}

/// For the tests that every format has.
struct Walkmesh : test::OneFile {
  static Result<File> read(const Bytes& whole) { return walkmesh::read(whole); }
  static Result<File> traced(const Bytes& whole, test::Names& names) {
    return walkmesh::read(whole, names.trace_of(whole));
  }
  static Result<File> read_told(const Bytes& whole, test::Account& account) {
    return walkmesh::read(whole, account.file());
  }
  static void write_told(const File& file, test::Account& account) {
    EXPECT_TRUE(walkmesh::write(file, account.file()));
  }
  static Result<File> from_json(const JsonText& json) { return walkmesh::from_json(json); }
};

inline constexpr Sample kSamples[] = {Sample::room, Sample::placeable, Sample::door};

}  // namespace mw::kotor::walkmesh
