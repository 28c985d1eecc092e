#pragma once

// Example:
//
//     #include <meshwright/wows/splash.h>
//     #include <meshwright/wows/splash_findings.h>
//     #include <algorithm>
//
//     bool has_inverted_boxes(const mw::wows::splash::File& file) {
//       namespace splash = mw::wows::splash;
//       mw::Findings findings;
//       splash::validate(file, findings);
//       return std::ranges::any_of(findings.all(), [](const mw::Finding& each) {
//         return each.kind == &splash::finding::BOX_INVERTED;
//       });
//     }

#include <meshwright/core/finding.h>
#include <meshwright/core/loss.h>
#include <cstddef>
#include <cstdint>

/// What validate() may find, one constant per row of splash_findings.def: finding::BOX_EMPTY has the code
/// "SPLASH_BOX_EMPTY".
namespace mw::wows::splash::finding {

#define MW_FINDING_PREFIX "SPLASH_"
#define MW_FINDING_TABLE <meshwright/wows/splash_findings.def>
#include <meshwright/core/finding_table.inc>

}  // namespace mw::wows::splash::finding

/// What conversions lose, one constant per row of splash_losses.def.
namespace mw::wows::splash::loss {

#define MW_FINDING_PREFIX "SPLASH_"
#define MW_FINDING_TABLE <meshwright/wows/splash_losses.def>
#include <meshwright/core/finding_table.inc>

}  // namespace mw::wows::splash::loss
