#pragma once

// Example:
//
//     #include <meshwright/edit/edits.h>
//     #include <algorithm>
//
//     /// How many nodes were moved.
//     std::ptrdiff_t count_moved(const mw::scene::Scene& original, const mw::scene::Scene& edited) {
//       const mw::edit::EditedScene found = mw::edit::find_edits(original, edited);
//       return std::ranges::count(found.edits, mw::edit::EditKind::node_moved, &mw::edit::Edit::kind);
//     }

#include <meshwright/core/error.h>
#include <meshwright/scene/detail/tree.h>
#include <meshwright/scene/scene.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Finds the changes that a user made to a scene in another program, apart from those that the program makes
/// by itself. Edits are data: text.h makes sentences of them, and no code parses these.
namespace mw::edit {

using scene::Index;
using scene::Scene;

/// What an edit is about.
enum class Subject : std::uint8_t { model, node, mesh, light, material, animation };

enum class EditKind : std::uint8_t {
  property,  // of any subject; `key` is its name
  node_added,
  node_removed,
  node_renamed,
  node_moved,
  node_reparented,
  mesh_added,
  mesh_removed,
  mesh_changed,  // all of MeshCounts but the next two
  normals_changed,
  attributes_changed,
  light_added,
  light_colour,
  light_brightness,
  light_reach,
  material_added,
  material_renamed,
  material_colour,
  material_alpha,
  material_emission,
  material_textures,
  animation_added,
  animation_removed,
  animation_renamed,
  animation_length,
  keys_changed,  // KeyCounts
};

/// What was done to a mesh.
struct MeshCounts {
  std::size_t moved = 0;  // vertices
  std::size_t uvs = 0;
  std::size_t normals = 0;
  std::size_t weights = 0;
  std::size_t colours = 0;
  std::size_t custom = 0;
  std::size_t added = 0;  // triangles
  std::size_t removed = 0;
  std::size_t rearranged = 0;  // triangles that now have other vertices or another material
  bool lines = false;
  bool material = false;
};

/// What was done to the keys of an animation.
struct KeyCounts {
  std::size_t keys = 0;
  std::size_t changed = 0;  // channels
  std::size_t added = 0;
  std::size_t removed = 0;
  bool operator==(const KeyCounts&) const = default;
};

inline constexpr Index kNowhere = 0xFFFFFFFF;

/// One change by the user. The numbers are those of its subject in the three scenes, kNowhere without one: a
/// mesh and a light have those of their node, a model has no number.
struct Edit {
  EditKind kind = EditKind::property;
  Subject subject = Subject::model;
  Index before = kNowhere;
  Index after = kNowhere;
  Index edited = kNowhere;  // in the scene that came back
  std::string key = {};
  MeshCounts mesh = {};
  KeyCounts keys = {};
};

/// A difference in the edited scene that is not an edit.
enum class IgnoredKind : std::uint8_t {
  handles,         // of keys
  no_name,         // of a material
  alpha_mode,      // of a material
  sides,           // of a material
  on_a_motion,     // a node, at a moment of an animation
  colours,         // of a mesh without any
  no_skin,         // of a mesh that has one
  no_weights,      // likewise
  skin,            // of a mesh without any
  no_material,     // of triangles
  no_uvs,          // of a mesh
  no_second_uvs,   // likewise
  sliver_normals,  // of a mesh: editors turn them by themselves
  tangents,        // of a mesh: formats make them of texture coordinates
  renamed_start,   // an animation starts at a node that was renamed
};

/// All of one kind, except handles: these are reported for each animation.
struct Ignored {
  IgnoredKind kind;
  Index first;             // its number in `before`; of renamed_start in `after`
  std::size_t others = 0;  // of handles: keys
};

/// For each node, material and animation of the edited scene its number in `after`; kNowhere if it is not
/// there.
struct EditedNumbers {
  std::vector<Index> nodes = {};
  std::vector<Index> materials = {};
  std::vector<Index> animations = {};
};

/// The original, and the original with the edits alone.
struct EditedScene {
  Scene before = {};
  Scene after = {};                 // skins of the original first, then new ones
  std::vector<Index> origins = {};  // for each node of `after` that of `before`; scene::kNewNode without
  std::vector<Index> animation_origins = {};  // for each animation, likewise
  EditedNumbers numbers = {};
  std::vector<Edit> edits = {};  // empty: nothing was changed
  std::vector<Ignored> ignored = {};
  std::size_t found_meshes = 0;  // of the original, that the edited scene has
};

/// Numbers that differ by no more than this count as unchanged. docs/authoring.md explains each; the figures
/// are those of untouched files in Blender 3.4, with room to spare.
struct Tolerances {
  float position = 1e-6F;  // of the largest coordinate of the mesh
  float uv = 1e-6F;
  float normal = 0.02F;    // also where a normal's length is not 1
  float weight = 0.005F;   // of a joint, if they add up to 1
  float colour = 0.005F;   // of vertices and materials
  float place = 3e-5F;     // of nodes: of the model's size, or of 1; of single keys
  float rotation = 1e-4F;  // components of unit quaternions
  float scale = 1e-4F;
  float motion = 1e-3F;  // of a node from its path, as `place`: some programs use arcs, others chords
  float key = 1e-5F;     // times and values, of themselves or of 1
  float number = 1e-6F;  // in extras, of itself
};

/// Extras that describe nodes beyond the scene's own terms; formats define the names.
struct KnownExtras {
  std::span<const std::string_view> numbers = {};  // each value once in a file; the first that a node has
  std::string_view part = {};                      // levels of detail are chosen for each part
  std::string_view start = {};                     // of animations: the name of the node that they start at
};

/// Finds the edits in `edited`, which was made from `original`. Both are free of contradictions.
///
/// Nodes are matched by name, place and number, then by the name without ".001", then by the numbers in their
/// extras, then by shape; materials by name, then by their users; animations by name, then by their keys;
/// triangles by the places and texture coordinates of their corners, in any order. Everything that is equal
/// within the tolerances stays bit for bit, and keeps its order. Things that other programs drop stay too:
/// extras, tangents, attributes of one format, lines, unused vertices, triangles without area, and meshes
/// that an export leaves out by default (a role or a level of which the edited scene has no mesh). Inverse
/// binds are not compared. Takes n log n.
EditedScene find_edits(Scene original, const Scene& edited, const Tolerances& tolerances = {},
                       const KnownExtras& known = {});

/// Meshes that several nodes show are copied, one for each: a scene with too many such copies.
std::optional<Error> find_excess(const Scene& edited);

/// A number that is not finite and that an edit added. Such numbers of the original itself are ignored.
std::optional<Error> find_not_finite(const EditedScene& edits);

}  // namespace mw::edit
