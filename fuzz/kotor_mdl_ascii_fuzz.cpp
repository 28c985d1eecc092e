#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/mdl_source.h>

#include <cstdlib>

namespace mdl = mw::kotor::mdl;

// What reads is written as a text that reads and is written the same. What compiles can be decompiled, and
// gives the same bytes again.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto model = mdl::ascii::read(std::as_bytes(std::span(data, size)));
  if (!model) return 0;
  const std::string text = mdl::ascii::write(*model);
  const auto again = mdl::ascii::read(mw::bytes_of(text));
  if (!again || mdl::ascii::write(*again) != text) std::abort();
  mw::Findings findings;
  mdl::ascii::validate(*model, findings, std::as_bytes(std::span(data, size)));
  const auto made = mdl::compile(*model, {});
  if (!made) return 0;
  const auto pair = mdl::write(made->file);
  if (!pair) return 0;
  const auto back = mdl::compile(mdl::decompile(made->file, {}).model, {});
  if (!back) std::abort();
  const auto same = mdl::write(back->file);
  if (!same || same->mdl != pair->mdl || same->mdx != pair->mdx) std::abort();
  return 0;
}
