#pragma once

#include <meshwright/core/bytes.h>

namespace mw::bench {

/// A WOK of about that many megabytes: a rolling landscape, a fifth of which cannot be walked on.
Bytes landscape(double megabytes);

}  // namespace mw::bench
