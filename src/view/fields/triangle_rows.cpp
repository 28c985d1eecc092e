#include "triangle_rows.h"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "questions_export.h"

namespace mw::view {
namespace {

/// The row of that table that a path is in.
std::optional<std::uint32_t> row_in(std::string_view path, std::string_view table) {
  if (table.empty() || !path.starts_with(table) || path.substr(table.size(), 1) != "[") return std::nullopt;
  const std::string_view digits = path.substr(table.size() + 1);
  std::uint32_t row = 0;
  if (std::from_chars(digits.data(), digits.data() + digits.size(), row).ec != std::errc())
    return std::nullopt;
  return row;
}

std::optional<std::uint32_t> row_in(std::string_view path, const std::vector<std::string>& tables) {
  for (const std::string& table : tables)
    if (const auto row = row_in(path, table)) return row;
  return std::nullopt;
}

/// The row of the table, as triangles are counted, that a row of the text is.
std::uint32_t drawn_row(const TriangleTable& table, std::uint32_t row) {
  if (table.in_text.empty()) return row;
  return std::uint32_t(std::ranges::find(table.in_text, row) - table.in_text.begin());
}

const TriangleTable* table_of(const std::vector<TriangleTable>& tables, const TrianglePlace& place) {
  const auto table = std::ranges::find_if(tables, [&](const TriangleTable& t) {
    return t.mesh == place.mesh && t.occurrence == place.occurrence && t.primitive == place.primitive;
  });
  return table == tables.end() || place.triangle >= table->rows.size() ? nullptr : &*table;
}

/// Goes through the tables of triangles and counts those that have a row.
class TriangleSearch {
 public:
  TriangleSearch(const TriangleTables& rows, std::size_t most) : rows_(rows), most_(most) {}

  FoundTriangles find(const LayerPath& field) {
    if (field.layer == 0)
      for (const scene::TableAbout& about : rows_.about) add_about(about, field.path);
    for (const TriangleTable& table : rows_.tables) {
      if (field.layer == 0) add_own(table, field.path);
      for (const scene::CornerRows& vertices : table.vertices)
        if (const auto row = row_in(field.path, field.layer == 0 ? vertices.tables : vertices.in_companion))
          add_users(table, vertices, *row);
    }
    return std::move(found_);
  }

 private:
  void add(const TriangleTable& table, std::size_t triangle) {
    if (found_.total++ < most_)
      found_.places.push_back({table.mesh, table.occurrence, table.primitive, std::uint32_t(triangle)});
  }

  void add_own(const TriangleTable& table, std::string_view path) {
    auto row = row_in(path, table.table);
    if (!row) row = row_in(path, table.beside);
    if (row) add_row(table, drawn_row(table, *row));
  }

  /// Rows ascend: those that begin at or before this one and do not end before it.
  void add_row(const TriangleTable& table, std::uint32_t row) {
    const auto end = std::ranges::upper_bound(table.rows, row);
    auto begin = end;
    while (begin != table.rows.begin() && std::uint64_t(*std::prev(begin)) + table.per_triangle > row)
      --begin;
    for (; begin != end; ++begin) add(table, std::size_t(begin - table.rows.begin()));
  }

  void add_about(const scene::TableAbout& about, std::string_view path) {
    const auto row = row_in(path, about.table);
    if (!row || *row >= about.rows.size() || about.rows[*row] == scene::TableAbout::kNothing) return;
    for (const TriangleTable& table : rows_.tables)
      if (table.table == about.of) add_row(table, about.rows[*row]);
  }

  void add_users(const TriangleTable& table, const scene::CornerRows& vertices, std::uint32_t row) {
    for (std::size_t triangle = 0; triangle < vertices.corners.size(); ++triangle)
      if (std::ranges::find(vertices.corners[triangle], row) != vertices.corners[triangle].end())
        add(table, triangle);
  }

  const TriangleTables& rows_;
  const std::size_t most_;
  FoundTriangles found_;
};

}  // namespace

std::vector<std::string> TriangleTables::names(std::size_t layer) const {
  std::vector<std::string> names;
  const auto add = [&](const std::vector<std::string>& more) {
    names.insert(names.end(), more.begin(), more.end());
  };
  for (const TriangleTable& table : tables) {
    if (layer == 0) names.push_back(table.table);
    if (layer == 0) add(table.beside);
    for (const scene::CornerRows& vertices : table.vertices)
      add(layer == 0 ? vertices.tables : vertices.in_companion);
  }
  for (const scene::TableAbout& each : about)
    if (layer == 0) names.push_back(each.table);
  return names;
}

TriangleTables triangles_of(const Document& document) {
  TriangleTables found;
  if (!document.format().records_rows) return found;
  const auto scene = document.format().to_scene(document, {everything_in(document), true});
  if (!scene) return found;
  std::map<std::string_view, std::uint32_t> seen;
  for (const scene::Mesh& mesh : scene->meshes) {
    const std::uint32_t occurrence = seen[mesh.name]++;
    if (mesh.rows == nullptr) continue;
    if (found.why_not.empty()) found.why_not = mesh.rows->why_not;
    found.about.insert(found.about.end(), mesh.rows->about.begin(), mesh.rows->about.end());
    std::uint32_t primitive = 0;
    for (const scene::TriangleRows& rows : mesh.rows->primitives)
      found.tables.push_back({rows, mesh.name, occurrence, primitive++});
  }
  return found;
}

std::vector<LayerPath> rows_of(const std::vector<TriangleTable>& tables, const TrianglePlace& place) {
  std::vector<LayerPath> paths;
  const TriangleTable* table = table_of(tables, place);
  if (table == nullptr || table->table.empty()) return paths;
  const std::uint32_t row = table->rows[place.triangle];
  for (std::uint32_t i = row; i < row + table->per_triangle; ++i)
    paths.push_back({0, fmt::format("{}[{}]", table->table, table->in_text.empty() ? i : table->in_text[i])});
  return paths;
}

std::vector<LayerPath> beside_rows_of(const std::vector<TriangleTable>& tables, const TrianglePlace& place) {
  std::vector<LayerPath> paths;
  const TriangleTable* table = table_of(tables, place);
  if (table == nullptr || !table->in_text.empty()) return paths;
  for (const std::string& beside : table->beside)
    paths.push_back({0, fmt::format("{}[{}]", beside, table->rows[place.triangle])});
  return paths;
}

std::vector<LayerPath> corner_rows_of(const std::vector<TriangleTable>& tables, const TrianglePlace& place) {
  std::vector<LayerPath> paths;
  const TriangleTable* table = table_of(tables, place);
  if (table == nullptr) return paths;
  for (const scene::CornerRows& vertices : table->vertices)
    for (const std::size_t layer : {std::size_t(0), std::size_t(1)})
      for (const std::string& name : layer == 0 ? vertices.tables : vertices.in_companion)
        for (const std::uint32_t row : vertices.corners[place.triangle])
          paths.push_back({layer, fmt::format("{}[{}]", name, row)});
  return paths;
}

FoundTriangles triangles_with(const TriangleTables& rows, const LayerPath& field, std::size_t most) {
  return TriangleSearch(rows, most).find(field);
}

}  // namespace mw::view
