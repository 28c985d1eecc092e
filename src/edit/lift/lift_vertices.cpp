#include "lift/lift_vertices.h"

#include <meshwright/scene/detail/placed.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <limits>

namespace mw::edit {
namespace {

std::uint64_t bits_of(const Vec3& v) {
  std::uint64_t hash = 1;
  for (int k = 0; k < 3; ++k)
    hash = (hash ^ std::bit_cast<std::uint32_t>(v[k] + 0.0F)) * 0x9E3779B97F4A7C15U;  // -0 becomes 0
  return hash ^ (hash >> 31U);
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
  for (Primitive& p : local_.primitives) put_in_place(p, Mat4(1));
  for (Primitive& p : shown_.primitives) put_in_place(p, place_);
  index_vertices();
}

void PlacedMesh::index_vertices() {
  float size = 0;
  for (std::size_t i = 0; i < shown_.primitives.size(); ++i) {
    const std::vector<Vec3>& positions = shown_.primitives[i].positions;
    for (std::size_t row = 0; row < positions.size(); ++row) {
      const VertexOfMesh vertex{Index(i), Index(row)};
      const Vec3& v = positions[row];
      exact_[bits_of(v)].push_back(vertex);
      size = std::max({size, std::abs(v.x), std::abs(v.y), std::abs(v.z)});
    }
  }
  // Programs write six decimals; find_edits() ignores a millionth of the size.
  tolerance_ = std::max(6e-7F, 1e-6F * size);
  tree_ = VertexTree(shown_);
}

const Vec3& PlacedMesh::place_of(const VertexOfMesh& vertex) const {
  return shown_.primitives[vertex.primitive].positions[vertex.vertex];
}

/// The data that OBJ holds besides the place; if one of them lacks something, it does not count.
float PlacedMesh::difference(const Primitive& p, std::size_t row, const VertexOfMesh& own) const {
  const Primitive& q = shown_.primitives[own.primitive];
  float sum = p.topology == q.topology ? 0.0F : 10.0F;
  if (row < p.uvs[0].size() && own.vertex < q.uvs[0].size())
    sum += std::min(1.0F, glm::distance(p.uvs[0][row], q.uvs[0][own.vertex]));
  if (row < p.normals.size() && own.vertex < q.normals.size())
    sum += 0.1F * glm::distance(p.normals[row], q.normals[own.vertex]);
  return std::isfinite(sum) ? sum : 1.0F;
}

std::optional<VertexOfMesh> PlacedMesh::find(const Primitive& p, std::size_t row) const {
  constexpr std::size_t kMostAlike = 1000;  // any number may lie in one place: then any of them is accepted
  const Vec3& at = p.positions[row];
  std::optional<VertexOfMesh> best;
  float least = std::numeric_limits<float>::infinity();
  std::size_t looked = 0;
  const auto look = [&](const VertexOfMesh& own) {
    const float d = difference(p, row, own);
    if (d < least) best = own;
    least = std::min(least, d);
    return least == 0 || ++looked == kMostAlike;
  };
  if (const auto found = exact_.find(bits_of(at)); found != exact_.end())
    for (const VertexOfMesh& own : found->second)
      if (place_of(own) == at && look(own)) break;
  if (!best) tree_.visit(at, tolerance_, look);
  return best;
}

glm::dmat4 PlacedMesh::matrix_at(const VertexOfMesh& vertex) const {
  return bent_ ? rest_.bend_at(node_, vertex.primitive, vertex.vertex) : glm::dmat4(place_);
}

bool PlacedMesh::is_mirrored(const VertexOfMesh& like) const {
  return glm::determinant(glm::dmat3(matrix_at(like))) < 0;
}

Vec3 PlacedMesh::position_back(const Vec3& position, const VertexOfMesh& like) const {
  if (!bent_ && place_ == Mat4(1)) return position;
  return Vec3(glm::inverse(matrix_at(like)) * glm::dvec4(position, 1));
}

Vec3 PlacedMesh::normal_back(const Vec3& normal, const VertexOfMesh& like) const {
  if (normal == Vec3(0) || (!bent_ && place_ == Mat4(1))) return normal;
  return Vec3(glm::normalize(glm::transpose(glm::dmat3(matrix_at(like))) * glm::dvec3(normal)));
}

}  // namespace mw::edit
