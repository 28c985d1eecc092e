#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/scene/detail/rest.h>
#include <meshwright/scene/detail/tree.h>
#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <optional>

#include "fit.h"

namespace mw::kotor::mdl {
namespace {

using scene::Index;

/// Parts of matrices by which places differ.
constexpr double kInPlace = 1e-4;
/// Parts of matrices by which bones must differ to be in another pose than the one they were bound in.
constexpr double kSamePose = 1e-3;

bool has_weights(const scene::Scene& scene, const scene::Node& node) {
  if (!node.mesh || !node.skin || scene.skins[*node.skin].joints.empty()) return false;
  return std::ranges::any_of(scene.meshes[*node.mesh].primitives,
                             [](const scene::Primitive& p) { return !p.weights.empty(); });
}

double difference(const glm::dmat4& a, const glm::dmat4& b) {
  double most = 0;
  for (int column = 0; column < 4; ++column)
    for (int row = 0; row < 4; ++row) most = std::max(most, std::abs(a[column][row] - b[column][row]));
  return most;
}

glm::dmat4 bind_of(const scene::Skin& skin, std::size_t joint) {
  return joint < skin.inverse_binds.size() ? glm::dmat4(skin.inverse_binds[joint]) : glm::dmat4(1);
}

/// Where the nodes were that inverse binds belong to, and where they are without scales.
struct Places {
  const std::vector<glm::dmat4>& before;
  const std::vector<glm::dmat4>& now;
};

void move_to_rest(FitContext& context, const scene::Node& node, const glm::dmat4& place,
                  const std::vector<glm::dmat4>& before) {
  scene::Scene& scene = context.scene;
  const scene::Skin& skin = scene.skins[*node.skin];
  const glm::dmat4 back = glm::inverse(place);
  std::vector<glm::dmat4> bones;
  double poses = 0;
  for (std::size_t i = 0; i < skin.joints.size(); ++i) {
    bones.push_back(back * before[skin.joints[i]] * bind_of(skin, i));
    poses = std::max(poses, difference(bones.front(), bones.back()));
  }
  scene::Mesh& mesh = scene.meshes[*node.mesh];
  if (is_at_rest(mesh, bones)) return;
  for (scene::Primitive& p : mesh.primitives)
    move_vertices(p, [&](std::size_t vertex) { return bend_of(p, vertex, bones); });
  if (poses > kSamePose) context.losses.add(loss::BIND_POSE_CHANGED, node.name, escape_text(node.name));
}

/// Inverse binds of the bones as they are without scales; nothing where one is more than a turn and a place.
std::optional<std::vector<Mat4>> rigid_binds(const scene::Skin& skin, const Places& places) {
  std::vector<Mat4> binds;
  for (std::size_t i = 0; i < skin.joints.size(); ++i) {
    const Index joint = skin.joints[i];
    const bool same = places.before[joint] == places.now[joint];
    const glm::dmat4 bind =
        same ? bind_of(skin, i) : glm::inverse(places.now[joint]) * places.before[joint] * bind_of(skin, i);
    if (!is_rigid(bind)) return std::nullopt;
    binds.emplace_back(bind);
  }
  return binds;
}

}  // namespace

bool is_rigid(const glm::dmat4& matrix) {
  constexpr double kNear = 1e-3;  // programs compute in single precision
  const glm::dmat3 axes(matrix);
  const glm::dmat3 squares = glm::transpose(axes) * axes;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k)
      if (!(std::abs(squares[i][k] - (i == k ? 1 : 0)) <= kNear)) return false;
  return glm::determinant(axes) > 0;
}

void drop_weightless_skins(FitContext& context, std::size_t old_skins) {
  scene::Scene& scene = context.scene;
  for (const Index index : nodes_in_order(scene)) {
    scene::Node& node = scene.nodes[index];
    if (!node.skin || *node.skin < old_skins || has_weights(scene, node)) continue;
    node.skin.reset();
    if (node.mesh) context.losses.add(loss::SKIN_WEIGHTLESS, node.name, escape_text(node.name));
  }
}

void bind_to_rest(FitContext& context, const std::vector<glm::dmat4>& before) {
  const std::vector<glm::dmat4> now = places_in(context.scene);
  for (const Index index : nodes_in_order(context.scene)) {
    const scene::Node& node = context.scene.nodes[index];
    if (node.mesh && node.skin) move_to_rest(context, node, now[index], before);
  }
}

void bind_new_skins(FitContext& context, std::size_t old_skins, const std::vector<glm::dmat4>& before) {
  scene::Scene& scene = context.scene;
  const std::vector<glm::dmat4> now = places_in(scene);
  for (const Index index : nodes_in_order(scene)) {
    const scene::Node& node = scene.nodes[index];
    const bool is_new = node.mesh && node.skin && *node.skin >= old_skins;
    if (!is_new) continue;
    scene::Skin& skin = scene.skins[*node.skin];
    auto binds = rigid_binds(skin, {before, now});
    if (!binds) {
      move_to_rest(context, node, now[index], before);
      binds.emplace();
      for (const Index joint : skin.joints) binds->emplace_back(glm::inverse(now[joint]) * now[index]);
    }
    skin.inverse_binds = *std::move(binds);
  }
}

namespace {

bool is_bound_anew(const scene::Skin& before, const scene::Skin& after) {
  for (std::size_t i = 0; i < std::min(before.inverse_binds.size(), after.inverse_binds.size()); ++i)
    if (before.inverse_binds[i] != after.inverse_binds[i]) return true;
  return false;
}

/// The places of nodes from the one that is above all others.
std::vector<glm::dmat4> places_from_top(const scene::Scene& scene) {
  const std::vector<Index> parents = parents_in(scene);
  const std::vector<glm::dmat4> whole = places_in(scene);
  std::vector<glm::dmat4> places = whole;
  std::vector<Index> tops(scene.nodes.size());
  for (const Index node : nodes_in_order(scene)) {
    tops[node] = parents[node] == kNoParent ? node : tops[parents[node]];
    places[node] = glm::inverse(whole[tops[node]]) * whole[node];
  }
  return places;
}

}  // namespace

void bring_skins_to_their_nodes(FitContext& context, const scene::Scene& before,
                                const std::vector<Index>& origins) {
  scene::Scene& scene = context.scene;
  const std::vector<glm::dmat4> places = places_in(scene);
  const std::vector<glm::dmat4> places_now = places_from_top(scene);
  const std::vector<glm::dmat4> places_before = places_from_top(before);
  for (const SkinPair& pair : skin_pairs(before, origins)) {
    if (pair.node_now == scene::kNewNode || pair.skin_now == scene::kNewNode) continue;
    const scene::Node& holder = scene.nodes[pair.skin_now];
    if (!holder.skin || !holder.mesh) continue;
    scene::Skin& skin = scene.skins[*holder.skin];
    if (!is_bound_anew(before.skins[*before.nodes[pair.skin].skin], skin)) continue;
    const glm::dmat4& place = places[pair.node_now];
    if (difference(places_before[pair.node], places_now[pair.node_now]) <= kInPlace) continue;
    move_to_rest(context, holder, place, places);
    for (std::size_t i = 0; i < std::min(skin.joints.size(), skin.inverse_binds.size()); ++i)
      skin.inverse_binds[i] = Mat4(glm::inverse(places[skin.joints[i]]) * place);
  }
}

}  // namespace mw::kotor::mdl
