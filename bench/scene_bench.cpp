#include <assimp/scene.h>
#include <fmt/format.h>
#include <meshwright/exchange/gltf.h>
#include <meshwright/kotor/mdl_scene.h>
#include <meshwright/kotor/walkmesh.h>

#include <assimp/Importer.hpp>
#include <cstring>

#include "support/bench.h"
#include "support/landscape.h"
#include "support/models.h"

namespace mw::bench {
namespace {

namespace mdl = kotor::mdl;
namespace walkmesh = kotor::walkmesh;

/// The whole conversion in memory against another reader of its result.
void glb_row(std::vector<Row>& rows, const std::string& what, std::size_t size, const auto& to_scene) {
  const auto convert = [&] { return exchange::write_gltf(to_scene()).value().bytes; };
  const Bytes glb = convert();
  const auto by_assimp = [&] {
    Assimp::Importer importer;
    if (importer.ReadFileFromMemory(glb.data(), glb.size(), 0, "glb") == nullptr)
      fmt::print(stderr, "assimp: {}\n", importer.GetErrorString());
  };
  const Times times = measure([&] { keep(convert()); }, by_assimp, 15);
  rows.push_back({"GLB",
                  fmt::format("{} of {:.1f} MB to GLB / assimp reading that GLB", what, double(size) / 1e6),
                  times.first / times.second});
}

void model_row(std::vector<Row>& rows, const std::string& what, const mdl::Pair& pair) {
  glb_row(rows, what, pair.mdl.size() + pair.mdx->size(),
          [&] { return mdl::to_scene(mdl::read(pair.mdl, *pair.mdx).value()); });
}

void scene_cost(const Bytes& bytes) {
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

}  // namespace

void to_glb(std::vector<Row>& rows) {
  model_row(rows, "a creature with 60 animations", creature(60));
  model_row(rows, "a room", room(10));
  const Bytes small = landscape(0.1);
  const Bytes large = landscape(4);
  for (const Bytes& bytes : {small, large})
    glb_row(rows, "a WOK", bytes.size(), [&] { return to_scene(walkmesh::view(bytes).value()); });
  scene_cost(large);
}

}  // namespace mw::bench
