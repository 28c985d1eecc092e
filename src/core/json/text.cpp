#include <meshwright/core/detail/read_count.h>
#include <meshwright/core/json_text.h>
#include <algorithm>

#include "syntax.h"

namespace mw {
namespace {

using Kind = JsonText::Kind;

std::uint32_t hex_of(std::string_view digits) {
  std::uint32_t value = 0;
  for (const char c : digits) value = value * 16 + std::uint32_t(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
  return value;
}

void append_utf8(std::string& out, std::uint32_t point) {
  const auto put = [&](std::uint32_t byte) { out += char(byte); };
  if (point < 0x80) return put(point);
  if (point < 0x800) {
    put(0xC0 | (point >> 6));
  } else {
    if (point < 0x10000) {
      put(0xE0 | (point >> 12));
    } else {
      put(0xF0 | (point >> 18));
      put(0x80 | ((point >> 12) & 0x3F));
    }
    put(0x80 | ((point >> 6) & 0x3F));
  }
  put(0x80 | (point & 0x3F));
}

/// Appends the character of the escape at the start of `raw`; returns its length. The parser has checked it.
std::size_t append_unescaped(std::string& out, std::string_view raw) {
  constexpr std::string_view kLetters = "bfnrt";
  constexpr std::string_view kControls = "\b\f\n\r\t";
  if (raw[1] != 'u') {
    const auto control = kLetters.find(raw[1]);
    out += control == kLetters.npos ? raw[1] : kControls[control];
    return 2;
  }
  const std::uint32_t unit = hex_of(raw.substr(2, 4));
  if (unit < 0xD800 || unit > 0xDFFF) {
    append_utf8(out, unit);
    return 6;
  }
  const std::uint32_t second = hex_of(raw.substr(8, 4));
  append_utf8(out, 0x10000 + ((unit - 0xD800) << 10) + (second - 0xDC00));
  return 12;
}

std::string unescaped(std::string_view raw) {
  std::string out;
  while (!raw.empty()) {
    const std::string_view plain = raw.substr(0, raw.find('\\'));
    out += plain;
    raw.remove_prefix(plain.size());
    if (!raw.empty()) raw.remove_prefix(append_unescaped(out, raw));
  }
  return out;
}

/// Up to the quote that closes a string.
std::string_view until_quote(std::string_view rest) {
  std::size_t quote = rest.find('"');
  for (std::size_t escape = rest.substr(0, quote).find('\\'); escape < quote;) {
    const std::size_t after = escape + 2;
    if (after > quote) quote = rest.find('"', after);
    escape = rest.substr(0, quote).find('\\', after);
  }
  return rest.substr(0, quote);
}

}  // namespace

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  return text.starts_with(kByteOrderMark) ? text.substr(kByteOrderMark.size()) : text;
}

Result<JsonText> JsonText::parse(std::string_view text) {
  count_read();
  auto tape = parse_json_syntax(text);
  if (!tape) return fail(tape.error());
  return JsonText(text, *std::move(tape));
}

std::size_t JsonText::count(std::uint32_t array) const {
  std::size_t items = 0;
  const std::uint32_t end = behind(array);
  for (std::uint32_t item = array + 1; item < end; item = behind(item)) ++items;
  return items;
}

std::string_view JsonText::raw_string(std::uint32_t entry) const {
  return until_quote(text_.substr(word(entry)));
}

std::string JsonText::string(std::uint32_t entry) const {
  return unescaped(raw_string(entry));
}

/// If the first character differs from the name's, it must be an escape, which is very rare: readers look for
/// many members that do not exist.
bool JsonText::is_escaped_string(std::string_view rest, std::string_view name) {
  const auto [differs, in_name] = std::ranges::mismatch(rest, name);
  if (differs == rest.end() || *differs != '\\') return false;
  return unescaped(until_quote(rest)) == name;
}

std::size_t JsonPlaces::offset(std::uint32_t entry) {
  const std::string_view text = json_->text();
  constexpr std::string_view kBetween = " \t\r\n,:]}";
  if (entry < entry_) *this = JsonPlaces(*json_);
  if (at_ == 0) at_ = text.find_first_of("{[");
  for (; entry_ < entry; ++entry_) {
    switch (json_->kind(entry_)) {
      case Kind::string:
        at_ = json_->word(entry_) + json_->raw_string(entry_).size() + 1;
        break;
      case Kind::array:
      case Kind::object:
        ++at_;
        break;
      default:
        at_ = text.find_first_of(kBetween, at_);
    }
    at_ = text.find_first_not_of(kBetween, at_);
  }
  return at_;
}

std::string_view JsonPlaces::number(std::uint32_t entry) {
  const bool known = json_->kind(entry) == Kind::number;
  const std::string_view rest = json_->text().substr(known ? json_->word(entry) : offset(entry));
  return rest.substr(0, rest.find_first_not_of("+-.0123456789eE"));
}

std::string_view JsonPlaces::kind(std::uint32_t entry) {
  switch (json_->kind(entry)) {
    case Kind::natural:
    case Kind::negative:
      return "an integer";
    case Kind::real:
    case Kind::number:
      return number(entry).find_first_of(".eE") == std::string_view::npos ? "an integer" : "a number";
    case Kind::string:
      return "a string";
    case Kind::truth:
      return "a truth value";
    case Kind::null:
      return "null";
    case Kind::array:
      return "an array";
    case Kind::object:
      break;
  }
  return "an object";
}

}  // namespace mw
