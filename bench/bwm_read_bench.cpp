#include <fmt/format.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/bw2/bwm_build.h>

#include <cmath>
#include <cstring>

#include "bench.h"
#include "peak_memory.h"

namespace mw::bench {
namespace {

namespace bwm = bw2::bwm;

/// A rolling landscape of that many vertices a side, with three UV sets.
Bytes landscape(int side) {
  bwm::ModelInput model;
  model.materials.resize(1);
  model.footprint = false;
  bwm::MeshInput mesh;
  mesh.uv_sets.resize(3);
  mesh.parts.resize(1);
  const auto at = [&](int x, int z) { return std::uint32_t(z * side + x); };
  for (int z = 0; z < side; ++z) {
    for (int x = 0; x < side; ++x) {
      mesh.positions.emplace_back(x, std::sin(float(x) * 0.1F) + std::cos(float(z) * 0.07F), z);
      for (auto& set : mesh.uv_sets) set.emplace_back(float(x) / 8, float(z) / 8);
      if (x + 1 == side || z + 1 == side) continue;
      for (const std::uint32_t corner :
           {at(x, z), at(x, z + 1), at(x + 1, z), at(x + 1, z), at(x, z + 1), at(x + 1, z + 1)})
        mesh.parts[0].indices.push_back(corner);
    }
  }
  model.meshes = {mesh};
  return bwm::write(bwm::build(model).value()).value();
}

constexpr int kMost = 255;  // 65,025 vertices, about as many as a file can have

}  // namespace

void bwm_read(std::vector<Row>& rows) {
  for (const int side : {80, kMost}) {
    const Bytes bytes = landscape(side);
    Bytes warm = bytes;
    const Times read = measure([&] { keep(bwm::read(bytes)); },
                               [&] {
                                 std::memcpy(warm.data(), bytes.data(), bytes.size());
                                 keep(warm);
                               });
    const std::string size = fmt::format("{:.1f} MB", double(bytes.size()) / 1e6);
    rows.push_back({"BWM", "read a BWM of " + size + " / warm copy", read.first / read.second, 4});
  }
  const Bytes half = landscape(180);
  const Bytes whole = landscape(kMost);
  const double growth = double(whole.size()) / double(half.size());
  const Times read = measure([&] { keep(bwm::read(whole)); }, [&] { keep(bwm::read(half)); });
  rows.push_back({"time", "read a BWM of twice the size", read.first / read.second * 2 / growth, 2.5});
}

void bwm_memory(std::vector<Row>& rows) {
  const Bytes bytes = landscape(kMost);
  rows.push_back(peak_row("read a BWM", bytes.size(), [&] { keep(bwm::read(bytes)); }));
}

}  // namespace mw::bench
