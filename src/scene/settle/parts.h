#pragma once

#include <meshwright/scene/settle.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "diff/nodes.h"

/// The steps of settle() (settle.cpp has their order).
namespace mw::scene {

/// "torso.001" -> "torso": Blender numbers what would have one name, and "torso.1" is how glTF is written
/// here.
std::string_view without_number(std::string_view name);

/// What is other in the edited scene and was not taken for an edit: one line for all of a kind.
class Notes {
 public:
  /// `kind` and `text` are constants, and few.
  void add(std::string_view kind, std::string_view name, std::string_view text);
  void list(std::vector<std::string>& notes) const;

 private:
  struct Line {
    std::string_view kind;
    std::string name;  // of the first
    std::string_view text;
    std::size_t others = 0;
  };
  std::vector<Line> lines_;
};

/// Which node of the edited scene is which of the original.
struct NodePairs {
  NodePairs(const Scene& original, const Scene& edited, const KnownExtras& known);

  NodeTree original_tree;
  NodeTree edited_tree;
  std::vector<Index> to_edited;    // by node of the original; kNone without a partner
  std::vector<Index> to_original;  // by node of the edited scene
  /// By node of the original: the node that has its mesh, where a program made two nodes of one.
  std::vector<Index> mesh_holder;
  std::vector<bool> is_holder;  // by node of the edited scene
  /// By node of the edited scene: it stands between others only, as the armature that Blender puts above
  /// bones.
  std::vector<bool> is_passage;

 private:
  /// The candidates of one name in the edited scene; those that are taken are passed over.
  struct Candidates {
    std::vector<Index> nodes;
    std::size_t first = 0;
    std::size_t wanted = 0;  // nodes of the original that have this name
  };
  class Likeness;

  std::optional<std::int64_t> number_of(const Node& node) const;
  Index best_of(Candidates& candidates, Index node, int least, Likeness& likeness) const;
  void pair(Index in_original, Index in_edited);
  void match_names(const Scene& original, const Scene& edited, bool without_numbers);
  void match_numbers(const Scene& original, const Scene& edited);
  void match_shapes(const Scene& original, const Scene& edited);
  void match_parents(const Scene& edited);
  void match_children(const Scene& original, const Scene& edited);
  void find_mesh_holders(const Scene& original, const Scene& edited);
  void find_passages(const Scene& edited);

  KnownExtras known_;
};

/// What an export leaves out unless it is asked for it: which of it the edited scene has at all.
class Exported {
 public:
  Exported(const Scene& original, const Scene& edited, const NodePairs& pairs, std::string_view part);

  /// Whether a node's mesh, or the node, would be there if nobody had removed it.
  bool expects(const Node& node) const;

 private:
  std::string part_of(const Node& node) const;

  const Scene& original_;
  std::string_view part_;
  std::array<bool, 8> roles_{};
  std::map<std::string, std::set<std::uint32_t>> levels_;
  bool lines_ = false;
  bool all_levels_ = false;  // a node says that they were there
};

/// A number for the triangles of a mesh that does not depend on their order; 0 without any.
std::uint64_t shape_of(const Mesh& mesh);

/// Whether an edited value says what the original does: numbers in texts, whole numbers with a fraction and
/// members that are missing count as unchanged.
bool same_extra(const JsonValue& original, const JsonValue& edited, float tolerance);
/// The original's, with what was changed or added; names of these go to `changed`.
Extras settled_extras(const Extras& original, const Extras& edited, float tolerance,
                      std::vector<std::string>& changed);

/// A mesh, and what its joints are in terms of nodes of the settled scene.
struct MeshSide {
  const Mesh* mesh = nullptr;
  std::vector<Index> joints;
};

/// What was done to a mesh.
struct MeshEdits {
  std::size_t moved = 0;  // vertices
  std::size_t uvs = 0;
  std::size_t normals = 0;
  std::size_t weights = 0;
  std::size_t colours = 0;
  std::size_t custom = 0;
  std::size_t added = 0;  // triangles
  std::size_t removed = 0;
  std::size_t rearranged = 0;  // triangles whose corners are other vertices now, or of another material
  bool lines = false;
  bool material = false;

  bool any() const;
  /// All but normals, which have a change of their own.
  std::string describe() const;
};

/// What triangles of the original have, and their partners do not. It stays.
struct MeshLacks {
  bool uvs = false;         // all sets
  bool second_uvs = false;  // those behind the first
  bool weights = false;
  bool material = false;
};

struct SettledMesh {
  Mesh mesh;
  std::vector<Index> joints;  // the original's, with those that were added
  MeshEdits edits;
  MeshLacks lacks;
};

/// `materials` are the settled ones by those of the edited mesh, kNone for none; `kinds` has for each settled
/// one the first that has its name and looks.
SettledMesh settle_mesh(const MeshSide& original, const MeshSide& edited, const std::vector<Index>& materials,
                        const std::vector<Index>& kinds, const Tolerances& tolerances);

/// `nodes` are those of the settled scene by those of the edited one; kNone for one that is no node there.
/// `nodes_of_original` are the same by nodes of the original.
void settle_animations(const Scene& original, const Scene& edited, const std::vector<Index>& nodes,
                       const std::vector<Index>& nodes_of_original, const Tolerances& tolerances,
                       Settled& settled);

/// The node where some moment of the scene's animations has it, as far as `edited` is that: programs write
/// the place of a node at the moment that is shown as if it were its rest.
class Poses {
 public:
  explicit Poses(const Scene& scene);
  /// With the parts of `rest` in the place of those that lie on a motion of the node.
  Transform without_motion(Index node, const Transform& rest, Transform edited, float size,
                           float tolerance) const;

 private:
  bool passes(Index node, Target target, std::span<const float> value, float reach) const;

  std::multimap<Index, const Channel*> channels_;
};

/// Whether two places of nodes are one; distances count by the size of the model.
class PlaceComparison {
 public:
  PlaceComparison(const Scene& original, const Tolerances& tolerances);
  bool same(const Transform& a, const Transform& b) const;
  float size() const { return size_; }

 private:
  Tolerances tolerances_;
  float size_ = 1;
};

/// Blender opens a skeleton in the pose of its inverse binds, where that is another than the nodes', bends
/// skinned meshes into it, and saves what came of it.
class BindPose {
 public:
  BindPose(const Scene& original, const Scene& edited, const NodePairs& pairs, const PlaceComparison& places);
  /// The edited place of a node of the original; its rest where the edited one is that of its inverse bind.
  Transform without_bind(Index node, const Transform& rest, const Transform& edited) const;
  /// The mesh of a node of the edited scene, with the binds that the node of the original has.
  Mesh unbent(Index node, Index holder);
  /// By joint of the original's skin: where it puts vertices, before anybody moved it.
  std::vector<Mat4> bends_before(const Skin& skin);
  /// By joint of the edited skin: where it puts those that unbent() gives.
  std::vector<Mat4> bends_after(Index node, Index holder);
  /// By joint of the skin of a node of the original: whether the edited scene has another inverse bind.
  std::vector<bool> bound_anew(Index node, Index holder) const;

 private:
  /// By joint, where inverse binds put them: of the original's skin, of the edited one with its own inverse
  /// binds, and of the edited one with the original's.
  struct Bends {
    std::vector<Mat4> original;
    std::vector<Mat4> edited;
    std::vector<Mat4> opened;
    bool same = true;   // the inverse binds of both
    bool exact = true;  // bit for bit
  };

  std::optional<Transform> place_of(Index node) const;
  void find_places();
  Bends bends_between(const Skin& before, const Skin& after);
  static Mesh unbent(const Mesh& original, Mesh mesh, const Bends& bends);

  const Scene& original_;
  const Scene& edited_;
  const NodePairs& pairs_;
  const PlaceComparison& places_;
  std::map<Index, Mat4> inverse_binds_;  // by node of the original; of several skins the last one's
  std::vector<Mat4> edited_places_;      // by node of the edited scene
  std::vector<Mat4> opened_;             // likewise, without what was moved
  std::vector<Mat4> before_;             // the same by node of the original
};

/// Adds what is new to the settled materials and gives their numbers by those of the edited scene.
std::vector<Index> settle_materials(const Scene& original, const Scene& edited, const NodePairs& pairs,
                                    const Tolerances& tolerances, Settled& settled, Notes& notes);

/// For each material the first that has its name and looks like it.
std::vector<Index> kinds_of_materials(const Scene& scene, const Tolerances& tolerances);

inline bool is_within(double a, double b, double tolerance) {
  const double most = std::max({1.0, std::abs(a), std::abs(b)});
  return a == b || std::abs(a - b) <= tolerance * most || (std::isnan(a) && std::isnan(b));
}

}  // namespace mw::scene
