#include <meshwright/wows/geometry.h>
#include <meshwright/wows/geometry_pairs.h>
#include <meshwright/wows/geometry_scene.h>

#include "common_options.h"
#include "verbs.h"

namespace mw::rows {
namespace {

namespace geometry = wows::geometry;

constexpr std::string_view kExtensions[] = {".geometry"};

constexpr OptionKind kOptions[] = {kLod, kArmor, kCollision, kRawAxes, kRelayout};

constexpr NeighbourUse kShapeNames = {{.name = "shape-names",
                                       .operand = "FILE",
                                       .help = "More names of World of Warships shapes, one per line"},
                                      Use::to_scene};
constexpr NeighbourUse kNeighbours[] = {kShapeNames};

std::string_view encoding_of(const geometry::File& file) {
  std::size_t encoded = 0;
  for (const auto& buffer : file.vertex_buffers) encoded += buffer.data.encoded ? 1 : 0;
  for (const auto& buffer : file.index_buffers) encoded += buffer.data.encoded ? 1 : 0;
  if (encoded == 0) return "raw";
  return encoded == file.vertex_buffers.size() + file.index_buffers.size() ? "encoded" : "mixed";
}

JsonArray vertex_formats(const geometry::File& file) {
  JsonArray list;
  for (const auto& buffer : file.vertex_buffers) list.emplace_back(geometry::text_before_nul(buffer.format));
  return list;
}

JsonArray meshes(const geometry::File& file, const geometry::Pairing& pairing) {
  JsonArray list;
  for (const geometry::Pair& pair : pairing.pairs) {
    const geometry::Mapping& vertices = file.vertex_mappings[pair.vertices];
    JsonObject mesh;
    mesh.emplace_back("shape", pair.shape.empty() ? "unknown" : pair.shape);
    mesh.emplace_back("vertices", std::uint64_t(vertices.count));
    mesh.emplace_back("triangles", std::uint64_t(file.index_mappings[pair.indices].count / 3));
    mesh.emplace_back("format", std::uint64_t(vertices.buffer));
    mesh.emplace_back("paired_by", to_string(pair.by));
    list.emplace_back(std::move(mesh));
  }
  return list;
}

std::uint64_t count_plates(const geometry::File& file) {
  std::uint64_t plates = 0;
  for (const auto& model : file.armor_models) plates += model.plates.size();
  return plates;
}

std::uint64_t count_hulls(const geometry::File& file) {
  std::uint64_t hulls = 0;
  for (const auto& model : file.collision_models) hulls += model.hulls.size();
  return hulls;
}

Totals totals_of(const geometry::File& file) {
  Totals totals;
  totals.meshes = file.index_mappings.size();
  for (const auto& mapping : file.vertex_mappings) totals.vertices += mapping.count;
  for (const auto& mapping : file.index_mappings) totals.triangles += mapping.count / 3;
  return totals;
}

Result<Info> info(const Document& document) {
  const geometry::File& file = mirror<geometry::File>(document);
  const geometry::Decoded decoded = geometry::decode(file);
  const geometry::Pairing pairing = geometry::pair_mappings(file, decoded);
  const Totals totals = totals_of(file);
  Info info;
  info.variant = "geometry";
  info.counts = {{"meshes", pairing.pairs.size()},
                 {"vertices", totals.vertices},
                 {"triangles", totals.triangles},
                 {"vertex_buffers", file.vertex_buffers.size()},
                 {"index_buffers", file.index_buffers.size()},
                 {"unpaired", pairing.unpaired_vertices.size() + pairing.unpaired_indices.size()},
                 {"armor_plates", count_plates(file)},
                 {"hulls", count_hulls(file)}};
  info.bounds = geometry::bounds(file, decoded);
  info.details = {{"encoding", encoding_of(file)},
                  {"vertex_formats", vertex_formats(file)},
                  {"mesh_list", meshes(file, pairing)}};
  return info;
}

Totals totals(const Document& document) {
  return totals_of(mirror<geometry::File>(document));
}

Result<Document> changed(const Document& document, const OptionValues& options) {
  if (!options.has("relayout")) return document;
  geometry::File file = mirror<geometry::File>(document);
  geometry::lay_out(file);
  return with_mirror(document, std::move(file));
}

Result<Document> sample(std::string_view /*name*/, const OptionValues& /*options*/) {
  return Document(kWowsGeometry, geometry::sample(geometry::SampleData::encoded));
}

/// The built-in names and those the user brings.
Result<scene::Scene> to_scene(const Document& document, const OptionValues& options) {
  const geometry::File& file = mirror<geometry::File>(document);
  const auto lines = load_neighbour(document.source().neighbours.get(), kShapeNames.kind);
  if (!lines) return fail(lines.error());
  if (!*lines) return geometry::to_scene(file, scene_options(options));
  wows::ShapeNames names = wows::ShapeNames::built_in();
  names.add_lines(text_of((*lines)->bytes()));
  return geometry::to_scene(file, scene_options(options), names);
}

}  // namespace

const Format kWowsGeometry = {
    .id = "wows-geometry",
    .name = "World of Warships geometry",
    .extensions = kExtensions,
    .options = kOptions,
    .neighbours = kNeighbours,
    .json_hint = kPlaceAnew,
    .sniff = geometry::sniff,
    .read = read_document<kWowsGeometry, geometry::read>,
    .from_json = document_of_json<kWowsGeometry, geometry::from_json>,
    .sample = sample,
    .info = info,
    .totals = totals,
    .validate = validate_document<geometry::File>,
    .trace = trace_document<geometry::File>,
    .write = write_document<geometry::File>,
    .to_json = json_of_document<geometry::File>,
    .to_scene = to_scene,
    .changed = changed,
    .finding_kinds = geometry::finding_kinds,
};

}  // namespace mw::rows
