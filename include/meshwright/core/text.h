#pragma once

#include <meshwright/core/bytes.h>
#include <optional>
#include <string>
#include <string_view>

namespace mw {

/// Appends the shortest text that reads back as the same float: "0.1", "-0.0", "1e-07". NaN and infinities
/// are spelled "NaN", "Infinity", "-Infinity"; a NaN with another sign or payload keeps its bits:
/// "NaN(0xffc00001)".
void append_float(std::string& out, float value);
void append_float(std::string& out, double value);

/// Whether append_float gives a JSON number rather than a word.
bool is_json_number(float value);
bool is_json_number(double value);

/// The float that append_float spells with a word; nothing for any other text.
std::optional<float> parse_float_word(std::string_view word);

/// Correctly rounded; the text must be a JSON number.
float parse_float(std::string_view number);

/// The text with control characters, escape sequences and bytes that are not UTF-8 spelled out ("\x1b"), so
/// that a name out of a file cannot reach the terminal's controls.
std::string escape_text(std::string_view text);

/// With A to Z small; other letters stay.
std::string lower_case(std::string_view text);

/// Length of the valid UTF-8 sequence at the start of `text`; 0 if there is none.
std::size_t utf8_length(std::string_view text);

/// Whether all of the text is UTF-8.
bool is_utf8(std::string_view text);

/// "00ff10" and back; nothing when it is not an even number of hex digits.
std::string to_hex(ByteSpan bytes);
std::optional<Bytes> from_hex(std::string_view text);

}  // namespace mw
