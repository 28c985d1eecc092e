#include <meshwright/wows/splash.h>

#include "library/common_options.h"
#include "library/verbs.h"

namespace mw::rows {
namespace wows_splash {
namespace {

namespace splash = wows::splash;

constexpr std::string_view kExtensions[] = {".splash"};
constexpr OptionKind kOptions[] = {kRawAxes};

JsonArray names(const splash::File& file) {
  JsonArray list;
  for (const splash::NamedBox& box : file.boxes) list.emplace_back(box.name);
  return list;
}

Result<Info> info(const Document& document) {
  const splash::File& file = mirror<splash::File>(document);
  Info info;
  info.variant = "splash";
  info.counts = {{"boxes", file.boxes.size()}};
  info.bounds = splash::bounds(file);
  info.details = {{"names", names(file)}};
  return info;
}

/// A box has eight corners and six sides of two triangles.
Totals totals(const Document& document) {
  const std::uint64_t boxes = mirror<splash::File>(document).boxes.size();
  return {boxes, 8 * boxes, 12 * boxes};
}

Result<Document> sample(std::string_view /*name*/, const OptionValues& /*options*/) {
  return Document(kWowsSplash, splash::sample());
}

Result<scene::Scene> to_scene(const Document& document, const SceneWishes& wishes) {
  return splash::to_scene(mirror<splash::File>(document), scene_options(wishes));
}

}  // namespace

const Format kWowsSplash = {
    .id = "wows-splash",
    .name = "World of Warships splash boxes",
    .extensions = kExtensions,
    .options = kOptions,
    .json_hint = "remove \"unreferenced\" from the JSON to leave out what lies behind the boxes",
    .axes = scene::Axes::left_handed(),
    .why_names_stay = "whose boxes the game finds by their names; in its JSON (convert) they can be others",
    .why_textures_stay = "which has no textures",
    .sniff = splash::sniff,
    .read = read_document<kWowsSplash, splash::read>,
    .from_json = document_of_json<kWowsSplash, splash::from_json>,
    .sample = sample,
    .info = info,
    .totals = totals,
    .validate = validate_document<splash::File>,
    .trace = trace_document<splash::File>,
    .write = write_document<splash::File>,
    .to_json = json_of_document<splash::File>,
    .to_scene = to_scene,
    .finding_kinds = splash::finding_kinds,
};

}  // namespace wows_splash
}  // namespace mw::rows
