#pragma once

// Example:
//
//     #include <meshwright/kotor/walkmesh_scene.h>
//
//     /// The WOK of a room, from its model and its place in the area's layout.
//     mw::Result<mw::Bytes> wok_of(const mw::kotor::mdl::File& model, const mw::Vec3& room) {
//       const auto made = mw::kotor::walkmesh::from_model(model, room);
//       if (!made) return mw::fail(made.error());
//       return mw::kotor::walkmesh::write(made->file);
//     }

#include <meshwright/core/error.h>
#include <meshwright/core/loss.h>
#include <meshwright/edit/edits.h>
#include <meshwright/kotor/mdl_source.h>
#include <meshwright/kotor/walkmesh.h>
#include <meshwright/scene/scene.h>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Makes walkmeshes from scenes and models.
namespace mw::kotor::walkmesh {

/// A new walkmesh, and its losses.
struct Made {
  File file;
  Losses losses;
};

/// The WOK of a room: the walkmesh inside its model, moved by the node's place and by the room's in the
/// layout, each coordinate rounded once. Vertices at one place become one. The tree is the model's own if it
/// is complete, with its boxes grown by 0.01; otherwise it is built. Models have no transitions: the file has
/// those of `links`, from a text model, or none (carry_transitions). Fails without a walkmesh in the model.
Result<Made> from_model(const mdl::File& model, const Vec3& room = Vec3(0),
                        const SurfaceMaterials& surfaces = SurfaceMaterials::built_in(),
                        std::span<const mdl::source::RoomLink> links = {});

struct SceneSurface {
  std::optional<Type> type = {};  // default: that of the scene's original, or an area
  Vec3 room{0};                   // added to every place, in the game's axes
  std::uint32_t other = 7;        // for faces without a surface material: NonWalk
};

/// A walkmesh of the triangles of a scene, in their places: those of walkmeshes, else those of collision
/// meshes, else all drawn ones. The id in the extras of to_scene decides the surface material, else its name,
/// else the colour of to_scene. Lines that lead to a room (a node transition_3) give sides their transitions;
/// nodes named relative_use_1 and so on are hooks. Fails without triangles.
Result<Made> from_scene(const scene::Scene& scene, const SceneSurface& how = {},
                        const SurfaceMaterials& surfaces = SurfaceMaterials::built_in());

/// The file with the edits of a scene that to_scene() made of it (edit::find_edits). Where only vertices
/// moved, everything that does not touch a moved vertex keeps its bytes: the file's own tree keeps its
/// branches, and its boxes the room around their faces; where triangles came, went or got another material
/// the walkmesh is built again by from_scene().
Result<Made> apply_edits(const File& file, const edit::EditedScene& edits, const SceneSurface& how = {},
                         const SurfaceMaterials& surfaces = SurfaceMaterials::built_in());

}  // namespace mw::kotor::walkmesh
