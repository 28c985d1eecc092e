#include <gtest/gtest.h>
#include <meshwright/wows/geometry.h>

#include <algorithm>

#include "fixtures.h"
#include "support/cases/finding_cases.h"
#include "support/cases/place_cases.h"

/// What findings say together: which are not told because another says why, and where later rows are.
namespace mw::wows::geometry {
namespace {

bool tells_of_unpaired(const File& file) {
  return std::ranges::any_of(test::codes_of(file),
                             [](std::string_view code) { return code.ends_with("_UNPAIRED"); });
}

/// Vertices are not alone because of indices that cannot be read.
TEST(GeometryFindings, IndicesThatCannotBeReadLeaveNoVerticesUnpaired) {
  File file = sample(SampleData::plain);
  file.index_mappings.pop_back();
  ASSERT_TRUE(tells_of_unpaired(file));
  file.index_buffers[0].prototype.index_size = 9;
  EXPECT_FALSE(tells_of_unpaired(file));
  EXPECT_EQ(test::findings_of(file, "GEOMETRY_INDEX_SIZE_UNKNOWN").size(), 1U);
}

/// How many vertices indices need is told only of indices that are there.
TEST(GeometryFindings, UnpairedIndicesThatAreNotThereNeedAnUnknownNumberOfVertices) {
  File file = sample(SampleData::plain);
  file.index_mappings[3] = {.id = 99, .buffer = 0, .packed_density = 0x3C00, .offset = 100'000, .count = 36};
  EXPECT_EQ(test::findings_of(file, "GEOMETRY_INDICES_UNPAIRED"),
            (std::vector<std::string>{
                "index_mappings[3] 0x000000b8: no vertices go with these 36 indices (density 1, "
                "an unknown number of vertices needed)"}));
}

/// Mappings that lie on each other are told of by MAPPING_OVERLAP, and not paired when there are very many.
TEST(GeometryFindings, MappingsByTheThousandAreNotPaired) {
  File file = sample(SampleData::plain);
  file.index_mappings.pop_back();
  const Mapping whole = file.vertex_mappings[0];
  const auto repeat = [&](std::size_t times) {
    File many = file;
    for (std::uint32_t i = 0; i < times; ++i) {
      many.vertex_mappings.push_back(whole);
      many.vertex_mappings.back().id = 1000 + i;
    }
    return many;
  };
  EXPECT_TRUE(tells_of_unpaired(repeat(10)));
  EXPECT_FALSE(tells_of_unpaired(repeat(2000)));
}

void expect_places(const File& file, const std::vector<std::string>& expected) {
  Findings findings;
  validate(file, findings);
  const test::ToldPlaces told(file);
  std::vector<std::string> places;
  for (const Finding& finding : findings.all()) {
    places.push_back(finding.where);
    ASSERT_TRUE(finding.offset) << finding.where;
    EXPECT_TRUE(told.has(finding.where, *finding.offset)) << test::describe(finding);
  }
  EXPECT_EQ(places, expected);
}

/// Tables whose other cases have only a first row.
TEST(GeometryFindings, LaterRowsAreWhereTheDumpHasThem) {
  File file = sample(SampleData::plain);
  file.index_buffers.push_back(file.index_buffers[0]);
  for (Mapping& mapping : file.index_mappings) mapping.buffer = 1;
  file.index_buffers[0].data.bytes.clear();
  lay_out(file);
  file.index_buffers[1].prototype.list_type = 1;
  expect_places(file, {"index_buffers[1].list_type"});

  file = sample(SampleData::encoded);
  std::vector<Hull>& hulls = file.collision_models[0].hulls;
  hulls.push_back(hulls[0]);
  hulls[1].faces[2].flag = 2;
  hulls[1].faces[5].vertices[1] = 99;
  lay_out(file);
  expect_places(
      file,
      {"collision_models[0].hulls[1].faces[2].flag", "collision_models[0].hulls[1].faces[5].vertices[1]",
       "collision_models[0].hulls[1].faces[5].edges[0]", "collision_models[0].hulls[1].faces[5].edges[1]"});
}

}  // namespace
}  // namespace mw::wows::geometry
