#include <meshwright/scene/detail/record_extras.h>
#include <meshwright/scene/detail/tree.h>
#include <algorithm>

#include "fit.h"
#include "mdl_author/from_scene/from_scene.h"

namespace mw::kotor::mdl {

using scene::Index;

std::vector<SkinPair> skin_pairs(const scene::Scene& before, const std::vector<Index>& origins) {
  std::vector<Index> now(before.nodes.size(), scene::kNewNode);
  for (std::size_t i = 0; i < origins.size(); ++i)
    if (origins[i] != scene::kNewNode) now[origins[i]] = Index(i);
  std::vector<SkinPair> pairs;
  const std::vector<Index> holders = mesh_holders(before);
  for (std::size_t node = 0; node < holders.size(); ++node)
    if (holders[node] != node) pairs.push_back({Index(node), holders[node], now[node], now[holders[node]]});
  return pairs;
}

namespace {

/// By node whether it is more than the place of a mesh: a bone, one that moves, a light, or above others.
std::vector<bool> needed_nodes(const scene::Scene& scene) {
  std::vector<bool> needed(scene.nodes.size());
  for (const scene::Skin& skin : scene.skins)
    for (const Index joint : skin.joints) needed[joint] = true;
  for (const scene::Animation& animation : scene.animations)
    for (const scene::Channel& channel : animation.channels) needed[channel.node] = true;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const scene::Node& node = scene.nodes[i];
    if (node.mesh || node.light || !node.children.empty() || scene::find(node.extras, "emitter") != nullptr ||
        scene::find(node.extras, "reference") != nullptr)
      needed[i] = true;
  }
  const std::vector<Index> holders = mesh_holders(scene);  // a skin that came may have taken the place
  for (std::size_t i = 0; i < holders.size(); ++i)
    if (holders[i] != i) needed[i] = true;
  return needed;
}

}  // namespace

BareNodes remove_bare_nodes(scene::Scene& scene, const scene::Scene& before, std::vector<Index>& origins) {
  std::vector<SkinPair> pairs = skin_pairs(before, origins);
  std::erase_if(pairs, [](const SkinPair& pair) {
    return pair.node_now == scene::kNewNode || pair.skin_now != scene::kNewNode;
  });
  BareNodes bare;
  if (pairs.empty()) return bare;
  const std::vector<bool> needed = needed_nodes(scene);
  std::vector<bool> gone(scene.nodes.size());
  for (const SkinPair& pair : pairs) {
    gone[pair.node_now] = !needed[pair.node_now];
    if (needed[pair.node_now])
      bare.staying.push_back(pair.skin);
    else
      bare.gone.push_back(pair.node_now);
  }
  if (bare.gone.empty()) return bare;
  const auto is_gone = [&](Index node) { return gone[node]; };
  std::erase_if(scene.roots, is_gone);
  for (scene::Node& node : scene.nodes) std::erase_if(node.children, is_gone);
  std::vector<Index> left;
  for (std::size_t i = 0; i < origins.size(); ++i)
    if (!gone[i]) left.push_back(origins[i]);
  origins = std::move(left);
  drop_unreached(scene);
  return bare;
}

}  // namespace mw::kotor::mdl
