#pragma once

#include <meshwright/core/json_text.h>

namespace mw {

/// Runs the packaged parser over the text, and lists its values.
Result<JsonText::Tape> parse_json_syntax(std::string_view text);

}  // namespace mw
