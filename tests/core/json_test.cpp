#include <gtest/gtest.h>
#include <meshwright/core/json_reader.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/core/math.h>

#include <bit>

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
  const auto value = parse_json(text);
  if (!value) return fail(value.error());
  JsonReader json(*value);
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
           Case{"\"small\":1", "\"small\":256", "thing.small: 256 is outside 0..255"},
           Case{"\"small\":1", "\"small\":-1", "thing.small: -1 is outside 0..255"},
           Case{"\"small\":1", "\"small\":1.5", "thing.small: expected an integer, got a number"},
           Case{"\"whole\":-2", "\"whole\":2147483648",
                "thing.whole: 2147483648 is outside -2147483648..2147483647"},
           Case{"\"real\":0.5", "\"real\":\"half\"", "thing.real: expected a number, got a string"},
           Case{"\"real\":0.5,", "", "thing.real: missing"},
           Case{"[1,2,3]", "[1,2]", "thing.point: expected 3 numbers, got 2"},
           Case{"[1,2,3]", "7", "thing.point: expected an array, got an integer"},
           Case{"\"tag\":\"ab\"", "\"tag\":\"abcde\"", "thing.tag: a text of 5 bytes does not fit 4"},
           Case{"\"name\":\"x\"", "\"name\":\"x\",\"extra\":1",
                "thing: unknown or repeated member \"extra\""},
           Case{"\"name\":\"x\"", "\"name\":\"x\",\"name\":\"y\"",
                "thing: unknown or repeated member \"name\""},
           Case{"\"name\":\"x\"", "\"name\":{\"bytes\":\"f\"}",
                "thing.name.bytes: expected an even number of hex digits"},
           Case{"{\"small\"", "7,\"x\":{\"small\"", "thing: expected an object, got an integer"},
       }) {
    const auto thing = read(with(kGood, from, to));
    ASSERT_FALSE(thing) << to;
    EXPECT_EQ(to_string(thing.error()), message);
  }
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
