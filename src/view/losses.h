#pragma once

#include <meshwright/core/loss.h>
#include <cstddef>
#include <cstdint>

/// What pictures lack, one constant per row of losses.def.
namespace mw::view::loss {

#define MW_FINDING_PREFIX "VIEW_"
#define MW_FINDING_TABLE "losses.def"
#include <meshwright/core/finding_table.inc>

}  // namespace mw::view::loss
