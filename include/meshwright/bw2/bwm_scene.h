#pragma once

// Example:
//
//     #include <meshwright/bw2/bwm.h>
//     #include <meshwright/bw2/bwm_scene.h>
//
//     /// The model as a scene and back: data that a scene cannot hold is lost.
//     mw::Result<mw::Bytes> through_a_scene(const mw::bw2::bwm::File& file) {
//       namespace bwm = mw::bw2::bwm;
//       const auto made = bwm::from_scene(bwm::to_scene(file), bwm::kVersion6);
//       if (!made) return mw::fail(made.error());
//       return bwm::write(made->file);
//     }

#include <meshwright/bw2/bwm_format.h>
#include <meshwright/core/error.h>
#include <meshwright/core/loss.h>
#include <meshwright/scene/scene.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mw::edit {
struct EditedScene;
}

namespace mw::bw2::bwm {

/// The model in the common scene: one node per mesh with its level, one primitive per
/// material reference, bones as
/// joints, entities as empty nodes, the footprint as lines, pivots in the extras, cleaves as attributes.
/// Left-handed becomes right-handed. Triangles with a corner that does not exist are left out and listed in
/// the losses.
scene::Scene to_scene(const File& file, const scene::Options& options = {});

/// A new static model, and the losses of the scene.
struct Made {
  File file;
  Losses losses;
  std::size_t long_names = 0;  // that were truncated
};

/// Makes a model of version 5 or 6 from the visual meshes of a scene, in their places, with every bound,
/// hull, circle and count computed (bwm_build.h). Empty helper nodes become entities. The default version is
/// that of the scene's original model, or 6; pivots, cleaves, masks and frames come from the original too.
/// Fails on more vertices than a .bwm can number.
Result<Made> from_scene(const scene::Scene& scene, std::optional<std::uint32_t> version = {});

/// The file with the edits of a scene that to_scene() made from it, with everything in it (edit::find_edits).
/// If the triangles stay, so does everything that does not depend on a changed vertex, name or entity, bones
/// too; otherwise from_scene() builds the model again.
Result<Made> apply_edits(const File& file, const edit::EditedScene& edits);

}  // namespace mw::bw2::bwm
