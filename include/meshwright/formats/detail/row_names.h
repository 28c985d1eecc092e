#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mw {

class Document;

/// The identity of a row of a table, to find it in another document at another place.
struct RowName {
  std::string name;  // empty: it has only its place
  std::string_view kind = {};
  std::int64_t above = -1;  // its parent row in a tree
};

/// A table of a document: "animations[].nodes" with the rows {2} is that of the third animation.
struct TablePath {
  std::string_view shape;
  std::span<const std::uint32_t> rows = {};
};

/// What a field is of a triangle that may begin at any of its corners.
enum class TrianglePart : std::uint8_t {
  none,
  corner,   // one: three rows that follow each other make a triangle, the first of which is a multiple of 3
  corners,  // three numbers, one for each corner or side; all such fields of a row are of one triangle
};

/// Knowledge about a format's fields, as its trace names them, that `diff` needs.
struct FieldMeanings {
  /// The shapes of tables whose rows have names: "nodes", "animations[].nodes".
  std::span<const std::string_view> named_tables = {};
  std::vector<RowName> (*row_names)(const Document& document, const TablePath& table) = nullptr;
  /// Whether a field, by its shape ("nodes[].children.offset"), is only a place or an order.
  bool (*is_layout)(std::string_view shape) = nullptr;
  /// A field that is stored as an offset, which is layout, but refers to a named thing: the field and that
  /// name. The same fields for every document; null for other fields.
  std::vector<std::pair<std::string_view, std::string>> (*links)(const Document& document) = nullptr;
  /// The part of a triangle that a field is, by its shape; null if no field is one.
  TrianglePart (*triangle_part)(std::string_view shape) = nullptr;
  /// The shape of the fields that are materials of a surface; the document as a surface has their names.
  std::string_view surface_materials = {};
};

}  // namespace mw
