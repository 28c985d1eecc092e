#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/error.h>
#include <meshwright/core/finding.h>
#include <meshwright/core/json_text.h>
#include <meshwright/core/math.h>
#include <meshwright/core/trace.h>
#include <meshwright/kotor/surface_materials.h>
#include <meshwright/kotor/walkmesh_format.h>
#include <meshwright/scene/scene.h>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// What can be done with a walkmesh of Knights of the Old Republic. Nothing here throws or touches a file.
namespace mw::kotor::walkmesh {

/// Whether the bytes begin as a walkmesh does.
bool sniff(ByteSpan bytes);

/// Reads a file. Fails only on what cannot be represented: a wrong magic, or a table outside the file.
/// Everything else that is odd is left to validate(). `trace` is told of every byte.
Result<File> read(ByteSpan bytes, const Trace* trace = nullptr);

/// Checks a file's tables and leaves them where they are; `bytes` must outlive the view.
Result<View> view(ByteSpan bytes);

/// Writes a file; for one that was read and not changed, the bytes it was read from. Fails when the tables do
/// not fit together: rows missing beside a face, tables that share bytes and disagree, bytes that nothing
/// covers.
Result<Bytes> write(const File& file);

/// Places the tables one after another behind the header, in the order of the original files, and drops the
/// bytes that nothing referred to. For files that were built, or whose tables have grown.
void lay_out(File& file);

/// Readable, lossless JSON, and back. A JSON without "layout" is laid out anew.
std::string to_json(const File& file);
Result<File> from_json(const JsonText& json);

/// Reports all that is odd, in the file's order; codes in docs/ISSUES.md.
void validate(const File& file, Findings& findings,
              const SurfaceMaterials& surfaces = SurfaceMaterials::built_in());
std::span<const FindingKind> finding_kinds();

/// Triangles to make a walkmesh from.
struct Mesh {
  struct Triangle {
    Face corners{};
    std::uint32_t material = 0;
    std::array<std::int32_t, 3> transitions{kNoTransition, kNoTransition, kNoTransition};  // a side
  };
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
};

/// Makes a walkmesh with every derived table: walkable faces first, then normals, distances and, for an area,
/// adjacency, edges, perimeters and the box tree, by the rules that reproduce the original files' tables
/// (docs/formats/kotor-walkmesh.md). Fails on a corner that is not a vertex, and on more than kMaxFaces.
Result<File> build(const Mesh& mesh, Type type,
                   const SurfaceMaterials& surfaces = SurfaceMaterials::built_in());
inline constexpr std::size_t kMaxFaces = 0x7FFFFFFF / 3;  // adjacency is 3 x face + side in 31 bits

/// The derived tables, each made from the ones before it in a file.
std::vector<Adjacency> derive_adjacency(std::span<const Face> faces, std::size_t walkable);
struct Boundary {
  std::vector<Edge> edges;  // without transitions
  std::vector<std::uint32_t> perimeters;
};
Boundary derive_boundary(std::span<const Adjacency> adjacency);
std::vector<AabbNode> derive_aabb(std::span<const Vec3> vertices, std::span<const Face> faces);
/// Unit normal by the original rule; (1, 0, 0) for a face without area.
Vec3 derive_normal(const Vec3& a, const Vec3& b, const Vec3& c);
float derive_distance(const Vec3& normal, const Vec3& corner);

/// The walkmesh as a picture to look at and edit: a primitive a surface material, perimeters and transitions
/// as lines, hooks as empty nodes. Right-handed with Z up becomes Y up. Faces with a corner that does not
/// exist are left out and listed in the losses.
scene::Scene to_scene(const File& file, const scene::Options& options = {},
                      const SurfaceMaterials& surfaces = SurfaceMaterials::built_in());
scene::Scene to_scene(const View& view, const scene::Options& options = {},
                      const SurfaceMaterials& surfaces = SurfaceMaterials::built_in());

/// How many leading faces are walkable by their material.
std::size_t walkable_prefix(std::span<const std::uint32_t> materials,
                            const SurfaceMaterials& surfaces = SurfaceMaterials::built_in());

/// For each walkable face the number of the connected island it is part of, numbered from 0.
std::vector<std::uint32_t> islands(std::span<const Adjacency> adjacency);

/// Who probably wrote a file, told from its tree (docs/formats/kotor-walkmesh.md).
std::string_view likely_writer(const File& file);

/// Bounds of the vertices that are finite; nothing without any.
std::optional<Box> bounds(const File& file);

/// The built-in examples: a room of two storeys, a crate, a door.
enum class Sample : std::uint8_t { room, placeable, door };
File sample(Sample which);

}  // namespace mw::kotor::walkmesh
