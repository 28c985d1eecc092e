#pragma once

#include <string>
#include <string_view>

namespace mw {

/// A relative path as a URI: all but letters, digits and "-._~/" as "%20".
std::string percent_encoded(std::string_view path);

/// And back. A "%" without two hex digits after it stays.
std::string percent_decoded(std::string_view uri);

}  // namespace mw
