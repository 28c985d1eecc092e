#pragma once

#include <meshwright/core/json_text.h>
#include <meshwright/wows/primitives.h>

#include "support/cases/format_cases.h"

namespace mw::wows::primitives {

/// For the tests that every format has.
struct Primitives : test::OneFile {
  static Result<File> read(const Bytes& whole) { return primitives::read(whole); }
  static Result<File> traced(const Bytes& whole, test::Names& names) {
    return primitives::read(whole, names.trace_of(whole));
  }
  static Result<File> read_told(const Bytes& whole, test::Account& account) {
    return primitives::read(whole, account.file());
  }
  static void write_told(const File& file, test::Account& account) {
    EXPECT_EQ(test::message_of(write(file, account.file())), test::kNoError);
  }
  static Result<File> from_json(const JsonText& json) { return primitives::from_json(json); }
};

inline VertexData& vertices_of(File& file, std::size_t row) {
  return std::get<VertexData>(file.sections.at(row).content);
}
inline IndexData& indices_of(File& file, std::size_t row) {
  return std::get<IndexData>(file.sections.at(row).content);
}

/// Indices, vertices and a section of another kind, each with a name that is padded:
/// magic 0; indices 4: type, counts 68, indices 76, groups 82, end 98, padding 98; vertices 100: format,
/// count 164, rows 168, end 232; note 232, padding 234; table 236: 24 + 14 + 2, 24 + 15 + 1, 24 + 4; size
/// 344; end 348.
inline File small_file(std::string_view list = kNarrowList) {
  geometry::Vertex first;
  first.position = {1, 2, 3};
  first.normal = {1, -1, 1};
  first.uv[0] = {0.25F, 0.75F};
  first.tangent = {1, 0, 0};
  first.binormal = {0, 0, 1};
  geometry::Vertex second = first;
  second.position = {4, 5, 6};
  VertexData vertices{.header = {FixedText<64>("xyznuvtb"), 2}, .bytes = {}};
  const geometry::Vertex both[] = {first, second};
  vertices.bytes = pack(layout_of(vertices).value(), both);
  IndexData indices{FixedText<64>(list), {0, 1, 7}, {{0, 1, 0, 2}}, {}};
  File file;
  file.sections.push_back({.name = "aShape.indices", .content = indices});
  file.sections.push_back({.name = "aShape.vertices", .content = vertices});
  file.sections.push_back({.name = "note", .content = Bytes(2, std::byte(5))});
  return file;
}

inline Bytes written(const File& file) {
  return write(file).value();
}

}  // namespace mw::wows::primitives
