#include "shapes.h"

#include <meshwright/core/detail/elementary.h>
#include <meshwright/geometry/detail/adjacency.h>
#include <meshwright/geometry/detail/triangle.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

namespace mw::plan {
namespace {

struct Corner3 {
  Vec3 a;
  Vec3 b;
  Vec3 c;
};

Corner3 corners_of(const nav::Mesh& mesh, std::uint32_t face) {
  const geometry::Corners& corners = mesh.triangles[face];
  return {mesh.positions[corners[0]], mesh.positions[corners[1]], mesh.positions[corners[2]]};
}

bool exists(const nav::Mesh& mesh, std::uint32_t face) {
  if (!geometry::corners_exist(mesh.triangles[face], mesh.positions.size())) return false;
  const Corner3 t = corners_of(mesh, face);
  return is_finite(t.a) && is_finite(t.b) && is_finite(t.c);
}

/// Of a side of a face that exists.
double plan_length(const nav::Mesh& mesh, std::uint32_t side) {
  const geometry::Corners& corners = mesh.triangles[side / 3];
  const Vec3 along = mesh.positions[corners[(side + 1) % 3]] - mesh.positions[corners[side % 3]];
  return math::hypot(double(along.x), double(along.y));
}

Vec3 normal_of(const nav::Mesh& mesh, std::uint32_t face) {
  const Corner3 t = corners_of(mesh, face);
  return geometry::unit_normal(t.a, t.b, t.c);
}

/// Walls are lines from above.
bool is_seen(const nav::Mesh& mesh, std::uint32_t face) {
  constexpr double kLeast = 1e-4;
  if (!exists(mesh, face)) return false;
  const Corner3 t = corners_of(mesh, face);
  const Vec3 flat(1, 1, 0);
  return geometry::area(t.a * flat, t.b * flat, t.c * flat) > kLeast;
}

/// Links between faces in different planes are cut.
void keep_flat_links(const nav::Mesh& mesh, const std::vector<std::uint32_t>& faces,
                     std::vector<geometry::Neighbours>& neighbours) {
  constexpr float kFlat = 0.9999F;  // 0.8 degrees
  for (std::size_t row = 0; row < faces.size(); ++row)
    for (std::int32_t& across : neighbours[row]) {
      if (across < 0) continue;
      const Vec3 other = normal_of(mesh, faces[std::size_t(across / 3)]);
      if (glm::dot(normal_of(mesh, faces[row]), other) >= kFlat) continue;
      neighbours[std::size_t(across / 3)][std::size_t(across % 3)] = geometry::kNoNeighbour;
      across = geometry::kNoNeighbour;
    }
}

/// Points on the line between two others are dropped.
void drop_straight(Outline& outline) {
  Outline kept;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec3& before = kept.empty() ? outline.back() : kept.back();
    const Vec3& after = outline[(i + 1) % outline.size()];
    const Vec3 in = outline[i] - before;
    const Vec3 out = after - outline[i];
    const float cross = in.x * out.y - in.y * out.x;
    const float scale = glm::length(in) * glm::length(out);
    const bool turns_back = glm::dot(in, out) < 0;
    if (std::abs(cross) > 1e-4F * scale || turns_back) kept.push_back(outline[i]);
  }
  if (kept.size() >= 3) outline = std::move(kept);
}

/// The faces of one material as shapes.
void add_shapes(const Surface& surface, const std::vector<std::uint32_t>& faces, std::vector<Shape>& shapes) {
  const nav::Mesh& mesh = surface.mesh;
  std::vector<geometry::Corners> triangles;
  for (const std::uint32_t face : faces) triangles.push_back(mesh.triangles[face]);
  auto neighbours = geometry::paired_neighbours(triangles);
  keep_flat_links(mesh, faces, neighbours);
  const std::vector<std::uint32_t> group = geometry::islands(neighbours);
  const std::size_t first = shapes.size();
  shapes.resize(first + (group.empty() ? 0 : *std::ranges::max_element(group) + 1));
  for (std::size_t row = 0; row < faces.size(); ++row) {
    Shape& shape = shapes[first + group[row]];
    shape.material = surface.materials[faces[row]];
    shape.walkable = mesh.is_walkable(faces[row]);
    shape.height = mesh.positions[triangles[row][0]].z;
  }
  const geometry::Loops loops = geometry::boundary_loops(neighbours);
  std::size_t begin = 0;
  for (const std::uint32_t end : loops.ends) {
    Outline outline;
    for (; begin < end; ++begin)
      outline.push_back(mesh.positions[triangles[loops.sides[begin] / 3][loops.sides[begin] % 3]]);
    const std::size_t row = loops.sides[end - 1] / 3;
    drop_straight(outline);
    shapes[first + group[row]].outlines.push_back(std::move(outline));
  }
}

}  // namespace

std::vector<Shape> shapes_of(const Surface& surface) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> by_material;
  for (std::uint32_t face = 0; face < surface.mesh.triangles.size(); ++face)
    if (is_seen(surface.mesh, face)) by_material[surface.materials[face]].push_back(face);
  std::vector<Shape> shapes;
  for (const auto& [material, faces] : by_material) add_shapes(surface, faces, shapes);
  std::ranges::stable_sort(shapes, {},
                           [](const Shape& shape) { return std::pair(shape.walkable, shape.height); });
  return shapes;
}

std::map<std::uint32_t, double> areas_of(const Surface& surface) {
  std::map<std::uint32_t, double> areas;
  for (std::uint32_t face = 0; face < surface.mesh.triangles.size(); ++face) {
    if (!exists(surface.mesh, face)) continue;
    const Corner3 t = corners_of(surface.mesh, face);
    areas[surface.materials[face]] += geometry::area(t.a, t.b, t.c);
  }
  return areas;
}

std::vector<std::pair<Vec3, Vec3>> borders_of(const Surface& surface) {
  const nav::Mesh& mesh = surface.mesh;
  std::vector<std::pair<Vec3, Vec3>> borders;
  for (std::uint32_t face = 0; face < mesh.triangles.size(); ++face) {
    if (!mesh.is_walkable(face) || !exists(mesh, face)) continue;
    for (std::size_t side = 0; side < 3; ++side)
      if (mesh.neighbours[face][side] == geometry::kNoNeighbour)
        borders.emplace_back(mesh.positions[mesh.triangles[face][side]],
                             mesh.positions[mesh.triangles[face][(side + 1) % 3]]);
  }
  return borders;
}

namespace {

/// The rows of a room's edges that can be drawn as doors.
std::vector<std::size_t> door_rows(const Surface& surface, const SurfaceRoom& room) {
  std::vector<std::size_t> rows;
  for (std::size_t row = 0; row < room.edges.size(); ++row) {
    const auto& [side, to] = room.edges[row];
    if (to >= 0 && side != SurfaceEdge::kNoSide && exists(surface.mesh, side / 3) &&
        plan_length(surface.mesh, side) > 0)
      rows.push_back(row);
  }
  return rows;
}

/// Connected rows have one number: those to one room where one ends and the other begins.
std::vector<std::uint32_t> runs_of(const Surface& surface, const SurfaceRoom& room,
                                   const std::vector<std::size_t>& rows) {
  std::map<std::pair<std::int32_t, std::uint32_t>, std::size_t> beginning;  // by room and corner
  const auto corner = [&](std::size_t row, std::uint32_t end) {
    const std::uint32_t side = room.edges[row].side;
    return std::pair(room.edges[row].room, surface.mesh.triangles[side / 3][(side + end) % 3]);
  };
  for (std::size_t i = 0; i < rows.size(); ++i) beginning.try_emplace(corner(rows[i], 0), i);
  constexpr std::int32_t kNone = geometry::kNoNeighbour;
  std::vector<geometry::Neighbours> links(rows.size(), {kNone, kNone, kNone});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto next = beginning.find(corner(rows[i], 1));
    if (next == beginning.end() || links[next->second][1] != kNone) continue;
    links[i][0] = std::int32_t(3 * next->second);
    links[next->second][1] = std::int32_t(3 * i);
  }
  return geometry::islands(links);
}

}  // namespace

std::vector<Door> doors_of(const Surface& surface, const SurfaceRoom& room) {
  const nav::Mesh& mesh = surface.mesh;
  const std::vector<std::size_t> rows = door_rows(surface, room);
  const std::vector<std::uint32_t> runs = runs_of(surface, room, rows);
  std::vector<Door> doors(runs.empty() ? 0 : *std::ranges::max_element(runs) + 1);
  std::vector<double> lengths(doors.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& [side, to] = room.edges[rows[i]];
    const geometry::Corners& corners = mesh.triangles[side / 3];
    Door& door = doors[runs[i]];
    door.room = to;
    door.sides.emplace_back(mesh.positions[corners[side % 3]], mesh.positions[corners[(side + 1) % 3]]);
    const double length = plan_length(mesh, side);
    if (length <= lengths[runs[i]]) continue;
    lengths[runs[i]] = length;
    door.longest = door.sides.size() - 1;
    door.inside = mesh.positions[corners[(side + 2) % 3]];
  }
  return doors;
}

std::vector<Vec3> islands_of(const Surface& surface) {
  struct Island {
    double area = 0;
    double largest = -1;
    Vec3 place{0};
  };
  const nav::Mesh& mesh = surface.mesh;
  const std::vector<std::uint32_t> island = geometry::islands(mesh.neighbours);
  std::map<std::uint32_t, Island> islands;
  for (std::uint32_t face = 0; face < mesh.triangles.size(); ++face) {
    if (!mesh.is_walkable(face) || !exists(mesh, face)) continue;
    const Corner3 t = corners_of(mesh, face);
    const double area = geometry::area(t.a, t.b, t.c);
    Island& of = islands[island[face]];
    of.area += area;
    if (area <= of.largest) continue;
    of.largest = area;
    of.place = geometry::centroid(t.a, t.b, t.c);
  }
  std::vector<Island> sorted;
  for (const auto& [number, each] : islands) sorted.push_back(each);
  std::ranges::stable_sort(sorted, std::ranges::greater(), &Island::area);
  std::vector<Vec3> places;
  for (const Island& each : sorted) places.push_back(each.place);
  return places;
}

std::vector<std::optional<Vec3>> middles_of(const Surface& surface, std::size_t rooms) {
  std::vector<std::optional<Vec3>> middles(rooms);
  std::vector<std::pair<bool, double>> best(rooms);  // walkable, area
  for (std::uint32_t face = 0; face < surface.mesh.triangles.size(); ++face) {
    if (!exists(surface.mesh, face)) continue;
    const Corner3 t = corners_of(surface.mesh, face);
    const std::pair rank(surface.mesh.is_walkable(face), geometry::area(t.a, t.b, t.c));
    const std::uint32_t room = surface.rooms[face];
    if (middles[room] && rank <= best[room]) continue;
    best[room] = rank;
    middles[room] = geometry::centroid(t.a, t.b, t.c);
  }
  return middles;
}

}  // namespace mw::plan
