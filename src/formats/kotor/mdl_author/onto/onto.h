#pragma once

#include <meshwright/kotor/mdl_source.h>
#include <meshwright/scene/scene.h>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

/// Parts of a description with what differs between those of two scenes, and what stays of the file.
namespace mw::kotor::mdl {

/// A scene that to_scene() made of a model, and the same with edits and without what models do not have.
struct FittedScene {
  const scene::Scene& before;
  const scene::Scene& after;
  const std::vector<scene::Index>& origins;  // nodes of `before` by those of `after`; scene::kNewNode
  const std::vector<scene::Index>& animation_origins;  // likewise
};

/// Takes a value where the edit changed it.
template <class T>
void take(T& own, const T& before, const T& after) {
  if (!(before == after)) own = after;
}

bool same_keys(const source::Keys& a, const source::Keys& b);
void merge_controllers(std::vector<source::Keys>& own, const std::vector<source::Keys>& before,
                       const std::vector<source::Keys>& after);
void merge_mesh(source::Mesh& own, const source::Mesh& before, const source::Mesh& after);
/// For a mesh whose triangles stayed: normals that were edited, and those around which nothing moved; 0 for
/// others, which compiling makes of the faces. Empty where a scene has none.
std::vector<Vec3> normals_after(const source::Mesh& before, const source::Mesh& after);
/// Where the triangles are those of the file: what follows from them stays as the file has it, wherever
/// nothing that it follows from was changed.
void keep_derived(Mesh& made, const Mesh& own);
/// Vertices of a skin that no bone moves.
std::size_t count_weightless(const source::Node& node);
/// Bones that a skin has weights of.
std::size_t count_bones(const source::Node& node);

/// Parents before their children, otherwise in their order.
std::vector<std::uint32_t> parents_first(const std::vector<source::Node>& nodes);

/// Whether the nodes of a description have the rows of those that it compiles to.
bool is_in_order(const source::Model& model, const File& file);

/// What of a node is for its mesh alone.
void drop_mesh_controllers(source::Node& node);
void drop_mesh_notes(source::Node& node);

/// What became of the nodes of a description, which its animations follow.
struct NodeEdits {
  std::map<std::string, std::string> renamed = {};
  std::map<std::string, std::string> parents = {};  // of nodes that are below another
  std::set<std::string> gone = {};                  // names that no node has any more
  std::set<std::string> bare = {};                  // of nodes that have no mesh any more

  std::string name_of(const std::string& before) const;
};

/// A scene and its description.
struct DescribedScene {
  const scene::Scene& scene;
  const source::Model& model;
};

/// The animations of a description whose nodes have their edits, with those of two scenes; gives what is
/// lost. `origins` are those of `before` by those of `after`.
Losses merge_animations(source::Model& own, const DescribedScene& before, const DescribedScene& after,
                        const std::vector<scene::Index>& origins, const NodeEdits& edits);

/// Where a node of a description with edits comes from.
struct Kept {
  std::uint32_t row = kNoRow;  // in the file; kNoRow for a new node
  bool renamed = false;
  std::set<std::uint16_t> rebound = {};  // of a skin: names of bones that the scene binds anew
  bool exact = false;                    // a skin of which nothing is other, so that its notes hold
  std::string name = {};                 // that a new or renamed node has in the scene, whether a word or not
  std::map<std::string, Mat4> binds =
      {};  // of a skin: inverse binds by the names of bones that are new to it
};

struct Merged {
  source::Model model;
  std::vector<Kept> kept;  // for each node
  Losses losses = {};
};

/// The tree that a description had.
struct TreeBefore {
  explicit TreeBefore(const std::vector<source::Node>& nodes);
  std::uint64_t hash;
  std::vector<std::uint32_t> parents;
};

/// Whether compiling makes the tables of names and bones of the same rows.
enum class Tree : std::uint8_t { same, renamed, other };
Tree tree_after(const Merged& merged, const TreeBefore& before, const File& file);

/// Notes of skins are guarded by the pose and the names of all nodes: where neither concerns the skin itself
/// they are to hold. Those that keep_tables() replaces are left out where the rows of tables are others.
void renew_guards(Merged& merged, Tree tree);

/// Whether a name can stand in a file as it is.
bool is_kept_name(std::string_view name);

/// What compiling cannot know of what the file had: names that are no words, bind poses, and whether skins
/// have an area.
void keep_tables(Compiled& made, const Merged& merged, const File& file, Tree tree);

/// Whether two models have the same names, and bones bound in the same places.
bool same_tables(const File& a, const File& b);

/// Bytes between the meshes of an MDX that nothing reads.
void keep_padding(Compiled& made, const Merged& merged, const File& file);

}  // namespace mw::kotor::mdl
