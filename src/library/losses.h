#pragma once

#include <meshwright/core/loss.h>
#include <cstddef>
#include <cstdint>

/// What conversions of any format lose, one constant per row of losses.def.
namespace mw::loss {

#define MW_FINDING_PREFIX "CONVERT_"
#define MW_FINDING_TABLE "library/losses.def"
#include <meshwright/core/detail/finding_table.inc>

}  // namespace mw::loss
