#include <fmt/format.h>
#include <meshwright/core/detail/field_of.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_from_scene.h>
#include <meshwright/kotor/mdl_scene.h>
#include <meshwright/kotor/walkmesh.h>
#include <algorithm>
#include <utility>
#include "other_game.h"
#include "tables.h"

#include "formats/kotor/mdl_source/row.h"
#include "library/common_options.h"
#include "library/line_endings.h"
#include "library/meanings.h"
#include "library/rename/renaming.h"
#include "library/verbs.h"
#include "row_info.h"

namespace mw::rows {
namespace kotor_mdl {
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
     .uses = Use::rewrite | Use::json | Use::sample | Use::from_scene,
     .values = kGames},
    {.name = "platform",
     .operand = "pc|xbox",
     .help = "The machine that OUT is for",
     .uses = Use::rewrite | Use::json | Use::sample | Use::from_scene,
     .values = kPlatforms},
    kClassification,
    kSplit,
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
    {kSupermodelKind, Use::to_scene | Use::from_scene | Use::validate},
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

/// "model.mdx" beside "folder/model.mdl"; the name is what a case-sensitive system looks for first.
std::string mdx_looked_for(const Source& source) {
  const NeighbourKind& kind = kNeighbours[kCompanion].kind;
  const std::string place = source.neighbours != nullptr ? source.neighbours->place(kind) : "";
  if (place.empty()) return "no MDX was given";
  return fmt::format("{} was not found in {}",
                     escape_text(replace_extension(file_name_of(source.name), kind.extensions.front())),
                     escape_text(place));
}

std::size_t meshes_without_rows(const mdl::File& file) {
  return std::size_t(std::ranges::count_if(file.nodes, [](const mdl::Node& node) {
    return node.mesh && node.mesh->header.vertex_count > 0 && node.mesh->header.mdx_stride > 0 &&
           !node.mesh->mdx;
  }));
}

/// What a model lacks whose MDX does, or is another's.
Losses mdx_losses(const mdl::File& file, const Source& source, const std::optional<Companion>& companion) {
  if (!file.has_mdx) {
    if (file.header.mdx_size == 0) return {};
    return {Loss(mdl::loss::MDX_NOT_FOUND, "", mdx_looked_for(source)).advise(" (--mdx names it)")};
  }
  if (file.mdx_bytes == file.header.mdx_size) return {};
  const std::size_t lacking = meshes_without_rows(file);
  return {
      Loss(mdl::loss::MDX_OTHER_SIZE, "", companion ? escape_text(file_name_of(companion->file)) : "the MDX",
           file.mdx_bytes, file.header.mdx_size,
           lacking == 0 ? "it is another model's or damaged, so that vertex data may be wrong"
                        : fmt::format("{} of its meshes have positions only, others may be wrong", lacking))};
}

/// A model with the numbers of the other game at its beginning fails anywhere behind them.
Error with_other_game(Error error, ByteSpan bytes) {
  if (const auto other = mdl::other_game_fits(bytes, std::nullopt))
    error.message += fmt::format(
        "; as a model of {} it can be read: its first numbers are those of the "
        "other game",
        to_string(*other));
  return error;
}

Result<Document> read(const Source& source, const FileTraces& traces) {
  auto companion = find_companion(source.neighbours.get());
  if (!companion) return fail(companion.error());
  const std::optional<ByteSpan> mdx = *companion ? std::optional((*companion)->blob.bytes()) : std::nullopt;
  auto file = mdl::read(source.blob.bytes(), mdx, {traces.file, traces.companion});
  // Where the MDL alone can be read, the error is one of the MDX.
  if (!file && mdx && mdl::read(source.blob.bytes(), std::nullopt))
    return fail(error_in(kNeighbours[kCompanion].kind, (*companion)->file, file.error()));
  if (!file) return fail(with_other_game(file.error(), source.blob.bytes()));
  Losses losses = mdx_losses(*file, source, *companion);
  Document document(kKotorMdl, *std::move(file), source);
  document.companion = *std::move(companion);
  document.losses = std::move(losses);
  return document;
}

Result<Document> read_alone(const Source& source) {
  return mdl::read(source.blob.bytes(), std::nullopt).map([&](mdl::File file) {
    Document document(kKotorMdl, std::move(file), source);
    document.losses.add(mdl::loss::MDX_UNUSABLE, "");
    return document;
  });
}

Result<Rest> read_rest(const Source& source, const FileTraces& traces) {
  auto companion = find_companion(source.neighbours.get());
  if (!companion) return fail(companion.error());
  const std::optional<ByteSpan> mdx = *companion ? std::optional((*companion)->blob.bytes()) : std::nullopt;
  auto file = mdl::read_cut(source.blob.bytes(), mdx, {traces.file, traces.companion});
  if (!file) return fail(file.error());
  const auto [nodes, named] = std::pair(file->nodes.size(), file->names.size());
  Document document(kKotorMdl, *std::move(file), source);
  document.companion = *std::move(companion);
  document.losses.add(mdl::loss::FILE_CUT, "", nodes, named);
  return Rest{std::move(document), true, true};
}

/// The walkmesh that the user wants to have compared.
Result<std::optional<kotor::walkmesh::File>> walkmesh_of(const Document& document) {
  const NeighbourKind& kind = kNeighbours[kWalkmesh].kind;
  const auto loaded = find_and_load(document.source().neighbours.get(), kind);
  if (!loaded) return fail(loaded.error());
  if (!*loaded) return std::nullopt;
  return open_neighbour(kind, **loaded, kKotorWalkmesh).map([](const Document& walkmesh) {
    const auto* view = walkmesh.as<kotor::walkmesh::View>();
    return std::optional(view != nullptr ? to_file(*view) : mirror<kotor::walkmesh::File>(walkmesh));
  });
}

/// The one that the user names, or has in the folder that the user names.
Result<std::optional<mdl::File>> supermodel_of(const Document& document) {
  const NeighbourKind& kind = kNeighbours[kSupermodel].kind;
  const auto neighbours = document.source().neighbours;
  const std::string name(mdl::supermodel_name(mirror<mdl::File>(document)));
  if (neighbours == nullptr || neighbours->place(kind).empty() || name.empty()) return std::nullopt;
  const auto loaded = find_and_load(neighbours.get(), kind, name);
  if (!loaded) return fail(loaded.error());
  if (!*loaded && !neighbours->is_asked_for(kind)) return std::nullopt;
  if (!*loaded)
    return fail(
        {.field = std::string(kind.name),
         .message = fmt::format("{} is not in {}", quote_word(name), escape_text(neighbours->place(kind)))});
  return open_neighbour(kind, **loaded, kKotorMdl).map([](const Document& model) {
    return std::optional(mirror<mdl::File>(model));
  });
}

/// Where there are errors, whether the other game's layout would have none.
void check_game(const Document& document, Findings& findings) {
  const std::size_t errors = findings.count(Severity::error);
  const ByteSpan bytes = document.source().blob.bytes();
  if (errors == 0 || bytes.empty() || &document.stored_as() != &kKotorMdl) return;
  const auto mdx = document.companion ? std::optional(document.companion->blob.bytes()) : std::nullopt;
  if (const auto other = mdl::other_game_fits(bytes, mdx))
    findings.add(mdl::finding::OTHER_GAME_FITS,
                 {"geometry.functions", field_byte<mdl::FileHeaders>("geometry.functions")}, errors,
                 to_string(mirror<mdl::File>(document).variant), to_string(*other));
}

void check_file_name(const Document& document, Findings& findings) {
  const std::string_view name = mirror<mdl::File>(document).geometry.name.view();
  if (&document.stored_as() != &kKotorMdl) return;
  if (const auto file = other_file_name(name, document.source().name))
    findings.add(mdl::finding::FILE_NAME_MISMATCH,
                 {"geometry.name", field_byte<mdl::FileHeaders>("geometry.name")}, escape_text(name),
                 escape_text(*file));
}

Result<void> validate(const Document& document, Findings& findings) {
  const mdl::File& file = mirror<mdl::File>(document);
  // Read first: findings are handed on as they come, and a table that cannot be read is no finding.
  const auto walkmesh = walkmesh_of(document);
  if (!walkmesh) return fail(walkmesh.error());
  const auto supermodel = supermodel_of(document);
  if (!supermodel) return fail(supermodel.error());
  if (*supermodel)
    mdl::validate(file, **supermodel, findings);
  else
    mdl::validate(file, findings);
  if (*walkmesh) mdl::validate_against(file, **walkmesh, findings);
  check_file_name(document, findings);
  check_game(document, findings);
  return {};
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
  result.losses.append(converted.losses);
  return result;
}

/// Called as its file is.
Result<Document> sample(std::string_view name, const OptionValues& options) {
  return target({}, options).map([&](mdl::Variant variant) {
    mdl::File file = mdl::sample(variant);
    if (const auto called = other_file_name(file.geometry.name.view(), name))
      file.geometry.name = FixedText<32>(*called);
    return Document(kKotorMdl, std::move(file));
  });
}

/// Supermodels above the first: a file that the user names stands for the first only.
constexpr NeighbourKind kUpperModel{.name = kNeighbours[kSupermodel].kind.name,
                                    .operand = {},
                                    .help = {},
                                    .search = Search::near_given,
                                    .extensions = kExtensions};

/// A folder serves many models, some of which inherit nothing; a file was meant for this one.
Result<scene::Scene> without_supermodel(const mdl::File& file, Neighbours& neighbours,
                                        const SceneWishes& wishes) {
  const auto named = neighbours.find(kNeighbours[kSupermodel].kind, {});
  if (!named) return fail(named.error());
  scene::Scene scene = mdl::to_scene(file, scene_options(wishes));
  if (*named)
    scene.losses.prepend({Loss(mdl::loss::SUPERMODEL_UNUSED, "", escape_text(file_name_of((*named)->file)))});
  return scene;
}

/// The MDL of a neighbour, whether it is one or JSON of one. `file` is then what it was read from.
Result<std::optional<Bytes>> find_model(Neighbours* neighbours, const NeighbourKind& kind,
                                        const std::string& name, std::string& file) {
  file.clear();
  const auto loaded = find_and_load(neighbours, kind, name);
  if (!loaded) return fail(loaded.error());
  if (!*loaded) return std::nullopt;
  const ByteSpan bytes = (*loaded)->blob.bytes();
  if (!mdl::sniff(bytes)) {
    const auto model = open_neighbour(kind, **loaded, kKotorMdl);
    if (!model) return fail(model.error());
    return mw::write(*model).map([](Output output) { return std::optional(std::move(output.bytes)); });
  }
  file = (*loaded)->file;
  return Bytes(bytes.begin(), bytes.end());
}

/// A damage that leaves no vertex where it was: a scene of such would be garbage.
std::optional<Error> damage_of_mdx(const Document& document) {
  const auto expected = mirror<mdl::File>(document).header.mdx_size;
  if (!document.companion || !has_translated_line_endings(document.companion->blob.bytes(), expected))
    return std::nullopt;
  return error_in(
      kNeighbours[kCompanion].kind, document.companion->file,
      {.message = fmt::format("is damaged: its line endings were translated as if it were a text, "
                              "so that it has {} bytes where the MDL says {}",
                              document.companion->blob.bytes().size(), expected)});
}

Result<scene::Scene> scene_of(const Document& document, const SceneWishes& wishes);

/// With what an MDX that is missing or another's takes away.
Result<scene::Scene> to_scene(const Document& document, const SceneWishes& wishes) {
  auto scene = scene_of(document, wishes);
  if (!scene) return scene;
  std::erase_if(scene->losses, [](const Loss& loss) { return loss.kind == &mdl::loss::MDX_NOT_FOUND; });
  scene->losses.prepend(mdx_losses(mirror<mdl::File>(document), document.source(), document.companion));
  return scene;
}

/// With the animations of its supermodels, where the user names a place to find them.
Result<scene::Scene> scene_of(const Document& document, const SceneWishes& wishes) {
  if (auto damage = damage_of_mdx(document)) return fail(*std::move(damage));
  const mdl::File& file = mirror<mdl::File>(document);
  const NeighbourKind& kind = kNeighbours[kSupermodel].kind;
  const auto neighbours = document.source().neighbours;
  const std::string place = neighbours != nullptr ? neighbours->place(kind) : "";
  if (place.empty()) return mdl::to_scene(file, scene_options(wishes));
  if (mdl::supermodel_name(file).empty()) return without_supermodel(file, *neighbours, wishes);
  mdl::File heir = file;
  bool first = true;
  std::string read_from;
  const auto find = [&](const std::string& name) {
    return find_model(neighbours.get(), std::exchange(first, false) ? kind : kUpperModel, name, read_from);
  };
  const auto losses = mdl::inherit_animations(heir, find, place).map_error([&](const Error& error) {
    return read_from.empty() ? error : error_in(kind, read_from, error);
  });
  if (!losses) return fail(losses.error());
  scene::Scene scene = mdl::to_scene(heir, scene_options(wishes));
  scene.losses.prepend(*losses);
  return scene;
}

Result<Patched> apply_edits(const Document& original, const edit::EditedScene& edits) {
  const mdl::File& file = mirror<mdl::File>(original);
  auto patched = mdl::apply_edits(file, edits);
  if (!patched) return fail(patched.error());
  mdl::Compiled& made = patched->made;
  if (const auto mesh = mdl::find_without_mdx(file, made.file))
    return fail({.field = escape_text(*mesh),
                 .message = fmt::format("would change, but most of a mesh is in the MDX, and {}",
                                        mdx_looked_for(original.source())),
                 .advice = "; --mdx names it"});
  Document document(kKotorMdl, std::move(made.file), place_of(original));
  document.losses = std::move(made.losses);
  return Patched{std::move(document), std::move(patched->states)};
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
    .records_rows = true,
    .has_skeletons = true,
    .text = &kKotorMdlAscii,
    .front = {0, 0, -1},  // they look along the y axis of their files
    .axes = scene::Axes::z_up(),
    .sniff = mdl::sniff,
    .read = read,
    .read_alone = read_alone,
    .read_rest = read_rest,
    .from_json = document_of_json<kKotorMdl, mdl::from_json>,
    .sample = sample,
    .from_scene = model_from_scene,
    .apply_edits = apply_edits,
    .from_text = compile_model,
    .info = info,
    .totals = totals,
    .validate = validate,
    .trace = trace,
    .write = write,
    .to_json = json_of_document<mdl::File>,
    .to_scene = to_scene,
    .changed = changed,
    .rename = rename_mdl,
    .finding_kinds = mdl::finding_kinds,
    .meanings = &kKotorMdlMeanings,
};

}  // namespace kotor_mdl
}  // namespace mw::rows
