#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace mw {

/// "1 box", "2 boxes"
std::string counted(std::uint64_t count, std::string_view one, std::string_view many);

/// "a, b, c", escaped: the first ten, and the number of the others.
std::string listed(std::span<const std::string> names);

}  // namespace mw
