#include <fmt/format.h>
#include <meshwright/core/finding.h>

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

void Findings::add_formatted(const FindingKind& kind, Place place, fmt::format_args args) {
  ++counts_[std::size_t(kind.severity)];
  Finding finding{&kind,          std::move(place.where), place.offset, fmt::vformat(kind.message, args),
                  place.position, std::move(place.name)};
  if (sink_)
    sink_(finding);
  else
    findings_.push_back(std::move(finding));
}

}  // namespace mw
