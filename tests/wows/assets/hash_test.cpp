#include <gtest/gtest.h>
#include <meshwright/wows/assets.h>
#include <meshwright/wows/detail/assets_paths.h>
#include <meshwright/wows/detail/assets_types.h>
#include <meshwright/wows/detail/name_hash.h>
#include <meshwright/wows/detail/path_hash.h>

namespace mw::wows {
namespace {

std::string repeated(std::string_view part, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += part;
  return text;
}

/// The first two are ids of real files; the others were made by another program, a text for every branch.
TEST(PathHash, IsCityHash64OfVersion11) {
  EXPECT_EQ(path_hash("content/gameplay/japan/ship/destroyer/JSD011_Akizuki_1944/JSD011_Akizuki_1944.model"),
            0x0DF5A921212A899EU);
  EXPECT_EQ(path_hash("."), 0xDBB1A1D1B108B927U);
  EXPECT_EQ(path_hash(""), 11160318154034397263U);
  EXPECT_EQ(path_hash("hello_world"), 15605398435621216523U);
  EXPECT_EQ(path_hash("abcdefghijklm"), 8550978237989882775U);
  EXPECT_EQ(path_hash("\u00e9l\u00e8ve-\u65e5\u672c\u8a9e-\U0001F389"), 17522264240893443485U);
  EXPECT_EQ(path_hash("the quick brown fox jumps over th"), 16856596542782860373U);
  EXPECT_EQ(path_hash(repeated("0123456789", 10)), 15263031703162308175U);
}

/// Lengths that are not among those: made with an implementation of our own in another language, which agrees
/// on all of the above.
TEST(PathHash, OfShortTexts) {
  EXPECT_EQ(path_hash("abc"), 0x24A5B3A074E7F369U);
  EXPECT_EQ(path_hash("ship"), 0x3FA8378DF3B2BE11U);
  EXPECT_EQ(path_hash("model"), 0xFED1BEF4DFE7C254U);
  EXPECT_EQ(path_hash("visual"), 0xDC83095C0D68E5AAU);
  EXPECT_EQ(path_hash("content"), 0xA33046442D8327FCU);
  EXPECT_EQ(path_hash("content/gameplay"), 0xE87163C616C1B148U);
}

/// 64 bytes at a time: once, twice, three times.
TEST(PathHash, OfLongTexts) {
  EXPECT_EQ(path_hash(repeated("01234567", 16)), 0x7190B04886A74FBFU);
  EXPECT_EQ(path_hash(repeated("01234567", 16) + "8"), 0x0BF8BDB431A2DD85U);
  EXPECT_EQ(path_hash(repeated("0123456789", 13)), 0x46D90470455B2A0CU);
  EXPECT_EQ(path_hash(repeated("0123456789", 20)), 0xC2D6FE63E78303F8U);
}

TEST(PathHash, OfTheContentRoot) {
  EXPECT_EQ(assets::kDotId.value, path_hash("."));
  EXPECT_EQ(assets::kEmptyId.value, path_hash(""));
  EXPECT_TRUE(assets::is_root({path_hash(".")}));
  EXPECT_TRUE(assets::is_root({0}));
  EXPECT_FALSE(assets::is_root({path_hash("content")}));
}

TEST(AssetTypes, TheirMagicsAreTheHashesOfTheirNames) {
  ASSERT_EQ(assets::types().size(), 10U);
  for (const assets::TypeInfo& type : assets::types()) {
    EXPECT_EQ(name_hash(type.prototype), type.magic) << type.prototype;
    EXPECT_EQ(&assets::info_of(type.type), assets::find_type(type.magic));
    EXPECT_EQ(&assets::info_of(type.type), assets::find_type(type.name));
  }
  EXPECT_EQ(assets::find_type(0x12345678U), nullptr);
  EXPECT_EQ(assets::find_type("ship"), nullptr);
}

TEST(AssetTypes, EveryLayoutHasTheSizeThatTheGameRegisters) {
  using assets::Layout;
  for (int i = 1; i < int(std::variant_size_v<assets::Record>); ++i) {
    const auto layout = Layout(i);
    const std::uint64_t expected = layout == Layout::model_14 ? 0x20 : info_of(type_of(layout)).stride;
    EXPECT_EQ(stride_of(layout), expected) << i;
  }
  EXPECT_EQ(stride_of(Layout::raw), 0U);
}

TEST(AssetTypes, ChecksumsNameLayouts) {
  using assets::Assume;
  using assets::Layout;
  using assets::Type;
  EXPECT_EQ(find_layout(Type::model, 0xE7886B44), Layout::model);
  EXPECT_EQ(find_layout(Type::model, 0xD6B11569), Layout::model_14);
  EXPECT_EQ(find_layout(Type::visual, 0x3167064B), Layout::visual);
  EXPECT_EQ(find_layout(Type::visual, 0xD6B11569), std::nullopt);  // of another type
  EXPECT_EQ(checksum_of(Layout::model), 0xE7886B44U);
  EXPECT_EQ(checksum_of(Layout::material), 0xA95414D5U);
  EXPECT_EQ(assumed_layout(Type::model, Assume::nothing), Layout::raw);
  EXPECT_EQ(assumed_layout(Type::model, Assume::game_0_10), Layout::model);
  EXPECT_EQ(assumed_layout(Type::model, Assume::game_14_1), Layout::model_14);
  EXPECT_EQ(assumed_layout(Type::visual, Assume::game_14_1), Layout::visual);
  EXPECT_EQ(assets::find_assumption("14.1"), Assume::game_14_1);
  EXPECT_EQ(assets::find_assumption("0.10"), Assume::game_0_10);
  EXPECT_EQ(assets::find_assumption("14"), std::nullopt);
}

TEST(AssetsBuild, CapacitiesAreThoseOfTheKnownFile) {
  // The game's tables have a prime number of slots, about twice the one before, and one is always free.
  for (std::size_t keys = 0; keys < 60'000'000; keys = assets::Builder::capacity_for(keys)) {
    const std::uint32_t slots = assets::Builder::capacity_for(keys);
    ASSERT_GT(slots, keys);
    if (keys > 50'000'000) break;
    for (std::uint32_t divisor = 2; divisor * divisor <= slots; ++divisor)
      EXPECT_NE(slots % divisor, 0U) << slots;
    if (keys > 0) {
      EXPECT_EQ((slots + keys / 4) / keys, 2U) << slots;
    }
  }
  EXPECT_EQ(assets::Builder::capacity_for(0), 53U);
  EXPECT_EQ(assets::Builder::capacity_for(53), 97U);
  EXPECT_EQ(assets::Builder::capacity_for(246065), 393241U);
  EXPECT_EQ(assets::Builder::capacity_for(400000), 786433U);
}

}  // namespace
}  // namespace mw::wows
