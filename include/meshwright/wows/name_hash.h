#pragma once

#include <cstdint>
#include <string_view>

namespace mw::wows {

/// MurmurHash3 for 32-bit results with seed 0: how the game's files turn names into ids.
std::uint32_t name_hash(std::string_view name);

}  // namespace mw::wows
