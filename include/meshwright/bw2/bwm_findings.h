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
//         return each.kind == &bwm::finding::BOX_MISMATCH;
//       });
//     }

#include <meshwright/core/finding.h>
#include <meshwright/core/loss.h>
#include <cstddef>
#include <cstdint>

/// What validate() may find, one constant per row of bwm_findings.def: finding::UNREFERENCED_BYTES has the
/// code "BWM_UNREFERENCED_BYTES".
namespace mw::bw2::bwm::finding {

#define MW_FINDING_PREFIX "BWM_"
#define MW_FINDING_TABLE <meshwright/bw2/bwm_findings.def>
#include <meshwright/core/finding_table.inc>

}  // namespace mw::bw2::bwm::finding

/// What conversions lose, one constant per row of bwm_losses.def.
namespace mw::bw2::bwm::loss {

#define MW_FINDING_PREFIX "BWM_"
#define MW_FINDING_TABLE <meshwright/bw2/bwm_losses.def>
#include <meshwright/core/finding_table.inc>

}  // namespace mw::bw2::bwm::loss
