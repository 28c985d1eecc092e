#pragma once

#include <meshwright/scene/scene.h>

#include <string>
#include <vector>

namespace mw::scene {

/// One thing in which two scenes differ.
struct Difference {
  std::string where;  // "nodes[walkmesh/surface].mesh.primitives[2].positions"
  std::string a;
  std::string b;
};

/// Compares hierarchy, counts, attributes, materials and animations. Nodes are matched by their path of
/// names, so that their order does not matter. Numbers are the same when their bits are; otherwise the
/// largest deviation is told.
std::vector<Difference> diff(const Scene& a, const Scene& b);

}  // namespace mw::scene
