#include <fmt/format.h>
#include <meshwright/kotor/surface_materials.h>
#include <meshwright/kotor/walkmesh.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numeric>

namespace mw::kotor::walkmesh {
namespace {

/// A side of a face with its ends in ascending order, so that both faces at an edge give the same ends.
struct Side {
  std::uint32_t low;
  std::uint32_t high;
  std::int32_t index;  // 3 x face + side

  bool same_ends(const Side& other) const { return low == other.low && high == other.high; }
};

std::vector<Side> sorted_sides(std::span<const Face> faces) {
  std::vector<Side> sides;
  sides.reserve(faces.size() * 3);
  for (std::size_t face = 0; face < faces.size(); ++face) {
    for (std::size_t side = 0; side < 3; ++side) {
      const std::uint32_t a = faces[face][side];
      const std::uint32_t b = faces[face][(side + 1) % 3];
      sides.push_back({std::min(a, b), std::max(a, b), std::int32_t(3 * face + side)});
    }
  }
  std::ranges::sort(sides, [](const Side& a, const Side& b) {
    return std::tie(a.low, a.high, a.index) < std::tie(b.low, b.high, b.index);
  });
  return sides;
}

/// Links the sides of one edge in pairs, in face order. Where three or more faces meet, which no real file
/// was seen to have by vertex index, the first two are neighbours, the next two, and so on. A face is never
/// its own neighbour.
void link_pairs(std::span<const Side> group, std::vector<Adjacency>& adjacency) {
  const auto neighbour = [&](const Side& side) -> std::int32_t& {
    return adjacency[std::size_t(side.index / 3)][std::size_t(side.index % 3)];
  };
  for (std::size_t a = 0; a < group.size(); ++a) {
    // A partner is at most a few sides away: a face has no more than two sides at one edge.
    for (std::size_t b = a + 1; b < group.size() && neighbour(group[a]) == kNoNeighbour; ++b) {
      if (neighbour(group[b]) != kNoNeighbour || group[a].index / 3 == group[b].index / 3) continue;
      neighbour(group[a]) = group[b].index;
      neighbour(group[b]) = group[a].index;
    }
  }
}

std::int32_t next_side(std::int32_t side) {
  return side % 3 == 2 ? side - 2 : side + 1;
}

/// Faces of the mesh in the file's order: walkable first, otherwise as they were.
std::vector<std::size_t> walkable_first(const Mesh& mesh, const SurfaceMaterials& surfaces) {
  std::vector<std::size_t> order(mesh.triangles.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_partition(
      order, [&](std::size_t i) { return surfaces.is_walkable(mesh.triangles[i].material); });
  return order;
}

std::optional<Error> check(const Mesh& mesh) {
  if (mesh.triangles.size() > kMaxFaces)
    return Error{.field = "triangles",
                 .message = fmt::format("{} are more than {}", mesh.triangles.size(), kMaxFaces)};
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
    for (const std::uint32_t corner : mesh.triangles[i].corners)
      if (corner >= mesh.vertices.size())
        return Error{.field = fmt::format("triangles[{}]", i),
                     .message = fmt::format("corner {} >= vertex count {}", corner, mesh.vertices.size())};
  return std::nullopt;
}

void derive_area_tables(const Mesh& mesh, const std::vector<std::size_t>& order,
                        const SurfaceMaterials& surfaces, File& file) {
  file.adjacency = derive_adjacency(file.faces, walkable_prefix(file.materials, surfaces));
  Boundary boundary = derive_boundary(file.adjacency);
  for (Edge& edge : boundary.edges)
    edge.transition = mesh.triangles[order[edge.edge / 3]].transitions[edge.edge % 3];
  file.edges = std::move(boundary.edges);
  file.perimeters = std::move(boundary.perimeters);
  file.aabb = derive_aabb(file.vertices, file.faces);
}

}  // namespace

std::size_t walkable_prefix(std::span<const std::uint32_t> materials, const SurfaceMaterials& surfaces) {
  const auto walkable = [&](std::uint32_t id) { return surfaces.is_walkable(id); };
  return std::size_t(std::ranges::find_if_not(materials, walkable) - materials.begin());
}

/// Edges and cross product are each rounded to float once, the length is not: this gives the normals of the
/// original files bit for bit but for a few in a thousand.
Vec3 derive_normal(const Vec3& a, const Vec3& b, const Vec3& c) {
  const glm::dvec3 normal = Vec3(glm::cross(glm::dvec3(b - a), glm::dvec3(c - b)));
  const double x = normal.x;
  const double y = normal.y;
  const double z = normal.z;
  const double length = std::sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return {1, 0, 0};
  return {float(x / length), float(y / length), float(z / length)};
}

float derive_distance(const Vec3& normal, const Vec3& corner) {
  return float(-(double(normal.x) * corner.x + double(normal.y) * corner.y + double(normal.z) * corner.z));
}

std::vector<Adjacency> derive_adjacency(std::span<const Face> faces, std::size_t walkable) {
  std::vector<Adjacency> adjacency(walkable, {kNoNeighbour, kNoNeighbour, kNoNeighbour});
  const std::vector<Side> sides = sorted_sides(faces.first(walkable));
  for (auto begin = sides.begin(); begin != sides.end();) {
    const auto end =
        std::find_if_not(begin, sides.end(), [&](const Side& side) { return side.same_ends(*begin); });
    if (begin->low != begin->high) link_pairs({begin, end}, adjacency);
    begin = end;
  }
  return adjacency;
}

/// A loop starts at the lowest open side not yet in one; the next open side is found by turning inside the
/// surface about the side's end. Turning undoes itself step by step, so it always arrives and never repeats a
/// side.
Boundary derive_boundary(std::span<const Adjacency> adjacency) {
  const auto neighbour = [&](std::int32_t side) {
    return adjacency[std::size_t(side / 3)][std::size_t(side % 3)];
  };
  Boundary boundary;
  std::vector<bool> used(adjacency.size() * 3);
  for (std::size_t start = 0; start < used.size(); ++start) {
    if (used[start] || neighbour(std::int32_t(start)) != kNoNeighbour) continue;
    for (auto side = std::int32_t(start); !used[std::size_t(side)];) {
      used[std::size_t(side)] = true;
      boundary.edges.push_back({std::uint32_t(side), kNoTransition});
      side = next_side(side);
      while (neighbour(side) != kNoNeighbour) side = next_side(neighbour(side));
    }
    boundary.perimeters.push_back(std::uint32_t(boundary.edges.size()));
  }
  return boundary;
}

Result<File> build(const Mesh& mesh, Type type, const SurfaceMaterials& surfaces) {
  if (auto error = check(mesh)) return fail(*std::move(error));
  File file;
  file.header.type = std::uint32_t(type);
  file.vertices = mesh.vertices;
  const std::vector<std::size_t> order = walkable_first(mesh, surfaces);
  for (const std::size_t index : order) {
    const Mesh::Triangle& triangle = mesh.triangles[index];
    const auto corner = [&](std::size_t i) { return mesh.vertices[triangle.corners[i]]; };
    file.faces.push_back(triangle.corners);
    file.materials.push_back(triangle.material);
    file.normals.push_back(derive_normal(corner(0), corner(1), corner(2)));
    file.distances.push_back(derive_distance(file.normals.back(), corner(0)));
  }
  if (type == Type::area) derive_area_tables(mesh, order, surfaces, file);
  lay_out(file);
  return file;
}

}  // namespace mw::kotor::walkmesh
