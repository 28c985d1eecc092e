#pragma once

// Example:
//
//     #include <meshwright/formats/diff.h>
//
//     bool are_identical(const mw::Document& a, const mw::Document& b) {
//       const auto differences = mw::diff(a, b);
//       return differences && differences->empty();
//     }

#include <meshwright/core/error.h>
#include <meshwright/formats/document.h>
#include <meshwright/scene/diff.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mw {

struct DiffOptions {
  bool scene = false;          // through the scene, though the formats are one
  bool ignore_layout = false;  // offsets, padding, order of blocks
  double tolerance = 0;        // floats that are no further apart are equal
};

enum class DifferenceKind : std::uint8_t {
  row,     // something with a name is in one document only
  value,   // a field, or a property of the scene
  layout,  // position or order
};

/// One thing in which two documents differ.
struct Difference {
  std::string where;  // "nodes[window].mesh.vertices[3]"
  std::string a;      // the value; "missing" without one
  std::string b;
  DifferenceKind kind = DifferenceKind::value;
  std::string group = {};  // where, for all rows of the table together: "nodes[window].mesh.vertices[]"
  double deviation = 0;    // of two numbers, the largest of their components
  std::string words = {};  // for many values at once, the common text of `a` and `b`; otherwise empty
  bool all = false;        // every one of these values differs
};

void fields(auto& io, const Difference& difference) {
  io.field("where", difference.where);
  io.field("a", difference.a);
  io.field("b", difference.b);
}

/// How much differs.
struct DiffSummary {
  bool through_scene = false;
  std::uint64_t differences = 0;
  std::uint64_t layout = 0;  // so many of them are of the layout
  /// What has a name, by its kind: "nodes (mesh)", "animations". What differs only in layout is the same.
  std::vector<scene::Changes> changes = {};
};

void fields(auto& io, const DiffSummary& summary) {
  io.field("through_scene", summary.through_scene);
  io.field("differences", summary.differences);
  io.field("layout", summary.layout);
  io.field("changes", summary.changes);
}

/// "2 differences", and the number added, removed and changed of each kind.
std::string to_text(const DiffSummary& summary);

using DifferenceSink = std::function<void(const Difference&)>;

/// Whether two documents are compared through the scene: on request, or because they are not of one format
/// with fields.
bool is_through_scene(const Document& a, const Document& b, const DiffOptions& options);

/// Reports the differences of two documents. Fields are compared between things of the same name and kind,
/// wherever they lie; only one document's bytes are kept meanwhile.
Result<DiffSummary> diff(const Document& a, const Document& b, const DiffOptions& options,
                         const DifferenceSink& sink);

/// All differences, after their summary. The first ones are kept; if there are more, the comparison runs
/// again, so they need no memory. Both documents have to live as long.
class DifferencesAfterSummary {
 public:
  DifferencesAfterSummary(const Document& a, const Document& b, const DiffOptions& options);

  const Result<DiffSummary>& summary() const { return summary_; }
  /// Only with a summary, which fails if a second comparison does.
  void each(const DifferenceSink& sink);

 private:
  const Document& a_;
  const Document& b_;
  DiffOptions options_;
  std::vector<Difference> first_;
  Result<DiffSummary> summary_;
};

/// The same in a list.
Result<std::vector<Difference>> diff(const Document& a, const Document& b, const DiffOptions& options = {});

/// Differences for people: rows of one table make one group, and only the first groups are kept.
class DifferenceGroups {
 public:
  struct Group {
    Difference first;
    std::uint64_t rows = 0;
    double deviation = 0;  // the largest
  };

  void add(const Difference& difference);
  /// Removed and added things first, then changed ones; the layout only if nothing else differs.
  std::vector<Group> first() const;

 private:
  std::array<std::vector<Group>, 3> groups_;  // by kind
  std::unordered_map<std::string, std::pair<std::size_t, std::size_t>> places_;
};

}  // namespace mw
