// Against the library's functions of long double, which know eleven bits more.
#include <gtest/gtest.h>
#include <meshwright/core/detail/elementary.h>
#include <cmath>
#include <limits>
#include <random>

namespace mw {
namespace {

using Limits = std::numeric_limits<double>;
constexpr double kInf = Limits::infinity();
constexpr double kNan = Limits::quiet_NaN();
constexpr int kTries = 20000;

/// How far off, in units of the last place of the true value.
double error_of(double value, long double exact) {
  const double next = std::abs(double(exact));
  const long double unit = std::nextafter(next, kInf) - (long double)(next);
  return double(std::abs((long double)(value)-exact) / unit);
}

class Numbers {
 public:
  double between(double low, double high) { return std::uniform_real_distribution<>(low, high)(random_); }
  /// Of any size: from 2^low to 2^high, of both signs.
  double of_size(int low, int high) {
    const double part = std::ldexp(between(0.5, 1), std::uniform_int_distribution<>(low + 1, high)(random_));
    return random_() % 2 == 0 ? part : -part;
  }

 private:
  std::mt19937_64 random_{1};
};

template <class Next, class Mine, class Exact>
double worst_of(const Next& next, const Mine& mine, const Exact& exact) {
  Numbers numbers;
  double worst = 0;
  for (int i = 0; i < kTries; ++i) {
    const double at = next(numbers);
    worst = std::fmax(worst, error_of(mine(at), exact((long double)(at))));
  }
  return worst;
}

constexpr double kMost = 0.6;

TEST(Elementary, SinesAreRight) {
  const auto sine = [](double angle) { return math::sin(angle); };
  const auto cosine = [](double angle) { return math::cos(angle); };
  const auto exact_sine = [](long double angle) { return std::sin(angle); };
  const auto exact_cosine = [](long double angle) { return std::cos(angle); };
  const auto turn = [](Numbers& numbers) { return numbers.between(-7, 7); };
  const auto any = [](Numbers& numbers) { return numbers.of_size(-60, 19); };
  EXPECT_LT(worst_of(turn, sine, exact_sine), kMost);
  EXPECT_LT(worst_of(turn, cosine, exact_cosine), kMost);
  EXPECT_LT(worst_of(any, sine, exact_sine), kMost);
  EXPECT_LT(worst_of(any, cosine, exact_cosine), kMost);
}

TEST(Elementary, SinesNearQuartersOfATurnAreRight) {
  for (int quarter = -5000; quarter <= 5000; ++quarter) {
    const double near = quarter * (std::acos(-1.0) / 2);
    for (const double angle : {near, std::nextafter(near, kInf), std::nextafter(near, -kInf)}) {
      if (angle == 0) continue;
      EXPECT_LT(error_of(math::sin(angle), std::sin((long double)(angle))), kMost) << angle;
      EXPECT_LT(error_of(math::cos(angle), std::cos((long double)(angle))), kMost) << angle;
    }
  }
}

TEST(Elementary, ArcsAreRight) {
  const auto arc_sine = [](double value) { return math::asin(value); };
  const auto arc_cosine = [](double value) { return math::acos(value); };
  const auto exact_sine = [](long double value) { return std::asin(value); };
  const auto exact_cosine = [](long double value) { return std::acos(value); };
  const auto any = [](Numbers& numbers) { return numbers.between(-1, 1); };
  const auto small = [](Numbers& numbers) { return numbers.of_size(-60, 0); };
  const auto near_one = [](Numbers& numbers) { return 1 - std::abs(numbers.of_size(-52, -1)); };
  for (const auto& [worst_sine, worst_cosine] :
       {std::pair(worst_of(any, arc_sine, exact_sine), worst_of(any, arc_cosine, exact_cosine)),
        std::pair(worst_of(small, arc_sine, exact_sine), worst_of(small, arc_cosine, exact_cosine)),
        std::pair(worst_of(near_one, arc_sine, exact_sine), worst_of(near_one, arc_cosine, exact_cosine))}) {
    EXPECT_LT(worst_sine, kMost);
    EXPECT_LT(worst_cosine, kMost);
  }
}

TEST(Elementary, AnglesOfDirectionsAreRight) {
  Numbers numbers;
  for (const int size : {2, 40, 500})
    for (int i = 0; i < kTries; ++i) {
      const double y = numbers.of_size(-size, size);
      const double x = numbers.of_size(-size, size);
      ASSERT_LT(error_of(math::atan2(y, x), std::atan2((long double)(y), (long double)(x))), kMost)
          << y << " " << x;
    }
}

TEST(Elementary, RootsAreRight) {
  const auto any = [](Numbers& numbers) { return numbers.of_size(-1070, 1023); };
  EXPECT_LT(worst_of(
                any, [](double value) { return math::cbrt(value); },
                [](long double value) { return std::cbrt(value); }),
            kMost);
  Numbers numbers;
  for (const int size : {2, 40, 1000})
    for (int i = 0; i < kTries; ++i) {
      const double x = numbers.of_size(-size, size);
      const double y = numbers.of_size(-size, size);
      ASSERT_LT(error_of(math::hypot(x, y), std::hypot((long double)(x), (long double)(y))), kMost)
          << x << " " << y;
    }
  EXPECT_EQ(math::cbrt(27.0), 3);
  EXPECT_EQ(math::cbrt(-0.001), -0.1);
  EXPECT_EQ(math::hypot(3.0, 4.0), 5);
  EXPECT_EQ(math::hypot(3e300, -4e300), 5e300);
}

/// The bits that the library of C is bound to give.
void expect_same(double mine, double theirs) {
  EXPECT_EQ(std::isnan(mine), std::isnan(theirs)) << mine;
  if (std::isnan(theirs)) return;
  EXPECT_EQ(mine, theirs);
  EXPECT_EQ(std::signbit(mine), std::signbit(theirs));
}

TEST(Elementary, OddNumbersGiveWhatTheStandardSays) {
  const double odd[] = {
      0.0, -0.0, 1, -1, kInf, -kInf, kNan, 2, -2, Limits::denorm_min(), -Limits::denorm_min(), Limits::max()};
  for (const double a : odd) {
    SCOPED_TRACE(a);
    expect_same(math::asin(a), std::asin(a));
    expect_same(math::acos(a), std::acos(a));
    if (a == 0 || std::abs(a) == 1 || !std::isfinite(a)) expect_same(math::cbrt(a), a);
    if (std::abs(a) <= 2 || !std::isfinite(a)) {
      expect_same(math::sin(a), std::sin(a));
      expect_same(math::cos(a), std::cos(a));
    }
    for (const double b : odd) {
      SCOPED_TRACE(b);
      expect_same(math::atan2(a, b), std::atan2(a, b));
      expect_same(math::hypot(a, b), std::hypot(a, b));
    }
  }
}

TEST(Elementary, AnglesBeyondAllMeaningStayOnTheCircle) {
  for (const double angle : {1e7, -1e15, 1e30, Limits::max()}) {
    EXPECT_NEAR(math::hypot(math::sin(angle), math::cos(angle)), 1, 1e-15) << angle;
    EXPECT_EQ(math::sin(-angle), -math::sin(angle));
  }
  EXPECT_NEAR(math::sin(1e7), std::sin(1e7), 1e-8);
}

TEST(Elementary, FloatsAreTheDoublesRounded) {
  Numbers numbers;
  for (int i = 0; i < kTries; ++i) {
    const float angle = float(numbers.between(-100, 100));
    EXPECT_EQ(math::sin(angle), float(std::sin((long double)(angle))));
    EXPECT_EQ(math::cos(angle), float(std::cos((long double)(angle))));
    const float value = float(numbers.between(-1, 1));
    EXPECT_EQ(math::acos(value), float(std::acos((long double)(value))));
    EXPECT_EQ(math::asin(value), float(std::asin((long double)(value))));
    EXPECT_EQ(math::hypot(angle, value), float(std::hypot((long double)(angle), (long double)(value))));
  }
}

}  // namespace
}  // namespace mw
