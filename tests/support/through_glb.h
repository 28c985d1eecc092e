#pragma once

#include <meshwright/exchange/gltf.h>

namespace mw::test {

/// The scene as it is after it was written as a GLB.
inline scene::Scene through_glb(const scene::Scene& scene) {
  return exchange::read_gltf(exchange::write_gltf(scene).value().bytes).value();
}

}  // namespace mw::test
