#pragma once

// Example:
//
//     #include <meshwright/wows/assets.h>
//     #include <meshwright/wows/assets_findings.h>
//     #include <algorithm>
//
//     bool finds_everything(const mw::wows::assets::Database& database) {
//       namespace assets = mw::wows::assets;
//       mw::Findings findings;
//       assets::validate(database, findings);
//       return std::ranges::none_of(findings.all(), [](const mw::Finding& each) {
//         return each.kind == &assets::finding::RESOURCE_SLOT_SHIFTED;
//       });
//     }

#include <meshwright/core/finding.h>
#include <meshwright/core/loss.h>
#include <cstddef>
#include <cstdint>

/// What validate() may find, one constant per row of assets_findings.def: finding::UNREFERENCED_BYTES has
/// the code "ASSETS_UNREFERENCED_BYTES".
namespace mw::wows::assets::finding {

#define MW_FINDING_PREFIX "ASSETS_"
#define MW_FINDING_TABLE <meshwright/wows/assets_findings.def>
#include <meshwright/core/finding_table.inc>

}  // namespace mw::wows::assets::finding

/// What conversions lose, one constant per row of assets_losses.def.
namespace mw::wows::assets::loss {

#define MW_FINDING_PREFIX "ASSETS_"
#define MW_FINDING_TABLE <meshwright/wows/assets_losses.def>
#include <meshwright/core/finding_table.inc>

}  // namespace mw::wows::assets::loss
