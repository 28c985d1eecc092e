#pragma once

// Example:
//
//     #include <meshwright/kotor/walkmesh_make.h>
//
//     /// The WOK of a room, from its model and its place in the area's layout.
//     mw::Result<mw::Bytes> wok_of(const mw::kotor::mdl::File& model, const mw::Vec3& room) {
//       const auto made = mw::kotor::walkmesh::from_model(model, room);
//       if (!made) return mw::fail(made.error());
//       return mw::kotor::walkmesh::write(made->file);
//     }

#include <meshwright/core/error.h>
#include <meshwright/kotor/mdl_source.h>
#include <meshwright/kotor/walkmesh.h>
#include <meshwright/scene/scene.h>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Walkmeshes from what is none yet.
namespace mw::kotor::walkmesh {

/// A new walkmesh, and what of its origin it cannot hold.
struct Made {
  File file;
  std::vector<std::string> losses;
};

/// The WOK of a room: the walkmesh inside its model, moved by the node's place and by the room's in the
/// layout, each coordinate rounded once. Vertices at one place become one. The tree is the model's own where
/// it is whole, its boxes grown by 0.01; otherwise it is built. Models have no transitions: the file has
/// those of `links`, which a text model says, or none (carry_transitions). Fails without a walkmesh in the
/// model.
Result<Made> from_model(const mdl::File& model, const Vec3& room = Vec3(0),
                        const SurfaceMaterials& surfaces = SurfaceMaterials::built_in(),
                        std::span<const mdl::source::RoomLink> links = {});

struct SceneSurface {
  std::optional<Type> type = {};  // without it what the scene was made from, or an area
  Vec3 room{0};                   // added to every place, in the game's axes
  std::uint32_t other = 7;        // the material of faces whose own is no surface material: NonWalk
};

/// A walkmesh of the triangles of a scene, in their places. Those of walkmeshes count, if there are none
/// those of collision meshes, if there are none either all that are drawn. A surface material is told by the
/// id that to_scene leaves in its extras, else by its name, else by the colour that to_scene gives it. Lines
/// that lead to a room (a node transition_3) give sides their transitions; nodes called relative_use_1 and so
/// on are hooks. Fails without triangles.
Result<Made> from_scene(const scene::Scene& scene, const SceneSurface& how = {},
                        const SurfaceMaterials& surfaces = SurfaceMaterials::built_in());

}  // namespace mw::kotor::walkmesh
