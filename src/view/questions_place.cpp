// Questions about places: which bytes a triangle has, which line puts a hook where.
#include <fmt/format.h>
#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/detail/row_names.h>
#include <algorithm>

#include "compare/comparison.h"
#include "fields/field_tree.h"
#include "questions.h"

namespace mw::view {
namespace {

/// Nothing for a row without bytes: what is unpacked from a compressed buffer has none of its own.
std::optional<answer::Extent> extent_of(OpenedFile::State& state, const LayerPath& row) {
  if (row.layer >= state.layers().size()) return std::nullopt;
  const auto range = state.extents(row.layer).find(row.path);
  if (!range) return std::nullopt;
  return answer::Extent{.layer = row.layer, .path = row.path, .offset = range->begin, .end = range->end};
}

std::vector<answer::Extent> extents_of(OpenedFile::State& state, const std::vector<LayerPath>& rows) {
  std::vector<answer::Extent> extents;
  for (const LayerPath& row : rows)
    if (auto extent = extent_of(state, row)) extents.push_back(*std::move(extent));
  return extents;
}

/// The row of a table at the top that is called as a mesh of the scene is.
std::string record_of(const OpenedFile::State& state, std::string_view mesh, std::uint64_t occurrence) {
  const FieldMeanings* meanings = state.document ? state.document->format().meanings : nullptr;
  if (meanings == nullptr || meanings->row_names == nullptr) return {};
  for (const std::string_view table : meanings->named_tables) {
    if (table.find('[') != std::string_view::npos) continue;
    std::uint64_t left = occurrence;
    const std::vector<RowName> names = meanings->row_names(*state.document, {table, {}});
    for (std::size_t row = 0; row < names.size(); ++row)
      if (names[row].name == mesh && left-- == 0) return std::string(table) + "[" + std::to_string(row) + "]";
  }
  return {};
}

/// Why a triangle has no rows in this file.
std::string why_not(OpenedFile::State& state, const std::string& mesh) {
  if (!state.laid_over.meshes.contains(mesh)) return std::string(state.triangles().why_not);
  return fmt::format("it is one of {}, where its bytes are", escape_text(file_name_of(state.laid_over.path)));
}

/// "hall#2" -> "hall": the second of two lines.
std::string_view without_number(std::string_view path) {
  return path.substr(0, path.find('#'));
}

}  // namespace

/// {"mesh": "roof", "occurrence": 0, "primitive": 0, "triangle": 7} -> the rows it is made of ("rows";
/// "why_not" where it has none), those of its corners ("vertices"), and the record of its mesh. Without
/// "triangle" that record only.
Result<Answered<answer::Triangle>> ask_triangle(OpenedFile::State& state, const JsonValue& words) {
  const TrianglePlace place{text_in(words, "mesh"), std::uint32_t(natural_in(words, "occurrence")),
                            std::uint32_t(natural_in(words, "primitive")),
                            std::uint32_t(natural_in(words, "triangle", ~std::uint32_t(0)))};
  const auto& tables = state.triangles().tables;
  answer::Triangle answer{.rows = extents_of(state, rows_of(tables, place)),
                          .beside = extents_of(state, beside_rows_of(tables, place)),
                          .vertices = extents_of(state, corner_rows_of(tables, place)),
                          .record = extent_of(state, {0, record_of(state, place.mesh, place.occurrence)})};
  if (answer.rows.empty() && words.find("triangle") != nullptr) answer.why_not = why_not(state, place.mesh);
  return answer;
}

/// {"layer": 0, "path": "faces[12].material"} -> the triangles of the scene that the field is of, the first
/// of them, and the mesh or node.
Result<Answered<answer::TriangleOf>> ask_triangle_of(OpenedFile::State& state, const JsonValue& words) {
  constexpr std::size_t kMost = 1000;
  const LayerPath field{std::size_t(natural_in(words, "layer")), text_in(words, "path")};
  FoundTriangles found = triangles_with(state.triangles(), field, kMost);
  answer::TriangleOf answer{.name = name_of_record(state, field.path), .total = found.total};
  if (!found.places.empty()) answer.triangle = found.places.front();
  answer.triangles = std::move(found.places);
  return answer;
}

/// {"name": "door_01", "room": "hall", "before": 0} -> the line of a layout that puts a hook there, or null.
/// A line is called by its first word: that of a door by its room, and the door's own name is the second. So
/// many hooks of that name come before it.
Result<Answered<answer::Hook>> ask_hook(OpenedFile::State& state, const JsonValue& words) {
  const std::string name = lower_case(text_in(words, "name"));
  const std::string room = lower_case(text_in(words, "room"));
  std::uint64_t left = natural_in(words, "before");
  const FieldIndex& fields = state.layers()[0].fields;
  answer::Hook hook;
  fields.each([&](std::size_t number, std::string_view path) {
    if (hook.line || lower_case(without_number(path)) != (room.empty() ? name : room)) return;
    const std::string value = room.empty() ? name : lower_case(value_texts(state, 0, {number}).front());
    if (value.substr(0, value.find_first_of(" \t")) != name || left-- > 0) return;
    const FieldIndex::Row& line = fields.row(number);
    hook.line = {0, std::string(path), line.offset, std::uint64_t(line.offset) + line.length};
  });
  return hook;
}

/// The name of the row of a table at the top that a path is in: that of the mesh or node it belongs to.
std::string name_of_record(const OpenedFile::State& state, std::string_view path) {
  const FieldMeanings* meanings = state.document ? state.document->format().meanings : nullptr;
  if (meanings == nullptr || meanings->row_names == nullptr) return {};
  const auto open = path.find('[');
  const auto close = path.find(']');
  if (close == std::string_view::npos) return {};
  const std::string_view table = path.substr(0, open);
  if (std::ranges::find(meanings->named_tables, table) == meanings->named_tables.end()) return {};
  std::uint64_t row = 0;
  const auto names = meanings->row_names(*state.document, {table, {}});
  return ends_with_row(path.substr(0, close + 1), row) && row < names.size() ? names[row].name : "";
}

}  // namespace mw::view
