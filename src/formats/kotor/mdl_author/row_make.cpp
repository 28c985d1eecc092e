#include <fmt/format.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_from_scene.h>
#include <meshwright/kotor/mdl_source.h>
#include <meshwright/scene/detail/record_extras.h>
#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include "formats/kotor/shared/file_names.h"

#include "formats/kotor/mdl_source/row.h"
#include "library/output_name.h"
#include "library/verbs.h"

/// Models and their texts from scenes.
namespace mw::rows {
namespace {

namespace mdl = kotor::mdl;
namespace source = kotor::mdl::source;

std::optional<std::uint8_t> classification_called(std::string_view word) {
  for (unsigned value = 0; value <= 0x40; value = value == 0 ? 1 : value << 1)
    if (mdl::classification_name(std::uint8_t(value)) == word) return std::uint8_t(value);
  return std::nullopt;
}

/// The game and the machine: what the options say, else what the scene was made of, else the first on a PC.
mdl::Variant variant_for(const scene::Scene& scene, const OptionValues& options) {
  mdl::Variant variant;
  const JsonValue* told = scene::find(scene.extras, "variant");
  if (const auto* word = told != nullptr ? told->get_if<std::string>() : nullptr)
    variant = mdl::parse_variant(*word).value_or(variant);
  if (options.has("game")) variant.game = options.get("game") == "k2" ? mdl::Game::k2 : mdl::Game::k1;
  if (options.has("platform"))
    variant.platform = options.get("platform") == "xbox" ? mdl::Platform::xbox : mdl::Platform::pc;
  return variant;
}

/// The games find files by short names, and a model by the name of its file.
void tell_names(const source::Model& model, const std::string& path, Losses& losses) {
  std::set<std::string> told;
  const auto tell = [&](std::string_view what, const std::string& name) {
    if (name.size() > kotor::kFileNameRoom && told.insert(std::string(what) + name).second)
      losses.add(mdl::loss::FILE_NAME_TOO_LONG, name, what, quote_word(name), name.size(),
                 kotor::kFileNameRoom);
  };
  tell("the name of the model,", model.name);
  tell("the supermodel", model.supermodel);
  for (const source::Node& node : model.nodes)
    if (node.mesh)
      for (const std::string& texture : node.mesh->textures) tell("the texture", texture);
  if (const auto file = other_file_name(model.name, path))
    losses.add(mdl::loss::NAME_OTHER_THAN_OUTPUT, model.name, quote_word(model.name), quote_word(*file));
}

Result<mdl::Described> described(scene::Scene scene, const SceneRequest& request) {
  const bool named = !request.name.empty() && request.name != "-";
  mdl::NewModel how{.split = request.options.has("split")};
  how.name = stem_of(named ? request.name : request.from != nullptr ? request.from->source().name : "");
  how.classification = classification_called(request.options.get("classification"));
  auto made = mdl::describe_new(std::move(scene), how);
  if (made) tell_names(made->model, request.name, made->losses);
  return made;
}

/// The file that the user names is the supermodel of a scene that names none.
Result<void> adopt_supermodel(source::Model& model, Neighbours* neighbours, Losses& losses) {
  if (neighbours == nullptr || !mdl::names_nothing(model.supermodel)) return {};
  const auto loaded = find_and_load(neighbours, kSupermodelKind);
  if (!loaded) return fail(loaded.error());
  if (!*loaded) {
    if (const std::string place = neighbours->place(kSupermodelKind); !place.empty())
      losses.add(mdl::loss::SUPERMODEL_UNWANTED, "", escape_text(place));
    return {};
  }
  const auto file = mdl::read((*loaded)->blob.bytes(), std::nullopt);
  if (!file) return fail(error_in(kSupermodelKind, (*loaded)->file, file.error()));
  model.supermodel = file->geometry.name.view();
  return {};
}

}  // namespace

std::optional<std::string> other_file_name(std::string_view model, std::string_view path) {
  constexpr std::string_view kText =
      "-ascii";  // "NAME-ascii.mdl" is what some programs call the text of NAME
  std::string_view stem = stem_of(path);
  if (lower_case(stem).ends_with(kText)) stem.remove_suffix(kText.size());
  if (path.empty() || path == "-" || stem.empty() || same_in_any_case(stem, model)) return std::nullopt;
  return std::string(stem);
}

Result<Document> text_model_from_scene(scene::Scene scene, const SceneRequest& request) {
  const mdl::Variant variant = variant_for(scene, request.options);
  auto made = described(std::move(scene), request);
  if (!made) return fail(made.error());
  // What no model can be made of should not be written as its text either.
  const mdl::CompileOptions how{.game = variant.game, .platform = variant.platform};
  auto normals = mdl::drop_normals(made->model, how);
  if (!normals) return fail(mdl::with_node_names(normals.error(), made->model));
  made->losses.append(*normals);
  if (variant != mdl::Variant{}) made->model.residual.variant = variant;
  Document document(kKotorMdlAscii, std::move(made->model));
  document.losses = std::move(made->losses);
  return document;
}

Result<Document> model_from_scene(scene::Scene scene, const SceneRequest& request) {
  const mdl::Variant variant = variant_for(scene, request.options);
  auto made = described(std::move(scene), request);
  if (!made) return fail(made.error());
  Source beside;
  if (request.from != nullptr) beside.neighbours = request.from->source().neighbours;
  if (auto done = adopt_supermodel(made->model, beside.neighbours.get(), made->losses); !done)
    return fail(done.error());
  Document text(kKotorMdlAscii, std::move(made->model), std::move(beside));
  text.losses = std::move(made->losses);
  auto document = compile_scene_model(text, variant);
  if (!document) return fail(mdl::with_node_names(document.error(), mirror<source::Model>(text)));
  return document;
}

}  // namespace mw::rows
