#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Where the triangles of a scene are in its file: rows of the file's tables, as its trace names them. A
/// format's to_scene() records them if Options::rows says so.
namespace mw::scene {

/// Tables with a row for each vertex, and which of their rows the corners of the triangles are.
struct CornerRows {
  std::vector<std::string> tables = {};                    // "nodes[3].mesh.vertices"
  std::vector<std::string> in_companion = {};              // those of the second file: "nodes[3].rows"
  std::vector<std::array<std::uint32_t, 3>> corners = {};  // one entry per triangle
};

/// The rows that the triangles of a primitive come from.
struct TriangleRows {
  std::string table = {};                // "nodes[3].mesh.faces"
  std::uint32_t per_triangle = 1;        // rows that make one triangle
  std::vector<std::uint32_t> rows = {};  // one per triangle, ascending: the first of its rows
  std::vector<std::string> beside = {};  // tables that have a row for each row of `table`
  /// If a text's rows are reordered before drawing: for each row its place in the text.
  std::vector<std::uint32_t> in_text = {};
  std::vector<CornerRows> vertices = {};
};

/// A table whose rows refer to rows of another: a leaf of a tree refers to a face.
struct TableAbout {
  static constexpr std::uint32_t kNothing = ~std::uint32_t(0);

  std::string table;                // "aabb"
  std::string of;                   // "faces": the `table` of triangles
  std::vector<std::uint32_t> rows;  // for each of its own rows one of that table, or kNothing
};

struct MeshRows {
  std::vector<TriangleRows> primitives = {};  // one per primitive; empty if its triangles have no rows
  std::string_view why_not = {};              // then, and for rows that are not stored as bytes
  std::vector<TableAbout> about = {};
  std::uint32_t record = 0;  // the row of the file's own mesh or node
};

}  // namespace mw::scene
