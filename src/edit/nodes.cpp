#include <meshwright/scene/detail/record_extras.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <glm/common.hpp>
#include <map>
#include <ranges>
#include <unordered_map>

#include "find.h"

namespace mw::edit {
namespace {

std::uint64_t mixed(std::uint64_t hash, std::uint64_t more) {
  hash = (hash ^ more) * 0x9E3779B97F4A7C15U;
  return hash ^ (hash >> 29U);
}

std::uint64_t place_hash(const Vec3& position) {
  std::uint64_t hash = 1;
  for (int k = 0; k < 3; ++k) {
    const float number = is_finite(position) ? position[k] + 0.0F : 0.0F;  // -0 becomes 0
    hash = mixed(hash, std::bit_cast<std::uint32_t>(number));
  }
  return hash;
}

bool are_alike(const Node& a, const Node& b) {
  constexpr float kSame = 1e-4F;
  const Vec3 far = glm::abs(a.transform.translation - b.transform.translation);
  return a.mesh.has_value() == b.mesh.has_value() && a.skin.has_value() == b.skin.has_value() &&
         std::max({far.x, far.y, far.z}) <= kSame;
}

}  // namespace

bool has_triangles(const Mesh& mesh) {
  return std::ranges::any_of(mesh.primitives, [](const Primitive& p) {
    return p.topology == Topology::triangles && !p.positions.empty();
  });
}

std::uint64_t shape_of(const Mesh& mesh) {
  std::uint64_t sum = 0;
  for (const Primitive& p : mesh.primitives) {
    if (p.topology != Topology::triangles) continue;
    const std::size_t corners = p.indices.empty() ? p.positions.size() : p.indices.size();
    for (std::size_t i = 0; i + 2 < corners; i += 3) {
      std::uint64_t triangle = 0;  // whichever corner it begins with
      for (std::size_t k = 0; k < 3; ++k)
        triangle += place_hash(p.positions[p.indices.empty() ? i + k : p.indices[i + k]]);
      sum += mixed(triangle, 1);
    }
  }
  return sum;
}

std::optional<std::int64_t> NodePairs::number_of(const Node& node) const {
  for (const std::string_view name : known_.numbers)
    if (const JsonValue* value = find(node.extras, name)) return integer_of(*value);
  return std::nullopt;
}

NodePairs::NodePairs(const Scene& original, const Scene& edited, const KnownExtras& known)
    : original_tree(original),
      edited_tree(edited),
      to_edited(original.nodes.size(), kNone),
      to_original(edited.nodes.size(), kNone),
      mesh_holder(original.nodes.size(), kNone),
      is_holder(edited.nodes.size()),
      is_passage(edited.nodes.size()),
      known_(known) {
  match_names(original, edited, false);
  match_names(original, edited, true);
  match_numbers(original, edited);
  match_shapes(original, edited);
  match_parents(edited);
  match_children(original, edited);
  find_mesh_holders(original, edited);
  find_passages(edited);
}

void NodePairs::pair(Index in_original, Index in_edited) {
  to_edited[in_original] = in_edited;
  to_original[in_edited] = in_original;
}

/// How well two nodes of one name match; parents come before their children, so that their partners are
/// known.
class NodePairs::Likeness {
 public:
  Likeness(const NodePairs& pairs, const Scene& original, const Scene& edited)
      : pairs_(pairs),
        original_(original),
        edited_(edited),
        shapes_(original.meshes.size()),
        edited_shapes_(edited.meshes.size()),
        has_numbers_(std::ranges::any_of(
            edited.nodes, [&](const Node& node) { return pairs.number_of(node).has_value(); })) {}

  static constexpr int kUntouched = 4;

  /// Skins are separate: a model's node and its skin have one name.
  bool is_possible(Index node, Index other) const {
    return pairs_.to_original[other] == kNone &&
           original_.nodes[node].skin.has_value() == edited_.nodes[other].skin.has_value() &&
           !is_mesh_of_bone(node, other);
  }

  /// The number of unchanged properties among place, parent, properties and shape; 0 with another number.
  int untouched(Index node, Index other) {
    const Node& before = original_.nodes[node];
    const Node& after = edited_.nodes[other];
    if (has_numbers_ && pairs_.number_of(before) != pairs_.number_of(after)) return 0;
    const Index above = pairs_.edited_tree.parent(other);
    // Not the possible mesh of a bone: find_mesh_holders.
    if (above != kNone && edited_.nodes[above].name == without_number(after.name)) return 0;
    constexpr float kSame = 1e-6F;
    const bool are_roots = above == kNone && pairs_.original_tree.parent(node) == kNone;
    return (are_alike(before, after) ? 1 : 0) + (are_roots || has_same_parent(node, other) ? 1 : 0) +
           (same_extra(JsonValue(before.extras), JsonValue(after.extras), kSame) ? 1 : 0) +
           (shape(original_, before, shapes_) == shape(edited_, after, edited_shapes_) ? 1 : 0);
  }

  int score(Index node, Index other) const {
    const Node& before = original_.nodes[node];
    const Node& after = edited_.nodes[other];
    const auto number = pairs_.number_of(after);
    return (number && number == pairs_.number_of(before) ? 4 : 0) + (has_same_parent(node, other) ? 2 : 0) +
           (before.mesh.has_value() == after.mesh.has_value() ? 1 : 0);
  }

 private:
  /// The node with the mesh of a renamed bone has the bone's old name: find_mesh_holders.
  bool is_mesh_of_bone(Index node, Index other) const {
    const Index above = pairs_.edited_tree.parent(other);
    const auto number = pairs_.number_of(original_.nodes[node]);
    return above != kNone && number && edited_.nodes[other].mesh && !edited_.nodes[above].mesh &&
           !pairs_.number_of(edited_.nodes[other]) && pairs_.number_of(edited_.nodes[above]) == number;
  }

  bool has_same_parent(Index node, Index other) const {
    const Index up = pairs_.original_tree.parent(node);
    const Index above = pairs_.edited_tree.parent(other);
    return up != kNone && above != kNone && pairs_.to_edited[up] == above;
  }

  using Shapes = std::vector<std::optional<std::uint64_t>>;  // by mesh, on first use
  static std::uint64_t shape(const Scene& scene, const Node& node, Shapes& shapes) {
    if (!node.mesh) return 0;
    auto& known = shapes[*node.mesh];
    if (!known) known = shape_of(scene.meshes[*node.mesh]);
    return *known;
  }

  const NodePairs& pairs_;
  const Scene& original_;
  const Scene& edited_;
  Shapes shapes_;
  Shapes edited_shapes_;
  bool has_numbers_;
};

/// Of several of one name first the untouched ones, or nearly so: if one is missing, the others keep their
/// identity. Then the one that is most alike.
void NodePairs::match_names(const Scene& original, const Scene& edited, bool without_numbers) {
  std::unordered_map<std::string_view, Candidates> by_name;
  for (const Index node : edited_tree.order()) {
    const std::string_view name = edited.nodes[node].name;
    if (to_original[node] == kNone && !name.empty())
      by_name[without_numbers ? without_number(name) : name].nodes.push_back(node);
  }
  for (const Index node : original_tree.order())
    if (const auto found = by_name.find(original.nodes[node].name); found != by_name.end())
      ++found->second.wanted;
  Likeness likeness(*this, original, edited);
  for (const int least : {Likeness::kUntouched, Likeness::kUntouched - 1, 0}) {
    for (const Index node : original_tree.order()) {
      const auto found = by_name.find(original.nodes[node].name);
      if (to_edited[node] != kNone || found == by_name.end()) continue;
      const bool only = found->second.nodes.size() == 1 && found->second.wanted == 1;
      const Index chosen = best_of(found->second, node, only ? 0 : least, likeness);
      if (chosen != kNone) pair(node, chosen);
    }
  }
}

/// With `least` unchanged properties; without, by its score.
Index NodePairs::best_of(Candidates& candidates, Index node, int least, Likeness& likeness) const {
  constexpr std::size_t kMostCompared = 32;
  while (candidates.first < candidates.nodes.size() &&
         to_original[candidates.nodes[candidates.first]] != kNone)
    ++candidates.first;
  int best = least - 1;
  Index chosen = kNone;
  const std::size_t end = std::min(candidates.nodes.size(), candidates.first + kMostCompared);
  for (std::size_t i = candidates.first; i < end; ++i) {
    const Index other = candidates.nodes[i];
    if (!likeness.is_possible(node, other)) continue;
    const int score = least > 0 ? likeness.untouched(node, other) : likeness.score(node, other);
    if (score > best) chosen = other;
    best = std::max(best, score);
  }
  return chosen;
}

/// Nodes that were renamed. A copy of a node has its number too, and is not meant.
void NodePairs::match_numbers(const Scene& original, const Scene& edited) {
  std::map<std::int64_t, std::vector<Index>> by_number;
  for (const Index node : edited_tree.order())
    if (const auto number = number_of(edited.nodes[node])) by_number[*number].push_back(node);
  for (const Index node : original_tree.order()) {
    const auto number = to_edited[node] == kNone ? number_of(original.nodes[node]) : std::nullopt;
    const auto found = number ? by_number.find(*number) : by_number.end();
    if (found == by_number.end() || found->second.size() != 1) continue;
    const Index other = found->second.front();
    if (to_original[other] == kNone &&
        original.nodes[node].skin.has_value() == edited.nodes[other].skin.has_value())
      pair(node, other);
  }
}

void NodePairs::match_shapes(const Scene& original, const Scene& edited) {
  const auto is_open = [](const Scene& scene, const std::vector<Index>& partners, Index node) {
    const auto mesh = scene.nodes[node].mesh;
    return partners[node] == kNone && mesh && has_triangles(scene.meshes[*mesh]);
  };
  std::unordered_map<std::uint64_t, Index> by_shape;
  for (const Index node : original_tree.order())
    if (is_open(original, to_edited, node))
      by_shape.emplace(shape_of(original.meshes[*original.nodes[node].mesh]), node);
  if (by_shape.empty()) return;
  for (const Index node : edited_tree.order()) {
    if (!is_open(edited, to_original, node)) continue;
    // Not the possible mesh of a bone: find_mesh_holders.
    const Index above = edited_tree.parent(node);
    const std::string& name = edited.nodes[node].name;
    if (above != kNone && !name.empty() && edited.nodes[above].name == without_number(name)) continue;
    const auto found = by_shape.find(shape_of(edited.meshes[*edited.nodes[node].mesh]));
    if (found != by_shape.end() && to_edited[found->second] == kNone) pair(found->second, node);
  }
}

/// Nodes without names are above the same ones as before.
void NodePairs::match_parents(const Scene& edited) {
  for (const Index node : std::views::reverse(original_tree.order())) {
    const Index up = original_tree.parent(node);
    const Index above = to_edited[node] != kNone ? edited_tree.parent(to_edited[node]) : kNone;
    if (up != kNone && above != kNone && to_edited[up] == kNone && to_original[above] == kNone &&
        edited.nodes[above].name.empty())
      pair(up, above);
  }
}

/// Nodes without names keep their place, below the same parent.
void NodePairs::match_children(const Scene& original, const Scene& edited) {
  constexpr std::size_t kMostCompared = 32;
  std::map<Index, Candidates> by_parent;  // of the edited scene
  for (const Index node : edited_tree.order())
    if (to_original[node] == kNone && edited.nodes[node].name.empty())
      by_parent[edited_tree.parent(node)].nodes.push_back(node);
  for (const Index node : original_tree.order()) {
    const Index up = original_tree.parent(node);
    const auto found = by_parent.find(up == kNone ? kNone : to_edited[up]);
    if (to_edited[node] != kNone || found == by_parent.end()) continue;
    if (up != kNone && to_edited[up] == kNone) continue;
    Candidates& candidates = found->second;
    while (candidates.first < candidates.nodes.size() &&
           to_original[candidates.nodes[candidates.first]] != kNone)
      ++candidates.first;
    const std::size_t end = std::min(candidates.nodes.size(), candidates.first + kMostCompared);
    for (std::size_t i = candidates.first; i < end && to_edited[node] == kNone; ++i)
      if (to_original[candidates.nodes[i]] == kNone &&
          are_alike(original.nodes[node], edited.nodes[candidates.nodes[i]]))
        pair(node, candidates.nodes[i]);
  }
}

}  // namespace mw::edit
