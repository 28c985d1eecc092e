#include <meshwright/bw2/bwm.h>
#include <meshwright/bw2/bwm_scene.h>

#include <algorithm>

#include "registry_rows.h"
#include "registry_verbs.h"

namespace mw {
namespace {

namespace bwm = bw2::bwm;

constexpr std::string_view kExtensions[] = {".bwm"};

std::string variant_of(const bwm::File& file) {
  return "v" + std::to_string(file.header.version);
}

std::string_view kind_of(const bwm::File& file) {
  switch (bwm::Type(file.header.type)) {
    case bwm::Type::list:
      return "static model (triangle lists)";
    case bwm::Type::strip:
      return "skin (triangle strips)";
  }
  return "unknown";
}

JsonArray meshes(const bwm::File& file) {
  JsonArray list;
  for (const bwm::Mesh& mesh : file.meshes)
    list.push_back(JsonObject{{"name", mesh.name.view()},
                              {"lod", std::uint64_t(mesh.lod)},
                              {"vertices", std::uint64_t(mesh.vertex_count)},
                              {"faces", std::uint64_t(mesh.face_count)},
                              {"materials", std::uint64_t(mesh.material_ref_count)}});
  return list;
}

/// Only the roles that are filled.
JsonArray materials(const bwm::File& file) {
  JsonArray list;
  for (const bwm::Material& material : file.materials) {
    JsonObject roles = {{"name", material.name.view()}};
    const auto add = [&](const char* role, const FixedText<64>& texture) {
      if (!texture.view().empty()) roles.emplace_back(role, texture.view());
    };
    add("diffuse", material.diffuse);
    add("light", material.light);
    add("growth", material.growth);
    add("specular", material.specular);
    add("additional", material.additional);
    add("normal", material.normal);
    list.push_back(std::move(roles));
  }
  return list;
}

JsonArray entities(const bwm::File& file) {
  JsonArray list;
  for (const bwm::Entity& entity : file.entities) list.push_back(entity.name.view());
  return list;
}

Result<Info> info(const Source& source) {
  return bwm::read(source.bytes).map([](const bwm::File& file) {
    Info info;
    info.variant = variant_of(file);
    info.counts = {{"vertices", file.header.vertex_count},
                   {"triangles", bwm::triangle_count(file)},
                   {"meshes", file.meshes.size()},
                   {"materials", file.materials.size()},
                   {"bones", file.bones.size()},
                   {"entities", file.entities.size()},
                   {"circles", file.circles.size()},
                   {"hull_points", file.hull.size()},
                   {"uv_sets", bwm::find_attributes(file, bwm::Usage::uv).size()},
                   {"cleaves", file.cleaves.size()}};
    info.bounds = bwm::bounds(file);
    info.details = {{"kind", kind_of(file)}, {"meshes_by_name", meshes(file)}, {"textures", materials(file)}};
    if (!file.entities.empty()) info.details.emplace_back("entity_names", entities(file));
    info.details.emplace_back("likely_writer", bwm::likely_writer(file));
    return info;
  });
}

Result<Totals> totals(const Source& source) {
  return bwm::read(source.bytes).map([](const bwm::File& file) {
    return Totals{file.meshes.size(), file.header.vertex_count, bwm::triangle_count(file)};
  });
}

/// The sections of a file have no choice of order, so that `relayout` changes nothing.
Result<Output> rewrite(const Source& source, const RewriteOptions& options) {
  auto file = bwm::read(source.bytes);
  if (!file) return fail(file.error());
  if (options.bwm_version == 0) return written(*file);
  auto losses = bwm::set_version(*file, options.bwm_version);
  if (!losses) return fail(losses.error());
  return written(*file, *std::move(losses));
}

Result<Output> from_json(const JsonText& json) {
  return bwm::from_json(json).and_then([](const bwm::File& file) { return written(file); });
}

Result<Output> sample(const SampleOptions& options) {
  const bool skin = options.name.ends_with("skin.bwm");
  return written(bwm::sample(skin ? bwm::Sample::skin : bwm::Sample::house));
}

Result<scene::Scene> to_scene(const Source& source, const scene::Options& options) {
  return bwm::read(source.bytes).map([&](const bwm::File& file) { return bwm::to_scene(file, options); });
}

Result<Output> from_scene(const scene::Scene& scene, const SceneOutputOptions& options) {
  const std::uint32_t version = options.bwm_version == 0 ? bwm::kVersion6 : options.bwm_version;
  auto made = bwm::from_scene(scene, version);
  if (!made) return fail(made.error());
  return written(made->file, std::move(made->losses));
}

}  // namespace

const Format kBw2Bwm = {
    .id = "bw2-bwm",
    .name = "Black & White 2 model",
    .extensions = kExtensions,
    .sniff = bwm::sniff,
    .info = info,
    .validate = validated<bwm::read>,
    .totals = totals,
    .trace = traced<bwm::read>,
    .rewrite = rewrite,
    .to_json = as_json<bwm::read>,
    .from_json = from_json,
    .sample = sample,
    .finding_kinds = bwm::finding_kinds,
    .to_scene = to_scene,
    .from_scene = from_scene,
};

}  // namespace mw
