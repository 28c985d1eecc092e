#pragma once

#include <meshwright/kotor/mdl.h>

/// Models as large as the games have them, grown out of the built-in sample.
namespace mw::bench {

/// A room of so many meshes of 1000 vertices, with the sample's skeleton and animations.
kotor::mdl::Pair room(std::uint32_t meshes);

/// A creature of 100 small limbs, each of which turns and moves in so many animations.
kotor::mdl::Pair creature(std::uint32_t animations);

}  // namespace mw::bench
