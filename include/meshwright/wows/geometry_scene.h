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
#include <meshwright/core/loss.h>
#include <meshwright/edit/edits.h>
#include <meshwright/scene/scene.h>
#include <meshwright/wows/geometry.h>
#include <meshwright/wows/geometry_format.h>
#include <meshwright/wows/shape_names.h>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

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

// A scene's edits into a .geometry.

/// A file, and the losses of the scene.
struct Made {
  File file;
  Losses losses;
  std::vector<scene::Index> built = {};  // new nodes of the edited scene whose meshes the file has
};

/// The file with the edits of a scene that to_scene() made of it, with everything in it (edit::find_edits).
/// What is new obeys the rules of from_scene(). Buffers that no edit touches keep their bytes, and plain ones
/// all but the vertices that changed.
Result<Made> apply_edits(const File& file, const edit::EditedScene& edits);

// A .geometry from nothing but a scene. Conventions for names and properties: docs/authoring.md

struct MakeOptions {
  bool encoded = false;
  std::string vertex_format = {};  // of all meshes ("set3/" may be left out); empty: by their attributes
  bool split = false;              // a mesh of several materials becomes one mesh for each
};

/// One mesh for each drawn node, in its place; plates of armor and hulls of collision from the nodes that
/// have these roles. Ids are hashes of names: `Turret` at level 1 is `Turret_lod1Shape`. Fails on data that a
/// file cannot hold, and names the node.
Result<Made> from_scene(const scene::Scene& scene, const MakeOptions& options = {});

/// The whole name of a vertex format: "xyznuvpc" is "set3/xyznuvpc".
std::string whole_format_name(std::string_view name);

}  // namespace mw::wows::geometry
