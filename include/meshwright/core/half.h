#pragma once

// Example:
//
//     #include <meshwright/core/half.h>
//
//     std::uint16_t quarter() { return mw::float_to_half(0.25F); }  // 0x3400

#include <cstdint>

namespace mw {

/// IEEE half floats: to the nearest, ties to even; or cut towards zero, as the encoder of World of Warships
/// does.
float half_to_float(std::uint16_t half);
std::uint16_t float_to_half(float value);
std::uint16_t float_to_half_cut(float value);

}  // namespace mw
