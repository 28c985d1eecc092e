#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mw {

/// Numbers of one line, one after another, for lists so long that nothing may be copied or read twice. The
/// spellings are those of parse_any_float (text.h). A missing or malformed number leaves the row in place.
class NumberRow {
 public:
  explicit NumberRow(std::string_view line) : line_(line) {}

  bool next(float& value);
  bool next(double& value);
  /// Whole numbers only.
  bool next(std::uint32_t& value);
  bool next(std::int32_t& value);

  bool at_end();
  /// The next word, without consuming it; empty at the end.
  std::string_view word();
  std::string_view take_word();
  /// Bytes of the line before the next word.
  std::size_t column();

 private:
  template <class T>
  bool next_float(T& value);
  template <class T>
  bool next_integer(T& value);
  void skip_blanks();
  bool ends_at(const char* end) const;

  std::string_view line_;
  std::size_t at_ = 0;
};

/// As parse_any_float, but of the precision of a double.
std::optional<double> parse_any_double(std::string_view word);

}  // namespace mw
