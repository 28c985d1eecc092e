#pragma once

#include <span>
#include <string>
#include <string_view>

namespace mw::cli {

/// The word of the list that is most likely meant; empty if none is close.
std::string nearest(std::string_view word, std::span<const std::string> words);

/// "; did you mean validate?", or nothing.
std::string did_you_mean(std::string_view word, std::span<const std::string> words);

}  // namespace mw::cli
