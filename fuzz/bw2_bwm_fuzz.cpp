#include <meshwright/bw2/bwm.h>
#include <meshwright/core/json_text.h>

#include <algorithm>
#include <cstdlib>

namespace bwm = mw::bw2::bwm;

// Whatever reads must be written back byte for byte, validate to the end, and survive JSON.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  const auto file = bwm::read(bytes);
  if (!file) return 0;
  const auto written = bwm::write(*file);
  if (!written || !std::ranges::equal(*written, bytes)) std::abort();
  mw::Findings findings;
  bwm::validate(*file, findings);
  if (size > 2048) return 0;  // JSON is slow; small files show as much
  const std::string text = bwm::to_json(*file);
  const auto json = mw::JsonText::parse(text);
  if (!json ||
      bwm::from_json(*json).and_then([](const bwm::File& again) { return bwm::write(again); }) != *written)
    std::abort();
  return 0;
}
