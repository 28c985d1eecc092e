#include "editors.h"

#include <meshwright/scene/detail/record_extras.h>
#include <meshwright/scene/detail/transform.h>
#include <meshwright/scene/detail/tree.h>

#include <algorithm>
#include <cmath>
#include <glm/matrix.hpp>
#include <optional>
#include <utility>

#include "names.h"

namespace mw::exchange {
namespace {

using scene::Index;
using scene::Scene;

/// Where a node is bound, and by which skin.
struct Bind {
  std::size_t skin = 0;
  Mat4 inverse{1};
};

/// For each node that is a joint its bind in the first skin that has it.
std::vector<std::optional<Bind>> binds_of_joints(const Scene& scene) {
  std::vector<std::optional<Bind>> binds(scene.nodes.size());
  for (std::size_t i = 0; i < scene.skins.size(); ++i)
    for (std::size_t row = 0; row < scene.skins[i].joints.size(); ++row)
      if (auto& bind = binds[scene.skins[i].joints[row]]; !bind)
        bind = Bind{i, scene.skins[i].inverse_binds[row]};
  return binds;
}

/// One more than the last joint of the mesh's vertices; 0 without any.
std::size_t joints_needed(const scene::Mesh& mesh) {
  std::size_t needed = 0;
  for (const scene::Primitive& p : mesh.primitives)
    for (const scene::U16Vec4& joints : p.joints)
      for (int k = 0; k < 4; ++k) needed = std::max(needed, std::size_t(joints[k]) + 1);
  return needed;
}

}  // namespace

std::vector<WrittenSkin> skins_for_editors(const Scene& scene) {
  std::vector<WrittenSkin> skins;
  for (const scene::Skin& skin : scene.skins) skins.push_back({skin.joints, skin.inverse_binds});
  std::vector<std::optional<Bind>> binds = binds_of_joints(scene);
  const std::vector<Index> order = nodes_in_order(scene);
  // Blender makes bones of nodes between joints by itself.
  std::vector<bool> leads_to_joint(scene.nodes.size());
  for (auto node = order.rbegin(); node != order.rend(); ++node)
    for (const Index child : scene.nodes[*node].children)
      if (binds[child] || leads_to_joint[child]) leads_to_joint[*node] = true;
  for (const Index above : order) {
    if (!binds[above]) continue;
    for (const Index child : scene.nodes[above].children) {
      const scene::Node& node = scene.nodes[child];
      if (binds[child] || node.children.empty() || node.skin) continue;
      const Mat4 inverse = glm::inverse(to_matrix(node.transform)) * binds[above]->inverse;
      if (!scene::is_finite(inverse)) continue;
      const std::size_t skin = binds[above]->skin;
      binds[child] = Bind{skin, inverse};
      if (leads_to_joint[child]) continue;
      skins[skin].joints.push_back(child);
      skins[skin].inverse_binds.push_back(inverse);
    }
  }
  return skins;
}

void take_back_joints(Scene& scene) {
  std::vector<std::optional<std::size_t>> own(scene.skins.size());
  for (std::size_t i = 0; i < own.size(); ++i) {
    const auto mark = take(scene.skins[i].extras, kOwnJoints);
    const auto count = mark ? scene::integer_of(*mark) : std::nullopt;
    if (count && std::in_range<std::size_t>(*count)) own[i] = std::size_t(*count);
  }
  if (std::ranges::none_of(own, [](const auto& count) { return count.has_value(); })) return;
  std::vector<std::size_t> needed;
  for (const scene::Mesh& mesh : scene.meshes) needed.push_back(joints_needed(mesh));
  for (const scene::Node& node : scene.nodes)
    if (node.skin && node.mesh && own[*node.skin])
      own[*node.skin] = std::max(*own[*node.skin], needed[*node.mesh]);
  for (std::size_t i = 0; i < own.size(); ++i) {
    scene::Skin& skin = scene.skins[i];
    if (!own[i] || *own[i] >= skin.joints.size() || skin.joints.size() != skin.inverse_binds.size()) continue;
    skin.joints.resize(*own[i]);
    skin.inverse_binds.resize(*own[i]);
  }
}

bool needs_second_key(const scene::Channel& channel) {
  return channel.times.size() == 1 && channel.times[0] > 0;
}

void take_back_key(scene::Channel& channel, const JsonValue& sampler) {
  const JsonValue* extras = sampler.find("extras");
  const JsonValue* mark = extras != nullptr ? extras->find(kOwnKeys) : nullptr;
  if (mark == nullptr || scene::integer_of(*mark) != 1) return;
  const std::size_t width = channel.components;
  if (channel.times.size() != 2 || channel.times[0] != 0 || channel.values.size() != 2 * width) return;
  const auto middle = channel.values.begin() + std::ptrdiff_t(width);
  if (!std::equal(channel.values.begin(), middle, middle)) return;
  channel.times.erase(channel.times.begin());
  channel.values.erase(channel.values.begin(), middle);
}

}  // namespace mw::exchange
