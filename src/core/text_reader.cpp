#include <fmt/format.h>
#include <meshwright/core/detail/read_count.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/detail/text_reader.h>
#include <algorithm>
#include <functional>

namespace mw {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::int64_t kMostLines = std::numeric_limits<std::uint32_t>::max();

bool is_break(char c) {
  return c == '\n' || c == '\r';
}

}  // namespace

TextReader::TextReader(std::string_view text, TextRules rules) : text_(text), rules_(rules) {
  count_read();
  if (text.starts_with(kByteOrderMark)) cursor_.at = cursor_.line_start = kByteOrderMark.size();
}

/// The end of the text ends its last line.
bool TextReader::breaks_line(std::size_t at) const {
  return at >= text_.size() || is_break(text_[at]);
}

bool TextReader::continues_line(std::size_t at) const {
  return rules_.continued && text_[at] == '\\' && at + 1 < text_.size() && is_break(text_[at + 1]);
}

/// Called only where a word may begin.
bool TextReader::begins_comment(std::size_t at) const {
  return rules_.comments == TextRules::Comments::anywhere && text_[at] == '#';
}

bool TextReader::ends_word(std::size_t at) const {
  return breaks_line(at) || is_blank(text_[at]) || continues_line(at);
}

void TextReader::skip_blanks() {
  while (cursor_.at < text_.size()) {
    if (is_blank(text_[cursor_.at])) {
      ++cursor_.at;
    } else if (continues_line(cursor_.at)) {
      ++cursor_.at;
      pass_break();
    } else {
      return;
    }
  }
}

/// A text without LF is not searched again for each of its lines.
void TextReader::skip_to_break() {
  if (cursor_.at >= text_.size()) return;
  if (next_feed_ < cursor_.at || cursor_.at == 0)
    next_feed_ = std::min(text_.find('\n', cursor_.at), text_.size());
  const std::size_t left = next_feed_ - cursor_.at;
  cursor_.at += std::min(text_.substr(cursor_.at, left).find('\r'), left);
}

void TextReader::pass_break() {
  if (cursor_.at >= text_.size()) return;
  cursor_.at += text_.substr(cursor_.at).starts_with("\r\n") ? 2 : 1;
  cursor_.line_start = cursor_.at;
  ++cursor_.line;
}

/// A comment is not continued, so that one with a path at its end does not hide the next line.
void TextReader::leave_line() {
  while (!at_line_end()) {
    while (!ends_word(cursor_.at)) ++cursor_.at;
  }
  skip_to_break();
  pass_break();
}

bool TextReader::next_line() {
  if (error_) return false;
  if (in_line_) leave_line();
  in_line_ = false;
  while (cursor_.at < text_.size()) {
    skip_blanks();
    const bool comment =
        rules_.comments != TextRules::Comments::none && text_.substr(cursor_.at).starts_with('#');
    if (!comment && !breaks_line(cursor_.at)) return in_line_ = true;
    skip_to_break();
    pass_break();
  }
  return false;
}

bool TextReader::require_line(std::string_view field) {
  if (next_line()) return true;
  fail(position(), field, "the text ends here");
  return false;
}

std::string_view TextReader::whole_line() {
  if (error_) return {};
  const std::size_t start = cursor_.at;
  skip_to_break();
  const std::string_view line = text_.substr(start, cursor_.at - start);
  pass_break();
  in_line_ = false;
  return line;
}

bool TextReader::at_line_end() {
  if (error_) return true;
  in_line_ = true;
  skip_blanks();
  return breaks_line(cursor_.at) || begins_comment(cursor_.at);
}

std::string_view TextReader::word() {
  if (at_line_end()) return text_.substr(cursor_.at, 0);
  if (rules_.quotes && text_[cursor_.at] == '"') return quoted_word();
  const std::size_t start = cursor_.at;
  while (!ends_word(cursor_.at)) ++cursor_.at;
  return text_.substr(start, cursor_.at - start);
}

/// A quote that is not closed ends with its line.
std::string_view TextReader::quoted_word() {
  const std::size_t start = ++cursor_.at;
  while (!breaks_line(cursor_.at) && text_[cursor_.at] != '"') ++cursor_.at;
  const std::string_view word = text_.substr(start, cursor_.at - start);
  if (!breaks_line(cursor_.at)) ++cursor_.at;
  return word;
}

std::string_view TextReader::word(std::string_view field) {
  return required(field, "a word");
}

std::string_view TextReader::required(std::string_view field, std::string_view what) {
  if (at_line_end()) fail(position(), field, fmt::format("{} is missing", what));
  return word();
}

std::string_view TextReader::peek() {
  const Cursor before = cursor_;
  const std::string_view next = word();
  cursor_ = before;
  return next;
}

bool TextReader::accept(std::string_view keyword) {
  if (at_line_end()) return false;
  const Cursor before = cursor_;
  if (same_in_any_case(word(), keyword)) return true;
  cursor_ = before;
  return false;
}

std::string_view TextReader::rest_of_line() {
  if (at_line_end()) return text_.substr(cursor_.at, 0);
  const std::size_t start = cursor_.at;
  std::size_t end = start;  // after the last word
  for (; !breaks_line(cursor_.at); ++cursor_.at) {
    const bool after_blank = end < cursor_.at;
    if (after_blank && begins_comment(cursor_.at)) break;
    if (!is_blank(text_[cursor_.at])) end = cursor_.at + 1;
  }
  return text_.substr(start, end - start);
}

void TextReader::read_number(std::string_view field, float& value) {
  const std::string_view text = required(field, "a number");
  if (error_) return;
  if (const auto number = parse_any_float(text))
    value = *number;
  else
    fail(position_of(text), field, fmt::format("{} is not a number", quote_word(text)));
}

std::int64_t TextReader::integer(std::string_view field, std::int64_t lowest, std::int64_t highest) {
  const std::string_view text = required(field, "a number");
  if (error_) return 0;
  const auto number = parse_integer(text);
  if (number && *number >= lowest && *number <= highest) return *number;
  fail(position_of(text), field,
       fmt::format("{} is not a whole number from {} to {}", quote_word(text), lowest, highest));
  return 0;
}

std::size_t TextReader::line_count(std::string_view field) {
  at_line_end();
  const TextPosition start = position();
  const auto count = std::size_t(integer(field, 0, kMostLines));
  const std::size_t left = text_.size() - cursor_.at;
  if (error_ || count <= left / 2) return error_ ? 0 : count;
  fail(start, field, fmt::format("{} lines do not fit: only {} bytes are left in the text", count, left));
  return 0;
}

TextPosition TextReader::position_of(std::string_view word) const {
  const std::less<const char*> before;
  const char* const end = text_.data() + text_.size();
  if (before(word.data(), text_.data()) || before(end, word.data())) return position();
  const auto at = std::size_t(word.data() - text_.data());
  if (at >= cursor_.line_start) return {cursor_.line, at - cursor_.line_start + 1};
  TextReader search(text_);
  for (search.skip_to_break(); search.cursor_.at < at; search.skip_to_break()) search.pass_break();
  return {search.cursor_.line, at - search.cursor_.line_start + 1};
}

Error TextReader::error_at(TextPosition position, std::string_view field, std::string message) const {
  return {.field = path_.text(field),
          .message = std::move(message),
          .position = position,
          .code = ErrorCode::syntax};
}

void TextReader::fail(TextPosition position, std::string_view field, std::string message) {
  if (!error_) error_ = error_at(position, field, std::move(message));
}

}  // namespace mw
