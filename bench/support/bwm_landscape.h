#pragma once

#include <meshwright/core/bytes.h>

namespace mw::bench {

/// A .bwm of a rolling landscape of that many vertices a side, with three UV sets.
Bytes bwm_landscape(int side);

}  // namespace mw::bench
