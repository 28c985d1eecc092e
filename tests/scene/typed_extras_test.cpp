#include <gtest/gtest.h>
#include <meshwright/scene/detail/record_extras.h>
#include <meshwright/scene/detail/typed_extras.h>

namespace mw::scene {
namespace {

using Lines = std::vector<std::string>;

const JsonObject kEvent = {{"time", 0.0F}, {"name", ""}};

/// "0.25|snd_open".
Lines rows_of(const TypedRows& typed) {
  Lines lines;
  for (const JsonValue& row : typed.rows) {
    EXPECT_EQ(row.get_if<JsonObject>()->size(), 2U);
    lines.push_back(std::to_string(float_of(*row.find("time")).value()).substr(0, 4) + "|" +
                    *row.find("name")->get_if<std::string>());
  }
  return lines;
}

TEST(TypedExtras, RowsHaveCommasBetweenThemAndBlanksInThem) {
  const TypedRows typed = parse_rows(" 0.25 snd_open,1.50\tsnd two \n,, 2.00   x ,", kEvent);
  EXPECT_EQ(rows_of(typed), (Lines{"0.25|snd_open", "1.50|snd two", "2.00|x"}));
  EXPECT_EQ(typed.strange, Lines());
  EXPECT_TRUE(parse_rows("", kEvent).rows.empty());
  EXPECT_TRUE(parse_rows(" , ", kEvent).strange.empty());
}

TEST(TypedExtras, WhatIsNoRowIsStrange) {
  const TypedRows typed = parse_rows("0.5, snd_open, 0.25x y, 1 z", kEvent);
  EXPECT_EQ(rows_of(typed), Lines{"1.00|z"});
  EXPECT_EQ(typed.strange, (Lines{"0.5", "snd_open", "0.25x y"}));
  const TypedRows commas = parse_rows("0,25 a,0.5 b,0,75 c", kEvent);
  EXPECT_EQ(rows_of(commas), Lines{"0.50|b"});
  EXPECT_EQ(commas.strange, (Lines{"0,25 a", "0,75 c"}));
  EXPECT_EQ(parse_rows("1 2", {{"list", JsonArray()}, {"name", ""}}).strange, Lines{"1 2"});
  EXPECT_EQ(parse_rows("1 2", {{"name", ""}, {"part", JsonObject()}}).strange, Lines{"1 2"});
}

TEST(TypedExtras, PythonSpellsListsAndDictionaries) {
  const auto value = parse_python("[{'time': 0.25, 'name': \"it's\", 'loud': True, 'far': None}]");
  ASSERT_TRUE(value);
  const auto* list = value->get_if<JsonArray>();
  ASSERT_TRUE(list != nullptr && list->size() == 1);
  EXPECT_EQ(*list->front().find("name")->get_if<std::string>(), "it's");
  EXPECT_EQ(float_of(*list->front().find("time")), 0.25F);
  EXPECT_TRUE(*list->front().find("loud")->get_if<bool>());
  EXPECT_FALSE(parse_python("0.25 snd_open"));
}

}  // namespace
}  // namespace mw::scene
