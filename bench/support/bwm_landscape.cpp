#include "bwm_landscape.h"

#include <meshwright/bw2/bwm.h>
#include <meshwright/bw2/detail/bwm_build.h>

#include <cmath>

namespace mw::bench {

namespace bwm = bw2::bwm;

Bytes bwm_landscape(int side) {
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

}  // namespace mw::bench
