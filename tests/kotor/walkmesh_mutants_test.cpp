#include <gtest/gtest.h>
#include <meshwright/core/json_value.h>
#include <meshwright/kotor/walkmesh.h>

#include "support/bytes.h"
#include "walkmesh_fixtures.h"

namespace mw::kotor::walkmesh {
namespace {

/// Damaged files: none crashes or hangs, and whatever still reads is written back byte for byte and validates
/// to the end. Some also go through JSON, which costs more.
TEST(WalkmeshMutants, NoneCrashesAndWhatReadsComesBack) {
  constexpr std::uint32_t kMutants = 20000;
  const Bytes originals[] = {written(two_triangles_and_a_wall()), written(sample(Sample::placeable)),
                             written(sample(Sample::room)), written(one_triangle())};
  std::size_t readable = 0;
  std::size_t findings_made = 0;
  for (std::uint32_t seed = 0; seed < kMutants; ++seed) {
    const Bytes bytes = test::mutant(originals[seed % std::size(originals)], seed);
    const auto file = read(bytes);
    if (!file) continue;
    ++readable;
    ASSERT_EQ(written(*file), bytes) << "seed " << seed;
    Findings findings;
    validate(*file, findings);
    findings_made += findings.all().size();
    if (seed % 16 != 0) continue;
    const auto json = parse_json(to_json(*file));
    ASSERT_TRUE(json) << "seed " << seed;
    ASSERT_EQ(from_json(*json).and_then(write).value(), bytes) << "seed " << seed;
  }
  // The damage must reach both sides, or this test shows nothing.
  EXPECT_GT(readable, kMutants / 4);
  EXPECT_LT(readable, kMutants * 9 / 10);
  EXPECT_GT(findings_made, kMutants);
}

}  // namespace
}  // namespace mw::kotor::walkmesh
