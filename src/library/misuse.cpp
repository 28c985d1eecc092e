#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/convert.h>

#include <algorithm>

#include "routes.h"

/// Options without a meaning in their use.
namespace mw {
namespace {

/// The uses of an option in a format, as a set; empty if the format does not have it. A neighbour has no
/// meaning for a document from JSON, which holds everything.
Use uses_of(const Format& format, const Format& stored_as, std::string_view option) {
  Use uses = Use::none;
  for (const OptionKind& kind : format.options)
    if (kind.name == option) uses = uses | kind.uses;
  for (const NeighbourUse& use : format.neighbours)
    if (use.kind.name == option && (use.kind.search != Search::beside || &format == &stored_as))
      uses = uses | use.uses;
  return uses;
}

/// The uses of an option at the end of a route: a file that names no textures has no search for them.
Use end_uses_of(const Format& from, const Format& to, std::string_view option) {
  const bool for_textures = std::ranges::any_of(
      to.neighbours, [&](const NeighbourUse& use) { return use.kind.name == option && use.for_textures; });
  return for_textures && !from.names_textures ? Use::none : uses_of(to, to, option);
}

std::string meaningless_for(const Format& format, const Format& stored_as) {
  return fmt::format("has no meaning for {}{}", with_article(format.id),
                     &stored_as != &format ? " from JSON" : "");
}

/// The error in the value of an option; empty if it is valid.
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

/// Whether an option would have a meaning on another route from this document.
bool has_meaning_elsewhere(const Document& document, std::string_view option) {
  if (uses_of(document.format(), document.stored_as(), option) != Use::none) return true;
  const auto takes = [&](const Format* to) {
    const Route* route = find_route(document.format(), *to);
    return route != nullptr && overlap(end_uses_of(document.format(), *to, option), route->to);
  };
  return std::ranges::any_of(formats(), takes);
}

std::optional<Misuse> find_misuse(const OptionValues& options, const Format& format, const Format& stored_as,
                                  Use use) {
  for (const auto& [name, value] : options.all()) {
    if (!overlap(uses_of(format, stored_as, name), use))
      return Misuse{name, meaningless_for(format, stored_as)};
    if (std::string problem = problem_of(format, name, value); !problem.empty())
      return Misuse{name, std::move(problem)};
  }
  return std::nullopt;
}

}  // namespace

Error error_of(const Misuse& misuse) {
  return {.field = misuse.option, .message = misuse.why, .code = ErrorCode::option};
}

std::optional<Misuse> find_misuse(const OptionValues& options, const Format& format, Use use) {
  return find_misuse(options, format, format, use);
}

std::optional<Misuse> find_misuse(const OptionValues& options, const Document& document, Use use) {
  return find_misuse(options, document.format(), document.stored_as(), use);
}

std::optional<Misuse> find_misuse(const OptionValues& options, const Document& document, const Format& to) {
  const Format& from = document.format();
  const Route* route = find_route(from, to);
  if (route == nullptr) return std::nullopt;
  for (const auto& [name, value] : options.all()) {
    const Use at_start = uses_of(from, document.stored_as(), name);
    const Use at_end = end_uses_of(from, to, name);
    const bool starts = overlap(at_start, route->from);
    if (!starts && !overlap(at_end, route->to)) {
      return Misuse{name, has_meaning_elsewhere(document, name)
                              ? fmt::format("has no meaning when {} becomes {}", with_article(from.id), to.id)
                              : meaningless_for(from, document.stored_as())};
    }
    std::string problem = problem_of(starts ? from : to, name, value);
    if (problem.empty()) problem = problem_of_neighbour(document, starts ? from : to, name);
    if (!problem.empty()) return Misuse{name, std::move(problem)};
  }
  return std::nullopt;
}

}  // namespace mw
