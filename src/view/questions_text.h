#pragma once

#include <meshwright/core/bytes.h>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mw::view {

/// Where each line of a text begins; nothing for bytes that are no text.
std::vector<std::uint64_t> lines_of(ByteSpan bytes);

/// The value in a line: without blanks around it, nor the keyword that its field is called by.
std::string_view value_in_line(ByteSpan line, std::string_view path);
/// That value as people see it: tabs stay, other bytes that nobody can see are spelled out ("\xe9").
std::string shown_value(std::string_view value);
/// What somebody made of a value that was shown: the bytes that are spelled out in it become bytes again.
std::string value_meant_by(std::string_view edited, std::string_view value);

}  // namespace mw::view
