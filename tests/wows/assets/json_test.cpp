#include <gtest/gtest.h>

#include "fixtures.h"
#include "support/allocations.h"
#include "support/cases/json_cases.h"

namespace mw::wows::assets {
namespace {

std::string sample_json() {
  return to_json(opened(sample_bytes()));
}

TEST(AssetsJson, GivesTheSameBytes) {
  test::expect_same_through_json<Assets>(sample_bytes());
  test::expect_same_through_json<Assets>(tiny());
}

TEST(AssetsJson, IsReadable) {
  test::expect_contains(sample_json(),
                        {R"("format": "wows-assets")", R"("geometry": "0x)",
                         R"("names": ["turret", "mount", "barrel_base", "barrel_mouth", )"
                         R"("barrel_base_BlendBone", "barrel_mouth_BlendBone"])",
                         R"("name": "bodyShape")", R"("tints": ["day", "night"])", R"("name": "intensity")",
                         R"("type": "velocity-field")", R"(15360, 14336, 48128)"});
}

/// Without its places, everything is placed as Builder does; nothing else changes.
TEST(AssetsJson, WithoutLayoutIsLaidOutAnew) {
  const std::string json = sample_json();
  auto tree = parse_json(json).value();
  std::erase_if(*tree.get_if<JsonObject>(), [](const JsonMember& member) {
    return member.first == "layout" || member.first == "unreferenced";
  });
  const auto again = test::whole_from<Assets>(test::json_text(tree));
  ASSERT_EQ(test::message_of(again), test::kNoError);
  EXPECT_EQ(test::first_difference(*again, sample_bytes()), "");
}

TEST(AssetsJson, AnArrayMayGrowWhenItIsLaidOutAnew) {
  const std::string json =
      test::replaced(sample_json(), R"("tints": ["day", "night"])", R"("tints": ["day", "night", "fog"])");
  auto tree =
      parse_json(test::replaced(json, R"("materials": ["0x)", R"("materials": ["0x0000000000000007", "0x)"))
          .value();
  std::erase_if(*tree.get_if<JsonObject>(),
                [](const JsonMember& member) { return member.first == "layout"; });
  const auto again = test::whole_from<Assets>(test::json_text(tree));
  ASSERT_EQ(test::message_of(again), test::kNoError);
  const Database database = opened(*again);
  const Record record = database.record(*database.find({path_hash(kSampleBoat)})).value();
  const Dye& dye = std::get<Model>(record).dyes.items.at(0);
  EXPECT_EQ(dye.tint_count, 3U);
  EXPECT_EQ(dye.materials.items.at(0).value, 7U);
  EXPECT_EQ(database.header().checksum, checksum(*again));
}

TEST(AssetsJson, KeepsAChecksumThatIsThereAndMakesOneThatIsNot) {
  const std::string json = to_json(opened(tiny()));
  const auto begin = json.find(", \"checksum\": ");
  const auto end = json.find('}', begin);
  const std::string without = std::string(json).erase(begin, end - begin);
  EXPECT_EQ(test::first_difference(test::whole_from<Assets>(without).value(), tiny()), "");
  const std::string wrong = std::string(json).replace(begin, end - begin, ", \"checksum\": 5");
  EXPECT_EQ(opened(test::whole_from<Assets>(wrong).value()).header().checksum, 5U);
}

/// A file with empty tables of 200,000 slots behind it.
Bytes sparse() {
  constexpr std::uint32_t kSlots = 200'000;
  Bytes bytes = tiny();
  const auto strings = std::int64_t(bytes.size());
  bytes.resize(bytes.size() + kSlots * 12);
  const auto resources = std::int64_t(bytes.size());
  bytes.resize(bytes.size() + kSlots * 20);
  test::put(bytes, 16, kSlots);
  test::put(bytes, 16 + 0x08, strings - 16);
  test::put(bytes, 16 + 0x10, strings + kSlots * 8 - 16);
  test::put(bytes, kResourceBase, kSlots);
  test::put(bytes, kResourceBase + 0x08, resources - std::int64_t(kResourceBase));
  test::put(bytes, kResourceBase + 0x10, resources + kSlots * 16 - std::int64_t(kResourceBase));
  return bytes;
}

/// A text that asks for more slots than it is long is refused; so the slots of such a table are shown.
TEST(AssetsJson, EmptyTablesComeBack) {
  const std::string json = to_json(opened(sparse()));
  EXPECT_GT(json.size(), 2 * 200'000U);
  test::expect_contains(json, {R"("capacity": 200000)", "\"..........", R"("slots": [])"});
  test::expect_same_through_json<Assets>(sparse());
  EXPECT_EQ(sample_json().find("\"empty\""), std::string::npos);
}

/// The pointer of a database without bytes may lead anywhere.
TEST(AssetsJson, AnEmptyDatabaseMayLeadAnywhere) {
  Bytes bytes = tiny();
  const std::size_t entry = entry_of(opened(bytes), Type::atlas_contour);
  test::put(bytes, entry + 8, 0U);
  test::put(bytes, entry + 16, std::int64_t(1) << 40);
  test::expect_same_through_json<Assets>(bytes);
  test::expect_comes_back<Assets>(bytes);
}

TEST(AssetsJson, SaysWhatIsWrongWithAnEdit) {
  test::expect_edit_messages<Assets>(
      sample_json(),
      {{R"("format": "wows-assets")", R"("format": "wows")", R"(expected "wows-assets")"},
       {R"("type": "visual")", R"("type": "ship")", R"(databases[1]: no type of records is called "ship")"},
       {R"("layout": "visual")", R"("layout": "ship")", R"(databases[1]: no layout is called "ship")"},
       {R"("slot": 2,)", R"("slot": 53,)", "strings.slots[0]: slot 53 >= capacity 53"},
       {R"("capacity": 53)", R"("capacity": 4000000000)",
        "strings: 4000000000 slots, more than a JSON of this length can fill"},
       {R"("state": 0)", R"("state": 4)",
        "resources.slots[0]: a state below 4, a database below 64 and a record below 16777216 fit a slot"},
       {R"("turret", "mount",)", R"("mount",)",
        "databases[1].records[0].map_nodes: 6 rows, but the arrays beside it have 5"},
       {R"(["turret", "mount",)", R"(["#turret", "mount",)",
        "databases[1].records[0].names: a name that begins with # needs eight hex digits behind it"},
       {R"("geometry": "0x)", R"("geometry": "x)",
        "databases[1].records[0]: expected 0x and sixteen hex digits"}});
}

TEST(AssetsJson, RawRecordsKeepTheirSizeAndPlace) {
  Bytes bytes = sample_bytes();
  const Database before = opened(bytes);
  test::put(bytes, entry_of(before, Type::model) + 4, 0x01020304U);
  const std::string json = to_json(opened(bytes));
  EXPECT_EQ(test::first_difference(test::whole_from<Assets>(json).value(), bytes), "");
  test::expect_edit_messages<Assets>(
      json, {{R"("raw": ")", R"("raw": "00)", "databases[3].records[0]: a record of 40 bytes is expected"}});
  auto tree = parse_json(json).value();
  std::erase_if(*tree.get_if<JsonObject>(),
                [](const JsonMember& member) { return member.first == "layout"; });
  EXPECT_EQ(test::complaint_of<Assets>(test::json_text(tree)),
            "databases[3].records[0]: a raw record cannot be placed anew: nothing says what it points at");
}

}  // namespace
}  // namespace mw::wows::assets
