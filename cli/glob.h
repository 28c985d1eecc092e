#pragma once

#include <string_view>

namespace mw::cli {

/// Whether a text fits a pattern of `*` (any characters, slashes too) and `?` (one character). Takes no
/// longer than the product of the two lengths.
bool matches(std::string_view pattern, std::string_view text);

}  // namespace mw::cli
