#include "diff_numbers.h"

#include <meshwright/core/half.h>

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

}  // namespace mw
