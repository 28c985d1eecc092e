#include <meshwright/geometry/detail/triangle.h>
#include <meshwright/geometry/detail/weld.h>
#include <meshwright/kotor/detail/mdl_build.h>
#include <algorithm>
#include <glm/geometric.hpp>
#include <numeric>

#include "mdl/build/derive.h"
#include "mdl/unit.h"
#include "parts.h"

namespace mw::kotor::mdl {
namespace {

void derive_faces(Mesh& mesh) {
  const auto adjacent = mesh_adjacency(mesh.vertices, mesh.faces);
  for (std::size_t row = 0; row < mesh.faces.size(); ++row) {
    Face& face = mesh.faces[row];
    const auto [a, b, c] = face.vertices;
    face.normal = geometry::unit_normal(mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]);
    face.distance = geometry::plane_distance(face.normal, mesh.vertices[a]);
    face.adjacent = adjacent[row];
  }
}

void derive_bounds(Mesh& mesh) {
  MeshHeader& header = mesh.header;
  const Box box = mesh_box(mesh.vertices);
  header.box_min = box.min;
  header.box_max = box.max;
  header.average = mesh_average(mesh.vertices);
  header.radius = mesh_radius(mesh.vertices, header.average);
  const bool moves = mesh.skin || mesh.dangly || mesh.saber;  // their area is 0 in the original files
  mesh.tail.area = moves ? 0 : mesh_area(mesh.vertices, mesh.faces);
}

struct TangentFrame {
  glm::dvec3 bitangent{0};
  glm::dvec3 tangent{0};
  glm::dvec3 normal{0};

  TangentFrame& operator+=(const TangentFrame& other) {
    bitangent += other.bitangent;
    tangent += other.tangent;
    normal += other.normal;
    return *this;
  }
};

TangentFrame frame_of(const VertexRows& rows, const Face& face) {
  const auto [a, b, c] = face.vertices;
  const Vec3 d1 = rows.positions[b] - rows.positions[a];
  const Vec3 d2 = rows.positions[c] - rows.positions[a];
  const glm::vec2 e1 = rows.uvs[0][b] - rows.uvs[0][a];
  const glm::vec2 e2 = rows.uvs[0][c] - rows.uvs[0][a];
  const double sign = e1.x * e2.y - e1.y * e2.x < 0 ? 1 : -1;
  return {unit(glm::dvec3(d2 * e1.x - d1 * e2.x)), sign * glm::dvec3(unit(glm::dvec3(d1 * e2.y - d2 * e1.y))),
          glm::dvec3(face.normal)};
}

/// A vector of a frame from the others, where its own sum is nothing; left-handed, as the original frames
/// are.
Vec3 unit_or(const glm::dvec3& sum, const glm::dvec3& from_others) {
  return unit(glm::length(sum) > 0 ? sum : from_others);
}

std::array<float, 9> packed(const TangentFrame& frame) {
  const Vec3 b = unit_or(frame.bitangent, glm::cross(frame.tangent, frame.normal));
  const Vec3 t = unit_or(frame.tangent, glm::cross(frame.normal, frame.bitangent));
  const Vec3 n = unit_or(frame.normal, glm::cross(frame.bitangent, frame.tangent));
  return {b.x, b.y, b.z, t.x, t.y, t.z, n.x, n.y, n.z};
}

}  // namespace

/// Vertices at one position with one normal share their frame, whatever their texture coordinates are.
void derive_tangents(const MeshPlace& place) {
  VertexRows& rows = place.mesh->mdx->rows;
  const auto positions = geometry::weld(rows.positions);
  const auto normals = geometry::weld(rows.normals);
  std::vector<std::uint32_t> order(rows.positions.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto key = [&](std::uint32_t vertex) { return std::pair(positions[vertex], normals[vertex]); };
  std::ranges::sort(order, {}, key);
  std::vector<std::uint32_t> classes(order.size());
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i > 0 && key(order[i]) != key(order[i - 1])) ++count;
    classes[order[i]] = count;
  }
  std::vector<TangentFrame> sums(order.empty() ? 0 : count + 1);
  for (const Face& face : place.mesh->faces) {
    const TangentFrame frame = frame_of(rows, face);
    for (const std::uint16_t vertex : face.vertices) sums[classes[vertex]] += frame;
  }
  for (std::size_t vertex = 0; vertex < order.size(); ++vertex)
    rows.tangents[0][vertex] = packed(sums[classes[vertex]]);
}

void derive(File& file, std::span<const MeshPlace> meshes, const CompileOptions& options) {
  for (const MeshPlace& place : meshes) {
    if (!place.derived) continue;
    derive_faces(*place.mesh);
    derive_bounds(*place.mesh);
    if (place.mesh->aabb) place.mesh->aabb = build_aabb(*place.mesh);
  }
  derive_normals(file, meshes, options);
  for (const MeshPlace& place : meshes)
    if (place.derived && place.tangents) derive_tangents(place);
}

}  // namespace mw::kotor::mdl
