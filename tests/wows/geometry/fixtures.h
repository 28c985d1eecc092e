#pragma once

#include <meshwright/core/json_text.h>
#include <meshwright/wows/geometry.h>

#include "support/cases/format_cases.h"

namespace mw::wows::geometry {

inline constexpr std::string_view kStatic = "set3/xyznuvtbpc";

/// A vertex that looks up, with its texture spread over the plane.
inline Vertex flat_vertex(float x, float z) {
  Vertex vertex;
  vertex.position = {x, 0, z};
  vertex.normal = {0, 1, 0};
  vertex.uv[0] = {x / 4 + 0.25F, z / 4 + 0.25F};
  vertex.tangent = {1, 0, 0};
  vertex.binormal = {0, 0, 1};
  return vertex;
}

inline Mesh triangle() {
  return {{flat_vertex(0, 0), flat_vertex(0, 1), flat_vertex(1, 0)}, {0, 1, 2}};
}

/// A square of two triangles.
inline Mesh square() {
  return {{flat_vertex(0, 0), flat_vertex(0, 2), flat_vertex(2, 2), flat_vertex(2, 0)}, {0, 1, 2, 0, 2, 3}};
}

inline File file_of(std::string_view shape, const Mesh& mesh, bool encoded) {
  File file;
  const auto added = add_mesh(file, shape, kStatic, mesh, encoded);
  if (!added) std::abort();
  return file;
}

/// Plain: header 0, vertex mapping 72, index mapping 88, vertex prototype 104, vertices 136, format 220,
/// index prototype 236, indices 252, end 258.
inline File one_triangle(bool encoded = false) {
  return file_of("TurretShape", triangle(), encoded);
}

/// Ids that no name explains, so that only density and fit are left to go by.
inline File with_other_ids(File file) {
  std::uint32_t id = 0;
  for (Mapping& mapping : file.vertex_mappings) mapping.id = ++id;
  for (Mapping& mapping : file.index_mappings) mapping.id = ++id;
  return file;
}

inline Bytes written(const File& file) {
  return write(file).value();
}

/// For the tests that every format has.
struct Geometry : test::OneFile {
  static Result<File> read(const Bytes& whole) { return geometry::read(whole); }
  static Result<File> traced(const Bytes& whole, test::Names& names) {
    return geometry::read(whole, names.trace_of(whole));
  }
  static Result<File> read_told(const Bytes& whole, test::Account& account) {
    return geometry::read(whole, account.file());
  }
  static void write_told(const File& file, test::Account& account) {
    EXPECT_EQ(test::message_of(write(file, account.file())), test::kNoError);
  }
  static Result<File> from_json(const JsonText& json) { return geometry::from_json(json); }
};

inline constexpr SampleData kSamples[] = {SampleData::plain, SampleData::encoded};

}  // namespace mw::wows::geometry
