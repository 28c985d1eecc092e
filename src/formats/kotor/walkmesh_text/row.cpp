#include <fmt/format.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/surface.h>
#include <meshwright/geometry/detail/box.h>
#include <meshwright/geometry/detail/triangle.h>
#include <meshwright/kotor/detail/walkmesh_ascii_findings.h>
#include <meshwright/kotor/detail/walkmesh_findings.h>
#include <meshwright/kotor/walkmesh_ascii.h>
#include <meshwright/scene/detail/rows.h>
#include <algorithm>
#include <memory>
#include <optional>
#include <ranges>

#include "formats/kotor/walkmesh/row.h"
#include "library/common_options.h"
#include "library/output_name.h"
#include "library/text_faults.h"
#include "library/verbs.h"

namespace mw::rows {
namespace kotor_walkmesh_ascii {
namespace {

namespace walkmesh = kotor::walkmesh;
namespace ascii = kotor::walkmesh::ascii;

constexpr std::string_view kExtensions[] = {".wok.ascii", ".pwk.ascii", ".dwk.ascii"};
constexpr std::string_view kDialects[] = {"aabb", "trimesh"};

constexpr OptionKind kOptions[] = {
    {.name = "dialect",
     .operand = "aabb|trimesh",
     .help = "The dialect of a text walkmesh: that of the games (aabb) or of editors (trimesh)",
     .uses = Use::decompile | Use::from_scene,
     .values = kDialects},
    {.name = "state",
     .operand = "closed|open1|open2",
     .help = "Which walkmesh of a door",
     .uses = Use::compile | Use::decompile | Use::from_scene,
     .values = ascii::kDoorStates},
    {.name = "engine",
     .operand = {},
     .help = "Take a text walkmesh as the games do: cut lines, its own boxes, ordered and grown",
     .uses = Use::compile},
    {.name = "plain",
     .operand = {},
     .help = "Text without the comment lines that bring every bit back",
     .uses = Use::decompile | Use::rewrite | Use::from_scene},
    kDefaultSurface,
    kRawAxes,
};

constexpr NeighbourUse kNeighbours[] = {
    {kSurfacesKind,
     Use::info | Use::validate | Use::to_scene | Use::compile | Use::query | Use::plan | Use::from_scene},
    {kLayoutKind, Use::query | Use::plan | Use::from_scene},
    {kTransitionsKind, Use::from_scene},
};

constexpr const Format* kRelatives[] = {&kKotorMdl, &kKotorMdlAscii};

const ascii::Text& text_in(const Document& document) {
  return mirror<ascii::Text>(document);
}

Result<Document> read(const Source& source, const FileTraces& traces) {
  if (traces.file != nullptr) ascii::trace(source.blob.bytes(), *traces.file);
  return ascii::read(source.blob.bytes()).map([&](ascii::Text text) {
    return Document(kKotorWalkmeshAscii, std::move(text), source);
  });
}

/// Faces whose corners are missing become points, so that the others keep their rows.
std::size_t collapse_faces(ascii::Node& node) {
  std::size_t count = 0;
  for (ascii::Face& face : node.faces) {
    if (geometry::corners_exist(face.corners, node.vertices.size())) continue;
    face.corners = {};
    ++count;
  }
  if (node.vertices.empty()) node.faces.clear();
  return count;
}

Result<Rest> read_rest(const Source& source, const FileTraces& traces) {
  const ByteSpan bytes = source.blob.bytes();
  if (traces.file != nullptr) ascii::trace(bytes, *traces.file);
  auto whole = ascii::read(bytes);
  Losses losses;
  if (!whole && whole.error().position)
    losses.add(kotor::walkmesh::loss::TEXT_CUT, "", whole.error().position->line);
  ascii::Text left = whole ? *std::move(whole) : ascii::read_before_error(bytes);
  std::size_t faces = 0;
  for (ascii::Node& node : left.nodes) faces += collapse_faces(node);
  if (faces > 0)
    losses.add(kotor::walkmesh::loss::TEXT_VERTEX_MISSING, "", mw::counted(faces, "face", "faces"));
  Document document(kKotorWalkmeshAscii, std::move(left), source);
  document.losses = std::move(losses);
  return Rest{std::move(document)};
}

Totals totals(const Document& document) {
  Totals totals;
  for (const ascii::Node& node : text_in(document).nodes) {
    totals.meshes += node.is_mesh() ? 1 : 0;
    totals.vertices += node.vertices.size();
    totals.triangles += node.faces.size();
  }
  return totals;
}

std::uint64_t sum(const ascii::Text& text, const auto& count) {
  std::uint64_t total = 0;
  for (const ascii::Node& node : text.nodes) total += std::uint64_t(count(node));
  return total;
}

/// By the name, as people tell them; by the content where the name says nothing.
std::string variant_of(const Document& document) {
  const std::string extension = extension_of(document.source().name);
  const auto* known = std::ranges::find(kExtensions, std::string_view(extension));
  if (known != std::end(kExtensions)) return extension.substr(1, 3);
  const auto made = ascii::compile(text_in(document));
  const bool object = made && made->file.header.type == std::uint32_t(walkmesh::Type::object);
  return object ? "pwk" : "wok";
}

Result<Info> info(const Document& document) {
  const auto surfaces = surfaces_beside(document.source().neighbours.get());
  if (!surfaces) return fail(surfaces.error());
  const ascii::Text& text = text_in(document);
  const auto walkable = [&](const ascii::Node& node) {
    return std::ranges::count_if(
        node.faces, [&](const ascii::Face& face) { return surfaces->is_walkable(face.material); });
  };
  const bool games = std::ranges::any_of(
      text.nodes, [](const ascii::Node& node) { return node.kind == ascii::NodeKind::aabb; });
  const Totals all = totals(document);
  Info info;
  info.variant = variant_of(document);
  info.counts = {{"nodes", text.nodes.size()},
                 {"meshes", all.meshes},
                 {"vertices", all.vertices},
                 {"faces", all.triangles},
                 {"walkable", sum(text, walkable)},
                 {"boxes", sum(text, [](const ascii::Node& node) { return node.boxes.size(); })},
                 {"room_links", sum(text, [](const ascii::Node& node) { return node.links.size(); })}};
  JsonArray names;
  for (const ascii::Node& node : text.nodes) {
    names.emplace_back(node.name);
    for (const Vec3& vertex : node.vertices) geometry::extend(info.bounds, vertex);
  }
  info.details = {{"dialect", games ? "aabb" : "trimesh"}, {"names", std::move(names)}};
  return info;
}

Result<void> validate(const Document& document, Findings& findings) {
  const auto surfaces = surfaces_beside(document.source().neighbours.get());
  if (!surfaces) return fail(surfaces.error());
  ascii::validate(text_in(document), findings, *surfaces);
  return {};
}

/// Of the text that was opened; of what would be written for one that was made by code.
Result<void> trace(const Document& document, const FileTraces& traces) {
  if (traces.file == nullptr) return {};
  const ByteSpan bytes = document.source().blob.bytes();
  const std::string text = bytes.empty() ? ascii::write(text_in(document)) : std::string();
  ascii::trace(bytes.empty() ? bytes_of(text) : bytes, *traces.file);
  return {};
}

Result<Output> write(const Document& document, const WriteRequest& request) {
  const std::string text = ascii::write(text_in(document), request.options.has("plain"));
  const ByteSpan bytes = bytes_of(text);
  Output output;
  output.bytes.assign(bytes.begin(), bytes.end());
  return output;
}

Result<Document> sample(std::string_view name, const OptionValues& /*options*/) {
  const std::string extension = extension_of(name);
  const walkmesh::Sample which = extension == ".pwk.ascii"   ? walkmesh::Sample::placeable
                                 : extension == ".dwk.ascii" ? walkmesh::Sample::door
                                                             : walkmesh::Sample::room;
  return Document(kKotorWalkmeshAscii, ascii::sample(which));
}

/// That of the walkmesh that it says. Its findings are about lines, not about rows of that one's tables.
Result<SurfacePart> surface(const Document& document) {
  const auto binary = compile_walkmesh(document, {});
  if (!binary) return fail(binary.error());
  return kKotorWalkmesh.surface(*binary).map([](SurfacePart part) {
    part.tables.clear();
    return part;
  });
}

std::optional<ascii::DoorState> state_of(std::string_view word) {
  const auto found = std::ranges::find(ascii::kDoorStates, word);
  if (found == ascii::kDoorStates.end()) return std::nullopt;
  return ascii::DoorState(found - ascii::kDoorStates.begin());
}

/// A door's files are numbered by their states: door0.dwk is closed.
std::optional<ascii::DoorState> numbered_state(std::string_view stem) {
  if (stem.empty() || stem.back() < '0' || stem.back() > '2') return std::nullopt;
  return ascii::DoorState(stem.back() - '0');
}

/// `name` is that of the walkmesh, which says what its mesh is called and which state of a door it is.
Result<Document> decompiled(const Document& binary, std::string_view name, const OptionValues& options) {
  ascii::DecompileOptions how;
  if (options.get("dialect") == "trimesh") how.dialect = ascii::NodeKind::trimesh;
  how.state = state_of(options.get("state"));
  if (!how.state && extension_of(name) == ".dwk") how.state = numbered_state(stem_of(name));
  if (const std::string_view stem = stem_of(name);
      !stem.empty() && stem.find(' ') == stem.npos && stem != "-")
    how.name = stem;
  Document document(kKotorWalkmeshAscii, ascii::decompile(file_of(binary), how));
  document.losses = binary.losses;
  return document;
}

Result<Document> from_binary(const Document& binary, const OptionValues& options) {
  return decompiled(binary, binary.source().name, options);
}

/// What the walkmesh of a text would be called.
std::string_view named_binary(std::string_view text) {
  constexpr std::string_view kAscii = ".ascii";
  return lower_case(text).ends_with(kAscii) ? text.substr(0, text.size() - kAscii.size()) : text;
}

Result<Document> from_scene(scene::Scene scene, const SceneRequest& request) {
  const auto binary = walkmesh_from_scene(std::move(scene), request);
  if (!binary) return fail(binary.error());
  return decompiled(*binary, named_binary(request.name), request.options);
}

Result<Document> from_model(const Document& model, const OptionValues& options) {
  return walkmesh_from_model(model, options).and_then([&](const Document& binary) {
    return decompiled(binary, named_binary(options.get(kOutputName)), options);
  });
}

/// The same text as it is spelt here.
Result<Document> changed(const Document& document, const OptionValues& /*options*/) {
  return with_mirror(document, text_in(document));
}

/// A text that changed is written anew, in its dialect. One with several meshes, as of a door with its
/// states, says more than a walkmesh holds.
Result<Patched> apply_edits(const Document& original, const edit::EditedScene& edits) {
  const std::vector<ascii::Node>& nodes = text_in(original).nodes;
  const auto meshes = std::ranges::count_if(nodes, &ascii::Node::is_mesh);
  if (meshes != 1)
    return fail({.message = fmt::format("has {} meshes", meshes),
                 .advice = "; --onto takes a text with one, or the compiled walkmesh"});
  const auto binary = compile_walkmesh(original, {});
  if (!binary) return fail(binary.error());
  const auto patched = kKotorWalkmesh.apply_edits(*binary, edits);
  if (!patched) return fail(patched.error());
  const Document& made = patched->document;
  const auto before = mw::write(*binary);
  const auto after = mw::write(made);
  if (before && after && before->bytes == after->bytes) {  // all is lost
    Document same = original;
    same.losses = made.losses;
    return Patched{std::move(same)};
  }
  OptionValues how;
  const auto mesh = std::ranges::find_if(nodes, &ascii::Node::is_mesh);
  if (mesh->kind == ascii::NodeKind::trimesh) how.set("dialect", "trimesh");
  return from_binary(made, how).map([](Document text) { return Patched{std::move(text)}; });
}

/// What the name of the text says; nothing when it says nothing.
std::optional<walkmesh::Type> type_named(std::string_view name) {
  const std::string extension = extension_of(name);
  if (extension == ".wok.ascii") return walkmesh::Type::area;
  if (extension == ".pwk.ascii" || extension == ".dwk.ascii") return walkmesh::Type::object;
  return std::nullopt;
}

/// What ascii::compile() says itself, and what matters to the games' own reader alone.
constexpr const FindingKind* kNoFaults[] = {
    &ascii::finding::LINK_OUT_OF_RANGE, &ascii::finding::LINK_NOT_OPEN,
    &ascii::finding::LINE_TOO_LONG,     &ascii::finding::LINE_IN_LIST,
    &ascii::finding::CAPITALS,          &ascii::finding::NODE_SPACING,
    &ascii::finding::BOX_REVERSED,      &ascii::finding::BOX_FACE_OUT_OF_RANGE,
    &ascii::finding::BOXES_NOT_A_TREE,  &ascii::finding::VERTEX_NOT_FINITE,
};

Result<ascii::Compiled> compiled(const Document& text, const OptionValues& options,
                                 const kotor::SurfaceMaterials& surfaces) {
  const Source& source = text.source();
  ascii::CompileOptions how{.type = type_named(source.name), .state = state_of(options.get("state"))};
  const std::string_view output = options.get(kOutputName);
  if (!how.state && extension_of(output) == ".dwk") how.state = numbered_state(stem_of(output));
  auto taken = Result<ascii::Text>(text_in(text));
  if (options.has("engine")) {
    how.rules = ascii::EngineRules::all();
    if (!source.blob.bytes().empty()) taken = ascii::read(source.blob.bytes(), how.rules);
  }
  if (!taken) return fail(taken.error());
  return ascii::compile(*taken, how, surfaces);
}

/// What was compiled as a document of its own.
Document document_of(const Document& text, ascii::Compiled& made, const kotor::SurfaceMaterials& surfaces) {
  const Source& source = text.source();
  made.losses.append(
      faults_of(kNoFaults, [&](Findings& findings) { ascii::validate(text_in(text), findings, surfaces); }));
  tell_findings(made.file, surfaces, Severity::error, made.losses);
  Document document(kKotorWalkmesh, std::move(made.file),
                    {.blob = {}, .name = source.name, .neighbours = source.neighbours});
  document.losses = text.losses;
  document.losses.append(made.losses);
  return document;
}

/// Of the faces of the text, not of those that were compiled.
scene::MeshRows rows_in_text(scene::MeshRows rows, const ascii::Compiled& made, const ascii::Text& text) {
  for (scene::TriangleRows& primitive : rows.primitives) {
    primitive.table = fmt::format("nodes[{}].faces", made.node);
    primitive.beside.clear();
    primitive.in_text = made.sources;
    scene::CornerRows vertices{.tables = {fmt::format("nodes[{}].verts", made.node)}};
    for (const std::uint32_t row : primitive.rows)
      vertices.corners.push_back(text.nodes[made.node].faces[made.sources[row]].corners);
    primitive.vertices = {std::move(vertices)};
  }
  rows.about.clear();
  return rows;
}

Result<scene::Scene> to_scene(const Document& document, const SceneWishes& wishes) {
  const auto surfaces = surfaces_beside(document.source().neighbours.get());
  if (!surfaces) return fail(surfaces.error());
  auto made = compiled(document, {}, *surfaces);
  if (!made) return fail(made.error());
  const Document binary = document_of(document, *made, *surfaces);
  return kKotorWalkmesh.to_scene(binary, wishes).map([&](scene::Scene scene) {
    scene.losses.prepend(binary.losses);
    for (scene::Mesh& mesh : scene.meshes)
      if (mesh.rows)
        mesh.rows =
            std::make_shared<const scene::MeshRows>(rows_in_text(*mesh.rows, *made, text_in(document)));
    return scene;
  });
}

}  // namespace
}  // namespace kotor_walkmesh_ascii

Result<Document> compile_walkmesh(const Document& text, const OptionValues& options) {
  const auto surfaces = surfaces_beside(text.source().neighbours.get());
  if (!surfaces) return fail(surfaces.error());
  auto made = kotor_walkmesh_ascii::compiled(text, options, *surfaces);
  if (!made) return fail(made.error());
  return kotor_walkmesh_ascii::document_of(text, *made, *surfaces);
}

namespace kotor_walkmesh_ascii {

// What was written by another program looks different when it is written again, so bytes are not kept.
const Format kKotorWalkmeshAscii = {
    .id = "kotor-walkmesh-ascii",
    .name = "Knights of the Old Republic walkmesh, text",
    .extensions = kExtensions,
    .options = kOptions,
    .neighbours = kNeighbours,
    .keeps_bytes = false,
    .names_textures = false,
    .records_rows = true,
    .axes = scene::Axes::z_up(),
    .sniff = ascii::sniff,
    .read = read,
    .read_rest = read_rest,
    .sample = sample,
    .from_scene = from_scene,
    .apply_edits = apply_edits,
    .relatives = kRelatives,
    .from_relative = from_model,
    .from_binary = from_binary,
    .info = info,
    .totals = totals,
    .validate = validate,
    .trace = trace,
    .write = write,
    .to_scene = to_scene,
    .changed = changed,
    .surface = surface,
    .room_positions = positions_of_rooms,
    .finding_kinds = ascii::finding_kinds,
};

}  // namespace kotor_walkmesh_ascii
}  // namespace mw::rows
