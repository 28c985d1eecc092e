#include <meshwright/kotor/surface_materials.h>
#include <meshwright/kotor/walkmesh.h>
#include <algorithm>
#include <map>

#include "registry_rows.h"
#include "registry_verbs.h"

namespace mw {
namespace {

namespace walkmesh = kotor::walkmesh;

constexpr std::string_view kExtensions[] = {".wok", ".pwk", ".dwk"};

std::string_view variant_of(const walkmesh::File& file, std::string_view name) {
  if (file.header.type == std::uint32_t(walkmesh::Type::area)) return "wok";
  return name.ends_with(".dwk") || name.ends_with(".DWK") ? "dwk" : "pwk";
}

std::uint64_t count_transitions(const walkmesh::File& file) {
  return std::uint64_t(std::ranges::count_if(
      file.edges, [](const walkmesh::Edge& edge) { return edge.transition != walkmesh::kNoTransition; }));
}

std::uint64_t count_islands(const walkmesh::File& file) {
  const std::vector<std::uint32_t> island = geometry::islands(file.adjacency);
  return island.empty() ? 0 : *std::ranges::max_element(island) + 1;
}

using kotor::SurfaceMaterials;

/// The user's table, or the built-in one.
Result<SurfaceMaterials> surfaces_for(const Source& source) {
  if (!source.surfaces) return SurfaceMaterials::built_in();
  return SurfaceMaterials::from_two_da(*source.surfaces).map_error([](Error error) {
    error.field = "surfaces: " + error.field;
    return error;
  });
}

JsonArray surface_list(const walkmesh::File& file, const SurfaceMaterials& surfaces) {
  std::map<std::uint32_t, std::uint64_t> faces;
  for (const std::uint32_t material : file.materials) ++faces[material];
  JsonArray list;
  for (const auto& [id, count] : faces) {
    const kotor::SurfaceMaterial* material = surfaces.find(id);
    list.push_back(JsonObject{{"id", std::uint64_t(id)},
                              {"name", material != nullptr ? material->name : "unknown"},
                              {"walkable", surfaces.is_walkable(id)},
                              {"faces", count}});
  }
  return list;
}

JsonArray to_array(const Vec3& v) {
  return {v.x, v.y, v.z};
}

JsonObject details(const walkmesh::File& file, const SurfaceMaterials& surfaces) {
  JsonObject details = {{"position", to_array(file.header.position)},
                        {"materials", surface_list(file, surfaces)}};
  if (file.header.type == std::uint32_t(walkmesh::Type::area)) {
    details.emplace_back("likely_writer", walkmesh::likely_writer(file));
  } else {
    details.emplace_back(
        "use_hooks", JsonArray{to_array(file.header.relative_use[0]), to_array(file.header.relative_use[1])});
  }
  return details;
}

Result<Info> info(const Source& source) {
  const auto surfaces = surfaces_for(source);
  if (!surfaces) return fail(surfaces.error());
  return walkmesh::read(source.bytes).map([&](const walkmesh::File& file) {
    Info info;
    info.variant = variant_of(file, source.name);
    info.counts = {{"vertices", file.vertices.size()},
                   {"faces", file.faces.size()},
                   {"walkable", walkmesh::walkable_prefix(file.materials, *surfaces)},
                   {"aabb_nodes", file.aabb.size()},
                   {"edges", file.edges.size()},
                   {"perimeters", file.perimeters.size()},
                   {"transitions", count_transitions(file)},
                   {"islands", count_islands(file)}};
    info.bounds = walkmesh::bounds(file);
    info.details = details(file, *surfaces);
    return info;
  });
}

Result<Findings> validate(const Source& source) {
  const auto surfaces = surfaces_for(source);
  if (!surfaces) return fail(surfaces.error());
  return walkmesh::read(source.bytes).map([&](const walkmesh::File& file) {
    Findings findings;
    walkmesh::validate(file, findings, *surfaces);
    return findings;
  });
}

Result<Totals> totals(const Source& source) {
  return walkmesh::view(source.bytes).map([](const walkmesh::View& view) {
    return Totals{1, view.vertices.size(), view.faces.size()};
  });
}

/// Walkmeshes of both games and all machines are alike.
Result<Output> rewrite(const Source& source, const RewriteOptions& options) {
  return walkmesh::read(source.bytes).and_then([&](walkmesh::File file) {
    if (options.relayout) walkmesh::lay_out(file);
    return written(file);
  });
}

Result<Output> from_json(const JsonValue& json) {
  return walkmesh::from_json(json)
      .and_then([](const walkmesh::File& file) { return written(file); })
      .map_error(with_hint_to_lay_out);
}

Result<Output> sample(const SampleOptions& options) {
  if (options.extension == ".pwk") return written(walkmesh::sample(walkmesh::Sample::placeable));
  if (options.extension == ".dwk") return written(walkmesh::sample(walkmesh::Sample::door));
  return written(walkmesh::sample(walkmesh::Sample::room));
}

Result<scene::Scene> to_scene(const Source& source, const scene::Options& options) {
  const auto surfaces = surfaces_for(source);
  if (!surfaces) return fail(surfaces.error());
  return walkmesh::view(source.bytes).map([&](const walkmesh::View& view) {
    return walkmesh::to_scene(view, options, *surfaces);
  });
}

}  // namespace

const Format kKotorWalkmesh = {
    .id = "kotor-walkmesh",
    .name = "Knights of the Old Republic walkmesh",
    .extensions = kExtensions,
    .sniff = walkmesh::sniff,
    .info = info,
    .validate = validate,
    .totals = totals,
    .trace = traced<walkmesh::read>,
    .rewrite = rewrite,
    .to_json = as_json<walkmesh::read>,
    .from_json = from_json,
    .sample = sample,
    .finding_kinds = walkmesh::finding_kinds,
    .to_scene = to_scene,
    .from_scene = nullptr,
};

}  // namespace mw
