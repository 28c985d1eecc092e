#include <fmt/format.h>
#include <meshwright/kotor/walkmesh.h>

#include "support/bench.h"
#include "support/landscape.h"
#include "support/peak_memory.h"
#include "support/warm_copy.h"

namespace mw::bench {
namespace {

namespace walkmesh = kotor::walkmesh;

void read_and_view(double megabytes, std::vector<Row>& rows) {
  const Bytes bytes = landscape(megabytes);
  const WarmCopy copy{bytes};
  const std::string size = fmt::format("{:.1f} MB", double(bytes.size()) / 1e6);
  const Times read = measure([&] { keep(walkmesh::read(bytes)); }, copy);
  rows.push_back({"P1", "read a WOK of " + size + " / warm copy", read.first / read.second, 4});
  const Times view = measure([&] { keep(walkmesh::view(bytes)); }, copy);
  rows.push_back({"P1", "view a WOK of " + size + " / warm copy", view.first / view.second, 2});
}

}  // namespace

void walkmesh_read(std::vector<Row>& rows) {
  for (const double megabytes : {1.0, 4.0, 14.0}) read_and_view(megabytes, rows);
  const Bytes half = landscape(6);
  const Bytes whole = landscape(12);
  const double growth = double(whole.size()) / double(half.size());
  const Times read = measure([&] { keep(walkmesh::read(whole)); }, [&] { keep(walkmesh::read(half)); });
  rows.push_back({"time", "read a WOK of 12 MB / of 6 MB", read.first / read.second * 2 / growth, 2.5});
  const auto adjacency = [](const Bytes& bytes) {
    const auto file = walkmesh::read(bytes).value();
    return
        [file] { keep(walkmesh::derive_adjacency(file.faces, walkmesh::walkable_prefix(file.materials))); };
  };
  const Times linked = measure(adjacency(whole), adjacency(half), 5);
  rows.push_back({"P9", "adjacency of 12 MB / of 6 MB", linked.first / linked.second * 2 / growth, 2.5});
}

void walkmesh_memory(std::vector<Row>& rows) {
  const Bytes bytes = landscape(14);
  rows.push_back(peak_row("read a WOK", bytes.size(), [&] { keep(walkmesh::read(bytes)); }));
}

}  // namespace mw::bench
