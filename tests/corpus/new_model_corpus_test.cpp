#include <cmath>
#include <glm/geometric.hpp>

#include "new_model/new_models.h"
#include "support/bytes.h"
#include "support/corpus.h"

namespace mw {
namespace {

namespace mdl = kotor::mdl;

Document opened_at(std::filesystem::path path) {
  Output file{.bytes = test::read_bytes(path)};
  const std::string name = path.filename().string();
  path.replace_extension(".mdx");
  if (std::filesystem::exists(path)) file.companion = test::read_bytes(path);
  return test::opened(file, name).value();
}

/// Of all that is drawn, to the last bit: no walkmesh has any in a GLB. Where one has no length another is
/// made.
void expect_same_normals(const mdl::Mesh& before, const mdl::Mesh& after) {
  if (!before.mdx || !after.mdx || before.aabb) return;
  const std::vector<Vec3>& a = before.mdx->rows.normals;
  const std::vector<Vec3>& b = after.mdx->rows.normals;
  std::size_t off = 0;
  for (std::size_t face = 0; face < before.faces.size(); ++face)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint16_t from = before.faces[face].vertices[k];
      const std::uint16_t to = after.faces[face].vertices[k];
      if (from >= a.size() || !(std::abs(glm::length(a[from]) - 1) < 1e-4F)) continue;
      off += to < b.size() && glm::distance(a[from], b[to]) < 1e-6F ? 0 : 1;
    }
  EXPECT_EQ(off, 0U) << "of " << 3 * before.faces.size() << " corners";
}

void expect_same_triangles(const mdl::File& before, const mdl::File& after) {
  for (std::size_t row = 0; row < before.nodes.size(); ++row) {
    if (!before.nodes[row].mesh || before.nodes[row].mesh->faces.empty()) continue;
    const mdl::Mesh& a = *before.nodes[row].mesh;
    ASSERT_TRUE(after.nodes[row].mesh);
    const mdl::Mesh& b = *after.nodes[row].mesh;
    EXPECT_EQ(bool(a.aabb), bool(b.aabb));
    if (a.saber) continue;  // its faces are of other vertices
    ASSERT_EQ(a.faces.size(), b.faces.size());
    expect_same_normals(a, b);
    for (std::size_t face = 0; face < a.faces.size(); ++face) {
      ASSERT_EQ(a.faces[face].material, b.faces[face].material);
      for (std::size_t k = 0; k < 3; ++k)
        ASSERT_EQ(a.vertices[a.faces[face].vertices[k]], b.vertices[b.faces[face].vertices[k]]);
    }
  }
}

struct NewModelCorpus : testing::TestWithParam<const char*> {};

/// Real models as GLBs, and new models of these: with the same triangles, to the last bit, and poses.
TEST_P(NewModelCorpus, GlbsOfRealModelsBecomeTheSameModels) {
  const auto files = test::corpus_files(GetParam(), ".mdl");
  SKIP_WITHOUT_CORPUS(files);
  for (const auto& path : files) {
    SCOPED_TRACE(path);
    const Document original = opened_at(path);
    const auto made = test::new_model(whole_scene(original).value());
    ASSERT_TRUE(made) << to_string(made.error());
    const mdl::File& before = test::model_in(original);
    const mdl::File& after = test::model_in(*made);
    EXPECT_EQ(before.variant, after.variant);
    EXPECT_EQ(before.model.classification, after.model.classification);
    Findings findings;
    ASSERT_TRUE(validate(*made, findings));
    EXPECT_EQ(findings.count(Severity::error), 0U);
    ASSERT_EQ(before.nodes.size(), after.nodes.size());
    expect_same_triangles(before, after);
    EXPECT_GT(test::expect_same_poses(before, after), before.nodes.size());
  }
}

INSTANTIATE_TEST_SUITE_P(RealFiles, NewModelCorpus,
                         testing::Values("kotor/mdl_k1", "kotor/mdl_k2", "kotor/room_pairs"));

}  // namespace
}  // namespace mw
