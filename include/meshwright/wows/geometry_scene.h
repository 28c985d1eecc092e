#pragma once

// Example:
//
//     #include <meshwright/wows/geometry.h>
//     #include <meshwright/wows/geometry_scene.h>
//     #include <cstdio>
//
//     void count_nodes(const mw::wows::geometry::File& file) {
//       const auto scene = mw::wows::geometry::to_scene(file);
//       if (scene) std::printf("%zu nodes\n", scene->nodes.size());
//     }

#include <meshwright/core/error.h>
#include <meshwright/scene/scene.h>
#include <meshwright/wows/geometry_format.h>
#include <meshwright/wows/shape_names.h>
#include <cstddef>

namespace mw::wows::geometry {

/// The parts that a selection left out of a scene.
struct LeftOut {
  std::size_t other_levels = 0;  // meshes
  std::size_t armor_plates = 0;
  std::size_t hulls = 0;
};

/// The file in the common scene: one node per pair of mappings with its level of detail, one per plate of
/// armor, one per hull of collision. Without a wanted level every part has its finest one; a level that no
/// part has is an error that lists the existing ones. Left-handed becomes right-handed, and front faces agree
/// with the normals. Parts that cannot be decoded, paired or drawn are left out and listed in the losses.
/// Fails if nothing is left because none of the meshes can be decoded.
Result<scene::Scene> to_scene(const File& file, const scene::Options& options = {},
                              const ShapeNames& names = ShapeNames::built_in());

/// The same, and the parts left out because they are not selected.
Result<scene::Scene> to_scene(const File& file, const scene::Options& options, const ShapeNames& names,
                              LeftOut& left_out);

}  // namespace mw::wows::geometry
