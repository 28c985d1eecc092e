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

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace mw {

struct DiffOptions {
  bool scene = false;          // through the scene, though the formats are one
  bool ignore_layout = false;  // offsets, padding, order of blocks
  double tolerance = 0;        // floats that are no further apart are the same
};

enum class DifferenceKind : std::uint8_t {
  row,     // something with a name is in one document only
  value,   // a field, or a property of the scene
  layout,  // where or in which order things lie
};

/// One thing in which two documents differ.
struct Difference {
  std::string where;  // "nodes[window].mesh.vertices[3]"
  std::string a;      // the value; "missing" where there is none
  std::string b;
  DifferenceKind kind = DifferenceKind::value;
  std::string group = {};  // where, for all rows of the table together: "nodes[window].mesh.vertices[]"
  double deviation = 0;    // of two numbers, the largest of their components
  std::string words = {};  // of many values at once, what `a` and `b` say together; empty otherwise
  bool all = false;        // of these values, every one differs
};

/// How much differs.
struct DiffSummary {
  bool through_scene = false;
  std::uint64_t differences = 0;
  std::uint64_t layout = 0;  // so many of them are of the layout
  /// What has a name, by its kind: "nodes (mesh)", "animations". What differs only in layout is the same.
  std::vector<scene::Changes> changes = {};
};

using DifferenceSink = std::function<void(const Difference&)>;

/// Whether two documents are compared through the scene: because it was asked for, or because they are not of
/// one format that has fields.
bool is_through_scene(const Document& a, const Document& b, const DiffOptions& options);

/// Tells in what two documents differ. Fields are compared where things of the same name and kind have them,
/// wherever they lie; only one document's bytes are kept meanwhile.
Result<DiffSummary> diff(const Document& a, const Document& b, const DiffOptions& options,
                         const DifferenceSink& sink);

/// The same in a list.
Result<std::vector<Difference>> diff(const Document& a, const Document& b, const DiffOptions& options = {});

}  // namespace mw
