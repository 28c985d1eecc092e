#include "triangles.h"

#include <fmt/format.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/geometry/triangle.h>
#include <meshwright/wows/geometry.h>
#include <meshwright/wows/primitives.h>

#include <algorithm>
#include <map>

#include "kotor_walkmesh.h"
#include "verbs.h"

namespace mw::rows {
namespace {

namespace bwm = bw2::bwm;
namespace geometry_format = wows::geometry;
namespace primitives = wows::primitives;

/// The first index of each triangle of a reference.
std::vector<std::uint32_t> rows_of_reference(const bwm::File& file, std::size_t mesh,
                                             const bwm::MaterialRef& ref) {
  const bool strip = file.header.type == std::uint32_t(bwm::Type::strip);
  const bwm::Triangles found = triangles(file, mesh, ref);
  std::vector<std::uint32_t> rows;
  const std::uint64_t begin = std::uint64_t(ref.index_offset) + found.shift;
  const std::uint64_t end = std::min<std::uint64_t>(begin + ref.index_count, file.indices.size());
  for (std::uint64_t i = begin; i + 2 < end; i += strip ? 1 : 3) {
    const auto* t = &file.indices[i];
    if (strip && (t[0] == t[1] || t[1] == t[2] || t[0] == t[2])) continue;
    rows.push_back(std::uint32_t(i));
  }
  return rows;
}

/// The first index of each triangle of a group whose corners all exist.
std::vector<std::uint32_t> rows_of_group(const primitives::Shape& shape, const primitives::Group& group) {
  const auto& indices = shape.indices->indices;
  const std::uint64_t end = group.first_index + std::uint64_t(3) * group.triangle_count;
  std::vector<std::uint32_t> rows;
  if (end > indices.size()) return rows;
  for (std::uint64_t i = group.first_index; i < end; i += 3)
    if (std::ranges::all_of(indices.begin() + std::ptrdiff_t(i), indices.begin() + std::ptrdiff_t(i + 3),
                            [&](auto corner) { return corner < shape.vertices->header.count; }))
      rows.push_back(std::uint32_t(i));
  return rows;
}

}  // namespace

TriangleRows counted(std::vector<TriangleTable> tables, std::string why_not) {
  std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> seen;
  for (TriangleTable& table : tables) table.occurrence = seen[{table.mesh, table.primitive}]++;
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
  const auto ranges = bwm::material_ref_ranges(file);
  std::vector<TriangleTable> tables;
  for (std::size_t mesh = 0; mesh < file.meshes.size(); ++mesh) {
    std::uint32_t primitive = 0;
    for (std::uint64_t ref = ranges[mesh].begin; ref < ranges[mesh].end(); ++ref) {
      std::vector<std::uint32_t> rows = rows_of_reference(file, mesh, file.material_refs[ref]);
      if (rows.empty()) continue;
      tables.push_back({.mesh = std::string(file.meshes[mesh].name.view()),
                        .primitive = primitive++,
                        .table = "indices",
                        .per_triangle = 3,
                        .rows = std::move(rows)});
    }
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
  std::vector<TriangleTable> tables;
  for (const primitives::Shape& shape : primitives::shapes(file)) {
    std::vector<primitives::Group> groups = shape.indices->groups;
    if (groups.empty()) groups = {{0, std::uint32_t(shape.indices->indices.size() / 3), 0, 0}};
    std::uint32_t primitive = 0;
    std::size_t room = 2 * shape.indices->indices.size() + 1000;
    for (const primitives::Group& group : groups) {
      std::vector<std::uint32_t> rows = rows_of_group(shape, group);
      if (rows.size() > room) break;  // groups of a damaged file can lie on each other by the thousand
      room -= rows.size();
      if (rows.empty()) continue;
      tables.push_back({.mesh = shape.name.empty() ? "mesh" : shape.name,
                        .primitive = primitive++,
                        .table = fmt::format("sections[{}].indices", shape.index_section),
                        .per_triangle = 3,
                        .rows = std::move(rows)});
    }
  }
  return counted(std::move(tables));
}

}  // namespace mw::rows
