#include <gtest/gtest.h>
#include <meshwright/kotor/mdl_build.h>

#include <algorithm>
#include <glm/geometric.hpp>

#include "kotor/mdl_fixtures.h"
#include "support/corpus_cases.h"

namespace mw::kotor::mdl {
namespace {

std::vector<std::filesystem::path> real_files() {
  std::vector<std::filesystem::path> files;
  for (const char* folder : {"kotor/mdl_k1", "kotor/mdl_k2", "kotor/room_pairs"})
    for (const auto& path : test::corpus_files(folder, ".mdl")) files.push_back(path);
  return files;
}

/// Only trees by the original rule name directions below an axis.
bool is_original(const Aabb& aabb) {
  return std::ranges::any_of(aabb.nodes, [](const AabbNode& node) { return node.plane >= kPlaneNegativeX; });
}

struct Count {
  std::size_t nodes = 0;
  std::size_t shapes = 0;
  std::size_t boxes = 0;
  std::size_t planes = 0;

  void add(const AabbNode& stored, const AabbNode& built) {
    constexpr float kRounding = 2e-4F;  // stored with four decimals
    ++nodes;
    shapes += stored.left == built.left && stored.right == built.right ? 1 : 0;
    boxes += glm::distance(stored.box_min, built.box_min) < kRounding &&
                     glm::distance(stored.box_max, built.box_max) < kRounding
                 ? 1
                 : 0;
    planes += stored.plane == built.plane ? 1 : 0;
  }
};

/// The order of faces with equal centroids is not known, so that some boxes lie elsewhere.
TEST(MdlBuildCorpus, TreesEqualThoseOfTheOriginalCompiler) {
  const auto files = real_files();
  SKIP_WITHOUT_CORPUS(files);
  Count count;
  for (const auto& path : files) {
    const File file = read(test::read_bytes(path), std::nullopt).value();
    for (const Node& node : file.nodes) {
      if (!node.mesh || !node.mesh->aabb || !is_original(*node.mesh->aabb)) continue;
      const std::vector<AabbNode> built = build_aabb(*node.mesh).nodes;
      const std::vector<AabbNode>& stored = node.mesh->aabb->nodes;
      ASSERT_EQ(built.size(), stored.size()) << path;
      for (std::size_t row = 0; row < stored.size(); ++row) count.add(stored[row], built[row]);
    }
  }
  std::printf("%zu nodes, shapes %zu, boxes %zu, planes %zu\n", count.nodes, count.shapes, count.boxes,
              count.planes);
  EXPECT_GT(count.nodes, 0U);
  EXPECT_EQ(count.shapes, count.nodes);
}

}  // namespace
}  // namespace mw::kotor::mdl
