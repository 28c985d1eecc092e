#pragma once

#include <fmt/format.h>
#include <meshwright/core/detail/reader.h>
#include <meshwright/exchange/detail/image.h>

namespace mw::exchange {

/// A value of 0 to `max` as 0 to 255, to the nearest.
constexpr std::uint8_t widened(std::uint64_t value, std::uint64_t max) {
  return std::uint8_t((value * 255 + max / 2) / max);
}

/// Where a header holds the two sides of its picture.
struct SideOffsets {
  std::uint64_t width;
  std::uint64_t height;
};

/// Fails on a picture without pixels or with too many; call it before any allocation.
inline void check_size(Reader& reader, const SideOffsets& at, std::uint64_t width, std::uint64_t height) {
  const auto check_side = [&](std::uint64_t offset, std::string_view name, std::uint64_t side) {
    if (side == 0 || side > kMaxPictureSide)
      reader.fail(offset, name, fmt::format("{} is not between 1 and {}", side, kMaxPictureSide));
  };
  check_side(at.width, "width", width);
  check_side(at.height, "height", height);
  if (reader.ok() && width * height > kMaxPicturePixels)
    reader.fail(at.width, "width",
                fmt::format("{} x {} pixels are more than {}", width, height, kMaxPicturePixels));
}

}  // namespace mw::exchange
