#include <gtest/gtest.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/core/detail/field_value.h>

#include <map>

#include "fixtures.h"
#include "support/allocations.h"
#include "support/cases/format_cases.h"

namespace mw::bw2::bwm {
namespace {

using test::put;

TEST(BwmRead, SmallestFileIsAHeader) {
  File empty;
  empty.header.version = kVersion5;
  update_sizes(empty);
  const Bytes bytes = written(empty);
  EXPECT_EQ(bytes.size(), kHeaderSize);
  const auto file = read(bytes);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->header.size, 140U);
  EXPECT_EQ(file->header.metadata_size, 128U);
  EXPECT_TRUE(file->meshes.empty());
  EXPECT_TRUE(file->unreferenced.empty());
}

TEST(BwmRead, EveryTableOfATriangle) {
  const auto file = read(written(one_triangle()));
  ASSERT_TRUE(file);
  const Header& header = file->header;
  EXPECT_EQ(header.signature.view(), kSignature);
  EXPECT_EQ(header.magic, 0x2B00B1E5U);
  EXPECT_EQ(header.version, 6U);
  EXPECT_EQ(header.type, 2U);
  EXPECT_EQ(header.size, 1514U - 44);
  EXPECT_EQ(header.metadata_size, 1372U - 56);
  EXPECT_EQ(header.vertex_count, 3U);
  EXPECT_EQ(file->materials.at(0).diffuse.view(), "t_one.dds");
  EXPECT_EQ(file->meshes.at(0).name.view(), "one");
  EXPECT_EQ(file->meshes[0].face_count, 1U);
  EXPECT_EQ(file->material_refs.at(0).index_count, 3U);
  EXPECT_EQ(file->entities.at(0).name.view(), "door");
  EXPECT_EQ(file->hull, (std::vector<Vec3>{{1, 0, 0}, {0, 0, 1}, {0, 0, 0}}));
  EXPECT_EQ(file->circles.size(), 1U);
  ASSERT_EQ(file->strides.size(), 1U);
  EXPECT_EQ(file->strides[0].elements, (std::vector<Element>{{0, 2}, {1, 2}, {2, 1}}));
  EXPECT_EQ(positions(*file), (std::vector<Vec3>{{0, 0, 0}, {0, 0, 1}, {1, 0, 0}}));
  EXPECT_EQ(file->indices, (std::vector<std::uint16_t>{0, 1, 2}));
  EXPECT_EQ(file->cleaves.size(), 3U);
}

TEST(BwmRead, BoneDataIsPlanar) {
  const auto file = read(written(sample(Sample::skin)));
  ASSERT_TRUE(file);
  ASSERT_EQ(file->strides.size(), 9U);
  const auto bones = find_attributes(*file, Usage::bone_index);
  const auto weights = find_attributes(*file, Usage::bone_weight);
  ASSERT_EQ(bones.size(), 4U);
  ASSERT_EQ(weights.size(), 4U);
  // The second ring of six vertices follows bones 0 and 1, two parts to one.
  EXPECT_EQ(read_scalars(*file, bones[0]).at(7), 0);
  EXPECT_EQ(read_scalars(*file, bones[1]).at(7), 1);
  EXPECT_FLOAT_EQ(read_scalars(*file, weights[0]).at(7), 2.0F / 3);
  EXPECT_FLOAT_EQ(read_scalars(*file, weights[1]).at(7), 1.0F / 3);
}

TEST(BwmRead, EveryTruncationIsAnErrorNeverACrash) {
  for (const Sample which : kSamples) {
    for (const std::uint32_t version : {kVersion5, kVersion6}) {
      File file = sample(which);
      ASSERT_TRUE(set_version(file, version));
      test::expect_every_cut_fails(written(file), Bwm::read);
    }
  }
}

TEST(BwmRead, MalformationsAreNamed) {
  // one_triangle(): materials 184, meshes 632, material_refs 852, entities 884, circles 1188, hull 1200,
  // strides 1236, vertices 1372, indices 1468, cleave_count 1474, cleaves 1478, end 1514.
  constexpr test::WordCase kCases[] = {
      {"signature", 0, 0x6E4F694D,
       "0x00000000: signature: expected \"LiOnHeAdMODEL\", got \"MiOnHeAdMODEL\""},
      {"material count", 124, 3,
       "0x000000b8: materials: 3 rows of 448 bytes do not fit: the file ends at 0x000005ea"},
      {"mesh count", 128, 5,
       "0x00000278: meshes: 5 rows of 220 bytes do not fit: the file ends at 0x000005ea"},
      {"reference count", 768, 0xFFFFFFFF,
       "0x00000354: material_refs: 4294967295 rows of 32 bytes do not fit: the file ends at 0x000005ea"},
      {"bone count", 132, 14,
       "0x00000374: bones: 14 rows of 48 bytes do not fit: the file ends at 0x000005ea"},
      {"entity count", 136, 3,
       "0x00000374: entities: 3 rows of 304 bytes do not fit: the file ends at 0x000005ea"},
      {"circle count", 140, 28,
       "0x000004a4: circles: 28 rows of 12 bytes do not fit: the file ends at 0x000005ea"},
      {"hull count", 144, 27,
       "0x000004b0: hull: 27 rows of 12 bytes do not fit: the file ends at 0x000005ea"},
      {"stride count", 172, 3,
       "0x000004d4: strides: 3 rows of 136 bytes do not fit: the file ends at 0x000005ea"},
      {"element count", 1236, 17,
       "0x000004d4: strides[0].count: 17 elements, but a declaration has room for 16"},
      {"vertex count", 168, 5,
       "0x0000055c: strides[0].vertices: 5 rows of 32 bytes do not fit: the file ends at 0x000005ea"},
      {"vertex count beyond", 168, 0xFFFFFFFF,
       "0x0000055c: strides[0].vertices: 4294967295 rows of 32 bytes do not fit: the file ends at "
       "0x000005ea"},
      {"index count", 180, 24,
       "0x000005bc: indices: 24 rows of 2 bytes do not fit: the file ends at 0x000005ea"},
      {"no room for cleaves", 180, 23,
       "0x000005ea: cleave_count: needs 4 bytes, but only 0 are left in the file"},
      {"cleave count", 1474, 4,
       "0x000005c6: cleaves: 4 rows of 12 bytes do not fit: the file ends at 0x000005ea"},
  };
  const Bytes whole = written(one_triangle());
  ASSERT_EQ(whole.size(), 1514U);
  test::expect_word_messages(whole, kCases, Bwm::read);
}

TEST(BwmRead, ShortFilesNameTheFirstFieldThatIsMissing) {
  test::expect_cut_messages(
      written(one_triangle()),
      {{20, "0x00000000: signature: needs 40 bytes, but only 20 are left in the file"},
       {42, "0x00000028: size: needs 4 bytes, but only 2 are left in the file"},
       {60, "0x00000038: sphere.centre: needs 12 bytes, but only 4 are left in the file"},
       {183, "0x000000b4: index_count: needs 4 bytes, but only 3 are left in the file"}},
      Bwm::read);
}

TEST(BwmRead, AZeroFilledPlaceholderIsCalledThat) {
  EXPECT_EQ(to_string(read(Bytes(4096)).error()),
            "0x00000000: signature: all 4096 bytes are zero: a placeholder without a model");
}

/// Every word of the header, set to every value that parsers trip over: an error or a clean read, never more.
TEST(BwmRead, BoundaryValuesInEveryHeaderWord) {
  constexpr std::uint32_t kValues[] = {0,          1,          2,          3,          5,          6,
                                       7,          0x7F,       0x80,       0xFF,       0x100,      0xFFFF,
                                       0x10000,    0x15555555, 0x15555556, 0x3FFFFFFF, 0x40000000, 0x55555555,
                                       0x55555556, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF};
  std::size_t readable = 0;
  for (const Sample which : kSamples)
    readable += test::expect_words_survive<Bwm>(written(sample(which)), test::words(16, kHeaderSize), kValues)
                    .readable;
  EXPECT_GT(readable, 1000U);
}

TEST(BwmRead, AFileCannotAskForMoreMemoryThanItIsWorth) {
  if (!test::AllocationCounter::counts()) GTEST_SKIP() << "needs AddressSanitizer";
  // As many declarations as fit, each with its own vectors, and no vertices.
  File many = one_triangle(kVersion5);
  many.header.vertex_count = 0;
  many.strides.assign(5000, Stride{{{0, 2}, {1, 2}}, Bytes(garbage_size(2)), {}});
  const Bytes declarations = written(many);
  EXPECT_TRUE(test::within_memory(declarations.size(), [&] { return read(declarations); }));
  // A count of vertices that no data backs.
  Bytes bytes = written(one_triangle());
  put(bytes, 168, std::uint32_t(0x7FFFFFFF));
  EXPECT_FALSE(test::within_memory(bytes.size(), [&] { return read(bytes); }));
}

TEST(BwmRead, TraceNamesEveryByteAndChangesNothing) {
  for (const Sample which : kSamples) {
    const bool house = which == Sample::house;
    test::expect_every_byte_named<Bwm>(
        written(sample(which)),
        {"meshes[0].pivot.x_axis", "strides[0].elements[2].format", "strides[0].vertices[11].position",
         house ? "strides[0].vertices[11].uv[2]" : "strides[8].vertices[41].bone_weight"});
  }
}

/// As a dump shows them: attributes by their names and as numbers.
TEST(BwmRead, TraceShowsTheNumbersOfVertices) {
  std::map<std::string, std::string> values;
  const Trace trace = [&](const TracedField& field) {
    values[field.path] = to_string(field.type) + " " + field_value_text(field);
  };
  ASSERT_TRUE(read(written(one_triangle()), &trace));
  EXPECT_EQ(values["strides[0].vertices[1].position"], "f32x3 (0, 0, 1)");
  EXPECT_EQ(values["strides[0].vertices[1].normal"], "f32x3 (0, 1, 0)");
  EXPECT_EQ(values["strides[0].vertices[2].uv"], "f32x2 (1, 0)");
  ASSERT_TRUE(read(written(sample(Sample::skin)), &trace));
  EXPECT_EQ(values["strides[2].vertices[7].bone_index"], "u8 1");
  EXPECT_EQ(values["strides[6].vertices[7].bone_weight"], "f32 0.33333334");
}

TEST(BwmRead, AnUnknownFormatLeavesTheRestAsBytes) {
  Bytes bytes = written(one_triangle());
  put(bytes, 1236 + 4 + 8 + 4, std::uint32_t(9));  // format of the normal
  const auto file = read(bytes);
  ASSERT_TRUE(file);
  EXPECT_FALSE(decodes(*file));
  EXPECT_TRUE(file->indices.empty());
  ASSERT_EQ(file->unreferenced.size(), 1U);
  EXPECT_EQ(file->unreferenced[0].offset, 1372U);
  EXPECT_EQ(written(*file), bytes);
}

TEST(BwmRead, ADeclarationMayHaveNoVertices) {
  File file = one_triangle();
  file.header.vertex_count = 0;
  file.strides[0].data.clear();
  const auto again = read(written(file));
  ASSERT_TRUE(again);
  for (const Usage usage : {Usage::position, Usage::normal, Usage::uv})
    EXPECT_TRUE(read_vectors(*again, find_attributes(*again, usage).at(0)).empty());
  EXPECT_FALSE(bounds(*again));
}

TEST(BwmRead, AnUnknownVersionKeepsWhatFollowsTheIndices) {
  Bytes bytes = written(one_triangle());
  put(bytes, 48, std::uint32_t(7));
  const auto file = read(bytes);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->indices.size(), 3U);
  ASSERT_EQ(file->unreferenced.size(), 1U);
  EXPECT_EQ(file->unreferenced[0].offset, 1474U);
  EXPECT_EQ(written(*file), bytes);
}

TEST(BwmRead, SniffsByContent) {
  EXPECT_TRUE(sniff(bytes_of("LiOnHeAdMODEL")));
  EXPECT_FALSE(sniff(bytes_of("LiOnHeAdMODE")));
  EXPECT_FALSE(sniff(bytes_of("BWM V1.0")));
  EXPECT_FALSE(sniff({}));
}

}  // namespace
}  // namespace mw::bw2::bwm
