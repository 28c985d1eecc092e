#pragma once

// Example:
//
//     #include <meshwright/formats/registry.h>
//     #include <meshwright/formats/triangle_rows.h>
//     #include <cstdio>
//
//     void list_tables(const mw::Document& document) {
//       if (document.format().triangles == nullptr) return;
//       for (const mw::TriangleTable& table : document.format().triangles(document).tables)
//         std::printf("%s: %zu triangles of %s\n", table.mesh.c_str(), table.rows.size(),
//         table.table.c_str());
//     }

#include <cstdint>
#include <string>
#include <vector>

namespace mw {

/// From which rows of the file the triangles of a primitive come.
struct TriangleTable {
  std::string mesh;              // its name in the scene
  std::uint32_t occurrence = 0;  // among meshes of that name, in their order
  std::uint32_t primitive = 0;
  std::string table;                     // "nodes[3].mesh.faces"
  std::uint32_t per_triangle = 1;        // rows that make one triangle
  std::vector<std::uint32_t> rows = {};  // one per triangle, ascending: the first of its rows
  std::vector<std::string> beside = {};  // tables that have a row for each row of `table`
  /// Of a text whose rows are put in another order before they are drawn: for each row where it is in the
  /// text.
  std::vector<std::uint32_t> in_text = {};
};

/// Of all triangles of a scene that have rows of their own.
struct TriangleRows {
  std::vector<TriangleTable> tables = {};
  std::string why_not = {};  // the others have none
};

}  // namespace mw
