#include <meshwright/wows/primitives.h>
#include <meshwright/wows/splash.h>

#include <cstdlib>

namespace wows = mw::wows;

// Whatever reads has as many vertices as it says.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  (void)wows::splash::read(bytes);
  const auto file = wows::primitives::read(bytes);
  if (!file) return 0;
  for (const auto& section : file->vertices) {
    const auto vertices = wows::primitives::unpack(section);
    if (vertices && vertices->size() != section.count) std::abort();
  }
  return 0;
}
