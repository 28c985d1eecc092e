#pragma once

#include <meshwright/core/finding.h>
#include <cstddef>
#include <cstdint>

/// Every kind of finding that ascii::validate() makes, by the code that is printed, without WALKMESH_ASCII_.
namespace mw::kotor::walkmesh::ascii::finding {

#define MW_FINDING_PREFIX "WALKMESH_ASCII_"
#define MW_FINDING_TABLE <meshwright/kotor/detail/walkmesh_ascii_findings.def>
#include <meshwright/core/detail/finding_table.inc>

}  // namespace mw::kotor::walkmesh::ascii::finding
