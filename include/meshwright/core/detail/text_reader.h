#pragma once

#include <meshwright/core/detail/field.h>
#include <meshwright/core/detail/path.h>
#include <meshwright/core/error.h>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace mw {

/// What a text format has beside words between blanks and tabs.
struct TextRules {
  enum class Comments : std::uint8_t {
    none,
    lines,     // a line that begins with # is one
    anywhere,  // from a word that begins with # to the end of its line; "1.#INF" is a number
  };
  Comments comments = Comments::none;
  bool quotes = false;     // a word in double quotes may contain blanks
  bool continued = false;  // a backslash at the end of a line joins the next to it
};

/// Bounds-checked cursor over a text held in memory: line by line, and within a line word by word.
///
/// The first failure sticks, as in Reader: later reads give nothing and zeros and do not move. So read a line
/// or a block of lines, then check once. Lines end with LF, CRLF or CR. The text may contain any byte, also
/// NUL and invalid UTF-8; messages escape these. Words are views of the text: nothing is copied, and each
/// byte is read a fixed number of times at most, however long a line is.
class TextReader {
 public:
  explicit TextReader(std::string_view text, TextRules rules = {});

  /// Moves to the next line that has a word, and skips the rest of this one; false at the end of the text and
  /// after a failure. The first call moves to the first such line.
  bool next_line();
  /// The same if a line is required: the end of the text is a failure.
  bool require_line(std::string_view field);
  /// The whole line with blanks and comments, without its end; then moves to the next one. If the line was
  /// begun, its rest from the cursor.
  std::string_view whole_line();

  /// Whether the line has no further words.
  bool at_line_end();
  /// The next word of the line without quotes; empty at its end.
  std::string_view word();
  /// The same if a word is required: the end of the line is a failure.
  std::string_view word(std::string_view field);
  /// What word() would give.
  std::string_view peek();
  /// Takes the next word if it is this one, in any case.
  bool accept(std::string_view keyword);
  /// From the next word to the end of the line, unchanged: for names with blanks. A continuation line is not
  /// included.
  std::string_view rest_of_line();

  /// Reads a number or a fixed row of numbers from the line, in any spelling of parse_any_float and
  /// parse_integer; integers must be in the range of their type.
  template <LeafValue T>
  void field(std::string_view name, T& value) {
    value = T{};
    for (std::size_t i = 0; i < Leaf<T>::count && ok(); ++i) read_number(name, Leaf<T>::at(value, i));
  }

  /// Reads a count of lines that follow. Call it before any allocation of that size: each line takes two
  /// bytes at least, so the rest of the text limits the count.
  std::size_t line_count(std::string_view field);
  /// The byte at the cursor; NUL at the end of the text.
  char next_byte() const { return cursor_.at < text_.size() ? text_[cursor_.at] : '\0'; }
  /// From the cursor to the end of the text.
  std::size_t bytes_left() const { return text_.size() - cursor_.at; }

  /// Where the cursor is.
  TextPosition position() const { return {cursor_.line, cursor_.at - cursor_.line_start + 1}; }
  /// Where a word is that came from here, or a part of one. Those of earlier lines are searched for from the
  /// start of the text.
  TextPosition position_of(std::string_view word) const;

  bool ok() const { return !error_; }
  const Error& error() const { return *error_; }
  /// An error that does not stick, for reports.
  Error error_at(TextPosition position, std::string_view field, std::string message) const;
  void fail(TextPosition position, std::string_view field, std::string message);
  Path& path() { return path_; }

 private:
  template <std::integral T>
    requires(sizeof(T) < sizeof(std::int64_t) || std::signed_integral<T>)
  void read_number(std::string_view field, T& value) {
    value = T(integer(field, std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
  }
  void read_number(std::string_view field, float& value);
  std::int64_t integer(std::string_view field, std::int64_t lowest, std::int64_t highest);
  std::string_view required(std::string_view field, std::string_view what);

  bool breaks_line(std::size_t at) const;
  bool continues_line(std::size_t at) const;
  bool begins_comment(std::size_t at) const;
  bool ends_word(std::size_t at) const;
  void skip_blanks();
  void skip_to_break();
  void pass_break();
  void leave_line();
  std::string_view quoted_word();

  struct Cursor {
    std::size_t at = 0;
    std::size_t line_start = 0;
    std::uint64_t line = 1;
  };

  std::string_view text_;
  TextRules rules_;
  std::size_t next_feed_ = 0;  // the first LF at or after the cursor, at the last search
  Cursor cursor_;
  bool in_line_ = false;  // some of the line may have been read
  Path path_;
  std::optional<Error> error_;
};

}  // namespace mw
