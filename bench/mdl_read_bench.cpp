#include <fmt/format.h>

#include <cstring>

#include "bench.h"
#include "models.h"
#include "peak_memory.h"

namespace mw::bench {

namespace mdl = kotor::mdl;

void mdl_read(std::vector<Row>& rows) {
  const mdl::Pair half = room(20);
  const mdl::Pair whole = room(40);
  Bytes mdl_copy = whole.mdl;
  Bytes mdx_copy = *whole.mdx;
  const auto copy = [&] {
    std::memcpy(mdl_copy.data(), whole.mdl.data(), whole.mdl.size());
    std::memcpy(mdx_copy.data(), whole.mdx->data(), whole.mdx->size());
    keep(mdl_copy);
    keep(mdx_copy);
  };
  const auto read = [](const mdl::Pair& pair) { keep(mdl::read(pair.mdl, *pair.mdx)); };
  const double megabytes = double(whole.mdl.size() + whole.mdx->size()) / 1e6;
  const Times copied = measure([&] { read(whole); }, copy);
  rows.push_back({"P2", fmt::format("read an MDL and MDX of {:.1f} MB / warm copy", megabytes),
                  copied.first / copied.second, 12});
  const Times grown = measure([&] { read(whole); }, [&] { read(half); });
  rows.push_back({"time", "read a model of 40 meshes / of 20", grown.first / grown.second, 2.5});
}

void mdl_memory(std::vector<Row>& rows) {
  const mdl::Pair pair = room(100);
  rows.push_back(peak_row("read an MDL and MDX", pair.mdl.size() + pair.mdx->size(),
                          [&] { keep(mdl::read(pair.mdl, *pair.mdx)); }));
}

}  // namespace mw::bench
