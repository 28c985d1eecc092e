#include <algorithm>
#include <glm/geometric.hpp>

#include "blender.h"

namespace mw::edit {

/// Wires of ships have triangles of 1/300 of the square of their longest side, of which Blender turns normals
/// around.
std::vector<std::vector<bool>> vertices_of_needles(const Mesh& mesh, const std::vector<Triangle>& triangles) {
  std::vector<std::vector<bool>> is_thin;
  constexpr float kThin = 0.005F;
  for (const Primitive& p : mesh.primitives) is_thin.emplace_back(p.positions.size());
  for (const Triangle& triangle : triangles) {
    const std::vector<Vec3>& positions = mesh.primitives[triangle.primitive].positions;
    const Vec3 a = place_of(positions[triangle.vertices[0]]);
    const Vec3 b = place_of(positions[triangle.vertices[1]]);
    const Vec3 c = place_of(positions[triangle.vertices[2]]);
    const float longest = std::max({glm::dot(b - a, b - a), glm::dot(c - b, c - b), glm::dot(a - c, a - c)});
    const float area = glm::length(glm::cross(b - a, c - a)) / 2;
    if (area > kThin * longest) continue;
    for (const Index vertex : triangle.vertices) is_thin[triangle.primitive][vertex] = true;
  }
  return is_thin;
}

}  // namespace mw::edit
