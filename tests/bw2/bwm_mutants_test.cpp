#include <gtest/gtest.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/core/json_value.h>

#include "bwm_fixtures.h"
#include "support/bytes.h"

namespace mw::bw2::bwm {
namespace {

/// Damaged files: none crashes or hangs, and whatever still reads is written back byte for byte, validates to
/// the end and can be brought to the other version. Some also go through JSON, which costs more.
TEST(BwmMutants, NoneCrashesAndWhatReadsComesBack) {
  constexpr std::uint32_t kMutants = 20000;
  const Bytes originals[] = {written(one_triangle()), written(sample(Sample::house)),
                             written(sample(Sample::skin)), written(one_triangle(kVersion5))};
  std::size_t readable = 0;
  std::size_t findings_made = 0;
  for (std::uint32_t seed = 0; seed < kMutants; ++seed) {
    const Bytes bytes = test::mutant(originals[seed % std::size(originals)], seed);
    auto file = read(bytes);
    if (!file) continue;
    ++readable;
    ASSERT_EQ(written(*file), bytes) << "seed " << seed;
    Findings findings;
    validate(*file, findings);
    findings_made += findings.all().size();
    if (seed % 16 == 0) {
      const auto json = parse_json(to_json(*file));
      ASSERT_TRUE(json) << "seed " << seed;
      ASSERT_EQ(from_json(*json).and_then(write).value(), bytes) << "seed " << seed;
    }
    if (set_version(*file, file->header.version == kVersion5 ? kVersion6 : kVersion5)) {
      ASSERT_TRUE(read(written(*file))) << "seed " << seed;
    }
  }
  // The damage must reach both sides, or this test shows nothing.
  EXPECT_GT(readable, kMutants / 4);
  EXPECT_LT(readable, kMutants * 9 / 10);
  EXPECT_GT(findings_made, kMutants);
}

/// Meshes and references that all lie on each other must not make validation quadratic.
TEST(BwmMutants, OverlappingMeshesAreValidatedInLinearWork) {
  File file = sample(Sample::house);
  file.meshes.resize(20000, file.meshes[0]);
  file.material_refs.clear();
  for (Mesh& mesh : file.meshes) {
    mesh.material_ref_count = 1;
    file.material_refs.push_back({0, 0, 84, 0, 52, 0, 28, 0xF});
  }
  Findings findings;
  validate(file, findings);
  EXPECT_GT(findings.all().size(), 20000U);
  EXPECT_LT(findings.all().size(), 400000U);
}

}  // namespace
}  // namespace mw::bw2::bwm
