#include <gtest/gtest.h>
#include <meshwright/core/detail/fixed_text.h>
#include <meshwright/core/json_writer.h>

namespace mw {
namespace {

using namespace std::string_view_literals;

FixedText<8> text_of_chars(std::string_view chars) {
  FixedText<8> text;
  std::ranges::copy(chars, text.chars.begin());
  return text;
}

TEST(FixedText, HasATextAndWhatLiesBehindIt) {
  const FixedText<8> text = text_of_chars("ab\0xy"sv);
  EXPECT_EQ(text.view(), "ab");
  EXPECT_EQ(text.tail(), "\0xy\0\0\0"sv);
  EXPECT_EQ(FixedText<2>("abc").tail(), "");
}

TEST(ShownText, IsPlainWhereNothingButNulsFollow) {
  const ShownText shown = show_text("ab", "\0\0"sv);
  EXPECT_EQ(shown.text, "ab");
  EXPECT_EQ(shown.tail, "");
  EXPECT_EQ(shown.bytes, "");
}

TEST(ShownText, KeepsTheBytesBehindTheNul) {
  const ShownText shown = show_text("ab", "\0x\0"sv);
  EXPECT_EQ(shown.text, "ab");
  EXPECT_EQ(shown.tail, "007800");
  EXPECT_EQ(shown.bytes, "");
}

TEST(ShownText, IsAllBytesWhereItIsNotUtf8) {
  EXPECT_EQ(show_text("\xE9", "\0\0"sv).bytes, "e9");
  EXPECT_EQ(show_text("\xE9", "\0x"sv).bytes, "e90078");
}

TEST(ShownText, IsHowJsonShowsIt) {
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.field("plain", text_of_chars("ab"sv));
  json.field("tail", text_of_chars("ab\0x"sv));
  json.field("bytes", text_of_chars("\xE9"sv));
  json.end_object();
  EXPECT_EQ(json.take(),
            R"({"plain":"ab","tail":{"text":"ab","tail":"007800000000"},"bytes":{"bytes":"e9"}})");
}

}  // namespace
}  // namespace mw
