#include <meshwright/exchange/gltf.h>
#include <meshwright/kotor/mdl_from_scene.h>

#include <cstdlib>

namespace exchange = mw::exchange;

// Whatever reads can be written, and what is written reads again: importers make no scene that exporters
// refuse. A model can be made of it, or not; other formats' scenes are for their own targets.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto scene = exchange::read_gltf(std::as_bytes(std::span(data, size)));
  if (!scene) return 0;
  const auto written = exchange::write_gltf(*scene);
  if (!written || !exchange::read_gltf(written->bytes)) std::abort();
  const auto described = mw::kotor::mdl::describe_new(*scene, {.name = "fuzz", .split = true});
  if (described) (void)mw::kotor::mdl::compile(described->model, {});
  return 0;
}
