#include <fmt/format.h>
#include <meshwright/formats/detail/row_names.h>
#include <meshwright/kotor/mdl.h>

#include <algorithm>

#include "library/meanings.h"
#include "library/verbs.h"

namespace mw::rows {
namespace {

namespace mdl = kotor::mdl;

constexpr std::string_view kBoneTables[] = {
    "nodes[].mesh.skin.bone_map",
    "nodes[].mesh.skin.qbones",
    "nodes[].mesh.skin.tbones",
    "nodes[].mesh.skin.unknown_0x34",
};

constexpr std::string_view kModelTables[] = {
    "nodes",
    "animations",
    "names",
    "animations[].nodes",
    "animations[].nodes[].controllers",
    "nodes[].controllers",
    kBoneTables[0],
    kBoneTables[1],
    kBoneTables[2],
    kBoneTables[3],
};

std::vector<RowName> node_rows(const mdl::File& file) {
  std::vector<RowName> rows;
  for (const mdl::Node& node : file.nodes)
    rows.push_back({.name = mdl::node_name(file, node), .kind = mdl::node_kind(node)});
  for (std::size_t row = 0; row < file.nodes.size(); ++row)
    for (const std::uint32_t child : file.nodes[row].children)
      if (child < rows.size()) rows[child].above = std::int64_t(row);
  return rows;
}

std::vector<RowName> animation_rows(const mdl::File& file) {
  std::vector<RowName> rows;
  for (const mdl::Animation& animation : file.animations)
    rows.push_back({.name = std::string(animation.header.geometry.name.view())});
  return rows;
}

std::vector<RowName> name_rows(const mdl::File& file) {
  std::vector<RowName> rows;
  for (const mdl::Name& name : file.names) rows.push_back({.name = name.text});
  return rows;
}

std::vector<RowName> animated_node_rows(const mdl::File& file, std::size_t animation) {
  std::vector<RowName> rows;
  if (animation < file.animations.size())
    for (const mdl::Node& node : file.animations[animation].nodes)
      rows.push_back({.name = mdl::node_name(file, node)});
  return rows;
}

/// In animations only what every node has is known by name: finding the model's node for each would take
/// long.
std::vector<RowName> controller_rows(const std::vector<mdl::Node>& nodes, std::size_t row) {
  std::vector<RowName> rows;
  if (row >= nodes.size()) return rows;
  for (const mdl::Controller& controller : nodes[row].controllers) {
    const std::string_view name = mdl::controller_name(nodes[row].header.type, controller.type);
    rows.push_back({.name = name.empty() ? fmt::format("type {}", controller.type) : std::string(name)});
  }
  return rows;
}

/// Tables with one row per name of the model.
std::vector<RowName> bone_rows(const mdl::File& file, std::size_t node, std::string_view table) {
  if (node >= file.nodes.size() || !file.nodes[node].mesh || !file.nodes[node].mesh->skin) return {};
  const mdl::Skin& skin = *file.nodes[node].mesh->skin;
  const std::size_t sizes[] = {std::max(skin.bone_map.size(), skin.packed_bone_map.size()),
                               skin.qbones.size(), skin.tbones.size(), skin.unknown_0x34.size()};
  const auto index = std::size_t(std::ranges::find(kBoneTables, table) - std::begin(kBoneTables));
  std::vector<RowName> rows(sizes[index]);
  for (std::size_t row = 0; row < std::min(rows.size(), file.names.size()); ++row)
    rows[row].name = file.names[row].text;
  return rows;
}

std::vector<RowName> model_rows(const Document& document, const TablePath& table) {
  const mdl::File& file = mirror<mdl::File>(document);
  if (table.shape == "nodes") return node_rows(file);
  if (table.shape == "animations") return animation_rows(file);
  if (table.shape == "names") return name_rows(file);
  if (table.shape == "nodes[].controllers") return controller_rows(file.nodes, table.rows[0]);
  if (table.shape == "animations[].nodes") return animated_node_rows(file, table.rows[0]);
  if (table.shape == "animations[].nodes[].controllers")
    return table.rows[0] < file.animations.size()
               ? controller_rows(file.animations[table.rows[0]].nodes, table.rows[1])
               : std::vector<RowName>();
  return bone_rows(file, table.rows[0], table.shape);
}

/// Ends of paths that say where something lies, or in which order. Node numbers are not among them:
/// animations find their nodes by these.
constexpr std::string_view kLayout[] = {
    ".offset",       ".reserved",      "_offset",        "_offsets[]",
    ".padding",      ".padding_0x13b", ".padding_0x141", ".root_node",
    ".head_node",    ".owner",         ".parent",        ".parent_model",
    ".name_index",   ".mdl_size",      ".mdx_size",      ".mdx_stride",
    ".mdx_normals",  ".mdx_positions", ".mdx_colors",    ".mdx_uvs",
    ".mdx_tangents", ".mdx_weights",   ".mdx_bones",     ".inverted_counters",
    ".serials",

    ".aabb.root",    ".left",          ".right",         ".inverted_counters[]",
};

bool is_model_layout(std::string_view shape) {
  if (shape.starts_with(kUnreferenced) || shape.find(".sentinel[]") != shape.npos) return true;
  return std::ranges::any_of(kLayout, [&](std::string_view end) { return shape.ends_with(end); });
}

std::vector<std::pair<std::string_view, std::string>> links(const Document& document) {
  const mdl::File& file = mirror<mdl::File>(document);
  const auto row = mdl::head_row(file);
  const bool known = row && *row < file.nodes.size();
  return {{"names_header.head_node", known ? mdl::node_name(file, file.nodes[*row]) : "none"}};
}

TrianglePart triangle_part(std::string_view shape) {
  if (shape.ends_with(".mesh.index_lists[].vertices[]")) return TrianglePart::corner;
  const bool of_face = shape.ends_with(".mesh.faces[].vertices") || shape.ends_with(".mesh.faces[].adjacent");
  return of_face ? TrianglePart::corners : TrianglePart::none;
}

}  // namespace

const FieldMeanings kKotorMdlMeanings = {.named_tables = kModelTables,
                                         .row_names = model_rows,
                                         .is_layout = is_model_layout,
                                         .links = links,
                                         .triangle_part = triangle_part};

}  // namespace mw::rows
