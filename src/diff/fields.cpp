#include "fields.h"

#include <fmt/format.h>
#include <meshwright/core/detail/field_value.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/detail/row_names.h>
#include <meshwright/formats/registry.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "match.h"
#include "numbers.h"
#include "store.h"
#include "turns.h"

namespace mw {
namespace {

const std::string kMissing(scene::kMissing);

/// A row of a top-level table.
using Record = std::pair<std::string, std::uint32_t>;

/// The first document is kept, the second passes by.
class FieldComparison {
 public:
  FieldComparison(const Document& a, const Document& b, const DiffOptions& options,
                  const DifferenceSink& sink)
      : a_(a), b_(b), options_(options), sink_(sink), to_a_(b, a), to_b_(a, b) {}

  Result<DiffSummary> run() {
    const auto kept = for_each_field(a_, [this](const TracedField& field) {
      if (!is_ignored()) store_.add(place_, field);
    });
    if (!kept) return fail(kept.error());
    store_.finish();
    const auto compared = for_each_field(b_, [this](const TracedField& field) {
      if (!is_ignored()) compare(field);
    });
    if (!compared) return fail(compared.error());
    turns_.settle();
    for (auto& [shape, gap] : gaps_) tell_gap(gap);
    tell_left();
    tell_parents();
    tell_links();
    summarise();
    return std::move(summary_);
  }

 private:
  /// Fields that only the second document has, in rows that follow each other.
  struct Gap {
    FieldPlace place;  // of the first
    std::uint32_t count = 0;
    std::string value;  // of the first
  };

  /// Calls `use` with each field, its path in place_.
  Result<void> for_each_field(const Document& document, const std::function<void(const TracedField&)>& use) {
    const auto listener = [&](bool in_companion) {
      return Trace([this, in_companion, &use](const TracedField& field) {
        parse_path(field.path, in_companion, place_);
        lines_ = field.line != 0;
        use(field);
      });
    };
    const Trace file = listener(false);
    const Trace companion = listener(true);
    return trace(document, {&file, &companion});
  }

  bool is_layout(const FieldPlace& place) const {
    const FieldMeanings* meanings = a_.format().meanings;
    return meanings != nullptr && meanings->is_layout(std::string_view(place.shape).substr(place.start));
  }
  bool is_ignored() const { return options_.ignore_layout && is_layout(place_); }

  void compare(const TracedField& field) {
    if (place_.start > 0) b_has_companion_ = true;
    if (place_.start > 0 && !store_.has_companion()) return;  // reported once
    std::array<std::uint32_t, FieldPlace::kDeepest> rows{};
    if (const auto level = to_a_.translate(place_, rows)) return tell_row(to_a_, place_, *level, false);
    Column* column = store_.find(place_.shape);
    const auto* value = column != nullptr ? column->take({rows.data(), place_.depth}) : nullptr;
    if (value == nullptr) return add_to_gap(field);
    if (const TrianglePart part = triangle_part(column); part != TrianglePart::none)
      return hold_corner(part, *value, field, rows[0]);
    turns_.settle();
    if (std::ranges::equal(value->bytes, field.bytes)) return;
    const TracedField other{field.offset, value->bytes, {}, value->type()};
    if ((options_.tolerance > 0 || lines_) && deviation(other, field) <= options_.tolerance) return;
    const bool behind = differ_behind_text(other, field);
    if (behind && options_.ignore_layout) return;
    tell_values(other, field, rows[0], behind ? DifferenceKind::layout : kind_of(place_));
  }

  /// Asked once for all fields of a column that follow each other.
  TrianglePart triangle_part(const Column* column) {
    if (column == last_column_) return last_part_;
    const FieldMeanings* meanings = a_.format().meanings;
    const bool known = meanings != nullptr && meanings->triangle_part != nullptr;
    last_column_ = column;
    last_part_ = known ? meanings->triangle_part(std::string_view(place_.shape).substr(place_.start))
                       : TrianglePart::none;
    return last_part_;
  }

  void hold_corner(TrianglePart part, const Column::Element& value, const TracedField& field,
                   std::uint32_t row) {
    TrianglePair& pair = turns_.next(part, place_);
    pair.a.assign(value.bytes.begin(), value.bytes.end());
    pair.b.assign(field.bytes.begin(), field.bytes.end());
    pair.type_a = value.type();
    pair.type_b = field.type;
    pair.row = row;
  }

  /// A triangle that begins at another corner is the same, in another order.
  void tell_corner(const TrianglePair& pair, bool is_turned) {
    if (is_turned && options_.ignore_layout) return;
    const FieldPlace here = std::exchange(place_, pair.place);
    tell_values({0, pair.a, {}, pair.type_a}, {0, pair.b, {}, pair.type_b}, pair.row,
                is_turned ? DifferenceKind::layout : DifferenceKind::value);
    place_ = here;
  }

  double deviation(const TracedField& a, const TracedField& b) const {
    return lines_ ? line_deviation(a.bytes, b.bytes) : largest_deviation(a, b);
  }
  std::string value_text(const TracedField& field) const {
    return lines_ ? escape_text(trimmed_line(field.bytes)) : field_value_text(field);
  }

  /// Texts of a fixed size may have any bytes after their end.
  static bool differ_behind_text(const TracedField& a, const TracedField& b) {
    const auto text = [](const TracedField& field) {
      const std::string_view all = text_of(field.bytes);
      return all.substr(0, all.find('\0'));
    };
    return a.type.scalar == Scalar::text && b.type.scalar == Scalar::text && text(a) == text(b);
  }

  void tell_values(const TracedField& a, const TracedField& b, std::uint32_t row, DifferenceKind kind) {
    count(place_, to_a_, row, kind);
    if (!sink_) return;
    Difference difference = difference_at(place_, to_a_, kind);
    const double apart = deviation(a, b);
    difference.a = value_text(a);
    difference.b = value_text(b);
    if (difference.a == difference.b) difference.b += " with other bytes";
    difference.deviation = std::isfinite(apart) ? apart : 0;
    sink_(difference);
  }

  DifferenceKind kind_of(const FieldPlace& place) const {
    return is_layout(place) ? DifferenceKind::layout : DifferenceKind::value;
  }

  std::string where(const FieldPlace& place, RowTranslation& names) {
    return place.text([&](std::size_t level) { return names.label(place, level); });
  }

  Difference difference_at(const FieldPlace& place, RowTranslation& names, DifferenceKind kind) {
    // Many rows without names; these may contain rows, such as the UVs of vertices.
    const auto unnamed = [&](std::size_t level) { return !names.is_named(place.table(level)); };
    const bool table = place.depth > 0 && unnamed(place.depth - 1);
    const bool nested = table && place.depth > 1 && unnamed(place.depth - 2);
    const std::size_t together = place.depth - (nested ? 2 : table ? 1 : 0);
    const auto label = [&](std::size_t level) {
      return level >= together ? std::string() : names.label(place, level);
    };
    return {.where = where(place, names),
            .a = {},
            .b = {},
            .kind = kind,
            .group = table ? place.text(label) : std::string()};
  }

  /// Counts a difference, and marks its thing as changed; `row` is that of the first document.
  void count(const FieldPlace& place, const RowTranslation& names, std::uint32_t row, DifferenceKind kind) {
    ++summary_.differences;
    if (kind == DifferenceKind::layout)
      ++summary_.layout;
    else if (place.depth > 0 && names.is_named(place.table(0)))
      changed_.emplace(place.table(0), row);
  }

  void add_to_gap(const TracedField& field) {
    Gap& gap = gaps_[place_.shape];
    const std::size_t last = place_.depth == 0 ? 0 : place_.depth - 1;
    const bool follows =
        place_.depth > 0 && gap.count > 0 &&
        std::equal(place_.rows.begin(), place_.rows.begin() + std::ptrdiff_t(last), gap.place.rows.begin()) &&
        place_.rows[last] == gap.place.rows[last] + gap.count && !to_a_.is_named(place_.table(last));
    if (!follows) {
      tell_gap(gap);
      gap = {place_, 0, value_text(field)};
    }
    ++gap.count;
  }

  void tell_gap(const Gap& gap) {
    if (gap.count == 0) return;
    std::array<std::uint32_t, FieldPlace::kDeepest> rows{};
    (void)to_a_.translate(gap.place, rows);
    tell_one_sided(gap.place, to_a_, rows[0], gap.count, gap.value, false);
  }

  /// One value, or all in a stretch of rows, that one document lacks.
  void tell_one_sided(const FieldPlace& place, RowTranslation& names, std::uint32_t row_of_a,
                      std::uint32_t rows, const std::string& value, bool in_a) {
    count(place, names, row_of_a, kind_of(place));
    if (!sink_) return;
    Difference difference = difference_at(place, names, kind_of(place));
    difference.group.clear();  // it is not a differing value
    std::string text = value;
    if (rows > 1) {
      const std::size_t last = place.depth - 1;
      difference.where = place.text([&](std::size_t level) {
        if (level != last) return names.label(place, level);
        return fmt::format("{}..{}", place.rows[last], place.rows[last] + rows - 1);
      });
      text = fmt::format("{} rows", rows);
    }
    difference.a = in_a ? text : kMissing;
    difference.b = in_a ? kMissing : text;
    sink_(difference);
  }

  /// A named row without a partner: reported once, not field by field.
  void tell_row(RowTranslation& names, const FieldPlace& place, std::size_t level, bool in_a) {
    std::string path(place.shape, place.start, place.table_ends[level] + 2 - place.start);
    FieldPlace row = place;
    row.shape = std::move(path);
    row.start = 0;
    for (std::uint32_t& end : row.table_ends) end -= std::min(end, std::uint32_t(place.start));
    row.depth = level + 1;
    std::vector<std::uint32_t> rows(row.all().begin(), row.all().end());
    if (!told_rows_.emplace(in_a, row.shape, std::move(rows)).second) return;
    ++summary_.differences;
    if (level > 0 && names.is_named(row.table(0))) {
      std::array<std::uint32_t, FieldPlace::kDeepest> other{};
      (void)names.translate(row, other);
      changed_.emplace(row.table(0), in_a ? row.rows[0] : other[0]);
    }
    if (!sink_) return;
    const std::string kind(names.kind(row, level));
    const std::string present = kind.empty() ? "present" : kind;
    sink_({.where = where(row, names),
           .a = in_a ? present : kMissing,
           .b = in_a ? kMissing : present,
           .kind = DifferenceKind::row});
  }

  /// What only the first document has.
  void tell_left() {
    if (store_.has_companion() != b_has_companion_) tell_companion();
    for (const auto& [shape, column] : store_.columns()) {
      if (shape.starts_with(kCompanionPrefix) && !b_has_companion_) continue;
      // Named rows are reported one by one: each may be missing, or lack only this field.
      const bool named = to_b_.is_named(last_table(shape));
      column->for_each_left(
          named, [&](std::span<const std::uint32_t> rows, std::uint32_t count, const Column::Element& first) {
            const FieldPlace place = place_of(shape, rows);
            std::array<std::uint32_t, FieldPlace::kDeepest> other{};
            if (const auto level = to_b_.translate(place, other)) return tell_row(to_b_, place, *level, true);
            const TracedField field{0, first.bytes, {}, first.type()};
            tell_one_sided(place, to_b_, place.rows[0], count, value_text(field), true);
          });
    }
  }

  static std::string_view last_table(std::string_view shape) {
    if (shape.starts_with(kCompanionPrefix)) shape.remove_prefix(kCompanionPrefix.size());
    return shape.substr(0, std::min(shape.rfind("[]"), shape.size()));
  }

  /// The shape of a column with rows in it again.
  static FieldPlace place_of(std::string_view shape, std::span<const std::uint32_t> rows) {
    const bool in_companion = shape.starts_with(kCompanionPrefix);
    std::string path;
    std::size_t level = 0;
    for (std::size_t at = in_companion ? kCompanionPrefix.size() : 0; at < shape.size(); ++at) {
      path += shape[at];
      if (shape[at] == '[' && shape[at + 1] == ']') path += std::to_string(rows[level++]);
    }
    FieldPlace place;
    parse_path(path, in_companion, place);
    return place;
  }

  void tell_companion() {
    ++summary_.differences;
    const auto present = [](bool is) { return is ? std::string("present") : kMissing; };
    if (sink_)
      sink_({.where = "companion",
             .a = present(store_.has_companion()),
             .b = present(b_has_companion_),
             .kind = DifferenceKind::row});
  }

  std::vector<std::string_view> top_tables() const {
    std::vector<std::string_view> tables;
    if (a_.format().meanings == nullptr) return tables;
    for (const std::string_view table : a_.format().meanings->named_tables)
      if (table.find('[') == table.npos) tables.push_back(table);
    return tables;
  }

  /// The parent of a row is an offset, which is layout; by name it is not.
  void tell_parents() {
    for (const std::string_view table : top_tables()) {
      const MatchedTable& in_a = to_b_.top(table);
      const MatchedTable& in_b = to_a_.top(table);
      for (std::size_t row = 0; row < in_a.rows.size(); ++row) {
        if (in_a.partners[row] == MatchedTable::kNone) continue;
        const std::int64_t above_a = in_a.rows[row].above;
        const std::int64_t above_b = in_b.rows[std::size_t(in_a.partners[row])].above;
        const std::int64_t expected = above_a < 0 ? -1 : in_a.partners[std::size_t(above_a)];
        if (above_b == expected && (above_a < 0) == (above_b < 0)) continue;
        ++summary_.differences;
        changed_.emplace(table, std::uint32_t(row));
        const auto name = [](const MatchedTable& in, std::int64_t above) {
          return above < 0 ? "none" : in.label(std::uint32_t(above));
        };
        if (sink_)
          sink_({.where = fmt::format("{}[{}].parent_name", table, in_a.label(std::uint32_t(row))),
                 .a = name(in_a, above_a),
                 .b = name(in_b, above_b)});
      }
    }
  }

  void tell_links() {
    const FieldMeanings* meanings = a_.format().meanings;
    if (meanings == nullptr || meanings->links == nullptr) return;
    const auto in_a = meanings->links(a_);
    const auto in_b = meanings->links(b_);
    for (std::size_t i = 0; i < in_a.size(); ++i) {
      if (in_a[i].second == in_b[i].second) continue;
      ++summary_.differences;
      if (sink_)
        sink_({.where = fmt::format("{}_name", in_a[i].first), .a = in_a[i].second, .b = in_b[i].second});
    }
  }

  void summarise() {
    for (const std::string_view table : top_tables()) {
      std::map<std::string_view, scene::Changes> by_kind;
      const MatchedTable& in_a = to_b_.top(table);
      for (std::size_t row = 0; row < in_a.rows.size(); ++row) {
        scene::Changes& changes = by_kind[in_a.rows[row].kind];
        if (in_a.partners[row] == MatchedTable::kNone)
          ++changes.removed;
        else
          ++(changed_.contains({std::string(table), std::uint32_t(row)}) ? changes.changed : changes.same);
      }
      const MatchedTable& in_b = to_a_.top(table);
      for (std::size_t row = 0; row < in_b.rows.size(); ++row)
        if (in_b.partners[row] == MatchedTable::kNone) ++by_kind[in_b.rows[row].kind].added;
      for (auto& [kind, changes] : by_kind) {
        changes.what = kind.empty() ? std::string(table) : fmt::format("{} ({})", table, kind);
        summary_.changes.push_back(std::move(changes));
      }
    }
  }

  const Document& a_;
  const Document& b_;
  const DiffOptions& options_;
  const DifferenceSink& sink_;
  RowTranslation to_a_;
  RowTranslation to_b_;
  FieldStore store_;
  FieldPlace place_;
  std::map<std::string, Gap> gaps_;  // by shape
  std::set<Record> changed_;
  std::set<std::tuple<bool, std::string, std::vector<std::uint32_t>>> told_rows_;
  bool b_has_companion_ = false;
  bool lines_ = false;  // the fields are lines of a text
  DiffSummary summary_;
  TriangleTurns turns_{[this](const TrianglePair& pair, bool is_turned) { tell_corner(pair, is_turned); }};
  const Column* last_column_ = nullptr;
  TrianglePart last_part_ = TrianglePart::none;
};

}  // namespace

Result<DiffSummary> diff_fields(const Document& a, const Document& b, const DiffOptions& options,
                                const DifferenceSink& sink) {
  return FieldComparison(a, b, options, sink).run();
}

}  // namespace mw
