#include "triangles.h"

#include <fmt/format.h>
#include <meshwright/bw2/bwm_scene.h>
#include <meshwright/geometry/triangle.h>
#include <meshwright/wows/geometry.h>
#include <meshwright/wows/primitives.h>
#include <meshwright/wows/primitives_scene.h>

#include <map>

#include "kotor_walkmesh.h"
#include "verbs.h"

namespace mw::rows {
namespace {

namespace bwm = bw2::bwm;
namespace geometry_format = wows::geometry;
namespace primitives = wows::primitives;

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
  for (auto& [material, rows] : faces)
    tables.push_back({.mesh = "surface",
                      .primitive = std::uint32_t(tables.size()),
                      .table = "faces",
                      .rows = std::move(rows),
                      .beside = {"materials", "normals", "distances"}});
  return tables;
}

TriangleRows walkmesh_triangles(const Document& document) {
  return counted(surface_tables(view_of(document)));
}

TriangleRows bwm_triangles(const Document& document) {
  const auto& file = mirror<bwm::File>(document);
  std::vector<TriangleTable> tables;
  std::size_t mesh = file.meshes.size();  // of the table before
  for (bwm::DrawnPart& part : bwm::drawn_parts(file)) {
    const std::uint32_t primitive = part.mesh == mesh ? tables.back().primitive + 1 : 0;
    mesh = part.mesh;
    tables.push_back({.mesh = std::string(file.meshes[mesh].name.view()),
                      .primitive = primitive,
                      .table = "indices",
                      .per_triangle = 3,
                      .rows = std::move(part.rows)});
  }
  return counted(std::move(tables));
}

TriangleRows geometry_triangles(const Document& document) {
  std::vector<TriangleTable> tables;
  const auto& models = mirror<geometry_format::File>(document).armor_models;
  for (std::size_t model = 0; model < models.size(); ++model) {
    const auto& plates = models[model].plates;
    for (std::size_t plate = 0; plate < plates.size(); ++plate) {
      TriangleTable table{.mesh = fmt::format("plate_{}", plate),
                          .table = fmt::format("armor_models[{}].plates[{}].vertices", model, plate),
                          .per_triangle = 3};
      for (std::size_t i = 0; i + 2 < plates[plate].vertices.size(); i += 3)
        table.rows.push_back(std::uint32_t(i));
      if (!table.rows.empty()) tables.push_back(std::move(table));
    }
  }
  return counted(
      std::move(tables),
      "its buffers are shared by many meshes, and where they are compressed no byte belongs to one "
      "triangle: the mapping says which part of a buffer is this mesh");
}

TriangleRows primitives_triangles(const Document& document) {
  const auto& file = mirror<primitives::File>(document);
  const std::vector<primitives::Shape> shapes = primitives::shapes(file);
  std::vector<TriangleTable> tables;
  std::size_t shape = shapes.size();  // of the table before
  for (primitives::DrawnPart& part : primitives::drawn_parts(file)) {
    const std::uint32_t primitive = part.shape == shape ? tables.back().primitive + 1 : 0;
    shape = part.shape;
    tables.push_back({.mesh = shapes[shape].name.empty() ? "mesh" : shapes[shape].name,
                      .primitive = primitive,
                      .table = fmt::format("sections[{}].indices", shapes[shape].index_section),
                      .per_triangle = 3,
                      .rows = std::move(part.rows)});
  }
  return counted(std::move(tables));
}

}  // namespace mw::rows
