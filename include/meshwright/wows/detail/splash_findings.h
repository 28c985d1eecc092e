#pragma once

#include <meshwright/core/finding.h>
#include <meshwright/core/loss.h>
#include <cstddef>
#include <cstdint>

/// What validate() may find, one constant per row of splash_findings.def: finding::BOX_EMPTY has the code
/// "SPLASH_BOX_EMPTY".
namespace mw::wows::splash::finding {

#define MW_FINDING_PREFIX "SPLASH_"
#define MW_FINDING_TABLE <meshwright/wows/detail/splash_findings.def>
#include <meshwright/core/detail/finding_table.inc>

}  // namespace mw::wows::splash::finding

/// What conversions lose, one constant per row of splash_losses.def.
namespace mw::wows::splash::loss {

#define MW_FINDING_PREFIX "SPLASH_"
#define MW_FINDING_TABLE <meshwright/wows/detail/splash_losses.def>
#include <meshwright/core/detail/finding_table.inc>

}  // namespace mw::wows::splash::loss
