#include "triangle_rows.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>

namespace mw::view {
namespace {

bool is_row_of(std::string_view path, std::string_view table, std::uint32_t& row) {
  if (!path.starts_with(table) || path.substr(table.size(), 1) != "[") return false;
  const std::string_view digits = path.substr(table.size() + 1);
  return std::from_chars(digits.data(), digits.data() + digits.size(), row).ec == std::errc();
}

/// The row of the table, as triangles are counted, that a row of the text is.
std::uint32_t drawn_row(const TriangleTable& table, std::uint32_t row) {
  if (table.in_text.empty()) return row;
  return std::uint32_t(std::ranges::find(table.in_text, row) - table.in_text.begin());
}

}  // namespace

TriangleRows triangles_of(const Document& document) {
  const auto triangles = document.format().triangles;
  return triangles != nullptr ? triangles(document) : TriangleRows();
}

std::vector<std::string> rows_of(const std::vector<TriangleTable>& tables, const TrianglePlace& place) {
  const auto table = std::ranges::find_if(tables, [&](const TriangleTable& t) {
    return t.mesh == place.mesh && t.occurrence == place.occurrence && t.primitive == place.primitive;
  });
  std::vector<std::string> paths;
  if (table == tables.end() || place.triangle >= table->rows.size()) return paths;
  if (table->table.empty()) return paths;
  const std::uint32_t row = table->rows[place.triangle];
  for (std::uint32_t i = row; i < row + table->per_triangle; ++i)
    paths.push_back(fmt::format("{}[{}]", table->table, table->in_text.empty() ? i : table->in_text[i]));
  return paths;
}

std::optional<TrianglePlace> triangle_of(const std::vector<TriangleTable>& tables, std::string_view path) {
  for (const TriangleTable& table : tables) {
    std::uint32_t row = 0;
    const auto is_row = [&](const std::string& name) { return !name.empty() && is_row_of(path, name, row); };
    if (!is_row(table.table) && std::ranges::none_of(table.beside, is_row)) continue;
    row = drawn_row(table, row);
    // Rows ascend: the last that begins at or before this one.
    const auto after = std::ranges::upper_bound(table.rows, row);
    if (after == table.rows.begin() || row >= *std::prev(after) + table.per_triangle) continue;
    return TrianglePlace{table.mesh, table.occurrence, table.primitive,
                         std::uint32_t(std::prev(after) - table.rows.begin())};
  }
  return std::nullopt;
}

}  // namespace mw::view
