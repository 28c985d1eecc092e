#include <meshwright/core/detail/answer.h>

#include <gtest/gtest.h>
#include <meshwright/core/math.h>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mw {
namespace {

struct Stone {
  std::string name;
  std::optional<std::uint64_t> offset;
  std::vector<std::string> marks;
};

void fields(auto& io, const Stone& stone) {
  io.field("name", stone.name);
  io.field("offset", stone.offset);
  io.field("marks", present(!stone.marks.empty(), stone.marks));
}

TEST(Answer, ARecordIsItsFields) {
  EXPECT_EQ(as_json(Stone{"\"a\"", 7, {"x", "y"}}), R"({"name":"\"a\"","offset":7,"marks":["x","y"]})");
}

TEST(Answer, WhatIsMissingIsNullOrLeftOut) {
  EXPECT_EQ(as_json(Stone{"a", std::nullopt, {}}), R"({"name":"a","offset":null})");
}

struct Pile {
  Stone stone;
  std::optional<Stone> second;
  std::optional<int> height;
};

void fields(auto& io, const Pile& pile) {
  io.members_of(pile.stone);
  io.members_of(pile.second);
  io.field("height", present(pile.height));
}

TEST(Answer, MembersOfARecordCanBeThoseOfAnother) {
  EXPECT_EQ(as_json(Pile{{"a", 1, {}}, std::nullopt, std::nullopt}), R"({"name":"a","offset":1})");
  EXPECT_EQ(as_json(Pile{{"a", 1, {}}, Stone{"b", 2, {}}, 3}),
            R"({"name":"a","offset":1,"name":"b","offset":2,"height":3})");
}

TEST(Answer, ItemsOfAListMayComeOneByOne) {
  const Produced<Stone> stones{[](const std::function<void(const Stone&)>& item) {
    item({"a", 1, {}});
    item({"b", 2, {}});
  }};
  EXPECT_EQ(json_line("stones", stones), R"({"stones":[{"name":"a","offset":1},{"name":"b","offset":2}]})");
}

TEST(Answer, ALineHasNamesAndValuesByTurns) {
  const std::vector<Stone> stones = {{"a", 1, {}}, {"b", 2, {}}};
  EXPECT_EQ(json_line("is", true, "half", 0.5F, "at", Vec3(1, 2, 3), "none", nullptr, "stones", stones,
                      "value", JsonValue(JsonArray{std::int64_t(-1)}), "left_out", present(false, 1)),
            R"({"is":true,"half":0.5,"at":[1,2,3],"none":null,"stones":[{"name":"a","offset":1},)"
            R"({"name":"b","offset":2}],"value":[-1]})");
}

TEST(Answer, NamedValuesAreAnObject) {
  const std::vector<std::pair<std::string_view, std::uint64_t>> counts = {{"faces", 3}, {"edges", 0}};
  EXPECT_EQ(as_json(counts), R"({"faces":3,"edges":0})");
  EXPECT_EQ(as_json(std::vector<std::string>{}), "[]");
}

}  // namespace
}  // namespace mw
