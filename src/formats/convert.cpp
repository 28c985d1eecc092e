#include <fmt/format.h>
#include <meshwright/core/file_name.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/core/text.h>
#include <meshwright/formats/convert.h>

#include <algorithm>

#include "registry/rows.h"

namespace mw {
namespace {

/// Everything on the way from a document to its output.
struct Journey {
  const Document& from;
  const Target& target;
  const ByteSink& sink;
};

void move_to(std::vector<std::string>& all, std::vector<std::string> more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// Writes a document as a file of its own format.
Result<Conversion> written(const Document& document, const Journey& journey) {
  const WriteRequest request{.name = journey.target.name,
                             .options = journey.target.options,
                             .neighbours = journey.from.source().neighbours.get()};
  auto output = write(document, request);
  if (!output) return fail(output.error());
  std::vector<std::string> losses = document.losses;
  move_to(losses, std::move(output->losses));
  output->losses = std::move(losses);
  journey.sink(output->bytes);
  output->bytes = {};
  return Conversion{*std::move(output), document.format().totals(document)};
}

/// A .wok that is only called .pwk does not become one.
Result<void> check_name(const Document& document, const Target& target) {
  const Format& format = document.format();
  if (format.variant == nullptr) return {};
  const std::string extension = extension_of(target.name);
  if (std::ranges::find(format.extensions, extension) == format.extensions.end()) return {};
  const std::string variant = format.variant(document, target.name);
  if ("." + variant == extension) return {};
  return fail({.message = fmt::format("the input is a {}, which a new name does not change", variant)});
}

Result<Conversion> rewrite(const Journey& journey) {
  const auto document = changed(journey.from, journey.target.options);
  if (!document) return fail(document.error());
  if (auto fits = check_name(*document, journey.target); !fits) return fail(fits.error());
  return written(*document, journey);
}

Result<Conversion> as_json(const Journey& journey) {
  const auto document = changed(journey.from, journey.target.options);
  if (!document) return fail(document.error());
  JsonWriter json(JsonWriter::Style::pretty, [&](std::string_view piece) { journey.sink(bytes_of(piece)); });
  document->format().to_json(*document, json);
  json.finish();
  journey.sink(bytes_of("\n"));
  return Conversion{{.bytes = {}, .losses = document->losses}, document->format().totals(*document)};
}

Result<Conversion> through_scene(const Journey& journey) {
  const Format& target = *journey.target.format;
  auto scene = to_scene(journey.from, journey.target.options);
  if (!scene) return fail(scene.error());
  const scene::Totals totals = scene::totals(*scene);
  std::vector<std::string> losses = journey.from.losses;
  move_to(losses, std::exchange(scene->losses, {}));
  auto document = target.from_scene(*std::move(scene), journey.target.options);
  if (!document) return fail(document.error());
  move_to(losses, std::move(document->losses));
  document->losses = std::move(losses);
  auto conversion = written(*document, journey);
  if (conversion) conversion->totals = {totals.meshes, totals.vertices, totals.triangles};
  return conversion;
}

/// A way from one format to another.
struct Route {
  Use from;  // what it is for the format it begins with
  Use to;    // and for the one it ends with
  bool (*leads)(const Format& from, const Format& to);
  Result<Conversion> (*go)(const Journey& journey);
};

/// All there are, the best first.
constexpr Route kRoutes[] = {
    {Use::rewrite, Use::rewrite,
     [](const Format& from, const Format& to) {
       return &from == &to && from.write != nullptr && from.keeps_bytes;
     },
     rewrite},
    {Use::json, Use::none,
     [](const Format& from, const Format& to) { return &to == &rows::kJson && from.to_json != nullptr; },
     as_json},
    {Use::to_scene, Use::from_scene,
     [](const Format& from, const Format& to) {
       return from.to_scene != nullptr && to.from_scene != nullptr;
     },
     through_scene},
};

const Route* find_route(const Format& from, const Format& to) {
  const auto* route = std::ranges::find_if(kRoutes, [&](const Route& each) { return each.leads(from, to); });
  return route == std::end(kRoutes) ? nullptr : route;
}

/// What a format knows of an option, as a set of uses; none when it does not know it. What lies beside a file
/// has no meaning for one that came from JSON, which holds all of it.
Use uses_of(const Format& format, const Format& stored_as, std::string_view option) {
  Use uses = Use::none;
  for (const OptionKind& kind : format.options)
    if (kind.name == option) uses = uses | kind.uses;
  for (const NeighbourUse& use : format.neighbours)
    if (use.kind.name == option && (use.kind.search != Search::beside || &format == &stored_as))
      uses = uses | use.uses;
  return uses;
}

std::string meaningless_for(const Document& document) {
  const bool stored_otherwise = &document.stored_as() != &document.format();
  return fmt::format("has no meaning for a {}{}", document.format().id, stored_otherwise ? " from JSON" : "");
}

/// What is wrong with the value of an option; empty when nothing is.
std::string problem_of(const Format& format, std::string_view option, std::string_view value) {
  for (const OptionKind& kind : format.options) {
    if (kind.name != option) continue;
    if (kind.problem != nullptr) return kind.problem(value);
    if (!kind.values.empty() && std::ranges::find(kind.values, value) == kind.values.end())
      return fmt::format("expected {}, got {}", fmt::join(kind.values, " or "), escape_text(value));
  }
  return {};
}

/// An option that names a neighbour does so through the document's Neighbours.
std::string problem_of_neighbour(const Document& document, const Format& format, std::string_view option) {
  for (const NeighbourUse& use : format.neighbours) {
    if (use.kind.name != option) continue;
    const Neighbours* neighbours = document.source().neighbours.get();
    if (neighbours == nullptr || neighbours->place(use.kind).empty())
      return "the document was opened without a place to find it in";
  }
  return {};
}

/// Whether an option would have a meaning on another way from this document.
bool has_meaning_elsewhere(const Document& document, std::string_view option) {
  if (uses_of(document.format(), document.stored_as(), option) != Use::none) return true;
  const auto takes = [&](const Format* to) {
    const Route* route = find_route(document.format(), *to);
    return route != nullptr && overlap(uses_of(*to, *to, option), route->to);
  };
  return std::ranges::any_of(formats(), takes);
}

}  // namespace

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
  return {.message = fmt::format("a {} cannot become {}, only {}", from.id, escape_text(to), choices)};
}

const Format* find_target(std::string_view word) {
  if (const Format* format = find_format(word)) return format;
  const std::string extension = lower_case(word);
  return find_by_extension(extension.starts_with('.') ? extension : "." + extension);
}

std::optional<Misuse> find_misuse(const OptionValues& options, const Document& document, Use use) {
  const Format& format = document.format();
  for (const auto& [name, value] : options.all()) {
    if (!overlap(uses_of(format, document.stored_as(), name), use))
      return Misuse{name, meaningless_for(document)};
    if (std::string problem = problem_of(format, name, value); !problem.empty())
      return Misuse{name, std::move(problem)};
  }
  return std::nullopt;
}

std::optional<Misuse> find_misuse(const OptionValues& options, const Format& format, Use use) {
  return find_misuse(options, Document(format, 0), use);
}

std::optional<Misuse> find_misuse(const OptionValues& options, const Document& document, const Format& to) {
  const Format& from = document.format();
  const Route* route = find_route(from, to);
  if (route == nullptr) return std::nullopt;
  for (const auto& [name, value] : options.all()) {
    const Use at_start = uses_of(from, document.stored_as(), name);
    const Use at_end = uses_of(to, to, name);
    const bool starts = overlap(at_start, route->from);
    if (!starts && !overlap(at_end, route->to)) {
      return Misuse{name, has_meaning_elsewhere(document, name)
                              ? fmt::format("has no meaning when a {} becomes {}", from.id, to.id)
                              : meaningless_for(document)};
    }
    std::string problem = problem_of(starts ? from : to, name, value);
    if (problem.empty()) problem = problem_of_neighbour(document, starts ? from : to, name);
    if (!problem.empty()) return Misuse{name, std::move(problem)};
  }
  return std::nullopt;
}

Result<Conversion> convert(const Document& document, const Target& target, const ByteSink& sink) {
  const Format& from = document.format();
  const Route* route = find_route(from, *target.format);
  if (route == nullptr) return fail(cannot_become(from, target.format->id));
  if (const auto misuse = find_misuse(target.options, document, *target.format))
    return fail({.field = misuse->option, .message = misuse->why});
  return route->go({document, target, sink});
}

Result<Conversion> convert(const Document& document, const Target& target) {
  Bytes bytes;
  auto conversion = convert(document, target,
                            [&](ByteSpan piece) { bytes.insert(bytes.end(), piece.begin(), piece.end()); });
  if (conversion) conversion->output.bytes = std::move(bytes);
  return conversion;
}

}  // namespace mw
