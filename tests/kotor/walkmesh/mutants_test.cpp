#include <gtest/gtest.h>
#include <meshwright/kotor/walkmesh.h>

#include "fixtures.h"
#include "support/cases/format_cases.h"

namespace mw::kotor::walkmesh {
namespace {

/// Damaged files: none crashes or hangs, and whatever still reads is written back byte for byte and validates
/// to the end. Some also go through JSON, which costs more.
TEST(WalkmeshMutants, NoneCrashesAndWhatReadsComesBack) {
  const test::Survivors survivors = test::expect_mutants_survive<Walkmesh>(
      test::mutants_of({written(two_triangles_and_a_wall()), written(sample(Sample::placeable)),
                        written(sample(Sample::room)), written(one_triangle())}));
  EXPECT_GT(survivors.readable, test::kMutants / 4);
  EXPECT_GT(survivors.findings, test::kMutants);
}

}  // namespace
}  // namespace mw::kotor::walkmesh
