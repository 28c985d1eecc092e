#include <meshwright/core/detail/half.h>
#include <bit>
#include <cmath>

namespace mw {

std::uint16_t float_to_half(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t sign = (bits >> 16) & 0x8000U;
  const std::uint32_t magnitude = bits & 0x7FFFFFFFU;
  if (magnitude > 0x7F800000U) {  // NaN: the top of its payload, never all zeros
    const std::uint32_t payload = (magnitude >> 13) & 0x3FFU;
    return std::uint16_t(sign | 0x7C00U | (payload != 0 ? payload : 0x200U));
  }
  if (magnitude >= 0x477FF000U) return std::uint16_t(sign | 0x7C00U);  // rounds to 65536 or more: infinity
  if (magnitude < 0x38800000U) {                                       // below the smallest normal half
    const float scaled = std::ldexp(std::bit_cast<float>(magnitude), 24);
    return std::uint16_t(sign | std::uint32_t(std::nearbyint(scaled)));
  }
  const std::uint32_t odd = (magnitude >> 13) & 1U;
  return std::uint16_t(sign | ((magnitude - 0x38000000U + 0xFFFU + odd) >> 13));
}

std::uint16_t float_to_half_cut(float value) {
  const std::uint16_t nearest = float_to_half(value);
  // Halves of one sign are ordered as their bits are, so the one before is the next towards zero.
  const bool further = std::abs(half_to_float(nearest)) > std::abs(value);
  return further ? std::uint16_t(nearest - 1) : nearest;
}

}  // namespace mw
