#pragma once

// Example:
//
//     #include <meshwright/wows/geometry.h>
//     #include <meshwright/wows/geometry_findings.h>
//     #include <algorithm>
//
//     bool draws_everything(const mw::wows::geometry::File& file) {
//       namespace geometry = mw::wows::geometry;
//       mw::Findings findings;
//       geometry::validate(file, findings);
//       return std::ranges::none_of(findings.all(), [](const mw::Finding& each) {
//         return each.kind->code == geometry::finding::INDEX_OUT_OF_RANGE.code;
//       });
//     }

#include <meshwright/core/finding.h>

/// What validate() may find, one constant per row of geometry_findings.def: finding::UNREFERENCED_BYTES has
/// the code "GEOMETRY_UNREFERENCED_BYTES". Findings are told apart by their codes.
namespace mw::wows::geometry::finding {

// NOLINTBEGIN(readability-identifier-naming): named as their codes are
#define MW_FINDING(code, severity, message, meaning) \
  inline constexpr FindingKind code = {"GEOMETRY_" #code, Severity::severity, message, meaning};
#include <meshwright/wows/geometry_findings.def>
#undef MW_FINDING
// NOLINTEND(readability-identifier-naming)

}  // namespace mw::wows::geometry::finding
