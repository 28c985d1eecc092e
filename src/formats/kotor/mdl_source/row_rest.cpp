// What is left of a text model that cannot be read to its end, or not be compiled.
#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/kotor/mdl_source.h>
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "library/rows.h"
#include "row.h"

namespace mw::rows {
namespace {

namespace mdl = kotor::mdl;
namespace ascii = kotor::mdl::ascii;
namespace source = kotor::mdl::source;

/// Faces whose vertices are missing become points, so that the others keep their rows.
std::size_t collapse_faces(source::Mesh& mesh) {
  std::size_t count = 0;
  for (source::Face& face : mesh.faces) {
    if (std::ranges::all_of(face.vertices, [&](std::uint32_t at) { return at < mesh.vertices.size(); }))
      continue;
    face.vertices = {};
    ++count;
  }
  if (mesh.vertices.empty()) mesh.faces.clear();
  return count;
}

bool fits(const source::UvSet& set, const std::vector<source::Face>& faces) {
  const auto exist = [&](const std::array<std::uint32_t, 3>& corners) {
    return std::ranges::all_of(corners, [&](std::uint32_t at) { return at < set.uvs.size(); });
  };
  if (set.corners.empty())
    return std::ranges::all_of(faces, [&](const source::Face& face) { return exist(face.uvs); });
  return set.corners.size() == faces.size() && std::ranges::all_of(set.corners, exist);
}

/// Takes out of a mesh what names rows that are missing.
bool mend(source::Node& node, Losses& losses) {
  if (!node.mesh) return false;
  const std::size_t before = losses.size();
  const std::string name = quote_word(node.name);
  if (const std::size_t faces = collapse_faces(*node.mesh); faces > 0)
    losses.add(mdl::loss::TEXT_VERTEX_MISSING, node.name, mw::counted(faces, "face", "faces"), name);
  bool has_uvs = true;
  for (source::UvSet& set : node.mesh->uv_sets)
    if (!set.uvs.empty() && !fits(set, node.mesh->faces)) {
      set = {};
      has_uvs = false;
    }
  if (!has_uvs) losses.add(mdl::loss::TEXT_UV_MISSING, node.name, name);
  if (losses.size() == before && node.mesh->skin) {  // its bones may be what is missing
    node.mesh->skin.reset();
    node.type = std::uint16_t(node.type & ~mdl::kNodeSkin);
    losses.add(mdl::loss::TEXT_WEIGHTS_UNUSABLE, node.name, name);
  }
  return losses.size() > before;
}

/// The row of the node that a line is in.
std::size_t node_at(const source::Model& model, std::uint64_t line) {
  const auto behind =
      std::ranges::find_if(model.nodes, [&](const source::Node& node) { return node.line > line; });
  return std::size_t(std::max<std::ptrdiff_t>(behind - model.nodes.begin(), 1)) - 1;
}

/// Takes away what cannot be compiled: of the node that the error is in, or else all from there on.
bool take_away(source::Model& model, const Error& error, Losses& losses) {
  const std::uint64_t line = error.position ? error.position->line : 0;
  if (!model.animations.empty() && (line == 0 || line >= model.animations.front().line)) {
    model.animations.clear();
    losses.add(mdl::loss::TEXT_ANIMATIONS_UNUSABLE, "");
    return true;
  }
  if (line == 0 || model.nodes.empty()) return false;
  const std::size_t row = node_at(model, line);
  if (mend(model.nodes[row], losses)) return true;
  if (row == 0) return false;
  losses.add(mdl::loss::TEXT_NODES_UNUSABLE, model.nodes[row].name,
             mw::counted(model.nodes.size() - row, "node", "nodes"), quote_word(model.nodes[row].name));
  model.nodes.resize(row);
  return true;
}

}  // namespace

Result<Rest> read_rest_of_mdl_text(const Source& from, const FileTraces& traces) {
  constexpr int kTries = 6;  // each costs as much as compiling
  const ByteSpan bytes = from.blob.bytes();
  if (traces.file != nullptr) ascii::trace(bytes, *traces.file);
  auto whole = ascii::read(bytes);
  Losses losses;
  if (!whole && whole.error().position) losses.add(mdl::loss::TEXT_CUT, "", whole.error().position->line);
  // Notes say of the whole model what it has.
  source::Model left = mdl::without_notes(whole ? *std::move(whole) : ascii::read_before_error(bytes)).model;
  for (int i = 0; i < kTries; ++i) {
    const auto made = mdl::compile(left, {});
    if (!made && take_away(left, made.error(), losses)) continue;
    if (!made) return fail(made.error());
    Document document(kKotorMdlAscii, std::move(left), from);
    document.losses = std::move(losses);
    return Rest{std::move(document)};
  }
  return fail({.message = "too much of the text is damaged"});
}

}  // namespace mw::rows
