#pragma once

// Example:
//
//     #include <meshwright/bw2/bwm.h>
//     #include <meshwright/bw2/bwm_findings.h>
//     #include <algorithm>
//
//     bool has_stale_boxes(const mw::bw2::bwm::File& file) {
//       namespace bwm = mw::bw2::bwm;
//       mw::Findings findings;
//       bwm::validate(file, findings);
//       return std::ranges::any_of(findings.all(), [](const mw::Finding& each) {
//         return each.kind->code == bwm::finding::BOX_MISMATCH.code;
//       });
//     }

#include <meshwright/core/finding.h>

/// What validate() may find, one constant per row of bwm_findings.def: finding::UNREFERENCED_BYTES has the
/// code "BWM_UNREFERENCED_BYTES". Findings are told apart by their codes.
namespace mw::bw2::bwm::finding {

// NOLINTBEGIN(readability-identifier-naming): named as their codes are
#define MW_FINDING(code, severity, message, meaning) \
  inline constexpr FindingKind code = {"BWM_" #code, Severity::severity, message, meaning};
#include <meshwright/bw2/bwm_findings.def>
#undef MW_FINDING
// NOLINTEND(readability-identifier-naming)

}  // namespace mw::bw2::bwm::finding
