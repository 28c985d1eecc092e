#include <gtest/gtest.h>
#include <meshwright/kotor/detail/mdl_build.h>

#include <algorithm>

#include "kotor/mdl/fixtures.h"
#include "kotor_models.h"
#include "support/cases/corpus_cases.h"

namespace mw::kotor::mdl {
namespace {

/// Only trees by the original rule name directions below an axis.
bool is_original(const Aabb& aabb) {
  return std::ranges::any_of(aabb.nodes, [](const AabbNode& node) { return node.plane >= kPlaneNegativeX; });
}

/// The order of faces with equal centroids is not known, so that some halves hold other faces and lie the
/// other way.
TEST(MdlBuildCorpus, TreesAreSplitAsTheOriginalCompilerSplits) {
  const auto files = real_models();
  SKIP_WITHOUT_CORPUS(files);
  std::size_t nodes = 0;
  std::size_t same_planes = 0;
  for (const auto& path : files) {
    const File file = read(test::read_bytes(path), std::nullopt).value();
    for (const Node& node : file.nodes) {
      if (!node.mesh || !node.mesh->aabb || !is_original(*node.mesh->aabb)) continue;
      const std::vector<AabbNode> built = build_aabb(*node.mesh).nodes;
      const std::vector<AabbNode>& stored = node.mesh->aabb->nodes;
      ASSERT_EQ(built.size(), stored.size()) << path;
      for (std::size_t row = 0; row < stored.size(); ++row) {
        EXPECT_EQ(built[row].left, stored[row].left) << path << " node " << row;
        EXPECT_EQ(built[row].right, stored[row].right) << path << " node " << row;
        same_planes += built[row].plane == stored[row].plane ? 1 : 0;
      }
      nodes += stored.size();
    }
  }
  EXPECT_GE(nodes, 3000U);
  EXPECT_GE(same_planes * 100, nodes * 97) << same_planes << " of " << nodes;
}

}  // namespace
}  // namespace mw::kotor::mdl
