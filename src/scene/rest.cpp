#include <meshwright/scene/detail/rest.h>

#include <meshwright/scene/detail/placed.h>
#include <meshwright/scene/detail/tree.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/matrix.hpp>
#include <set>

namespace mw::scene {
namespace {

using glm::dmat3;
using glm::dmat4;
using glm::dvec3;

/// How far a vertex may be from its place in rest, relative to the size of the mesh, and still count as
/// unmoved.
constexpr double kAtRest = 1e-4;

dmat4 exact_matrix(const Transform& transform) {
  dmat4 matrix = glm::mat4_cast(glm::dquat(transform.rotation));
  for (int axis = 0; axis < 3; ++axis) matrix[axis] *= double(transform.scale[axis]);
  matrix[3] = glm::dvec4(transform.translation, 1);
  return matrix;
}

dvec3 unit_or_same(const dvec3& turned, const dvec3& before) {
  const double length = glm::length(turned);
  return length > 0 && std::isfinite(length) ? turned / length : before;
}

void bend(Primitive& p, const std::vector<dmat4>& bones) {
  std::vector<bool> mirrored(p.positions.size());
  for (std::size_t i = 0; i < p.positions.size(); ++i) {
    const dmat4 matrix = bend_of(p, i, bones);
    const dmat3 turn(matrix);
    mirrored[i] = glm::determinant(turn) < 0;
    p.positions[i] = Vec3(matrix * glm::dvec4(p.positions[i], 1));
    if (i < p.normals.size()) {
      const dvec3 normal(p.normals[i]);
      p.normals[i] = Vec3(unit_or_same(glm::transpose(glm::inverse(turn)) * normal, normal));
    }
    if (i >= p.tangents.size()) continue;
    const dvec3 tangent(p.tangents[i]);
    p.tangents[i] =
        Vec4(Vec3(unit_or_same(turn * tangent, tangent)), p.tangents[i].w * (mirrored[i] ? -1.0F : 1.0F));
  }
  turn_mirrored(p, mirrored);
}

}  // namespace

glm::dmat4 bend_of(const Primitive& p, std::size_t vertex, const std::vector<glm::dmat4>& bones) {
  dmat4 sum(0);
  double all = 0;
  for (int k = 0; k < 4; ++k) {
    const double weight = vertex < p.weights.size() ? double(p.weights[vertex][k]) : 0;
    if (!(weight > 0) || vertex >= p.joints.size() || p.joints[vertex][k] >= bones.size()) continue;
    sum += weight * bones[p.joints[vertex][k]];
    all += weight;
  }
  return all > 0 ? sum / all : bones[0];
}

bool is_at_rest(const Mesh& mesh, const std::vector<glm::dmat4>& bones) {
  double most = 0;
  double size = 0;
  for (const Primitive& p : mesh.primitives) {
    for (std::size_t i = 0; i < p.positions.size(); ++i) {
      const dvec3 place(p.positions[i]);
      most = std::max(most, glm::distance(place, dvec3(bend_of(p, i, bones) * glm::dvec4(place, 1))));
      size = std::max(size, glm::length(place));
    }
  }
  return !(most > kAtRest * size);
}

RestPose::RestPose(const Scene& scene) : scene_(scene), places_(scene.nodes.size(), dmat4(1)) {
  const std::vector<Index> parents = parents_in(scene);
  for (const Index node : nodes_in_order(scene)) {
    const dmat4 own = exact_matrix(scene.nodes[node].transform);
    places_[node] = parents[node] == kNoParent ? own : places_[parents[node]] * own;
  }
  for (const Skin& skin : scene.skins) bones_.push_back(bones_of(skin));
}

std::vector<dmat4> RestPose::bones_of(const Skin& skin) const {
  std::vector<dmat4> bones;
  for (std::size_t i = 0; i < std::min(skin.joints.size(), skin.inverse_binds.size()); ++i)
    bones.push_back(places_[skin.joints[i]] * dmat4(skin.inverse_binds[i]));
  return bones;
}

std::optional<Mesh> RestPose::mesh_of(Index node) const {
  const Node& own = scene_.nodes[node];
  if (!own.mesh || !own.skin) return std::nullopt;
  const std::vector<dmat4>& bones = bones_[*own.skin];
  const Mesh& mesh = scene_.meshes[*own.mesh];
  if (bones.empty() || is_at_rest(mesh, bones)) return std::nullopt;
  Mesh bent = mesh;
  for (Primitive& p : bent.primitives) bend(p, bones);
  return bent;
}

dmat4 RestPose::bend_at(Index node, Index primitive, Index vertex) const {
  const Node& own = scene_.nodes[node];
  return bend_of(scene_.meshes[*own.mesh].primitives[primitive], vertex, bones_[*own.skin]);
}

void bring_skins_to_rest(Scene& scene) {
  if (scene.skins.empty()) return;
  const RestPose rest(scene);
  std::vector<std::pair<Index, Mesh>> bent;
  std::set<Index> skins;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    auto mesh = rest.mesh_of(Index(i));
    if (!mesh) continue;
    bent.emplace_back(Index(i), *std::move(mesh));
    skins.insert(*scene.nodes[i].skin);
  }
  std::vector<std::size_t> uses(scene.meshes.size());
  for (const Node& node : scene.nodes)
    if (node.mesh) ++uses[*node.mesh];
  for (auto& [node, mesh] : bent) {
    Index& own = *scene.nodes[node].mesh;
    if (--uses[own] == 0) {
      scene.meshes[own] = std::move(mesh);
      continue;
    }
    own = Index(scene.meshes.size());
    scene.meshes.push_back(std::move(mesh));
  }
  if (skins.empty()) return;
  const std::vector<Mat4> places = world_matrices(scene);
  for (const Index skin : skins)
    for (std::size_t i = 0; i < scene.skins[skin].joints.size(); ++i)
      scene.skins[skin].inverse_binds[i] = glm::inverse(places[scene.skins[skin].joints[i]]);
}

}  // namespace mw::scene
