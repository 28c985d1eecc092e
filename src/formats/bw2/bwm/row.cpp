#include <fmt/format.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/bw2/bwm_scene.h>
#include <meshwright/scene/detail/levels.h>

#include <algorithm>

#include "library/common_options.h"
#include "library/meanings.h"
#include "library/rename/renaming.h"
#include "library/verbs.h"

namespace mw::rows {
namespace bw2_bwm {
namespace {

namespace bwm = bw2::bwm;

constexpr std::string_view kExtensions[] = {".bwm"};

constexpr std::string_view kVersions[] = {"5", "6"};
constexpr OptionKind kOptions[] = {
    kRawAxes,
    kLod,
    {.name = "bwm-version",
     .operand = "5|6",
     .help = "The version of a Black & White 2 OUT",
     .uses = Use::rewrite | Use::json | Use::from_scene,
     .values = kVersions},
};

/// Nothing without the option.
std::optional<std::uint32_t> version_of(const OptionValues& options) {
  const std::string_view value = options.get("bwm-version");
  if (value.empty()) return std::nullopt;
  return value == "5" ? bwm::kVersion5 : bwm::kVersion6;
}

std::string variant_of(const bwm::File& file) {
  return "v" + std::to_string(file.header.version);
}

JsonArray meshes(const bwm::File& file) {
  JsonArray list;
  for (const bwm::Mesh& mesh : file.meshes)
    list.push_back(JsonObject{{"name", mesh.name.view()},
                              {"lod", std::uint64_t(mesh.lod)},
                              {"vertices", std::uint64_t(mesh.vertex_count)},
                              {"faces", std::uint64_t(mesh.face_count)},
                              {"materials", std::uint64_t(mesh.material_ref_count)}});
  return list;
}

/// Only the roles that are filled.
JsonArray materials(const bwm::File& file) {
  JsonArray list;
  for (const bwm::Material& material : file.materials) {
    JsonObject roles = {{"name", material.name.view()}};
    for (const bwm::TextureUse& use : bwm::textures_of(material)) roles.emplace_back(use.role, use.file);
    list.push_back(std::move(roles));
  }
  return list;
}

JsonArray entities(const bwm::File& file) {
  JsonArray list;
  for (const bwm::Entity& entity : file.entities) list.push_back(entity.name.view());
  return list;
}

/// The file has no tree: bones and entities stand in the model's space, each by itself. Bones have no names.
std::vector<TreeNode> tree_of(const bwm::File& file) {
  std::vector<TreeNode> tree;
  for (const bwm::Mesh& mesh : file.meshes)
    tree.push_back({.name = std::string(mesh.name.view()), .kind = "mesh"});
  for (std::size_t row = 0; row < file.bones.size(); ++row)
    tree.push_back({.name = "bone " + std::to_string(row), .kind = "bone"});
  for (const bwm::Entity& entity : file.entities)
    tree.push_back({.name = std::string(entity.name.view()), .kind = "entity"});
  return tree;
}

Result<Info> info(const Document& document) {
  const bwm::File& file = mirror<bwm::File>(document);
  const bwm::Info found = bwm::info(file);
  Info info;
  info.variant = variant_of(file);
  info.counts = {{"vertices", found.vertices},     {"triangles", found.triangles},
                 {"meshes", file.meshes.size()},   {"materials", file.materials.size()},
                 {"bones", file.bones.size()},     {"entities", file.entities.size()},
                 {"circles", file.circles.size()}, {"hull_points", file.hull.size()},
                 {"uv_sets", found.uv_sets},       {"cleaves", file.cleaves.size()}};
  info.bounds = found.bounds;
  info.details = {{"kind", found.kind}, {"meshes_by_name", meshes(file)}, {"textures", materials(file)}};
  if (!file.entities.empty()) info.details.emplace_back("entity_names", entities(file));
  info.details.emplace_back("likely_writer", found.likely_writer);
  info.tree = tree_of(file);
  return info;
}

Totals totals(const Document& document) {
  const bwm::File& file = mirror<bwm::File>(document);
  return {file.meshes.size(), file.header.vertex_count, bwm::triangle_count(file)};
}

Result<Document> changed(const Document& document, const OptionValues& options) {
  const auto version = version_of(options);
  if (!version) return document;
  bwm::File file = mirror<bwm::File>(document);
  auto losses = bwm::set_version(file, *version);
  if (!losses) return fail(losses.error());
  Document result = with_mirror(document, std::move(file));
  result.losses.append(*losses);
  return result;
}

/// A file that is called so asks for a skin; any other name gives a house.
Result<Document> sample(std::string_view name, const OptionValues& /*options*/) {
  const bool skin = name.ends_with("skin.bwm");
  return Document(kBw2Bwm, bwm::sample(skin ? bwm::Sample::skin : bwm::Sample::house));
}

Result<scene::Scene> to_scene(const Document& document, const SceneWishes& wishes) {
  const scene::Options wanted = scene_options(wishes);
  scene::Options all = wanted;
  all.selection.all_lods = true;
  scene::Scene scene = bwm::to_scene(mirror<bwm::File>(document), all);
  if (const auto level = check_level(wanted.selection, levels(scene)); !level) return fail(level.error());
  select(scene, wanted.selection);
  return scene;
}

/// The header gives the length of the file twice: by sizes and by counts. Cleaves count themselves, behind
/// everything else: of a file that was cut off before them nothing says how many there were.
std::optional<Misfit> find_misfit(const Document& padded) {
  const bwm::File& file = mirror<bwm::File>(padded);
  bwm::File counted = file;
  counted.unreferenced.clear();  // most are the padding
  bwm::update_sizes(counted);
  const auto whole = [](const bwm::File& of) { return std::uint64_t(of.header.size) + bwm::kBeforeSize; };
  const bool tables_fit = counted.header.metadata_size == file.header.metadata_size;
  const bool may_have_cleaves = file.header.version == bwm::kVersion6 && file.cleaves.empty();
  const bool size_fits = whole(counted) == whole(file) || (may_have_cleaves && whole(counted) < whole(file));
  if (tables_fit && size_fits) return std::nullopt;
  std::uint64_t used = 0;
  for (const bwm::Mesh& mesh : file.meshes)
    used = std::max(used, std::uint64_t(mesh.vertex_offset) + mesh.vertex_count);
  return Misfit{fmt::format("the counts of the file do not fit its size: by its header it has {} bytes, by "
                            "its counts {}; what they count behind its end is left out",
                            whole(file), whole(counted)),
                !tables_fit || used != file.header.vertex_count};
}

Result<Document> from_scene(scene::Scene scene, const SceneRequest& request) {
  auto made = bwm::from_scene(scene, version_of(request.options));
  if (!made) return fail(made.error());
  Document document(kBw2Bwm, std::move(made->file));
  document.losses = std::move(made->losses);
  return document;
}

Result<Patched> apply_edits(const Document& original, const edit::EditedScene& edits) {
  auto made = bwm::apply_edits(mirror<bwm::File>(original), edits);
  if (!made) return fail(made.error());
  Document document(kBw2Bwm, std::move(made->file), place_of(original));
  document.losses = std::move(made->losses);
  return Patched{std::move(document)};
}

}  // namespace

const Format kBw2Bwm = {
    .id = "bw2-bwm",
    .name = "Black & White 2 model",
    .extensions = kExtensions,
    .options = kOptions,
    .json_hint = "remove \"size\" and \"metadata_size\" from the JSON to compute them",
    .records_rows = true,
    .axes = scene::Axes::left_handed(),
    .first_level = 1,
    .sniff = bwm::sniff,
    .read = read_document<kBw2Bwm, bwm::read>,
    .find_misfit = find_misfit,
    .from_json = document_of_json<kBw2Bwm, bwm::from_json>,
    .sample = sample,
    .from_scene = from_scene,
    .apply_edits = apply_edits,
    .info = info,
    .totals = totals,
    .validate = validate_document<bwm::File>,
    .trace = trace_document<bwm::File>,
    .write = write_document<bwm::File>,
    .to_json = json_of_document<bwm::File>,
    .to_scene = to_scene,
    .changed = changed,
    .rename = rename_bwm,
    .finding_kinds = bwm::finding_kinds,
    .meanings = &kBw2BwmMeanings,
};

}  // namespace bw2_bwm
}  // namespace mw::rows
