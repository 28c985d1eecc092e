#pragma once

#include <meshwright/formats/diff.h>

namespace mw {

/// Compares two documents of one format field by field.
Result<DiffSummary> diff_fields(const Document& a, const Document& b, const DiffOptions& options,
                                const DifferenceSink& sink);

}  // namespace mw
