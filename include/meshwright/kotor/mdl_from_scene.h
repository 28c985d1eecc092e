#pragma once

// Example:
//
//     #include <meshwright/kotor/mdl_from_scene.h>
//
//     /// A model for the second game, made of a scene of any program.
//     mw::Result<mw::kotor::mdl::Compiled> second(const mw::scene::Scene& scene) {
//       const auto described = mw::kotor::mdl::describe_new(scene, {.name = "my_model"});
//       if (!described) return mw::fail(described.error());
//       return mw::kotor::mdl::compile(described->model, {.game = mw::kotor::mdl::Game::k2});
//     }

#include <meshwright/core/error.h>
#include <meshwright/core/loss.h>
#include <meshwright/edit/detail/verify.h>
#include <meshwright/kotor/mdl_source.h>
#include <meshwright/scene/scene.h>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Makes models from scenes, by way of their description: the compiler of the text models makes the binary
/// one.
namespace mw::kotor::mdl {

struct Described {
  source::Model model;
  std::vector<scene::Index> nodes;    // of the scene, by nodes of the model; kNoSceneNode for a new one
  std::vector<scene::Index> holders;  // likewise, with their meshes: skins are at the root
  Losses losses;
};
inline constexpr scene::Index kNoSceneNode = 0xFFFFFFFF;

/// Describes a scene as a model. Nodes, meshes, skins, lights and animations are glTF's; other data of the
/// game comes from the extras of to_scene() (docs/gltf-fields.md), with the usual values as default. A scene
/// with several roots gets one above them, with the model's name. Skinned meshes become parts of the node of
/// their name, if it exists.
///
/// Fails on names that are longer than 31 bytes or not one word, more than 65,535 vertices or faces in a
/// mesh, and a mesh with several materials.
Result<Described> describe(const scene::Scene& scene, std::string_view name);

struct NewModel {
  std::string name = {};                            // if the scene has none
  std::optional<std::uint8_t> classification = {};  // none: the scene's; a character's with a skin
  bool split = false;  // meshes that are too large or have too many bones become several
};

/// Describes a scene of any program as a new model. First it is adapted to the limits of a model: scales go
/// into vertices and keys, skins to the rest places of their bones, each material of a mesh becomes a node,
/// names become unique words; everything that models lack is a loss. Custom properties of nodes have the
/// names of the fields of a mesh (docs/authoring.md).
///
/// Fails on names of more than 31 bytes, a mesh with more than 65,535 vertices or faces or 17 bones unless
/// `split` divides it, and a model with more than four million vertices.
Result<Described> describe_new(scene::Scene scene, const NewModel& how);

/// A model with edits, and the state of each edit.
struct PatchedModel {
  Compiled made;
  std::vector<edit::EditState> states;  // by edit
};
struct PatchedSource {
  Decompiled made;
  std::vector<edit::EditState> states;
};

/// The model with the edits of a scene that to_scene() made from it, with everything in it
/// (edit::find_edits). It is described, the differences between the descriptions of the two scenes are merged
/// in, and the result is compiled: unedited parts keep every bit. First the scene is adapted to the limits of
/// a model: scales go into vertices, places and keys; objects added beside the model's tree go below its
/// root; the node of a removed skin goes too, unless something needs it.
Result<PatchedModel> apply_edits(const File& file, const edit::EditedScene& edits);
/// The same for the description; `file` is its compiled form. If its keywords cannot express the result, such
/// as bones that were moved and bound again, it has notes.
Result<PatchedSource> apply_edits(source::Model model, const File& file, const edit::EditedScene& edits);

/// The first mesh that changed in a file that was read without its MDX, which then no longer fits; nothing
/// for a file with its MDX.
std::optional<std::string> find_without_mdx(const File& file, const File& made);

/// Replaces rows of nodes in an error's field by their names, which people know.
Error with_node_names(Error error, const source::Model& model);

}  // namespace mw::kotor::mdl
