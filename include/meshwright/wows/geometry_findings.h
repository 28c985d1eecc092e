#pragma once

// Example:
//
//     #include <meshwright/wows/geometry.h>
//     #include <meshwright/wows/geometry_findings.h>
//     #include <algorithm>
//
//     bool draws_everything(const mw::wows::geometry::File& file) {
//       namespace geometry = mw::wows::geometry;
//       mw::Findings findings;
//       geometry::validate(file, findings);
//       return std::ranges::none_of(findings.all(), [](const mw::Finding& each) {
//         return each.kind == &geometry::finding::INDEX_OUT_OF_RANGE;
//       });
//     }

#include <meshwright/core/finding.h>
#include <meshwright/core/loss.h>
#include <cstddef>
#include <cstdint>

/// What validate() may find, one constant per row of geometry_findings.def: finding::UNREFERENCED_BYTES has
/// the code "GEOMETRY_UNREFERENCED_BYTES".
namespace mw::wows::geometry::finding {

#define MW_FINDING_PREFIX "GEOMETRY_"
#define MW_FINDING_TABLE <meshwright/wows/geometry_findings.def>
#include <meshwright/core/finding_table.inc>

}  // namespace mw::wows::geometry::finding

/// What conversions lose, one constant per row of geometry_losses.def.
namespace mw::wows::geometry::loss {

#define MW_FINDING_PREFIX "GEOMETRY_"
#define MW_FINDING_TABLE <meshwright/wows/geometry_losses.def>
#include <meshwright/core/finding_table.inc>

}  // namespace mw::wows::geometry::loss
