#include <fmt/format.h>
#include <meshwright/edit/detail/verify.h>
#include <meshwright/wows/detail/geometry_info.h>
#include <meshwright/wows/geometry.h>
#include <meshwright/wows/geometry_scene.h>

#include "formats/wows/assets/row_options.h"
#include "library/common_options.h"
#include "library/meanings.h"
#include "library/verbs.h"

namespace mw::rows {
namespace wows_geometry {
namespace {

namespace geometry = wows::geometry;

constexpr std::string_view kExtensions[] = {".geometry"};

constexpr OptionKind kEncode{.name = "encode",
                             .operand = {},
                             .help = "Encoded buffers in a new .geometry, as most of the game's files have",
                             .uses = Use::from_scene};

std::string problem_of_format(std::string_view name) {
  const auto layout = geometry::parse_vertex_format(geometry::whole_format_name(name));
  return layout ? "" : layout.error().message;
}
constexpr OptionKind kVertexFormat{
    .name = "vertex-format",
    .operand = "NAME",
    .help = "Vertices of a new .geometry (xyznuvtbpc); by what the meshes have without it",
    .uses = Use::from_scene,
    .values = {},
    .problem = problem_of_format};

constexpr std::pair<std::string_view, std::string_view> kWords[] = {
    {"key", "armor layer and material"},
    {"layer", "armor layer"},
    {"material", "armor material"},
    {"part", "part of the model"},
    {"name_from", "how its name is known"},
    {"level_by", "how its level is known"},
    {"paired_by", "how its buffers were paired"},
    {"vertices_id", "vertex mapping"},
    {"indices_id", "index mapping"},
    {"format", "vertex format"},
    {"density", "texture density"},
    {"indices_density", "texture density of the indices"},
    {"is_skinned", "moved by bones"},
    {"is_bumped", "has a normal map"},
    {"material_name", "material set"},
    {"z_negated", "stored with z negated"},
};
constexpr OptionKind kOptions[] = {kLod,    kArmor,        kCollision, kRawAxes, kRelayout,
                                   kEncode, kVertexFormat, kSplit,     kModel,   kAssumeLayout};

constexpr NeighbourUse kShapeNames = {{.name = "shape-names",
                                       .operand = "FILE",
                                       .help = "More names of World of Warships shapes, one per line"},
                                      Use::to_scene};
constexpr NeighbourUse kAssets = {
    {.name = "assets",
     .operand = "FILE",
     .help = "An assets.bin: names, nodes, levels, materials and skins of a World of Warships .geometry"},
    Use::to_scene};
constexpr NeighbourUse kNeighbours[] = {kShapeNames, kAssets};

JsonArray vertex_formats(const geometry::Info& info) {
  JsonArray list;
  for (const std::string_view format : info.vertex_formats) list.emplace_back(format);
  return list;
}

JsonArray meshes(const geometry::Info& info) {
  JsonArray list;
  for (const geometry::MeshInfo& mesh : info.meshes)
    list.push_back(JsonObject{{"shape", mesh.shape.empty() ? "unknown" : mesh.shape},
                              {"vertices", std::uint64_t(mesh.vertices)},
                              {"triangles", std::uint64_t(mesh.triangles)},
                              {"format", std::uint64_t(mesh.vertex_buffer)},
                              {"paired_by", to_string(mesh.paired_by)},
                              {"part", mesh.part},
                              {"level", std::uint64_t(mesh.level)},
                              {"level_by", to_string(mesh.level_by)},
                              {"vertices_id", fmt::format("0x{:08X}", mesh.vertices_id)},
                              {"indices_id", fmt::format("0x{:08X}", mesh.indices_id)}});
  return list;
}

JsonArray parts(const geometry::Info& info) {
  JsonArray list;
  for (const geometry::PartInfo& part : info.parts) {
    JsonArray levels;
    for (const geometry::LevelInfo& level : part.levels)
      levels.push_back(JsonObject{{"level", std::uint64_t(level.level)},
                                  {"vertices", level.vertices},
                                  {"triangles", level.triangles}});
    list.push_back(JsonObject{
        {"name", part.name}, {"name_from", to_string(part.name_from)}, {"levels", std::move(levels)}});
  }
  return list;
}

Result<Info> info(const Document& document) {
  const geometry::File& file = mirror<geometry::File>(document);
  const geometry::Info found = geometry::info(file);
  Info info;
  info.variant = "geometry";
  info.counts = {{"meshes", found.meshes.size()},
                 {"parts", found.parts.size()},
                 {"vertices", found.counts.vertices},
                 {"triangles", found.counts.triangles},
                 {"vertex_buffers", file.vertex_buffers.size()},
                 {"index_buffers", file.index_buffers.size()},
                 {"unpaired", found.unpaired},
                 {"armor_plates", found.armor_plates},
                 {"hulls", found.hulls}};
  info.bounds = found.bounds;
  info.details = {{"encoding", to_string(found.encoding)},
                  {"vertex_formats", vertex_formats(found)},
                  {"parts", parts(found)},
                  {"mesh_list", meshes(found)}};
  return info;
}

/// Of all that a scene of the file has: drawn meshes, plates of armor and hulls.
Totals totals(const Document& document) {
  const geometry::File& file = mirror<geometry::File>(document);
  const geometry::Counts counts = geometry::count(file);
  Totals all{counts.meshes, counts.vertices, counts.triangles};
  for (const geometry::ArmorModel& model : file.armor_models) {
    all.meshes += model.plates.size();
    for (const geometry::ArmorPlate& plate : model.plates) {
      all.vertices += plate.vertices.size();
      all.triangles += plate.vertices.size() / 3;
    }
  }
  for (const geometry::CollisionModel& model : file.collision_models) {
    all.meshes += model.hulls.size();
    for (const geometry::Hull& hull : model.hulls) {
      all.vertices += hull.vertices.size();
      for (const geometry::HullFace& face : hull.faces)
        all.triangles += face.vertices.size() > 2 ? face.vertices.size() - 2 : 0;
    }
  }
  return all;
}

Result<Document> changed(const Document& document, const OptionValues& options) {
  if (!options.has("relayout")) return document;
  geometry::File file = mirror<geometry::File>(document);
  geometry::lay_out(file);
  return with_mirror(document, std::move(file));
}

Result<Document> sample(std::string_view /*name*/, const OptionValues& /*options*/) {
  return Document(kWowsGeometry, geometry::sample(geometry::SampleData::encoded));
}

/// The file's scene with what a database says of it.
Result<scene::Scene> with_assets(const Document& document, const SceneWishes& wishes, const Blob& blob,
                                 const wows::ShapeNames& names) {
  const OptionValues& options = wishes.options;
  const auto database = open_assets(blob, options);
  if (!database) return fail(database.error());
  const geometry::File& file = mirror<geometry::File>(document);
  return chain_for(*database, document.source().name, file, options).and_then([&](const ChosenChain& chosen) {
    return wows::assets::to_scene(*database, chosen.chain, file, scene_options(wishes), names)
        .map([&](scene::Scene scene) {
          scene.losses.append(chosen.losses);
          return scene;
        });
  });
}

/// The built-in names and those the user brings.
Result<scene::Scene> to_scene(const Document& document, const SceneWishes& wishes) {
  const geometry::File& file = mirror<geometry::File>(document);
  Neighbours* neighbours = document.source().neighbours.get();
  const auto lines = load_text(neighbours, kShapeNames.kind);
  if (!lines) return fail(lines.error());
  wows::ShapeNames names = wows::ShapeNames::built_in();
  if (*lines) names.add_lines(text_of((*lines)->bytes()));
  const auto assets = load_neighbour(neighbours, kAssets.kind);
  if (!assets) return fail(assets.error());
  if (*assets) return with_assets(document, wishes, **assets, names);
  for (const OptionKind& option : {kModel, kAssumeLayout})
    if (wishes.options.has(option.name))
      return fail(
          {.field = std::string(option.name), .message = "has no meaning", .advice = " without --assets"});
  return geometry::to_scene(file, scene_options(wishes), names);
}

Result<Document> from_scene(scene::Scene scene, const SceneRequest& request) {
  const geometry::MakeOptions options{.encoded = request.options.has(kEncode.name),
                                      .vertex_format = std::string(request.options.get(kVertexFormat.name)),
                                      .split = request.options.has(kSplit.name)};
  auto made = geometry::from_scene(scene, options);
  if (!made) return fail(made.error());
  Document document(kWowsGeometry, std::move(made->file));
  document.losses = std::move(made->losses);
  return document;
}

Result<Patched> apply_edits(const Document& original, const edit::EditedScene& edits) {
  auto made = geometry::apply_edits(mirror<geometry::File>(original), edits);
  if (!made) return fail(made.error());
  Document document(kWowsGeometry, std::move(made->file), place_of(original));
  document.losses = std::move(made->losses);
  return Patched{std::move(document), states_of(edits, made->built, {})};
}

}  // namespace

const Format kWowsGeometry = {
    .id = "wows-geometry",
    .name = "World of Warships geometry",
    .extensions = kExtensions,
    .options = kOptions,
    .neighbours = kNeighbours,
    .json_hint = kPlaceAnew,
    .names_textures = false,
    .records_rows = true,
    .axes = scene::Axes::left_handed(),
    .why_names_stay = "whose meshes are found by hashes of names that stand in other files of the ship",
    .why_textures_stay = "which names no textures: the database of assets has those of its meshes",
    .words = kWords,
    .sniff = geometry::sniff,
    .read = read_document<kWowsGeometry, geometry::read>,
    .from_json = document_of_json<kWowsGeometry, geometry::from_json>,
    .sample = sample,
    .from_scene = from_scene,
    .apply_edits = apply_edits,
    .info = info,
    .totals = totals,
    .validate = validate_document<geometry::File>,
    .trace = trace_document<geometry::File>,
    .write = write_document<geometry::File>,
    .to_json = json_of_document<geometry::File>,
    .to_scene = to_scene,
    .changed = changed,
    .finding_kinds = geometry::finding_kinds,
    .meanings = &kWowsGeometryMeanings,
};

}  // namespace wows_geometry
}  // namespace mw::rows
