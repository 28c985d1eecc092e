#include <meshwright/exchange/obj.h>

#include <cstdlib>

namespace exchange = mw::exchange;

// Whatever reads can be written, and what is written reads again; but for an OBJ without a vertex, which is
// none.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto scene = exchange::read_obj(std::as_bytes(std::span(data, size)));
  if (!scene) return 0;
  const auto written = exchange::write_obj(*scene);
  if (!written || (!scene->meshes.empty() && !exchange::read_obj(written->bytes))) std::abort();
  return 0;
}
