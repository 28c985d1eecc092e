#include "triangle_moments.h"

#include <meshwright/scene/detail/tree.h>

#include <algorithm>
#include <cmath>
#include <ranges>

namespace mw::edit {
namespace {

bool has_weights(const scene::Mesh& mesh) {
  return std::ranges::any_of(mesh.primitives, [](const scene::Primitive& p) { return !p.weights.empty(); });
}

}  // namespace

void TriangleMoments::Moments::add(const Vec3& corner) {
  const std::array<double, 3> at = {double(corner.x), double(corner.y), double(corner.z)};
  numbers[0] += 1;
  std::size_t next = 4;
  for (std::size_t i = 0; i < 3; ++i) {
    numbers[1 + i] += at[i];
    for (std::size_t k = i; k < 3; ++k) numbers[next++] += at[i] * at[k];
  }
}

void TriangleMoments::Moments::add(const Moments& other) {
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] += other.numbers[i];
}

bool TriangleMoments::Moments::same(const Moments& other) const {
  constexpr double kSame = 1e-4;  // of the farthest: single precision has 6e-8 for each corner
  const auto& a = numbers;
  const auto& b = other.numbers;
  if (a[0] == 0 || a[0] != b[0]) return false;
  const double reach = std::sqrt(std::max(a[4] + a[7] + a[9], b[4] + b[7] + b[9]) / a[0]);
  for (std::size_t i = 1; i < a.size(); ++i)
    if (!(std::abs(a[i] - b[i]) / a[0] <= kSame * (i < 4 ? reach : reach * reach))) return false;
  return true;
}

TriangleMoments::TriangleMoments(const Scene& scene) : of_nodes_(scene.nodes.size()) {
  const std::vector<Mat4> places = world_matrices(scene);
  for (Index i = 0; i < scene.nodes.size(); ++i) {
    const scene::Node& node = scene.nodes[i];
    if (!node.mesh) continue;
    // What moves the vertices of a skin are its joints.
    const scene::Mesh& mesh = scene.meshes[*node.mesh];
    add_mesh(mesh, node.skin && has_weights(mesh) ? Mat4(1) : places[i], of_nodes_[i]);
  }
  const std::vector<Index> order = nodes_in_order(scene);
  for (const Index node : std::views::reverse(order))
    for (const Index child : scene.nodes[node].children) of_nodes_[node].add(of_nodes_[child]);
  for (const Index root : scene.roots) all_.add(of_nodes_[root]);
}

void TriangleMoments::add_mesh(const scene::Mesh& mesh, const Mat4& place, Moments& sum) {
  for (const scene::Primitive& p : mesh.primitives) {
    if (p.topology != scene::Topology::triangles) continue;
    const std::size_t corners = p.indices.empty() ? p.positions.size() : p.indices.size();
    for (std::size_t i = 0; i < corners; ++i)
      sum.add(Vec3(place * Vec4(p.positions[p.indices.empty() ? i : p.indices[i]], 1)));
  }
}

}  // namespace mw::edit
