#include "landscape.h"

#include <meshwright/kotor/walkmesh.h>

#include <cmath>

namespace mw::bench {

namespace walkmesh = kotor::walkmesh;

Bytes landscape(double megabytes) {
  constexpr double kBytesAFace = 140;  // with its share of vertices, nodes and adjacency
  const int side = int(std::sqrt(megabytes * 1e6 / kBytesAFace / 2));
  walkmesh::Mesh mesh;
  for (int y = 0; y <= side; ++y)
    for (int x = 0; x <= side; ++x)
      mesh.vertices.emplace_back(x, y, std::sin(float(x) * 0.1F) + std::cos(float(y) * 0.07F));
  const auto at = [&](int x, int y) { return std::uint32_t(y * (side + 1) + x); };
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const std::uint32_t material = (x * 7 + y * 3) % 5 == 0 ? 7 : 4;
      mesh.triangles.push_back({.corners = {at(x, y), at(x + 1, y), at(x + 1, y + 1)}, .material = material});
      mesh.triangles.push_back({.corners = {at(x, y), at(x + 1, y + 1), at(x, y + 1)}, .material = material});
    }
  }
  return walkmesh::write(walkmesh::build(mesh, walkmesh::Type::area).value()).value();
}

}  // namespace mw::bench
