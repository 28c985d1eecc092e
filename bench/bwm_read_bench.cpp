#include <fmt/format.h>
#include <meshwright/bw2/bwm.h>

#include "support/bench.h"
#include "support/bwm_landscape.h"
#include "support/peak_memory.h"
#include "support/warm_copy.h"

namespace mw::bench {
namespace {

namespace bwm = bw2::bwm;

constexpr int kMost = 255;  // 65,025 vertices, about as many as a file can have

}  // namespace

void bwm_read(std::vector<Row>& rows) {
  for (const int side : {80, kMost}) {
    const Bytes bytes = bwm_landscape(side);
    const Times read = measure([&] { keep(bwm::read(bytes)); }, WarmCopy{bytes});
    const std::string size = fmt::format("{:.1f} MB", double(bytes.size()) / 1e6);
    rows.push_back({"BWM", "read a BWM of " + size + " / warm copy", read.first / read.second});
  }
  const Bytes half = bwm_landscape(180);
  const Bytes whole = bwm_landscape(kMost);
  const double growth = double(whole.size()) / double(half.size());
  const Times read = measure([&] { keep(bwm::read(whole)); }, [&] { keep(bwm::read(half)); });
  rows.push_back({"time", "read a BWM of twice the size", read.first / read.second * 2 / growth, 2.5});
}

void bwm_memory(std::vector<Row>& rows) {
  const Bytes bytes = bwm_landscape(kMost);
  rows.push_back(peak_row("read a BWM", bytes.size(), [&] { keep(bwm::read(bytes)); }));
}

}  // namespace mw::bench
