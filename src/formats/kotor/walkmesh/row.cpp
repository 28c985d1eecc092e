#include <fmt/format.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/json_text.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/formats/surface.h>
#include <meshwright/geometry/detail/adjacency.h>
#include <meshwright/kotor/detail/area.h>
#include <meshwright/kotor/layout.h>
#include <meshwright/kotor/surface_materials.h>
#include <meshwright/kotor/walkmesh.h>
#include <algorithm>
#include <map>

#include "library/common_options.h"
#include "library/meanings.h"
#include "library/verbs.h"
#include "row.h"

namespace mw::rows {
namespace kotor_walkmesh {
namespace {

namespace walkmesh = kotor::walkmesh;

constexpr std::string_view kExtensions[] = {".wok", ".pwk", ".dwk"};

std::string_view variant_of(const walkmesh::Header& header, std::string_view name) {
  if (header.type == std::uint32_t(walkmesh::Type::area)) return "wok";
  return extension_of(name) == ".dwk" ? "dwk" : "pwk";
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

constexpr OptionKind kOptions[] = {
    kRawAxes,
    kRelayout,
    kDefaultSurface,
    {.name = "fix",
     .operand = {},
     .help = "Mend what is safe to mend: windings, seams, vertices and faces that are there twice",
     .uses = Use::rebuild},
    {.name = "tolerance",
     .operand = "X",
     .help = "With --fix: how far apart corners may be that become one (0.001)",
     .uses = Use::rebuild,
     .values = {},
     .problem = problem_of_tolerance},
};

constexpr NeighbourUse kNeighbours[] = {
    {kSurfacesKind, Use::info | Use::validate | Use::to_scene | Use::query | Use::from_scene | Use::rebuild |
                        Use::compile | Use::plan},
    {kLayoutKind, Use::query | Use::from_scene | Use::plan},
    {kTransitionsKind, Use::from_scene},
};
constexpr const Format* kRelatives[] = {&kKotorMdl, &kKotorMdlAscii};

Result<SurfaceMaterials> surfaces_for(const Document& document) {
  return surfaces_beside(document.source().neighbours.get());
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

/// The mirror of a document that was read is a View, so that a scene needs no copy of the tables; of one that
/// was made by code or from JSON, a File.
Document document_of(walkmesh::File file) {
  return Document(kKotorWalkmesh, std::move(file));
}

Result<Document> read(const Source& source, const FileTraces& traces) {
  if (traces.file != nullptr)
    return walkmesh::read(source.blob.bytes(), traces.file).map([&](walkmesh::File file) {
      return Document(kKotorWalkmesh, std::move(file), source);
    });
  return walkmesh::view(source.blob.bytes()).map([&](walkmesh::View view) {
    return Document(kKotorWalkmesh, std::move(view), source);
  });
}

Result<Info> info(const Document& document) {
  const auto surfaces = surfaces_for(document);
  if (!surfaces) return fail(surfaces.error());
  const walkmesh::File file = file_of(document);
  Info info;
  info.variant = variant_of(file.header, document.source().name);
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
}

Totals totals(const Document& document) {
  const walkmesh::View view = view_of(document);
  return {1, view.vertices.size(), view.faces.size()};
}

Result<void> validate(const Document& document, Findings& findings) {
  const auto surfaces = surfaces_for(document);
  if (!surfaces) return fail(surfaces.error());
  walkmesh::validate(file_of(document), findings, *surfaces);
  return {};
}

/// Walkmeshes of both games and all machines are alike: only their layout can change.
Result<Document> changed(const Document& document, const OptionValues& options) {
  if (!options.has("relayout")) return document;
  walkmesh::File file = file_of(document);
  walkmesh::lay_out(file);
  return with_mirror(document, std::move(file));
}

Result<Document> sample(std::string_view name, const OptionValues& /*options*/) {
  const std::string extension = extension_of(name);
  if (extension == ".pwk") return document_of(walkmesh::sample(walkmesh::Sample::placeable));
  if (extension == ".dwk") return document_of(walkmesh::sample(walkmesh::Sample::door));
  // The rooms of the layout that is the sample of layouts.
  for (std::size_t row = 0; row < 3; ++row)
    if (stem_of(name) == fmt::format("sample_0{}", row + 1)) return document_of(kotor::sample_room(row));
  return document_of(walkmesh::sample(walkmesh::Sample::room));
}

Result<scene::Scene> to_scene(const Document& document, const SceneWishes& wishes) {
  const auto surfaces = surfaces_for(document);
  if (!surfaces) return fail(surfaces.error());
  return walkmesh::to_scene(view_of(document), scene_options(wishes), *surfaces);
}

Result<void> trace(const Document& document, const FileTraces& traces) {
  return walkmesh::write(file_of(document), traces.file).map([](const Bytes&) {});
}

Result<Output> write(const Document& document, const WriteRequest& /*request*/) {
  return written(file_of(document));
}

void to_json(const Document& document, JsonWriter& json) {
  walkmesh::to_json(file_of(document), json);
}

Result<Document> from_json(const JsonText& json) {
  return walkmesh::from_json(json).map([](walkmesh::File file) { return document_of(std::move(file)); });
}

std::vector<geometry::TreeNode> tree_of(const walkmesh::View& view) {
  std::vector<geometry::TreeNode> tree;
  for (std::size_t row = 0; row < view.aabb.size(); ++row) {
    const walkmesh::AabbNode node = view.aabb[row];
    tree.push_back(
        {.box = {node.box_min, node.box_max},
         .left = node.left,
         .right = node.right,
         .triangle = node.face == walkmesh::kNoFace ? geometry::kNoRow : std::uint32_t(node.face)});
  }
  return tree;
}

/// The tables that findings are about, and where their rows lie.
std::vector<SurfaceTable> tables_of(const walkmesh::View& view) {
  using Rows = SurfaceTable::Rows;
  SurfaceTable boxes{.name = "aabb", .rows = Rows::listed};
  for (std::size_t row = 0; row < view.aabb.size(); ++row)
    boxes.faces.push_back(std::uint32_t(view.aabb[row].face));
  SurfaceTable loops{.name = "perimeters", .rows = Rows::listed};
  for (std::size_t row = 0; row < view.perimeters.size(); ++row) {
    const std::uint32_t first = row == 0 ? 0 : view.perimeters[row - 1];
    loops.faces.push_back(first < view.edges.size() ? view.edges[first].edge / 3
                                                    : std::uint32_t(walkmesh::kNoFace));
  }
  std::vector<SurfaceTable> tables = {{"vertices", Rows::positions}, {"edges", Rows::edges}};
  for (const std::string_view name : {"faces", "materials", "normals", "distances", "adjacency"})
    tables.push_back({name, Rows::faces});
  tables.push_back(std::move(boxes));
  tables.push_back(std::move(loops));
  return tables;
}

Result<SurfacePart> surface(const Document& document) {
  const auto surfaces = surfaces_for(document);
  if (!surfaces) return fail(surfaces.error());
  const walkmesh::View view = view_of(document);
  SurfacePart part;
  for (std::size_t row = 0; row < view.vertices.size(); ++row)
    part.mesh.positions.push_back(view.vertices[row]);
  for (std::size_t face = 0; face < view.faces.size(); ++face) {
    part.mesh.triangles.push_back(view.faces[face]);
    part.materials.push_back(view.materials[face]);
    part.colours.try_emplace(view.materials[face], kotor::surface_colour(view.materials[face]));
    part.mesh.walkable.push_back(surfaces->is_walkable(view.materials[face]) ? 1 : 0);
  }
  part.mesh.neighbours = nav::link_walkable(part.mesh);
  for (const kotor::SurfaceMaterial& material : surfaces->all()) {
    part.material_names.resize(std::max(part.material_names.size(), std::size_t(material.id) + 1));
    part.material_names[material.id] = material.name;
  }
  for (std::size_t row = 0; row < view.edges.size(); ++row)
    part.edges.push_back({view.edges[row].edge, view.edges[row].transition});
  for (const Vec3& hook : view.header.relative_use)
    if (hook != Vec3(0)) part.hooks.push_back(hook);
  part.tables = tables_of(view);
  part.tree = tree_of(view);
  part.tree_root = view.header.aabb_root;
  part.is_room = view.header.type == std::uint32_t(walkmesh::Type::area);
  return part;
}

std::string variant(const Document& document, std::string_view name) {
  return std::string(variant_of(view_of(document).header, name));
}

}  // namespace
}  // namespace kotor_walkmesh

kotor::walkmesh::View view_of(const Document& document) {
  namespace walkmesh = kotor::walkmesh;
  const auto* view = document.as<walkmesh::View>();
  return view != nullptr ? *view : walkmesh::view(mirror<walkmesh::File>(document));
}

kotor::walkmesh::File file_of(const Document& document) {
  namespace walkmesh = kotor::walkmesh;
  const auto* view = document.as<walkmesh::View>();
  return view != nullptr ? walkmesh::to_file(*view) : mirror<walkmesh::File>(document);
}

Result<std::vector<Vec3>> positions_of_rooms(std::span<const Document> rooms) {
  std::vector<Vec3> positions;
  const auto layout = layout_beside(rooms[0].source().neighbours.get());
  if (!layout) return fail(layout.error());
  if (!*layout) return positions;
  for (const Document& room : rooms) {
    const auto position = position_in(**layout, stem_of(room.source().name));
    if (!position) return fail(position.error());
    positions.push_back(*position);
  }
  return positions;
}

namespace kotor_walkmesh {

const Format kKotorWalkmesh = {
    .id = "kotor-walkmesh",
    .name = "Knights of the Old Republic walkmesh",
    .extensions = kExtensions,
    .options = kOptions,
    .neighbours = kNeighbours,
    .json_hint = kPlaceAnew,
    .names_textures = false,
    .records_rows = true,
    .text = &kKotorWalkmeshAscii,
    .axes = scene::Axes::z_up(),
    .sniff = walkmesh::sniff,
    .read = read,
    .from_json = from_json,
    .sample = sample,
    .from_scene = walkmesh_from_scene,
    .apply_edits = apply_walkmesh_edits,
    .relatives = kRelatives,
    .from_relative = walkmesh_from_model,
    .from_text = compile_walkmesh,
    .info = info,
    .totals = totals,
    .validate = validate,
    .trace = trace,
    .write = write,
    .to_json = to_json,
    .to_scene = to_scene,
    .changed = changed,
    .rebuild = rebuild_walkmesh,
    .surface = surface,
    .room_positions = positions_of_rooms,
    .variant = variant,
    .finding_kinds = walkmesh::finding_kinds,
    .meanings = &kKotorWalkmeshMeanings,
};

}  // namespace kotor_walkmesh
}  // namespace mw::rows
