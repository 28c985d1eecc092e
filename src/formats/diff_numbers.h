#pragma once

#include <meshwright/core/trace.h>

namespace mw {

/// The largest difference between the numbers of two fields; infinite when they are no floats, or not as
/// many, or one is no number.
double largest_deviation(const TracedField& a, const TracedField& b);

}  // namespace mw
