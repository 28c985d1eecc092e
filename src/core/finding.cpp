#include <fmt/format.h>
#include <meshwright/core/finding.h>
#include <algorithm>

namespace mw {

std::string_view to_string(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::info:
      return "info";
  }
  return "?";
}

std::size_t Findings::count(Severity severity) const {
  return std::size_t(
      std::ranges::count_if(findings_, [&](const Finding& f) { return f.kind->severity == severity; }));
}

void Findings::add_formatted(const FindingKind& kind, Place place, fmt::format_args args) {
  findings_.push_back({&kind, std::move(place.where), place.offset, fmt::vformat(kind.message, args)});
}

}  // namespace mw
