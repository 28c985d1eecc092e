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

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace mw {

/// Tables with a row for each vertex, and which of their rows the corners of the triangles are.
struct CornerTables {
  std::vector<std::string> tables;                         // "nodes[3].mesh.vertices"
  std::vector<std::string> in_companion = {};              // those of the second file: "nodes[3].rows"
  std::vector<std::array<std::uint32_t, 3>> corners = {};  // one entry per triangle
};

/// The rows of the file that the triangles of a primitive come from.
struct TriangleTable {
  std::string mesh;              // its name in the scene
  std::uint32_t occurrence = 0;  // among meshes of that name, in their order
  std::uint32_t primitive = 0;
  std::string table;                     // "nodes[3].mesh.faces"
  std::uint32_t per_triangle = 1;        // rows that make one triangle
  std::vector<std::uint32_t> rows = {};  // one per triangle, ascending: the first of its rows
  std::vector<std::string> beside = {};  // tables that have a row for each row of `table`
  /// If a text's rows are reordered before drawing: for each row its place in the text.
  std::vector<std::uint32_t> in_text = {};
  std::vector<CornerTables> vertices = {};
};

/// A table whose rows refer to rows of another: a leaf of a tree refers to a face.
struct TableAbout {
  static constexpr std::uint32_t kNothing = ~std::uint32_t(0);

  std::string table;                // "aabb"
  std::string of;                   // "faces": the `table` of triangles
  std::vector<std::uint32_t> rows;  // for each of its own rows one of that table, or kNothing
};

/// Of all triangles of a scene that have rows of their own.
struct TriangleRows {
  std::vector<TriangleTable> tables = {};
  std::string why_not = {};  // empty for others, and for rows that are not stored as bytes
  std::vector<TableAbout> about = {};
};

}  // namespace mw
