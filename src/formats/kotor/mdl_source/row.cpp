#include "row.h"
#include "library/text_faults.h"

#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/detail/mdl_ascii_findings.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_from_scene.h>
#include <meshwright/kotor/mdl_source.h>
#include <meshwright/scene/detail/rows.h>
#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "library/common_options.h"
#include "library/meanings.h"
#include "library/output_name.h"
#include "library/rename/renaming.h"
#include "library/verbs.h"

namespace mw::rows {
namespace kotor_mdl_ascii {
namespace {

namespace mdl = kotor::mdl;
namespace ascii = kotor::mdl::ascii;
namespace source = kotor::mdl::source;

constexpr std::string_view kExtensions[] = {".mdl.ascii"};
constexpr std::string_view kGames[] = {"k1", "k2"};
constexpr std::string_view kPlatforms[] = {"pc", "xbox"};
constexpr std::string_view kWeightings[] = {"area", "angle", "none"};

constexpr OptionKind kOptions[] = {
    {.name = "plain",
     .operand = {},
     .help = "Text without the comment lines that bring every bit back",
     .uses = Use::decompile | Use::rewrite},
    {.name = "game",
     .operand = "k1|k2",
     .help = "The game that OUT is for",
     .uses = Use::compile | Use::sample | Use::from_scene,
     .values = kGames},
    {.name = "platform",
     .operand = "pc|xbox",
     .help = "The machine that OUT is for",
     .uses = Use::compile | Use::sample | Use::from_scene,
     .values = kPlatforms},
    {.name = "weld",
     .operand = {},
     .help = "Make vertices one that look alike, whatever their rows in the text",
     .uses = Use::compile},
    {.name = "normals",
     .operand = "area|angle|none",
     .help = "How faces are weighted in the normals of vertices (area, as the games' compiler does)",
     .uses = Use::compile,
     .values = kWeightings},
    {.name = "crease",
     .operand = "DEGREES",
     .help = kCreaseHelp,
     .uses = Use::compile,
     .values = {},
     .problem = problem_of_crease},
    kClassification,
    kSplit,
    kHidden,
    kCollision,
    kRawAxes,
};

constexpr NeighbourUse kNeighbours[] = {
    {kSupermodelKind, Use::to_scene | Use::compile},
};

const source::Model& model_of(const Document& document) {
  return mirror<source::Model>(document);
}

Result<Document> read(const Source& from, const FileTraces& traces) {
  if (traces.file != nullptr) ascii::trace(from.blob.bytes(), *traces.file);
  return ascii::read(from.blob.bytes()).map([&](source::Model model) {
    return Document(kKotorMdlAscii, std::move(model), from);
  });
}

mdl::CompileOptions compile_options(const OptionValues& options) {
  mdl::CompileOptions result;
  if (options.has("game")) result.game = options.get("game") == "k2" ? mdl::Game::k2 : mdl::Game::k1;
  if (options.has("platform"))
    result.platform = options.get("platform") == "xbox" ? mdl::Platform::xbox : mdl::Platform::pc;
  result.weld = options.has("weld");
  if (options.get("normals") == "angle") result.weighting = mdl::CompileOptions::Weighting::angle;
  if (options.get("normals") == "none") result.weighting = mdl::CompileOptions::Weighting::none;
  if (options.has("crease")) result.crease = parse_any_float(options.get("crease"));
  return result;
}

/// The supermodel, where the user names a place to find it in.
Result<std::optional<mdl::File>> find_supermodel(const Document& document) {
  const NeighbourKind& kind = kNeighbours[0].kind;
  Neighbours* neighbours = document.source().neighbours.get();
  const std::string& name = model_of(document).supermodel;
  if (neighbours == nullptr || neighbours->place(kind).empty() || mdl::names_nothing(name))
    return std::nullopt;
  const auto bytes = load_neighbour(neighbours, kind, name);
  if (!bytes) return fail(bytes.error());
  if (!*bytes && !neighbours->is_asked_for(kind)) return std::nullopt;
  if (!*bytes)
    return fail({.field = "supermodel",
                 .message = fmt::format("{} is not in {}", quote_word(name), neighbours->place(kind))});
  return mdl::read((*bytes)->bytes(), std::nullopt)
      .map([](mdl::File file) { return std::optional(std::move(file)); })
      .map_error([](Error error) {
        error.field = "supermodel: " + error.field;
        return error;
      });
}

std::uint64_t count_nodes(const source::Model& model, std::uint16_t bit) {
  return std::uint64_t(
      std::ranges::count_if(model.nodes, [&](const source::Node& node) { return (node.type & bit) != 0; }));
}

Totals totals_of(const source::Model& model) {
  Totals totals;
  for (const source::Node& node : model.nodes) {
    if (!node.mesh) continue;
    ++totals.meshes;
    totals.vertices += node.mesh->vertices.size();
    totals.triangles += node.mesh->faces.size();
  }
  return totals;
}

Totals totals(const Document& document) {
  return totals_of(model_of(document));
}

bool has_notes(const source::Model& model) {
  return !model.residual.empty() ||
         std::ranges::any_of(model.nodes, [](const source::Node& node) { return !node.residual.empty(); });
}

JsonArray names(const source::Model& model) {
  JsonArray list;
  for (const source::Node& node : model.nodes) list.emplace_back(node.name);
  return list;
}

/// Depth first, children in the order of the text. Nodes whose parents go round in a circle are left out.
std::vector<TreeNode> tree_of(const source::Model& model) {
  const std::vector<std::uint32_t> parents = mdl::parents_of(model.nodes);
  std::vector<std::vector<std::uint32_t>> children(model.nodes.size());
  std::vector<std::pair<std::uint32_t, std::uint32_t>> open;  // rows and their depths, the next one last
  for (auto row = std::uint32_t(model.nodes.size()); row-- > 0;) {
    if (parents[row] == mdl::kNoRow)
      open.emplace_back(row, 0);
    else
      children[parents[row]].push_back(row);
  }
  std::vector<TreeNode> tree;
  while (!open.empty()) {
    const auto [row, depth] = open.back();
    open.pop_back();
    const source::Node& node = model.nodes[row];
    tree.push_back({.name = node.name, .kind = kind_of(node), .depth = depth});
    for (const std::uint32_t child : children[row]) open.emplace_back(child, depth + 1);
  }
  return tree;
}

JsonArray textures(const source::Model& model) {
  std::set<std::string_view> seen;
  JsonArray list;
  for (const source::Node& node : model.nodes) {
    if (!node.mesh) continue;
    for (const std::string& texture : node.mesh->textures)
      if (!mdl::names_nothing(texture) && seen.insert(texture).second) list.emplace_back(texture);
  }
  return list;
}

JsonArray animations(const source::Model& model) {
  JsonArray list;
  for (const source::Animation& animation : model.animations)
    list.push_back(JsonObject{{"name", animation.name},
                              {"length", animation.length},
                              {"events", std::uint64_t(animation.events.size())}});
  return list;
}

Result<Info> info(const Document& document) {
  const source::Model& model = model_of(document);
  const Totals totals = totals_of(model);
  Info info;
  info.variant = has_notes(model) ? "with-notes" : "plain";
  info.counts = {{"nodes", model.nodes.size()},
                 {"meshes", totals.meshes},
                 {"vertices", totals.vertices},
                 {"faces", totals.triangles},
                 {"skins", count_nodes(model, mdl::kNodeSkin)},
                 {"danglymeshes", count_nodes(model, mdl::kNodeDangly)},
                 {"walkmeshes", count_nodes(model, mdl::kNodeAabb)},
                 {"lightsabers", count_nodes(model, mdl::kNodeSaber)},
                 {"lights", count_nodes(model, mdl::kNodeLight)},
                 {"emitters", count_nodes(model, mdl::kNodeEmitter)},
                 {"references", count_nodes(model, mdl::kNodeReference)},
                 {"animations", model.animations.size()}};
  if (const auto made = mdl::compile(model, {})) info.bounds = mdl::bounds(made->file);
  info.tree = tree_of(model);
  info.details = {{"name", model.name},
                  {"classification", mdl::classification_name(model.classification)},
                  {"supermodel", model.supermodel},
                  {"names", names(model)},
                  {"textures", textures(model)},
                  {"animations", animations(model)}};
  return info;
}

Result<void> validate(const Document& document, Findings& findings) {
  ascii::validate(model_of(document), findings, document.source().blob.bytes());
  const std::string& name = model_of(document).name;
  if (const auto file = other_file_name(name, document.source().name))
    findings.add(ascii::finding::FILE_NAME_MISMATCH, {.where = "model.name"}, escape_text(name),
                 escape_text(*file));
  return {};
}

/// Of the text that was opened; of what would be written for one that was made by code.
Result<void> trace(const Document& document, const FileTraces& traces) {
  if (traces.file == nullptr) return {};
  const ByteSpan bytes = document.source().blob.bytes();
  if (!bytes.empty()) {
    ascii::trace(bytes, *traces.file);
  } else {
    const std::string text = ascii::write(model_of(document));
    ascii::trace(bytes_of(text), *traces.file);
  }
  return {};
}

Result<Output> write(const Document& document, const WriteRequest& /*request*/) {
  const std::string text = ascii::write(model_of(document));
  const ByteSpan bytes = bytes_of(text);
  Output output;
  output.bytes.assign(bytes.begin(), bytes.end());
  return output;
}

Result<Document> sample(std::string_view name, const OptionValues& options) {
  const mdl::CompileOptions asked = compile_options(options);
  source::Model model =
      ascii::sample({asked.game.value_or(mdl::Game::k1), asked.platform.value_or(mdl::Platform::pc)});
  if (const auto file = other_file_name(model.name, name)) model.name = *file;
  return Document(kKotorMdlAscii, std::move(model));
}

/// The same model as it is spelt here.
Result<Document> changed(const Document& document, const OptionValues& options) {
  mdl::Decompiled rewritten{model_of(document), ascii::rewriting_losses(model_of(document))};
  if (options.has("plain")) {
    mdl::Decompiled plain = mdl::without_notes(std::move(rewritten.model));
    rewritten.model = std::move(plain.model);
    rewritten.losses.append(plain.losses);
  }
  Document result = with_mirror(document, std::move(rewritten.model));
  result.losses.append(rewritten.losses);
  return result;
}

/// Of the text that was opened.
Losses faults_of_text(const Document& text, std::span<const FindingKind* const> known) {
  const ByteSpan bytes = text.source().blob.bytes();
  if (bytes.empty()) return {};
  return faults_of(known,
                   [&](Findings& findings) { ascii::validate_compiled(model_of(text), findings, bytes); });
}

/// What mdl::compile() says itself.
constexpr const FindingKind* kToldByCompiling[] = {
    &ascii::finding::TEXT_TOO_LONG,          &ascii::finding::EVENT_NAME_CUT,
    &ascii::finding::KEYS_NOT_ASCENDING,     &ascii::finding::WEIGHTS_COUNT_MISMATCH,
    &ascii::finding::WEIGHTS_TOO_MANY,       &ascii::finding::CONSTRAINTS_COUNT_MISMATCH,
    &ascii::finding::ANIMATION_NODE_UNKNOWN,
};

/// Compiling splits vertices and leaves the faces in their order: those of a text that it changes otherwise
/// cannot be told apart.
bool are_same_faces(const mdl::Mesh& made, const source::Mesh& text) {
  if (made.faces.size() != text.faces.size()) return false;
  const std::vector<Vec3>& positions = mdl::positions_of(made);
  for (std::size_t face = 0; face < text.faces.size(); ++face)
    for (std::size_t i = 0; i < 3; ++i) {
      const auto in_text = text.faces[face].vertices[i];
      const auto in_file = made.faces[face].vertices[i];
      if (in_text >= text.vertices.size() || in_file >= positions.size()) return false;
      if (text.vertices[in_text] != positions[in_file]) return false;
    }
  return true;
}

/// Of the faces of a text's node; corners in space, and those of the first texture.
scene::TriangleRows rows_in_text(const source::Mesh& mesh, std::size_t node,
                                 std::vector<std::uint32_t> faces) {
  scene::CornerRows vertices{.tables = {fmt::format("nodes[{}].verts", node)}};
  scene::CornerRows uvs{.tables = {fmt::format("nodes[{}].tverts", node)}};
  for (const std::uint32_t face : faces) {
    vertices.corners.push_back(mesh.faces[face].vertices);
    uvs.corners.push_back(mesh.faces[face].uvs);
  }
  return {.table = fmt::format("nodes[{}].faces", node),
          .rows = std::move(faces),
          .vertices = {std::move(vertices), std::move(uvs)}};
}

/// In place of the rows of what was compiled.
void name_rows_in_text(const source::Model& text, const mdl::File& made, scene::Scene& scene) {
  std::map<std::string_view, std::size_t> named;
  for (std::size_t i = 0; i < text.nodes.size(); ++i) named.emplace(text.nodes[i].name, i);
  for (scene::Mesh& mesh : scene.meshes) {
    if (!mesh.rows) continue;
    scene::MeshRows rows{.why_not = "compiling the text made other triangles of it"};
    const auto found = named.find(mesh.name);
    const source::Node* node = found != named.end() ? &text.nodes[found->second] : nullptr;
    if (node != nullptr && node->mesh && !mesh.rows->primitives.empty() &&
        are_same_faces(*made.nodes[mesh.rows->record].mesh, *node->mesh))
      rows.primitives.push_back(rows_in_text(*node->mesh, found->second, mesh.rows->primitives.front().rows));
    mesh.rows = std::make_shared<const scene::MeshRows>(std::move(rows));
  }
}

Result<scene::Scene> to_scene(const Document& document, const SceneWishes& wishes) {
  const auto binary = compile_model(document, {});
  if (!binary) return fail(binary.error());
  auto scene = kKotorMdl.to_scene(*binary, wishes);
  if (!scene) return scene;
  if (wishes.rows) name_rows_in_text(model_of(document), mirror<mdl::File>(*binary), *scene);
  // Those of the text are told by whoever opened it.
  scene->losses.prepend(binary->losses.without(document.losses).without(scene->losses));
  return scene;
}

Result<Document> from_binary(const Document& binary, const OptionValues& options) {
  auto described = mdl::decompile(mirror<mdl::File>(binary), {.plain = options.has("plain")});
  Document document(kKotorMdlAscii, std::move(described.model));
  document.losses = binary.losses;
  document.losses.append(described.losses);
  return document;
}

/// Into the text itself, whose nodes must be in the order of their tree, as they are in those written here.
Result<Patched> apply_edits(const Document& original, const edit::EditedScene& edits) {
  const auto binary = compile_model(original, {});
  if (!binary) return fail(binary.error());
  const mdl::File& file = mirror<mdl::File>(*binary);
  auto patched = mdl::apply_edits(model_of(original), file, edits);
  if (!patched) return fail(patched.error());
  mdl::Decompiled& made = patched->made;
  if (!file.has_mdx)
    if (const auto compiled = mdl::compile(made.model, {}))
      if (const auto mesh = mdl::find_without_mdx(file, compiled->file))
        return fail({.field = escape_text(*mesh),
                     .message =
                         "would change, but the text was made of a model without its MDX, where most of "
                         "a mesh is",
                     .advice = "; --mdx names it"});
  Document document(kKotorMdlAscii, std::move(made.model), place_of(original));
  document.losses = std::move(made.losses);
  return Patched{std::move(document), std::move(patched->states)};
}

}  // namespace
}  // namespace kotor_mdl_ascii

std::string_view kind_of(const kotor::mdl::source::Node& node) {
  namespace mdl = kotor::mdl;
  mdl::Node binary;
  binary.header.type = node.type;
  return mdl::node_kind(binary);
}

namespace kotor_mdl_ascii {
namespace {

Result<Document> compiled(const Document& text, mdl::CompileOptions compiling) {
  const auto supermodel = find_supermodel(text);
  if (!supermodel) return fail(supermodel.error());
  if (*supermodel) compiling.supermodel = &**supermodel;
  auto made = mdl::compile(model_of(text), compiling);
  if (!made) return fail(made.error());
  Document document(kKotorMdl, std::move(made->file), text.source());
  document.losses = text.losses;
  document.losses.append(made->losses);
  document.losses.append(faults_of_text(text, kToldByCompiling));
  return document;
}

}  // namespace
}  // namespace kotor_mdl_ascii

Result<Document> compile_model(const Document& text, const OptionValues& options) {
  auto document = kotor_mdl_ascii::compiled(text, kotor_mdl_ascii::compile_options(options));
  const std::string& name = mirror<kotor::mdl::source::Model>(text).name;
  if (const auto file = other_file_name(name, options.get(kOutputName)); file && document)
    document->losses.add(kotor::mdl::loss::NAME_OTHER_THAN_FILE, name, quote_word(name), quote_word(*file));
  return document;
}

Result<Document> compile_scene_model(const Document& text, kotor::mdl::Variant variant) {
  return kotor_mdl_ascii::compiled(text,
                                   {.game = variant.game, .platform = variant.platform, .by_name = true});
}

namespace kotor_mdl_ascii {

// What was written by another program looks different when it is written again, so bytes are not kept.
const Format kKotorMdlAscii = {
    .id = "kotor-mdl-ascii",
    .name = "Knights of the Old Republic model, text",
    .extensions = kExtensions,
    .options = kOptions,
    .neighbours = kNeighbours,
    .keeps_bytes = false,
    .records_rows = true,
    .has_skeletons = true,
    .front = {0, 0, -1},
    .axes = scene::Axes::z_up(),
    .sniff = ascii::sniff,
    .read = read,
    .read_rest = read_rest_of_mdl_text,
    .sample = sample,
    .from_scene = text_model_from_scene,
    .apply_edits = apply_edits,
    .from_binary = from_binary,
    .info = info,
    .totals = totals,
    .validate = validate,
    .trace = trace,
    .write = write,
    .to_scene = to_scene,
    .changed = changed,
    .rename = rename_mdl_text,
    .finding_kinds = ascii::finding_kinds,
    .meanings = &kKotorMdlAsciiMeanings,
};

}  // namespace kotor_mdl_ascii
}  // namespace mw::rows
