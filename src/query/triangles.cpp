#include "triangles.h"

#include <fmt/format.h>
#include <meshwright/bw2/bwm_scene.h>
#include <meshwright/formats/triangle_rows.h>
#include <meshwright/geometry/triangle.h>
#include <meshwright/wows/primitives.h>
#include <meshwright/wows/primitives_scene.h>

#include <map>

#include "formats/kotor/walkmesh/row.h"
#include "library/verbs.h"

namespace mw::rows {
namespace {

namespace bwm = bw2::bwm;
namespace primitives = wows::primitives;

/// Triangles that begin at these rows of the indices.
CornerTables indexed_corners(std::vector<std::string> tables, const auto& indices,
                             const std::vector<std::uint32_t>& rows) {
  CornerTables vertices{.tables = std::move(tables)};
  for (const std::uint32_t row : rows)
    vertices.corners.push_back({indices[row], indices[row + 1], indices[row + 2]});
  return vertices;
}

}  // namespace

TriangleRows counted(std::vector<TriangleTable> tables, std::string why_not) {
  std::map<std::string, std::uint32_t> meshes;
  for (TriangleTable& table : tables) {
    std::uint32_t& count = meshes[table.mesh];
    count += table.primitive == 0 ? 1 : 0;
    table.occurrence = count - 1;
  }
  std::erase_if(tables, [](const TriangleTable& table) { return table.rows.empty(); });
  return {std::move(tables), std::move(why_not)};
}

std::vector<TriangleTable> surface_tables(const kotor::walkmesh::View& file) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> faces;
  for (std::size_t face = 0; face < file.faces.size(); ++face)
    if (geometry::corners_exist(file.faces[face], file.vertices.size()))
      faces[file.materials[face]].push_back(std::uint32_t(face));
  std::vector<TriangleTable> tables;
  for (auto& [material, rows] : faces) {
    CornerTables vertices{.tables = {"vertices"}};
    for (const std::uint32_t row : rows) vertices.corners.push_back(file.faces[row]);
    tables.push_back({.mesh = "surface",
                      .primitive = std::uint32_t(tables.size()),
                      .table = "faces",
                      .rows = std::move(rows),
                      .beside = {"materials", "normals", "distances", "adjacency"},
                      .vertices = {std::move(vertices)}});
  }
  return tables;
}

TriangleRows walkmesh_triangles(const Document& document) {
  const kotor::walkmesh::View file = view_of(document);
  TriangleRows rows = counted(surface_tables(file));
  TableAbout edges{.table = "edges", .of = "faces", .rows = {}};
  for (std::size_t row = 0; row < file.edges.size(); ++row) edges.rows.push_back(file.edges[row].edge / 3);
  TableAbout leaves{.table = "aabb", .of = "faces", .rows = {}};
  for (std::size_t row = 0; row < file.aabb.size(); ++row) {
    const std::int32_t face = file.aabb[row].face;
    leaves.rows.push_back(face < 0 ? TableAbout::kNothing : std::uint32_t(face));
  }
  rows.about = {std::move(edges), std::move(leaves)};
  return rows;
}

TriangleRows bwm_triangles(const Document& document) {
  const auto& file = mirror<bwm::File>(document);
  std::vector<std::string> strides;
  for (std::size_t stride = 0; stride < file.strides.size(); ++stride)
    strides.push_back(fmt::format("strides[{}].vertices", stride));
  std::vector<TriangleTable> tables;
  std::size_t mesh = file.meshes.size();  // of the table before
  for (bwm::DrawnPart& part : bwm::drawn_parts(file)) {
    const std::uint32_t primitive = part.mesh == mesh ? tables.back().primitive + 1 : 0;
    mesh = part.mesh;
    CornerTables vertices = indexed_corners(strides, file.indices, part.rows);
    tables.push_back({.mesh = std::string(file.meshes[mesh].name.view()),
                      .primitive = primitive,
                      .table = "indices",
                      .per_triangle = 3,
                      .rows = std::move(part.rows),
                      .vertices = {std::move(vertices)}});
  }
  return counted(std::move(tables));
}

TriangleRows primitives_triangles(const Document& document) {
  const auto& file = mirror<primitives::File>(document);
  const std::vector<primitives::Shape> shapes = primitives::shapes(file);
  std::vector<TriangleTable> tables;
  std::size_t shape = shapes.size();  // of the table before
  for (primitives::DrawnPart& part : primitives::drawn_parts(file)) {
    const std::uint32_t primitive = part.shape == shape ? tables.back().primitive + 1 : 0;
    shape = part.shape;
    CornerTables vertices =
        indexed_corners({fmt::format("sections[{}].vertices", shapes[shape].vertex_section)},
                        shapes[shape].indices->indices, part.rows);
    tables.push_back({.mesh = shapes[shape].name.empty() ? "mesh" : shapes[shape].name,
                      .primitive = primitive,
                      .table = fmt::format("sections[{}].indices", shapes[shape].index_section),
                      .per_triangle = 3,
                      .rows = std::move(part.rows),
                      .vertices = {std::move(vertices)}});
  }
  return counted(std::move(tables));
}

}  // namespace mw::rows
