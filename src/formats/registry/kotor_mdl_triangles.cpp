#include <fmt/format.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_source.h>

#include <algorithm>
#include <map>

#include "kotor_mdl_ascii.h"
#include "triangles.h"
#include "verbs.h"

namespace mw::rows {
namespace {

namespace mdl = kotor::mdl;
namespace source = kotor::mdl::source;

constexpr std::string_view kBlade = "a blade is drawn of other triangles than the file has";

std::vector<std::uint32_t> whole_faces(const mdl::Mesh& mesh) {
  std::vector<std::uint32_t> rows;
  for (std::size_t face = 0; face < mesh.faces.size(); ++face)
    if (std::ranges::all_of(mesh.faces[face].vertices,
                            [&](auto corner) { return corner < mesh.header.vertex_count; }))
      rows.push_back(std::uint32_t(face));
  return rows;
}

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

}  // namespace

TriangleRows model_triangles(const Document& document) {
  const auto& file = mirror<mdl::File>(document);
  std::vector<TriangleTable> tables;
  for (std::size_t row = 0; row < file.nodes.size(); ++row) {
    const auto& mesh = file.nodes[row].mesh;
    if (!mesh || mesh->saber) continue;
    TriangleTable table{.mesh = mdl::node_name(file, file.nodes[row]),
                        .table = fmt::format("nodes[{}].mesh.faces", row),
                        .rows = whole_faces(*mesh)};
    if (!table.rows.empty()) tables.push_back(std::move(table));
  }
  return counted(std::move(tables), std::string(kBlade));
}

TriangleRows text_model_triangles(const Document& document) {
  const auto binary = compile_model(document, {});
  if (!binary) return {};
  const auto& made = mirror<mdl::File>(*binary);
  const auto& text = mirror<source::Model>(document);
  std::map<std::string, std::size_t> named;
  for (std::size_t row = 0; row < text.nodes.size(); ++row) named.emplace(text.nodes[row].name, row);
  std::vector<TriangleTable> tables;
  for (const mdl::Node& node : made.nodes) {
    const auto found = named.find(mdl::node_name(made, node));
    if (!node.mesh || node.mesh->saber || found == named.end()) continue;
    const source::Node& told = text.nodes[found->second];
    if (!told.mesh || !are_same_faces(*node.mesh, *told.mesh)) continue;
    tables.push_back({.mesh = told.name,
                      .table = fmt::format("nodes[{}].faces", found->second),
                      .rows = whole_faces(*node.mesh)});
  }
  return counted(std::move(tables), "compiling the text made other triangles of it");
}

}  // namespace mw::rows
