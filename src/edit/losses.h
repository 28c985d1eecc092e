#pragma once

#include <meshwright/core/loss.h>
#include <cstddef>
#include <cstdint>

/// What edits are not taken over, one constant per row of losses.def.
namespace mw::edit::loss {

#define MW_FINDING_PREFIX "EDIT_"
#define MW_FINDING_TABLE "losses.def"
#include <meshwright/core/detail/finding_table.inc>

}  // namespace mw::edit::loss
