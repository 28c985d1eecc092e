#pragma once

#include <fmt/format.h>
#include <meshwright/core/finding.h>
#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace mw::rows {

/// The errors and warnings of validating a text, as losses of its compilation: a misspelt word is one. Of
/// each kind the first few, without those that are `known`.
Losses faults_of(std::span<const FindingKind* const> known, const auto& validate) {
  constexpr std::size_t kFirst = 3;
  Losses lines;
  std::map<std::string_view, std::size_t> counts;
  Findings findings([&](const Finding& finding) {
    const bool told = std::ranges::find(known, finding.kind) != known.end();
    if (told || finding.kind->severity == Severity::info || ++counts[finding.kind->code] > kFirst) return;
    const std::string line = finding.position ? to_string(*finding.position) + ": " : "";
    lines.push_back(fmt::format("{}{}: {}", line, finding.where, finding.message));
  });
  validate(findings);
  for (const auto& [code, count] : counts)
    if (count > kFirst)
      lines.push_back(fmt::format("{} more of {}, which validate lists", count - kFirst, code));
  return lines;
}

}  // namespace mw::rows
