#pragma once

#include <meshwright/nav/mesh.h>

namespace mw::bench {

/// A rolling landscape of about that many faces, with cells of one unit. Of each hundred cells in plan
/// `holes` cannot be walked on, in blocks of a few.
nav::Mesh ground(std::size_t faces, int holes = 0);

}  // namespace mw::bench
