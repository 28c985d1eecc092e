#include "fit.h"

#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/kotor/mdl_from_scene.h>
#include <meshwright/scene/detail/record_extras.h>
#include <meshwright/scene/detail/tree.h>
#include <algorithm>
#include <glm/gtc/quaternion.hpp>
#include <map>
#include <set>

#include "mdl_author/from_scene/from_scene.h"
#include "mdl_source/compile/parts.h"
#include "mdl_source/decompile/decompile.h"
#include "shared/scene_numbers.h"

namespace mw::kotor::mdl {
namespace {

using scene::Index;
using scene::Scene;

/// "torso.001" is Blender's name for another torso.
std::string_view without_number(std::string_view name) {
  const auto dot = name.rfind('.');
  if (dot == name.npos || name.size() - dot != 4) return name;
  return name.find_first_not_of("0123456789", dot + 1) == name.npos ? name.substr(0, dot) : name;
}

/// Gives out names that no other has, in any case.
class Names {
 public:
  std::string take(const std::string& wanted) {
    if (taken_.insert(lower_case(wanted)).second) return wanted;
    for (std::size_t& number = next_[lower_case(wanted)];; ++number) {
      std::string name = shortened(wanted, fmt::format("_{}", number + 2));
      if (taken_.insert(lower_case(name)).second) return name;
    }
  }

 private:
  std::set<std::string> taken_;
  std::map<std::string, std::size_t> next_;
};

void list_renamed(FitContext& context, std::string_view one, std::string_view many,
                  const std::vector<std::string>& renamed) {
  if (!renamed.empty())
    context.losses.add(loss::NAME_CHANGED, renamed.size() == 1 ? renamed[0] : "",
                       counted(renamed.size(), one, many), listed(renamed));
}

bool is_plain_root(const scene::Node& node) {
  const scene::Transform& t = node.transform;
  return !node.mesh && !node.light && t.translation == Vec3(0) && t.scale == Vec3(1) &&
         t.rotation == Quat(1, 0, 0, 0);
}

}  // namespace

std::string shortened(std::string_view name, std::string_view ending) {
  return std::string(name.substr(0, kNameRoom - ending.size())) + std::string(ending);
}

std::vector<glm::dmat4> places_in(const Scene& scene) {
  const std::vector<Index> parents = parents_in(scene);
  std::vector<glm::dmat4> places(scene.nodes.size(), glm::dmat4(1));
  for (const Index node : nodes_in_order(scene)) {
    const scene::Transform& t = scene.nodes[node].transform;
    glm::dmat4 own = glm::mat4_cast(glm::dquat(t.rotation));
    for (int axis = 0; axis < 3; ++axis) own[axis] *= double(t.scale[axis]);
    own[3] = glm::dvec4(t.translation, 1);
    places[node] = parents[node] == kNoParent ? own : places[parents[node]] * own;
  }
  return places;
}

void drop_unreached(Scene& scene) {
  std::vector<Index> places(scene.nodes.size(), kNoParent);
  for (const Index node : nodes_in_order(scene)) places[node] = 0;
  std::vector<scene::Node> nodes;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i] == kNoParent) continue;
    places[i] = Index(nodes.size());
    nodes.push_back(std::move(scene.nodes[i]));
  }
  scene.nodes = std::move(nodes);
  for (Index& root : scene.roots) root = places[root];
  for (scene::Node& node : scene.nodes)
    for (Index& child : node.children) child = places[child];
  for (scene::Skin& skin : scene.skins) {
    for (Index& joint : skin.joints) joint = places[joint];
    if (skin.root && places[*skin.root] == kNoParent) skin.root.reset();
    if (skin.root) skin.root = places[*skin.root];
  }
  for (scene::Animation& animation : scene.animations) {
    std::erase_if(animation.channels,
                  [&](const scene::Channel& channel) { return places[channel.node] == kNoParent; });
    for (scene::Channel& channel : animation.channels) channel.node = places[channel.node];
  }
}

namespace {

std::vector<bool> joints_in(const Scene& scene) {
  std::vector<bool> joints(scene.nodes.size());
  for (const scene::Skin& skin : scene.skins)
    for (const Index joint : skin.joints) joints[joint] = true;
  return joints;
}

}  // namespace

void adopt_skins(FitContext& context) {
  Scene& scene = context.scene;
  const std::vector<bool> joints = joints_in(scene);
  std::map<std::string_view, Index> holders;
  for (const Index node : nodes_in_order(scene))
    if (!scene.nodes[node].mesh && scene::find(scene.nodes[node].extras, "mesh") != nullptr)
      holders.try_emplace(scene.nodes[node].name, node);
  std::vector<bool> gone(scene.nodes.size());
  for (const Index part : nodes_in_order(scene)) {
    scene::Node& from = scene.nodes[part];
    if (!from.skin || !from.children.empty() || joints[part]) continue;
    auto found = holders.find(from.name);
    if (found == holders.end()) found = holders.find(without_number(from.name));
    if (found == holders.end()) continue;
    scene::Node& holder = scene.nodes[found->second];
    holder.mesh = std::exchange(from.mesh, std::nullopt);
    holder.skin = std::exchange(from.skin, std::nullopt);
    holder.role = from.role;
    gone[part] = true;
    holders.erase(found);
  }
  const auto is_gone = [&](Index node) { return gone[node]; };
  std::erase_if(scene.roots, is_gone);
  for (scene::Node& node : scene.nodes) std::erase_if(node.children, is_gone);
  drop_unreached(scene);
}

namespace {

/// The only one of several roots that can be above the others: a tree at the origin that shows nothing itself
/// and that no animation moves. Editors put skinned meshes beside the tree of their bones.
std::optional<Index> root_above_others(const Scene& scene) {
  std::set<Index> moved;
  for (const scene::Animation& animation : scene.animations)
    for (const scene::Channel& channel : animation.channels) moved.insert(channel.node);
  std::optional<Index> found;
  for (const Index root : scene.roots) {
    const scene::Node& node = scene.nodes[root];
    if (!is_plain_root(node) || node.children.empty() || moved.contains(root)) continue;
    if (found) return std::nullopt;
    found = root;
  }
  return found;
}

/// Keys of straight channels, as places and turns of nodes.
void move_keys(scene::Channel& channel, const auto& place, const Quat& turn) {
  const std::size_t width = channel.components;
  for (std::size_t i = 0; i + width <= channel.values.size(); i += width) {
    float* const v = &channel.values[i];
    if (channel.target == scene::Target::translation && width == 3) {
      const Vec3 now = place(Vec3(v[0], v[1], v[2]));
      std::copy_n(&now.x, 3, v);
    } else if (channel.target == scene::Target::rotation && width == 4) {
      const Quat now = turn * Quat(v[3], v[0], v[1], v[2]);
      v[0] = now.x, v[1] = now.y, v[2] = now.z, v[3] = now.w;
    }
  }
}

}  // namespace

void put_under_one_root(FitContext& context) {
  Scene& scene = context.scene;
  if (scene.roots.size() == 1 && is_plain_root(scene.nodes[scene.roots[0]])) return;
  if (const auto above = root_above_others(scene)) {
    std::vector<Index>& children = scene.nodes[*above].children;
    std::ranges::copy_if(std::exchange(scene.roots, {*above}), std::back_inserter(children),
                         [&](Index root) { return root != *above; });
    return;
  }
  scene::Node root{.name = context.name};
  root.children = std::exchange(scene.roots, {Index(scene.nodes.size())});
  scene.nodes.push_back(std::move(root));
}

void put_below_the_root(Scene& scene, const Scene& before, const std::vector<Index>& origins) {
  const auto was_root = [&](Index node) {
    return node < origins.size() && std::ranges::find(before.roots, origins[node]) != before.roots.end();
  };
  std::optional<Index> model;
  for (const Index root : scene.roots)
    if (!model && was_root(root) && !scene.nodes[root].skin) model = root;
  const auto is_beside = [&](Index root) { return model && !was_root(root); };
  if (std::ranges::none_of(scene.roots, is_beside)) return;
  const scene::Transform above = scene.nodes[*model].transform;
  const Quat back = glm::inverse(above.rotation);
  const auto place = [&](const Vec3& at) { return back * (at - above.translation); };
  std::set<Index> moved;
  for (const Index root : scene.roots) {
    if (!is_beside(root)) continue;
    scene::Transform& own = scene.nodes[root].transform;
    if (!is_plain_root(scene.nodes[*model])) own = {place(own.translation), back * own.rotation, own.scale};
    scene.nodes[*model].children.push_back(root);
    moved.insert(root);
  }
  std::erase_if(scene.roots, is_beside);
  if (is_plain_root(scene.nodes[*model])) return;
  for (scene::Animation& animation : scene.animations)
    for (scene::Channel& channel : animation.channels)
      if (moved.contains(channel.node)) move_keys(channel, place, back);
}

Result<void> give_names(FitContext& context) {
  Scene& scene = context.scene;
  Names names;
  std::vector<std::string> renamed;
  for (const Index index : nodes_in_order(scene)) {
    scene::Node& node = scene.nodes[index];
    if (node.name.empty() && node.mesh) node.name = scene.meshes[*node.mesh].name.substr(0, kNameRoom);
    if (node.name.size() > kNameRoom) return fail(too_long(node.name, "a node's"));
    const bool nameless = node.name.empty();
    std::string name = names.take(nameless ? "node" : as_word(node.name));
    if (name != node.name && !nameless) renamed.push_back(name);
    node.name = std::move(name);
  }
  list_renamed(context, "node is", "nodes are", std::exchange(renamed, {}));
  Names animations;
  for (scene::Animation& animation : scene.animations) {
    if (animation.name.size() > kNameRoom) return fail(too_long(animation.name, "an animation's"));
    const bool nameless = animation.name.empty();
    std::string name = animations.take(nameless ? "animation" : as_word(animation.name));
    if (name != animation.name && !nameless) renamed.push_back(name);
    animation.name = std::move(name);
  }
  list_renamed(context, "animation is", "animations are", renamed);
  return {};
}

Result<Described> describe_new(Scene scene, const NewModel& how) {
  if (auto error = find_contradiction(scene)) return fail(*std::move(error));
  if (scene.roots.empty()) return fail({.message = "no nodes to make a model from"});
  if (auto error = find_unusable(scene)) return fail(*std::move(error));
  const bool unnamed = scene.name.empty() || scene.name == "Scene";
  FitContext context{std::move(scene), {}, how.split};
  context.name = as_word(unnamed ? how.name.empty() ? "model" : how.name : context.scene.name);
  if (context.name.size() > kNameRoom) return fail(too_long(context.name, "a model's"));
  context.scene.name = context.name;
  drop_weightless_skins(context, 0);
  adopt_skins(context);
  if (auto done = own_meshes(context); !done) return fail(done.error());
  take_properties(context);
  grow_from_nothing(context);
  const std::vector<glm::dmat4> before = places_in(context.scene);
  remove_scales(context);
  bind_to_rest(context, before);
  if (auto done = divide_meshes(context); !done) return fail(done.error());
  begin_at_zero(context);
  straighten_keys(context);
  put_under_one_root(context);
  if (auto done = give_names(context); !done) return fail(done.error());
  auto described = describe(context.scene, context.name);
  if (!described) return fail(described.error());
  if (auto error = find_unusable(described->model)) return fail(*std::move(error));
  // Roots have no place of their own in the games' models.
  std::erase_if(described->model.nodes[0].controllers, [](const source::Keys& keys) {
    return keys.controller.type == kPositionController || keys.controller.type == kOrientationController;
  });
  if (how.classification) described->model.classification = *how.classification;
  described->losses.append(tell_outside(described->model.animations));
  described->losses.prepend(context.losses);
  return described;
}

}  // namespace mw::kotor::mdl
