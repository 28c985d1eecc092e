#include <meshwright/core/json_text.h>
#include <meshwright/wows/splash.h>

#include <algorithm>
#include <cstdlib>

namespace splash = mw::wows::splash;

// Whatever reads must be written back byte for byte, validate to the end, make a scene without contradiction
// and survive JSON.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  const auto file = splash::read(bytes);
  if (!file) return 0;
  const auto written = splash::write(*file);
  if (!written || !std::ranges::equal(*written, bytes)) std::abort();
  mw::Findings findings;
  splash::validate(*file, findings);
  const mw::Result<mw::scene::Scene> scene = splash::to_scene(*file, {.selection = {.all_lods = true}});
  if (!scene || find_contradiction(*scene)) std::abort();
  if (size > 4096) return 0;  // JSON is slow; small files show as much
  const std::string text = splash::to_json(*file);
  const auto json = mw::JsonText::parse(text);
  if (!json || splash::from_json(*json).and_then(
                   [](const splash::File& again) { return splash::write(again); }) != *written)
    std::abort();
  return 0;
}
