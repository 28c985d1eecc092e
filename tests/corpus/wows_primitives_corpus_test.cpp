#include <gtest/gtest.h>
#include <meshwright/wows/primitives.h>

#include <glm/geometric.hpp>

#include "support/cases/corpus_cases.h"
#include "wows/primitives/fixtures.h"

namespace mw::wows::primitives {
namespace {

std::vector<std::filesystem::path> real_files() {
  return test::corpus_files("wows", ".primitives");
}

TEST(PrimitivesCorpus, RoundTripIsByteIdentical) {
  test::expect_real_round_trip<Primitives>(real_files());
  test::expect_real_json_round_trip<Primitives>(real_files());
  test::expect_real_bytes_named<Primitives>(real_files());
}

TEST(PrimitivesCorpus, NoFileHasAnError) {
  test::expect_no_real_error<Primitives>(real_files());
}

/// Every vertex and every triangle reaches the scene.
TEST(PrimitivesCorpus, ScenesAreWhole) {
  test::for_each_real<Primitives>(real_files(), [](const Bytes&, const File& file) {
    const scene::Scene s = to_scene(file).value();
    EXPECT_FALSE(find_contradiction(s));
    std::size_t vertices = 0;
    std::size_t triangles = 0;
    for (const Shape& shape : shapes(file)) {
      vertices += shape.vertices->header.count;
      triangles += shape.indices->indices.size() / 3;
    }
    EXPECT_GT(vertices, 100U);
    EXPECT_EQ(totals(s).vertices, vertices);
    EXPECT_EQ(totals(s).triangles, triangles);
  });
}

/// From a scene comes what the scene was made from.
TEST(PrimitivesCorpus, ScenesComeBack) {
  const scene::Options all{.selection = {.all_lods = true}};
  test::for_each_real<Primitives>(real_files(), [&](const Bytes&, const File& file) {
    const scene::Scene before = to_scene(file, all).value();
    const auto made = from_scene(before);
    ASSERT_TRUE(made) << to_string(made.error());
    Findings findings;
    validate(made->file, findings);
    EXPECT_TRUE(findings.all().empty());
    const scene::Scene after = to_scene(read(write(made->file).value()).value(), all).value();
    ASSERT_EQ(after.meshes.size(), before.meshes.size());
    for (std::size_t i = 0; i < after.meshes.size(); ++i) {
      const scene::Primitive& a = before.meshes[i].primitives.at(0);
      const scene::Primitive& b = after.meshes[i].primitives.at(0);
      EXPECT_EQ(after.meshes[i].name, before.meshes[i].name);
      EXPECT_TRUE(a.positions == b.positions && a.uvs == b.uvs && a.indices == b.indices);
      ASSERT_EQ(a.custom.size(), b.custom.size());
      for (std::size_t k = 0; k < a.custom.size(); ++k) EXPECT_EQ(a.custom[k].values, b.custom[k].values);
      for (std::size_t k = 0; k < a.normals.size(); ++k)
        EXPECT_LT(glm::distance(a.normals[k], b.normals[k]), 5e-3F);
    }
  });
}

}  // namespace
}  // namespace mw::wows::primitives
