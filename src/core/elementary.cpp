// Taylor series after exact reductions. Two doubles hold the terms that decide the last digit, the sum and
// its rounding error (Dekker, "A floating-point technique for extending the available precision", 1971); one
// double sums the terms that are small against the result.
#include <meshwright/core/detail/elementary.h>
#include <array>
#include <cfloat>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace mw::math {
namespace {

static_assert(FLT_EVAL_METHOD == 0, "numbers must be rounded after each operation");

constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A number as the double next to it and the rest.
struct Pair {
  double high = 0;
  double low = 0;
};

constexpr Pair kPi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
constexpr Pair kHalfPi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};

/// Exact.
Pair sum(double a, double b) {
  const double high = a + b;
  const double of_b = high - a;
  return {high, (a - (high - of_b)) + (b - of_b)};
}

/// The upper half of the digits.
double upper(double a) {
  const double scaled = 134217729 * a;  // 2^27 + 1
  return scaled - (scaled - a);
}

/// Exact while nothing overflows or vanishes.
Pair product(double a, double b) {
  const double high = a * b;
  const double a1 = upper(a);
  const double a2 = a - a1;
  const double b1 = upper(b);
  const double b2 = b - b1;
  return {high, ((a1 * b1 - high) + a1 * b2 + a2 * b1) + a2 * b2};
}

Pair difference(const Pair& a, const Pair& b) {
  const Pair high = sum(a.high, -b.high);
  return sum(high.high, high.low + (a.low - b.low));
}

Pair sum(const Pair& a, const Pair& b) {
  return difference(a, {-b.high, -b.low});
}

/// Of a pair and a double.
Pair product(const Pair& a, double b) {
  const Pair high = product(a.high, b);
  return {high.high, high.low + a.low * b};
}

Pair quotient(const Pair& a, const Pair& b) {
  const double high = a.high / b.high;
  const Pair back = product(b, high);
  return {high, ((a.high - back.high) + (a.low - back.low)) / b.high};
}

Pair square_root(const Pair& a) {
  if (!(a.high > 0)) return {};
  const double high = std::sqrt(a.high);
  const Pair back = product(high, high);
  return sum(high, ((a.high - back.high) + (a.low - back.low)) / (2 * high));
}

/// c0 + c1 z + c2 z^2 ...
template <std::size_t kCount>
double series(const std::array<double, kCount>& coefficients, double z) {
  double value = 0;
  for (std::size_t i = kCount; i-- > 0;) value = value * z + coefficients[i];
  return value;
}

struct Reduced {
  Pair rest;         // from -pi/4 to pi/4
  int quarters = 0;  // of a turn, that were subtracted: 0 to 3
};

/// pi/2 in three parts of 33 bits, whose products with up to 2^20 are exact, and the rest.
Reduced reduced(double angle) {
  constexpr double kParts[] = {0x1.921fb544p+0, 0x1.0b4611a6p-34, 0x1.3198a2ep-69, 0x1.b839a252049c1p-104};
  if (std::abs(angle) > 1e6) angle = std::fmod(angle, kPi.high * 2);
  const double count = std::nearbyint(angle * 0x1.45f306dc9c883p-1);
  const Pair second = sum(angle - count * kParts[0], -count * kParts[1]);
  const Pair third = sum(second.high, -count * kParts[2]);
  return {sum(third.high, second.low + third.low - count * kParts[3]), int((long(count) % 4 + 4) % 4)};
}

double sine_of(const Pair& r) {
  constexpr Pair kSixth = {0x1.5555555555555p-3, 0x1.5555555555555p-57};
  constexpr std::array kTerms = {
      1.0 / 120,        -1.0 / 5040,          1.0 / 362880,         -1.0 / 39916800,
      1.0 / 6227020800, -1.0 / 1307674368000, 1.0 / 355687428096000};
  const double z = r.high * r.high;
  const Pair cube = product(product(r.high, r.high), r.high);
  const Pair third = {product(cube, kSixth.high).high,
                      product(cube, kSixth.high).low + cube.high * kSixth.low};
  const double tail = r.high * z * z * series(kTerms, z) + r.low * (1 - z / 2);
  const Pair top = sum(r.high, -third.high);
  return top.high + (top.low - third.low + tail);
}

double cosine_of(const Pair& r) {
  constexpr std::array kTerms = {
      1.0 / 24,        -1.0 / 720,         1.0 / 40320,          -1.0 / 3628800,
      1.0 / 479001600, -1.0 / 87178291200, 1.0 / 20922789888000, -1.0 / 6402373705728000};
  const Pair square = product(r.high, r.high);
  const double z = square.high;
  const Pair top = sum(1, -z / 2);
  return top.high + (top.low - (square.low / 2 + r.high * r.low) + z * z * series(kTerms, z));
}

/// The sine of an angle and some quarters of a turn.
double turned_sine(const Reduced& angle, int quarters) {
  const int all = (angle.quarters + quarters) % 4;
  const double value = all % 2 == 0 ? sine_of(angle.rest) : cosine_of(angle.rest);
  return all < 2 ? value : -value;
}

/// The arc tangents of 0, 1/16, 2/16 ... 1.
constexpr std::array<Pair, 17> kArcs = {{{0x0.0p+0, 0x0.0p+0},
                                         {0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60},
                                         {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
                                         {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58},
                                         {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
                                         {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57},
                                         {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
                                         {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56},
                                         {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
                                         {0x1.0657e94db30d0p-1, -0x1.d5b495f6349e6p-56},
                                         {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
                                         {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55},
                                         {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
                                         {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57},
                                         {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
                                         {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56},
                                         {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}}};

/// The angle of a direction with 0 <= y <= x: that of a tangent in sixteenths, and a small one on top.
Pair angle_in_octant(const Pair& y, const Pair& x) {
  constexpr std::array kTerms = {-1.0 / 3, 1.0 / 5, -1.0 / 7, 1.0 / 9, -1.0 / 11, 1.0 / 13};
  const auto sixteenths = std::size_t(std::nearbyint(16 * y.high / x.high));
  const double near = double(sixteenths) / 16;
  const Pair q = quotient(difference(y, product(x, near)), sum(x, product(y, near)));
  const double z = q.high * q.high;
  return sum(kArcs[sixteenths], sum(q.high, q.low + q.high * z * series(kTerms, z)));
}

/// The angle of a direction with 0 <= y.
Pair angle_above(const Pair& y, const Pair& x) {
  const Pair across = x.high < 0 ? Pair{-x.high, -x.low} : x;
  const bool steep = y.high > across.high;
  Pair angle = steep ? difference(kHalfPi, angle_in_octant(across, y)) : angle_in_octant(y, across);
  if (x.high < 0) angle = difference(kPi, angle);
  return angle;
}

/// The other side of a right triangle with the hypotenuse 1.
Pair other_side(double side) {
  const Pair square = product(side, side);
  return square_root(difference({1, 0}, square));
}

double rounded(const Pair& a) {
  return a.high + a.low;
}

}  // namespace

double sin(double angle) {
  if (!std::isfinite(angle)) return kNoNumber;
  if (std::abs(angle) < 0x1p-30) return angle;  // the next term is far below the last digit; keeps -0
  return turned_sine(reduced(angle), 0);
}

double cos(double angle) {
  if (!std::isfinite(angle)) return kNoNumber;
  return turned_sine(reduced(angle), 1);
}

double asin(double value) {
  if (!(std::abs(value) <= 1)) return kNoNumber;
  if (std::abs(value) < 0x1p-30) return value;
  return std::copysign(rounded(angle_above({std::abs(value), 0}, other_side(value))), value);
}

double acos(double value) {
  if (!(std::abs(value) <= 1)) return kNoNumber;
  return rounded(angle_above(other_side(value), {value, 0}));
}

double atan2(double y, double x) {
  if (std::isnan(y) || std::isnan(x)) return kNoNumber;
  double up = std::abs(y);
  double across = std::abs(x);
  if (std::isinf(up) && std::isinf(across)) up = across = 1;
  if (std::isinf(up) || std::isinf(across)) {
    up = std::isinf(up) ? 1 : 0;
    across = 1 - up;
  }
  if (up == 0 && across == 0) across = 1;
  int exponent = 0;  // to avoid overflow; a number that vanishes beside the other makes no difference
  std::frexp(std::fmax(up, across), &exponent);
  const bool flat = !std::signbit(x) && up < across * 0x1p-60;
  const Pair angle = flat ? Pair{up / across, 0}
                          : angle_above({std::ldexp(up, -exponent), 0},
                                        {std::copysign(std::ldexp(across, -exponent), x), 0});
  return std::copysign(rounded(angle), y);
}

double cbrt(double value) {
  if (value == 0 || !std::isfinite(value)) return value;
  int exponent = 0;
  double part = std::frexp(std::abs(value), &exponent);
  const int thirds = (exponent + 3000) / 3 - 1000;
  part = std::ldexp(part, exponent - 3 * thirds);  // from 0.5 to 4
  double root = 0.75 + 0.25 * part;
  for (int i = 0; i < 6; ++i) root -= (root * root * root - part) / (3 * root * root);
  const Pair back = product(product(root, root), root);
  root -= ((back.high - part) + back.low) / (3 * root * root);
  return std::copysign(std::ldexp(root, thirds), value);
}

double hypot(double x, double y) {
  if (std::isinf(x) || std::isinf(y)) return kInfinity;
  if (std::isnan(x) || std::isnan(y)) return kNoNumber;
  const double larger = std::fmax(std::abs(x), std::abs(y));
  if (larger == 0) return 0;
  int exponent = 0;
  std::frexp(larger, &exponent);
  const double a = std::ldexp(x, -exponent);
  const double b = std::ldexp(y, -exponent);
  return std::ldexp(rounded(square_root(sum(product(a, a), product(b, b)))), exponent);
}

}  // namespace mw::math
