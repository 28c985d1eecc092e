#include <fast_float/fast_float.h>
#include <meshwright/core/detail/number_row.h>
#include <meshwright/core/detail/text.h>
#include <charconv>
#include <cmath>

namespace mw {
namespace {

/// A spelling other than a plain number, in either precision.
bool read_word(std::string_view word, float& value) {
  const auto number = parse_any_float(word);
  if (number) value = *number;
  return number.has_value();
}

bool read_word(std::string_view word, double& value) {
  const auto number = parse_any_double(word);
  if (number) value = *number;
  return number.has_value();
}

}  // namespace

void NumberRow::skip_blanks() {
  while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
}

bool NumberRow::at_end() {
  skip_blanks();
  return at_ == line_.size();
}

std::size_t NumberRow::column() {
  skip_blanks();
  return at_;
}

std::string_view NumberRow::word() {
  skip_blanks();
  std::size_t end = at_;
  while (end < line_.size() && !is_blank(line_[end])) ++end;
  return line_.substr(at_, end - at_);
}

std::string_view NumberRow::take_word() {
  const std::string_view next = word();
  at_ += next.size();
  return next;
}

bool NumberRow::ends_at(const char* end) const {
  return end == line_.data() + line_.size() || is_blank(*end);
}

/// Nearly every word of a list is a plain number; only others take the slow path.
template <class T>
bool NumberRow::next_float(T& value) {
  if (at_end()) return false;
  const auto [end, status] = fast_float::from_chars(line_.data() + at_, line_.data() + line_.size(), value);
  if (status == std::errc() && ends_at(end) && std::isfinite(value)) {
    at_ = std::size_t(end - line_.data());
    return true;
  }
  const std::string_view odd = word();
  if (!read_word(odd, value)) return false;
  at_ += odd.size();
  return true;
}

template <class T>
bool NumberRow::next_integer(T& value) {
  if (at_end()) return false;
  const std::size_t plus = line_[at_] == '+' ? 1 : 0;
  const auto [end, status] = std::from_chars(line_.data() + at_ + plus, line_.data() + line_.size(), value);
  if (status != std::errc() || !ends_at(end)) return false;
  at_ = std::size_t(end - line_.data());
  return true;
}

bool NumberRow::next(float& value) {
  return next_float(value);
}
bool NumberRow::next(double& value) {
  return next_float(value);
}
bool NumberRow::next(std::uint32_t& value) {
  return next_integer(value);
}
bool NumberRow::next(std::int32_t& value) {
  return next_integer(value);
}

std::optional<double> parse_any_double(std::string_view word) {
  const bool plus = word.size() > 1 && word[0] == '+' && word[1] != '-' && word[1] != '+';
  if (plus) word.remove_prefix(1);
  double value = 0;
  const auto [end, status] = fast_float::from_chars(word.data(), word.data() + word.size(), value);
  if (status == std::errc() && end == word.data() + word.size() && std::isfinite(value)) return value;
  // Words for NaN and infinities, and numbers that are too large: a float decides.
  const auto number = parse_any_float(word);
  if (!number) return std::nullopt;
  return double(*number);
}

}  // namespace mw
