#pragma once

// Example:
//
//     #include <meshwright/kotor/walkmesh_rebuild.h>
//     #include <cstdio>
//
//     void mend(const mw::kotor::walkmesh::File& file) {
//       const auto made = mw::kotor::walkmesh::rebuild(file, {.fix = true});
//       if (!made) return;
//       for (const auto& change : made->changes)
//         std::printf("%s: %s\n", change.where.c_str(), change.message.c_str());
//     }

#include <meshwright/core/change.h>
#include <meshwright/core/error.h>
#include <meshwright/kotor/walkmesh.h>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace mw::kotor::walkmesh {

/// How far apart corners may be that were meant to be one. The corners of rooms that meet, which the original
/// tool snapped to each other, lay up to 0.0007 apart.
inline constexpr float kSeamTolerance = 0.001F;

struct RebuildOptions {
  bool fix = false;  // repair the triangles too, not only their derived tables
  float tolerance = kSeamTolerance;
};

struct Rebuilt {
  File file;
  std::vector<Change> changes;
  std::vector<std::uint32_t> sources;  // for each face its number in the file that came in
};

/// The file with every derived table recomputed by the rules of build(), and laid out again. Vertices, faces,
/// materials and hooks stay; transitions stay on their sides. The order of faces changes only if walkable
/// ones were not first.
///
/// `fix` first repairs the triangles. Faces with a missing corner are left out. Vertices no further apart
/// than the tolerance become one, and faces that lose their area by this are left out. Of faces with the same
/// corners and winding one stays, of two walkable ones back to back the one that faces up. Walkable faces
/// that face down are turned. Takes n log n. Without `fix` a missing corner is an error.
Result<Rebuilt> rebuild(const File& file, const RebuildOptions& options = {},
                        const SurfaceMaterials& surfaces = SurfaceMaterials::built_in());

/// Gives the open sides of `to` without a transition those of sides of `from` whose ends are within the
/// tolerance of theirs. Returns how many of `from` found no such side.
std::size_t carry_transitions(const File& from, File& to, float tolerance = 10 * kSeamTolerance);

}  // namespace mw::kotor::walkmesh
