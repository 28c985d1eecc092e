#include <meshwright/exchange/gltf.h>

#include <cstdlib>

namespace exchange = mw::exchange;

// Whatever reads can be written, and what is written reads again: importers make no scene that exporters
// refuse.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto scene = exchange::read_gltf(std::as_bytes(std::span(data, size)));
  if (!scene) return 0;
  const auto written = exchange::write_gltf(*scene);
  if (!written || !exchange::read_gltf(written->bytes)) std::abort();
  return 0;
}
