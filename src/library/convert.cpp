#include <fmt/format.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/edit/detail/lift.h>
#include <meshwright/formats/convert.h>
#include <meshwright/formats/detail/apply_edits.h>
#include <meshwright/scene/detail/record_extras.h>
#include <meshwright/scene/detail/rest.h>

#include <algorithm>
#include <utility>

#include "losses.h"
#include "output_name.h"
#include "routes.h"
#include "rows.h"

namespace mw {
namespace {

/// Writes a document as a file of its own format.
Result<Output> written(const Document& document, const Journey& journey) {
  const WriteRequest request{.name = journey.target.name,
                             .options = journey.target.options,
                             .neighbours = journey.from.source().neighbours.get()};
  auto output = write(document, request);
  if (!output) return output;
  Losses losses = document.losses;
  losses.append(std::exchange(output->losses, {}));
  output->losses = std::move(losses);
  return output;
}

/// Renaming a .wok to .pwk does not convert it.
Result<void> check_name(const Document& document, const Target& target) {
  const Format& format = document.format();
  if (format.variant == nullptr) return {};
  const std::string extension = extension_of(target.name);
  if (std::ranges::find(format.extensions, extension) == format.extensions.end()) return {};
  const std::string variant = format.variant(document, target.name);
  if ("." + variant == extension) return {};
  return fail({.message = fmt::format("the input is a {}, which a new name does not change", variant),
               .code = ErrorCode::unsupported});
}

Result<Conversion> rewrite(const Journey& journey) {
  const auto document = changed(journey.from, journey.target.options);
  if (!document) return fail(document.error());
  if (auto fits = check_name(*document, journey.target); !fits) return fail(fits.error());
  return written(*document, journey).map([&](Output output) {
    return Conversion{std::move(output), document->format().totals(*document)};
  });
}

/// The only output that is made piece by piece: no text of the whole is ever there.
Result<Conversion> as_json(const Journey& journey) {
  const auto document = changed(journey.from, journey.target.options);
  if (!document) return fail(document.error());
  JsonWriter json(JsonWriter::Style::pretty, [&](std::string_view piece) { journey.sink(bytes_of(piece)); });
  document->format().to_json(*document, json);
  json.finish();
  journey.sink(bytes_of("\n"));
  return Conversion{{.bytes = {}, .losses = document->losses}, document->format().totals(*document)};
}

/// A document of the target, made without the scene in between.
Result<Conversion> made_directly(const Journey& journey,
                                 Result<Document> (*make)(const Document&, const OptionValues&)) {
  OptionValues options = journey.target.options;
  options.set(kOutputName, journey.target.name);
  const auto document = make(journey.from, options);
  if (!document) return fail(document.error());
  if (auto fits = check_name(*document, journey.target); !fits) return fail(fits.error());
  return written(*document, journey).map([&](Output output) {
    return Conversion{std::move(output), document->format().totals(*document)};
  });
}

Result<Conversion> compiled(const Journey& journey) {
  return made_directly(journey, journey.target.format->from_text);
}

Result<Conversion> decompiled(const Journey& journey) {
  return made_directly(journey, journey.target.format->from_binary);
}

/// Options that add a kind of meshes which the file lacks.
Losses empty_wishes(const scene::Scene& scene, const OptionValues& options) {
  struct Wish {
    std::string_view option;
    scene::Role role;
  };
  constexpr Wish kWishes[] = {
      {"armor", scene::Role::armor}, {"collision", scene::Role::collision}, {"hidden", scene::Role::hidden}};
  Losses notes;
  for (const auto& [option, role] : kWishes) {
    const auto has_role = [&](const scene::Node& node) { return node.mesh && node.role == role; };
    const auto is_unreadable = [&](const scene::Node& node) {
      return node.role == role && scene::find(node.extras, scene::kUnreadable) != nullptr;
    };
    if (!options.has(option) || std::ranges::any_of(scene.nodes, has_role)) continue;
    const bool unreadable = std::ranges::any_of(scene.nodes, is_unreadable);
    Loss& note = notes.add(unreadable ? loss::ROLE_UNREADABLE : loss::ROLE_MISSING, "", option);
    note.advice.push_back({0, "--"});
  }
  return notes;
}

/// Meshes alone whose numbers are already in the axes of the target's files (raw-axes).
void take_axes_of(const Format& target, scene::Scene& scene) {
  for (scene::Mesh& mesh : scene.meshes)
    for (scene::Primitive& p : mesh.primitives) {
      for (Vec3& position : p.positions) position = target.axes.point(position);
      for (Vec3& normal : p.normals) normal = target.axes.point(normal);
      if (!target.axes.turns_winding() || p.topology != scene::Topology::triangles) continue;
      for (std::size_t i = 0; i + 2 < p.indices.size(); i += 3) std::swap(p.indices[i + 1], p.indices[i + 2]);
    }
}

void take_notes(Losses& losses, Losses& notes) {
  std::ranges::copy_if(losses, std::back_inserter(notes), &Loss::is_note);
  std::erase_if(losses, std::mem_fn(&Loss::is_note));
}

Result<Conversion> made_from_relative(const Journey& journey) {
  return made_directly(journey, journey.target.format->from_relative);
}

Result<Conversion> through_scene(const Journey& journey) {
  const Format& target = *journey.target.format;
  // By the row: its options are those of both ends, and were checked for both.
  auto scene = journey.from.format().to_scene(journey.from, {journey.target.options});
  if (!scene) return fail(scene.error());
  if (journey.from.format().has_meshes_only && journey.target.options.has("raw-axes"))
    take_axes_of(target, *scene);
  // Here for all formats, so that losses about skins "in rest" are true of any target.
  if (!target.has_skeletons) scene::bring_skins_to_rest(*scene);
  Losses notes = empty_wishes(*scene, journey.target.options);
  Losses losses = journey.from.losses;
  losses.append(std::exchange(scene->losses, {}).without(losses));
  take_notes(losses, notes);
  auto document =
      target.from_scene(*std::move(scene), {journey.target.options, journey.target.name, &journey.from});
  if (!document) return fail(document.error());
  if (auto fits = check_name(*document, journey.target); !fits) return fail(fits.error());
  losses.append(std::exchange(document->losses, {}));
  document->losses = std::move(losses);
  return written(*document, journey).map([&](Output output) {
    return Conversion{std::move(output), target.totals(*document), notes};
  });
}

/// All there are, the best first.
constexpr Route kRoutes[] = {
    {Use::rewrite, Use::rewrite,
     [](const Format& from, const Format& to) {
       return &from == &to && from.write != nullptr && (from.keeps_bytes || from.changed != nullptr);
     },
     rewrite},
    {Use::json, Use::none,
     [](const Format& from, const Format& to) { return &to == &rows::kJson && from.to_json != nullptr; },
     as_json},
    {Use::compile, Use::compile,
     [](const Format& from, const Format& to) { return to.text == &from && to.from_text != nullptr; },
     compiled},
    {Use::decompile, Use::decompile,
     [](const Format& from, const Format& to) { return from.text == &to && to.from_binary != nullptr; },
     decompiled},
    {Use::none, Use::from_scene,
     [](const Format& from, const Format& to) {
       return std::ranges::find(to.relatives, &from) != to.relatives.end();
     },
     made_from_relative},
    {Use::to_scene, Use::from_scene,
     [](const Format& from, const Format& to) {
       return from.to_scene != nullptr && to.from_scene != nullptr;
     },
     through_scene},
};

/// Names that mean a format in spite of their extension.
struct NameHabit {
  std::string_view ending;
  const Format* format;
};
constexpr NameHabit kNameHabits[] = {{"-ascii.mdl", &rows::kKotorMdlAscii}};

const NameHabit* find_habit(std::string_view path) {
  const std::string name = lower_case(file_name_of(path));
  const auto* habit = std::ranges::find_if(kNameHabits, [&](const NameHabit& each) {
    return name.size() > each.ending.size() && name.ends_with(each.ending);
  });
  return habit == std::end(kNameHabits) ? nullptr : habit;
}

/// Notes an output name that contradicts the requested format.
std::optional<Loss> misleading_name(const Target& target) {
  const Format* said = find_by_name(target.name);
  if (said == nullptr || said == target.format) return std::nullopt;
  const std::string extension = extension_of(target.name);
  const NameHabit* habit = find_habit(target.name);
  const auto& own = target.format->extensions;
  if (habit == nullptr && std::ranges::find(own, extension) != own.end()) return std::nullopt;
  return Loss(loss::NAME_MISLEADING, "", habit != nullptr ? habit->ending : extension, with_article(said->id),
              with_article(target.format->id));
}

/// The original as a document of the target: a model and its text form are one thing.
Result<Document> original_for(const Target& target) {
  const Format& from = target.onto->format();
  const Format& to = *target.format;
  if (&from == &to) return *target.onto;
  const auto as_stored = [&](Result<Document> made) {
    if (made) made->set_stored(from, made->source());  // its bytes are not those of the output
    return made;
  };
  if (to.text == &from && to.from_text != nullptr) return as_stored(to.from_text(*target.onto, {}));
  if (from.text == &to && to.from_binary != nullptr) return as_stored(to.from_binary(*target.onto, {}));
  return fail({.field = "onto",
               .message = fmt::format("is {}, and the output {}", with_article(from.id), with_article(to.id)),
               .code = ErrorCode::unsupported});
}

/// Options with an original: those of its own step into the scene. Edits are found in the axes of the scene,
/// and normals are compared unchanged.
std::optional<Misuse> find_misuse_onto(const Document& document, const Target& target) {
  if (target.options.has("raw-axes"))
    return Misuse{"raw-axes", "has no meaning onto an original: edits are taken in the axes of the scene"};
  if (target.options.has("crease"))
    return Misuse{"crease", "has no meaning onto an original: normals that were not edited stay"};
  for (const auto& [name, value] : target.options.all()) {
    OptionValues one;
    one.set(name, value);
    if (find_misuse(one, document, Use::to_scene))
      if (auto misuse = find_misuse(one, *target.onto, Use::to_scene)) return misuse;
  }
  return std::nullopt;
}

/// Completes a file of meshes alone with the other data of the original.
Result<scene::Scene> edited_scene(const Document& document, const Document& original,
                                  const OptionValues& options) {
  auto edited = whole_scene(document);
  if (!edited || !document.format().has_meshes_only) return edited;
  if (auto error = find_contradiction(*edited)) return fail(*std::move(error));
  const auto before = whole_scene(original, options);
  if (!before) return fail(before.error());
  return edit::lifted(*before, *edited);
}

Result<Conversion> apply_to_original(const Document& document, const Target& target) {
  if (const auto misuse = find_misuse_onto(document, target)) return fail(error_of(*misuse));
  const auto original = original_for(target);
  if (!original) return fail(original.error());
  const auto edited = edited_scene(document, *original, target.options);
  if (!edited) return fail(edited.error());
  auto made = apply_edits(*edited, *original, target.options);
  if (!made) return fail(made.error());
  if (auto fits = check_name(made->document, target); !fits) return fail(fits.error());
  auto output = write_edited(*made, *original);
  if (!output) return fail(output.error());
  Losses losses = edited->losses;
  losses.append(original->losses.without(target.onto->losses));  // as a document of the target
  if (!made->changes.empty()) losses.append(made->document.losses);
  losses.append(std::exchange(output->losses, {}));
  output->losses = std::move(losses);
  made->notes.append(target.onto->losses);  // missing neighbours of the original: the output loses nothing
  return Conversion{*std::move(output), target.format->totals(made->document), std::move(made->notes),
                    std::move(made->changes)};
}

Result<Conversion> run_route(const Document& document, const Target& target, const ByteSink& sink) {
  const Format& from = document.format();
  const Route* route = find_route(from, *target.format);
  if (route == nullptr) return fail(cannot_become(from, target.format->id));
  if (const auto misuse = find_misuse(target.options, document, *target.format))
    return fail(error_of(*misuse));
  return route->go({document, target, sink});
}

/// The callers below pass on the output of a route; JSON goes to the sink as it is made.
Result<Conversion> travelled(const Document& document, const Target& target, const ByteSink& sink) {
  auto conversion =
      target.onto != nullptr ? apply_to_original(document, target) : run_route(document, target, sink);
  if (!conversion) return conversion;
  take_notes(conversion->output.losses, conversion->notes);
  if (auto note = misleading_name(target)) conversion->notes.push_back(*std::move(note));
  return conversion;
}

}  // namespace

const Route* find_route(const Format& from, const Format& to) {
  const auto* route = std::ranges::find_if(kRoutes, [&](const Route& each) { return each.leads(from, to); });
  return route == std::end(kRoutes) ? nullptr : route;
}

std::vector<const Format*> targets_of(const Format& from) {
  std::vector<const Format*> targets;
  for (const Format* to : formats())
    if (find_route(from, *to) != nullptr) targets.push_back(to);
  return targets;
}

Error cannot_become(const Format& from, std::string_view to) {
  std::string choices;
  for (const Format* format : targets_of(from))
    choices += (choices.empty() ? "" : ", ") + std::string(format->id);
  return {
      .message = fmt::format("{} cannot become {}, only {}", with_article(from.id), escape_text(to), choices),
      .code = ErrorCode::unsupported};
}

const Format* find_target(std::string_view word) {
  if (const Format* format = find_format(word)) return format;
  const std::string extension = lower_case(word);
  return find_by_extension(extension.starts_with('.') ? extension : "." + extension);
}

const Format* find_by_name(std::string_view path) {
  const NameHabit* habit = find_habit(path);
  return habit != nullptr ? habit->format : find_by_extension(extension_of(path));
}

Result<Conversion> convert(const Document& document, const Target& target, const ByteSink& sink) {
  auto conversion = travelled(document, target, sink);
  if (!conversion) return conversion;
  const Bytes whole = std::exchange(conversion->output.bytes, {});
  if (!whole.empty()) sink(whole);
  return conversion;
}

Result<Conversion> convert(const Document& document, const Target& target) {
  Bytes pieces;
  auto conversion = travelled(
      document, target, [&](ByteSpan piece) { pieces.insert(pieces.end(), piece.begin(), piece.end()); });
  if (conversion && !pieces.empty()) conversion->output.bytes = std::move(pieces);
  return conversion;
}

}  // namespace mw
