#pragma once

#include <meshwright/core/loss.h>
#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "library/losses.h"

namespace mw::rows {

/// The errors and warnings of validating a text, as losses of its compilation: a misspelt word is one. Of
/// each kind the first few, without those that are `known`.
Losses faults_of(std::span<const FindingKind* const> known, const auto& validate) {
  constexpr std::size_t kFirst = 3;
  Losses losses;
  std::map<std::string_view, std::size_t> counts;
  Findings findings([&](const Finding& finding) {
    const bool told = std::ranges::find(known, finding.kind) != known.end();
    if (told || finding.kind->severity == Severity::info || ++counts[finding.kind->code] > kFirst) return;
    losses.emplace_back(finding);
  });
  validate(findings);
  for (const auto& [code, count] : counts)
    if (count > kFirst) losses.add(loss::FAULTS_MORE, std::string(code), count - kFirst, code);
  return losses;
}

}  // namespace mw::rows
