#pragma once

#include <meshwright/formats/registry.h>
#include <meshwright/scene/detail/rows.h>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mw::view {

struct TrianglePlace {
  std::string mesh;
  std::uint32_t occurrence = 0;
  std::uint32_t primitive = 0;
  std::uint32_t triangle = 0;
};

void fields(auto& io, const TrianglePlace& place) {
  io.field("mesh", place.mesh);
  io.field("occurrence", place.occurrence);
  io.field("primitive", place.primitive);
  io.field("triangle", place.triangle);
}

/// A row of the file, or of its companion.
struct LayerPath {
  std::size_t layer = 0;
  std::string path;
};

/// The rows of a primitive, and which one it is.
struct TriangleTable : scene::TriangleRows {
  std::string mesh = {};
  std::uint32_t occurrence = 0;  // among meshes of that name, in their order
  std::uint32_t primitive = 0;
};

/// Of all triangles of a scene that have rows of their own.
struct TriangleTables {
  std::vector<TriangleTable> tables = {};
  std::string_view why_not = {};  // empty for others, and for rows that are not stored as bytes
  std::vector<scene::TableAbout> about = {};

  /// Those that a path of the file (0) or of its companion (1) can lead into.
  std::vector<std::string> names(std::size_t layer) const;
};

/// As the scene of everything in a document records them.
TriangleTables triangles_of(const Document& document);

/// The rows that a triangle is made of; empty where it has none.
std::vector<LayerPath> rows_of(const std::vector<TriangleTable>& tables, const TrianglePlace& place);
/// What other tables have in the same rows: the material of a face, its normal.
std::vector<LayerPath> beside_rows_of(const std::vector<TriangleTable>& tables, const TrianglePlace& place);
/// The rows of its three corners, in all tables that have some.
std::vector<LayerPath> corner_rows_of(const std::vector<TriangleTable>& tables, const TrianglePlace& place);

struct FoundTriangles {
  std::vector<TrianglePlace> places;  // the first of them
  std::uint64_t total = 0;
};

/// The triangles that a field is of: "faces[12].material" is one of face 12, "vertices[3]" one of every face
/// with that corner.
FoundTriangles triangles_with(const TriangleTables& rows, const LayerPath& field, std::size_t most);

}  // namespace mw::view
