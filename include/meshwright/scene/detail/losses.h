#pragma once

#include <meshwright/core/loss.h>
#include <cstddef>
#include <cstdint>

/// What scenes lose in any format, one constant per row of losses.def: loss::MESHES_LEFT_OUT has the code
/// "SCENE_MESHES_LEFT_OUT".
namespace mw::scene::loss {

#define MW_FINDING_PREFIX "SCENE_"
#define MW_FINDING_TABLE <meshwright/scene/detail/losses.def>
#include <meshwright/core/detail/finding_table.inc>

}  // namespace mw::scene::loss
