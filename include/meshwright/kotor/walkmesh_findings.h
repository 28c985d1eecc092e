#pragma once

// Example:
//
//     #include <meshwright/kotor/walkmesh.h>
//     #include <meshwright/kotor/walkmesh_findings.h>
//
//     bool has_one_sided_links(const mw::kotor::walkmesh::File& file) {
//       mw::Findings findings;
//       mw::kotor::walkmesh::validate(file, findings);
//       for (const mw::Finding& finding : findings.all())
//         if (finding.kind == &mw::kotor::walkmesh::finding::ADJACENCY_ONE_SIDED) return true;
//       return false;
//     }

#include <meshwright/core/finding.h>
#include <meshwright/core/loss.h>
#include <cstddef>
#include <cstdint>

/// Every kind of finding that walkmesh::validate() makes, by the code that is printed, without WALKMESH_.
namespace mw::kotor::walkmesh::finding {

#define MW_FINDING_PREFIX "WALKMESH_"
#define MW_FINDING_TABLE <meshwright/kotor/walkmesh_findings.def>
#include <meshwright/core/finding_table.inc>

}  // namespace mw::kotor::walkmesh::finding

/// What conversions lose, one constant per row of walkmesh_losses.def.
namespace mw::kotor::walkmesh::loss {

#define MW_FINDING_PREFIX "WALKMESH_"
#define MW_FINDING_TABLE <meshwright/kotor/walkmesh_losses.def>
#include <meshwright/core/finding_table.inc>

}  // namespace mw::kotor::walkmesh::loss
