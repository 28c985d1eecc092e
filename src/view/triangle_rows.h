#pragma once

#include <meshwright/formats/document.h>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mw::view {

/// From which rows of the file the triangles of a primitive come.
struct TriangleTable {
  std::string mesh;              // its name in the scene
  std::uint32_t occurrence = 0;  // among meshes of that name, in their order
  std::uint32_t primitive = 0;
  std::string table;                     // "nodes[3].mesh.faces"
  std::uint32_t per_triangle = 1;        // rows that make one triangle
  std::vector<std::uint32_t> rows = {};  // one per triangle: the first of its rows
  std::vector<std::string> beside = {};  // tables that have a row for each row of `table`
};

struct TrianglePlace {
  std::string mesh;
  std::uint32_t occurrence = 0;
  std::uint32_t primitive = 0;
  std::uint32_t triangle = 0;
};

/// Of all meshes whose triangles have bytes of their own: packed streams have none.
std::vector<TriangleTable> triangle_tables(const Document& document);

/// The paths of the rows that a triangle is made of; empty where it has none.
std::vector<std::string> rows_of(const std::vector<TriangleTable>& tables, const TrianglePlace& place);

/// The triangle that a field is of: "faces[12].material" is one of face 12.
std::optional<TrianglePlace> triangle_of(const std::vector<TriangleTable>& tables, std::string_view path);

}  // namespace mw::view
