#pragma once

#include <bit>
#include <cstdint>

namespace mw {

/// The value of an IEEE half float.
inline float half_to_float(std::uint16_t half) {
  constexpr float kSmallest = 1.0F / (1U << 24U);  // the step of numbers without an exponent
  const std::uint32_t sign = std::uint32_t(half & 0x8000U) << 16;
  const std::uint32_t exponent = (half >> 10) & 0x1FU;
  const std::uint32_t mantissa = half & 0x3FFU;
  if (exponent == 0)
    return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(float(mantissa) * kSmallest));
  if (exponent == 31) return std::bit_cast<float>(sign | 0x7F800000U | (mantissa << 13));
  return std::bit_cast<float>(sign | ((exponent + 112) << 23) | (mantissa << 13));
}

/// IEEE half floats: rounded to the nearest, ties to even; or truncated towards zero, as the encoder of World
/// of Warships does.
std::uint16_t float_to_half(float value);
std::uint16_t float_to_half_cut(float value);

}  // namespace mw
