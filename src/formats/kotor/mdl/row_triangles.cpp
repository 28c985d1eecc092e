#include <fmt/format.h>
#include <meshwright/formats/triangle_rows.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_scene.h>
#include <meshwright/kotor/mdl_source.h>

#include <map>

#include "formats/kotor/mdl_source/row.h"
#include "library/verbs.h"
#include "query/triangles.h"

namespace mw::rows {
namespace {

namespace mdl = kotor::mdl;
namespace source = kotor::mdl::source;

constexpr std::string_view kBlade = "a blade is drawn of other triangles than the file has";

/// Compiling splits vertices and leaves the faces in their order: those of a text that it changes otherwise
/// cannot be told apart.
bool are_same_faces(const mdl::Mesh& made, const source::Mesh& text) {
  if (made.faces.size() != text.faces.size()) return false;
  const std::vector<Vec3>& positions = mdl::positions_of(made);
  for (std::size_t face = 0; face < text.faces.size(); ++face)
    for (std::size_t i = 0; i < 3; ++i) {
      const auto in_text = text.faces[face].vertices[i];
      const auto in_file = made.faces[face].vertices[i];
      if (in_text >= text.vertices.size() || in_file >= positions.size()) return false;
      if (text.vertices[in_text] != positions[in_file]) return false;
    }
  return true;
}

/// All tables with a row for each vertex.
CornerTables corners_of(const mdl::Mesh& mesh, std::size_t row, const std::vector<std::uint32_t>& faces) {
  CornerTables vertices{.tables = {fmt::format("nodes[{}].mesh.vertices", row)},
                        .in_companion = {fmt::format("nodes[{}].rows", row)}};
  if (mesh.dangly)
    for (const char* table : {"constraints", "vertices"})
      vertices.tables.push_back(fmt::format("nodes[{}].mesh.dangly.{}", row, table));
  for (const std::uint32_t face : faces) {
    const auto& corners = mesh.faces[face].vertices;
    vertices.corners.push_back({corners[0], corners[1], corners[2]});
  }
  return vertices;
}

TableAbout leaves_of(const mdl::Mesh& mesh, std::size_t row) {
  TableAbout leaves{.table = fmt::format("nodes[{}].mesh.aabb.nodes", row),
                    .of = fmt::format("nodes[{}].mesh.faces", row),
                    .rows = {}};
  for (const auto& node : mesh.aabb->nodes)
    leaves.rows.push_back(node.face < 0 ? TableAbout::kNothing : std::uint32_t(node.face));
  return leaves;
}

/// Corners in space, and those of the first texture.
std::vector<CornerTables> corners_of(const source::Mesh& mesh, std::size_t row,
                                     const std::vector<std::uint32_t>& faces) {
  CornerTables vertices{.tables = {fmt::format("nodes[{}].verts", row)}};
  CornerTables uvs{.tables = {fmt::format("nodes[{}].tverts", row)}};
  for (const std::uint32_t face : faces) {
    vertices.corners.push_back(mesh.faces[face].vertices);
    uvs.corners.push_back(mesh.faces[face].uvs);
  }
  return {std::move(vertices), std::move(uvs)};
}

}  // namespace

TriangleRows model_triangles(const Document& document) {
  const auto& file = mirror<mdl::File>(document);
  std::vector<TriangleTable> tables;
  std::vector<TableAbout> about;
  for (mdl::DrawnMesh& drawn : mdl::drawn_meshes(file)) {
    const mdl::Mesh& mesh = *file.nodes[drawn.row].mesh;
    CornerTables vertices = corners_of(mesh, drawn.row, drawn.faces);
    tables.push_back({.mesh = mdl::node_name(file, file.nodes[drawn.row]),
                      .table = fmt::format("nodes[{}].mesh.faces", drawn.row),
                      .rows = std::move(drawn.faces),
                      .vertices = {std::move(vertices)}});
    if (mesh.aabb) about.push_back(leaves_of(mesh, drawn.row));
  }
  TriangleRows rows = counted(std::move(tables), std::string(kBlade));
  rows.about = std::move(about);
  return rows;
}

TriangleRows text_model_triangles(const Document& document) {
  const auto binary = compile_model(document, {});
  if (!binary) return {};
  const auto& made = mirror<mdl::File>(*binary);
  const auto& text = mirror<source::Model>(document);
  std::map<std::string, std::size_t> named;
  for (std::size_t i = 0; i < text.nodes.size(); ++i) named.emplace(text.nodes[i].name, i);
  std::vector<TriangleTable> tables;
  for (mdl::DrawnMesh& drawn : mdl::drawn_meshes(made)) {
    const mdl::Node& node = made.nodes[drawn.row];
    TriangleTable table{.mesh = mdl::node_name(made, node), .table = {}};
    const auto found = named.find(table.mesh);
    const source::Node* told = found != named.end() ? &text.nodes[found->second] : nullptr;
    if (told != nullptr && told->mesh && are_same_faces(*node.mesh, *told->mesh)) {
      table.table = fmt::format("nodes[{}].faces", found->second);
      table.vertices = corners_of(*told->mesh, found->second, drawn.faces);
      table.rows = std::move(drawn.faces);
    }
    tables.push_back(std::move(table));
  }
  return counted(std::move(tables), "compiling the text made other triangles of it");
}

}  // namespace mw::rows
