#include "lift_vertices.h"

#include <meshwright/geometry/box.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <limits>

namespace mw::scene {
namespace {

std::uint64_t bits_of(const Vec3& v) {
  std::uint64_t hash = 1;
  for (int k = 0; k < 3; ++k)
    hash = (hash ^ std::bit_cast<std::uint32_t>(v[k] + 0.0F)) * 0x9E3779B97F4A7C15U;  // -0 becomes 0
  return hash ^ (hash >> 31U);
}

/// As write_obj() does it, so that what nobody touched is found bit for bit.
void put_in_place(Primitive& p, const Mat4& place) {
  const glm::mat3 turn = glm::transpose(glm::inverse(glm::mat3(place)));
  for (Vec3& position : p.positions) position = Vec3(place * Vec4(position, 1));
  for (Vec3& normal : p.normals)
    if (normal != Vec3(0)) normal = glm::normalize(turn * normal);
}

}  // namespace

PlacedMesh::PlacedMesh(const Scene& scene, Index node, const Mat4& place, const RestPose& rest)
    : node_(node),
      local_(scene.meshes[*scene.nodes[node].mesh]),
      shown_(local_),
      rest_(rest),
      place_(scene.nodes[node].skin ? Mat4(1) : place) {
  auto bent = rest.mesh_of(node);
  bent_ = bent.has_value();
  if (bent) shown_ = *std::move(bent);
  if (place_ != Mat4(1))
    for (Primitive& p : shown_.primitives) put_in_place(p, place_);
  sort_rows();
}

void PlacedMesh::sort_rows() {
  std::optional<Box> box;
  float size = 0;
  for (const Primitive& p : shown_.primitives) {
    for (const Vec3& v : p.positions) {
      if (!is_finite(v)) continue;
      geometry::extend(box, v);
      size = std::max({size, std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    }
  }
  // Programs write six decimals; settle() takes a millionth of the size for nothing.
  tolerance_ = std::max(6e-7F, 1e-6F * size);
  const Vec3 extent = box ? box->max - box->min : Vec3(0);
  axis_ = extent.x >= extent.y && extent.x >= extent.z ? 0 : extent.y >= extent.z ? 1 : 2;
  for (std::size_t i = 0; i < shown_.primitives.size(); ++i) {
    const std::vector<Vec3>& positions = shown_.primitives[i].positions;
    for (std::size_t row = 0; row < positions.size(); ++row) {
      const LiftedVertex vertex{Index(i), Index(row)};
      exact_.emplace(bits_of(positions[row]), vertex);
      if (is_finite(positions[row])) rows_.push_back({positions[row][axis_], vertex});
    }
  }
  std::ranges::stable_sort(rows_, {}, &Row::along);
}

const Vec3& PlacedMesh::place_of(const LiftedVertex& vertex) const {
  return shown_.primitives[vertex.primitive].positions[vertex.vertex];
}

/// Of what OBJ holds beside the place; something that one of them lacks does not count.
float PlacedMesh::difference(const Primitive& p, std::size_t row, const LiftedVertex& own) const {
  const Primitive& q = shown_.primitives[own.primitive];
  float sum = p.topology == q.topology ? 0.0F : 10.0F;
  if (row < p.uvs[0].size() && own.vertex < q.uvs[0].size())
    sum += std::min(1.0F, glm::distance(p.uvs[0][row], q.uvs[0][own.vertex]));
  if (row < p.normals.size() && own.vertex < q.normals.size())
    sum += 0.1F * glm::distance(p.normals[row], q.normals[own.vertex]);
  return std::isfinite(sum) ? sum : 1.0F;
}

std::optional<LiftedVertex> PlacedMesh::find(const Primitive& p, std::size_t row) const {
  const Vec3& at = p.positions[row];
  std::optional<LiftedVertex> best;
  float least = std::numeric_limits<float>::infinity();
  const auto look = [&](const LiftedVertex& own, bool near) {
    if (!near) return;
    const float d = difference(p, row, own);
    if (d < least) best = own;
    least = std::min(least, d);
  };
  const auto [first, last] = exact_.equal_range(bits_of(at));
  for (auto own = first; own != last; ++own) look(own->second, place_of(own->second) == at);
  if (best || !is_finite(at)) return best;
  const auto begin = std::ranges::lower_bound(rows_, at[axis_] - tolerance_, {}, &Row::along);
  for (auto own = begin; own != rows_.end() && own->along <= at[axis_] + tolerance_; ++own)
    look(own->vertex, glm::distance(place_of(own->vertex), at) <= tolerance_);
  return best;
}

std::optional<LiftedVertex> PlacedMesh::nearest(const Vec3& position) const {
  if (rows_.empty()) return std::nullopt;
  if (!is_finite(position)) return rows_.front().vertex;
  const auto middle = std::ranges::lower_bound(rows_, position[axis_], {}, &Row::along) - rows_.begin();
  std::optional<LiftedVertex> best;
  float least = std::numeric_limits<float>::infinity();
  const auto look = [&](std::ptrdiff_t row) {
    const float d = glm::distance(place_of(rows_[std::size_t(row)].vertex), position);
    if (!best || d < least) best = rows_[std::size_t(row)].vertex;
    least = std::min(least, d);
    return std::abs(rows_[std::size_t(row)].along - position[axis_]) <= least;
  };
  for (std::ptrdiff_t row = middle; row < std::ptrdiff_t(rows_.size()) && look(row);) ++row;
  for (std::ptrdiff_t row = middle - 1; row >= 0 && look(row);) --row;
  return best;
}

glm::dmat4 PlacedMesh::matrix_at(const LiftedVertex& vertex) const {
  return bent_ ? rest_.bend_at(node_, vertex.primitive, vertex.vertex) : glm::dmat4(place_);
}

Vec3 PlacedMesh::position_back(const Vec3& position, const LiftedVertex& like) const {
  if (!bent_ && place_ == Mat4(1)) return position;
  return Vec3(glm::inverse(matrix_at(like)) * glm::dvec4(position, 1));
}

Vec3 PlacedMesh::normal_back(const Vec3& normal, const LiftedVertex& like) const {
  if (normal == Vec3(0) || (!bent_ && place_ == Mat4(1))) return normal;
  return Vec3(glm::normalize(glm::transpose(glm::dmat3(matrix_at(like))) * glm::dvec3(normal)));
}

}  // namespace mw::scene
