#include <gtest/gtest.h>
#include <meshwright/core/detail/text.h>

#include <bit>
#include <limits>
#include <random>

namespace mw {
namespace {

std::string text_of_float(float value) {
  std::string text;
  append_float(text, value);
  return text;
}

float back(const std::string& text) {
  if (const auto word = parse_float_word(text)) return *word;
  return parse_float(text);
}

TEST(Text, LowerCaseLeavesOtherLetters) {
  EXPECT_EQ(lower_case("S_Female03.MDL@[Z"), "s_female03.mdl@[z");
  EXPECT_EQ(lower_case("\xC3\x84"), "\xC3\x84");
}

TEST(Text, SameInAnyCase) {
  EXPECT_TRUE(same_in_any_case("EndList", "endlist"));
  EXPECT_TRUE(same_in_any_case("", ""));
  EXPECT_FALSE(same_in_any_case("endlist", "endlis"));
  EXPECT_FALSE(same_in_any_case("[", "{"));
  EXPECT_FALSE(same_in_any_case("\xC4", "\xE4"));
}

TEST(FloatText, IsShortest) {
  EXPECT_EQ(text_of_float(0.1F), "0.1");
  EXPECT_EQ(text_of_float(1.0F), "1");
  EXPECT_EQ(text_of_float(-0.0F), "-0.0");
  EXPECT_EQ(text_of_float(16777216.0F), "16777216");
  EXPECT_EQ(text_of_float(std::numeric_limits<float>::infinity()), "Infinity");
  EXPECT_EQ(text_of_float(std::bit_cast<float>(0x7FC00000U)), "NaN");
  EXPECT_EQ(text_of_float(std::bit_cast<float>(0xFFC00001U)), "NaN(0xffc00001)");
}

TEST(FloatText, EveryKindOfFloatReadsBackBitForBit) {
  std::mt19937 random(1);
  for (int i = 0; i < 200000; ++i) {
    const auto bits = std::uint32_t(random());
    EXPECT_EQ(std::bit_cast<std::uint32_t>(back(text_of_float(std::bit_cast<float>(bits)))), bits);
  }
  for (const std::uint32_t bits :
       {0U, 1U, 0x80000000U, 0x80000001U, 0x007FFFFFU, 0x00800000U, 0x7F7FFFFFU, 0xFF7FFFFFU, 0x7F800000U,
        0xFF800000U, 0x7F800001U, 0x7FC00000U, 0xFFFFFFFFU})
    EXPECT_EQ(std::bit_cast<std::uint32_t>(back(text_of_float(std::bit_cast<float>(bits)))), bits);
}

TEST(FloatText, OutOfRangeNumbersBecomeInfinityOrZero) {
  EXPECT_EQ(parse_float("1e39"), std::numeric_limits<float>::infinity());
  EXPECT_EQ(parse_float("-1e39"), -std::numeric_limits<float>::infinity());
  EXPECT_EQ(parse_float("1e-60"), 0.0F);
}

TEST(FloatText, TheWholeNumberDecidesWhatIsOutOfRange) {
  const std::string zeros(60, '0');
  EXPECT_EQ(parse_float("1" + zeros + "e-20"), std::numeric_limits<float>::infinity());
  EXPECT_EQ(parse_float("1" + zeros + "e-60"), 1.0F);
  EXPECT_EQ(parse_float("0." + zeros + "1e61"), 1.0F);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(parse_float("-1e-60")), 0x80000000U);
}

TEST(FloatText, HalfwayNumbersAreRoundedToEven) {
  EXPECT_EQ(parse_float("16777217"), 16777216.0F);
  EXPECT_EQ(parse_float("16777219"), 16777220.0F);
  EXPECT_EQ(parse_float("16777217." + std::string(100, '0') + "1"), 16777218.0F);
  EXPECT_EQ(parse_float("7.006492321624085354618e-46"), 0.0F);  // half of the smallest float
  EXPECT_EQ(std::bit_cast<std::uint32_t>(parse_float("7.006492321624085354619e-46")), 1U);
  EXPECT_EQ(parse_float("3.4028235677973367e38"), std::numeric_limits<float>::infinity());
  EXPECT_EQ(parse_float("3.4028235677973366e38"), std::numeric_limits<float>::max());
}

TEST(AnyFloat, SpellingsOfOtherTools) {
  const std::pair<const char*, float> cases[] = {{"5", 5.0F},           {".5", 0.5F},     {"5.", 5.0F},
                                                 {"+1.0", 1.0F},        {"-.5", -0.5F},   {"1e-05", 1e-5F},
                                                 {"4.2e-007", 4.2e-7F}, {"1E+2", 100.0F}, {"00.10", 0.1F}};
  for (const auto& [word, value] : cases) EXPECT_EQ(parse_any_float(word), value) << word;
  for (const char* word :
       {"inf", "INF", "+inf", "Infinity", "1.#INF", "1.#INF00", "1.#inf", "+1.#INF", "1e39"})
    EXPECT_EQ(parse_any_float(word), std::numeric_limits<float>::infinity()) << word;
  for (const char* word : {"-inf", "-Infinity", "-1.#INF"})
    EXPECT_EQ(parse_any_float(word), -std::numeric_limits<float>::infinity()) << word;
}

TEST(AnyFloat, NotANumberKeepsItsSignAndBits) {
  const std::pair<const char*, std::uint32_t> cases[] = {{"nan", 0x7FC00000},
                                                         {"NaN", 0x7FC00000},
                                                         {"-nan", 0xFFC00000},
                                                         {"-nan(ind)", 0xFFC00000},
                                                         {"nan(snan)", 0x7FC00000},
                                                         {"1.#QNAN", 0x7FC00000},
                                                         {"1.#QNAN0", 0x7FC00000},
                                                         {"-1.#IND", 0xFFC00000},
                                                         {"-1.#IND00", 0xFFC00000},
                                                         {"1.#SNAN", 0x7FC00000},
                                                         {"NaN(0xffc00001)", 0xFFC00001}};
  for (const auto& [word, bits] : cases) {
    const auto value = parse_any_float(word);
    ASSERT_TRUE(value) << word;
    EXPECT_EQ(std::bit_cast<std::uint32_t>(*value), bits) << word;
  }
}

TEST(AnyFloat, OtherTextsAreNone) {
  for (const char* word :
       {"",    "+",   "-",  ".",  "e5",  "1e",    "1e+",     "1,5",  "1.0f",     "0x10", "--1",
        "+-1", "++1", "1 ", " 1", "1.#", "1.#IN", "1.#INFx", "nano", "infinite", "nan("})
    EXPECT_FALSE(parse_any_float(word)) << word;
  EXPECT_FALSE(parse_any_float(std::string_view("1\0", 2)));
}

TEST(Integer, WholeNumbersInRange) {
  EXPECT_EQ(parse_integer("12"), 12);
  EXPECT_EQ(parse_integer("-3"), -3);
  EXPECT_EQ(parse_integer("+7"), 7);
  EXPECT_EQ(parse_integer("007"), 7);
  EXPECT_EQ(parse_integer("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(parse_integer("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  for (const char* word : {"", "+", "-", "+-7", "1.0", "1e3", "0x1", "9223372036854775808", "1 "})
    EXPECT_FALSE(parse_integer(word)) << word;
}

TEST(FloatText, OtherWordsAreNotFloats) {
  for (const char* word : {"nan", "inf", "", "NaN(0x00000000)", "NaN(0x7fc0000g)", "NaN(", "1.5"})
    EXPECT_FALSE(parse_float_word(word)) << word;
}

TEST(EscapeText, SpellsOutWhatATerminalWouldObey) {
  EXPECT_EQ(escape_text("plain ä €"), "plain ä €");
  EXPECT_EQ(escape_text("a\x1b[31mb\n"), "a\\x1b[31mb\\x0a");
  EXPECT_EQ(escape_text("\xff\xc3("), "\\xff\\xc3(");
  EXPECT_EQ(escape_text("\xc2\x9b"), "\\xc2\\x9b");           // a control character in UTF-8
  EXPECT_EQ(escape_text("\xed\xa0\x80"), "\\xed\\xa0\\x80");  // a surrogate
  EXPECT_EQ(escape_text("\xc0\xaf"), "\\xc0\\xaf");           // overlong
  EXPECT_EQ(escape_text("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");
}

TEST(QuoteWord, EscapesAndCutsShort) {
  EXPECT_EQ(quote_word("x"), "\"x\"");
  EXPECT_EQ(quote_word(""), "\"\"");
  EXPECT_EQ(quote_word(std::string_view("a\0\x1b", 3)), "\"a\\x00\\x1b\"");
  EXPECT_EQ(quote_word(std::string(63, 'x')), '"' + std::string(63, 'x') + '"');
  EXPECT_EQ(quote_word(std::string(64, 'x')), '"' + std::string(60, 'x') + "...\"");
  // A letter of two bytes across the limit is left out whole.
  EXPECT_EQ(quote_word(std::string(59, 'x') + "ä" + std::string(9, 'x')),
            '"' + std::string(59, 'x') + "...\"");
  // Bytes that would continue a letter without beginning one.
  EXPECT_LT(quote_word(std::string(1000, '\x80')).size(), 300U);
}

TEST(Hex, GoesBothWays) {
  const Bytes bytes = {std::byte(0), std::byte(255), std::byte(16)};
  EXPECT_EQ(to_hex(bytes), "00ff10");
  EXPECT_EQ(from_hex("00FF10"), bytes);
  EXPECT_FALSE(from_hex("0"));
  EXPECT_FALSE(from_hex("0g"));
}

}  // namespace
}  // namespace mw
