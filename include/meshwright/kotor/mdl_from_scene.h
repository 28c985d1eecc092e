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
#include <meshwright/edit/verify.h>
#include <meshwright/kotor/mdl_compile.h>
#include <meshwright/scene/scene.h>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Models from scenes, by way of their description: the compiler of the text models makes the binary one.
namespace mw::kotor::mdl {

struct Described {
  source::Model model;
  std::vector<scene::Index> nodes;    // of the scene, by nodes of the model; kNoSceneNode for one that is new
  std::vector<scene::Index> holders;  // likewise, with their meshes: skins stand at the root
  std::vector<std::string> losses;
};
inline constexpr scene::Index kNoSceneNode = 0xFFFFFFFF;

/// Describes a scene as a model. Nodes, meshes, skins, lights and animations are glTF's; whatever else the
/// game knows comes from the extras that to_scene() leaves (docs/gltf-fields.md), and is as usual without
/// them. A scene with several roots gets one above them, of the model's name. Skinned meshes become parts of
/// the node of their name, where there is one.
///
/// Fails on names that are longer than 31 bytes or not one word, more than 65,535 vertices or faces in a
/// mesh, and a mesh with several materials.
Result<Described> describe(const scene::Scene& scene, std::string_view name);

struct NewModel {
  std::string name = {};                            // where the scene has none
  std::optional<std::uint8_t> classification = {};  // none: the scene's; a character's where it has a skin
  bool split = false;  // meshes that are too large or have too many bones become several
};

/// Describes a scene of any program as a new model. Before that it is brought into what a model can have:
/// scales go into vertices and keys, skins to where their bones rest, each material of a mesh becomes a node,
/// names become words that no other has; all else of a kind that models lack is a loss. Custom properties of
/// nodes have the names of the fields of a mesh (docs/authoring.md).
///
/// Fails on names of more than 31 bytes, a mesh with more than 65,535 vertices or faces or 17 bones unless
/// `split` divides it, and a model with more than four million vertices.
Result<Described> describe_new(scene::Scene scene, const NewModel& how);

/// A model with edits, and what became of these.
struct PatchedModel {
  Compiled made;
  std::vector<edit::EditState> states;  // by edit
};
struct PatchedSource {
  Decompiled made;
  std::vector<edit::EditState> states;
};

/// The model with the edits of a scene that to_scene() made of it, with everything in it (edit::find_edits).
/// It is described, the description gets what differs between those of the two scenes, and is compiled: what
/// no edit touches keeps every bit. Before that the scene is brought into what a model can have: scales go
/// into vertices, places and keys; what was added beside the model's tree goes below its root; the node of a
/// skin that is gone goes too, unless something needs it.
Result<PatchedModel> apply_edits(const File& file, const edit::EditedScene& edits);
/// The same, to the description; `file` is what it compiles to. Where its words do not say all of the result,
/// as where bones are bound that were moved, it is one with notes.
Result<PatchedSource> apply_edits(source::Model model, const File& file, const edit::EditedScene& edits);

/// The first mesh that is other than it was in a file that was read without its MDX, which then no longer
/// fits; nothing for a file that has its MDX.
std::optional<std::string> find_without_mdx(const File& file, const File& made);

/// Rows of nodes in an error's field are called by their names: nobody has counted them.
Error with_node_names(Error error, const source::Model& model);

}  // namespace mw::kotor::mdl
