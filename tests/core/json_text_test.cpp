#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/core/json_text.h>
#include <meshwright/core/json_value.h>
#include <meshwright/core/json_writer.h>

#include <bit>
#include <string>
#include <vector>

#include "support/bytes.h"

namespace mw {
namespace {

using test::message_of;

std::string compact(const JsonValue& tree) {
  JsonWriter json(JsonWriter::Style::compact);
  json.value(tree);
  return json.take();
}

/// What a text is read as, written again.
std::string again(std::string_view text) {
  const auto tree = parse_json(text);
  return tree ? compact(*tree) : to_string(tree.error());
}

TEST(JsonText, SaysWhatIsNotJson) {
  using namespace std::string_view_literals;
  struct Case {
    std::string_view text, message;
  };
  for (const auto& [text, message] : {
           Case{"", "0x00000000: not JSON: expected a value, got the end of the text"},
           Case{" \n ", "0x00000003: not JSON: expected a value, got the end of the text"},
           Case{"{\"a\": 1, }", "0x00000009: not JSON: expected the name of a member in quotes, got '}'"},
           Case{"[1, ]", "0x00000004: not JSON: expected a value, got ']'"},
           Case{"[,]", "0x00000001: not JSON: expected a value, got ','"},
           Case{"[1 2]", "0x00000003: not JSON: expected ',' or ']' after an item, got '2'"},
           Case{"[1}", "0x00000002: not JSON: expected ',' or ']' after an item, got '}'"},
           Case{"{\"a\" 1}", "0x00000005: not JSON: expected ':' after the name of a member, got '1'"},
           Case{"{\"a\":1 \"b\":2}", "0x00000007: not JSON: expected ',' or '}' after a member, got '\"'"},
           Case{"{a:1}", "0x00000001: not JSON: expected the name of a member in quotes, got 'a'"},
           Case{"{1:1}", "0x00000001: not JSON: expected the name of a member in quotes, got '1'"},
           Case{"{} x", "0x00000003: not JSON: expected nothing more, got 'x'"},
           Case{"{}\xC3\xA4", "0x00000002: not JSON: expected nothing more, got '\xC3\xA4'"},
           Case{"{}]", "0x00000002: not JSON: expected nothing more, got ']'"},
           Case{"[1", "0x00000002: not JSON: expected ',' or ']' after an item, got the end of the text"},
           Case{"[[1]", "0x00000004: not JSON: expected ',' or ']' after an item, got the end of the text"},
           Case{"{\"a\":[]",
                "0x00000007: not JSON: expected ',' or '}' after a member, got the end of the text"},
           Case{"[\"a]", "0x00000004: not JSON: a string without its closing quote"},
           Case{"[\"a] ", "0x00000004: not JSON: a string without its closing quote"},
           Case{"[\"a\\]",
                "0x00000003: not JSON: expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u, got '\\'"},
           Case{"[\"\\u12g4\"]", "0x00000002: not JSON: expected \\u and four hex digits, got '\\'"},
           Case{"[\"\\ud800\"]", "0x00000002: not JSON: half of a surrogate pair in a string"},
           Case{"[\"\\ud800\\u0041\"]", "0x00000002: not JSON: half of a surrogate pair in a string"},
           Case{"[\"a\\n\\uDC00\"]", "0x00000005: not JSON: half of a surrogate pair in a string"},
           Case{"{\"\\ud83d\\ude00\\ude00\":1}",
                "0x0000000e: not JSON: half of a surrogate pair in a string"},
           Case{"[\"a\nb\"]", "0x00000003: not JSON: a control character in a string"},
           Case{"[\"a\0b\"]"sv, "0x00000003: not JSON: a control character in a string"},
           Case{"[1]\0"sv, "0x00000003: not JSON: expected nothing more, got '\\x00'"},
           Case{"[1]\0]"sv, "0x00000003: not JSON: expected nothing more, got '\\x00'"},
           Case{"[\0]"sv, "0x00000001: not JSON: expected a value, got '\\x00'"},
           Case{"[\"a\xff\"]", "0x00000003: not JSON: bytes that are not UTF-8"},
           Case{"[\"\xed\xa0\x80\"]", "0x00000002: not JSON: bytes that are not UTF-8"},
           Case{"[NaN]", "0x00000001: not JSON: expected a value, got 'N'"},
           Case{"[-Infinity]", "0x00000002: not JSON: expected a value, got 'I'"},
           Case{"[+1]", "0x00000001: not JSON: expected a value, got '+'"},
           Case{"[01]", "0x00000002: not JSON: expected ',' or ']' after an item, got '1'"},
           Case{"[.5]", "0x00000001: not JSON: expected a value, got '.'"},
           Case{"[1.]", "0x00000003: not JSON: expected a digit after the decimal point, got ']'"},
           Case{"[1e]", "0x00000003: not JSON: expected a digit in the exponent, got ']'"},
           Case{"[-]", "0x00000002: not JSON: expected a value, got ']'"},
           Case{"[1e999]", "0x00000001: not JSON: a number too large for a double"},
           Case{"[1000e308]", "0x00000001: not JSON: a number too large for a double"},
           Case{"[tru]", "0x00000004: not JSON: expected a value, got ']'"},
           Case{"[True]", "0x00000001: not JSON: expected a value, got 'T'"},
           Case{"['a']", "0x00000001: not JSON: expected a value, got '''"},
           Case{"[1] // x", "0x00000004: not JSON: expected nothing more, got '/'"},
           Case{"7", "0x00000000: expected an object or an array, got a single value"},
           Case{"\"a]\"", "0x00000000: expected an object or an array, got a single value"},
       }) {
    // A fresh allocation of just that size, so that ASan sees a read one byte past the end.
    const std::vector<char> exact(text.begin(), text.end());
    EXPECT_EQ(message_of(parse_json({exact.data(), exact.size()})), message) << text;
  }
}

TEST(JsonText, ReadsAllKindsOfValues) {
  for (const auto& [text, expected] : std::vector<std::pair<std::string_view, std::string_view>>{
           {"{}", "{}"},
           {" [ ] \n", "[]"},
           {"\xEF\xBB\xBF{\"a\":1}", R"({"a":1})"},
           {R"([null,true,false,"",{"a":[{}]}])", R"([null,true,false,"",{"a":[{}]}])"},
           {"[ 1 ,\t-2\r\n, 0.5 , 1e3, 1E+2, 5e-324, -0, -0.0 ]", "[1,-2,0.5,1000,100,5e-324,-0.0,-0.0]"},
           {"[18446744073709551615, -9223372036854775808]", "[18446744073709551615,-9223372036854775808]"},
           {"[18446744073709551616, -9223372036854775809]", "[1.8446744e+19,-9.223372e+18]"},
           {R"(["\"\\\/\b\f\n\r\t", "\u0041\u00e4\u20AC\ud83d\ude00"])",
            "[\"\\\"\\\\/\\u0008\\u000c\\n\\u000d\\u0009\",\"A\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80\"]"},
           {"[\"\\\\\", \"a\\\\\\\"]\"]", "[\"\\\\\",\"a\\\\\\\"]\"]"},
           {R"({"\u0061\"":1,"b":2,"b":3})", R"({"a\"":1,"b":2,"b":3})"},
       })
    EXPECT_EQ(again(text), expected) << text;
}

TEST(JsonText, ListsKeysAndValuesInTheirOrder) {
  using Kind = JsonText::Kind;
  const std::string text =
      R"( {"a": [[], -7, 0.5, 1e-40], "\u0062": {"c": "]"}, "d": [true, null, 4294967296]})";
  const auto json = JsonText::parse(text);
  ASSERT_TRUE(json);
  EXPECT_EQ(json->text(), text);
  struct Entry {
    Kind kind;
    std::uint32_t word;
    std::size_t offset;
    std::string_view described;
  };
  const Entry entries[] = {
      {Kind::object, 16, 1, "an object"},    {Kind::string, 3, 2, "a string"},
      {Kind::array, 7, 7, "an array"},       {Kind::array, 4, 8, "an array"},
      {Kind::negative, 7, 12, "an integer"}, {Kind::real, std::bit_cast<std::uint32_t>(0.5F), 16, "a number"},
      {Kind::number, 21, 21, "a number"},  // a subnormal float
      {Kind::string, 30, 29, "a string"},    {Kind::object, 11, 39, "an object"},
      {Kind::string, 41, 40, "a string"},    {Kind::string, 46, 45, "a string"},
      {Kind::string, 52, 51, "a string"},    {Kind::array, 16, 56, "an array"},
      {Kind::truth, 1, 57, "a truth value"}, {Kind::null, 0, 63, "null"},
      {Kind::number, 69, 69, "an integer"},
  };
  JsonPlaces places(*json);
  for (std::uint32_t entry = 0; entry < std::size(entries); ++entry) {
    EXPECT_EQ(json->kind(entry), entries[entry].kind) << entry;
    EXPECT_EQ(json->word(entry), entries[entry].word) << entry;
    EXPECT_EQ(places.offset(entry), entries[entry].offset) << entry;
    EXPECT_EQ(places.kind(entry), entries[entry].described) << entry;
  }
  EXPECT_EQ(json->count(2), 4U);
  EXPECT_EQ(json->behind(2), 7U);
  EXPECT_EQ(json->behind(1), 2U);
  EXPECT_EQ(json->raw_string(7), "\\u0062");
  EXPECT_EQ(json->string(7), "b");
  EXPECT_TRUE(json->is_string(7, "b"));
  EXPECT_FALSE(json->is_string(1, "b"));
  EXPECT_EQ(places.number(15), "4294967296");
  EXPECT_EQ(places.number(4), "-7");  // backwards
}

TEST(JsonText, DepthIsLimitedAtTheByteThatGoesTooFar) {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_EQ(message_of(JsonText::parse(std::string_view(nested(kMaxJsonDepth)))), test::kNoError);
  const std::string deep = nested(kMaxJsonDepth + 1);
  EXPECT_EQ(message_of(JsonText::parse(deep)), "0x00000040: nested deeper than 64 levels");
}

const std::string kSample = R"({"format":"x", "tab\u0041le" :[[1,-2.5e-3,3],[0,18446744073709551615,"NaN"]],)"
                            "\n"
                            R"( "deep":{"a":{"b":[{"c":[null,true,false]},{}]}},"text":"\"\\\n\ud83d\ude00 )"
                            "\xC3\xA4"
                            R"(","last":-0.0e+1})";

TEST(JsonText, EveryTruncationIsAnErrorNeverACrash) {
  ASSERT_TRUE(parse_json(kSample));
  for (std::size_t size = 0; size < kSample.size(); ++size) {
    const std::vector<char> cut(kSample.begin(), kSample.begin() + std::ptrdiff_t(size));
    const auto tree = parse_json({cut.data(), size});
    ASSERT_FALSE(tree) << "cut at " << size;
    EXPECT_LE(tree.error().offset, size);
  }
}

TEST(JsonText, NamesAreFoundHoweverTheyAreWritten) {
  const auto is_called = [](std::string_view written, std::string_view name) {
    const std::string text = fmt::format("{{\"{}\":1}}", written);
    return JsonText::parse(text)->is_string(1, name);
  };
  for (const char* written :
       {"name", "\\u006eame", "na\\u006de", "nam\\u0065", "\\u006e\\u0061\\u006d\\u0065"})
    EXPECT_TRUE(is_called(written, "name")) << written;
  for (const char* written : {"", "nam", "names", "nane", "name\\u0065", "na\\u006e", "na\\u006dex",
                              "na\\\"me", "xa\\u006de", "nam\\\\"})
    EXPECT_FALSE(is_called(written, "name")) << written;
}

TEST(JsonText, MutantsAreReadTheSameAgainOrRefused) {
  const ByteSpan bytes = bytes_of(kSample);
  const Bytes whole(bytes.begin(), bytes.end());
  std::size_t readable = 0;
  for (std::uint32_t seed = 0; seed < 20000; ++seed) {
    const Bytes damaged = test::mutant(whole, seed);
    const auto tree = parse_json(text_of(damaged));
    if (!tree) continue;
    ++readable;
    const std::string text = compact(*tree);
    ASSERT_EQ(again(text), text) << "seed " << seed;
  }
  EXPECT_GT(readable, 100U);
}

}  // namespace
}  // namespace mw
