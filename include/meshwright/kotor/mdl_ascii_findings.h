#pragma once

// Example:
//
//     #include <meshwright/kotor/mdl_ascii.h>
//     #include <meshwright/kotor/mdl_ascii_findings.h>
//
//     /// Whether a text has a word that is not known.
//     bool is_misspelt(const mw::kotor::mdl::source::Model& model) {
//       mw::Findings findings;
//       mw::kotor::mdl::ascii::validate(model, findings);
//       for (const mw::Finding& finding : findings.all())
//         if (finding.kind == &mw::kotor::mdl::ascii::finding::UNKNOWN_KEYWORD) return true;
//       return false;
//     }

#include <meshwright/core/finding.h>
#include <cstddef>
#include <cstdint>

/// Every kind of finding that ascii::validate() makes, by the code that is printed, without MDL_ASCII_.
namespace mw::kotor::mdl::ascii::finding {

#define MW_FINDING_PREFIX "MDL_ASCII_"
#define MW_FINDING_TABLE <meshwright/kotor/mdl_ascii_findings.def>
#include <meshwright/core/finding_table.inc>

}  // namespace mw::kotor::mdl::ascii::finding
