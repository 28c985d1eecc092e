#pragma once

#include <meshwright/core/finding.h>
#include <meshwright/core/loss.h>
#include <cstddef>
#include <cstdint>

/// What validate() may find, one constant per row of primitives_findings.def: finding::NAME_REPEATED has the
/// code "PRIMITIVES_NAME_REPEATED".
namespace mw::wows::primitives::finding {

#define MW_FINDING_PREFIX "PRIMITIVES_"
#define MW_FINDING_TABLE <meshwright/wows/detail/primitives_findings.def>
#include <meshwright/core/detail/finding_table.inc>

}  // namespace mw::wows::primitives::finding

/// What conversions lose, one constant per row of primitives_losses.def.
namespace mw::wows::primitives::loss {

#define MW_FINDING_PREFIX "PRIMITIVES_"
#define MW_FINDING_TABLE <meshwright/wows/detail/primitives_losses.def>
#include <meshwright/core/detail/finding_table.inc>

}  // namespace mw::wows::primitives::loss
