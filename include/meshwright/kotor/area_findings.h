#pragma once

// Example:
//
//     #include <meshwright/kotor/area.h>
//     #include <meshwright/kotor/area_findings.h>
//
//     /// Whether a transition leads to a room that does not exist.
//     bool leads_out(const std::vector<mw::kotor::AreaRoom>& rooms) {
//       mw::Findings findings;
//       mw::kotor::validate_area(rooms, findings);
//       for (const mw::Finding& finding : findings.all())
//         if (finding.kind == &mw::kotor::area_finding::TRANSITION_ROOM_MISSING) return true;
//       return false;
//     }

#include <meshwright/core/finding.h>
#include <meshwright/core/loss.h>
#include <cstddef>
#include <cstdint>

/// Every kind of finding that validate_area() makes, by the code that is printed, without LAYOUT_.
namespace mw::kotor::area_finding {

#define MW_FINDING_PREFIX "LAYOUT_"
#define MW_FINDING_TABLE <meshwright/kotor/area_findings.def>
#include <meshwright/core/finding_table.inc>

}  // namespace mw::kotor::area_finding

/// What conversions lose, one constant per row of area_losses.def.
namespace mw::kotor::area_loss {

#define MW_FINDING_PREFIX "LAYOUT_"
#define MW_FINDING_TABLE <meshwright/kotor/area_losses.def>
#include <meshwright/core/finding_table.inc>

}  // namespace mw::kotor::area_loss
