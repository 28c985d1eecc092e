#pragma once

#include <cstdint>
#include <string_view>

namespace mw::wows {

/// CityHash64 of version 1.1, by which assets.bin turns paths into ids. A path begins at the content root,
/// keeps its letters, and has '/' between its parts, not before the first.
std::uint64_t path_hash(std::string_view path);

}  // namespace mw::wows
