#include <fmt/format.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/document.h>
#include <meshwright/kotor/detail/walkmesh_findings.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/walkmesh.h>
#include <meshwright/kotor/walkmesh_scene.h>
#include <map>
#include <utility>

#include "formats/kotor/mdl_source/row.h"
#include "library/verbs.h"
#include "row.h"

/// Walkmeshes from scenes and models, and made anew.
namespace mw::rows {
namespace {

namespace walkmesh = kotor::walkmesh;
using kotor::SurfaceMaterials;

/// Where a new walkmesh goes, and what it keeps.
struct Beside {
  SurfaceMaterials surfaces;
  Vec3 room{0};
  std::optional<walkmesh::File> old = {};  // whose transitions are kept
  bool placed = false;                     // a layout says where the room is
};

Result<std::optional<walkmesh::File>> old_walkmesh(Neighbours* neighbours) {
  const auto loaded = find_and_load(neighbours, kTransitionsKind);
  if (!loaded) return fail(loaded.error());
  if (!*loaded) return std::nullopt;
  return open_neighbour(kTransitionsKind, **loaded, kKotorWalkmesh).map([](const Document& document) {
    return std::optional(file_of(document));
  });
}

Result<Beside> found_beside(Neighbours* neighbours, std::string_view room) {
  auto surfaces = surfaces_beside(neighbours);
  if (!surfaces) return fail(surfaces.error());
  Beside beside{*std::move(surfaces)};
  const auto layout = layout_beside(neighbours);
  if (!layout) return fail(layout.error());
  if (*layout) {
    const auto position = position_in(**layout, room);
    if (!position) return fail(position.error());
    beside.room = *position;
    beside.placed = true;
  }
  auto old = old_walkmesh(neighbours);
  if (!old) return fail(old.error());
  beside.old = *std::move(old);
  return beside;
}

Document document_of(walkmesh::Made made, const Beside& beside) {
  if (beside.old) {
    const std::size_t lost = carry_transitions(*beside.old, made.file);
    if (lost > 0)
      made.losses.add(
          walkmesh::loss::TRANSITION_OFF_EDGE, "",
          mw::counted(lost, "transition of the old walkmesh is", "transitions of the old walkmesh are"));
  }
  tell_findings(made.file, beside.surfaces, Severity::warning, made.losses);
  Document document(kKotorWalkmesh, std::move(made.file));
  document.losses = std::move(made.losses);
  return document;
}

/// The ways to other rooms that a text says of the walkmesh that is taken from its model, the first.
std::span<const kotor::mdl::source::RoomLink> links_of(const Document& text, const kotor::mdl::File& model) {
  const auto node = std::ranges::find_if(
      model.nodes, [](const kotor::mdl::Node& each) { return each.mesh && each.mesh->aabb; });
  if (&text.format() != &kKotorMdlAscii || node == model.nodes.end()) return {};
  const std::string name = node_name(model, *node);
  for (const kotor::mdl::source::Node& each : mirror<kotor::mdl::source::Model>(text).nodes)
    if (each.mesh && each.name == name && (each.type & kotor::mdl::kNodeAabb) == kotor::mdl::kNodeAabb)
      return each.mesh->room_links;
  return {};
}

/// The type that a file's name says.
std::optional<walkmesh::Type> type_named(std::string_view name) {
  const std::string extension = extension_of(name);
  if (extension.starts_with(".wok")) return walkmesh::Type::area;
  if (extension.starts_with(".pwk") || extension.starts_with(".dwk")) return walkmesh::Type::object;
  return std::nullopt;
}

Result<std::uint32_t> surface_named(std::string_view word, const SurfaceMaterials& surfaces) {
  if (const auto id = parse_integer(word); id && std::in_range<std::uint32_t>(*id)) return std::uint32_t(*id);
  if (const auto id = surfaces.find_name(word)) return *id;
  return fail(
      {.field = "default-surface", .message = fmt::format("{} is no surface material", quote_word(word))});
}

}  // namespace

void tell_findings(const walkmesh::File& file, const SurfaceMaterials& surfaces, Severity least,
                   Losses& losses) {
  Findings findings;
  walkmesh::validate(file, findings, surfaces);
  std::map<std::string_view, std::size_t> counts;
  for (const Finding& finding : findings.all())
    if (finding.kind->severity <= least) ++counts[finding.kind->code];
  if (counts.empty()) return;
  std::vector<std::string> words;
  for (const auto& [code, count] : counts) words.push_back(fmt::format("{} ({})", code, count));
  losses.add(walkmesh::loss::FINDINGS_LEFT, "", fmt::join(words, ", "));
}

Result<SurfaceMaterials> surfaces_beside(Neighbours* neighbours) {
  const auto table = find_and_load(neighbours, kSurfacesKind);
  if (!table) return fail(table.error());
  if (!*table) return SurfaceMaterials::built_in();
  return SurfaceMaterials::from_two_da((*table)->blob.bytes()).map_error([&](const Error& error) {
    return error_in(kSurfacesKind, (*table)->file, error);
  });
}

Result<std::optional<kotor::Layout>> layout_beside(Neighbours* neighbours) {
  const auto text = load_neighbour(neighbours, kLayoutKind);
  if (!text) return fail(text.error());
  if (!*text) return std::nullopt;
  return kotor::read_layout(text_of((*text)->bytes()))
      .map([](kotor::Layout layout) { return std::optional(std::move(layout)); })
      .map_error([](Error error) {
        error.field = "layout: " + error.field;
        return error;
      });
}

Result<Vec3> position_in(const kotor::Layout& layout, std::string_view room) {
  const auto row = layout.find_room(room);
  if (!row) return fail({.field = "layout", .message = fmt::format("has no room {}", quote_word(room))});
  return layout.rooms[*row].position;
}

std::string problem_of_tolerance(std::string_view value) {
  const auto distance = parse_any_float(value);
  if (distance && *distance >= 0 && std::isfinite(*distance)) return {};
  return "expected a number that is not below 0, got " + escape_text(value);
}

Result<Document> walkmesh_from_scene(scene::Scene scene, const SceneRequest& request) {
  const bool named = !request.name.empty() && request.name != "-";
  const Source source = request.from != nullptr ? request.from->source() : Source{};
  const auto beside = found_beside(source.neighbours.get(), stem_of(named ? request.name : source.name));
  if (!beside) return fail(beside.error());
  walkmesh::SceneSurface how{.type = type_named(request.name), .room = beside->room};
  if (request.options.has("default-surface")) {
    const auto other = surface_named(request.options.get("default-surface"), beside->surfaces);
    if (!other) return fail(other.error());
    how.other = *other;
  }
  auto made = walkmesh::from_scene(scene, how, beside->surfaces);
  if (!made) return fail(made.error());
  return document_of(*std::move(made), *beside);
}

Result<Patched> apply_walkmesh_edits(const Document& original, const edit::EditedScene& edits) {
  const auto surfaces = surfaces_beside(original.source().neighbours.get());
  if (!surfaces) return fail(surfaces.error());
  const walkmesh::File file = file_of(original);
  const walkmesh::SceneSurface how{.type = walkmesh::Type(file.header.type)};
  auto made = walkmesh::apply_edits(file, edits, how, *surfaces);
  if (!made) return fail(made.error());
  Document document(kKotorWalkmesh, std::move(made->file), place_of(original));
  document.losses = std::move(made->losses);
  return Patched{std::move(document)};
}

Result<Document> walkmesh_from_model(const Document& model, const OptionValues& /*options*/) {
  auto binary = Result<Document>(model);
  if (&model.format() == &kKotorMdlAscii) binary = compile_model(model, {});
  if (!binary) return fail(binary.error());
  const auto beside = found_beside(model.source().neighbours.get(), stem_of(model.source().name));
  if (!beside) return fail(beside.error());
  const auto& file = mirror<kotor::mdl::File>(*binary);
  auto made = walkmesh::from_model(file, beside->room, beside->surfaces, links_of(model, file));
  if (!made) return fail(made.error());
  if (!beside->placed) made->losses.add(walkmesh::loss::POSITION_UNKNOWN, "").advise("; --layout names one");
  return document_of(*std::move(made), *beside);
}

Result<Rebuilt> rebuild_walkmesh(const Document& document, const OptionValues& options) {
  const auto surfaces = surfaces_beside(document.source().neighbours.get());
  if (!surfaces) return fail(surfaces.error());
  walkmesh::RebuildOptions how{.fix = options.has("fix")};
  if (options.has("tolerance")) how.tolerance = parse_any_float(options.get("tolerance")).value_or(0);
  auto made = walkmesh::rebuild(file_of(document), how, *surfaces);
  if (!made) return fail(made.error());
  return Rebuilt{with_mirror(document, std::move(made->file)), std::move(made->changes)};
}

}  // namespace mw::rows
