#include <gtest/gtest.h>
#include <meshwright/wows/assets_resolve.h>
#include <meshwright/wows/assets_scene.h>
#include <meshwright/wows/geometry.h>

#include "fixtures.h"
#include "support/cases/format_cases.h"

namespace mw::wows::assets {
namespace {

/// What a program would do with a file that opens: list it, follow it, show it.
void use(const Database& database, const geometry::File& turret, std::size_t& shown) {
  for_each_path(database, [](std::size_t, std::string_view) {});
  const auto chain = resolve(database, kSampleTurret);
  if (!chain) return;
  const auto scene = to_scene(database, *chain, turret, {.selection = {.all_lods = true}});
  if (!scene) return;
  ++shown;
  EXPECT_FALSE(find_contradiction(*scene));
}

TEST(AssetsMutants, NoneCrashesAndWhatReadsComesBack) {
  const geometry::File turret = geometry::sample(geometry::SampleData::plain);
  std::size_t shown = 0;
  std::uint32_t turn = 0;
  const test::Survivors survivors = test::expect_mutants_survive<Assets>(
      test::mutants_of({tiny(), sample_bytes()}), [&](const Database& database) {
        if (++turn % 8 == 0) use(database, turret, shown);
      });
  EXPECT_GT(survivors.readable, test::kMutants / 4);
  EXPECT_GT(survivors.findings, test::kMutants / 4);
  EXPECT_GT(shown, 100U);
}

/// Damage to records only: the file opens, the records may not.
TEST(AssetsMutants, DamagedRecordsAreDecodedOrKept) {
  const geometry::File turret = geometry::sample(geometry::SampleData::plain);
  const Database whole = opened(sample_bytes());
  const auto begin = std::size_t(whole.database(0).begin);
  constexpr std::uint32_t kTelling[] = {0, 1, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
  test::Survivors survivors;
  std::size_t shown = 0;
  for (std::uint32_t seed = 0; seed < 4000 && !HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    Bytes bytes = sample_bytes();
    for (int change = 0; change < 3; ++change) {
      const std::size_t at = begin + random() % (bytes.size() - begin - 4);
      if (change == 0)
        test::put(bytes, at, kTelling[random() % std::size(kTelling)]);
      else
        bytes[at] = std::byte(random());
    }
    const auto database = test::expect_survives<Assets>(bytes, survivors);
    ASSERT_TRUE(database);
    if (seed % 8 == 0) use(*database, turret, shown);
    if (seed % 32 == 0) test::expect_same_through_json<Assets>(bytes);
  }
  EXPECT_GT(survivors.findings, 8000U);
  EXPECT_GT(shown, 100U);
}

}  // namespace
}  // namespace mw::wows::assets
