#include <meshwright/core/json_text.h>
#include <meshwright/wows/assets_resolve.h>
#include <meshwright/wows/assets_scene.h>
#include <meshwright/wows/geometry.h>

#include <algorithm>
#include <cstdlib>

namespace assets = mw::wows::assets;

// Whatever opens must be written back byte for byte, validate to the end, list its paths, and survive JSON;
// what resolves must make a scene without contradiction.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto kTurret = mw::wows::geometry::sample(mw::wows::geometry::SampleData::plain);
  const auto bytes = std::as_bytes(std::span(data, size));
  const auto database = assets::read(bytes);
  if (!database) return 0;
  const auto written = assets::write(*database);
  if (!written || !std::ranges::equal(*written, bytes)) std::abort();
  mw::Findings findings;
  assets::validate(*database, findings);
  assets::for_each_path(*database, [](std::size_t, std::string_view) {});
  if (const auto chain = assets::resolve(*database, assets::kSampleTurret)) {
    const auto scene = assets::to_scene(*database, *chain, kTurret, {.selection = {.all_lods = true}});
    if (scene && find_contradiction(*scene)) std::abort();
  }
  if (size > 16384) return 0;  // JSON is slow; small files show as much
  const std::string text = assets::to_json(*database);
  const auto json = mw::JsonText::parse(text);
  if (!json || assets::from_json(*json).and_then(
                   [](const assets::Database& again) { return assets::write(again); }) != *written)
    std::abort();
  return 0;
}
