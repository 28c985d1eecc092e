#include <gtest/gtest.h>
#include <meshwright/kotor/mdl.h>

#include "mdl_fixtures.h"
#include "support/format_cases.h"

namespace mw::kotor::mdl {
namespace {

/// Damaged pairs: none crashes or hangs, and whatever still reads is written back byte for byte and validates
/// to the end. Some also go through JSON, which costs more.
TEST(MdlMutants, NoneCrashesAndWhatReadsComesBack) {
  const Pair originals[] = {written(sample(kVariants[0])), written(sample(kVariants[1])),
                            written(sample(kVariants[2])), written(sample(kVariants[3])),
                            Pair{written(one_node()).mdl, Bytes()}};
  const auto make = [&](std::uint32_t seed) {
    Pair pair = originals[seed % std::size(originals)];
    if (seed % 4 != 3) pair.mdl = test::mutant(pair.mdl, seed);
    if (seed % 4 >= 2) pair.mdx = test::mutant(*pair.mdx, seed);
    return pair;
  };
  const test::Survivors survivors = test::expect_mutants_survive<Mdl>(make);
  EXPECT_GT(survivors.readable, test::kMutants / 4);
  EXPECT_GT(survivors.findings, test::kMutants / 4);
}

}  // namespace
}  // namespace mw::kotor::mdl
