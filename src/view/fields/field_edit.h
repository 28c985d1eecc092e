#pragma once

#include <meshwright/core/bytes.h>
#include <meshwright/core/detail/field.h>
#include <meshwright/core/error.h>
#include <string_view>

namespace mw::view {

/// The bytes of what somebody wrote into a field in place of what it says: numbers with blanks, commas or
/// brackets between them, a text with or without quotes, plain bytes in hexadecimal. `old` has as many bytes.
/// Fails for what the field cannot hold.
Result<Bytes> bytes_for(FieldType type, ByteSpan old, std::string_view value);

/// A line of a text with another value, both as their bytes are: its keyword and the blanks around the value
/// stay. Tabs may be in the value.
Result<Bytes> line_with(ByteSpan line, std::string_view old_value, std::string_view value);

}  // namespace mw::view
