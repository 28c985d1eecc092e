#include <gtest/gtest.h>
#include <meshwright/kotor/mdl.h>

#include "kotor/mdl_source/text_fixtures.h"
#include "support/cases/format_cases.h"
#include "support/losses.h"

namespace mw::kotor::mdl {
namespace {

/// Through a description and back: the same two files, unless decompiling says that they will not be.
void expect_comes_back_from_text(const File& file, std::size_t& told) {
  const Decompiled described = decompile(file, {});
  if (!described.losses.empty()) {
    ++told;
    return;
  }
  const auto made = compile(read_text(ascii::write(described.model)), {});
  ASSERT_EQ(test::message_of(made), test::kNoError);
  const auto pair = write(made->file);
  ASSERT_EQ(test::message_of(pair), test::kNoError);
  EXPECT_EQ(first_difference(*pair, written(file)), "");
}

/// Damaged pairs: none crashes or hangs, and whatever still reads is written back byte for byte and validates
/// to the end. Some also go through JSON and a text, which costs more.
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
  std::size_t described = 0;
  std::size_t told = 0;
  std::size_t seen = 0;
  const auto also = [&](const File& file) {
    if (++seen % 4 != 0) return;
    ++described;
    expect_comes_back_from_text(file, told);
  };
  const test::Survivors survivors = test::expect_mutants_survive<Mdl>(make, also);
  EXPECT_LT(told, described / 10);  // faces whose vertices are not there
  EXPECT_GT(survivors.readable, test::kMutants / 4);
  EXPECT_GT(survivors.findings, test::kMutants / 4);
}

}  // namespace
}  // namespace mw::kotor::mdl
