#include "numbers.h"

#include <meshwright/core/detail/half.h>
#include <meshwright/core/detail/number_row.h>
#include <meshwright/core/detail/text.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace mw {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

template <class T>
T number_at(ByteSpan bytes, std::size_t at) {
  T value{};
  std::memcpy(&value, bytes.data() + at, sizeof(T));
  return value;
}

template <class T>
double largest(ByteSpan a, ByteSpan b, const auto& to_number) {
  double deviation = 0;
  for (std::size_t i = 0; i < a.size() / sizeof(T); ++i) {
    const std::size_t at = i * sizeof(T);
    if (std::ranges::equal(a.subspan(at, sizeof(T)), b.subspan(at, sizeof(T)))) continue;
    const double apart =
        std::abs(double(to_number(number_at<T>(a, at))) - double(to_number(number_at<T>(b, at))));
    if (!(apart <= std::numeric_limits<double>::max())) return kInfinite;
    deviation = std::max(deviation, apart);
  }
  return deviation;
}

}  // namespace

double largest_deviation(const TracedField& a, const TracedField& b) {
  if (a.type.scalar != b.type.scalar || a.bytes.size() != b.bytes.size()) return kInfinite;
  const auto itself = [](auto value) { return value; };
  switch (a.type.scalar) {
    case Scalar::f16:
      return largest<std::uint16_t>(a.bytes, b.bytes, half_to_float);
    case Scalar::f32:
      return largest<float>(a.bytes, b.bytes, itself);
    case Scalar::f64:
      return largest<double>(a.bytes, b.bytes, itself);
    default:
      return kInfinite;
  }
}

std::string_view trimmed_line(ByteSpan line) {
  constexpr std::string_view kBlanks = " \t\r\n";
  std::string_view text = text_of(line);
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

double line_deviation(ByteSpan a, ByteSpan b) {
  NumberRow words_a(trimmed_line(a));
  NumberRow words_b(trimmed_line(b));
  double deviation = 0;
  for (bool first = true; !words_a.at_end() && !words_b.at_end(); first = false) {
    const std::string_view in_a = words_a.take_word();
    const std::string_view in_b = words_b.take_word();
    if (in_a == in_b || (first && same_in_any_case(in_a, in_b))) continue;
    const auto number_a = parse_any_double(in_a);
    const auto number_b = parse_any_double(in_b);
    if (!number_a || !number_b) return kInfinite;
    const double apart = std::abs(*number_a - *number_b);
    if (!(apart <= std::numeric_limits<double>::max())) return kInfinite;
    deviation = std::max(deviation, apart);
  }
  return words_a.at_end() && words_b.at_end() ? deviation : kInfinite;
}

}  // namespace mw
