#pragma once

#include <meshwright/scene/detail/tree.h>
#include <meshwright/scene/scene.h>

#include <optional>
#include <string>
#include <vector>

namespace mw::scene {

inline constexpr Index kNone = kNoParent;

/// Where the nodes of a scene are in its tree.
class NodeTree {
 public:
  explicit NodeTree(const Scene& scene);

  /// Every node once, depth first: parents before children.
  const std::vector<Index>& order() const { return order_; }
  Index parent(Index node) const { return parents_[node]; }

  /// "root/arm/hand"; the second of two siblings of one name is "hand#2". Of a long path only the end, and of
  /// long names above the node only the beginning: all labels together stay as short as the scene.
  std::string label(Index node) const;

 private:
  void append_name(std::string& text, Index node, std::size_t longest) const;

  const Scene& scene_;
  std::vector<Index> order_;
  std::vector<Index> parents_;
  std::vector<std::uint32_t> ordinals_;  // among siblings of the same name, from 1
};

/// Which node of `a` is which of `b`.
struct NodeMatch {
  NodeMatch(const Scene& scene_a, const Scene& scene_b);

  const Scene& a;
  const Scene& b;
  NodeTree tree_a;
  NodeTree tree_b;
  std::vector<Index> to_a;  // by node of b; kNone without a partner
  std::vector<Index> to_b;

 private:
  void pair(Index in_a, Index in_b);
  void match_in_place();
  template <class KeyOf>
  void match_left_over(KeyOf key_of);
};

}  // namespace mw::scene
