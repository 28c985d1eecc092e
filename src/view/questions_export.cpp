// Questions for something made of a file: the scene that is drawn, and what is downloaded.
#include "questions_export.h"

#include <meshwright/core/detail/answer.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/formats/convert.h>
#include <meshwright/scene/detail/losses.h>
#include <algorithm>
#include <iterator>
#include <utility>

#include "outliers.h"
#include "overlay.h"
#include "questions.h"
#include "rest.h"

namespace mw::view {
namespace {

/// Made without a scene in between: the same thing in another form.
bool is_direct(const Format& from, const Format& to) {
  return &from == &to || to.id == "json" || from.text == &to || to.text == &from ||
         std::ranges::find(to.relatives, &from) != to.relatives.end();
}

std::size_t shared_letters(std::string_view a, std::string_view b) {
  return std::size_t(std::ranges::mismatch(a, b).in1 - a.begin());
}

/// Of the extensions of a format the one that goes with the file: a .pwk becomes a .pwk.ascii.
std::string_view extension_for(const Format& format, const std::string& own, const std::string& variant) {
  std::string_view best = format.extensions.front();
  for (const std::string_view extension : format.extensions)
    for (const std::string& like : {own, variant})
      if (shared_letters(extension, like) > std::max(shared_letters(best, like), std::size_t(1)))
        best = extension;
  return best;
}

/// What a reader wants most comes first: a glTF, then the file itself and its other forms.
int rank_of(const Format& from, const Format& to) {
  return to.id == "gltf" ? 0 : is_direct(from, to) ? 1 : to.id == "obj" ? 2 : 3;
}

bool takes(const Format& format, std::string_view option, Use use) {
  return std::ranges::any_of(
      format.options, [&](const OptionKind& kind) { return kind.name == option && overlap(kind.uses, use); });
}

/// Options that add to what is made of a scene what the game does not draw, or not from near.
struct Addition {
  std::string_view option;
  std::string_view value = {};
};
constexpr Addition kAdditions[] = {{"lod", "all"}, {"hidden"}, {"collision"}, {"armor"}, {"lights"}};

/// Those that mean something on the way from one to the other.
std::vector<Addition> additions(const Format& from, const Format& to) {
  std::vector<Addition> found;
  std::ranges::copy_if(kAdditions, std::back_inserter(found), [&](const Addition& each) {
    return takes(from, each.option, Use::to_scene) || takes(to, each.option, Use::from_scene);
  });
  return found;
}

void add_everything(OptionValues& options, const Format& from, const Format& to) {
  for (const auto& [option, value] : additions(from, to)) options.set(option, std::string(value));
}

/// A model becomes a walkmesh only where it has one in it.
bool lacks_surface(const Info& info, const Format& from, const Format& to) {
  if (from.surface != nullptr || to.surface == nullptr) return false;
  return std::ranges::any_of(info.counts,
                             [](const auto& each) { return each.first == "walkmeshes" && each.second == 0; });
}

/// What has no picture becomes nothing that is made of one. Files of games that are made of a scene are left
/// to the command: surfaces, materials and limits want decisions.
std::vector<const Format*> offered(const Document& document, const Info& info) {
  const Format& from = document.format();
  const bool drawn = from.scene_needs.empty() && from.totals(document).triangles > 0;
  auto targets = targets_of(from);
  std::erase_if(targets, [&](const Format* to) {
    const bool of_a_game = to->sample != nullptr;
    return (!is_direct(from, *to) && (!drawn || of_a_game)) || lacks_surface(info, from, *to);
  });
  std::ranges::stable_sort(targets, {}, [&](const Format* to) { return rank_of(from, *to); });
  return targets;
}

/// Properties of nodes that are hashes of names, to be read in hexadecimal.
constexpr std::string_view kHashes[] = {"id", "indices_id", "vertices_id"};

answer::Made made_of(const Output& output, const Totals& totals, const Format& from) {
  return {.losses = without_advice(output.losses),
          .companion_extension = output.companion_extension,
          .words = from.words,
          .hashes = kHashes,
          .vertices = totals.vertices,
          .triangles = totals.triangles};
}

/// The corners of what is to be framed.
std::optional<std::array<float, 6>> corners_of(const std::optional<Box>& box) {
  if (!box) return std::nullopt;
  return std::array{box->min.x, box->min.y, box->min.z, box->max.x, box->max.y, box->max.z};
}

/// Adds to a scene what belongs over it.
using Complete = std::function<void(scene::Scene& scene)>;

/// A document as one .glb with all that it has, and what of it lies where it cannot be seen. `damage` is the
/// error of a companion that it is made without.
Result<Answered<answer::Scene>> drawn(const Document& document, const std::optional<Error>& damage,
                                      const Complete& complete = {}) {
  const Format& gltf = *find_format("gltf");
  const std::string name = "scene.glb";
  OptionValues options;
  add_everything(options, document.format(), gltf);
  auto scene = to_scene(document, everything_in(document));
  if (!scene) return fail(scene.error());
  if (complete) complete(*scene);
  Outliers outliers = hide_outliers(*scene);
  Losses losses = document.losses;
  losses.append(std::exchange(scene->losses, {}).without(losses));
  const auto made = gltf.from_scene(*std::move(scene), {options, name, &document});
  if (!made) return fail(made.error());
  losses.append(made->losses);
  auto output =
      write(*made, {.name = name, .options = options, .neighbours = document.source().neighbours.get()});
  if (!output) return fail(output.error());
  losses.append(output->losses);
  output->losses = std::move(losses);
  return Answered(answer::Scene{.made = made_of(*output, gltf.totals(*made), document.format()),
                                .error = damage ? std::optional(failure_of(*damage)) : std::nullopt,
                                .within = corners_of(outliers.within),
                                .apart = std::move(outliers.places)},
                  std::move(output->bytes));
}

/// What can be seen of a file whose companion is damaged.
Result<Answered<answer::Scene>> drawn_alone(const Document& document, const Error& damage) {
  const Format& format = document.format();
  if (!document.companion || format.read_alone == nullptr) return fail(damage);
  const auto alone = format.read_alone(document.source());
  if (!alone) return fail(damage);
  return drawn(*alone, damage);
}

/// What can be seen of a text that is read, but is no whole model.
Result<Answered<answer::Scene>> drawn_in_part(OpenedFile::State& state, const Error& damage) {
  const Document& document = *state.document;
  if (document.format().read_rest == nullptr) return fail(damage);
  auto rest = document.format().read_rest(document.source(), {});
  if (!rest) return fail(damage);
  state.set_drawn(std::move(rest->document));
  return drawn(*state.drawn, damage);
}

}  // namespace

/// {"over": true} -> the whole scene as one .glb, or what is left of it; of a model with the walkmesh beside
/// it.
Result<Answered<answer::Scene>> ask_scene(OpenedFile::State& state, const JsonValue& words) {
  if (state.rest) return drawn(*state.rest, state.error, state.is_padded ? take_out_missing : Complete());
  const auto document = state.opened();
  if (!document) return fail(document.error());
  const Complete complete = [&](scene::Scene& scene) { state.laid_over = lay_walkmesh_over(state, scene); };
  auto made = drawn(**document, std::nullopt, is_true(words, "over") ? complete : Complete());
  if (!made) made = drawn_alone(**document, made.error());
  if (!made) made = drawn_in_part(state, made.error());
  if (!made && !(*document)->format().scene_needs.empty()) {
    made.error().message += ": drop it together with the file of one of them to see that one dressed";
    made.error().advice.clear();
  }
  return made;
}

/// {"name": "house.obj", "all": true, "options": {"lod": "1"}} -> the file of that name, and its companion;
/// "all" is with everything that a target "adds".
Result<Answered<answer::Made>> ask_convert(OpenedFile::State& state, const JsonValue& words) {
  const auto document = state.opened();
  if (!document) return fail(document.error());
  const std::string name = text_in(words, "name");
  const Format* format = find_target(extension_of(name));
  if (format == nullptr) return fail({.message = name + " does not say what it should be"});
  Target target{.format = format, .name = name};
  const Format& from = (*document)->format();
  if (is_true(words, "all") && !is_direct(from, *format)) add_everything(target.options, from, *format);
  const JsonValue* options = words.find("options");
  if (const auto* list = options != nullptr ? options->get_if<JsonObject>() : nullptr)
    for (const auto& [option, value] : *list)
      target.options.set(option, value.get_if<std::string>() != nullptr ? *value.get_if<std::string>() : "");
  return convert(**document, target).map([&](Conversion made) {
    // The page lists what is not in the file, whether it is lost or was not asked for.
    std::ranges::copy_if(made.notes, std::inserter(made.output.losses, made.output.losses.begin()),
                         [](const Loss& note) { return note.kind == &scene::loss::MESHES_LEFT_OUT; });
    return Answered(made_of(made.output, made.totals, from), std::move(made.output.bytes),
                    std::move(made.output.companion).value_or(Bytes()));
  });
}

std::vector<answer::Loss> without_advice(const Losses& losses) {
  std::vector<answer::Loss> plain;
  for (const Loss& loss : losses)
    plain.push_back({loss.kind->code, to_string(loss.kind->severity), loss.subject, loss.message});
  return plain;
}

std::vector<answer::Target> download_targets(const Document& document, const Info& info) {
  const Format& from = document.format();
  const std::string& name = document.source().name;
  std::vector<answer::Target> targets;
  for (const Format* format : offered(document, info)) {
    const std::string_view extension = extension_for(*format, extension_of(name), "." + info.variant);
    targets.push_back({.format = format->id,
                       .name = format->id == "json" ? "JSON, to edit and back" : format->name,
                       .extension = extension,
                       .file = std::string(stem_of(name)) + std::string(extension)});
    if (!is_direct(from, *format))
      for (const Addition& each : additions(from, *format)) targets.back().adds.push_back(each.option);
  }
  return targets;
}

OptionValues everything_in(const Document& document) {
  OptionValues options;
  for (const auto& [option, value] : kAdditions) {
    OptionValues one;
    one.set(option, std::string(value));
    if (takes(document.format(), option, Use::to_scene) && !find_misuse(one, document, Use::to_scene))
      options.set(option, std::string(value));
  }
  return options;
}

}  // namespace mw::view
