#include <meshwright/scene/detail/tree.h>

namespace mw::scene {

std::vector<Index> nodes_in_order(const Scene& scene) {
  std::vector<Index> order;
  std::vector<Index> pending(scene.roots.rbegin(), scene.roots.rend());
  while (!pending.empty()) {
    const Index node = pending.back();
    pending.pop_back();
    order.push_back(node);
    const std::vector<Index>& children = scene.nodes[node].children;
    pending.insert(pending.end(), children.rbegin(), children.rend());
  }
  return order;
}

std::vector<Index> parents_in(const Scene& scene) {
  std::vector<Index> parents(scene.nodes.size(), kNoParent);
  for (std::size_t i = 0; i < scene.nodes.size(); ++i)
    for (const Index child : scene.nodes[i].children) parents[child] = Index(i);
  return parents;
}

}  // namespace mw::scene
