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

#include <vector>

namespace mw {

/// In what two documents differ: field by field when they are of one format that has fields, through the
/// scene otherwise.
Result<std::vector<scene::Difference>> diff(const Document& a, const Document& b);

}  // namespace mw
