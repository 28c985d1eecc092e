#include <meshwright/exchange/gltf.h>
#include <meshwright/kotor/mdl_from_scene.h>
#include <meshwright/wows/geometry.h>
#include <meshwright/wows/geometry_scene.h>

#include <cstdlib>

namespace exchange = mw::exchange;
namespace geometry = mw::wows::geometry;

namespace {

// What a .geometry takes is written, read again and has no error.
void make_geometry(const mw::scene::Scene& scene) {
  const auto made = geometry::from_scene(scene, {.encoded = scene.nodes.size() % 2 == 0, .split = true});
  if (!made) return;
  const auto bytes = geometry::write(made->file);
  if (!bytes) std::abort();
  const auto file = geometry::read(*bytes);
  if (!file) std::abort();
  mw::Findings findings;
  geometry::validate(*file, findings);
  if (findings.count(mw::Severity::error) > 0) std::abort();
}

}  // namespace

// Whatever reads can be written, and what is written reads again: importers make no scene that exporters
// refuse. A model can be made of it, or not; other formats' scenes are for their own targets.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto scene = exchange::read_gltf(std::as_bytes(std::span(data, size)));
  if (!scene) return 0;
  const auto written = exchange::write_gltf(*scene);
  if (!written || !exchange::read_gltf(written->bytes)) std::abort();
  make_geometry(*scene);
  const auto described = mw::kotor::mdl::describe_new(*scene, {.name = "fuzz", .split = true});
  if (described) (void)mw::kotor::mdl::compile(described->model, {});
  return 0;
}
