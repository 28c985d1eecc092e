#pragma once

// Example:
//
//     #include <meshwright/kotor/walkmesh.h>
//     #include <meshwright/kotor/walkmesh_findings.h>
//
//     bool has_one_sided_links(const mw::kotor::walkmesh::File& file) {
//       mw::Findings findings;
//       mw::kotor::walkmesh::validate(file, findings);
//       for (const mw::Finding& finding : findings.all())
//         if (finding.kind == &mw::kotor::walkmesh::finding::ADJACENCY_ONE_SIDED) return true;
//       return false;
//     }

#include <meshwright/core/finding.h>
#include <cstdint>

/// Every kind of finding that walkmesh::validate() makes, by the code that is printed, without WALKMESH_.
namespace mw::kotor::walkmesh::finding {

// NOLINTBEGIN(readability-identifier-naming): named as their codes are
enum class Row : std::uint8_t {
#define MW_FINDING(code, severity, message, meaning) code,
#include <meshwright/kotor/walkmesh_findings.def>
#undef MW_FINDING
};

inline constexpr FindingKind kKinds[] = {
#define MW_FINDING(code, severity, message, meaning) \
  {"WALKMESH_" #code, Severity::severity, message, meaning},
#include <meshwright/kotor/walkmesh_findings.def>
#undef MW_FINDING
};

#define MW_FINDING(code, severity, message, meaning) \
  inline constexpr const FindingKind& code = kKinds[std::size_t(Row::code)];
#include <meshwright/kotor/walkmesh_findings.def>
#undef MW_FINDING
// NOLINTEND(readability-identifier-naming)

}  // namespace mw::kotor::walkmesh::finding
