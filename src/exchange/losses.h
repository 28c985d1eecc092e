#pragma once

#include <meshwright/core/loss.h>
#include <cstddef>
#include <cstdint>

/// What glTF, OBJ and images lose, one constant per row of losses.def.
namespace mw::exchange::loss {

#define MW_FINDING_PREFIX
#define MW_FINDING_TABLE "losses.def"
#include <meshwright/core/detail/finding_table.inc>

}  // namespace mw::exchange::loss
