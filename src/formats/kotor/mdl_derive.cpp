#include "mdl_derive.h"

#include <algorithm>
#include <bit>
#include <glm/geometric.hpp>
#include <glm/vec3.hpp>
#include <numeric>
#include <tuple>

namespace mw::kotor::mdl {
namespace {

using DVec3 = glm::dvec3;

/// Positions in an order that any bits have; -0 is 0.
std::tuple<std::uint32_t, std::uint32_t, std::uint32_t> order_of(const Vec3& v) {
  const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value == 0 ? 0.0F : value); };
  return {bits(v.x), bits(v.y), bits(v.z)};
}

/// A side of a face, its ends in order.
struct Side {
  std::uint32_t low;
  std::uint32_t high;
  std::uint32_t face;
  std::uint32_t side;
};

std::vector<Side> sorted_sides(std::span<const std::uint32_t> welded, std::span<const Face> faces) {
  std::vector<Side> sides;
  sides.reserve(3 * faces.size());
  for (std::uint32_t face = 0; face < faces.size(); ++face) {
    if (!corners_exist(faces[face], welded.size())) continue;
    for (std::uint32_t side = 0; side < 3; ++side) {
      const std::uint32_t a = welded[faces[face].vertices[side]];
      const std::uint32_t b = welded[faces[face].vertices[(side + 1) % 3]];
      sides.push_back({std::min(a, b), std::max(a, b), face, side});
    }
  }
  std::ranges::sort(sides, {},
                    [](const Side& side) { return std::tuple(side.low, side.high, side.face, side.side); });
  return sides;
}

}  // namespace

Box mesh_box(std::span<const Vec3> vertices) {
  Box box;
  for (const Vec3& vertex : vertices) box = united(box, {vertex, vertex});
  return box;
}

std::vector<std::uint32_t> weld(std::span<const Vec3> vertices) {
  std::vector<std::uint32_t> order(vertices.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t vertex) { return order_of(vertices[vertex]); });
  std::vector<std::uint32_t> first(vertices.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool same = i > 0 && order_of(vertices[order[i]]) == order_of(vertices[order[i - 1]]);
    first[order[i]] = same ? first[order[i - 1]] : order[i];
  }
  return first;
}

Vec3 mesh_average(std::span<const Vec3> vertices) {
  const std::vector<std::uint32_t> first = weld(vertices);
  DVec3 sum{0};
  std::size_t count = 0;
  for (std::uint32_t vertex = 0; vertex < vertices.size(); ++vertex) {
    if (first[vertex] != vertex) continue;
    sum += DVec3(vertices[vertex]);
    ++count;
  }
  return count == 0 ? Vec3(0) : Vec3(sum / double(count));
}

Vec3 mesh_corner_average(std::span<const Vec3> vertices, std::span<const Face> faces) {
  DVec3 sum{0};
  std::size_t count = 0;
  for (const Face& face : faces) {
    if (!corners_exist(face, vertices.size())) continue;
    for (const std::uint16_t vertex : face.vertices) sum += DVec3(vertices[vertex]);
    count += 3;
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
    const DVec3 a(vertices[face.vertices[0]]);
    const DVec3 b(vertices[face.vertices[1]]);
    const DVec3 c(vertices[face.vertices[2]]);
    area += glm::length(glm::cross(b - a, c - a)) / 2;
  }
  return float(area);
}

std::vector<std::array<std::uint16_t, 3>> mesh_adjacency(std::span<const std::uint32_t> welded,
                                                         std::span<const Face> faces) {
  std::vector<std::array<std::uint16_t, 3>> adjacent(faces.size(), {kNoFace, kNoFace, kNoFace});
  const std::vector<Side> sides = sorted_sides(welded, faces);
  for (std::size_t begin = 0; begin < sides.size();) {
    std::size_t end = begin + 1;
    while (end < sides.size() && sides[end].low == sides[begin].low && sides[end].high == sides[begin].high)
      ++end;
    // The lowest face of the run serves all others; it is itself served by the second lowest.
    std::size_t second = begin;
    while (second < end && sides[second].face == sides[begin].face) ++second;
    for (std::size_t i = begin; i < end && second < end; ++i) {
      const std::uint32_t other = sides[i].face == sides[begin].face ? sides[second].face : sides[begin].face;
      adjacent[sides[i].face][sides[i].side] = std::uint16_t(other);
    }
    begin = end;
  }
  return adjacent;
}

std::uint32_t inverted_counter(std::uint32_t mesh) {
  if (mesh < 100) return 99 - mesh;
  std::uint32_t cap = 100;
  while (cap <= mesh / 2) cap *= 2;
  return mesh == cap ? cap : 3 * cap - mesh;
}

}  // namespace mw::kotor::mdl
