#pragma once

#include <meshwright/core/finding.h>
#include <meshwright/core/loss.h>
#include <cstddef>
#include <cstdint>

/// What validate() may find, one constant per row of geometry_findings.def: finding::UNREFERENCED_BYTES has
/// the code "GEOMETRY_UNREFERENCED_BYTES".
namespace mw::wows::geometry::finding {

#define MW_FINDING_PREFIX "GEOMETRY_"
#define MW_FINDING_TABLE <meshwright/wows/detail/geometry_findings.def>
#include <meshwright/core/detail/finding_table.inc>

}  // namespace mw::wows::geometry::finding

/// What conversions lose, one constant per row of geometry_losses.def.
namespace mw::wows::geometry::loss {

#define MW_FINDING_PREFIX "GEOMETRY_"
#define MW_FINDING_TABLE <meshwright/wows/detail/geometry_losses.def>
#include <meshwright/core/detail/finding_table.inc>

}  // namespace mw::wows::geometry::loss
