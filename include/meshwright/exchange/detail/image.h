#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>

#include <cstdint>
#include <vector>

/// Images as games store them, and PNG for glTF, which accepts no other form. docs/scene.md lists the
/// treatment of odd files.
namespace mw::exchange {

struct Rgba {
  std::uint8_t r = 0;
  std::uint8_t g = 0;
  std::uint8_t b = 0;
  std::uint8_t a = 255;  // opaque
  bool operator==(const Rgba&) const = default;
};
static_assert(sizeof(Rgba) == 4);

struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<Rgba> pixels = {};  // rows from the top, each from the left
};

/// Larger pictures are refused: no game of this project has any, and a few bytes of run lengths can stand for
/// gigabytes.
inline constexpr std::uint32_t kMaxPictureSide = 16384;
inline constexpr std::uint64_t kMaxPicturePixels = std::uint64_t(8192) * 8192;

/// TGA: colour-mapped, true colour and grey, plain or run-length encoded, any origin.
Result<Picture> read_tga(ByteSpan bytes);

/// DDS: BC1 to BC5 and uncompressed. The largest level of the first face or slice.
Result<Picture> read_dds(ByteSpan bytes);

/// RGB if all of it is opaque, RGBA otherwise. Fails if the number of pixels does not match the size, or is
/// 0.
Result<Bytes> write_png(const Picture& picture);

}  // namespace mw::exchange
