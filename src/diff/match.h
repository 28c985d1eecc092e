#pragma once

#include <meshwright/formats/detail/row_names.h>
#include <meshwright/formats/document.h>

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "place.h"

namespace mw {

/// Which rows of a named table of one document are which of another's.
struct MatchedTable {
  static constexpr std::int64_t kNone = -1;

  std::vector<std::uint32_t> outer;  // rows of the tables around it
  std::vector<RowName> rows;
  std::vector<std::uint32_t> ordinals;  // among rows of the same name, from 1
  std::vector<std::int64_t> partners;

  /// "window", or "window#2" for the second of that name; the row itself without a name.
  std::string label(std::uint32_t row) const;
};

/// Rows of the same name and kind in their order, the rest by name alone, and rows without a name by their
/// place.
MatchedTable match_rows(std::vector<RowName> from, const std::vector<RowName>& to);

/// Finds the rows of one document in another. The last table of each shape is cached: a trace comes table by
/// table.
class RowTranslation {
 public:
  RowTranslation(const Document& from, const Document& to);

  /// Sets `rows` to the rows of the other document. Returns the first level whose row has no partner there.
  std::optional<std::size_t> translate(const FieldPlace& place,
                                       std::array<std::uint32_t, FieldPlace::kDeepest>& rows);

  bool is_named(std::string_view table) const;
  /// The table of a shape without rows around it.
  const MatchedTable& top(std::string_view table) { return matched({table}, {table}); }
  /// The name of a row, or its number.
  std::string label(const FieldPlace& place, std::size_t level);
  /// The kind of a row; empty without one.
  std::string_view kind(const FieldPlace& place, std::size_t level);

 private:
  const MatchedTable* last(const FieldPlace& place, std::size_t level) const;
  const MatchedTable& matched(const TablePath& in_from, const TablePath& in_to);

  const Document& from_;
  const Document& to_;
  FieldMeanings meanings_;
  std::map<std::string, MatchedTable, std::less<>> last_;  // by shape
};

}  // namespace mw
