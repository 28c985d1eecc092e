#pragma once

// Example:
//
//     #include <meshwright/wows/primitives.h>
//     #include <meshwright/wows/primitives_make.h>
//
//     /// A model from any program, in the older form.
//     mw::Result<mw::Bytes> new_file(const mw::scene::Scene& scene) {
//       namespace primitives = mw::wows::primitives;
//       const auto made = primitives::from_scene(scene);
//       if (!made) return mw::fail(made.error());
//       return primitives::write(made->file);
//     }

#include <meshwright/core/error.h>
#include <meshwright/core/loss.h>
#include <meshwright/scene/scene.h>
#include <meshwright/wows/primitives_format.h>
#include <string>
#include <vector>

/// A .primitives from nothing but a scene. Conventions for names and properties: docs/authoring.md
namespace mw::wows::primitives {

/// A new file, and the losses of the scene.
struct Made {
  File file;
  Losses losses;
};

/// One shape for each drawn node, in its place, with a group for each of its primitives; its name is that of
/// a new .geometry (`Turret` at level 1 is `Turret_lod1Shape`). Vertices are `xyznuvtb`, with bones
/// `xyznuviiiwwtb`, with radii `xyznuvr`, or those of the original .primitives; missing normals and tangents
/// are computed. Fails on data that a file cannot hold, and names the node.
Result<Made> from_scene(const scene::Scene& scene);

}  // namespace mw::wows::primitives
