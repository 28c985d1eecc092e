#include <meshwright/wows/geometry.h>
#include <meshwright/wows/geometry_pairs.h>
#include <meshwright/wows/geometry_scene.h>

#include "registry_rows.h"
#include "registry_verbs.h"

namespace mw {
namespace {

namespace geometry = wows::geometry;

constexpr std::string_view kExtensions[] = {".geometry"};

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

Result<Info> info(const Source& source) {
  return geometry::read(source.bytes).map([](const geometry::File& file) {
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
  });
}

Result<Totals> totals(const Source& source) {
  return geometry::read(source.bytes).map(totals_of);
}

Result<Output> rewrite(const Source& source, const RewriteOptions& options) {
  return geometry::read(source.bytes).and_then([&](geometry::File file) {
    if (options.relayout) geometry::lay_out(file);
    return written(file);
  });
}

Result<Output> from_json(const JsonText& json) {
  return geometry::from_json(json)
      .and_then([](const geometry::File& file) { return written(file); })
      .map_error(with_hint_to_lay_out);
}

Result<Output> sample(const SampleOptions& /*options*/) {
  return written(geometry::sample(geometry::SampleData::encoded));
}

/// The built-in names and those the user brings.
wows::ShapeNames names_for(const Source& source) {
  wows::ShapeNames names = wows::ShapeNames::built_in();
  names.add_lines(source.shape_names);
  return names;
}

Result<scene::Scene> to_scene(const Source& source, const scene::Options& options) {
  return geometry::read(source.bytes).and_then([&](const geometry::File& file) {
    return geometry::to_scene(file, options, names_for(source));
  });
}

}  // namespace

const Format kWowsGeometry = {
    .id = "wows-geometry",
    .name = "World of Warships geometry",
    .extensions = kExtensions,
    .sniff = geometry::sniff,
    .info = info,
    .validate = validated<geometry::read>,
    .totals = totals,
    .trace = traced<geometry::read>,
    .rewrite = rewrite,
    .to_json = as_json<geometry::read>,
    .from_json = from_json,
    .sample = sample,
    .finding_kinds = geometry::finding_kinds,
    .to_scene = to_scene,
    .from_scene = nullptr,
};

}  // namespace mw
