// Questions about places: which bytes a triangle has, which line puts a hook where.
#include <fmt/format.h>
#include <meshwright/core/file_name.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/core/text.h>
#include <meshwright/formats/row_names.h>
#include <meshwright/formats/triangle_rows.h>
#include <algorithm>

#include "compare/comparison.h"
#include "fields/field_tree.h"
#include "parts.h"

namespace mw::view {
namespace {

bool is_within_row(std::string_view field, std::string_view path) {
  return field.starts_with(path) &&
         (field.size() == path.size() || field[path.size()] == '.' || field[path.size()] == '[');
}

/// A row with the first byte, and the one behind the last, of everything below it.
struct Extent {
  LayerPath row;
  std::uint64_t begin = ~std::uint64_t(0);
  std::uint64_t end = 0;
};

/// Those that have bytes: what is unpacked from a compressed buffer has none of its own.
std::vector<Extent> extents_of(OpenedFile::Parts& parts, const std::vector<LayerPath>& rows) {
  std::vector<Extent> extents;
  for (const LayerPath& row : rows) extents.push_back({row});
  for (std::size_t layer = 0; layer < parts.layers().size(); ++layer) {
    if (std::ranges::none_of(rows, [&](const LayerPath& row) { return row.layer == layer; })) continue;
    const FieldIndex& index = parts.layers()[layer].fields;
    index.each([&](std::size_t number, std::string_view field) {
      for (Extent& extent : extents) {
        if (extent.row.layer != layer || !is_within_row(field, extent.row.path)) continue;
        extent.begin = std::min(extent.begin, std::uint64_t(index.row(number).offset));
        extent.end = std::max(extent.end, std::uint64_t(index.row(number).offset) + index.row(number).length);
      }
    });
  }
  std::erase_if(extents, [](const Extent& extent) { return extent.begin >= extent.end; });
  return extents;
}

void write_extent(JsonWriter& json, const Extent& extent) {
  json.begin_object();
  json.member("layer", std::uint64_t(extent.row.layer));
  json.member("path", extent.row.path);
  json.member("offset", extent.begin);
  json.member("end", extent.end);
  json.end_object();
}

void write_extents(JsonWriter& json, std::string_view name, const std::vector<Extent>& extents) {
  json.key(name);
  json.begin_array();
  for (const Extent& extent : extents) write_extent(json, extent);
  json.end_array();
}

/// The row of a table at the top that is called as a mesh of the scene is.
std::string record_of(const OpenedFile::Parts& parts, std::string_view mesh, std::uint64_t occurrence) {
  const FieldMeanings* meanings = parts.document ? parts.document->format().meanings : nullptr;
  if (meanings == nullptr || meanings->row_names == nullptr) return {};
  for (const std::string_view table : meanings->named_tables) {
    if (table.find('[') != std::string_view::npos) continue;
    std::uint64_t left = occurrence;
    const std::vector<RowName> names = meanings->row_names(*parts.document, {table, {}});
    for (std::size_t row = 0; row < names.size(); ++row)
      if (names[row].name == mesh && left-- == 0) return std::string(table) + "[" + std::to_string(row) + "]";
  }
  return {};
}

/// Why a triangle has no rows in this file.
std::string why_not(OpenedFile::Parts& parts, const std::string& mesh) {
  if (!parts.laid_over.meshes.contains(mesh)) return parts.triangles().why_not;
  return fmt::format("it is one of {}, where its bytes are", escape_text(file_name_of(parts.laid_over.path)));
}

/// {"mesh": "roof", "occurrence": 0, "primitive": 0, "triangle": 7} -> the rows it is made of ("rows";
/// "why_not" where it has none), those of its corners ("vertices"), and the record of its mesh. Without
/// "triangle" that record only.
Result<Reply> ask_triangle(OpenedFile::Parts& parts, const JsonValue& words) {
  const TrianglePlace place{text_in(words, "mesh"), std::uint32_t(natural_in(words, "occurrence")),
                            std::uint32_t(natural_in(words, "primitive")),
                            std::uint32_t(natural_in(words, "triangle", ~std::uint32_t(0)))};
  const auto& tables = parts.triangles().tables;
  const std::vector<Extent> rows = extents_of(parts, rows_of(tables, place));
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  const bool is_unexplained = rows.empty() && words.find("triangle") != nullptr;
  json.member("why_not", is_unexplained ? why_not(parts, place.mesh) : "");
  write_extents(json, "rows", rows);
  write_extents(json, "beside", extents_of(parts, beside_rows_of(tables, place)));
  write_extents(json, "vertices", extents_of(parts, corner_rows_of(tables, place)));
  json.key("record");
  const auto record = extents_of(parts, {{0, record_of(parts, place.mesh, place.occurrence)}});
  record.empty() ? json.value(nullptr) : write_extent(json, record.front());
  json.end_object();
  return Reply{json.take()};
}

void write_place(JsonWriter& json, const TrianglePlace& place) {
  json.begin_object();
  json.member("mesh", place.mesh);
  json.member("occurrence", place.occurrence);
  json.member("primitive", place.primitive);
  json.member("triangle", place.triangle);
  json.end_object();
}

/// {"layer": 0, "path": "faces[12].material"} -> the triangles of the scene that the field is of, the first
/// of them, and the mesh or node.
Result<Reply> ask_triangle_of(OpenedFile::Parts& parts, const JsonValue& words) {
  constexpr std::size_t kMost = 1000;
  const LayerPath field{std::size_t(natural_in(words, "layer")), text_in(words, "path")};
  const FoundTriangles found = triangles_with(parts.triangles(), field, kMost);
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("name", name_of_record(parts, field.path));
  json.key("triangle");
  found.places.empty() ? json.value(nullptr) : write_place(json, found.places.front());
  json.key("triangles");
  json.begin_array();
  for (const TrianglePlace& place : found.places) write_place(json, place);
  json.end_array();
  json.member("total", found.total);
  json.end_object();
  return Reply{json.take()};
}

/// "hall#2" -> "hall": the second of two lines.
std::string_view without_number(std::string_view path) {
  return path.substr(0, path.find('#'));
}

/// {"name": "door_01", "room": "hall", "before": 0} -> the line of a layout that puts a hook there, or null.
/// A line is called by its first word: that of a door by its room, and the door's own name is the second. So
/// many hooks of that name come before it.
Result<Reply> ask_hook(OpenedFile::Parts& parts, const JsonValue& words) {
  const std::string name = lower_case(text_in(words, "name"));
  const std::string room = lower_case(text_in(words, "room"));
  std::uint64_t left = natural_in(words, "before");
  std::string found;
  parts.layers()[0].fields.each([&](std::size_t number, std::string_view path) {
    if (!found.empty() || lower_case(without_number(path)) != (room.empty() ? name : room)) return;
    const std::string value = room.empty() ? name : lower_case(value_texts(parts, 0, {number}).front());
    if (value.substr(0, value.find_first_of(" \t")) == name && left-- == 0) found = path;
  });
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.key("line");
  const auto line = extents_of(parts, {{0, found}});
  found.empty() || line.empty() ? json.value(nullptr) : write_extent(json, line.front());
  json.end_object();
  return Reply{json.take()};
}

}  // namespace

/// The name of the row of a table at the top that a path is in: that of the mesh or node it belongs to.
std::string name_of_record(const OpenedFile::Parts& parts, std::string_view path) {
  const FieldMeanings* meanings = parts.document ? parts.document->format().meanings : nullptr;
  if (meanings == nullptr || meanings->row_names == nullptr) return {};
  const auto open = path.find('[');
  const auto close = path.find(']');
  if (close == std::string_view::npos) return {};
  const std::string_view table = path.substr(0, open);
  if (std::ranges::find(meanings->named_tables, table) == meanings->named_tables.end()) return {};
  std::uint64_t row = 0;
  const auto names = meanings->row_names(*parts.document, {table, {}});
  return ends_with_row(path.substr(0, close + 1), row) && row < names.size() ? names[row].name : "";
}

Asked find_space_question(std::string_view name) {
  if (name == "triangle") return ask_triangle;
  if (name == "triangle_of") return ask_triangle_of;
  if (name == "hook") return ask_hook;
  return nullptr;
}

}  // namespace mw::view
