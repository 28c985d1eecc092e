#pragma once

#include <meshwright/bw2/bwm_format.h>
#include <array>
#include <cstdint>

namespace mw::bw2::bwm {

/// Calls visit with a value of the type that a format stands for; does nothing for one that is not known.
void with_format(std::uint32_t format, auto visit) {
  switch (ElementFormat(format)) {
    case ElementFormat::f32:
      return visit(float{});
    case ElementFormat::f32x2:
      return visit(std::array<float, 2>{});
    case ElementFormat::f32x3:
      return visit(std::array<float, 3>{});
    case ElementFormat::u32:
      return visit(std::uint32_t{});
    case ElementFormat::u8:
      return visit(std::uint8_t{});
  }
}

}  // namespace mw::bw2::bwm
