#pragma once

#include <meshwright/core/detail/trace.h>
#include <meshwright/core/json_value.h>
#include <string>

namespace mw {

/// The value of a traced field: a number, an array of numbers, or hex digits for plain bytes.
JsonValue field_value(const TracedField& field);

/// The same for people: "(1, 2, 3)", `"BWM V1.0"`; long bytes are truncated.
std::string field_value_text(const TracedField& field);

}  // namespace mw
