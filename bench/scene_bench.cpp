#include <assimp/scene.h>
#include <fmt/format.h>
#include <meshwright/exchange/gltf.h>
#include <meshwright/kotor/walkmesh.h>

#include <assimp/Importer.hpp>
#include <cstring>

#include "bench.h"
#include "landscape.h"

namespace mw::bench {

namespace walkmesh = kotor::walkmesh;

/// The whole conversion in memory against another reader of its result, and what building the scene costs.
void walkmesh_to_glb(std::vector<Row>& rows) {
  const Bytes bytes = landscape(4);
  const auto convert = [&] { return exchange::write_gltf(to_scene(walkmesh::read(bytes).value())).value().bytes; };
  const Bytes glb = convert();
  const auto by_assimp = [&] {
    Assimp::Importer importer;
    keep(importer.ReadFileFromMemory(glb.data(), glb.size(), 0, "glb"));
  };
  const Times times = measure([&] { keep(convert()); }, by_assimp, 7);
  // The bar is 10 times faster, so the ratio may be a tenth.
  rows.push_back({"P14", fmt::format("WOK of {:.1f} MB to GLB / assimp reading that GLB", double(bytes.size()) / 1e6),
                  times.first / times.second, 0.1});

  const walkmesh::File file = walkmesh::read(bytes).value();
  std::vector<Vec3> warm = file.vertices;
  const auto copy = [&] {
    std::memcpy(static_cast<void*>(warm.data()), file.vertices.data(), warm.size() * sizeof(Vec3));
    keep(warm);
  };
  const Times scene = measure([&] { keep(to_scene(file)); }, copy, 7);
  fmt::print("scene building: {:.0f} ns a vertex ({:.0f} times a copy of the vertices)\n",
             scene.first / double(file.vertices.size()) * 1e9, scene.first / scene.second);
}

}  // namespace mw::bench
