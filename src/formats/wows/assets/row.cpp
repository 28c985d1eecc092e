#include <fmt/format.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/wows/assets.h>
#include <meshwright/wows/assets_resolve.h>
#include <meshwright/wows/assets_scene.h>
#include <meshwright/wows/detail/assets_findings.h>
#include <meshwright/wows/geometry.h>

#include "library/common_options.h"
#include "library/verbs.h"
#include "row_options.h"

namespace mw::rows {
namespace wows_assets {
namespace {

namespace assets = wows::assets;

constexpr std::string_view kExtensions[] = {".bin"};

constexpr OptionKind kOptions[] = {kModel, kAssumeLayout, kLod, kArmor, kCollision, kRawAxes};

constexpr NeighbourUse kContent = {
    {.name = "content",
     .operand = "DIR",
     .help = "The folder that the paths of an assets.bin begin in, where a model's .geometry is",
     .search = Search::below},
    Use::to_scene};
constexpr NeighbourUse kNeighbours[] = {kContent};

/// "1.1.0.0"
std::string version_text(std::uint32_t version) {
  return fmt::format("{}.{}.{}.{}", version >> 24, version >> 16 & 0xFFU, version >> 8 & 0xFFU,
                     version & 0xFFU);
}

/// Effects have a layout of their own, but it is bytes.
bool is_decoded(assets::Layout layout) {
  return layout != assets::Layout::raw && layout != assets::Layout::effect;
}

JsonArray databases(const assets::Database& database) {
  JsonArray list;
  for (std::size_t index = 0; index < database.database_count(); ++index) {
    const assets::DatabaseView view = database.database(index);
    list.push_back(JsonObject{{"type", view.type == nullptr ? "unknown" : view.type->name},
                              {"records", view.count},
                              {"bytes", std::uint64_t(view.entry.size)},
                              {"checksum", fmt::format("0x{:08x}", view.entry.checksum)},
                              {"decoded", is_decoded(view.layout)}});
  }
  return list;
}

Result<Info> info(const Document& document) {
  const auto& database = mirror<assets::Database>(document);
  const assets::Counts counts = assets::count(database);
  Info info;
  info.variant = version_text(database.header().version);
  info.counts = {{"strings", counts.strings},
                 {"resources", counts.resources},
                 {"paths", counts.paths},
                 {"databases", database.database_count()},
                 {"records", counts.records}};
  info.details = {{"database_list", databases(database)}};
  return info;
}

/// The models are elsewhere.
Totals totals(const Document& /*document*/) {
  return {};
}

Result<Document> sample(std::string_view /*name*/, const OptionValues& /*options*/) {
  return assets::Database::open(Blob(assets::sample())).map([](assets::Database database) {
    return Document(kWowsAssets, std::move(database));
  });
}

Result<Document> changed(const Document& document, const OptionValues& options) {
  if (!options.has(kAssumeLayout.name)) return document;
  assets::Database database = mirror<assets::Database>(document);
  assume(database, options);
  return with_mirror(document, std::move(database));
}

/// The .geometry at a path of the database. The folder may be the one that paths begin in, or the `content`
/// in it.
Result<Blob> load_geometry(const Document& document, const std::string& path) {
  constexpr std::string_view kRoot = "content/";
  Neighbours* neighbours = document.source().neighbours.get();
  const std::string place = neighbours == nullptr ? std::string() : neighbours->place(kContent.kind);
  if (place.empty())
    return fail({.message = fmt::format("the model is in {}", escape_text(path)),
                 .advice = "; --content says below which folder"});
  auto found = load_neighbour(neighbours, kContent.kind, path);
  if (found && !*found && path.starts_with(kRoot))
    found = load_neighbour(neighbours, kContent.kind, path.substr(kRoot.size()));
  if (!found) return fail(found.error());
  if (*found) return **found;
  return fail(
      {.field = "content", .message = fmt::format("no {} below {}", escape_text(path), escape_text(place))});
}

Result<scene::Scene> to_scene(const Document& document, const SceneWishes& wishes) {
  const OptionValues& options = wishes.options;
  if (!options.has(kModel.name))
    return fail({.message = "holds many models",
                 .advice = "; --model, or a path behind the file and a colon, says which"});
  assets::Database database = mirror<assets::Database>(document);
  assume(database, options);
  const auto chain = assets::resolve(database, options.get(kModel.name));
  if (!chain) return fail(chain.error());
  if (chain->geometry.path.empty())
    return fail({.message = fmt::format("no path leads to the geometry of {}",
                                        escape_text(options.get(kModel.name)))});
  const auto blob = load_geometry(document, chain->geometry.path);
  if (!blob) return fail(blob.error());
  return wows::geometry::read(blob->bytes())
      .map_error([&](Error error) {
        error.field = fmt::format("{}: {}", escape_text(chain->geometry.path), error.field);
        return error;
      })
      .and_then([&](const wows::geometry::File& file) {
        return assets::to_scene(database, *chain, file, scene_options(wishes));
      });
}

}  // namespace
}  // namespace wows_assets

namespace assets = wows::assets;

void assume(assets::Database& database, const OptionValues& options) {
  if (const auto assumed = assets::find_assumption(options.get(kAssumeLayout.name)))
    database.assume(*assumed);
}

Result<assets::Database> open_assets(const Blob& blob, const OptionValues& options) {
  return assets::Database::open(blob)
      .map([&](assets::Database database) {
        assume(database, options);
        return database;
      })
      .map_error([](Error error) {
        error.field = "assets: " + error.field;
        return error;
      });
}

namespace {

/// Why no model of the database shows a file.
Error why_unknown(const assets::Database& database, std::string_view name) {
  const auto because = [](std::string why, std::string_view advice) {
    return Error{.field = "assets", .message = std::move(why), .advice = std::string(advice)};
  };
  const auto ids = assets::find_by_name(database, name);
  if (ids.empty())
    return because(fmt::format("no path leads to a file called {}", quote_word(name)),
                   "; --model names one that shows it");
  for (std::size_t index = 0; index < database.database_count(); ++index) {
    const assets::DatabaseView view = database.database(index);
    const bool shows = view.type != nullptr && view.type->type == assets::Type::visual;
    if (shows && view.count > 0 && view.layout == assets::Layout::raw)
      return because("no visual can be read: each is " + unknown_version(view), assets::kAssumeAdvice);
  }
  if (assets::users_of(database, ids).empty())
    return because(fmt::format("no visual that can be decoded shows {}; assets verify tells of damage",
                               quote_word(name)),
                   "");
  return because(
      fmt::format("the visuals of {} know none of this file's meshes by their ids", quote_word(name)),
      "; --model names one");
}

}  // namespace

Result<ChosenChain> chain_for(const assets::Database& database, std::string_view file_name,
                              const wows::geometry::File& file, const OptionValues& options) {
  if (options.has(kModel.name))
    return assets::resolve(database, options.get(kModel.name)).map([](assets::Chain chain) {
      return ChosenChain{std::move(chain), {}};
    });
  const auto slash = file_name.find_last_of("/\\");
  const std::string_view name = file_name.substr(slash == file_name.npos ? 0 : slash + 1);
  const auto models = assets::find_models(database, name, file);
  if (models.empty()) return fail(why_unknown(database, name));
  const assets::Paths paths(database);
  Losses losses;
  for (std::size_t i = 1; i < models.size(); ++i)
    losses.add(assets::loss::MODELS_SEVERAL, paths.path(models[i]), paths.path(models[i]))
        .advise("; --model chooses");
  return assets::resolve(database, paths, assets::Resources(database), models[0])
      .map([&](assets::Chain chain) { return ChosenChain{std::move(chain), std::move(losses)}; });
}

namespace wows_assets {

const Format kWowsAssets = {
    .id = "wows-assets",
    .name = "World of Warships assets",
    .extensions = kExtensions,
    .options = kOptions,
    .neighbours = kNeighbours,
    .json_hint = kPlaceAnew,
    .scene_needs = kModel.name,
    .axes = scene::Axes::left_handed(),
    .sniff = assets::sniff,
    .read = read_document<kWowsAssets, assets::read>,
    .from_json = document_of_json<kWowsAssets, assets::from_json>,
    .sample = sample,
    .info = info,
    .totals = totals,
    .validate = validate_document<assets::Database>,
    .trace = trace_document<assets::Database>,
    .write = write_document<assets::Database>,
    .to_json = json_of_document<assets::Database>,
    .to_scene = to_scene,
    .changed = changed,
    .finding_kinds = assets::finding_kinds,
};

}  // namespace wows_assets
}  // namespace mw::rows
