#pragma once

// Example:
//
//     #include <meshwright/kotor/walkmesh_ascii.h>
//     #include <meshwright/kotor/walkmesh_ascii_findings.h>
//
//     /// Whether a text has a word that is not known.
//     bool is_misspelt(const mw::kotor::walkmesh::ascii::Text& text) {
//       namespace ascii = mw::kotor::walkmesh::ascii;
//       mw::Findings findings;
//       ascii::validate(text, findings);
//       for (const mw::Finding& finding : findings.all())
//         if (finding.kind == &ascii::finding::UNKNOWN_KEYWORD) return true;
//       return false;
//     }

#include <meshwright/core/finding.h>
#include <cstddef>
#include <cstdint>

/// Every kind of finding that ascii::validate() makes, by the code that is printed, without WALKMESH_ASCII_.
namespace mw::kotor::walkmesh::ascii::finding {

#define MW_FINDING_PREFIX "WALKMESH_ASCII_"
#define MW_FINDING_TABLE <meshwright/kotor/walkmesh_ascii_findings.def>
#include <meshwright/core/finding_table.inc>

}  // namespace mw::kotor::walkmesh::ascii::finding
