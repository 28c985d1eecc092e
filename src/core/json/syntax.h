#pragma once

#include <meshwright/core/json_text.h>

namespace mw {

/// Has the packaged parser go over the text, and lists what it finds.
Result<JsonText::Tape> parse_json_syntax(std::string_view text);

}  // namespace mw
