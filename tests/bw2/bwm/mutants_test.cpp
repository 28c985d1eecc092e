#include <gtest/gtest.h>
#include <meshwright/bw2/bwm.h>

#include <algorithm>

#include "fixtures.h"
#include "support/cases/format_cases.h"

namespace mw::bw2::bwm {
namespace {

/// Damaged files: none crashes or hangs, and whatever still reads is written back byte for byte, validates to
/// the end and can be brought to the other version. Some also go through JSON, which costs more.
TEST(BwmMutants, NoneCrashesAndWhatReadsComesBack) {
  const auto make = test::mutants_of({written(one_triangle()), written(sample(Sample::house)),
                                      written(sample(Sample::skin)), written(one_triangle(kVersion5))});
  const test::Survivors survivors = test::expect_mutants_survive<Bwm>(make, [](File& file) {
    if (set_version(file, file.header.version == kVersion5 ? kVersion6 : kVersion5)) {
      ASSERT_EQ(test::message_of(write(file).and_then(Bwm::read)), test::kNoError);
    }
  });
  EXPECT_GT(survivors.readable, test::kMutants / 4);
  EXPECT_GT(survivors.findings, test::kMutants);
}

/// Meshes that all lie on each other are told, and not looked into any further: each would be as much work as
/// all.
TEST(BwmMutants, OverlappingMeshesAreNotMeasuredOverAndOver) {
  constexpr std::size_t kMeshes = 20000;
  File file = sample(Sample::house);
  file.meshes.resize(kMeshes, file.meshes[0]);
  file.material_refs.clear();
  for (Mesh& mesh : file.meshes) {
    mesh = file.meshes[0];
    mesh.material_ref_count = 1;
    mesh.sphere.radius = 0;  // would be found too small, if it were measured
    file.material_refs.push_back(
        {0, 0, 42, 0, 1, 0, 14, 0xF});  // so would the indices, outside of one vertex
  }
  Findings findings;
  validate(file, findings);
  const auto count = [&](std::string_view code) {
    return std::ranges::count_if(findings.all(),
                                 [&](const Finding& finding) { return finding.kind->code == code; });
  };
  EXPECT_EQ(count("BWM_MESH_INDEX_OVERLAP"), kMeshes - 1);
  EXPECT_EQ(count("BWM_MESH_VERTEX_OVERLAP"), kMeshes - 1);
  EXPECT_EQ(count("BWM_SPHERE_TOO_SMALL"), 0);
  EXPECT_EQ(count("BWM_INDEX_OUTSIDE_REF"), 0);
}

/// The same of the references of one mesh.
TEST(BwmMutants, OverlappingReferencesAreNotLookedInto) {
  File file = sample(Sample::house);
  file.meshes.resize(1);
  file.meshes[0].material_ref_count = 5000;
  file.material_refs.assign(5000, {0, 0, 42, 0, 1, 0, 14, 0xF});
  Findings findings;
  validate(file, findings);
  const auto count = [&](std::string_view code) {
    return std::ranges::count_if(findings.all(),
                                 [&](const Finding& finding) { return finding.kind->code == code; });
  };
  EXPECT_EQ(count("BWM_REF_INDEX_OVERLAP"), 4999);
  EXPECT_EQ(count("BWM_INDEX_OUTSIDE_REF"), 0);
}

}  // namespace
}  // namespace mw::bw2::bwm
