#include <meshwright/wows/primitives.h>

#include "library/common_options.h"
#include "library/verbs.h"

namespace mw::rows {
namespace wows_primitives {
namespace {

namespace primitives = wows::primitives;

constexpr std::string_view kExtensions[] = {".primitives"};
constexpr std::pair<std::string_view, std::string_view> kWords[] = {
    {"part", "part of the model"},
    {"format", "vertex format"},
    {"z_negated", "stored with z negated"},
};
constexpr OptionKind kOptions[] = {kLod, kRawAxes};

Result<Rest> read_rest(const Source& source, const FileTraces& traces) {
  auto left = primitives::read_rest(source.blob.bytes(), traces.file);
  if (!left) return fail(left.error());
  Document document(kWowsPrimitives, std::move(left->file), source);
  document.losses = std::move(left->losses);
  return Rest{std::move(document)};
}

JsonArray meshes(const primitives::File& file) {
  JsonArray list;
  for (const primitives::Shape& shape : primitives::shapes(file))
    list.push_back(JsonObject{{"shape", shape.name},
                              {"vertices", std::uint64_t(shape.vertices->header.count)},
                              {"triangles", std::uint64_t(shape.indices->indices.size() / 3)},
                              {"groups", std::uint64_t(shape.indices->groups.size())},
                              {"format", shape.vertices->header.format.view()}});
  return list;
}

JsonArray other_sections(const primitives::File& file) {
  JsonArray list;
  for (const primitives::Section& section : file.sections)
    if (std::holds_alternative<Bytes>(section.content)) list.emplace_back(section.name);
  return list;
}

Totals totals(const Document& document) {
  Totals totals;
  for (const primitives::Shape& shape : primitives::shapes(mirror<primitives::File>(document))) {
    ++totals.meshes;
    totals.vertices += shape.vertices->header.count;
    totals.triangles += shape.indices->indices.size() / 3;
  }
  return totals;
}

Result<Info> info(const Document& document) {
  const primitives::File& file = mirror<primitives::File>(document);
  const Totals found = totals(document);
  Info info;
  info.variant = "primitives";
  info.counts = {{"sections", file.sections.size()},
                 {"meshes", found.meshes},
                 {"vertices", found.vertices},
                 {"triangles", found.triangles}};
  info.bounds = primitives::bounds(file);
  info.details = {{"mesh_list", meshes(file)}, {"other_sections", other_sections(file)}};
  return info;
}

Result<Document> sample(std::string_view /*name*/, const OptionValues& /*options*/) {
  return Document(kWowsPrimitives, primitives::sample());
}

Result<scene::Scene> to_scene(const Document& document, const SceneWishes& wishes) {
  return primitives::to_scene(mirror<primitives::File>(document), scene_options(wishes));
}

Result<Document> from_scene(scene::Scene scene, const SceneRequest& /*request*/) {
  auto made = primitives::from_scene(scene);
  if (!made) return fail(made.error());
  Document document(kWowsPrimitives, std::move(made->file));
  document.losses = std::move(made->losses);
  return document;
}

}  // namespace

const Format kWowsPrimitives = {
    .id = "wows-primitives",
    .name = "World of Warships primitives",
    .extensions = kExtensions,
    .options = kOptions,
    .records_rows = true,
    .axes = scene::Axes::left_handed(),
    .words = kWords,
    .sniff = primitives::sniff,
    .read = read_document<kWowsPrimitives, primitives::read>,
    .read_rest = read_rest,
    .from_json = document_of_json<kWowsPrimitives, primitives::from_json>,
    .sample = sample,
    .from_scene = from_scene,
    .info = info,
    .totals = totals,
    .validate = validate_document<primitives::File>,
    .trace = trace_document<primitives::File>,
    .write = write_document<primitives::File>,
    .to_json = json_of_document<primitives::File>,
    .to_scene = to_scene,
    .finding_kinds = primitives::finding_kinds,
};

}  // namespace wows_primitives
}  // namespace mw::rows
