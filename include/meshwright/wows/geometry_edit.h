#pragma once

// Example:
//
//     #include <meshwright/wows/geometry_edit.h>
//
//     mw::Result<mw::Bytes> one_triangle() {
//       namespace geometry = mw::wows::geometry;
//       geometry::Mesh mesh{std::vector<geometry::Vertex>(3), {0, 1, 2}};
//       mesh.vertices[1].position = {1, 0, 0};
//       mesh.vertices[2].position = {0, 1, 0};
//       geometry::File file;
//       const auto added = geometry::add_mesh(file, "TurretShape", "set3/xyznuvpc", mesh, true);
//       if (!added) return mw::fail(added.error());
//       return geometry::write(file);
//     }

#include <meshwright/wows/geometry.h>
#include <meshwright/wows/shape_names.h>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

/// Edits a .geometry. Each function leaves a writable file: it rebuilds changed buffers, plain or encoded as
/// before, moves mappings after the change, computes densities and boxes, and lays everything out. A function
/// that fails leaves the file unchanged.
namespace mw::wows::geometry {

/// A mesh: three indices per triangle, each below the number of vertices.
struct Mesh {
  std::vector<Vertex> vertices;
  std::vector<std::uint32_t> indices;
};

/// Replaces the vertices and indices of a pair of mappings. Fails if other mappings share their items, if the
/// buffers cannot be decoded, and on an index without a vertex.
Result<void> replace_mesh(File& file, std::size_t vertex_row, std::size_t index_row, const Mesh& mesh);

/// Adds a mesh under a shape's name to the first vertex buffer of that format; makes one if it is missing,
/// encoded if `encoded`. The indices go to the first index buffer. Both buffers are rebuilt: use add_meshes
/// for many meshes, since one at a time takes quadratic time.
Result<void> add_mesh(File& file, std::string_view shape, std::string_view format, const Mesh& mesh,
                      bool encoded);

/// A mesh to add.
struct NewMesh {
  std::string_view shape;   // its name
  std::string_view format;  // of its vertices
  const Mesh& mesh;
};

/// Adds many at once, in their order: each buffer is rebuilt once for all of them.
Result<void> add_meshes(File& file, std::span<const NewMesh> meshes, bool encoded);

/// Removes a pair of mappings and their items, and buffers without mappings.
Result<void> remove_mesh(File& file, std::size_t vertex_row, std::size_t index_row);

/// Replaces all armor by plates, as one model of the usual name. No plates: no armor. The boxes of the plates
/// are computed; fails on a plate whose vertices are not triangles.
Result<void> set_armor(File& file, std::vector<ArmorPlate> plates);

/// A hull from its corners and faces, with the edges that its faces share.
Hull make_hull(std::span<const Vec3> vertices, std::span<const std::vector<std::uint32_t>> faces);

/// Puts hulls in the place of all collision, as one model of the usual name. No hulls: no collision.
void set_collision(File& file, std::vector<Hull> hulls);

}  // namespace mw::wows::geometry
