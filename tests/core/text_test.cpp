#include <gtest/gtest.h>
#include <meshwright/core/text.h>

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

TEST(Hex, GoesBothWays) {
  const Bytes bytes = {std::byte(0), std::byte(255), std::byte(16)};
  EXPECT_EQ(to_hex(bytes), "00ff10");
  EXPECT_EQ(from_hex("00FF10"), bytes);
  EXPECT_FALSE(from_hex("0"));
  EXPECT_FALSE(from_hex("0g"));
}

}  // namespace
}  // namespace mw
