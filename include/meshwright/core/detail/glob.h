#pragma once

#include <string_view>

namespace mw {

/// Whether a text matches a pattern of `*` (any characters, slashes too) and `?` (one character). The time is
/// at most the product of the two lengths.
bool matches(std::string_view pattern, std::string_view text);

}  // namespace mw
