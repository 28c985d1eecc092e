#pragma once

#include <meshwright/core/finding.h>
#include <cstddef>
#include <cstdint>

/// Every kind of finding that ascii::validate() makes, by the code that is printed, without MDL_ASCII_.
namespace mw::kotor::mdl::ascii::finding {

#define MW_FINDING_PREFIX "MDL_ASCII_"
#define MW_FINDING_TABLE <meshwright/kotor/detail/mdl_ascii_findings.def>
#include <meshwright/core/detail/finding_table.inc>

}  // namespace mw::kotor::mdl::ascii::finding
