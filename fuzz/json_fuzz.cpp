#include <meshwright/core/json_value.h>
#include <meshwright/core/json_writer.h>

#include <cstdlib>

namespace {

std::string written(const mw::JsonValue& tree) {
  mw::JsonWriter json(mw::JsonWriter::Style::compact);
  json.value(tree);
  return json.take();
}

}  // namespace

// A tree that is written and parsed again is the same.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto tree = mw::parse_json(mw::text_of(std::as_bytes(std::span(data, size))));
  if (!tree) return 0;
  const std::string text = written(*tree);
  const auto again = mw::parse_json(text);
  if (!again || written(*again) != text) std::abort();
  return 0;
}
