#pragma once

// Example:
//
//     #include <meshwright/wows/name_hash.h>
//
//     bool is_turret(std::uint32_t id) {
//       return id == mw::wows::name_hash("TurretShape.vertices");
//     }

#include <cstdint>
#include <string_view>

namespace mw::wows {

/// MurmurHash3 for 32-bit results with seed 0: how the game's files turn names into ids.
std::uint32_t name_hash(std::string_view name);

}  // namespace mw::wows
