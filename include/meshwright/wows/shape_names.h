#pragma once

// Example:
//
//     #include <meshwright/wows/shape_names.h>
//
//     std::string name_of(std::uint32_t vertices_id, std::string_view my_list) {
//       mw::wows::ShapeNames names = mw::wows::ShapeNames::built_in();
//       names.add_lines(my_list);
//       return names.by_vertices(vertices_id);
//     }

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace mw::wows {

class BuiltInShapes;

/// Names of shapes by the ids in mappings. Files hold only hashes, so only known names can be found.
class ShapeNames {
 public:
  /// No names.
  ShapeNames() = default;

  /// The built-in names: parts of ships, turrets and others used by real files, with their levels of detail.
  /// A copy shares their table and may be extended.
  static const ShapeNames& built_in();

  /// "Bow_lod1Shape". A name that ends in ".vertices" or ".indices" gives its shape.
  void add(std::string_view shape);

  /// A user's list, one name per line; empty lines and those that begin with # are left out.
  void add_lines(std::string_view text);

  /// Empty for an id that no known name has.
  std::string by_vertices(std::uint32_t id) const;
  std::string by_indices(std::uint32_t id) const;

  /// Whether a built-in name was found by trying words until both ids of a mesh fitted, and not in a file
  /// that spells it: ids are short, so a few of these may be accidents.
  bool is_found(std::string_view shape) const;

 private:
  explicit ShapeNames(const BuiltInShapes* built_in) : built_in_(built_in) {}

  const BuiltInShapes* built_in_ = nullptr;  // a constant table, never copied
  std::unordered_map<std::uint32_t, std::string> vertices_;
  std::unordered_map<std::uint32_t, std::string> indices_;
};

/// The ids of a shape's vertices and indices.
std::uint32_t vertices_id(std::string_view shape);
std::uint32_t indices_id(std::string_view shape);

/// A shape's name without its level: "Bow" and 2 of "Bow_lod2Shape" or "Bow_lodShape2", "Bow" and 0, the
/// finest, of "BowShape". `stem` is a part of the name.
struct LevelName {
  std::string_view stem;
  int level = 0;
};
LevelName level_name_of(std::string_view shape);

/// The level alone.
int level_of_detail(std::string_view shape);

}  // namespace mw::wows
