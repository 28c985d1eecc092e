// Which triangles of a file differ from those of another: all of them at once, in time that grows with the
// file only.
#include <meshwright/formats/triangle_rows.h>
#include <algorithm>
#include <charconv>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "comparison.h"

namespace mw::view {
namespace {

using RowSet = std::unordered_set<std::uint32_t>;

/// "vertices[3..7].x" is of five rows, of which a path has the first.
std::uint32_t rows_of_stretch(std::string_view where) {
  const auto dots = where.rfind("..");
  const auto open = dots == std::string_view::npos ? dots : where.rfind('[', dots);
  if (open == std::string_view::npos) return 1;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  const char* end = where.data() + where.size();
  if (std::from_chars(where.data() + open + 1, end, first).ptr != where.data() + dots) return 1;
  if (std::from_chars(where.data() + dots + 2, end, last).ec != std::errc() || last < first) return 1;
  return last - first + 1;
}

/// The rows that differ, of every table that has something to do with triangles.
class DifferingRows {
 public:
  explicit DifferingRows(const TriangleRows& rows) {
    for (const TriangleTable& table : rows.tables) {
      sets_[0].try_emplace(table.table);
      for (const std::string& name : table.beside) sets_[0].try_emplace(name);
      for (const CornerTables& vertices : table.vertices) {
        for (const std::string& name : vertices.tables) sets_[0].try_emplace(name);
        for (const std::string& name : vertices.in_companion) sets_[1].try_emplace(name);
      }
    }
    for (const TableAbout& about : rows.about) sets_[0].try_emplace(about.table);
  }

  /// Whether it is in such a table.
  bool add(const LayerPath& path, std::uint32_t count) {
    bool is_one = false;
    auto& sets = sets_[path.layer == 0 ? 0 : 1];
    for (auto open = path.path.find('['); open != std::string::npos; open = path.path.find('[', open + 1)) {
      const auto set = sets.find(path.path.substr(0, open));
      std::uint32_t row = 0;
      const char* begin = path.path.data() + open + 1;
      if (set == sets.end() ||
          std::from_chars(begin, path.path.data() + path.path.size(), row).ec != std::errc())
        continue;
      for (std::uint32_t i = 0; i < count; ++i) set->second.insert(row + i);
      is_one = true;
    }
    return is_one;
  }

  /// A leaf of a tree is about a face.
  void add_what_is_meant(const TriangleRows& rows) {
    for (const TableAbout& about : rows.about)
      for (const std::uint32_t row : of(0, about.table))
        if (row < about.rows.size() && about.rows[row] != TableAbout::kNothing)
          sets_[0][about.of].insert(about.rows[row]);
  }

  const RowSet& of(int layer, const std::string& table) const {
    static const RowSet kNone;
    const auto found = sets_[layer].find(table);
    return found == sets_[layer].end() ? kNone : found->second;
  }

 private:
  std::unordered_map<std::string, RowSet> sets_[2];
};

bool has_row(const RowSet& rows, const TriangleTable& table, std::uint32_t first) {
  if (rows.empty()) return false;
  for (std::uint32_t row = first; row < first + table.per_triangle; ++row)
    if (rows.contains(row < table.in_text.size() ? table.in_text[row] : row)) return true;
  return false;
}

bool has_corner(const DifferingRows& rows, const CornerTables& vertices, std::size_t triangle) {
  if (triangle >= vertices.corners.size()) return false;
  for (const int layer : {0, 1})
    for (const std::string& name : layer == 0 ? vertices.tables : vertices.in_companion)
      if (const RowSet& set = rows.of(layer, name); !set.empty())
        for (const std::uint32_t corner : vertices.corners[triangle])
          if (set.contains(corner)) return true;
  return false;
}

std::vector<std::uint32_t> differing_triangles(const TriangleTable& table, const DifferingRows& rows) {
  std::vector<std::uint32_t> found;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    bool differs = has_row(rows.of(0, table.table), table, table.rows[i]);
    for (const std::string& name : table.beside)
      differs = differs || has_row(rows.of(0, name), table, table.rows[i]);
    for (const CornerTables& vertices : table.vertices) differs = differs || has_corner(rows, vertices, i);
    if (differs) found.push_back(std::uint32_t(i));
  }
  return found;
}

}  // namespace

Marks marks_of(const DifferenceList& list, PathsOfBoth& paths, OpenedFile::Parts& parts, int side) {
  const TriangleRows& triangles = parts.triangles();
  DifferingRows rows(triangles);
  std::set<std::string> names;
  std::set<std::string> records;  // of which the name was asked for
  for (std::size_t i = 0; i < list.size(); ++i) {
    const DifferenceList::Row row = list[i];
    if (row.layout) continue;
    const auto path = paths.find(row, side);
    if (!path || rows.add(*path, rows_of_stretch(row.where))) continue;
    std::string record = path->path.substr(0, path->path.find(']'));
    if (records.insert(record).second)
      if (std::string name = name_of_record(parts, path->path); !name.empty()) names.insert(std::move(name));
  }
  rows.add_what_is_meant(triangles);
  Marks marks;
  marks.names.assign(names.begin(), names.end());
  for (const TriangleTable& table : triangles.tables)
    marks.triangles.push_back(differing_triangles(table, rows));
  return marks;
}

}  // namespace mw::view
