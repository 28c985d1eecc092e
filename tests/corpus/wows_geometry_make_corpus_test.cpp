#include <gtest/gtest.h>
#include <meshwright/formats/convert.h>
#include <meshwright/wows/geometry.h>
#include <meshwright/wows/geometry_scene.h>

#include "support/bytes.h"
#include "support/corpus.h"
#include "support/losses.h"
#include "wows/geometry/make_cases.h"

namespace mw::wows::geometry {
namespace {

/// Through the bytes of a GLB.
scene::Scene through_glb(const scene::Scene& scene) {
  const Format* gltf = find_format("gltf");
  const Document document = gltf->from_scene(scene, {}).value();
  auto glb = mw::convert(document, {.format = gltf, .name = "model.glb"});
  const auto again = open({.blob = Blob(std::move(glb->output.bytes))});
  return *again->as<scene::Scene>();
}

void expect_no_error(const File& file) {
  Findings findings;
  validate(file, findings);
  for (const Finding& finding : findings.all())
    EXPECT_NE(finding.kind->severity, Severity::error)
        << finding.kind->code << " " << mw::test::describe(finding);
}

/// All levels, armor and hulls of each real file. Everything comes back with every bit but normals and
/// tangents, which are cut to bytes twice; the ids pair the meshes and tell their levels as before.
TEST(GeometryMakeCorpus, RealFilesComeBackFromNothingButTheirScenes) {
  const auto files = mw::test::corpus_files("wows", ".geometry");
  SKIP_WITHOUT_CORPUS(files);
  for (std::size_t i = 0; i < files.size(); ++i) {
    SCOPED_TRACE(files[i]);
    const scene::Scene before = cases::everything_of(read(mw::test::read_bytes(files[i])).value());
    const auto made = from_scene(through_glb(before), {.encoded = i % 2 == 0});
    ASSERT_TRUE(made) << to_string(made.error());
    EXPECT_EQ(made->losses, std::vector<std::string>());
    const auto bytes = write(made->file);
    ASSERT_TRUE(bytes) << to_string(bytes.error());
    const File again = read(*bytes).value();
    expect_no_error(again);
    cases::expect_same_models(before, cases::everything_of(again), cases::kCutTwice);
  }
}

}  // namespace
}  // namespace mw::wows::geometry
