#pragma once

#include <meshwright/core/bytes.h>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mw {

/// What separates the words of a line.
constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

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

/// Correctly rounded; the text must be a JSON number. One too large for a float is infinite, one too small 0.
float parse_float(std::string_view number);

/// A float in any spelling that tools have for it: "5", ".5", "5.", "+1.0", "4.2e-007"; "nan", "-nan(ind)",
/// "-inf", "Infinity" in any case; "1.#QNAN", "-1.#IND00", "1.#INF" of older C libraries; the words of
/// append_float. Rounded as parse_float does; nothing for any other text.
std::optional<float> parse_any_float(std::string_view word);

/// A whole number, "12", "-3" or "+7"; nothing for any other text, or for one out of range.
std::optional<std::int64_t> parse_integer(std::string_view word);

/// The text with control characters, escape sequences and bytes that are not UTF-8 escaped ("\x1b"), so that
/// a name from a file cannot control the terminal.
std::string escape_text(std::string_view text);

/// A word for messages: escaped, in quotes, and truncated if it is long.
std::string quote_word(std::string_view word);

/// "a gltf", "an obj".
std::string with_article(std::string_view noun);

/// Whether bytes are text: UTF-8 without control characters except tabs and line ends. Returns the offset of
/// the first other byte, or nothing.
std::optional<std::size_t> first_byte_of_no_text(ByteSpan bytes);

/// With A to Z small; other letters stay.
std::string lower_case(std::string_view text);

/// Whether two texts are equal except for the case of A to Z.
bool same_in_any_case(std::string_view a, std::string_view b);

/// Length of the valid UTF-8 sequence at the start of `text`; 0 if it does not start with one.
std::size_t utf8_length(std::string_view text);

/// Whether all of the text is UTF-8.
bool is_utf8(std::string_view text);

/// "00ff10" and back; nothing if it is not an even number of hex digits.
std::string to_hex(ByteSpan bytes);
std::optional<Bytes> from_hex(std::string_view text);

}  // namespace mw
