#include "meanings.h"

#include <fmt/format.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/core/detail/trace.h>
#include <meshwright/formats/detail/row_names.h>
#include <meshwright/wows/geometry.h>
#include <meshwright/wows/shape_names.h>

#include <algorithm>

#include "verbs.h"

namespace mw::rows {
namespace {

namespace bwm = bw2::bwm;

/// Whether a path ends in one of these, or belongs to bytes that nothing refers to.
bool is_one_of(std::string_view shape, std::span<const std::string_view> ends) {
  return shape.starts_with(kUnreferenced) ||
         std::ranges::any_of(ends, [&](std::string_view end) { return shape.ends_with(end); });
}

// Walkmeshes have no names.

bool is_walkmesh_layout(std::string_view shape) {
  constexpr std::string_view kEnds[] = {"_offset"};
  return is_one_of(shape, kEnds);
}

// Black & White 2

constexpr std::string_view kBwmTables[] = {"meshes", "materials", "entities"};

std::vector<RowName> bwm_rows(const Document& document, const TablePath& table) {
  const bwm::File& file = mirror<bwm::File>(document);
  std::vector<RowName> rows;
  if (table.shape == "meshes")
    for (const bwm::Mesh& mesh : file.meshes)
      rows.push_back({.name = mesh.lod > 1 ? fmt::format("{} lod {}", mesh.name.view(), mesh.lod)
                                           : std::string(mesh.name.view())});
  if (table.shape == "materials")
    for (const bwm::Material& material : file.materials)
      rows.push_back({.name = std::string(material.diffuse.view().empty() ? material.name.view()
                                                                          : material.diffuse.view())});
  if (table.shape == "entities")
    for (const bwm::Entity& entity : file.entities) rows.push_back({.name = std::string(entity.name.view())});
  return rows;
}

bool is_bwm_layout(std::string_view shape) {
  constexpr std::string_view kEnds[] = {"_offset", ".garbage", ".garbage_0x8c"};
  return shape == "size" || shape == "metadata_size" || is_one_of(shape, kEnds);
}

// World of Warships

constexpr std::string_view kGeometryTables[] = {"vertex_mappings", "index_mappings", "armor_models",
                                                "armor_models[].plates", "collision_models"};

std::string shape_name(std::string name, std::uint32_t id) {
  return name.empty() ? fmt::format("{:08x}", id) : std::move(name);
}

std::vector<RowName> model_rows(const auto& models) {
  std::vector<RowName> rows;
  for (const auto& model : models) rows.push_back({.name = model.name.substr(0, model.name.find('\0'))});
  return rows;
}

std::vector<RowName> plate_rows(const wows::geometry::ArmorModel& model) {
  std::vector<RowName> rows;
  for (const wows::geometry::ArmorPlate& plate : model.plates)
    rows.push_back({.name = fmt::format("material {} layer {}", plate.material, plate.layer)});
  return rows;
}

std::vector<RowName> geometry_rows(const Document& document, const TablePath& table) {
  const wows::geometry::File& file = mirror<wows::geometry::File>(document);
  const wows::ShapeNames& names = wows::ShapeNames::built_in();
  std::vector<RowName> rows;
  if (table.shape == "vertex_mappings")
    for (const wows::geometry::Mapping& mapping : file.vertex_mappings)
      rows.push_back({.name = shape_name(names.by_vertices(mapping.id), mapping.id)});
  if (table.shape == "index_mappings")
    for (const wows::geometry::Mapping& mapping : file.index_mappings)
      rows.push_back({.name = shape_name(names.by_indices(mapping.id), mapping.id)});
  if (table.shape == "armor_models") return model_rows(file.armor_models);
  if (table.shape == "collision_models") return model_rows(file.collision_models);
  if (table.shape == "armor_models[].plates" && table.rows[0] < file.armor_models.size())
    return plate_rows(file.armor_models[table.rows[0]]);
  return rows;
}

bool is_geometry_layout(std::string_view shape) {
  constexpr std::string_view kEnds[] = {"pointer", "_mappings[].offset", "_mappings[].buffer"};
  return is_one_of(shape, kEnds);
}

TrianglePart geometry_triangle_part(std::string_view shape) {
  return shape == "index_buffers[].data[]" ? TrianglePart::corner : TrianglePart::none;
}

}  // namespace

const FieldMeanings kKotorWalkmeshMeanings = {.named_tables = {},
                                              .row_names = nullptr,
                                              .is_layout = is_walkmesh_layout,
                                              .links = nullptr,
                                              .surface_materials = "materials[]"};
const FieldMeanings kBw2BwmMeanings = {
    .named_tables = kBwmTables, .row_names = bwm_rows, .is_layout = is_bwm_layout, .links = nullptr};
const FieldMeanings kWowsGeometryMeanings = {.named_tables = kGeometryTables,
                                             .row_names = geometry_rows,
                                             .is_layout = is_geometry_layout,
                                             .links = nullptr,
                                             .triangle_part = geometry_triangle_part};

}  // namespace mw::rows
