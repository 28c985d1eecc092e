#pragma once

#include <meshwright/core/finding.h>
#include <meshwright/core/loss.h>
#include <cstddef>
#include <cstdint>

/// What validate() may find, one constant per row of bwm_findings.def: finding::UNREFERENCED_BYTES has the
/// code "BWM_UNREFERENCED_BYTES".
namespace mw::bw2::bwm::finding {

#define MW_FINDING_PREFIX "BWM_"
#define MW_FINDING_TABLE <meshwright/bw2/detail/bwm_findings.def>
#include <meshwright/core/detail/finding_table.inc>

}  // namespace mw::bw2::bwm::finding

/// What conversions lose, one constant per row of bwm_losses.def.
namespace mw::bw2::bwm::loss {

#define MW_FINDING_PREFIX "BWM_"
#define MW_FINDING_TABLE <meshwright/bw2/detail/bwm_losses.def>
#include <meshwright/core/detail/finding_table.inc>

}  // namespace mw::bw2::bwm::loss
