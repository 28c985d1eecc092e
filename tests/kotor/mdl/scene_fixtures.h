#pragma once

#include <meshwright/kotor/mdl_scene.h>

#include <algorithm>
#include <string_view>

#include "fixtures.h"

/// What tests of a model's scene share.
namespace mw::kotor::mdl {

inline const scene::Options kAll = {.selection = {.hidden = true, .collision = true}};

inline const scene::Node* find_node(const scene::Scene& s, std::string_view name) {
  const auto found = std::ranges::find(s.nodes, name, &scene::Node::name);
  return found == s.nodes.end() ? nullptr : &*found;
}

/// Of the first animation: a node that has keys.
inline Node& moved_node(File& file) {
  auto& nodes = file.animations[0].nodes;
  return *std::ranges::find_if(nodes, [](const Node& node) { return !node.controllers.empty(); });
}

}  // namespace mw::kotor::mdl
