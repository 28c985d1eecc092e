#include <fmt/format.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_scene.h>
#include <meshwright/kotor/mdl_supermodel.h>
#include <meshwright/kotor/walkmesh.h>
#include <algorithm>
#include <map>

#include "registry_rows.h"

namespace mw {
namespace {

namespace mdl = kotor::mdl;

constexpr std::string_view kExtensions[] = {".mdl"};

Result<mdl::File> read(const Source& source) {
  return mdl::read(source.bytes, source.companion);
}

std::uint64_t count_nodes(const mdl::File& file, std::uint16_t bit) {
  return std::uint64_t(std::ranges::count_if(
      file.nodes, [&](const mdl::Node& node) { return (node.header.type & bit) != 0; }));
}

Totals totals_of(const mdl::File& file) {
  Totals totals;
  for (const mdl::Node& node : file.nodes) {
    if (!node.mesh) continue;
    ++totals.meshes;
    totals.vertices += node.mesh->header.vertex_count;
    totals.triangles += node.mesh->faces.size();
  }
  return totals;
}

JsonArray names(const mdl::File& file) {
  JsonArray list;
  for (const mdl::Node& node : file.nodes) list.emplace_back(mdl::node_name(file, node));
  return list;
}

JsonArray texture_list(const mdl::File& file) {
  JsonArray list;
  for (const std::string& texture : mdl::textures(file)) list.emplace_back(texture);
  return list;
}

JsonArray animations(const mdl::File& file) {
  JsonArray list;
  for (const mdl::Animation& animation : file.animations)
    list.push_back(JsonObject{{"name", animation.header.geometry.name.view()},
                              {"length", animation.header.length},
                              {"events", std::uint64_t(animation.events.size())}});
  return list;
}

Info info_of(const mdl::File& file) {
  const Totals totals = totals_of(file);
  Info info;
  info.variant = mdl::to_string(file.variant);
  info.counts = {{"nodes", file.nodes.size()},
                 {"meshes", totals.meshes},
                 {"vertices", totals.vertices},
                 {"faces", totals.triangles},
                 {"skins", count_nodes(file, mdl::kNodeSkin)},
                 {"danglymeshes", count_nodes(file, mdl::kNodeDangly)},
                 {"walkmeshes", count_nodes(file, mdl::kNodeAabb)},
                 {"lights", count_nodes(file, mdl::kNodeLight)},
                 {"emitters", count_nodes(file, mdl::kNodeEmitter)},
                 {"references", count_nodes(file, mdl::kNodeReference)},
                 {"animations", file.animations.size()}};
  info.bounds = mdl::bounds(file);
  info.details = {{"name", file.geometry.name.view()},
                  {"supermodel", file.model.supermodel.view()},
                  {"mdx", file.has_mdx},
                  {"likely_writer", mdl::likely_writer(file)},
                  {"names", names(file)},
                  {"textures", texture_list(file)},
                  {"animations", animations(file)}};
  return info;
}

Result<Info> info(const Source& source) {
  return read(source).map(info_of);
}

Result<Findings> validate(const Source& source) {
  const auto file = read(source);
  if (!file) return fail(file.error());
  Findings findings;
  mdl::validate(*file, findings);
  if (!source.walkmesh) return findings;
  const auto wok = kotor::walkmesh::read(*source.walkmesh);
  if (!wok) return fail({wok.error().offset, "wok: " + wok.error().field, wok.error().message});
  mdl::validate_against(*file, *wok, findings);
  return findings;
}

Result<Totals> totals(const Source& source) {
  return read(source).map(totals_of);
}

Result<void> trace(const Source& source, const Trace& trace, const Trace& companion) {
  const auto file = mdl::read(source.bytes, source.companion, {&trace, &companion});
  if (!file) return fail(file.error());
  return {};
}

Result<Output> output(const mdl::File& file) {
  return mdl::write(file).map(
      [](mdl::Pair pair) { return Output{std::move(pair.mdl), std::move(pair.mdx)}; });
}

/// The variant asked for; what is not said stays.
Result<mdl::Variant> target(mdl::Variant now, std::string_view game, std::string_view platform) {
  const std::string_view current = mdl::to_string(now);
  const auto dash = current.find('-');
  const std::string wanted = fmt::format("{}-{}", game.empty() ? current.substr(0, dash) : game,
                                         platform.empty() ? current.substr(dash + 1) : platform);
  if (const auto variant = mdl::parse_variant(wanted)) return *variant;
  return fail({.message = fmt::format("there is no variant {}", wanted)});
}

Result<Output> rewrite(const Source& source, const RewriteOptions& options) {
  auto file = read(source);
  if (!file) return fail(file.error());
  const auto variant = target(file->variant, options.game, options.platform);
  if (!variant) return fail(variant.error());
  std::vector<std::string> losses;
  if (*variant != file->variant) {
    mdl::Converted converted = mdl::convert(*file, *variant);
    *file = std::move(converted.file);
    losses = std::move(converted.losses);
  }
  if (options.relayout) mdl::lay_out(*file, mdl::family_of(*file));
  auto written = output(*file);
  if (written) written->losses = std::move(losses);
  return written;
}

Result<std::string> to_json(const Source& source) {
  return read(source).map(mdl::to_json);
}

Result<Output> from_json(const JsonText& json) {
  return mdl::from_json(json).and_then(output);
}

Result<Output> sample(const SampleOptions& options) {
  const auto variant = target({}, options.game, options.platform);
  if (!variant) return fail(variant.error());
  return output(mdl::sample(*variant));
}

Result<scene::Scene> to_scene(const Source& source, const scene::Options& options) {
  auto file = read(source);
  if (!file) return fail(file.error());
  std::vector<std::string> losses;
  if (source.find_supermodel) {
    auto inherited = mdl::inherit_animations(*file, source.find_supermodel, source.supermodel_place);
    if (!inherited) return fail(inherited.error());
    losses = *std::move(inherited);
  }
  scene::Scene scene = mdl::to_scene(*file, options);
  scene.losses.insert(scene.losses.begin(), losses.begin(), losses.end());
  return scene;
}

}  // namespace

const Format kKotorMdl = {
    .id = "kotor-mdl",
    .name = "Knights of the Old Republic model",
    .extensions = kExtensions,
    .companion = ".mdx",
    .sniff = mdl::sniff,
    .info = info,
    .validate = validate,
    .totals = totals,
    .trace = trace,
    .rewrite = rewrite,
    .to_json = to_json,
    .from_json = from_json,
    .sample = sample,
    .finding_kinds = mdl::finding_kinds,
    .to_scene = to_scene,
    .from_scene = nullptr,
};

}  // namespace mw
