#include <meshwright/core/json_text.h>
#include <meshwright/wows/primitives.h>

#include <algorithm>
#include <cstdlib>

namespace primitives = mw::wows::primitives;

// Whatever reads must be written back byte for byte, validate to the end, make a scene without contradiction
// and survive JSON.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  const auto file = primitives::read(bytes);
  if (!file) return 0;
  const auto written = primitives::write(*file);
  if (!written || !std::ranges::equal(*written, bytes)) std::abort();
  mw::Findings findings;
  primitives::validate(*file, findings);
  const mw::Result<mw::scene::Scene> scene = primitives::to_scene(*file, {.selection = {.all_lods = true}});
  if (!scene || find_contradiction(*scene)) std::abort();
  if (size > 4096) return 0;  // JSON is slow; small files show as much
  const std::string text = primitives::to_json(*file);
  const auto json = mw::JsonText::parse(text);
  if (!json || primitives::from_json(*json).and_then(
                   [](const primitives::File& again) { return primitives::write(again); }) != *written)
    std::abort();
  return 0;
}
