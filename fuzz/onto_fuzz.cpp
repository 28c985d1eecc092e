#include <meshwright/exchange/gltf.h>
#include <meshwright/formats/detail/apply_edits.h>
#include <meshwright/formats/registry.h>

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

namespace {

/// The built-in samples that take edits, opened from their bytes.
std::vector<mw::Document> originals() {
  std::vector<mw::Document> all;
  const mw::OptionValues none;
  for (const auto& [id, name] :
       {std::pair("kotor-mdl", "a.mdl"), std::pair("kotor-walkmesh", "a.wok"),
        std::pair("kotor-walkmesh", "a.pwk"), std::pair("bw2-bwm", "a.bwm"), std::pair("bw2-bwm", "skin.bwm"),
        std::pair("wows-geometry", "a.geometry"), std::pair("kotor-mdl-ascii", "a.mdl.ascii"),
        std::pair("kotor-walkmesh-ascii", "a.wok.ascii")})
    all.push_back(*mw::find_format(id)->sample(name, none));
  return all;
}

/// As a document of the format that it was written as.
bool can_be_read(const mw::Output& file, const mw::Format& format) {
  if (!format.sniff(file.bytes)) return false;
  return format.read({.blob = mw::Blob(file.bytes)}, {}).has_value();
}

}  // namespace

// Whatever glTF reads is refused or put onto a file of any format, which can be written then and read again.
// The first byte says onto which.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<mw::Document> kOriginals = originals();
  if (size < 2) return 0;
  const mw::Document& original = kOriginals[data[0] % kOriginals.size()];
  const auto scene = mw::exchange::read_gltf(std::as_bytes(std::span(data + 1, size - 1)));
  if (!scene) return 0;
  const auto made = mw::apply_edits(*scene, original);
  if (!made) {
    if (made.error().message.empty()) std::abort();
    return 0;
  }
  const auto file = mw::write_edited(*made, original);
  if (file ? file->bytes.empty() : file.error().message.empty()) std::abort();
  if (file && !can_be_read(*file, original.format())) std::abort();
  return 0;
}
