#include <fast_float/fast_float.h>
#include <fmt/compile.h>
#include <fmt/format.h>
#include <meshwright/core/detail/text.h>
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

namespace mw {
namespace {

constexpr std::uint32_t kPlainNan = 0x7fc00000;
constexpr std::string_view kNan = "NaN";
constexpr std::string_view kInfinity = "Infinity";
constexpr std::string_view kMinusInfinity = "-Infinity";

constexpr std::size_t kLongestWord = 60;  // bytes of a word in a message

template <class T>
void append_finite(std::string& out, T value) {
  // "-0" would read back as the integer 0 and lose its sign.
  if (value == 0 && std::signbit(value))
    out += "-0.0";
  else
    fmt::format_to(std::back_inserter(out), FMT_COMPILE("{}"), value);
}

bool continues(std::string_view text, std::size_t index) {
  return index < text.size() && (static_cast<unsigned char>(text[index]) & 0xC0) == 0x80;
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? char(c + 32) : c;
}

/// The number after a plus, which the parsers do not accept.
std::string_view without_plus(std::string_view word) {
  const bool plus = word.size() > 1 && word[0] == '+' && word[1] != '+' && word[1] != '-';
  return plus ? word.substr(1) : word;
}

/// "1.#QNAN", "-1.#IND00", "1.#INF": older C libraries of Microsoft print these, padded with zeros to the
/// requested precision.
std::optional<float> parse_hash_word(std::string_view word) {
  const bool negative = word.starts_with('-');
  if (negative) word.remove_prefix(1);
  if (!word.starts_with("1.#")) return std::nullopt;
  word = word.substr(3, word.find_last_not_of('0') - 2);
  const auto is = [&](std::string_view name) { return same_in_any_case(word, name); };
  const float sign = negative ? -1.0F : 1.0F;
  if (is("INF")) return sign * std::numeric_limits<float>::infinity();
  if (is("QNAN") || is("SNAN") || is("IND"))
    return std::copysign(std::numeric_limits<float>::quiet_NaN(), sign);
  return std::nullopt;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

bool is_json_number(float value) {
  return std::isfinite(value);
}
bool is_json_number(double value) {
  return std::isfinite(value);
}

void append_float(std::string& out, float value) {
  if (std::isfinite(value)) return append_finite(out, value);
  if (std::isinf(value)) {
    out += value > 0 ? kInfinity : kMinusInfinity;
    return;
  }
  const auto bits = std::bit_cast<std::uint32_t>(value);
  out += kNan;
  if (bits != kPlainNan) fmt::format_to(std::back_inserter(out), "(0x{:08x})", bits);
}

void append_float(std::string& out, double value) {
  if (std::isfinite(value)) return append_finite(out, value);
  append_float(out, float(value));
}

std::optional<float> parse_float_word(std::string_view word) {
  if (word == kNan) return std::bit_cast<float>(kPlainNan);
  if (word == kInfinity) return std::numeric_limits<float>::infinity();
  if (word == kMinusInfinity) return -std::numeric_limits<float>::infinity();
  if (!word.starts_with("NaN(0x") || !word.ends_with(")")) return std::nullopt;
  const std::string_view digits = word.substr(6, word.size() - 7);
  std::uint32_t bits = 0;
  const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), bits, 16);
  if (status != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  const auto value = std::bit_cast<float>(bits);
  return std::isnan(value) ? std::optional(value) : std::nullopt;
}

float parse_float(std::string_view number) {
  float value = 0;
  fast_float::from_chars(number.data(), number.data() + number.size(), value);
  return value;
}

std::optional<float> parse_any_float(std::string_view word) {
  word = without_plus(word);
  float value = 0;
  const auto [end, status] = fast_float::from_chars(word.data(), word.data() + word.size(), value);
  if (status != std::errc() || end != word.data() + word.size()) return parse_hash_word(word);
  // "NaN(0xffc00001)" is a NaN to everybody, but its bits are known only here.
  if (std::isnan(value)) return parse_float_word(word).value_or(value);
  return value;
}

std::optional<std::int64_t> parse_integer(std::string_view word) {
  word = without_plus(word);
  std::int64_t value = 0;
  const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (status != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

std::string with_article(std::string_view noun) {
  const bool vowel = !noun.empty() && std::string_view("aeiou").find(noun[0]) != std::string_view::npos;
  return (vowel ? "an " : "a ") + std::string(noun);
}

std::optional<std::size_t> first_byte_of_no_text(ByteSpan bytes) {
  const std::string_view text = text_of(bytes);
  for (std::size_t at = 0; at < text.size();) {
    const auto first = static_cast<unsigned char>(text[at]);
    const bool control = (first < 0x20 && first != '\t' && first != '\n' && first != '\r') || first == 0x7F;
    const std::size_t length = utf8_length(text.substr(at, 4));
    if (control || length == 0) return at;
    at += length;
  }
  return std::nullopt;
}

std::string lower_case(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), lower);
  return out;
}

bool same_in_any_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

std::size_t utf8_length(std::string_view text) {
  if (text.empty()) return 0;
  const auto lead = static_cast<unsigned char>(text[0]);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return continues(text, 1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    if (!continues(text, 1) || !continues(text, 2)) return 0;
    const auto second = static_cast<unsigned char>(text[1]);
    const bool overlong = lead == 0xE0 && second < 0xA0;
    const bool surrogate = lead == 0xED && second >= 0xA0;
    return overlong || surrogate ? 0 : 3;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    if (!continues(text, 1) || !continues(text, 2) || !continues(text, 3)) return 0;
    const auto second = static_cast<unsigned char>(text[1]);
    const bool overlong = lead == 0xF0 && second < 0x90;
    const bool beyond = lead == 0xF4 && second >= 0x90;
    return overlong || beyond ? 0 : 4;
  }
  return 0;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string escape_text(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const auto first = static_cast<unsigned char>(text[0]);
    // U+0080..U+009F are control characters too; in UTF-8 they are C2 80..C2 9F.
    const bool control = first < 0x20 || first == 0x7F ||
                         (length == 2 && first == 0xC2 && static_cast<unsigned char>(text[1]) < 0xA0);
    if (length == 0 || control) {
      fmt::format_to(std::back_inserter(out), "\\x{:02x}", first);
      text.remove_prefix(1);
      continue;
    }
    out += text.substr(0, length);
    text.remove_prefix(length);
  }
  return out;
}

std::string quote_word(std::string_view word) {
  std::size_t shown = std::min(word.size(), kLongestWord);
  while (shown > 0 && continues(word, shown)) --shown;  // not in the middle of a letter
  if (word.size() - shown <= 3) shown = word.size();
  return fmt::format("\"{}{}\"", escape_text(word.substr(0, shown)), shown < word.size() ? "..." : "");
}

std::string to_hex(ByteSpan bytes) {
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const std::byte byte : bytes) {
    text += "0123456789abcdef"[std::to_integer<unsigned>(byte) >> 4];
    text += "0123456789abcdef"[std::to_integer<unsigned>(byte) & 15];
  }
  return text;
}

std::optional<Bytes> from_hex(std::string_view text) {
  if (text.size() % 2 != 0 || std::ranges::any_of(text, [](char c) { return hex_digit(c) < 0; }))
    return std::nullopt;
  Bytes bytes(text.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = std::byte(hex_digit(text[2 * i]) * 16 + hex_digit(text[2 * i + 1]));
  return bytes;
}

}  // namespace mw
