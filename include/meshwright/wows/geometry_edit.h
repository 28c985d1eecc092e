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

/// Changing a .geometry. Each function leaves a file that can be written: buffers that changed are made anew,
/// plain or encoded as they were, mappings behind the change move, densities and boxes are computed, and
/// everything is laid out. One that fails leaves the file as it was.
namespace mw::wows::geometry {

/// A mesh: three indices per triangle, each below the number of vertices.
struct Mesh {
  std::vector<Vertex> vertices;
  std::vector<std::uint32_t> indices;
};

/// Replaces the vertices and indices of a pair of mappings. Fails when other mappings share their items, when
/// the buffers cannot be decoded, and on an index that has no vertex.
Result<void> replace_mesh(File& file, std::size_t vertex_row, std::size_t index_row, const Mesh& mesh);

/// Adds a mesh under a shape's name to the first vertex buffer of that format; makes one where there is none,
/// encoded if `encoded`. The indices go to the first index buffer. Both buffers are made anew: many meshes
/// are added with add_meshes, since one at a time takes the square of their number.
Result<void> add_mesh(File& file, std::string_view shape, std::string_view format, const Mesh& mesh,
                      bool encoded);

/// A mesh on its way into a file.
struct NewMesh {
  std::string_view shape;   // its name
  std::string_view format;  // of its vertices
  const Mesh& mesh;
};

/// Adds many at once, in their order: each buffer is made anew once for all of them, not once for each.
Result<void> add_meshes(File& file, std::span<const NewMesh> meshes, bool encoded);

/// Removes a pair of mappings and their items. A buffer that no mapping uses any more goes too.
Result<void> remove_mesh(File& file, std::size_t vertex_row, std::size_t index_row);

/// Puts plates in the place of all armor, as one model of the usual name. No plates: no armor. The boxes of
/// the plates are computed; fails on a plate whose vertices are no triangles.
Result<void> set_armor(File& file, std::vector<ArmorPlate> plates);

/// A hull from its corners and faces, with the edges that its faces share.
Hull make_hull(std::span<const Vec3> vertices, std::span<const std::vector<std::uint32_t>> faces);

/// Puts hulls in the place of all collision, as one model of the usual name. No hulls: no collision.
void set_collision(File& file, std::vector<Hull> hulls);

}  // namespace mw::wows::geometry
