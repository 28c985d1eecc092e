#pragma once

#include <charconv>
#include <optional>
#include <string_view>

namespace mw::wows {

/// All of the text as a hex number of as many digits as the type has.
template <class T>
std::optional<T> parse_hex(std::string_view digits) {
  T value = 0;
  const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (digits.size() != 2 * sizeof(T) || status != std::errc() || end != digits.data() + digits.size())
    return std::nullopt;
  return value;
}

}  // namespace mw::wows
