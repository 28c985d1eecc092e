#pragma once

// Example:
//
//     #include <meshwright/scene/diff.h>
//     #include <cstdio>
//
//     void tell_differences(const mw::scene::Scene& a, const mw::scene::Scene& b) {
//       for (const auto& difference : mw::scene::diff(a, b))
//         std::printf("%s: %s, %s\n", difference.where.c_str(), difference.a.c_str(), difference.b.c_str());
//     }

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
