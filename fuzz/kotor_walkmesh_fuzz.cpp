#include <meshwright/core/json_text.h>
#include <meshwright/kotor/walkmesh.h>

#include <algorithm>
#include <cstdlib>

namespace walkmesh = mw::kotor::walkmesh;

// Whatever reads must be written back byte for byte, validate to the end, and survive JSON.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  const auto file = walkmesh::read(bytes);
  if (!file) return 0;
  const auto written = walkmesh::write(*file);
  if (!written || !std::ranges::equal(*written, bytes)) std::abort();
  mw::Findings findings;
  walkmesh::validate(*file, findings);
  if (size > 2048) return 0;  // JSON is slow; small files show as much
  const std::string text = walkmesh::to_json(*file);
  const auto json = mw::JsonText::parse(text);
  if (!json || walkmesh::from_json(*json).and_then(
                   [](const walkmesh::File& again) { return walkmesh::write(again); }) != *written)
    std::abort();
  return 0;
}
