#include <assimp/scene.h>
#include <meshwright/formats/convert.h>
#include <meshwright/wows/geometry.h>

#include <assimp/Importer.hpp>

#include "support/bench.h"
#include "support/real_files.h"
#include "support/worst.h"

/// Geometry of real sizes to GLB, against another reader of the GLB.
namespace mw::bench {
namespace {

namespace geometry = wows::geometry;

Result<Bytes> to_glb(const Bytes& bytes) {
  return geometry::read(bytes)
      .and_then([](geometry::File file) {
        const Document document(*find_format("wows-geometry"), std::move(file));
        return convert(document, {.format = find_format("gltf")});
      })
      .map([](Conversion converted) { return std::move(converted.output.bytes); });
}

void read_by_assimp(const Bytes& glb) {
  Assimp::Importer importer;
  keep(importer.ReadFileFromMemory(glb.data(), glb.size(), 0, "glb"));
}

}  // namespace

void geometry_set(std::vector<Row>& rows) {
  constexpr std::size_t kSmallest = 10'000;  // bytes of a GLB; below it start-up of both is what is measured
  Worst worst;
  Times all{0, 0};
  std::size_t left_out = 0;
  for (const RealFile& file : real_geometries()) {
    const auto glb = to_glb(file.bytes);
    if (!glb || glb->size() < kSmallest) {
      ++left_out;
      continue;
    }
    const Times times = measure([&] { keep(to_glb(file.bytes)); }, [&] { read_by_assimp(*glb); }, 10);
    all.first += times.first;
    all.second += times.second;
    worst.take(file.name, ratio_of(times));
  }
  constexpr std::string_view kWhy =
      "Four fifths are the scene: a quarter of all decodes the buffers, which the peer need not, half "
      "unpacks "
      "vertices into attributes one at a time (a sixth of all directions) and finds out which side of the "
      "triangles is "
      "the front; a seventh is the GLB. Less would need unpacking several vertices at once.";
  rows.push_back({"P15",
                  fmt::format("{} {} .geometry to GLB / assimp reading the GLBs, all together ({} without "
                              "meshes or under 10 KB are left out)",
                              worst.count, kind_of_files(), left_out),
                  ratio_of(all), 0.5, kWhy});
  worst.add_row(rows, "P15", ".geometry to GLB / assimp reading it", 0.5, kWhy);
}

}  // namespace mw::bench
