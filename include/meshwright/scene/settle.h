#pragma once

// Example:
//
//     #include <meshwright/scene/settle.h>
//     #include <cstdio>
//
//     void tell_edits(const mw::scene::Scene& original, const mw::scene::Scene& edited) {
//       for (const mw::Change& edit : mw::scene::settle(original, edited).changes)
//         std::printf("%s: %s\n", edit.where.c_str(), edit.message.c_str());
//     }

#include <meshwright/core/change.h>
#include <meshwright/scene/scene.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What somebody changed in a scene that went through another program, as far as it can be told from what the
/// program does by itself.
namespace mw::scene {

/// Numbers that are no further apart were not changed. docs/authoring.md tells what each is for; the figures
/// are what Blender 3.4 does to files that nobody touched, with room to spare.
struct Tolerances {
  float position = 1e-6F;  // of the largest coordinate of the mesh
  float uv = 1e-6F;
  float normal = 0.02F;    // also where a normal's length is not 1
  float weight = 0.005F;   // of a joint, when they add up to 1
  float colour = 0.005F;   // of vertices and materials
  float place = 3e-5F;     // of nodes: of the model's size, or of 1; of single keys
  float rotation = 1e-4F;  // components of unit quaternions
  float scale = 1e-4F;
  float motion = 1e-3F;  // of a node from its motion, as `place`: some programs go by arcs, others by chords
  float key = 1e-5F;     // times and values, of themselves or of 1
  float number = 1e-6F;  // in extras, of itself
};

/// Extras that tell of nodes what no scene knows: the names are those of formats.
struct KnownExtras {
  std::span<const std::string_view> numbers = {};  // each value once in a file; the first that a node has
  std::string_view part = {};                      // levels of detail are chosen for each part
  std::string_view start = {};                     // of animations: the name of the node that they start at
};

/// The original with what was changed, and nothing else.
struct Settled {
  Scene scene;                           // skins of the original are the first, then those that came
  std::vector<Index> origins;            // for each node the one of the original; kNewNode without
  std::vector<Index> animation_origins;  // for each animation, likewise
  std::vector<Change> changes;           // empty: nothing was changed
  std::vector<std::string> notes;        // what is other in the edited scene, and was not taken for an edit
  std::size_t found_meshes = 0;          // of the original, that the edited scene has
};
inline constexpr Index kNewNode = 0xFFFFFFFF;

/// Puts the edits of `edited`, which was made from `original`, into a copy of it. Both are free of
/// contradictions.
///
/// Nodes are matched by name, place and number, then by the name without ".001", then by the numbers in their
/// extras, then by shape; materials by name, then by what uses them; animations by name, then by their keys;
/// triangles by the places and texture coordinates of their corners, wherever they are in their lists. What
/// is the same within the tolerances stays bit for bit, and keeps its order. What other programs drop stays
/// too: extras, tangents, attributes of one format, lines, vertices that no triangle uses, triangles without
/// an area, and meshes that an export leaves out unless it is asked for them (a role or a level of which the
/// edited scene has none). Inverse binds are not compared. Takes n log n.
Settled settle(const Scene& original, const Scene& edited, const Tolerances& tolerances = {},
               const KnownExtras& known = {});

/// The edited scene with bones that point where those of the original do, when most of its bones, or several
/// by quarter turns, are turned where they are: Blender's import does so unless it is told not to (Bone Dir),
/// and its export says so in inverse binds. What hangs on a bone stays where it was, at all times. Nothing
/// when the bones are as they were.
std::optional<Scene> with_bones_turned_back(const Scene& original, const Scene& edited);

}  // namespace mw::scene
