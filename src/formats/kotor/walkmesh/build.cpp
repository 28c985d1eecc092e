#include <fmt/format.h>
#include <meshwright/geometry/detail/adjacency.h>
#include <meshwright/kotor/surface_materials.h>
#include <meshwright/kotor/walkmesh.h>
#include <algorithm>
#include <array>
#include <deque>
#include <numeric>

namespace mw::kotor::walkmesh {
namespace {

/// Faces of the mesh in the file's order.
std::vector<std::uint32_t> order_of(const Mesh& mesh, const SurfaceMaterials& surfaces) {
  std::vector<std::uint32_t> materials;
  materials.reserve(mesh.triangles.size());
  for (const Mesh::Triangle& triangle : mesh.triangles) materials.push_back(triangle.material);
  return walkable_first(materials, surfaces);
}

std::optional<Error> check(const Mesh& mesh) {
  if (mesh.triangles.size() > kMaxFaces)
    return Error{.field = "triangles",
                 .message = fmt::format("{} are more than {}", mesh.triangles.size(), kMaxFaces),
                 .code = ErrorCode::too_large};
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
    for (const std::uint32_t corner : mesh.triangles[i].corners)
      if (corner >= mesh.vertices.size())
        return Error{.field = fmt::format("triangles[{}]", i),
                     .message = fmt::format("corner {} >= vertex count {}", corner, mesh.vertices.size()),
                     .code = ErrorCode::out_of_range};
  return std::nullopt;
}

void derive_area_tables(const Mesh& mesh, const std::vector<std::uint32_t>& order,
                        const SurfaceMaterials& surfaces, File& file) {
  file.adjacency = derive_adjacency(file.faces, walkable_prefix(file.materials, surfaces));
  Boundary boundary = derive_boundary(file.adjacency);
  for (Edge& edge : boundary.edges)
    edge.transition = mesh.triangles[order[edge.edge / 3]].transitions[edge.edge % 3];
  file.edges = std::move(boundary.edges);
  file.perimeters = std::move(boundary.perimeters);
  file.aabb = derive_aabb(file.vertices, file.faces);
}

/// Makes neighbours of sides that run opposite ways along one edge, as the sides of two faces of one surface
/// do. Those that run the same way belong to faces that fold over each other: as neighbours they would leave
/// loops of open edges that do not close.
class EdgePairing {
 public:
  EdgePairing(std::span<const Face> faces, std::vector<Adjacency>& adjacency)
      : faces_(faces), adjacency_(adjacency) {}

  /// In the order of their numbers: each with the first that waits.
  void pair(std::span<const geometry::Side> edge) {
    if (edge.size() < 2 || edge.front().is_point()) return;
    if (edge.size() > 2) return pair_many(edge);
    if (runs_up(edge[0]) != runs_up(edge[1]) && edge[0].triangle() != edge[1].triangle())
      link(edge[0].index, edge[1].index);
  }

 private:
  bool runs_up(const geometry::Side& side) const {
    return faces_[side.triangle()][side.index % 3] == side.low;
  }

  void link(std::uint32_t a, std::uint32_t b) {
    adjacency_[a / 3][a % 3] = std::int32_t(b);
    adjacency_[b / 3][b % 3] = std::int32_t(a);
  }

  void pair_many(std::span<const geometry::Side> edge) {
    for (std::deque<std::uint32_t>& way : waiting_) way.clear();
    for (const geometry::Side& side : edge) {
      const bool up = runs_up(side);
      std::deque<std::uint32_t>& facing = waiting_[up ? 1 : 0];
      // A face with a repeated corner runs along its edge both ways, and is not its own neighbour.
      const auto other =
          std::ranges::find_if(facing, [&](std::uint32_t index) { return index / 3 != side.triangle(); });
      if (other == facing.end()) {
        waiting_[up ? 0 : 1].push_back(side.index);
        continue;
      }
      link(side.index, *other);
      facing.erase(other);
    }
  }

  std::span<const Face> faces_;
  std::vector<Adjacency>& adjacency_;
  std::array<std::deque<std::uint32_t>, 2> waiting_;  // sides that run up, and down
};

}  // namespace

std::vector<std::uint32_t> walkable_first(std::span<const std::uint32_t> materials,
                                          const SurfaceMaterials& surfaces) {
  std::vector<std::uint32_t> order(materials.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_partition(order,
                                [&](std::uint32_t row) { return surfaces.is_walkable(materials[row]); });
  return order;
}

std::size_t walkable_prefix(std::span<const std::uint32_t> materials, const SurfaceMaterials& surfaces) {
  const auto walkable = [&](std::uint32_t id) { return surfaces.is_walkable(id); };
  return std::size_t(std::ranges::find_if_not(materials, walkable) - materials.begin());
}

std::vector<Adjacency> derive_adjacency(std::span<const Face> faces, std::size_t walkable) {
  std::vector<Adjacency> adjacency(walkable, {kNoNeighbour, kNoNeighbour, kNoNeighbour});
  EdgePairing pairing(faces, adjacency);
  geometry::for_each_edge(geometry::sorted_sides(faces.first(walkable)),
                          [&](std::span<const geometry::Side> edge) { pairing.pair(edge); });
  return adjacency;
}

Boundary derive_boundary(std::span<const Adjacency> adjacency) {
  geometry::Loops loops = geometry::boundary_loops(adjacency);
  Boundary boundary;
  boundary.perimeters = std::move(loops.ends);
  boundary.edges.reserve(loops.sides.size());
  for (const std::uint32_t side : loops.sides) boundary.edges.push_back({side, kNoTransition});
  return boundary;
}

Result<File> build(const Mesh& mesh, Type type, const SurfaceMaterials& surfaces) {
  if (auto error = check(mesh)) return fail(*std::move(error));
  File file;
  file.header.type = std::uint32_t(type);
  file.vertices = mesh.vertices;
  const std::vector<std::uint32_t> order = order_of(mesh, surfaces);
  for (const std::uint32_t index : order) {
    const Mesh::Triangle& triangle = mesh.triangles[index];
    const auto corner = [&](std::size_t i) { return mesh.vertices[triangle.corners[i]]; };
    file.faces.push_back(triangle.corners);
    file.materials.push_back(triangle.material);
    file.normals.push_back(geometry::unit_normal(corner(0), corner(1), corner(2)));
    file.distances.push_back(geometry::plane_distance(file.normals.back(), corner(0)));
  }
  if (type == Type::area) derive_area_tables(mesh, order, surfaces, file);
  lay_out(file);
  return file;
}

}  // namespace mw::kotor::walkmesh
