#include <meshwright/core/json_text.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_source.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace mdl = mw::kotor::mdl;

namespace {

/// Both files in one input: four bytes that say how long the MDL is, the MDL, and what is left as the MDX.
mdl::Pair split(mw::ByteSpan bytes) {
  std::uint32_t size = 0;
  if (bytes.size() < sizeof(size)) return {};
  std::memcpy(&size, bytes.data(), sizeof(size));
  bytes = bytes.subspan(sizeof(size));
  const mw::ByteSpan main = bytes.first(std::min<std::size_t>(size, bytes.size()));
  const mw::ByteSpan rest = bytes.subspan(main.size());
  return {{main.begin(), main.end()}, mw::Bytes(rest.begin(), rest.end())};
}

bool is_same(const mw::Result<mdl::Pair>& written, const mdl::Pair& pair) {
  return written && written->mdl == pair.mdl && written->mdx == pair.mdx;
}

}  // namespace

// Whatever reads must be written back byte for byte, validate to the end, survive JSON and a description, and
// be laid out anew.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const mdl::Pair pair = split(std::as_bytes(std::span(data, size)));
  auto file = mdl::read(pair.mdl, *pair.mdx);
  if (!file) return 0;
  if (!is_same(mdl::write(*file), pair)) std::abort();
  mw::Findings findings;
  mdl::validate(*file, findings);
  if (size <= 2048) {  // JSON is slow; small files show as much
    const std::string text = mdl::to_json(*file);
    const auto json = mw::JsonText::parse(text);
    if (!json ||
        !is_same(mdl::from_json(*json).and_then([](const mdl::File& again) { return mdl::write(again); }),
                 pair))
      std::abort();
  }
  const auto described = mdl::decompile(*file, {});
  if (described.losses.empty()) {
    const auto again = mdl::compile(described.model, {});
    if (!again || !is_same(mdl::write(again->file), pair)) std::abort();
  }
  mdl::lay_out(*file, mdl::family_of(*file));
  (void)mdl::write(*file);  // of a damaged file it may fail
  return 0;
}
