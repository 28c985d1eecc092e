#include "lift_vertices.h"

#include <meshwright/geometry/box.h>
#include <meshwright/scene/placed.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <glm/common.hpp>
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

float distance_to(const Box& box, const Vec3& position) {
  return glm::distance(glm::clamp(position, box.min, box.max), position);
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
  std::vector<Vec3> places;
  std::vector<geometry::Corners> points;  // triangles of no size
  for (std::size_t i = 0; i < shown_.primitives.size(); ++i) {
    const std::vector<Vec3>& positions = shown_.primitives[i].positions;
    for (std::size_t row = 0; row < positions.size(); ++row) {
      const LiftedVertex vertex{Index(i), Index(row)};
      const Vec3& v = positions[row];
      exact_[bits_of(v)].push_back(vertex);
      size = std::max({size, std::abs(v.x), std::abs(v.y), std::abs(v.z)});
      const auto point = Index(places.size());
      places.push_back(v);
      points.push_back({point, point, point});
      vertices_.push_back(vertex);
    }
  }
  // Programs write six decimals; settle() takes a millionth of the size for nothing.
  tolerance_ = std::max(6e-7F, 1e-6F * size);
  tree_ = geometry::build_tree(places, points);
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
  constexpr std::size_t kMostAlike = 1000;  // any number may lie in one place: then one of so many will do
  const Vec3& at = p.positions[row];
  std::optional<LiftedVertex> best;
  float least = std::numeric_limits<float>::infinity();
  std::size_t looked = 0;
  const auto look = [&](const LiftedVertex& own) {
    const float d = difference(p, row, own);
    if (d < least) best = own;
    least = std::min(least, d);
    return least == 0 || ++looked == kMostAlike;
  };
  if (const auto found = exact_.find(bits_of(at)); found != exact_.end())
    for (const LiftedVertex& own : found->second)
      if (place_of(own) == at && look(own)) break;
  if (best || !is_finite(at) || tree_.empty()) return best;
  std::vector<std::uint32_t> waiting = {0};
  while (!waiting.empty()) {
    const geometry::TreeNode& node = tree_[waiting.back()];
    waiting.pop_back();
    if (distance_to(node.box, at) > tolerance_) continue;
    if (!node.is_leaf())
      waiting.insert(waiting.end(), {node.right, node.left});
    else if (look(vertices_[node.triangle]))
      break;
  }
  return best;
}

std::optional<LiftedVertex> PlacedMesh::nearest(const Vec3& position) const {
  if (vertices_.empty()) return std::nullopt;
  if (!is_finite(position)) return vertices_.front();
  std::optional<LiftedVertex> best;
  float least = std::numeric_limits<float>::infinity();
  std::vector<std::uint32_t> waiting = {0};
  while (!waiting.empty()) {
    const geometry::TreeNode& node = tree_[waiting.back()];
    waiting.pop_back();
    const float d = distance_to(node.box, position);
    if (best && d >= least) continue;
    if (node.is_leaf()) {
      best = vertices_[node.triangle];
      least = d;
      continue;
    }
    const bool left_first =
        distance_to(tree_[node.left].box, position) <= distance_to(tree_[node.right].box, position);
    waiting.push_back(left_first ? node.right : node.left);  // the last is looked at first
    waiting.push_back(left_first ? node.left : node.right);
  }
  return best;
}

glm::dmat4 PlacedMesh::matrix_at(const LiftedVertex& vertex) const {
  return bent_ ? rest_.bend_at(node_, vertex.primitive, vertex.vertex) : glm::dmat4(place_);
}

bool PlacedMesh::is_mirrored(const LiftedVertex& like) const {
  return glm::determinant(glm::dmat3(matrix_at(like))) < 0;
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
