#pragma once

#include <meshwright/core/finding.h>
#include <meshwright/core/loss.h>
#include <cstddef>
#include <cstdint>

/// Every kind of finding that walkmesh::validate() makes, by the code that is printed, without WALKMESH_.
namespace mw::kotor::walkmesh::finding {

#define MW_FINDING_PREFIX "WALKMESH_"
#define MW_FINDING_TABLE <meshwright/kotor/detail/walkmesh_findings.def>
#include <meshwright/core/detail/finding_table.inc>

}  // namespace mw::kotor::walkmesh::finding

/// What conversions lose, one constant per row of walkmesh_losses.def.
namespace mw::kotor::walkmesh::loss {

#define MW_FINDING_PREFIX "WALKMESH_"
#define MW_FINDING_TABLE <meshwright/kotor/detail/walkmesh_losses.def>
#include <meshwright/core/detail/finding_table.inc>

}  // namespace mw::kotor::walkmesh::loss
