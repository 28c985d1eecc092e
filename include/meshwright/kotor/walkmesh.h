#pragma once

// Example:
//
//     #include <meshwright/kotor/walkmesh.h>
//     #include <cstdio>
//
//     void count_faces(mw::ByteSpan bytes) {
//       const auto file = mw::kotor::walkmesh::read(bytes);
//       if (file)
//         std::printf("%zu faces\n", file->faces.size());
//       else
//         std::printf("%s\n", mw::to_string(file.error()).c_str());
//     }

#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/change.h>
#include <meshwright/core/detail/trace.h>
#include <meshwright/core/error.h>
#include <meshwright/core/finding.h>
#include <meshwright/core/math.h>
#include <meshwright/kotor/surface_materials.h>
#include <meshwright/kotor/walkmesh_format.h>
#include <meshwright/scene/scene.h>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mw {
class JsonText;
class JsonWriter;
}  // namespace mw

/// What can be done with a walkmesh of Knights of the Old Republic. Nothing here throws or touches a file.
namespace mw::kotor::walkmesh {

/// Whether the bytes begin as a walkmesh does.
bool sniff(ByteSpan bytes);

/// Reads a file. Fails only if it cannot be represented: a wrong magic, or a table outside the file. Every
/// other oddity is left to validate(). `trace` gets every byte.
Result<File> read(ByteSpan bytes, const Trace* trace = nullptr);

/// Checks a file's tables and leaves them in place; `bytes` must outlive the view.
Result<View> view(ByteSpan bytes);
/// The tables of a file in place; its header has their counts.
View view(const File& file);
/// The file of a view, as read() would give it.
File to_file(const View& view);

/// Writes a file; an unchanged one gives the bytes it was read from. Fails if the tables do not fit together:
/// rows missing beside a face, tables that share bytes and disagree, bytes that nothing covers. `trace` gets
/// the same fields as from read().
Result<Bytes> write(const File& file, const Trace* trace = nullptr);

/// Places the tables one after another after the header, in the order of the original files, and drops the
/// bytes that nothing referred to. For files that were built, or whose tables have grown.
void lay_out(File& file);

/// Readable, lossless JSON, and back: one object. A JSON without "layout" is laid out again.
void to_json(const File& file, JsonWriter& json);
std::string to_json(const File& file);
Result<File> from_json(const JsonText& json);

/// Reports all that is odd, in the file's order; codes in walkmesh_findings.h and docs/ISSUES.md.
void validate(const File& file, Findings& findings,
              const SurfaceMaterials& surfaces = SurfaceMaterials::built_in());
std::span<const FindingKind> finding_kinds();

/// Triangles to make a walkmesh from.
struct Mesh {
  struct Triangle {
    Face corners{};
    std::uint32_t material = 0;
    std::array<std::int32_t, 3> transitions{kNoTransition, kNoTransition, kNoTransition};  // one per side
  };
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
};

/// Makes a walkmesh with every derived table: walkable faces first, then normals, distances and, for an area,
/// adjacency, edges, perimeters and the box tree, by the rules that reproduce the original files' tables
/// (docs/formats/kotor-walkmesh.md). Fails on a corner that is not a vertex, and on more than kMaxFaces.
Result<File> build(const Mesh& mesh, Type type,
                   const SurfaceMaterials& surfaces = SurfaceMaterials::built_in());
inline constexpr std::size_t kMaxFaces = geometry::kMaxTriangles;

/// The derived tables, each made from the ones before it in a file. Normals and distances are
/// geometry::unit_normal and plane_distance, islands geometry::islands(adjacency).
std::vector<Adjacency> derive_adjacency(std::span<const Face> faces, std::size_t walkable);
struct Boundary {
  std::vector<Edge> edges;  // without transitions
  std::vector<std::uint32_t> perimeters;
};
Boundary derive_boundary(std::span<const Adjacency> adjacency);
std::vector<AabbNode> derive_aabb(std::span<const Vec3> vertices, std::span<const Face> faces);

/// The walkmesh as a scene to view and edit: one primitive per surface material, perimeters and transitions
/// as lines, hooks as empty nodes. Right-handed with Z up becomes Y up. Faces with a missing corner are left
/// out and listed in the losses.
scene::Scene to_scene(const File& file, const scene::Options& options = {},
                      const SurfaceMaterials& surfaces = SurfaceMaterials::built_in());
scene::Scene to_scene(const View& view, const scene::Options& options = {},
                      const SurfaceMaterials& surfaces = SurfaceMaterials::built_in());

/// The order of a file's faces, walkable ones first and otherwise unchanged: for each its row in `materials`.
std::vector<std::uint32_t> walkable_first(std::span<const std::uint32_t> materials,
                                          const SurfaceMaterials& surfaces = SurfaceMaterials::built_in());

/// How many leading faces are walkable by their material.
std::size_t walkable_prefix(std::span<const std::uint32_t> materials,
                            const SurfaceMaterials& surfaces = SurfaceMaterials::built_in());

/// Who probably wrote a file, by its tree (docs/formats/kotor-walkmesh.md).
std::string_view likely_writer(const File& file);

/// Bounds of the vertices that are finite; nothing without any.
std::optional<Box> bounds(const File& file);

/// The built-in examples: a room of two storeys, a crate, a door.
enum class Sample : std::uint8_t { room, placeable, door };
File sample(Sample which);

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
