#pragma once

// Example:
//
//     #include <meshwright/wows/shape_names.h>
//     #include <cstdio>
//
//     void print_name(std::uint32_t vertices_id) {
//       mw::wows::ShapeNames names = mw::wows::ShapeNames::built_in();
//       names.add_lines("# of my mod\nMyOwnShape\n");
//       if (const std::string* name = names.by_vertices(vertices_id)) std::puts(name->c_str());
//     }

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace mw::wows {

/// Names of shapes by the ids that mappings hold. Files hold only hashes, so a name must be known to be
/// found.
class ShapeNames {
 public:
  /// The names this project ships: parts of ships, turrets and what else 51 real files were found to use,
  /// with their levels of detail.
  static const ShapeNames& built_in();

  /// "Bow_lod1Shape". A name that ends in ".vertices" or ".indices" stands for its shape.
  void add(std::string_view shape);

  /// One name per line, as users keep them; empty lines and those that begin with # are left out.
  void add_lines(std::string_view text);

  /// Null for an id that no known name has.
  const std::string* by_vertices(std::uint32_t id) const;
  const std::string* by_indices(std::uint32_t id) const;

 private:
  std::unordered_map<std::uint32_t, std::string> vertices_;
  std::unordered_map<std::uint32_t, std::string> indices_;
};

/// The ids of a shape's vertices and indices.
std::uint32_t vertices_id(std::string_view shape);
std::uint32_t indices_id(std::string_view shape);

/// The level of detail that a shape's name ends with ("Bow_lod2Shape" is 2); 0, the finest, without one.
int level_of_detail(std::string_view shape);

}  // namespace mw::wows
