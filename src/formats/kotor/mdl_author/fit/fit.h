#pragma once

#include <meshwright/core/error.h>
#include <meshwright/scene/detail/tree.h>

#include <functional>
#include <glm/mat4x4.hpp>
#include <string>
#include <vector>

/// Scenes of any program are brought into what a model can have before they are described (fit.cpp has
/// the order of the steps). What already fits keeps every bit.
namespace mw::kotor::mdl {

using scene::kNoParent;
/// The most bones that a skin of the original files has; its own table would hold 18.
inline constexpr std::size_t kMostBonesOfMesh = 17;

struct FitContext {
  scene::Scene scene;
  std::string name;  // of the model
  bool split = false;
  Losses losses = {};
};

/// The matrix of each node relative to the scene, in double.
std::vector<glm::dmat4> places_in(const scene::Scene& scene);

/// Skins behind the first `old_skins` that move nothing are taken away.
void drop_weightless_skins(FitContext& context, std::size_t old_skins);

/// glTF wants skinned meshes at the root: they go back to the node of their name.
void adopt_skins(FitContext& context);

/// A mesh for each node that has one, so that each can be changed by itself; only triangles stay.
Result<void> own_meshes(FitContext& context);

/// Custom properties of a node that are those of a mesh, roles and materials become the "mesh" that
/// describe() reads.
void take_properties(FitContext& context);

/// The same of an edited model, for nodes that came and lights behind the first `old_lights`.
void take_new_properties(FitContext& context, const std::vector<scene::Index>& origins,
                         std::size_t old_lights);

/// What rests at a scale of 0 and grows has its vertices as its largest key shows them: 0 would leave
/// nothing to grow. Nodes of `except` stay as they are.
void grow_from_nothing(FitContext& context, const std::vector<bool>& except = {});

/// Nodes of a model have no scale: those of a scene go into its vertices, places and keys.
void remove_scales(FitContext& context);

/// Bones are bound where they rest: vertices go where they are drawn when nothing moves. `before` are the
/// places of the nodes that inverse binds belong to.
void bind_to_rest(FitContext& context, const std::vector<glm::dmat4>& before);
/// The same for skins behind those that a model has, but only where their binds have scales or shears: a
/// model can have others as they are.
void bind_new_skins(FitContext& context, std::size_t old_skins, const std::vector<glm::dmat4>& before);

/// Whether a matrix is a turn and a place, as binds of a model are.
bool is_rigid(const glm::dmat4& matrix);

/// In a scene the skin of a node is one beside it, of the same name.
struct SkinPair {
  scene::Index node;      // of the original's scene
  scene::Index skin;      // likewise
  scene::Index node_now;  // of the edited one; scene::kNewNode when it is gone
  scene::Index skin_now;
};
std::vector<SkinPair> skin_pairs(const scene::Scene& before, const std::vector<scene::Index>& origins);

/// Vertices of a skin are in the space of its node: where that was moved, as by a scale that is applied to a
/// whole armature, those of a skin that is bound anew are brought there.
void bring_skins_to_their_nodes(FitContext& context, const scene::Scene& before,
                                const std::vector<scene::Index>& origins);

/// What became of nodes whose skin was removed.
struct BareNodes {
  std::vector<scene::Index> staying = {};  // their skins, of the original's scene
  std::vector<scene::Index> gone = {};     // of the edited one
};
/// Those that nothing else needs go with their skin; `origins` has them no more.
BareNodes remove_bare_nodes(scene::Scene& scene, const scene::Scene& before,
                            std::vector<scene::Index>& origins);

/// Removes nodes that nothing leads to any more, and the channels that move them.
void drop_unreached(scene::Scene& scene);

/// An edited scene without what nodes and keys of a model do not have.
struct FittedEdits {
  scene::Scene scene;
  std::vector<scene::Index> origins;    // nodes of the original's scene by those of this one
  std::vector<scene::Index> bare = {};  // skins of the original's scene that are gone, and whose node stays
  std::vector<scene::Index> gone = {};  // nodes of the edited scene that went with their skin
  Losses losses = {};
};
/// Scales go into vertices, places and keys; those of keys become the mean of the axes. That of a bone, or of
/// a node above one, is lost: its skin has the vertices. Keys that jump, and curves of all but places, become
/// straight ones. What was added beside the model's tree goes below its root, where it is. Skins that came
/// are bound as they are, or where their bones rest if there are scales in their binds. The node of a skin
/// that is gone goes too, unless it is a bone, moves, or is above others.
FittedEdits fit_edits(const scene::Scene& before, scene::Scene after, std::vector<scene::Index> origins);

/// Moves each vertex by its own matrix. Where the first mirrors, triangles turn around.
void move_vertices(scene::Primitive& p, const std::function<glm::dmat4(std::size_t)>& matrix_of);

/// Meshes with several materials become several nodes, and with `split` those that are too large or have too
/// many bones.
Result<void> divide_meshes(FitContext& context);

/// Animations that begin before 0, as editors let them, are moved to begin there.
void begin_at_zero(FitContext& context);

/// Keys between which nothing moves, and curves of what has none in a model, become straight ones.
void straighten_keys(FitContext& context);

/// Of an edited model: what came to stand beside its root goes below that, and stays where it is.
void put_below_the_root(scene::Scene& scene, const scene::Scene& before,
                        const std::vector<scene::Index>& origins);

/// One root at the origin that shows nothing.
void put_under_one_root(FitContext& context);

/// One word for each name, no two alike in any case.
Result<void> give_names(FitContext& context);

/// A name that is free, made of one that may be taken: "name_2".
std::string shortened(std::string_view name, std::string_view ending);

}  // namespace mw::kotor::mdl
