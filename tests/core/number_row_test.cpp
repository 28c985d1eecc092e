#include <gtest/gtest.h>
#include <meshwright/core/detail/number_row.h>
#include <bit>
#include <cmath>
#include <limits>

namespace mw {
namespace {

TEST(NumberRow, TakesOneNumberAfterAnother) {
  NumberRow row("  1 -2.5\t+3. .5 4.2e-007 12");
  float number = 0;
  for (const float expected : {1.0F, -2.5F, 3.0F, 0.5F, 4.2e-7F}) {
    ASSERT_TRUE(row.next(number));
    EXPECT_EQ(number, expected);
  }
  std::uint32_t whole = 0;
  EXPECT_FALSE(row.at_end());
  ASSERT_TRUE(row.next(whole));
  EXPECT_EQ(whole, 12U);
  EXPECT_TRUE(row.at_end());
  EXPECT_FALSE(row.next(number));
  EXPECT_FALSE(row.next(whole));
}

TEST(NumberRow, KnowsWordsForWhatIsNoNumber) {
  NumberRow row("NaN(0xffc00001) -Infinity 1.#INF -nan");
  float number = 0;
  ASSERT_TRUE(row.next(number));
  EXPECT_EQ(std::bit_cast<std::uint32_t>(number), 0xFFC00001U);
  ASSERT_TRUE(row.next(number));
  EXPECT_EQ(number, -std::numeric_limits<float>::infinity());
  ASSERT_TRUE(row.next(number));
  EXPECT_EQ(number, std::numeric_limits<float>::infinity());
  ASSERT_TRUE(row.next(number));
  EXPECT_TRUE(std::isnan(number));
}

/// A word that is no number stays where it is.
TEST(NumberRow, StopsAtOtherWords) {
  NumberRow row("1 2x 3");
  float number = 0;
  std::uint32_t whole = 0;
  ASSERT_TRUE(row.next(whole));
  EXPECT_FALSE(row.next(number));
  EXPECT_FALSE(row.next(whole));
  EXPECT_EQ(row.column(), 2U);
  EXPECT_EQ(row.word(), "2x");
  EXPECT_EQ(row.take_word(), "2x");
  ASSERT_TRUE(row.next(whole));
  EXPECT_EQ(whole, 3U);
}

TEST(NumberRow, WholeNumbersStayInTheirRange) {
  std::uint32_t natural = 0;
  std::int32_t integer = 0;
  EXPECT_FALSE(NumberRow("-1").next(natural));
  EXPECT_FALSE(NumberRow("4294967296").next(natural));
  EXPECT_TRUE(NumberRow("4294967295").next(natural));
  EXPECT_EQ(natural, 4294967295U);
  EXPECT_TRUE(NumberRow("-1").next(integer));
  EXPECT_EQ(integer, -1);
  EXPECT_FALSE(NumberRow("1.0").next(integer));
  EXPECT_TRUE(NumberRow("+7").next(natural));
  EXPECT_EQ(natural, 7U);
}

TEST(NumberRow, DoublesHaveAllTheirDigits) {
  double number = 0;
  EXPECT_TRUE(NumberRow("0.30000000000000004").next(number));
  EXPECT_EQ(number, 0.1 + 0.2);
  EXPECT_EQ(parse_any_double("+0.1"), 0.1);
  EXPECT_EQ(parse_any_double("-inf"), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(parse_any_double("x"), std::nullopt);
  EXPECT_EQ(parse_any_double("+-1"), std::nullopt);
}

}  // namespace
}  // namespace mw
