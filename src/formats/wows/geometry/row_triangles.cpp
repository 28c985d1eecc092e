#include <fmt/format.h>
#include <meshwright/formats/triangle_rows.h>
#include <meshwright/scene/record_extras.h>
#include <meshwright/wows/geometry.h>

#include <algorithm>
#include <map>
#include <optional>

#include "library/verbs.h"
#include "query/triangles.h"

namespace mw::rows {
namespace {

std::optional<std::uint64_t> number_in(const scene::Extras& extras, std::string_view name) {
  const auto found = std::ranges::find(extras, name, &JsonMember::first);
  if (found == extras.end()) return std::nullopt;
  const auto number = scene::integer_of(found->second);
  return number ? std::optional(std::uint64_t(*number)) : std::nullopt;
}

/// The mapping that a node of the scene names by its id.
std::optional<std::size_t> mapping_of(const std::vector<wows::geometry::Mapping>& mappings,
                                      const scene::Node& node, std::string_view name) {
  const auto id = number_in(node.extras, name);
  if (!id) return std::nullopt;
  const auto found = std::ranges::find(mappings, std::uint32_t(*id), &wows::geometry::Mapping::id);
  return found == mappings.end() ? std::nullopt : std::optional(std::size_t(found - mappings.begin()));
}

/// One table per plate with a triangle, in the order of the scene. Each vertex is of one triangle.
std::vector<TriangleTable> plates_of(const wows::geometry::File& file) {
  std::vector<TriangleTable> tables;
  for (std::size_t model = 0; model < file.armor_models.size(); ++model) {
    const auto& plates = file.armor_models[model].plates;
    for (std::size_t plate = 0; plate < plates.size(); ++plate) {
      TriangleTable table{.mesh = {},
                          .table = fmt::format("armor_models[{}].plates[{}].vertices", model, plate),
                          .per_triangle = 3};
      for (std::size_t i = 0; i + 2 < plates[plate].vertices.size(); i += 3)
        table.rows.push_back(std::uint32_t(i));
      if (!table.rows.empty()) tables.push_back(std::move(table));
    }
  }
  return tables;
}

/// A face of many corners is drawn as that many triangles less two.
TriangleTable table_of(const wows::geometry::Hull& hull, const std::string& path) {
  TriangleTable table{.mesh = {}, .table = path + ".faces"};
  CornerTables vertices{.tables = {path + ".vertices"}};
  for (std::size_t face = 0; face < hull.faces.size(); ++face) {
    const auto& corners = hull.faces[face].vertices;
    if (corners.size() < 3 || std::ranges::max(corners) >= hull.vertices.size()) continue;
    for (std::size_t i = 2; i < corners.size(); ++i) {
      table.rows.push_back(std::uint32_t(face));
      vertices.corners.push_back({corners[0], corners[i - 1], corners[i]});
    }
  }
  table.vertices = {std::move(vertices)};
  return table;
}

std::vector<TriangleTable> hulls_of(const wows::geometry::File& file) {
  std::vector<TriangleTable> tables;
  for (std::size_t model = 0; model < file.collision_models.size(); ++model) {
    const auto& hulls = file.collision_models[model].hulls;
    for (std::size_t hull = 0; hull < hulls.size(); ++hull) {
      TriangleTable table = table_of(hulls[hull], fmt::format("collision_models[{}].hulls[{}]", model, hull));
      if (!table.rows.empty()) tables.push_back(std::move(table));
    }
  }
  return tables;
}

/// Whether those are the triangles of the primitive: corners may be turned.
bool are_drawn(const std::vector<std::array<std::uint32_t, 3>>& triangles, std::uint64_t first,
               const scene::Primitive& p) {
  if (p.indices.size() != triangles.size() * 3) return false;
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    std::array<std::uint64_t, 3> told{};
    std::array<std::uint64_t, 3> drawn{};
    for (std::size_t k = 0; k < 3; ++k) {
      told[k] = triangles[i][k] - first;
      drawn[k] = p.indices[i * 3 + k];
    }
    std::ranges::sort(told);
    std::ranges::sort(drawn);
    if (told != drawn) return false;
  }
  return true;
}

/// Of the scene's meshes those that are drawn of buffers know the mappings that they come from.
class MeshTables {
 public:
  explicit MeshTables(const wows::geometry::File& file)
      : file_(file), decoded_(wows::geometry::decode(file)) {}

  /// Without rows where the file does not tell them.
  TriangleTable of(const scene::Node& node, const scene::Primitive& p) const {
    const auto indices = mapping_of(file_.index_mappings, node, "indices_id");
    const auto vertices = mapping_of(file_.vertex_mappings, node, "vertices_id");
    if (!indices || !vertices) return {};
    const wows::geometry::Mapping& used = file_.index_mappings[*indices];
    const wows::geometry::Mapping& points = file_.vertex_mappings[*vertices];
    TriangleTable table{
        .mesh = {}, .table = fmt::format("index_buffers[{}].data", used.buffer), .per_triangle = 3};
    CornerTables corners{.tables = {fmt::format("vertex_buffers[{}].data", points.buffer)}};
    const auto list = wows::geometry::mapped_indices(file_, decoded_, *indices);
    for (std::uint32_t i = 0; list && i + 2 < list->size(); i += 3) {
      const auto triangle = std::span(*list).subspan(i, 3);
      if (std::ranges::max(triangle) >= points.count) continue;
      table.rows.push_back(used.offset + i);
      corners.corners.push_back(
          {points.offset + triangle[0], points.offset + triangle[1], points.offset + triangle[2]});
    }
    if (!are_drawn(corners.corners, points.offset, p)) return {};
    table.vertices = {std::move(corners)};
    return table;
  }

 private:
  const wows::geometry::File& file_;
  const wows::geometry::Decoded decoded_;
};

/// The next of a list whose triangles are as many as are drawn.
TriangleTable next_of(std::vector<TriangleTable>& tables, std::size_t& next, const scene::Primitive& p) {
  if (next == tables.size()) return {};
  TriangleTable table = std::move(tables[next++]);
  const std::size_t corners = p.indices.empty() ? p.positions.size() : p.indices.size();
  return table.rows.size() * 3 == corners ? table : TriangleTable();
}

std::vector<TriangleTable> tables_of(const wows::geometry::File& file, const scene::Scene& scene) {
  std::map<scene::Index, const scene::Node*> nodes;  // by their meshes
  for (const scene::Node& node : scene.nodes)
    if (node.mesh) nodes.emplace(*node.mesh, &node);
  const MeshTables meshes(file);
  std::vector<TriangleTable> plates = plates_of(file);
  std::vector<TriangleTable> hulls = hulls_of(file);
  std::size_t plate = 0;
  std::size_t hull = 0;
  std::vector<TriangleTable> tables;
  for (const auto& [mesh, node] : nodes) {
    const scene::Primitive& p = scene.meshes[mesh].primitives.front();  // the only one
    TriangleTable table = node->role == scene::Role::armor       ? next_of(plates, plate, p)
                          : node->role == scene::Role::collision ? next_of(hulls, hull, p)
                                                                 : meshes.of(*node, p);
    table.mesh = scene.meshes[mesh].name;
    tables.push_back(std::move(table));
  }
  return tables;
}

}  // namespace

TriangleRows geometry_triangles(const Document& document) {
  OptionValues everything;
  everything.set("lod", "all");
  everything.set("armor");
  everything.set("collision");
  const auto scene = document.format().to_scene(document, everything);
  if (!scene) return {};
  return counted(
      tables_of(mirror<wows::geometry::File>(document), *scene),
      "its buffers are compressed, so that no byte belongs to one triangle: the mapping says which "
      "part of a buffer is this mesh");
}

}  // namespace mw::rows
