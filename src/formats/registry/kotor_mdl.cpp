#include <fmt/format.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_scene.h>
#include <meshwright/kotor/mdl_supermodel.h>
#include <meshwright/kotor/walkmesh.h>
#include <algorithm>
#include <utility>

#include "common_options.h"
#include "kotor_mdl_ascii.h"
#include "verbs.h"

namespace mw::rows {
namespace {

namespace mdl = kotor::mdl;

constexpr std::string_view kExtensions[] = {".mdl"};

constexpr std::string_view kMdx[] = {".mdx"};
constexpr std::string_view kGames[] = {"k1", "k2"};
constexpr std::string_view kPlatforms[] = {"pc", "xbox"};

constexpr OptionKind kOptions[] = {
    {.name = "game",
     .operand = "k1|k2",
     .help = "The game that OUT is for",
     .uses = Use::rewrite | Use::json | Use::sample,
     .values = kGames},
    {.name = "platform",
     .operand = "pc|xbox",
     .help = "The machine that OUT is for",
     .uses = Use::rewrite | Use::json | Use::sample,
     .values = kPlatforms},
    kHidden,
    kCollision,
    kRawAxes,
    kRelayout,
};

enum Beside : std::size_t { kCompanion, kSupermodel, kWalkmesh };
constexpr NeighbourUse kNeighbours[] = {
    {{.name = "mdx",
      .operand = "MDX",
      .help = "The MDX of an MDL, when it is not beside it",
      .search = Search::beside,
      .extensions = kMdx},
     kReading},
    {{.name = "supermodel",
      .operand = "FILE_OR_DIR",
      .help = "Bring in inherited animations: the supermodel's MDL, or a folder to find it in by name",
      .search = Search::file_or_folder,
      .extensions = kExtensions},
     Use::to_scene},
    {{.name = "wok", .operand = "WOK", .help = "Compare the walkmesh inside a room's model with this one"},
     Use::validate},
};

/// The MDX, if there is one.
Result<std::optional<Companion>> find_companion(Neighbours* neighbours) {
  if (neighbours == nullptr) return std::nullopt;
  const NeighbourKind& kind = kNeighbours[kCompanion].kind;
  const auto found = neighbours->find(kind, {});
  if (!found) return fail(found.error());
  if (!*found) return std::nullopt;
  return load(kind, **found).map([&](Blob blob) {
    return std::optional(Companion{(*found)->file, std::move(blob)});
  });
}

Result<Document> read(const Source& source, const FileTraces& traces) {
  auto companion = find_companion(source.neighbours.get());
  if (!companion) return fail(companion.error());
  const std::optional<ByteSpan> mdx = *companion ? std::optional((*companion)->blob.bytes()) : std::nullopt;
  auto file = mdl::read(source.blob.bytes(), mdx, {traces.file, traces.companion});
  if (!file) return fail(file.error());
  Document document(kKotorMdl, *std::move(file), source);
  document.companion = *std::move(companion);
  return document;
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

Totals totals(const Document& document) {
  return totals_of(mirror<mdl::File>(document));
}

Result<Info> info(const Document& document) {
  const mdl::File& file = mirror<mdl::File>(document);
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

Result<void> validate(const Document& document, Findings& findings) {
  const mdl::File& file = mirror<mdl::File>(document);
  const auto bytes = load_neighbour(document.source().neighbours.get(), kNeighbours[kWalkmesh].kind);
  if (!bytes) return fail(bytes.error());
  if (!*bytes) {
    mdl::validate(file, findings);
    return {};
  }
  // Read first: findings are handed on as they come, and a table that cannot be read is no finding.
  return kotor::walkmesh::read((*bytes)->bytes())
      .map([&](const kotor::walkmesh::File& wok) {
        mdl::validate(file, findings);
        mdl::validate_against(file, wok, findings);
      })
      .map_error([](Error error) {
        error.field = "wok: " + error.field;
        return error;
      });
}

Result<void> trace(const Document& document, const FileTraces& traces) {
  return mdl::write(mirror<mdl::File>(document), {traces.file, traces.companion}).map([](const mdl::Pair&) {
  });
}

Result<Output> write(const Document& document, const WriteRequest& /*request*/) {
  return mdl::write(mirror<mdl::File>(document)).map([](mdl::Pair pair) {
    return Output{
        .bytes = std::move(pair.mdl), .companion = std::move(pair.mdx), .companion_extension = ".mdx"};
  });
}

/// The variant asked for; what is not said stays.
Result<mdl::Variant> target(mdl::Variant now, const OptionValues& options) {
  const std::string_view current = mdl::to_string(now);
  const auto dash = current.find('-');
  const std::string_view game = options.get("game");
  const std::string_view platform = options.get("platform");
  const std::string wanted = fmt::format("{}-{}", game.empty() ? current.substr(0, dash) : game,
                                         platform.empty() ? current.substr(dash + 1) : platform);
  if (const auto variant = mdl::parse_variant(wanted)) return *variant;
  return fail({.message = fmt::format("there is no variant {}", wanted)});
}

Result<Document> changed(const Document& document, const OptionValues& options) {
  const mdl::File& file = mirror<mdl::File>(document);
  const auto variant = target(file.variant, options);
  if (!variant) return fail(variant.error());
  const bool relayout = options.has("relayout");
  if (*variant == file.variant && !relayout) return document;
  mdl::Converted converted =
      *variant == file.variant ? mdl::Converted{file, {}} : mdl::convert(file, *variant);
  if (relayout) mdl::lay_out(converted.file, mdl::family_of(converted.file));
  Document result = with_mirror(document, std::move(converted.file));
  result.losses.insert(result.losses.end(), converted.losses.begin(), converted.losses.end());
  return result;
}

Result<Document> sample(std::string_view /*name*/, const OptionValues& options) {
  return target({}, options).map([](mdl::Variant variant) {
    return Document(kKotorMdl, mdl::sample(variant));
  });
}

/// Supermodels above the first: a file that the user names stands for the first only.
constexpr NeighbourKind kUpperModel{.name = kNeighbours[kSupermodel].kind.name,
                                    .operand = {},
                                    .help = {},
                                    .search = Search::near_given,
                                    .extensions = kExtensions};

/// With the animations of its supermodels, where the user names a place to find them.
Result<scene::Scene> to_scene(const Document& document, const OptionValues& options) {
  const mdl::File& file = mirror<mdl::File>(document);
  const NeighbourKind& kind = kNeighbours[kSupermodel].kind;
  const auto neighbours = document.source().neighbours;
  const std::string place = neighbours != nullptr ? neighbours->place(kind) : "";
  if (place.empty()) return mdl::to_scene(file, scene_options(options));
  mdl::File heir = file;
  bool first = true;
  const auto find = [&](const std::string& name) {
    return load_neighbour(neighbours.get(), std::exchange(first, false) ? kind : kUpperModel, name)
        .map([](const std::optional<Blob>& blob) {
          return blob ? std::optional(Bytes(blob->bytes().begin(), blob->bytes().end())) : std::nullopt;
        });
  };
  const auto losses = mdl::inherit_animations(heir, find, place);
  if (!losses) return fail(losses.error());
  scene::Scene scene = mdl::to_scene(heir, scene_options(options));
  scene.losses.insert(scene.losses.begin(), losses->begin(), losses->end());
  return scene;
}

}  // namespace

const Format kKotorMdl = {
    .id = "kotor-mdl",
    .name = "Knights of the Old Republic model",
    .extensions = kExtensions,
    .options = kOptions,
    .neighbours = kNeighbours,
    .companion = ".mdx",
    .json_hint = "set \"layout\" in the JSON to \"original\" to place everything anew",
    .text = &kKotorMdlAscii,
    .sniff = mdl::sniff,
    .read = read,
    .from_json = document_of_json<kKotorMdl, mdl::from_json>,
    .sample = sample,
    .from_text = compile_model,
    .info = info,
    .totals = totals,
    .validate = validate,
    .trace = trace,
    .write = write,
    .to_json = json_of_document<mdl::File>,
    .to_scene = to_scene,
    .changed = changed,
    .finding_kinds = mdl::finding_kinds,
};

}  // namespace mw::rows
