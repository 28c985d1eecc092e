#pragma once

#include <gtest/gtest.h>
#include <meshwright/core/error.h>
#include <meshwright/core/finding.h>

#include <algorithm>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "support/names.h"

/// Tests of validators: what each code takes to appear, and what is not quite enough. A subject is what is
/// validated; `validate(subject, findings)` and `to_json(subject)` are looked up beside its type.
namespace mw::test {

template <class Subject>
using Change = std::function<void(Subject&)>;

/// A change that triggers a code, with the finding it must make, and a change that only just does not.
template <class Subject>
struct FindingCase {
  std::string_view code;
  Change<Subject> trigger;
  std::string finding;  // the first one of that code
  Change<Subject> near_miss;
};

/// "faces[3].vertex[1] 0x00000500: index 92 >= vertex count 92"
inline std::string describe(const Finding& finding) {
  const std::string offset = finding.offset ? " " + offset_text(*finding.offset) : "";
  return finding.where + offset + ": " + finding.message;
}

template <class Subject>
std::vector<std::string> findings_of(const Subject& subject, std::string_view code) {
  Findings findings;
  validate(subject, findings);
  std::vector<std::string> found;
  for (const Finding& finding : findings.all())
    if (finding.kind->code == code) found.push_back(describe(finding));
  return found;
}

/// The codes of all findings, in their order.
template <class Subject>
std::vector<std::string_view> codes_of(const Subject& subject) {
  Findings findings;
  validate(subject, findings);
  std::vector<std::string_view> codes;
  for (const Finding& finding : findings.all()) codes.push_back(finding.kind->code);
  return codes;
}

template <class Subject>
Subject changed(Subject subject, const Change<Subject>& change) {
  change(subject);
  return subject;
}

/// Tries every case on a subject that has no such finding.
template <class Subject>
void expect_findings(const std::vector<FindingCase<Subject>>& cases, const Subject& plain) {
  const std::vector<std::string> none;
  const std::string plain_text = to_json(plain);
  for (const FindingCase<Subject>& c : cases) {
    SCOPED_TRACE(c.code);
    EXPECT_EQ(findings_of(plain, c.code), none);
    const auto found = findings_of(changed(plain, c.trigger), c.code);
    EXPECT_EQ(found.empty() ? "nothing" : found.front(), c.finding);
    ASSERT_TRUE(c.near_miss) << "a case without a near miss";
    const Subject near = changed(plain, c.near_miss);
    EXPECT_FALSE(to_json(near) == plain_text) << "the near miss changes nothing";
    EXPECT_EQ(findings_of(near, c.code), none) << "on the near miss";
  }
}

/// Whether a place among the bytes of a field is called after it: the field, an element of it, or the record
/// or table that begins with it.
inline bool names_place(const std::string& path, const Told& told, const std::string& where,
                        std::uint64_t offset) {
  if (where.starts_with(path + "[")) return true;  // an element of it
  return offset == told.offset &&
         (path == where || path.starts_with(where + ".") || path.starts_with(where + "["));
}

/// Fields by where they begin: one may be part of another, and those of two files are among each other.
class PlacesByOffset {
 public:
  explicit PlacesByOffset(const std::vector<Told>& told) {
    for (const Told& field : told) fields_.push_back(&field);
    std::ranges::sort(fields_, {}, &Told::offset);
    std::uint64_t end = 0;
    for (const Told* field : fields_)
      ends_.push_back(end = std::max(end, field->offset + field->value.size()));
  }

  /// Whether one of the fields that hold this byte fits.
  bool any_at(std::uint64_t offset, const auto& fits) const {
    auto row = std::size_t(std::ranges::upper_bound(fields_, offset, {}, &Told::offset) - fields_.begin());
    for (; row-- > 0 && ends_[row] > offset;)
      if (fields_[row]->offset + fields_[row]->value.size() > offset && fits(*fields_[row])) return true;
    return false;
  }

 private:
  std::vector<const Told*> fields_;
  std::vector<std::uint64_t> ends_;  // the farthest of all up to each
};

/// Every finding that has an offset is where the dump says that path is. Places in the companion have the
/// prefix, and others must not.
inline void expect_places_told(const Findings& findings, Account& account,
                               std::string_view companion_prefix = "companion.") {
  const PlacesByOffset places(account.sorted());
  for (const Finding& finding : findings.all()) {
    if (!finding.offset) continue;
    const bool found = places.any_at(*finding.offset, [&](const Told& field) {
      const std::string path =
          (field.in_companion ? std::string(companion_prefix) : "") + std::string(field.path);
      return names_place(path, field, finding.where, *finding.offset);
    });
    EXPECT_TRUE(found) << finding.kind->code << " " << describe(finding);
  }
}

/// Lists by subject as one list.
template <class Case>
std::vector<Case> joined(std::initializer_list<std::vector<Case>> lists) {
  std::vector<Case> all;
  for (const std::vector<Case>& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

/// Every kind of finding has a case in one of the lists, and every case is of one of the kinds.
inline void expect_all_tested(std::span<const FindingKind> kinds, const auto&... lists) {
  std::set<std::string_view> tested;
  const auto note = [&](const auto& cases) {
    for (const auto& c : cases) tested.insert(c.code);
  };
  (note(lists), ...);
  for (const FindingKind& kind : kinds) EXPECT_TRUE(tested.contains(kind.code)) << kind.code;
  EXPECT_EQ(tested.size(), kinds.size());
}

}  // namespace mw::test
