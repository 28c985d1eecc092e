#pragma once

#include <meshwright/core/finding.h>
#include <meshwright/core/loss.h>
#include <cstddef>
#include <cstdint>

/// Every kind of finding that validate_area() makes, by the code that is printed, without LAYOUT_.
namespace mw::kotor::area_finding {

#define MW_FINDING_PREFIX "LAYOUT_"
#define MW_FINDING_TABLE <meshwright/kotor/detail/area_findings.def>
#include <meshwright/core/detail/finding_table.inc>

}  // namespace mw::kotor::area_finding

/// What conversions lose, one constant per row of area_losses.def.
namespace mw::kotor::area_loss {

#define MW_FINDING_PREFIX "LAYOUT_"
#define MW_FINDING_TABLE <meshwright/kotor/detail/area_losses.def>
#include <meshwright/core/detail/finding_table.inc>

}  // namespace mw::kotor::area_loss
