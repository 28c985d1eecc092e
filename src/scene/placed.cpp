#include <meshwright/scene/detail/placed.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <numeric>
#include <utility>

namespace mw::scene {
namespace {

std::size_t clear_odd(std::vector<Vec3>& rows) {
  std::size_t odd = 0;
  for (Vec3& row : rows) {
    if (is_finite(row)) continue;
    row = Vec3(0);
    ++odd;
  }
  return odd;
}

std::size_t clear_odd(std::vector<Vec2>& rows) {
  std::size_t odd = 0;
  for (Vec2& row : rows) {
    odd += std::isfinite(row.x) && std::isfinite(row.y) ? 0 : 1;
    for (int k = 0; k < 2; ++k)
      if (!std::isfinite(row[k])) row[k] = 0;
  }
  return odd;
}

}  // namespace

OddVertices& OddVertices::operator+=(const OddVertices& other) {
  positions += other.positions;
  normals += other.normals;
  uvs += other.uvs;
  return *this;
}

void turn_mirrored(Primitive& p, const std::vector<bool>& mirrored) {
  if (p.topology != Topology::triangles || std::ranges::find(mirrored, true) == mirrored.end()) return;
  if (p.indices.empty()) {
    p.indices.resize(p.positions.size());
    std::iota(p.indices.begin(), p.indices.end(), Index(0));
  }
  for (std::size_t i = 0; i + 2 < p.indices.size(); i += 3)
    if (mirrored[p.indices[i]]) std::swap(p.indices[i + 1], p.indices[i + 2]);
}

OddVertices put_in_place(Primitive& p, const Mat4& place) {
  if (place != Mat4(1)) {
    const glm::mat3 turn = glm::transpose(glm::inverse(glm::mat3(place)));
    for (Vec3& position : p.positions) position = Vec3(place * Vec4(position, 1));
    for (Vec3& normal : p.normals)
      if (normal != Vec3(0)) normal = glm::normalize(turn * normal);
    if (glm::determinant(glm::mat3(place)) < 0) turn_mirrored(p, std::vector<bool>(p.positions.size(), true));
  }
  return {clear_odd(p.positions), clear_odd(p.normals), clear_odd(p.uvs[0])};
}

}  // namespace mw::scene
