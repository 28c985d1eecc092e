#include "derive.h"

#include <meshwright/geometry/detail/adjacency.h>
#include <meshwright/geometry/detail/weld.h>
#include <algorithm>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

namespace mw::kotor::mdl {
namespace {

using DVec3 = glm::dvec3;

}  // namespace

std::vector<geometry::Corners> corners_of(std::span<const Face> faces) {
  std::vector<geometry::Corners> corners;
  corners.reserve(faces.size());
  for (const Face& face : faces) corners.push_back({face.vertices[0], face.vertices[1], face.vertices[2]});
  return corners;
}

Box mesh_box(std::span<const Vec3> vertices) {
  Box box;
  for (const Vec3& vertex : vertices) box = united(box, {vertex, vertex});
  return box;
}

Vec3 mesh_average(std::span<const Vec3> vertices) {
  const std::vector<std::uint32_t> first = geometry::weld(vertices);
  DVec3 sum{0};
  std::size_t count = 0;
  for (std::uint32_t vertex = 0; vertex < vertices.size(); ++vertex) {
    if (first[vertex] != vertex) continue;
    sum += DVec3(vertices[vertex]);
    ++count;
  }
  return count == 0 ? Vec3(0) : Vec3(sum / double(count));
}

float mesh_radius(std::span<const Vec3> vertices, const Vec3& average) {
  float radius = 0;
  for (const Vec3& vertex : vertices) radius = std::max(radius, glm::distance(vertex, average));
  return radius;
}

float mesh_area(std::span<const Vec3> vertices, std::span<const Face> faces) {
  double area = 0;
  for (const Face& face : faces) {
    if (!corners_exist(face, vertices.size())) continue;
    const auto& [a, b, c] = face.vertices;
    area += geometry::area(vertices[a], vertices[b], vertices[c]);
  }
  return float(area);
}

std::vector<std::array<std::uint16_t, 3>> mesh_adjacency(std::span<const Vec3> vertices,
                                                         std::span<const Face> faces) {
  const auto neighbours = geometry::lowest_neighbours(corners_of(faces), geometry::weld(vertices));
  std::vector<std::array<std::uint16_t, 3>> adjacent(faces.size());
  for (std::size_t row = 0; row < faces.size(); ++row)
    std::ranges::transform(neighbours[row], adjacent[row].begin(), [](std::int32_t face) {
      return face == geometry::kNoNeighbour ? kNoFace : std::uint16_t(face);
    });
  return adjacent;
}

std::uint32_t inverted_counter(std::uint32_t mesh) {
  if (mesh < 100) return 99 - mesh;
  std::uint32_t cap = 100;
  while (cap <= mesh / 2) cap *= 2;
  return mesh == cap ? cap : 3 * cap - mesh;
}

}  // namespace mw::kotor::mdl
