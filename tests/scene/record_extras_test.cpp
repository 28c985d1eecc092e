#include <gtest/gtest.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/scene/detail/record_extras.h>

#include <cmath>

namespace mw::scene {
namespace {

struct Place {
  Vec3 point{0};
};
constexpr void fields(auto& io, Like<Place> auto& place) {
  io.field("point", place.point);
}

struct Lamp {
  std::uint8_t flag = 1;
  std::int32_t signed_number = -1;
  std::uint32_t id = 0;
  std::array<float, 2> direction{};
  FixedText<8> texture{"NULL"};
  Place place = {};
};
constexpr void fields(auto& io, Like<Lamp> auto& lamp) {
  io.field("flag", lamp.flag);
  io.field("signed_number", lamp.signed_number);
  io.field("id", lamp.id);
  io.field("direction", lamp.direction);
  io.field("texture", lamp.texture);
  io.field("place", lamp.place);
}

std::string printed(const Extras& extras) {
  JsonWriter json(JsonWriter::Style::compact);
  json.value(JsonValue(extras));
  return json.take();
}

Lamp loud() {
  Lamp lamp;
  lamp.flag = 2;
  lamp.signed_number = -7;
  lamp.id = 0x80000001;
  lamp.direction = {0.5F, -0.0F};
  lamp.texture = FixedText<8>("flare");
  lamp.place.point = {1, 2, 3};
  return lamp;
}

TEST(RecordExtras, HoldAllFieldsOrTheUnusualOnes) {
  EXPECT_EQ(
      printed(record_extras(Lamp{})),
      R"({"flag":1,"signed_number":-1,"id":0,"direction":[0,0],"texture":"NULL","place":{"point":[0,0,0]}})");
  EXPECT_EQ(printed(record_extras(Lamp{}, Lamp{})), "{}");
  EXPECT_EQ(
      printed(record_extras(loud(), Lamp{})),
      R"({"flag":2,"signed_number":-7,"id":"0x80000001","direction":[0.5,-0.0],"texture":"flare","place":{"point":[1,2,3]}})");
}

struct Wide {
  double number = 0;
  Place place = {};
  std::uint8_t before_padding = 0;
  std::uint32_t last = 0;
};
constexpr void fields(auto& io, Like<Wide> auto& wide) {
  io.field("number", wide.number);
  io.field("place", wide.place);
  io.field("before_padding", wide.before_padding);
  io.field("last", wide.last);
}

/// What prints alike is alike, and a record in a record is told whole or not at all.
TEST(RecordExtras, UnusualIsWhatPrintsInAnotherWay) {
  constexpr double kRoundedAway = 1e-12;
  const auto unusual = [](const Wide& wide) { return printed(record_extras(wide, Wide{.number = 1})); };
  EXPECT_EQ(unusual({.number = 1 + kRoundedAway}), "{}");
  EXPECT_EQ(unusual({.number = 1, .place = {{0, -0.0F, 0}}}), R"({"place":{"point":[0,-0.0,0]}})");
  EXPECT_EQ(unusual({.number = 2, .last = 3}), R"({"number":2,"last":3})");
}

TEST(RecordExtras, NamesCanBeLeftOut) {
  constexpr std::string_view kLeftOut[] = {"id", "texture", "place"};
  EXPECT_EQ(printed(record_extras(loud(), Lamp{}, kLeftOut)),
            R"({"flag":2,"signed_number":-7,"direction":[0.5,-0.0]})");
}

TEST(RecordExtras, ComeBack) {
  Lamp lamp;
  read_record(record_extras(loud(), Lamp{}), lamp);
  EXPECT_EQ(printed(record_extras(lamp)), printed(record_extras(loud())));
  EXPECT_TRUE(std::signbit(lamp.direction[1]));
}

TEST(RecordExtras, OddTextsComeBackWithTheirBytes) {
  for (const std::string_view text : {std::string_view("a\0b", 3), std::string_view("\xff\0x", 3)}) {
    Lamp odd;
    odd.texture = FixedText<8>(text);
    Lamp lamp;
    read_record(record_extras(odd, Lamp{}), lamp);
    EXPECT_EQ(lamp.texture, odd.texture);
  }
}

/// Blender makes decimal texts of integers beyond 31 bits.
TEST(RecordExtras, LargeIntegersAreTextsAndBothAreRead) {
  EXPECT_EQ(*extras_integer(0x7FFFFFFF).get_if<std::uint64_t>(), 0x7FFFFFFFU);
  EXPECT_EQ(*extras_integer(0x80000000).get_if<std::string>(), "0x80000000");
  EXPECT_EQ(*extras_integer(-5).get_if<std::int64_t>(), -5);
  EXPECT_EQ(integer_of(JsonValue("0xFFFFFFFF")), 0xFFFFFFFF);
  EXPECT_EQ(integer_of(JsonValue("4294967295")), 0xFFFFFFFF);
  EXPECT_EQ(integer_of(JsonValue(std::uint64_t(7))), 7);
  for (const char* word : {"", "0x", "12a", "0x1g", "1.5"}) EXPECT_FALSE(integer_of(JsonValue(word))) << word;
  EXPECT_FALSE(integer_of(JsonValue(1.5F)));
  EXPECT_FALSE(integer_of(JsonValue(~std::uint64_t(0))));
}

TEST(RecordExtras, WhatIsOfAnotherKindStays) {
  Lamp lamp;
  const Extras wrong = {{"flag", std::uint64_t(256)},
                        {"signed_number", "x"},
                        {"id", -1.0F},
                        {"direction", JsonArray{1.0F}},
                        {"texture", JsonObject{{"tail", "00"}}},
                        {"place", "here"}};
  read_record(wrong, lamp);
  EXPECT_EQ(printed(record_extras(lamp)), printed(record_extras(Lamp{})));
}

TEST(RecordExtras, FloatsBeyondNumbersAreRead) {
  EXPECT_TRUE(std::isnan(*float_of(JsonValue("NaN"))));
  EXPECT_EQ(float_of(JsonValue(std::int64_t(-3))), -3.0F);
  EXPECT_FALSE(float_of(JsonValue("x")));
}

TEST(RecordExtras, NamesAreListedOnce) {
  Scene scene;
  scene.extras = {{"a", true}};
  add_node(scene, {.extras = {{"b", true}, {"a", true}}});
  scene.meshes.push_back({.primitives = {{.extras = {{"c", true}}}}, .extras = {{"d", true}}});
  scene.materials.push_back({.extras = {{"e", true}}});
  scene.skins.push_back({.extras = {{"f", true}}});
  scene.animations.push_back({.extras = {{"g", true}}});
  scene.lights.push_back({.extras = {{"h", true}, {"b", true}}});
  EXPECT_EQ(extras_names(scene), (std::vector<std::string>{"a", "b", "d", "c", "e", "f", "g", "h"}));
}

}  // namespace
}  // namespace mw::scene
