#include <fmt/format.h>
#include <meshwright/core/detail/listing.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/detail/three_way.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/scene/detail/tree.h>
#include <algorithm>

#include "mdl_author/from_scene/from_scene.h"
#include "onto.h"

namespace mw::kotor::mdl {
namespace {

float last_key(const source::Animation& animation) {
  double last = 0;
  for (const source::Node& node : animation.nodes)
    for (const source::Keys& keys : node.controllers)
      if (keys.keyed && keys.rows() > 0) last = std::max(last, keys.row(keys.rows() - 1)[0]);
  return float(last);
}

/// The nodes of an animation are below the same nodes as in the model; those between are put in.
void follow_tree(source::Animation& own, const std::vector<source::Node>& model, const NodeEdits& edits) {
  std::map<std::string, std::string> parents;
  for (const source::Node& node : model) parents.emplace(node.name, node.parent);
  std::set<std::string> known;
  for (const source::Node& node : own.nodes) known.insert(node.name);
  for (std::size_t i = 0; i < own.nodes.size(); ++i) {
    const auto now = edits.parents.find(own.nodes[i].name);
    if (now == edits.parents.end() || own.nodes[i].parent.empty()) continue;
    own.nodes[i].parent = now->second;
    for (std::string above = now->second; !above.empty() && known.insert(above).second;) {
      source::Node& between = own.nodes.emplace_back();
      between.name = above;
      between.parent = parents[above];
      above = between.parent;
    }
  }
  std::vector<source::Node> sorted;
  for (const std::uint32_t row : parents_first(own.nodes)) sorted.push_back(std::move(own.nodes[row]));
  own.nodes = std::move(sorted);
}

void follow_nodes(source::Animation& own, const std::vector<source::Node>& model, const NodeEdits& edits) {
  for (source::Node& node : own.nodes) {
    node.name = edits.name_of(node.name);
    node.parent = edits.name_of(node.parent);
    if (edits.bare.contains(node.name)) drop_mesh_controllers(node);
  }
  std::erase_if(own.nodes, [&](const source::Node& node) { return edits.gone.contains(node.name); });
  if (!edits.parents.empty()) follow_tree(own, model, edits);
}

void merge_keys(source::Animation& own, const source::Animation& before, const source::Animation& after,
                const NodeEdits& edits) {
  std::map<std::string, const source::Node*> old;
  for (const source::Node& node : before.nodes) old.emplace(edits.name_of(node.name), &node);
  std::map<std::string, std::size_t> rows;
  for (std::size_t i = 0; i < own.nodes.size(); ++i) rows.emplace(own.nodes[i].name, i);
  static const source::Node kNothing;
  for (const source::Node& node : after.nodes) {
    const auto was = old.find(node.name);
    auto row = rows.find(node.name);
    if (row == rows.end()) {
      row = rows.emplace(node.name, own.nodes.size()).first;
      own.nodes.emplace_back().name = node.name;
      own.nodes.back().parent = node.parent;
    }
    merge_controllers(own.nodes[row->second].controllers,
                      was != old.end() ? was->second->controllers : kNothing.controllers, node.controllers);
  }
}

void merge_animation(source::Animation& own, const source::Animation& before,
                     const source::Animation& after) {
  take(own.name, before.name, after.name);
  take(own.root, before.root, after.root);
  take(own.length, before.length, after.length);
  // Who adds a key behind the end does not see the property that has the length.
  if (before.length == after.length && last_key(after) > std::max(own.length, last_key(before)))
    own.length = last_key(after);
  take(own.transition, before.transition, after.transition);
  merge_rows(own.events, before.events, after.events);
}

/// Events are in properties, which Blender drops: where an animation goes and one without events comes, that
/// may be the same with other keys. Those of a supermodel, behind the model's own, stay there.
Losses tell_gone_events(const DescribedScene& before, const DescribedScene& after,
                        const std::vector<scene::Index>& origins, std::size_t own) {
  std::vector<bool> stays(before.model.animations.size());
  bool any_came = false;
  for (std::size_t i = 0; i < origins.size(); ++i) {
    if (origins[i] != scene::kNewNode) stays[origins[i]] = true;
    any_came |= origins[i] == scene::kNewNode && after.model.animations[i].events.empty();
  }
  Losses losses;
  for (std::size_t i = 0; any_came && i < std::min(own, stays.size()); ++i) {
    const source::Animation& gone = before.model.animations[i];
    if (stays[i] || gone.events.empty()) continue;
    std::vector<std::string> events;
    for (const Event& event : gone.events)
      events.push_back(fmt::format("{} at {}", escape_text(event.name.view()), event.time));
    losses.add(loss::EVENTS_WITHOUT_ANIMATION, gone.name, escape_text(gone.name), listed(events));
  }
  return losses;
}

/// Where a name is not one word.
void tell_word(const DescribedScene& after, std::size_t row, Losses& losses) {
  const std::string& name = after.scene.animations[row].name;
  const std::string& made = after.model.animations[row].name;
  if (name != made) losses.add(loss::ANIMATION_NAME_CHANGED, name, escape_text(name), escape_text(made));
}

}  // namespace

std::string NodeEdits::name_of(const std::string& before) const {
  const auto found = renamed.find(before);
  return found != renamed.end() ? found->second : before;
}

void drop_mesh_controllers(source::Node& node) {
  std::erase_if(node.controllers,
                [](const source::Keys& keys) { return keys.controller.node_type == kNodeMesh; });
}

Losses merge_animations(source::Model& own, const DescribedScene& before, const DescribedScene& after,
                        const std::vector<scene::Index>& origins, const NodeEdits& edits) {
  std::vector<source::Animation> merged;
  Losses losses = tell_gone_events(before, after, origins, own.animations.size());
  for (std::size_t i = 0; i < after.scene.animations.size(); ++i) {
    const scene::Index origin = origins[i];
    const bool is_new = origin == scene::kNewNode;
    const bool has_new_name =
        is_new || before.scene.animations[origin].name != after.scene.animations[i].name;
    if (has_new_name) tell_word(after, i, losses);
    source::Animation made = after.model.animations[i];
    if (is_new || origin >= own.animations.size()) {  // a supermodel's own stay there
      if (has_new_name) merged.push_back(std::move(made));
      continue;
    }
    const source::Animation& old = before.model.animations[origin];
    // Nobody who writes something unreadable means that there are none.
    if (const SceneEvents read = events_in(after.scene.animations[i]);
        read.events.empty() && !read.losses.empty())
      made.events = old.events;
    source::Animation& kept = own.animations[origin];
    merge_animation(kept, old, made);
    follow_nodes(kept, own.nodes, edits);
    merge_keys(kept, old, made, edits);
    merged.push_back(std::move(kept));
  }
  own.animations = std::move(merged);
  return losses;
}

bool same_keys(const source::Keys& a, const source::Keys& b) {
  return a.keyed == b.keyed && a.bezier == b.bezier && a.width == b.width && a.numbers == b.numbers;
}

void merge_controllers(std::vector<source::Keys>& own, const std::vector<source::Keys>& before,
                       const std::vector<source::Keys>& after) {
  const auto find = [](auto& list, const source::Keys& wanted) {
    return std::ranges::find_if(list, [&](const source::Keys& keys) {
      return keys.controller.type == wanted.controller.type &&
             keys.controller.node_type == wanted.controller.node_type;
    });
  };
  for (const source::Keys& keys : after) {
    const auto was = find(before, keys);
    if (was != before.end() && same_keys(*was, keys)) continue;
    const auto now = find(own, keys);
    if (now == own.end())
      own.push_back(keys);
    else
      *now = keys;
  }
  for (const source::Keys& keys : before) {
    if (find(after, keys) != after.end()) continue;
    const auto now = find(own, keys);
    if (now != own.end()) own.erase(now);
  }
}

}  // namespace mw::kotor::mdl
