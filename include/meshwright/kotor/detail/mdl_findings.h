#pragma once

#include <meshwright/core/finding.h>
#include <meshwright/core/loss.h>
#include <cstddef>
#include <cstdint>

/// Every kind of finding of mdl::validate() and mdl::validate_against(), by its printed code without MDL_.
/// Their places are the paths of the dump; those that begin with "mdx." are in the MDX.
namespace mw::kotor::mdl::finding {

#define MW_FINDING_PREFIX "MDL_"
#define MW_FINDING_TABLE <meshwright/kotor/detail/mdl_findings.def>
#include <meshwright/core/detail/finding_table.inc>

}  // namespace mw::kotor::mdl::finding

/// What conversions lose, one constant per row of mdl_losses.def.
namespace mw::kotor::mdl::loss {

#define MW_FINDING_PREFIX "MDL_"
#define MW_FINDING_TABLE <meshwright/kotor/detail/mdl_losses.def>
#include <meshwright/core/detail/finding_table.inc>

}  // namespace mw::kotor::mdl::loss
