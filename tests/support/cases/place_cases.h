#pragma once

#include <gtest/gtest.h>
#include <meshwright/core/detail/trace.h>
#include <meshwright/core/finding.h>

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "finding_cases.h"

/// Tests of what findings are called and where they are: their codes follow one grammar, and their places are
/// places of the dump.
namespace mw::test {

/// The fields that writing a subject tells of. `write(subject, trace)` is looked up beside its type.
class ToldPlaces {
 public:
  explicit ToldPlaces(const auto& subject) {
    const Trace trace = [this](const TracedField& field) {
      fields_.emplace(field.offset, Field{field.path, std::size_t(field.length())});
    };
    (void)write(subject, &trace);  // what cannot be written is told up to where it fails
  }

  /// Whether a field of that path, a part of it or a record that begins with it lies there.
  bool has(std::string_view where, std::uint64_t offset) const {
    return std::ranges::any_of(fields_, [&](const auto& row) {
      const auto& [begin, field] = row;
      const bool covers = begin <= offset && offset < begin + field.size;
      return covers &&
             (is_at_or_below(where, field.path) || (begin == offset && is_at_or_below(field.path, where)));
    });
  }

 private:
  struct Field {
    std::string path;
    std::size_t size;
  };

  /// "faces[3].vertex" is below "faces[3]" and "faces".
  static bool is_at_or_below(std::string_view path, std::string_view above) {
    if (!path.starts_with(above)) return false;
    return path.size() == above.size() || path[above.size()] == '.' || path[above.size()] == '[';
  }

  std::multimap<std::uint64_t, Field> fields_;
};

/// Every finding of every case that has an offset has one that the dump gives to the same path. Of a subject
/// that cannot be written, the plain one's dump may say so.
template <class Subject>
void expect_places_of_the_dump(const std::vector<FindingCase<Subject>>& cases, const Subject& plain) {
  const ToldPlaces in_plain(plain);
  std::size_t placed = 0;
  for (const FindingCase<Subject>& c : cases) {
    SCOPED_TRACE(c.code);
    const Subject subject = changed(plain, c.trigger);
    const ToldPlaces in_changed(subject);
    Findings findings;
    validate(subject, findings);
    for (const Finding& finding : findings.all()) {
      if (!finding.offset) continue;
      ++placed;
      EXPECT_TRUE(in_changed.has(finding.where, *finding.offset) ||
                  in_plain.has(finding.where, *finding.offset))
          << finding.kind->code << " " << describe(finding);
    }
  }
  EXPECT_GT(placed, cases.size() / 2);
}

/// PREFIX_SUBJECT_PROBLEM, with a problem that the formats agree on.
inline void expect_grammar(std::span<const FindingKind> kinds, std::string_view prefix) {
  constexpr std::string_view kProblems[] = {
      "_AMBIGUOUS",     "_DEGENERATE",   "_EMPTY",          "_GAP",           "_INVERTED",
      "_MISMATCH",      "_MISSING",      "_NOT_CLOSED",     "_NOT_CONVEX",    "_NOT_DDS",
      "_NOT_DECODABLE", "_NOT_FINITE",   "_NOT_MULTIPLE",   "_NOT_ONE",       "_NOT_ORTHONORMAL",
      "_NOT_POSITIVE",  "_NOT_SHARED",   "_NOT_TERMINATED", "_NOT_TRIANGLES", "_NOT_UNIT",
      "_NOT_WHOLE",     "_NOT_ZERO",     "_OUTSIDE_HULL",   "_OUTSIDE_MESH",  "_OUTSIDE_MODEL",
      "_OUTSIDE_REF",   "_OUT_OF_ORDER", "_OUT_OF_RANGE",   "_OVERLAP",       "_REPEATED",
      "_REVERSED",      "_SHIFTED",      "_TOO_FEW",        "_TOO_LARGE",     "_TOO_SMALL",
      "_UNKNOWN",       "_UNPAIRED",     "_UNUSED",         "_UNUSUAL",       "_ZERO_FILLED",
  };
  for (const FindingKind& kind : kinds) {
    ASSERT_TRUE(kind.code.starts_with(prefix)) << kind.code;
    const std::string_view rest = kind.code.substr(prefix.size());
    const bool names_a_problem = std::ranges::any_of(kProblems, [&](std::string_view problem) {
      return rest.ends_with(problem) && rest.size() > problem.size();
    });
    EXPECT_TRUE(names_a_problem || rest.ends_with("UNREFERENCED_BYTES")) << kind.code;
  }
}

}  // namespace mw::test
