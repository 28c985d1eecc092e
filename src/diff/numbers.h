#pragma once

#include <meshwright/core/detail/trace.h>

#include <string_view>

namespace mw {

/// The largest difference between the numbers of two fields; infinite if they are not floats, differ in
/// number, or contain a NaN.
double largest_deviation(const TracedField& a, const TracedField& b);

/// A line of a text without its end and the blanks around it.
std::string_view trimmed_line(ByteSpan line);
/// The largest difference between the numbers of two such lines; infinite if the number of words differs, or
/// a word that is not a number. Blanks, the case of the first word and the spelling of numbers do not count.
double line_deviation(ByteSpan a, ByteSpan b);

}  // namespace mw
