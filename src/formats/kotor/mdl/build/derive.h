#pragma once

#include <meshwright/geometry/detail/triangle.h>
#include <meshwright/kotor/mdl.h>
#include <span>
#include <vector>

/// What the original compiler computes from a mesh's triangles (docs/formats/kotor-mdl.md has how well it
/// fits).
namespace mw::kotor::mdl {

/// Always includes the origin.
Box mesh_box(std::span<const Vec3> vertices);
/// Mean of the distinct positions.
Vec3 mesh_average(std::span<const Vec3> vertices);
float mesh_radius(std::span<const Vec3> vertices, const Vec3& average);
float mesh_area(std::span<const Vec3> vertices, std::span<const Face> faces);

/// Whether all three corners are vertices of the mesh.
inline bool corners_exist(const Face& face, std::size_t vertices) {
  return face.vertices[0] < vertices && face.vertices[1] < vertices && face.vertices[2] < vertices;
}

std::vector<geometry::Corners> corners_of(std::span<const Face> faces);

/// Across each side the lowest other face with a side between the same positions; kNoFace without one.
std::vector<std::array<std::uint16_t, 3>> mesh_adjacency(std::span<const Vec3> vertices,
                                                         std::span<const Face> faces);

/// The numbers that the original compiler gives to new meshes, from 1.
std::uint32_t inverted_counter(std::uint32_t mesh);

}  // namespace mw::kotor::mdl
