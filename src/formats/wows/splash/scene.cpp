#include <fmt/format.h>
#include <meshwright/scene/axes.h>
#include <meshwright/wows/detail/splash_findings.h>
#include <meshwright/wows/splash.h>

#include <array>

#include "geometry/scene/models.h"

namespace mw::wows::splash {
namespace {

using scene::Index;

/// Corner i has the maximum of x, y, z where its bits 0, 1, 2 are set; cross products of the sides point
/// outward.
scene::Primitive box_of(const NamedBox& box, const scene::Axes& axes) {
  constexpr std::array<Index, 4> kSides[] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                             {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  scene::Primitive p;
  for (unsigned corner = 0; corner < 8; ++corner)
    p.positions.push_back(
        axes.point({corner & 1U ? box.max.x : box.min.x, corner & 2U ? box.max.y : box.min.y,
                    corner & 4U ? box.max.z : box.min.z}));
  for (const auto& [a, b, c, d] : kSides)
    for (const auto& triangle : {std::array<Index, 3>{a, b, c}, std::array<Index, 3>{a, c, d}}) {
      const auto turned = axes.winding(triangle);
      p.indices.insert(p.indices.end(), turned.begin(), turned.end());
    }
  return p;
}

}  // namespace

scene::Scene to_scene(const File& file, const scene::Options& options) {
  const scene::Axes axes = options.raw_axes ? scene::Axes::same() : scene::Axes::left_handed();
  scene::Scene scene;
  const Index root = add_node(scene, {.name = "splash"});
  std::size_t skipped = 0;
  for (const NamedBox& box : file.boxes) {
    if (is_finite(box.min) && is_finite(box.max))
      geometry::add_mesh_node(scene, {.name = box.name}, box_of(box, axes), root);
    else
      ++skipped;
  }
  if (skipped > 0) scene.losses.add(loss::BOX_LEFT_OUT, "", skipped);
  return scene;
}

}  // namespace mw::wows::splash
