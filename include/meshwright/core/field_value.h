#pragma once

// Example:
//
//     #include <meshwright/core/field_value.h>
//     #include <cstdio>
//
//     void print(const mw::TracedField& field) {
//       std::printf("%s = %s\n", field.path.c_str(), mw::field_value_text(field).c_str());
//     }

#include <meshwright/core/json_value.h>
#include <meshwright/core/trace.h>
#include <string>

namespace mw {

/// The value of a traced field: a number, an array of numbers, or hex digits for plain bytes.
JsonValue field_value(const TracedField& field);

/// The same for people: "(1, 2, 3)", `"BWM V1.0"`; long bytes are truncated.
std::string field_value_text(const TracedField& field);

}  // namespace mw
