#pragma once

#include <fmt/format.h>
#include <meshwright/core/detail/field_of.h>
#include <meshwright/core/detail/path.h>
#include <meshwright/core/finding.h>
#include <meshwright/kotor/detail/mdl_findings.h>
#include <meshwright/kotor/mdl.h>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "mdl/tables.h"

#include "mdl/finite.h"
#include "mdl/rest.h"
#include "mdl/skin.h"

namespace mw::kotor::mdl {

/// A tree under validation: the model's own, or an animation's.
struct TreeCheck {
  const std::vector<Node>& nodes;
  const Animation* animation = nullptr;  // null for the model's own
  std::string path = {};                 // "animations[2]."; empty for the model's own

  /// What a message calls a node: `nodes[3] "Falls_a"`.
  std::string call(const File& file, std::size_t row) const;
};

/// The model's nodes by the numbers that animations call them by, which may repeat.
class NumberedNodes {
 public:
  explicit NumberedNodes(const std::vector<Node>& nodes);

  bool contains(std::uint16_t number) const { return by_number_.contains(number); }
  /// The node that an animation's node stands for: of those with its number the one with its name. Null when
  /// there is none, and when none of several has the name.
  const Node* find(const NodeHeader& header) const;

 private:
  struct Group {
    const Node* first = nullptr;
    std::size_t count = 0;
  };

  std::map<std::uint16_t, Group> by_number_;
  std::map<std::pair<std::uint16_t, std::uint16_t>, const Node*> by_number_and_name_;
};

/// A file under validation, with what several rules need.
struct Check {
  const File& file;
  Findings& findings;
  std::vector<Rigid> pose;  // of the model's nodes
  NumberedNodes numbered;
  Rows rows_by_name = {};  // the nodes that bones are found as

  template <class... Args>
  void add(const FindingKind& kind, Place place, const Args&... args) {
    findings.add(kind, std::move(place), args...);
  }
};

/// A place in a row of leaves: "vertices[2]" of "vertices".
inline Place element(Place place, std::size_t index, std::size_t size) {
  place.where += fmt::format("[{}]", index);
  *place.offset += index * size;
  return place;
}

/// A field of an animation's header.
Place in_animation(const Check& check, std::size_t row, FieldOf<AnimationHeader> field);

/// A node, its place, and the check it is part of. All paths are those of the dump.
struct NodeCheck {
  Check& check;
  const TreeCheck& tree;
  std::size_t row;

  const Node& node() const { return tree.nodes[row]; }
  /// A field of the node or of a part of it, by its path ("mesh.radius"); without one, the node.
  Place at(std::string_view field) const;
  /// A place in a table of the MDL.
  Place in(std::string_view field, std::uint32_t offset, std::uint64_t byte = 0) const;
  /// A value in the MDX: of the row of a vertex, or of the sentinel behind the last.
  Place in_row(std::size_t vertex, std::string_view attribute) const;
  Place in_sentinel(std::string_view attribute) const;

  /// A field in a row of a table.
  template <class Record>
  Place in_table(std::string_view table, const Array& array, std::size_t record,
                 FieldOf<Record> field) const {
    return in(fmt::format("{}[{}].{}", table, record, field.name), array.offset,
              record_size<Record>() * record + field.byte);
  }

  template <class... Args>
  void add(const FindingKind& kind, Place place, const Args&... args) const {
    check.add(kind, std::move(place), args...);
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

/// An `io` of fields that calls report(path of the second count, array) for each array whose counts differ.
template <class Report>
class ArrayCheck {
 public:
  explicit ArrayCheck(Report report) : report_(report) {}

  template <class T>
  void field(std::string_view name, const T& value) {
    if constexpr (std::same_as<T, Array>) {
      if (value.count != value.reserved) report_(path_.text(name) + ".reserved", value);
    } else if constexpr (!LeafValue<T>) {
      PathScope scope(path_, name);
      visit_fields(*this, value);
    }
  }

 private:
  Report report_;
  Path path_;
};

/// Whether a vertex has the same position in the MDX as in the MDL's copy, bit by bit. Where it has not, the
/// row is probably another vertex's: VERTEX_MISMATCH tells so, and what else is in such a row is not looked
/// into.
bool is_own_row(const Mesh& mesh, std::size_t vertex);

/// The largest coordinate, without its sign. Nothing in the games' files is farther away than some thousands.
inline float largest(const Vec3& place) {
  return std::max({std::abs(place.x), std::abs(place.y), std::abs(place.z)});
}
inline constexpr float kFarthest = 1e6F;

/// Distance that a difference may have at these coordinates: 1e-4, or what float rounding makes of large
/// ones.
float tolerance(float magnitude);

// One file each; every rule is a function of its own there.
void check_tree(Check& check, const TreeCheck& tree);
void check_node_headers(const NodeCheck& node);
void check_controllers(const NodeCheck& node);
void check_animation(Check& check, std::size_t row);
void check_animation_names(Check& check);
void check_animation_roots(Check& check);
void check_mesh(const NodeCheck& node);
void check_rows(const NodeCheck& node);
void check_skin(const NodeCheck& node);
void check_dangly(const NodeCheck& node);
void check_aabb(const NodeCheck& node);

}  // namespace mw::kotor::mdl
