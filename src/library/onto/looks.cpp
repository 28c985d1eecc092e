#include "looks.h"

#include <meshwright/core/text.h>
#include <meshwright/scene/tree.h>

#include <algorithm>
#include <cmath>
#include <ranges>

namespace mw {

using scene::Index;

namespace {

bool has_weights(const scene::Mesh& mesh) {
  return std::ranges::any_of(mesh.primitives, [](const scene::Primitive& p) { return !p.weights.empty(); });
}

}  // namespace

void Looks::Sum::add(const Vec3& corner) {
  const std::array<double, 3> at = {double(corner.x), double(corner.y), double(corner.z)};
  numbers[0] += 1;
  std::size_t next = 4;
  for (std::size_t i = 0; i < 3; ++i) {
    numbers[1 + i] += at[i];
    for (std::size_t k = i; k < 3; ++k) numbers[next++] += at[i] * at[k];
  }
}

void Looks::Sum::add(const Sum& other) {
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] += other.numbers[i];
}

Looks::Looks(const scene::Scene& scene) : sums_(scene.nodes.size()) {
  const std::vector<Mat4> places = world_matrices(scene);
  for (Index i = 0; i < scene.nodes.size(); ++i) {
    const scene::Node& node = scene.nodes[i];
    by_name_[escape_text(node.name)].push_back(i);
    if (!node.mesh) continue;
    // What moves the vertices of a skin are its joints.
    const scene::Mesh& mesh = scene.meshes[*node.mesh];
    add_mesh(mesh, node.skin && has_weights(mesh) ? Mat4(1) : places[i], sums_[i]);
  }
  const std::vector<Index> order = nodes_in_order(scene);
  for (const Index node : std::views::reverse(order))
    for (const Index child : scene.nodes[node].children) sums_[node].add(sums_[child]);
  for (const Index root : scene.roots) all_.add(sums_[root]);
}

void Looks::add_mesh(const scene::Mesh& mesh, const Mat4& place, Sum& sum) const {
  for (const scene::Primitive& p : mesh.primitives) {
    if (p.topology != scene::Topology::triangles) continue;
    const std::size_t corners = p.indices.empty() ? p.positions.size() : p.indices.size();
    for (std::size_t i = 0; i < corners; ++i)
      sum.add(Vec3(place * Vec4(p.positions[p.indices.empty() ? i : p.indices[i]], 1)));
  }
}

bool Looks::has_triangles(const std::string& name) const {
  const auto own = find(name);
  return own && sums_[*own].numbers[0] > 0;
}

std::optional<Index> Looks::find(const std::string& name) const {
  const std::span<const Index> nodes = all(name);
  return nodes.size() == 1 ? std::optional(nodes.front()) : std::nullopt;
}

std::span<const Index> Looks::all(const std::string& name) const {
  const auto own = by_name_.find(name);
  return own != by_name_.end() ? std::span<const Index>(own->second) : std::span<const Index>();
}

bool Looks::Sum::same(const Sum& other) const {
  constexpr double kSame = 1e-4;  // of the farthest: single precision has 6e-8 for each corner
  const auto& a = numbers;
  const auto& b = other.numbers;
  if (a[0] == 0 || a[0] != b[0]) return false;
  const double reach = std::sqrt(std::max(a[4] + a[7] + a[9], b[4] + b[7] + b[9]) / a[0]);
  for (std::size_t i = 1; i < a.size(); ++i)
    if (!(std::abs(a[i] - b[i]) / a[0] <= kSame * (i < 4 ? reach : reach * reach))) return false;
  return true;
}

bool Looks::same(const std::string& name, const Looks& other) const {
  const auto own = find(name);
  const auto found = other.find(name);
  return own && found && sums_[*own].same(other.sums_[*found]);
}

bool Looks::same(const Looks& other) const {
  return all_.same(other.all_);
}

}  // namespace mw
