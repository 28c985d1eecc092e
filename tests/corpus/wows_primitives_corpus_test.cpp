#include <gtest/gtest.h>
#include <meshwright/wows/primitives_scene.h>

#include "support/corpus_cases.h"
#include "wows/primitives_fixtures.h"

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

}  // namespace
}  // namespace mw::wows::primitives
