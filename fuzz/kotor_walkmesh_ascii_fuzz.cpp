#include <meshwright/kotor/walkmesh_ascii.h>

#include <cstdlib>

namespace walkmesh = mw::kotor::walkmesh;
namespace ascii = walkmesh::ascii;

// What reads is written as a text that reads and is written the same. What compiles, as it stands or as the
// games take it, can be written.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const mw::ByteSpan bytes = std::as_bytes(std::span(data, size));
  const auto text = ascii::read(bytes);
  if (!text) return 0;
  const std::string written = ascii::write(*text);
  const auto again = ascii::read(mw::bytes_of(written));
  if (!again || ascii::write(*again) != written) std::abort();
  mw::Findings findings;
  ascii::validate(*text, findings);
  for (const ascii::EngineRules& rules : {ascii::EngineRules{}, ascii::EngineRules::all()}) {
    const auto made = ascii::compile(*text, {.rules = rules});
    if (made && !walkmesh::write(made->file)) std::abort();
  }
  return 0;
}
