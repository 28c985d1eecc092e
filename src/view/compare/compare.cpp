// In what two files differ: found once, and leafed through.
#include <meshwright/core/detail/text.h>
#include <meshwright/formats/diff.h>

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "comparison.h"
#include "questions.h"

namespace mw::view {
namespace {

bool has_text(std::string_view text, std::string_view lower) {
  const auto same = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? char(a + ('a' - 'A')) : a) == b; };
  return std::ranges::search(text, lower, same).begin() != text.end() || lower.empty();
}

answer::Difference difference_of(const DifferenceList::Row& row, PathsOfBoth& paths) {
  const auto a = paths.find(row, 0);
  const auto b = paths.find(row, 1);
  return {.where = row.where,
          .a = row.a,
          .b = row.b,
          .words = row.words,
          .all = row.all,
          .layout = row.layout,
          .layer = a   ? a->layer
                   : b ? b->layer
                       : 0,
          .path_a = a ? std::optional(a->path) : std::nullopt,
          .path_b = b ? std::optional(b->path) : std::nullopt};
}

double tolerance_in(const JsonValue& words) {
  const JsonValue* word = words.find("tolerance");
  double tolerance = 0;
  if (word != nullptr) {
    if (const auto* real = word->get_if<JsonReal>()) tolerance = real->wide;
    if (const auto* number = word->get_if<std::uint64_t>()) tolerance = double(*number);
  }
  return std::isfinite(tolerance) && tolerance > 0 ? tolerance : 0;
}

}  // namespace

void DifferenceList::add(const Difference& difference) {
  Place place{
      .begin = texts_.size(), .all = difference.all, .layout = difference.kind == DifferenceKind::layout};
  int i = 0;
  for (const std::string& text : {std::cref(difference.where), std::cref(difference.a),
                                  std::cref(difference.b), std::cref(difference.words)}) {
    texts_ += text;
    place.ends[i++] = std::uint32_t(texts_.size() - place.begin);
  }
  places_.push_back(place);
}

DifferenceList::Row DifferenceList::operator[](std::size_t row) const {
  const Place& place = places_[row];
  const auto text = [&](int i) {
    const std::uint32_t begin = i == 0 ? 0 : place.ends[i - 1];
    return std::string_view(texts_).substr(place.begin + begin, place.ends[i] - begin);
  };
  return {text(0), text(1), text(2), text(3), place.all, place.layout};
}

std::vector<std::uint32_t> DifferenceList::with(std::string_view text, bool layout) const {
  const std::string lower = lower_case(text);
  std::vector<std::uint32_t> rows;
  for (const bool of_layout : {false, true}) {
    if (of_layout && !layout) break;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (places_[i].layout != of_layout) continue;
      const Row row = (*this)[i];
      if (has_text(row.where, lower) || has_text(row.a, lower) || has_text(row.b, lower) ||
          has_text(row.words, lower))
        rows.push_back(std::uint32_t(i));
    }
  }
  return rows;
}

std::string part_of(std::string_view where) {
  const auto open = where.find('[');
  const auto close = where.find(']', open);
  if (open == std::string_view::npos || close == std::string_view::npos) {
    const auto dot = where.find('.');
    return std::string(dot == std::string_view::npos ? "file" : where.substr(0, dot));
  }
  const std::string_view row = where.substr(open + 1, close - open - 1);
  const bool is_number = !row.empty() && row.find_first_not_of("0123456789.") == std::string_view::npos;
  return is_number ? std::string(where.substr(0, open)) : fmt::format("{} · {}", where.substr(0, open), row);
}

std::optional<LayerPath> PathsOfBoth::find(const DifferenceList::Row& row, int side) {
  const std::string_view value = side == 0 ? row.a : row.b;
  return has_paths_ && value != scene::kMissing ? paths_[side].find(row.where) : std::nullopt;
}

namespace {

using RowSet = std::unordered_set<std::uint32_t>;

/// "vertices[3..7].x" is of five rows, of which a path has the first. A name in it may look like that too: no
/// table has more rows than the file has bytes.
std::uint32_t rows_of_stretch(std::string_view where, std::string_view path, std::uint64_t most) {
  const auto dots = where.rfind("..");
  const auto open = dots == std::string_view::npos ? dots : where.rfind('[', dots);
  if (open == std::string_view::npos) return 1;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  const char* end = where.data() + where.size();
  if (std::from_chars(where.data() + open + 1, end, first).ptr != where.data() + dots) return 1;
  if (std::from_chars(where.data() + dots + 2, end, last).ec != std::errc() || last < first) return 1;
  if (path.find(fmt::format("[{}]", first)) == std::string_view::npos) return 1;
  return std::uint64_t(last) - first < most ? last - first + 1 : 1;
}

/// The rows that differ, of every table that has something to do with triangles.
class DifferingRows {
 public:
  explicit DifferingRows(const TriangleTables& rows) {
    for (const std::size_t layer : {0, 1})
      for (const std::string& name : rows.names(layer)) sets_[layer].try_emplace(name);
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
  void add_what_is_meant(const TriangleTables& rows) {
    for (const scene::TableAbout& about : rows.about)
      for (const std::uint32_t row : of(0, about.table))
        if (row < about.rows.size() && about.rows[row] != scene::TableAbout::kNothing)
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

bool has_corner(const DifferingRows& rows, const scene::CornerRows& vertices, std::size_t triangle) {
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
    for (const scene::CornerRows& vertices : table.vertices)
      differs = differs || has_corner(rows, vertices, i);
    if (differs) found.push_back(std::uint32_t(i));
  }
  return found;
}

}  // namespace

/// All at once, in time that grows with the file only.
Marks marks_of(const DifferenceList& list, PathsOfBoth& paths, OpenedFile::State& file, int side) {
  const TriangleTables& triangles = file.triangles();
  DifferingRows rows(triangles);
  std::set<std::string> names;
  std::set<std::string> records;  // of which the name was asked for
  for (std::size_t i = 0; i < list.size(); ++i) {
    const DifferenceList::Row row = list[i];
    if (row.layout) continue;
    const auto path = paths.find(row, side);
    if (!path) continue;
    const std::uint64_t most = file.layers()[path->layer].blob.bytes().size();
    if (rows.add(*path, rows_of_stretch(row.where, path->path, most))) continue;
    std::string record = path->path.substr(0, path->path.find(']'));
    if (records.insert(record).second)
      if (std::string name = name_of_record(file, path->path); !name.empty()) names.insert(std::move(name));
  }
  rows.add_what_is_meant(triangles);
  Marks marks;
  marks.names.assign(names.begin(), names.end());
  for (const TriangleTable& table : triangles.tables)
    marks.triangles.push_back(differing_triangles(table, rows));
  return marks;
}

/// The two files, and what was found.
struct Comparison::State {
  State(OpenedFile::State& file_a, OpenedFile::State& file_b, bool is_scene)
      : a(file_a), b(file_b), paths(*file_a.document, *file_b.document, is_scene) {}

  OpenedFile::State& a;
  OpenedFile::State& b;
  DifferenceList list = {};
  DiffSummary summary = {};
  PathsOfBoth paths;
  std::pair<std::string, bool> filter = {};  // of `rows`
  std::vector<std::uint32_t> rows = {};
  std::vector<std::pair<std::string, std::vector<std::uint32_t>>> parts = {};  // these by what they are in
  bool is_filtered = false;

  /// Rows and parts with a text, with or without those of the layout.
  void set_filter(const std::string& text, bool layout) {
    if (is_filtered && filter == std::pair(text, layout)) return;
    is_filtered = true;
    filter = {text, layout};
    rows = list.with(text, layout);
    parts.clear();
    std::unordered_map<std::string, std::size_t> known;
    for (const std::uint32_t row : rows) {
      std::string part = part_of(list[row].where);
      const auto [entry, is_new] = known.try_emplace(part, parts.size());
      if (is_new) parts.emplace_back(std::move(part), std::vector<std::uint32_t>());
      parts[entry->second].second.push_back(row);
    }
  }

  answer::DifferenceTotals totals() const {
    return {.through_scene = summary.through_scene, .total = summary.differences, .layout = summary.layout};
  }

  /// Some of a list of rows.
  answer::Differences page(const std::vector<std::uint32_t>& of, const JsonValue& words) {
    const std::size_t from = std::min<std::size_t>(natural_in(words, "from"), of.size());
    const std::size_t to = from + std::min<std::size_t>(natural_in(words, "most", 1000), of.size() - from);
    answer::Differences answer{.matching = of.size(), .totals = totals()};
    for (std::size_t i = from; i < to; ++i) answer.differences.push_back(difference_of(list[of[i]], paths));
    return answer;
  }
};

Comparison::Comparison(const OpenedFile& a, const OpenedFile& b, const JsonValue& words) {
  const auto in_a = a.state_->opened();
  const auto in_b = b.state_->opened();
  if (!in_a || !in_b) {
    error_ = in_a ? in_b.error() : in_a.error();
    return;
  }
  const DiffOptions options{.tolerance = tolerance_in(words)};
  state_ = std::make_unique<State>(*a.state_, *b.state_, is_through_scene(**in_a, **in_b, options));
  auto summary = diff(**in_a, **in_b, options, [&](const Difference& each) { state_->list.add(each); });
  if (summary) {
    state_->summary = *std::move(summary);
  } else {
    error_ = std::move(summary.error());
    state_.reset();
  }
}

Comparison::~Comparison() = default;

/// {"from": 0, "most": 200, "text": "head", "layout": true, "part": "nodes · head_g"} -> so many of them.
Result<Answered<answer::Differences>> ask_differences(Comparison::State& state, const JsonValue& words) {
  state.set_filter(text_in(words, "text"), is_true(words, "layout"));
  const std::string part = text_in(words, "part");
  if (part.empty()) return state.page(state.rows, words);
  for (const auto& [name, rows] : state.parts)
    if (name == part) return state.page(rows, words);
  return state.page({}, words);
}

/// {"from": 0, "most": 100, "text": "head", "layout": true} -> what they are in, and how many in each.
Result<Answered<answer::DifferingParts>> ask_parts(Comparison::State& state, const JsonValue& words) {
  state.set_filter(text_in(words, "text"), is_true(words, "layout"));
  const auto& all = state.parts;
  const std::size_t from = std::min<std::size_t>(natural_in(words, "from"), all.size());
  const std::size_t to = from + std::min<std::size_t>(natural_in(words, "most", 1000), all.size() - from);
  answer::DifferingParts answer{
      .part_total = all.size(), .matching = state.rows.size(), .totals = state.totals()};
  for (std::size_t i = from; i < to; ++i)
    answer.parts.push_back({all[i].first, all[i].second.size(), state.list[all[i].second.front()].where});
  for (std::size_t i = 0; i < state.list.size() && !answer.any_all; ++i) answer.any_all = state.list[i].all;
  return answer;
}

/// {"side": 1} -> all triangles of the left (0) or right (1) file that differ: for each mesh how many, and
/// their numbers as 32 bits each in one row of bytes; and the names of the meshes and nodes of what has none.
Result<Answered<answer::Marks>> ask_marks(Comparison::State& state, const JsonValue& words) {
  const int side = natural_in(words, "side") == 0 ? 0 : 1;
  OpenedFile::State& file = side == 0 ? state.a : state.b;
  Marks marks = marks_of(state.list, state.paths, file, side);
  answer::Marks answer{.names = std::move(marks.names)};
  Bytes bytes;
  for (std::size_t i = 0; i < marks.triangles.size(); ++i) {
    if (marks.triangles[i].empty()) continue;
    const TriangleTable& table = file.triangles().tables[i];
    answer.meshes.push_back({table.mesh, table.occurrence, table.primitive, marks.triangles[i].size()});
    const auto numbers = std::as_bytes(std::span(marks.triangles[i]));
    bytes.insert(bytes.end(), numbers.begin(), numbers.end());
  }
  return Answered(std::move(answer), std::move(bytes));
}

Result<Reply> Comparison::ask(std::string_view question, const JsonValue& words) {
  if (!state_) return fail(error_);
  if (auto reply = ask_by_name(kComparisonQuestions, question, *state_, words)) return *std::move(reply);
  return fail({.message = fmt::format("there is no question \"{}\" to a comparison", question)});
}

}  // namespace mw::view
