#include <gtest/gtest.h>
#include <meshwright/wows/detail/assets_resources.h>
#include <meshwright/wows/detail/name_hash.h>

#include <random>

#include "planted.h"

namespace mw::wows::assets {
namespace {

TEST(AssetsLookup, FindsEveryNameAndResource) {
  const Database database = opened(sample_bytes());
  for (const char* name : {"diffuseMap", "turret", "barrel_mouth", "night", "BoatShape.indices"})
    EXPECT_EQ(database.string({name_hash(name)}), name);
  EXPECT_EQ(database.string({name_hash("no such name")}), std::nullopt);
  EXPECT_EQ(database.string({0}), std::nullopt);
  std::size_t found = 0;
  for_each_path(database, [&](std::size_t, std::string_view path) {
    found += database.find({path_hash(path)}) ? 1 : 0;
  });
  EXPECT_EQ(found, 17U);
}

/// A key is found behind those that took its slot, also around the end of the table.
TEST(AssetsLookup, GoesAroundTheEndOfTheTable) {
  Planted planted = Planted::sample();
  for (std::size_t slot = 0; slot < 53; ++slot) planted.clear(planted.resource_bucket(slot), 16);
  for (const std::size_t slot : {51, 52, 0, 1})
    planted.put(planted.resource_bucket(slot), std::uint64_t(51 + 53 * slot));
  planted.put(planted.resource_value(1), pack({0, 3, 1}));
  const Database database = opened(planted.bytes);
  EXPECT_EQ(database.find({51 + 53}), (Location{0, 3, 1}));
  EXPECT_EQ(database.find({51 + 53 * 7}), std::nullopt);  // the way ends at slot 2, which is empty
}

TEST(AssetsLookup, AFullTableEndsALookup) {
  Planted planted = Planted::sample();
  for (std::size_t slot = 0; slot < 53; ++slot) {
    planted.put(planted.resource_bucket(slot), std::uint64_t(53 * slot + 7));
    planted.put(planted.string_bucket(slot), std::uint64_t(53 * slot + 7) | std::uint64_t(0x80000000) << 32);
  }
  const Database database = opened(planted.bytes);
  EXPECT_EQ(database.find({8}), std::nullopt);
  EXPECT_EQ(database.string({8}), std::nullopt);
  EXPECT_TRUE(database.find({53 * 6 + 7}));
}

TEST(AssetsLookup, OfTwoSlotsWithOneKeyTheFirstIsTaken) {
  Planted planted = Planted::sample();
  for (std::size_t slot = 0; slot < 53; ++slot) planted.clear(planted.resource_bucket(slot), 16);
  for (const std::size_t slot : {20, 21}) {
    planted.put(planted.resource_bucket(slot), std::uint64_t(20));
    planted.put(planted.resource_value(slot), pack({0, std::uint32_t(slot - 19), 0}));
  }
  EXPECT_EQ(opened(planted.bytes).find({20}), (Location{0, 1, 0}));
}

/// Tags of either kind mean a slot that is taken.
TEST(AssetsLookup, ASlotIsEmptyOnlyWithoutKeyAndTag) {
  Planted planted = Planted::sample();
  for (std::size_t slot = 0; slot < 53; ++slot) planted.clear(planted.resource_bucket(slot), 16);
  planted.put(planted.resource_bucket(7) + 8, std::uint64_t(1) << 63);  // key 0
  planted.put(planted.resource_bucket(8), std::uint64_t(7));            // tag 0
  planted.put(planted.resource_value(8), pack({0, 1, 1}));
  EXPECT_EQ(opened(planted.bytes).find({7}), (Location{0, 1, 1}));
}

TEST(AssetsLookup, ADeletedResourceIsNotThere) {
  Planted planted = Planted::sample();
  planted.put(planted.turret_value(), pack({2, 3, 0}));
  EXPECT_EQ(opened(planted.bytes).find({path_hash(kSampleTurret)}), std::nullopt);
}

TEST(AssetsLookup, AnEmptyTableHasNothing) {
  Planted planted = Planted::sample();
  planted.put(16, 0U);
  planted.put(16 + 0x28, 0U);
  const Database database = opened(planted.bytes);
  EXPECT_EQ(database.string({1}), std::nullopt);
  EXPECT_EQ(database.find({1}), std::nullopt);
}

/// Resources finds what Database::find does, key by key. How many there are.
std::size_t expect_same_lookups(const Bytes& bytes, std::uint64_t most_key) {
  const Database database = opened(bytes);
  const Resources resources(database);
  std::size_t found = 0;
  for (std::uint64_t key = 0; key < most_key; ++key) {
    EXPECT_EQ(resources.find({key}), database.find({key})) << key;
    found += database.find({key}) ? 1 : 0;
  }
  std::size_t listed = 0;
  resources.for_each([&](ResourceId id, const Location& location) {
    EXPECT_EQ(database.find(id), location) << id.value;
    ++listed;
  });
  EXPECT_EQ(listed, found);
  return listed;
}

/// Small keys in random slots: displaced, unreachable, twice, around the end, deleted; and in all of them.
TEST(AssetsLookup, ResourcesFindTheSame) {
  std::size_t found = 0;
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    Planted planted = Planted::sample();
    for (std::size_t slot = 0; slot < 53; ++slot) {
      planted.clear(planted.resource_bucket(slot), 16);
      if (seed % 3 != 0 && random() % (2 + 4 * (seed % 3)) == 0) continue;
      const std::uint64_t home = (slot + 53 - random() % 6) % 53;
      planted.put(planted.resource_bucket(slot), std::uint64_t(home + 53 * (random() % 3)));
      planted.put(planted.resource_value(slot), pack({random() % 8 == 0 ? 1U : 0U, 3, std::uint32_t(slot)}));
    }
    found += expect_same_lookups(planted.bytes, 160);
  }
  EXPECT_GT(found, 1000U);
}

TEST(AssetsLookup, LocationsArePackedAsTheGameDoes) {
  EXPECT_EQ(pack({0, 3, 5}), 5U << 8 | 3U << 2);
  EXPECT_EQ(unpack_location(0xFFFFFFFF), (Location{3, 63, 0xFFFFFF}));
}

TEST(AssetsPaths, AreMadeFromNamesAndParents) {
  const Database database = opened(sample_bytes());
  std::vector<std::string> all;
  for_each_path(database, [&](std::size_t row, std::string_view path) {
    EXPECT_EQ(row, all.size());
    EXPECT_EQ(database.paths()[row].id, path_hash(path));
    all.emplace_back(path);
  });
  ASSERT_EQ(all.size(), 38U);
  EXPECT_EQ(all[0], "content");
  EXPECT_NE(std::ranges::find(all, kSampleTurret), all.end());
  const Paths paths(database);
  for (std::size_t row = 0; row < all.size(); ++row) {
    EXPECT_EQ(paths.path(row).text, all[row]);
    EXPECT_EQ(paths.path(row).end, PathEnd::root);
    EXPECT_EQ(paths.row_of({path_hash(all[row])}), row);
  }
  EXPECT_EQ(paths.path(ResourceId{5}), "");
  EXPECT_EQ(paths.row_of({5}), std::nullopt);
}

/// A table in any other order gives the same paths.
TEST(AssetsPaths, DoNotDependOnTheOrderOfRows) {
  Planted planted = Planted::sample();
  const std::uint64_t first = planted.path_entry("content");
  // Each entry moves by a whole table, and so must the pointer to its name.
  for (std::size_t row = 0; row < 19; ++row) {
    auto a = planted.get<PathEntry>(first + row * 32);
    auto b = planted.get<PathEntry>(first + (37 - row) * 32);
    const auto distance = std::int64_t(37 - 2 * row) * 32;
    a.name_pointer -= distance;
    b.name_pointer += distance;
    planted.put(first + row * 32, b);
    planted.put(first + (37 - row) * 32, a);
  }
  const Database database = opened(planted.bytes);
  for_each_path(database, [&](std::size_t row, std::string_view path) {
    EXPECT_EQ(database.paths()[row].id, path_hash(path)) << path;
  });
}

TEST(AssetsPaths, SayHowTheirWayEnds) {
  Planted planted = Planted::sample();
  planted.put(planted.path_entry("content/gameplay") + 8, path_hash("content/gameplay/sample"));
  const Database loop = opened(planted.bytes);
  const auto turret = Paths(loop).row_of({path_hash(kSampleTurret)});
  EXPECT_EQ(Paths(loop).path(*turret).end, PathEnd::loop);
  EXPECT_EQ(Paths(loop).path(ResourceId{path_hash(kSampleTurret)}), "");
  std::size_t lost = 0;
  for_each_path(loop, [&](std::size_t, std::string_view path) { lost += path.starts_with(".../") ? 1 : 0; });
  EXPECT_EQ(lost, 33U);  // all but "content", "shaders" and the three below that

  planted = Planted::sample();
  planted.put(planted.path_entry("content/gameplay/sample/turret") + 8, std::uint64_t(99));
  const Database missing = opened(planted.bytes);
  EXPECT_EQ(Paths(missing).path(*turret).end, PathEnd::missing);
  EXPECT_EQ(Paths(missing).path(*turret).text, ".../turret/turret.model");
}

TEST(AssetsPaths, AChainOfAHundredThousandEndsSoon) {
  constexpr std::uint32_t kRows = 100'000;
  Bytes bytes(112 + kRows * 32 + 2);
  const Header header;
  test::put(bytes, 0, header);
  test::put(bytes, 16 + 0x40, kRows);
  test::put(bytes, 16 + 0x48, std::int64_t(112 - 16 - 0x40));
  for (std::uint32_t row = 0; row < kRows; ++row) {
    const std::size_t at = 112 + row * 32;
    test::put(bytes, at,
              PathEntry{.id = row + 10,
                        .parent = row + 9,
                        .name_size = 2,
                        .name_pointer = std::int64_t(bytes.size() - 2 - at - 16)});
  }
  bytes[bytes.size() - 2] = std::byte('a');
  const Database database = opened(bytes);
  std::size_t longest = 0;
  for_each_path(database,
                [&](std::size_t, std::string_view path) { longest = std::max(longest, path.size()); });
  EXPECT_LE(longest, 4 + kMaxDepth * 2 + 2);
  EXPECT_EQ(Paths(database).path(std::size_t(kRows - 1)).end, PathEnd::too_deep);
}

/// Paths as long as they may be, and longer ones: those are not followed to their beginning.
TEST(AssetsPaths, AreNotFollowedWithoutEnd) {
  // 64 names of 63 bytes and 63 slashes are 4095 bytes.
  const Database fits = opened(nested(64, std::string(63, 'n')));
  EXPECT_EQ(Paths(fits).path(std::size_t(63)).end, PathEnd::root);
  EXPECT_EQ(Paths(fits).path(std::size_t(63)).text.size(), 4095U);
  const Database database = opened(nested(40, std::string(1000, 'n')));
  const Paths paths(database);
  EXPECT_EQ(paths.path(std::size_t(3)).end, PathEnd::root);
  EXPECT_EQ(paths.path(std::size_t(4)).end, PathEnd::too_long);
  EXPECT_EQ(paths.path(std::size_t(4)).text.size(), 4 + 4 * 1000 + 3U);
  EXPECT_EQ(paths.path(std::size_t(4)).text.substr(0, 6), ".../nn");
  for (const Database* each : {&fits, &database})
    for_each_path(*each, [&](std::size_t row, std::string_view path) {
      EXPECT_EQ(path, Paths(*each).path(row).text) << row;
    });
}

}  // namespace
}  // namespace mw::wows::assets
