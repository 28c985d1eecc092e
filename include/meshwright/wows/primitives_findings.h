#pragma once

// Example:
//
//     #include <meshwright/wows/primitives.h>
//     #include <meshwright/wows/primitives_findings.h>
//     #include <algorithm>
//
//     bool has_bad_indices(const mw::wows::primitives::File& file) {
//       namespace primitives = mw::wows::primitives;
//       mw::Findings findings;
//       primitives::validate(file, findings);
//       return std::ranges::any_of(findings.all(), [](const mw::Finding& each) {
//         return each.kind == &primitives::finding::INDEX_OUT_OF_RANGE;
//       });
//     }

#include <meshwright/core/finding.h>
#include <meshwright/core/loss.h>
#include <cstddef>
#include <cstdint>

/// What validate() may find, one constant per row of primitives_findings.def: finding::NAME_REPEATED has the
/// code "PRIMITIVES_NAME_REPEATED".
namespace mw::wows::primitives::finding {

#define MW_FINDING_PREFIX "PRIMITIVES_"
#define MW_FINDING_TABLE <meshwright/wows/primitives_findings.def>
#include <meshwright/core/finding_table.inc>

}  // namespace mw::wows::primitives::finding

/// What conversions lose, one constant per row of primitives_losses.def.
namespace mw::wows::primitives::loss {

#define MW_FINDING_PREFIX "PRIMITIVES_"
#define MW_FINDING_TABLE <meshwright/wows/primitives_losses.def>
#include <meshwright/core/finding_table.inc>

}  // namespace mw::wows::primitives::loss
