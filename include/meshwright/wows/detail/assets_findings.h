#pragma once

#include <meshwright/core/finding.h>
#include <meshwright/core/loss.h>
#include <cstddef>
#include <cstdint>

/// What validate() may find, one constant per row of assets_findings.def: finding::UNREFERENCED_BYTES has
/// the code "ASSETS_UNREFERENCED_BYTES".
namespace mw::wows::assets::finding {

#define MW_FINDING_PREFIX "ASSETS_"
#define MW_FINDING_TABLE <meshwright/wows/detail/assets_findings.def>
#include <meshwright/core/detail/finding_table.inc>

}  // namespace mw::wows::assets::finding

/// What conversions lose, one constant per row of assets_losses.def.
namespace mw::wows::assets::loss {

#define MW_FINDING_PREFIX "ASSETS_"
#define MW_FINDING_TABLE <meshwright/wows/detail/assets_losses.def>
#include <meshwright/core/detail/finding_table.inc>

}  // namespace mw::wows::assets::loss
