#pragma once

#include <meshwright/edit/detail/blender.h>
#include <meshwright/edit/edits.h>

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

/// The steps of find_edits() (find.cpp has their order).
namespace mw::edit {

using namespace scene;
inline constexpr Index kNone = kNowhere;

/// Where the nodes of a scene are in its tree.
class NodeTree {
 public:
  explicit NodeTree(const Scene& scene) : order_(nodes_in_order(scene)), parents_(parents_in(scene)) {}

  /// Every node once, depth first: parents before children.
  const std::vector<Index>& order() const { return order_; }
  Index parent(Index node) const { return parents_[node]; }

 private:
  std::vector<Index> order_;
  std::vector<Index> parents_;
};

/// Adds one to those of its kind.
void ignore(std::vector<Ignored>& all, IgnoredKind kind, Index which);

/// Which node of the edited scene is which of the original.
struct NodePairs {
  NodePairs(const Scene& original, const Scene& edited, const KnownExtras& known);

  NodeTree original_tree;
  NodeTree edited_tree;
  std::vector<Index> to_edited;    // by node of the original; kNone without a partner
  std::vector<Index> to_original;  // by node of the edited scene
  /// By node of the original: the node that has its mesh, if a program made two nodes of one.
  std::vector<Index> mesh_holder;
  std::vector<bool> is_holder;  // by node of the edited scene
  /// By node of the edited scene: it is an intermediate node only, such as the armature that Blender puts
  /// above bones.
  std::vector<bool> is_passage;

 private:
  /// The candidates of one name in the edited scene; matched ones are skipped.
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

/// The kinds of data that an export leaves out by default, and whether the edited scene has any of them.
class Exported {
 public:
  Exported(const Scene& original, const Scene& edited, const NodePairs& pairs, std::string_view part);

  /// Whether a node's mesh, or the node, would exist if the user had not removed it.
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

bool has_triangles(const Mesh& mesh);

/// A number for the triangles of a mesh that does not depend on their order; 0 without any.
std::uint64_t shape_of(const Mesh& mesh);

/// Whether an edited value equals the original's: numbers in texts, whole numbers with a fraction and missing
/// members count as unchanged.
bool same_extra(const JsonValue& original, const JsonValue& edited, float tolerance);
/// The original's, with changed and added members; their names go to `changed`.
Extras edited_extras(const Extras& original, const Extras& edited, float tolerance,
                     std::vector<std::string>& changed);

/// A mesh, and its joints as nodes of the scene after.
struct MeshSide {
  const Mesh* mesh = nullptr;
  std::vector<Index> joints;
};

/// What triangles of the original have, and their partners do not, or in another way. It stays.
struct MeshLacks {
  bool uvs = false;         // all sets
  bool second_uvs = false;  // those after the first
  bool weights = false;
  bool material = false;
  bool tangents = false;        // other ones
  bool sliver_normals = false;  // those of slivers, of which nobody knows who turned them
};

struct EditedMesh {
  Mesh mesh;
  std::vector<Index> joints;  // the original's, and added ones
  MeshCounts counts;
  MeshLacks lacks;
};

/// `materials` maps those of the edited mesh to those of the scene after, kNone for none; `kinds` has for
/// each of the scene after the first with its name and looks.
EditedMesh find_mesh_edits(const MeshSide& original, const MeshSide& edited,
                           const std::vector<Index>& materials, const std::vector<Index>& kinds,
                           const Tolerances& tolerances);

/// Puts the edited animations into `found.after`. `nodes_of_original` are nodes of the scene after by those
/// of the original; `found.numbers` has them by those of the edited scene.
void find_animation_edits(EditedScene& found, const Scene& edited,
                          const std::vector<Index>& nodes_of_original, const Tolerances& tolerances);

/// Animations refer to their start node by name, their `property`: it follows a renamed node. A name that was
/// typed, or came with an animation, belongs to the edited scene and stays.
void follow_renamed_starts(EditedScene& found, const std::vector<Index>& nodes_of_original,
                           std::string_view property);

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

/// Puts the edited materials into `found.after`, and their numbers into `found.numbers`.
void find_material_edits(EditedScene& found, const Scene& edited, const NodePairs& pairs,
                         const Tolerances& tolerances);

/// For each material the first one with its name and looks.
std::vector<Index> kinds_of_materials(const Scene& scene, const Tolerances& tolerances);

inline bool is_within(double a, double b, double tolerance) {
  const double most = std::max({1.0, std::abs(a), std::abs(b)});
  return a == b || std::abs(a - b) <= tolerance * most || (std::isnan(a) && std::isnan(b));
}

}  // namespace mw::edit
