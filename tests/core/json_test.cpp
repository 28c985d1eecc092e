#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/core/detail/json_reader.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/json_text.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/core/math.h>

#include <array>
#include <bit>
#include <cmath>

#include "support/allocations.h"

namespace mw {
namespace {

struct Thing {
  std::uint8_t small = 0;
  std::int32_t whole = 0;
  float real = 0;
  Vec3 point{0};
  FixedText<4> tag;
  std::string name;
};

constexpr void fields(auto& io, Like<Thing> auto& thing) {
  io.field("small", thing.small);
  io.field("whole", thing.whole);
  io.field("real", thing.real);
  io.field("point", thing.point);
  io.field("tag", thing.tag);
  io.field("name", thing.name);
}

std::string write(const Thing& thing) {
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.field("thing", thing);
  json.end_object();
  return json.take();
}

Result<Thing> read(std::string_view text) {
  const auto parsed = JsonText::parse(text);
  if (!parsed) return fail(parsed.error());
  JsonReader json(*parsed);
  Thing thing;
  json.field("thing", thing);
  json.finish();
  if (!json.ok()) return fail(json.error());
  return thing;
}

const std::string kGood =
    R"({"thing":{"small":1,"whole":-2,"real":0.5,"point":[1,2,3],"tag":"ab","name":"x"}})";

std::string with(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

TEST(Json, RoundTrip) {
  const auto thing = read(kGood);
  ASSERT_TRUE(thing);
  EXPECT_EQ(write(*thing), kGood);
}

TEST(Json, KeepsOddFloatsAndTexts) {
  Thing thing;
  thing.real = -0.0F;
  thing.point = {std::bit_cast<float>(0x7FA00001U), std::numeric_limits<float>::infinity(), 1e-42F};
  thing.tag.chars = {'a', '\0', 'z', '\0'};
  thing.name = "\xff\xfe";
  const std::string text = write(thing);
  const std::string expected =
      R"_({"thing":{"small":0,"whole":0,"real":-0.0,"point":["NaN(0x7fa00001)","Infinity",1e-42],)_"
      R"_("tag":{"text":"a","tail":"007a00"},"name":{"bytes":"fffe"}}})_";
  EXPECT_EQ(text, expected);
  const auto again = read(text);
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ(write(*again), text);
  EXPECT_EQ(again->tag, thing.tag);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(again->point.x), 0x7FA00001U);
}

TEST(Json, SaysWhatIsWrongAndWhere) {
  struct Case {
    std::string from, to, message;
  };
  for (const auto& [from, to, message] : {
           Case{"\"small\":1", "\"small\":256", "0x00000012: thing.small: 256 is outside 0..255"},
           Case{"\"small\":1", "\"small\":-1", "0x00000012: thing.small: -1 is outside 0..255"},
           Case{"\"small\":1", "\"small\":1.5", "0x00000012: thing.small: expected an integer, got a number"},
           Case{"\"small\":1", "\"small\":1e2", "0x00000012: thing.small: expected an integer, got a number"},
           Case{"\"small\":1", "\"small\":18446744073709551616",
                "0x00000012: thing.small: 18446744073709551616 is outside 0..255"},
           Case{"\"small\":1", "\"small\":-9223372036854775809",
                "0x00000012: thing.small: -9223372036854775809 is outside 0..255"},
           Case{"\"small\":1", "\"small\":null", "0x00000012: thing.small: expected an integer, got null"},
           Case{"\"whole\":-2", "\"whole\":2147483648",
                "0x0000001c: thing.whole: 2147483648 is outside -2147483648..2147483647"},
           Case{"\"whole\":-2", "\"whole\":true",
                "0x0000001c: thing.whole: expected an integer, got a truth value"},
           Case{"\"real\":0.5", "\"real\":\"half\"",
                "0x00000026: thing.real: expected a number, got a string"},
           Case{"\"real\":0.5", "\"real\":-1e39", "0x00000026: thing.real: -1e39 is too large for its field"},
           Case{"\"real\":0.5,", "", "0x00000009: thing.real: missing"},
           Case{"[1,2,3]", "[1,2]", "0x00000032: thing.point: expected 3 numbers, got 2"},
           Case{"[1,2,3]", "[1,2,[]]", "0x00000037: thing.point: expected a number, got an array"},
           Case{"[1,2,3]", "7", "0x00000032: thing.point: expected an array, got an integer"},
           Case{"\"tag\":\"ab\"", "\"tag\":\"abcde\"",
                "0x00000040: thing.tag: a text of 5 bytes does not fit 4"},
           Case{"\"name\":\"x\"", "\"name\":\"x\",\"extra\":1",
                "0x00000050: thing: unknown member \"extra\""},
           Case{"\"name\":\"x\"", "\"name\":\"x\",\"name\":\"y\"",
                "0x00000050: thing: repeated member \"name\""},
           Case{"\"small\":1", "\"small\":1,\"sm\\u0061ll\":1",
                "0x00000014: thing: repeated member \"small\""},
           Case{"\"name\":\"x\"", "\"name\":\"x\",\"extra\":1,\"extra\":2",
                "0x00000050: thing: unknown member \"extra\""},
           Case{"\"small\":1", "\"extra\":[{}],\"small\":1", "0x0000000a: thing: unknown member \"extra\""},
           Case{"\"name\":\"x\"", "\"name\":{\"bytes\":\"f\"}",
                "0x00000055: thing.name.bytes: expected an even number of hex digits"},
           Case{"{\"small\"", "7,\"x\":{\"small\"", "0x00000009: thing: expected an object, got an integer"},
       }) {
    const auto thing = read(with(kGood, from, to));
    ASSERT_FALSE(thing) << to;
    EXPECT_EQ(to_string(thing.error()), message);
  }
}

TEST(Json, MembersMayComeInAnyOrderAndSpelling) {
  const auto thing =
      read(R"({"thing":{"name":"x","t\u0061g":"ab","point":[1,2,3],"whole":-2,"small":1,"\u0072eal":0.5}})");
  ASSERT_TRUE(thing) << to_string(thing.error());
  EXPECT_EQ(write(*thing), kGood);
}

TEST(Json, NamesMembersThatAreThereInAnyPlace) {
  const std::string text = R"({"a":1,"b":{"has":[]},"c":2})";
  const auto parsed = JsonText::parse(text);
  ASSERT_TRUE(parsed);
  JsonReader json(*parsed);
  std::uint8_t a = 0;
  std::uint8_t c = 0;
  json.field("a", a);
  EXPECT_TRUE(json.has("a"));
  EXPECT_TRUE(json.has("b"));
  EXPECT_TRUE(json.has("c"));
  EXPECT_FALSE(json.has("has"));
  json.field("c", c);
  json.finish();
  EXPECT_EQ(int(a), 1);
  EXPECT_EQ(int(c), 2);
  ASSERT_FALSE(json.ok());
  EXPECT_EQ(to_string(json.error()), "0x00000007: unknown member \"b\"");
}

TEST(Json, SyntaxErrorsHaveAnOffset) {
  const auto broken = parse_json("{\"a\": 1, }");
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().offset, 9U);
  EXPECT_TRUE(broken.error().message.starts_with("not JSON: ")) << broken.error().message;
  EXPECT_FALSE(parse_json(""));
  EXPECT_FALSE(parse_json("{\"a\": 1} x"));
}

TEST(Json, DeepNestingIsRefused) {
  const std::string deep(1000000, '[');
  const auto value = parse_json(deep);
  ASSERT_FALSE(value);
  EXPECT_EQ(value.error().message, "nested deeper than 64 levels");
}

/// One number in a table of that type.
template <class T>
T number(const std::string& digits) {
  const std::string text = "{\"n\":[" + digits + "]}";
  const auto parsed = JsonText::parse(text);
  std::vector<T> rows;
  if (parsed) {
    JsonReader json(*parsed);
    json.table("n", rows);
    json.finish();
    EXPECT_EQ(json.ok() ? "" : to_string(json.error()), "");
  }
  EXPECT_EQ(rows.size(), 1U) << digits;
  return rows.empty() ? T{} : rows[0];
}

TEST(Json, NumbersAreExact) {
  EXPECT_EQ(number<std::uint64_t>("18446744073709551615"), 18446744073709551615U);
  EXPECT_EQ(number<std::int64_t>("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(number<std::int64_t>("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(number<std::uint8_t>("-0"), 0);
  EXPECT_TRUE(std::signbit(number<float>("-0")));
  EXPECT_TRUE(std::signbit(number<float>("-0.0e5")));
  EXPECT_EQ(number<float>("1e-7"), 1e-7F);
  EXPECT_EQ(number<float>("0.000000000000000000000000000000000000000000001"), 1e-45F);
  EXPECT_EQ(number<float>("3.4028235e38"), std::numeric_limits<float>::max());
  EXPECT_EQ(number<float>("340282350000000000000000000000000000000"), std::numeric_limits<float>::max());
  EXPECT_EQ(number<float>("1.17549435e-38"), std::numeric_limits<float>::min());
  EXPECT_EQ(number<float>("1e-60"), 0.0F);
  EXPECT_EQ(number<float>("1e-99999999999"), 0.0F);
  EXPECT_EQ(number<float>("16777217"), 16777216.0F);
  EXPECT_EQ(number<float>("16777217.0000000000001"), 16777218.0F);
  EXPECT_EQ(number<float>("9007199791611905"),
            9007200328482816.0F);  // half-way and a bit, which a double has
  EXPECT_EQ(number<double>("0.1"), 0.1);
  EXPECT_EQ(number<double>("1.7976931348623157e308"), std::numeric_limits<double>::max());
  EXPECT_EQ(number<double>("123456789012345678901234567890"), 123456789012345678901234567890.0);
  EXPECT_EQ(number<double>("9007199254740993"), 9007199254740992.0);
}

TEST(Json, EveryFloatComesBack) {
  for (std::uint64_t step = 0; step < 0x100000000; step += 65521 * 7) {
    const auto value = std::bit_cast<float>(std::uint32_t(step));
    if (std::isnan(value)) continue;
    std::string digits;
    append_float(digits, value);
    if (std::isinf(value)) digits = '"' + digits + '"';
    ASSERT_EQ(std::bit_cast<std::uint32_t>(number<float>(digits)), std::uint32_t(step)) << digits;
    // One digit more than is needed changes nothing.
    const std::string longer = fmt::format("{:.17e}", double(value));
    if (!std::isinf(value)) {
      ASSERT_EQ(number<float>(longer), value) << longer;
    }
  }
}

/// Everything that reading allocates, over the size of the text that JsonWriter makes of these rows.
template <class T>
double memory_for(const std::vector<T>& rows) {
  JsonWriter writer(JsonWriter::Style::pretty);
  writer.begin_object();
  writer.table("rows", rows);
  writer.end_object();
  const std::string text = writer.take();
  const test::AllocationCounter allocations;
  const auto parsed = JsonText::parse(text);
  JsonReader json(parsed.value());
  std::vector<T> again;
  json.table("rows", again);
  json.finish();
  EXPECT_TRUE(json.ok());
  EXPECT_EQ(again, rows);
  return double(allocations.total()) / double(text.size());
}

TEST(Json, ReadingTakesNoMoreThanThreeTimesTheText) {
  if (!test::AllocationCounter::counts()) GTEST_SKIP() << "needs AddressSanitizer";
  for (const double ratio :
       {memory_for(std::vector<std::uint32_t>(100000, 0)), memory_for(std::vector<float>(100000, 1)),
        memory_for(std::vector<Vec3>(100000)), memory_for(std::vector<std::array<std::uint16_t, 3>>(100000)),
        memory_for(std::vector<float>(100000, 0.12345679F))}) {
    EXPECT_GT(ratio, 0.5);  // what was read has to be somewhere
    EXPECT_LE(ratio, 3);
  }
}

TEST(Json, FloatsRoundOnceFromTheText) {
  // Nearest double, then nearest float, would give 1 + 2^-23 here: the text lies just below the midpoint.
  const auto thing = read(with(kGood, "0.5", "1.00000005960464477539062499999"));
  ASSERT_TRUE(thing);
  EXPECT_EQ(thing->real, 1.0F);
}

TEST(Json, PrettyKeepsARowToALine) {
  JsonWriter json(JsonWriter::Style::pretty);
  json.begin_object();
  json.table("points", std::vector<Vec3>{{1, 2, 3}, {4, 5, 6}});
  json.table("numbers", std::vector<std::uint32_t>{1, 2, 3});
  json.table("none", std::vector<std::uint32_t>{});
  json.end_object();
  EXPECT_EQ(
      json.take(),
      "{\n \"points\": [\n  [1, 2, 3],\n  [4, 5, 6]\n ],\n \"numbers\": [\n  1, 2, 3\n ],\n \"none\": []\n}");
}

TEST(Json, StringsAreEscaped) {
  JsonWriter json(JsonWriter::Style::compact);
  json.value("a\"\\\n\x01\xff ä");
  EXPECT_EQ(json.take(), "\"a\\\"\\\\\\n\\u0001\xEF\xBF\xBD ä\"");
}

}  // namespace
}  // namespace mw
