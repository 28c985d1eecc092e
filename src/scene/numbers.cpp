#include <meshwright/scene/detail/numbers.h>

#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/scene/detail/losses.h>
#include <meshwright/scene/detail/tree.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace mw::scene {
namespace {

template <class Row>
std::optional<std::string> problem_of_rows(std::span<const Row> rows, std::string_view what) {
  float largest = 0;
  for (const Row& row : rows) {
    for (int k = 0; k < Row::length(); ++k) {
      if (!std::isfinite(row[k])) return fmt::format("has a {} that is not finite", what);
      largest = std::max(largest, std::abs(row[k]));
    }
  }
  if (largest <= kFarthest) return std::nullopt;
  return fmt::format("has a {} beyond {:g}", what, kFarthest);
}

}  // namespace

std::optional<std::string> problem_of(std::span<const Vec3> rows, std::string_view what) {
  return problem_of_rows(rows, what);
}

std::optional<std::string> problem_of(std::span<const Vec2> rows, std::string_view what) {
  return problem_of_rows(rows, what);
}

std::optional<std::string> problem_of_weights(const Primitive& primitive) {
  for (const Vec4& weights : primitive.weights)
    for (int k = 0; k < 4; ++k)
      if (!std::isfinite(weights[k])) return "has a weight that is not finite";
  return std::nullopt;
}

std::size_t count_weightless(const Primitive& primitive) {
  return std::size_t(std::ranges::count_if(primitive.weights, [](const Vec4& weights) {
    return weights.x <= 0 && weights.y <= 0 && weights.z <= 0 && weights.w <= 0;
  }));
}

Loss tell_weightless(std::size_t count, std::string_view instead) {
  return {loss::VERTICES_WEIGHTLESS, "", counted(count, "vertex has", "vertices have"), instead};
}

const Node* Origins::of(std::size_t node) const {
  return nodes[node] == kNewNode ? nullptr : &before.nodes[nodes[node]];
}

namespace {

std::optional<std::string> problem_of_place(const Node& node) {
  return problem_of(std::span(&node.transform.translation, 1), "place");
}

std::optional<std::string> problem_of_rotation(const Node& node) {
  constexpr double kLeast = 1e-12;  // shorter ones have no direction: their parts are rounding errors
  const Quat& q = node.transform.rotation;
  double squares = 0;
  for (const float part : {q.x, q.y, q.z, q.w}) squares += double(part) * double(part);
  if (!std::isfinite(squares)) return "has a rotation that is not finite";
  return squares > kLeast ? std::nullopt : std::optional<std::string>("has a rotation of length 0");
}

/// The first node with a problem, unless the node that it comes from has one too.
std::optional<Error> find_problem(const Scene& scene, const Origins* origins,
                                  std::optional<std::string> (*problem)(const Node&)) {
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    auto found = problem(scene.nodes[i]);
    if (!found) continue;
    const Node* old = origins != nullptr ? origins->of(i) : nullptr;
    if (old == nullptr || !problem(*old))
      return Error{.field = escape_text(scene.nodes[i].name), .message = *std::move(found)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Error> find_unusable_rotation(const Scene& scene, const Origins* origins) {
  return find_problem(scene, origins, problem_of_rotation);
}

std::optional<Error> find_unusable_transform(const Scene& scene, const Origins* origins) {
  if (auto error = find_problem(scene, origins, problem_of_place)) return error;
  return find_unusable_rotation(scene, origins);
}

bool flattens(const Mat4& place) {
  constexpr double kRounding = 1e-6;
  const glm::dmat3 axes(place);
  const double box = glm::length(axes[0]) * glm::length(axes[1]) * glm::length(axes[2]);
  return std::abs(glm::determinant(axes)) <= kRounding * box;
}

Loss tell_flattened(const Node& node) {
  return {loss::MESH_FLATTENED, node.name, escape_text(node.name)};
}

Losses tell_flattened(const Scene& scene) {
  Losses lines;
  const std::vector<Mat4> places = world_matrices(scene);
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    if (!node.mesh || node.skin || node.role == Role::hidden || node.role == Role::helper) continue;
    if (flattens(places[i])) lines.push_back(tell_flattened(node));
  }
  return lines;
}

std::size_t count_lone_vertices(const Mesh& mesh) {
  if (mesh.primitives.size() != 1) return 0;
  const Primitive& p = mesh.primitives.front();
  if (p.topology != Topology::triangles || p.indices.empty()) return 0;
  std::vector<bool> used(p.positions.size());
  for (const Index vertex : p.indices) used[vertex] = true;
  return std::size_t(std::ranges::count(used, false));
}

std::vector<std::string> shown_by_materials(const Scene& scene) {
  std::vector<bool> used(scene.materials.size());
  for (const Node& node : scene.nodes)
    if (node.mesh && node.role != Role::helper && node.role != Role::walkmesh)
      for (const Primitive& p : scene.meshes[*node.mesh].primitives)
        if (p.material && p.topology == Topology::triangles) used[*p.material] = true;
  std::vector<std::string> lines;
  const auto tell = [&](std::string_view what, auto shows) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < used.size(); ++i)
      if (used[i] && shows(scene.materials[i])) names.push_back(scene.materials[i].name);
    if (!names.empty()) lines.push_back(fmt::format("{} ({})", what, mw::listed(names)));
  };
  tell("emission", [](const Material& m) { return m.emissive != Vec3(0); });
  tell("second sides", [](const Material& m) { return m.two_sided; });
  tell("alpha masks", [](const Material& m) { return m.alpha == Alpha::mask; });
  return lines;
}

}  // namespace mw::scene
