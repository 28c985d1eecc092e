#include <fmt/format.h>

#include "support/bench.h"
#include "support/models.h"
#include "support/peak_memory.h"
#include "support/warm_copy.h"

namespace mw::bench {

namespace mdl = kotor::mdl;

void mdl_read(std::vector<Row>& rows) {
  const mdl::Pair half = room(20);
  const mdl::Pair whole = room(40);
  const WarmCopy copy{whole.mdl, *whole.mdx};
  const auto read = [](const mdl::Pair& pair) { keep(mdl::read(pair.mdl, *pair.mdx)); };
  const double megabytes = double(whole.mdl.size() + whole.mdx->size()) / 1e6;
  const Times copied = measure([&] { read(whole); }, copy);
  rows.push_back({"P2", fmt::format("read a generated room of {:.1f} MB / warm copy", megabytes),
                  copied.first / copied.second, 4});
  const Times grown = measure([&] { read(whole); }, [&] { read(half); });
  rows.push_back({"time", "read a model of 40 meshes / of 20", grown.first / grown.second, 2.5});
}

void mdl_memory(std::vector<Row>& rows) {
  const mdl::Pair pair = room(100);
  rows.push_back(peak_row("read an MDL and MDX", pair.mdl.size() + pair.mdx->size(),
                          [&] { keep(mdl::read(pair.mdl, *pair.mdx)); }));
}

}  // namespace mw::bench
