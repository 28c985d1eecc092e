#include "triangle_rows.h"

#include <fmt/format.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/geometry/triangle.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/walkmesh.h>
#include <meshwright/wows/geometry.h>
#include <algorithm>
#include <charconv>
#include <map>

// Each of these goes through a file as its `to_scene` does, so that the numbers of triangles agree.
namespace mw::view {
namespace {

/// One primitive per material, in the order of the materials.
void add_walkmesh(std::vector<TriangleTable>& tables, const auto& file) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> faces;
  for (std::size_t face = 0; face < file.faces.size(); ++face)
    if (geometry::corners_exist(file.faces[face], file.vertices.size()))
      faces[file.materials[face]].push_back(std::uint32_t(face));
  std::uint32_t primitive = 0;
  for (auto& [material, rows] : faces)
    tables.push_back({.mesh = "surface",
                      .primitive = primitive++,
                      .table = "faces",
                      .rows = std::move(rows),
                      .beside = {"materials", "normals", "distances"}});
}

void add_model(std::vector<TriangleTable>& tables, const kotor::mdl::File& file) {
  for (std::size_t row = 0; row < file.nodes.size(); ++row) {
    const auto& mesh = file.nodes[row].mesh;
    if (!mesh || mesh->saber) continue;  // a blade is drawn of other triangles than the file's
    TriangleTable table{.mesh = kotor::mdl::node_name(file, file.nodes[row]),
                        .table = fmt::format("nodes[{}].mesh.faces", row)};
    for (std::size_t face = 0; face < mesh->faces.size(); ++face)
      if (std::ranges::all_of(mesh->faces[face].vertices,
                              [&](auto v) { return v < mesh->header.vertex_count; }))
        table.rows.push_back(std::uint32_t(face));
    if (!table.rows.empty()) tables.push_back(std::move(table));
  }
}

/// The first index of each triangle of a reference.
std::vector<std::uint32_t> rows_of_reference(const bw2::bwm::File& file, std::size_t mesh,
                                             const bw2::bwm::MaterialRef& ref) {
  const bool strip = file.header.type == std::uint32_t(bw2::bwm::Type::strip);
  const bw2::bwm::Triangles found = triangles(file, mesh, ref);
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

void add_house(std::vector<TriangleTable>& tables, const bw2::bwm::File& file) {
  const auto ranges = bw2::bwm::material_ref_ranges(file);
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
}

void add_plates(std::vector<TriangleTable>& tables, const wows::geometry::File& file) {
  for (std::size_t model = 0; model < file.armor_models.size(); ++model) {
    const auto& plates = file.armor_models[model].plates;
    for (std::size_t plate = 0; plate < plates.size(); ++plate) {
      TriangleTable table{.mesh = fmt::format("plate_{}", plate),
                          .table = fmt::format("armor_models[{}].plates[{}].vertices", model, plate),
                          .per_triangle = 3};
      for (std::size_t i = 0; i + 2 < plates[plate].vertices.size(); i += 3)
        table.rows.push_back(std::uint32_t(i));
      if (!table.rows.empty()) tables.push_back(std::move(table));
    }
  }
}

/// Meshes of the same name are told apart by their order.
void count_occurrences(std::vector<TriangleTable>& tables) {
  std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> seen;
  for (TriangleTable& table : tables) table.occurrence = seen[{table.mesh, table.primitive}]++;
}

bool is_row_of(std::string_view path, std::string_view table, std::uint32_t& row) {
  if (!path.starts_with(table) || path.substr(table.size(), 1) != "[") return false;
  const std::string_view digits = path.substr(table.size() + 1);
  return std::from_chars(digits.data(), digits.data() + digits.size(), row).ec == std::errc();
}

}  // namespace

std::vector<TriangleTable> triangle_tables(const Document& document) {
  std::vector<TriangleTable> tables;
  if (const auto* view = document.as<kotor::walkmesh::View>()) add_walkmesh(tables, *view);
  if (const auto* file = document.as<kotor::walkmesh::File>()) add_walkmesh(tables, *file);
  if (const auto* file = document.as<kotor::mdl::File>()) add_model(tables, *file);
  if (const auto* file = document.as<bw2::bwm::File>()) add_house(tables, *file);
  if (const auto* file = document.as<wows::geometry::File>()) add_plates(tables, *file);
  count_occurrences(tables);
  return tables;
}

std::vector<std::string> rows_of(const std::vector<TriangleTable>& tables, const TrianglePlace& place) {
  const auto table = std::ranges::find_if(tables, [&](const TriangleTable& t) {
    return t.mesh == place.mesh && t.occurrence == place.occurrence && t.primitive == place.primitive;
  });
  std::vector<std::string> paths;
  if (table == tables.end() || place.triangle >= table->rows.size()) return paths;
  for (std::uint32_t i = 0; i < table->per_triangle; ++i)
    paths.push_back(fmt::format("{}[{}]", table->table, table->rows[place.triangle] + i));
  return paths;
}

std::optional<TrianglePlace> triangle_of(const std::vector<TriangleTable>& tables, std::string_view path) {
  for (const TriangleTable& table : tables) {
    std::uint32_t row = 0;
    const auto is_row = [&](const std::string& name) { return is_row_of(path, name, row); };
    if (!is_row(table.table) && std::ranges::none_of(table.beside, is_row)) continue;
    // Rows ascend: the last that begins at or before this one.
    const auto after = std::ranges::upper_bound(table.rows, row);
    if (after == table.rows.begin() || row >= *std::prev(after) + table.per_triangle) continue;
    return TrianglePlace{table.mesh, table.occurrence, table.primitive,
                         std::uint32_t(std::prev(after) - table.rows.begin())};
  }
  return std::nullopt;
}

}  // namespace mw::view
