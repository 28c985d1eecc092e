#include <meshwright/core/bytes.h>
#include <meshwright/kotor/layout.h>

#include <cstdlib>

// What reads has a first line that says so, and its rooms are found by their names.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = mw::text_of(std::as_bytes(std::span(data, size)));
  const auto layout = mw::kotor::read_layout(text);
  if (!layout) return 0;
  if (!mw::kotor::is_layout(text)) std::abort();
  for (const mw::kotor::Layout::Item& room : layout->rooms)
    if (!layout->find_room(room.name)) std::abort();
  return 0;
}
