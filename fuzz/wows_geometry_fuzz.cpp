#include <meshwright/core/json_text.h>
#include <meshwright/wows/geometry.h>
#include <meshwright/wows/geometry_scene.h>

#include <algorithm>
#include <cstdlib>

namespace geometry = mw::wows::geometry;

// Whatever reads must be written back byte for byte, decode or be refused, validate to the end, make a scene
// without contradiction and survive JSON.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  const auto file = geometry::read(bytes);
  if (!file) return 0;
  const auto written = geometry::write(*file);
  if (!written || !std::ranges::equal(*written, bytes)) std::abort();
  mw::Findings findings;
  geometry::validate(*file, findings);
  const mw::scene::Options everything{.selection = {.all_lods = true, .collision = true, .armor = true}};
  const auto scene = geometry::to_scene(*file, everything);
  if (scene ? find_contradiction(*scene).has_value() : !scene.error().offset) std::abort();
  if (size > 4096) return 0;  // JSON is slow; small files show as much
  const std::string text = geometry::to_json(*file);
  const auto json = mw::JsonText::parse(text);
  if (!json || geometry::from_json(*json).and_then(
                   [](const geometry::File& again) { return geometry::write(again); }) != *written)
    std::abort();
  return 0;
}
