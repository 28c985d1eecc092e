#include <meshwright/exchange/detail/image.h>

#include <cstdlib>

namespace exchange = mw::exchange;

namespace {

void check(const mw::Result<exchange::Picture>& picture) {
  if (!picture) return;
  const std::size_t pixels = std::size_t(picture->width) * picture->height;
  if (pixels == 0 || picture->pixels.size() != pixels) std::abort();
  if (pixels > 4096) return;  // compression is slow; small pictures show as much
  if (!exchange::write_png(*picture)) std::abort();
}

}  // namespace

// Whatever reads has as many pixels as it says and becomes a PNG.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  check(exchange::read_tga(bytes));
  check(exchange::read_dds(bytes));
  return 0;
}
