#pragma once

#include <fast_float/fast_float.h>
#include <string_view>

namespace mw {

/// A JSON number, correctly rounded, and once: to double and then to float would not always give the nearest
/// float. One too large is infinite, one too small 0.
template <class T>
T parse_json_real(std::string_view digits) {
  T value = 0;
  fast_float::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

}  // namespace mw
