#include "nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>
#include <unordered_map>

namespace mw::scene {
namespace {

/// What a node is, as far as matching is concerned.
std::uint32_t kind_of(const Node& node) {
  return (node.mesh ? 1U : 0U) | (node.skin ? 2U : 0U) | (node.light ? 4U : 0U);
}

struct Key {
  std::string_view name;
  std::uint32_t kind = 0;
  Index parent = kNone;
  bool operator==(const Key&) const = default;
};

struct KeyHash {
  std::size_t operator()(const Key& key) const {
    const std::size_t rest = (std::size_t(key.kind) << 29U) ^ key.parent;
    return std::hash<std::string_view>()(key.name) ^ (rest * std::size_t(0x9E3779B1U));
  }
};

/// Nodes of one key, handed out in their order.
struct Bucket {
  std::vector<Index> nodes;
  std::size_t next = 0;
};
using Buckets = std::unordered_map<Key, Bucket, KeyHash>;

Index take(Buckets& buckets, const Key& key) {
  const auto found = buckets.find(key);
  if (found == buckets.end() || found->second.next == found->second.nodes.size()) return kNone;
  return found->second.nodes[found->second.next++];
}

/// The first bytes of a text, up to a whole character.
std::string_view beginning(std::string_view text, std::size_t longest) {
  const std::string_view shown = text.substr(0, longest);
  if (shown.size() == text.size()) return text;
  while (longest > 0 && (static_cast<unsigned char>(text[longest]) & 0xC0U) == 0x80U) --longest;
  return text.substr(0, longest);
}

}  // namespace

NodeTree::NodeTree(const Scene& scene)
    : scene_(scene),
      order_(nodes_in_order(scene)),
      parents_(parents_in(scene)),
      ordinals_(scene.nodes.size(), 1) {
  std::unordered_map<Key, std::uint32_t, KeyHash> siblings;
  for (const Index node : order_) ordinals_[node] = ++siblings[{scene.nodes[node].name, 0, parents_[node]}];
}

void NodeTree::append_name(std::string& text, Index node, std::size_t longest) const {
  const std::string& name = scene_.nodes[node].name;
  const std::string_view shown = beginning(name, longest);
  text += shown;
  if (shown.size() < name.size()) text += "...";
  if (ordinals_[node] > 1) text += fmt::format("#{}", ordinals_[node]);
}

std::string NodeTree::label(Index node) const {
  constexpr std::size_t kLevels = 8;
  constexpr std::size_t kLongestAbove = 40;
  std::vector<Index> above;
  for (Index up = parents_[node]; up != kNone && above.size() < kLevels; up = parents_[up])
    above.push_back(up);
  std::string text;
  if (!above.empty() && parents_[above.back()] != kNone) text = ".../";
  for (auto up = above.rbegin(); up != above.rend(); ++up) {
    append_name(text, *up, kLongestAbove);
    text += '/';
  }
  append_name(text, node, scene_.nodes[node].name.size());
  return text;
}

NodeMatch::NodeMatch(const Scene& scene_a, const Scene& scene_b)
    : a(scene_a),
      b(scene_b),
      tree_a(scene_a),
      tree_b(scene_b),
      to_a(scene_b.nodes.size(), kNone),
      to_b(scene_a.nodes.size(), kNone) {
  match_in_place();
  match_left_over([](const Node& node) { return Key{.name = node.name, .kind = kind_of(node)}; });
  match_left_over([](const Node& node) { return Key{.name = node.name}; });
}

void NodeMatch::pair(Index in_a, Index in_b) {
  to_a[in_b] = in_a;
  to_b[in_a] = in_b;
}

/// Nodes of one name and kind below the same parent. Parents come first, so that their partners are known.
void NodeMatch::match_in_place() {
  Buckets buckets;
  const auto key_of = [](const Node& node, Index parent) {
    return Key{.name = node.name, .kind = kind_of(node), .parent = parent};
  };
  for (const Index node : tree_a.order())
    buckets[key_of(a.nodes[node], tree_a.parent(node))].nodes.push_back(node);
  for (const Index node : tree_b.order()) {
    const Index parent = tree_b.parent(node);
    if (parent != kNone && to_a[parent] == kNone) continue;
    const Index partner = take(buckets, key_of(b.nodes[node], parent == kNone ? kNone : to_a[parent]));
    if (partner != kNone) pair(partner, node);
  }
}

/// A node without a name has only its place.
template <class KeyOf>
void NodeMatch::match_left_over(KeyOf key_of) {
  Buckets buckets;
  for (const Index node : tree_a.order())
    if (to_b[node] == kNone && !a.nodes[node].name.empty())
      buckets[key_of(a.nodes[node])].nodes.push_back(node);
  for (const Index node : tree_b.order()) {
    if (to_a[node] != kNone) continue;
    const Index partner = take(buckets, key_of(b.nodes[node]));
    if (partner != kNone) pair(partner, node);
  }
}

}  // namespace mw::scene
