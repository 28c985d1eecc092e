#include <gtest/gtest.h>
#include <meshwright/wows/detail/geometry_info.h>

#include "fixtures.h"

namespace mw::wows::geometry {
namespace {

TEST(GeometryInfo, CountsWhatTheMappingsSay) {
  const Counts counts = count(sample(SampleData::encoded));
  EXPECT_EQ(counts.meshes, 4U);
  EXPECT_EQ(counts.vertices, 48U + 24 + 8 + 24);
  EXPECT_EQ(counts.triangles, (72U + 36 + 12 + 36) / 3);
}

TEST(GeometryInfo, TellsHowTheBuffersLieInTheFile) {
  File file = sample(SampleData::plain);
  EXPECT_EQ(to_string(encoding_of(file)), "raw");
  file.index_buffers[0].data.encoded = true;
  EXPECT_EQ(to_string(encoding_of(file)), "mixed");
  EXPECT_EQ(to_string(encoding_of(sample(SampleData::encoded))), "encoded");
  EXPECT_EQ(encoding_of(File{}), Encoding::raw);
}

TEST(GeometryInfo, ListsMeshesModelsAndFormats) {
  File file = sample(SampleData::encoded);
  file.vertex_mappings.push_back({7, 0, 0, 0, 0});
  const Info found = info(file);
  ASSERT_EQ(found.meshes.size(), 4U);
  EXPECT_EQ(found.meshes[3].shape, "bodyShape");
  EXPECT_EQ(found.meshes[3].vertices, 24U);
  EXPECT_EQ(found.meshes[3].triangles, 12U);
  EXPECT_EQ(found.meshes[3].vertex_buffer, 2U);
  EXPECT_EQ(found.meshes[3].paired_by, PairedBy::name);
  EXPECT_EQ(found.unpaired, 1U);
  EXPECT_EQ(found.armor_plates, 2U);
  EXPECT_EQ(found.hulls, 1U);
  EXPECT_EQ(found.vertex_formats,
            (std::vector<std::string_view>{"set3/xyznuvtbpc", "set3/xyznuvrpc", "set3/xyznuviiiwwtbpc"}));
  ASSERT_TRUE(found.bounds);
  EXPECT_EQ(found.bounds->max, Vec3(1, 1.5F, 1));
  EXPECT_EQ(found.bounds->min, Vec3(-1, 0, -3));  // as stored: bones mirror the barrel
  EXPECT_EQ(info(file, ShapeNames()).meshes[3].shape, "");
}

TEST(GeometryInfo, ListsPartsWithTheirLevels) {
  const File file = sample(SampleData::encoded);
  const Info found = info(file);
  ASSERT_EQ(found.parts.size(), 3U);
  EXPECT_EQ(found.parts[0].name, "Turret");
  EXPECT_EQ(to_string(found.parts[0].name_from), "known");
  ASSERT_EQ(found.parts[0].levels.size(), 2U);
  EXPECT_EQ(found.parts[0].levels[0].level, 0U);
  EXPECT_EQ(found.parts[0].levels[0].vertices, 48U);
  EXPECT_EQ(found.parts[0].levels[1].level, 1U);
  EXPECT_EQ(found.parts[0].levels[1].triangles, 12U);
  EXPECT_EQ(found.parts[1].name, "Turret_wire");
  EXPECT_EQ(found.meshes[1].part, "Turret");
  EXPECT_EQ(found.meshes[1].level, 1U);
  EXPECT_EQ(to_string(found.meshes[1].level_by), "name");
  const Info nameless = info(file, ShapeNames());
  ASSERT_EQ(nameless.parts.size(), 3U);
  EXPECT_EQ(nameless.parts[0].name, "part_98E59262");
  EXPECT_EQ(to_string(nameless.parts[0].name_from), "ids");
  EXPECT_EQ(nameless.parts[0].levels.size(), 2U);
  EXPECT_EQ(nameless.meshes[1].name, "part_98E59262_lod1");
  EXPECT_EQ(to_string(nameless.meshes[1].level_by), "ids");
}

/// Mappings of either kind that nothing goes with are counted together.
TEST(GeometryInfo, UnpairedMappingsOfBothKindsAreCounted) {
  File file = sample(SampleData::plain);
  const std::size_t before = info(file).unpaired;
  for (std::uint32_t i = 0; i < 2; ++i) file.vertex_mappings.push_back({700 + i, 0, 0, 0, 0});
  for (std::uint32_t i = 0; i < 3; ++i) file.index_mappings.push_back({800 + i, 0, 0, 100'000, 3});
  EXPECT_EQ(before, 0U);
  EXPECT_EQ(info(file).unpaired, 5U);
}

/// Indices that cannot be read still belong to their vertices: the numbers agree with each other.
TEST(GeometryInfo, MeshesAreListedThoughTheirIndicesCannotBeRead) {
  File file = sample(SampleData::plain);
  file.index_buffers[0].prototype.index_size = 0;
  const Info found = info(file, ShapeNames());
  EXPECT_EQ(found.meshes.size(), found.counts.meshes);
  EXPECT_EQ(found.unpaired, 0U);
}

}  // namespace
}  // namespace mw::wows::geometry
