#include "outside.h"

#include <algorithm>
#include <utility>

namespace mw::exchange {
namespace {

using scene::Index;
using scene::Scene;

constexpr Index kNowhere = 0xFFFFFFFF;

/// Which nodes stay. The scene may still contradict itself: children may be above their parents.
class Inside {
 public:
  explicit Inside(const Scene& scene)
      : scene_(scene), top_(scene.nodes.size(), kNowhere), kept_(scene.nodes.size()) {
    std::vector<bool> is_child(scene.nodes.size());
    for (const scene::Node& node : scene.nodes)
      for (const Index child : node.children) is_child[child] = true;
    for (Index i = 0; i < is_child.size(); ++i)
      if (!is_child[i]) each_below(i, [&](Index node) { return std::exchange(top_[node], i) == kNowhere; });
    // A node below itself has no top; the check of the scene reports it.
    for (Index i = 0; i < top_.size(); ++i) kept_[i] = top_[i] == kNowhere;
  }

  void keep(std::vector<Index> roots) {
    std::vector<bool> met(scene_.skins.size());
    while (!roots.empty()) {
      const Index root = roots.back();
      roots.pop_back();
      each_below(root, [&](Index node) {
        if (kept_[node]) return false;
        kept_[node] = true;
        if (const auto skin = scene_.nodes[node].skin; skin && !met[*skin]) {
          met[*skin] = true;
          for (const Index joint : scene_.skins[*skin].joints)
            if (top_[joint] != kNowhere) roots.push_back(top_[joint]);
        }
        return true;
      });
    }
  }

  const std::vector<bool>& kept() const { return kept_; }

 private:
  /// `visit` decides whether to continue below a node.
  void each_below(Index root, const auto& visit) const {
    std::vector<Index> pending = {root};
    while (!pending.empty()) {
      const Index node = pending.back();
      pending.pop_back();
      if (!visit(node)) continue;
      const std::vector<Index>& children = scene_.nodes[node].children;
      pending.insert(pending.end(), children.begin(), children.end());
    }
  }

  const Scene& scene_;
  std::vector<Index> top_;  // by node, the one above all
  std::vector<bool> kept_;
};

/// New numbers by old ones; kNowhere for removed ones.
std::vector<Index> numbers_of(const std::vector<bool>& kept) {
  std::vector<Index> numbers(kept.size(), kNowhere);
  Index next = 0;
  for (std::size_t i = 0; i < kept.size(); ++i)
    if (kept[i]) numbers[i] = next++;
  return numbers;
}

template <class Row>
void keep_rows(std::vector<Row>& rows, const std::vector<bool>& kept) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (kept[i]) std::swap(rows[next++], rows[i]);
  rows.erase(rows.begin() + std::ptrdiff_t(next), rows.end());
}

/// Removes skins that lost a joint, and updates the numbers of the others.
void drop_skins(Scene& scene, const std::vector<Index>& numbers) {
  std::vector<bool> kept;
  for (scene::Skin& skin : scene.skins) {
    for (Index& joint : skin.joints) joint = numbers[joint];
    if (skin.root) skin.root = numbers[*skin.root];
    if (skin.root == kNowhere) skin.root.reset();
    kept.push_back(std::ranges::find(skin.joints, kNowhere) == skin.joints.end());
  }
  const std::vector<Index> skins = numbers_of(kept);
  keep_rows(scene.skins, kept);
  for (scene::Node& node : scene.nodes)
    if (node.skin) node.skin = skins[*node.skin];
}

void drop_channels(Scene& scene, const std::vector<Index>& numbers) {
  std::erase_if(scene.animations, [&](scene::Animation& animation) {
    const auto gone = std::erase_if(
        animation.channels, [&](const scene::Channel& channel) { return numbers[channel.node] == kNowhere; });
    for (scene::Channel& channel : animation.channels) channel.node = numbers[channel.node];
    return gone > 0 && animation.channels.empty();
  });
}

}  // namespace

std::size_t drop_outside(Scene& scene, const std::vector<Index>& listed) {
  if (listed.empty()) return 0;
  Inside inside(scene);
  inside.keep(listed);
  const std::vector<bool>& kept = inside.kept();
  const auto gone = std::size_t(std::ranges::count(kept, false));
  if (gone == 0) return 0;
  const std::vector<Index> numbers = numbers_of(kept);
  keep_rows(scene.nodes, kept);
  for (scene::Node& node : scene.nodes)
    for (Index& child : node.children) child = numbers[child];
  std::erase_if(scene.roots, [&](Index root) { return numbers[root] == kNowhere; });
  for (Index& root : scene.roots) root = numbers[root];
  drop_skins(scene, numbers);
  drop_channels(scene, numbers);
  return gone;
}

}  // namespace mw::exchange
