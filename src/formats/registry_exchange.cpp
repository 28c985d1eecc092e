#include <meshwright/core/text.h>
#include <meshwright/core/uri.h>
#include <meshwright/exchange/gltf.h>
#include <meshwright/exchange/obj.h>

#include "registry_rows.h"

namespace mw {
namespace {

constexpr std::string_view kGltfExtensions[] = {".glb", ".gltf"};
constexpr std::string_view kObjExtensions[] = {".obj"};

/// glTF links PNG and JPEG only; what became PNG on the way is embedded.
exchange::Image gltf_image(const FoundImage& found) {
  if (!found.problem.empty()) return {.mime = {}, .problem = found.problem};
  auto image = exchange::image_for_gltf(found.bytes, found.extension);
  if (!image) return {.mime = {}, .problem = escape_text(found.file) + ": " + to_string(image.error())};
  const bool same = image->bytes == found.bytes;
  if (!found.path.empty() && same) return {.mime = image->mime, .uri = percent_encoded(found.path)};
  return *std::move(image);
}

exchange::Image obj_image(const FoundImage& found) {
  return {.mime = {}, .uri = found.path, .problem = found.problem};
}

exchange::FindImage adapted(const SceneOutputOptions& options,
                            exchange::Image (*adapt)(const FoundImage& found)) {
  if (!options.find_image) return {};
  return [&options, adapt](const std::string& name) -> std::optional<exchange::Image> {
    const auto found = options.find_image(name);
    if (!found) return std::nullopt;
    return adapt(*found);
  };
}

/// "folder/room.gltf" -> "room.bin"
std::string beside(std::string_view path, std::string_view extension) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return std::string(name.substr(0, name.rfind('.'))) + std::string(extension);
}

JsonArray names(const auto& items) {
  JsonArray list;
  for (const auto& item : items) list.push_back(item.name);
  return list;
}

Info info_of(const scene::Scene& scene, std::string_view variant) {
  const scene::Totals totals = scene::totals(scene);
  Info info;
  info.variant = variant;
  info.counts = {{"nodes", totals.nodes},
                 {"meshes", totals.meshes},
                 {"vertices", totals.vertices},
                 {"triangles", totals.triangles},
                 {"materials", scene.materials.size()},
                 {"skins", scene.skins.size()},
                 {"animations", scene.animations.size()},
                 {"lights", scene.lights.size()}};
  info.bounds = scene::bounds(scene);
  info.details = {{"materials", names(scene.materials)}, {"animations", names(scene.animations)}};
  return info;
}

Result<Totals> totals_of(const scene::Scene& scene) {
  const scene::Totals totals = scene::totals(scene);
  return Totals{totals.meshes, totals.vertices, totals.triangles};
}

Result<scene::Scene> gltf_to_scene(const Source& source, const scene::Options&) {
  return exchange::read_gltf(source.bytes, source.load);
}

Result<Info> gltf_info(const Source& source) {
  const std::string_view variant = text_of(source.bytes).starts_with("glTF") ? "glb" : "gltf";
  return gltf_to_scene(source, {}).map([&](const scene::Scene& scene) { return info_of(scene, variant); });
}

Result<Totals> gltf_totals(const Source& source) {
  return gltf_to_scene(source, {}).and_then(totals_of);
}

Result<Output> gltf_from_scene(const scene::Scene& scene, const SceneOutputOptions& options) {
  exchange::GltfOptions gltf{.compress = options.compress, .find_image = adapted(options, gltf_image)};
  if (options.name.ends_with(".gltf") || options.name.ends_with(".GLTF"))
    gltf.bin_uri = percent_encoded(beside(options.name, ".bin"));
  return exchange::write_gltf(scene, gltf).map([&](exchange::GltfFile file) {
    Output output{std::move(file.bytes), std::nullopt, std::move(file.losses), ".bin"};
    if (!gltf.bin_uri.empty()) output.companion = std::move(file.bin);
    return output;
  });
}

Result<scene::Scene> obj_to_scene(const Source& source, const scene::Options&) {
  return exchange::read_obj(source.bytes, source.load);
}

Result<Info> obj_info(const Source& source) {
  return obj_to_scene(source, {}).map([](const scene::Scene& scene) { return info_of(scene, "obj"); });
}

Result<Totals> obj_totals(const Source& source) {
  return obj_to_scene(source, {}).and_then(totals_of);
}

Result<Output> obj_from_scene(const scene::Scene& scene, const SceneOutputOptions& options) {
  const exchange::ObjOptions obj{.mtl_uri = options.name.empty() ? "" : beside(options.name, ".mtl"),
                                 .find_image = adapted(options, obj_image)};
  return exchange::write_obj(scene, obj).map([&](exchange::ObjFile file) {
    Output output{std::move(file.bytes), std::nullopt, std::move(file.losses), ".mtl"};
    if (!file.mtl.empty()) output.companion = std::move(file.mtl);
    return output;
  });
}

}  // namespace

// These two pass through the scene only: they have no mirror to validate, dump or rewrite.
const Format kGltf = {
    .id = "gltf",
    .name = "glTF 2.0",
    .extensions = kGltfExtensions,
    .sniff = exchange::sniff_gltf,
    .info = gltf_info,
    .validate = nullptr,
    .totals = gltf_totals,
    .trace = nullptr,
    .rewrite = nullptr,
    .to_json = nullptr,
    .from_json = nullptr,
    .sample = nullptr,
    .finding_kinds = nullptr,
    .to_scene = gltf_to_scene,
    .from_scene = gltf_from_scene,
};

const Format kObj = {
    .id = "obj",
    .name = "Wavefront OBJ",
    .extensions = kObjExtensions,
    .sniff = exchange::sniff_obj,
    .info = obj_info,
    .validate = nullptr,
    .totals = obj_totals,
    .trace = nullptr,
    .rewrite = nullptr,
    .to_json = nullptr,
    .from_json = nullptr,
    .sample = nullptr,
    .finding_kinds = nullptr,
    .to_scene = obj_to_scene,
    .from_scene = obj_from_scene,
};

}  // namespace mw
