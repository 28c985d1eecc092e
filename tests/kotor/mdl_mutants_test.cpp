#include <gtest/gtest.h>
#include <meshwright/core/json_value.h>
#include <meshwright/kotor/mdl.h>

#include "mdl_fixtures.h"
#include "support/bytes.h"

namespace mw::kotor::mdl {
namespace {

/// Damaged pairs: none crashes or hangs, and whatever still reads is written back byte for byte and validates
/// to the end. Some also go through JSON, which costs more.
TEST(MdlMutants, NoneCrashesAndWhatReadsComesBack) {
  constexpr std::uint32_t kMutants = 20000;
  const Pair originals[] = {written(sample(kVariants[0])), written(sample(kVariants[1])),
                            written(sample(kVariants[2])), written(sample(kVariants[3])),
                            Pair{written(one_node()).mdl, Bytes()}};
  std::size_t readable = 0;
  std::size_t findings_made = 0;
  for (std::uint32_t seed = 0; seed < kMutants; ++seed) {
    Pair pair = originals[seed % std::size(originals)];
    if (seed % 4 != 3) pair.mdl = test::mutant(pair.mdl, seed);
    if (seed % 4 >= 2) pair.mdx = test::mutant(*pair.mdx, seed);
    const auto file = read_pair(pair);
    if (!file) continue;
    ++readable;
    const auto again = write(*file);
    ASSERT_TRUE(again) << "seed " << seed << ": " << to_string(again.error());
    ASSERT_EQ(again->mdl, pair.mdl) << "seed " << seed;
    ASSERT_EQ(again->mdx, pair.mdx) << "seed " << seed;
    Findings findings;
    validate(*file, findings);
    findings_made += findings.all().size();
    if (seed % 100 >= 5) continue;
    const auto json = parse_json(to_json(*file));
    ASSERT_TRUE(json) << "seed " << seed;
    const auto from = from_json(*json);
    ASSERT_TRUE(from) << "seed " << seed << ": " << to_string(from.error());
    EXPECT_EQ(written(*from).mdl, pair.mdl) << "seed " << seed;
    EXPECT_EQ(written(*from).mdx, pair.mdx) << "seed " << seed;
  }
  // Damage must reach both sides, or this test shows nothing.
  EXPECT_GT(readable, kMutants / 4);
  EXPECT_LT(readable, kMutants * 9 / 10);
  EXPECT_GT(findings_made, kMutants / 4);
}

}  // namespace
}  // namespace mw::kotor::mdl
