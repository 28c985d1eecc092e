#pragma once

// Example:
//
//     #include <meshwright/wows/geometry_make.h>
//
//     /// A model from any program, encoded as the game's own files are.
//     mw::Result<mw::Bytes> new_file(const mw::scene::Scene& scene) {
//       namespace geometry = mw::wows::geometry;
//       const auto made = geometry::from_scene(scene, {.encoded = true});
//       if (!made) return mw::fail(made.error());
//       return geometry::write(made->file);
//     }

#include <meshwright/core/error.h>
#include <meshwright/scene/scene.h>
#include <meshwright/wows/geometry_onto.h>
#include <string>
#include <string_view>

/// A .geometry from nothing but a scene. Conventions for names and properties: docs/authoring.md
namespace mw::wows::geometry {

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
