#pragma once

#include <meshwright/core/finding.h>
#include <meshwright/kotor/mdl.h>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "mdl_rest.h"

namespace mw::kotor::mdl {

enum class Code : std::uint8_t {
#define MW_FINDING(code, severity, message, meaning) code,
#include "mdl_findings.def"
#undef MW_FINDING
};

/// A tree under validation: the model's own, or an animation's.
struct TreeCheck {
  const std::vector<Node>& nodes;
  const Animation* animation = nullptr;  // null for the model's own
  std::string path = {};                 // "animations[2]."; empty for the model's own
};

/// A file under validation, with what several rules need.
struct Check {
  const File& file;
  Findings& findings;
  std::vector<Rigid> pose;                              // of the model's nodes
  std::map<std::uint16_t, const Node*> by_number = {};  // the model's nodes; the first of each number

  template <class... Args>
  void add(Code code, Place place, const Args&... args) {
    findings.add(finding_kinds()[std::size_t(code)], std::move(place), args...);
  }
};

/// A node, its place, and the check it is part of.
struct NodeCheck {
  Check& check;
  const TreeCheck& tree;
  std::size_t row;

  const Node& node() const { return tree.nodes[row]; }
  /// "nodes[3].mesh.faces[2]" for "mesh.faces[2]"; `byte` is counted from the node's first byte.
  Place at(std::string_view field, std::optional<std::uint64_t> byte = std::nullopt) const;
  /// A place in a table of the MDL.
  Place in(std::string_view field, std::uint32_t offset, std::uint64_t byte = 0) const;

  template <class... Args>
  void add(Code code, Place place, const Args&... args) const {
    check.add(code, std::move(place), args...);
  }
};

/// Counts rows that are wrong and keeps the first.
struct Tally {
  std::size_t wrong = 0;
  std::size_t first = 0;

  void add(std::size_t row) {
    if (wrong++ == 0) first = row;
  }
};

/// Distance that a difference may have at these coordinates: 1e-4, or what float rounding makes of large
/// ones.
float tolerance(float magnitude);

// One file each; every rule is a function of its own there.
void check_tree(Check& check, const TreeCheck& tree);
void check_node_headers(const NodeCheck& node);
void check_controllers(const NodeCheck& node);
void check_animation(Check& check, std::size_t row);
void check_animation_names(Check& check);
void check_mesh(const NodeCheck& node);
void check_rows(const NodeCheck& node);
void check_skin(const NodeCheck& node);
void check_dangly(const NodeCheck& node);
void check_aabb(const NodeCheck& node);

}  // namespace mw::kotor::mdl
