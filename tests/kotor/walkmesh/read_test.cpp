#include <gtest/gtest.h>
#include <meshwright/kotor/walkmesh.h>

#include "fixtures.h"
#include "support/allocations.h"
#include "support/cases/format_cases.h"

namespace mw::kotor::walkmesh {
namespace {

using test::prefix;
using test::put;

TEST(WalkmeshRead, SmallestFileIsAHeader) {
  const Bytes bytes = written(File{});
  EXPECT_EQ(bytes.size(), kHeaderSize);
  const auto file = read(bytes);
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->vertices.empty());
  EXPECT_TRUE(file->unreferenced.empty());
}

TEST(WalkmeshRead, EveryFieldOfATriangle) {
  const auto file = read(written(one_triangle()));
  ASSERT_TRUE(file);
  EXPECT_EQ(file->header.type, 1U);
  EXPECT_EQ(file->vertices, (std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}));
  EXPECT_EQ(file->faces, (std::vector<Face>{{0, 1, 2}}));
  EXPECT_EQ(file->materials, (std::vector<std::uint32_t>{kDirt}));
  EXPECT_EQ(file->normals, (std::vector<Vec3>{{0, 0, 1}}));
  EXPECT_EQ(file->distances, (std::vector<float>{0}));
  EXPECT_EQ(file->adjacency, (std::vector<Adjacency>{{-1, -1, -1}}));
  ASSERT_EQ(file->edges.size(), 3U);
  EXPECT_EQ(file->edges[2].edge, 2U);
  EXPECT_EQ(file->perimeters, (std::vector<std::uint32_t>{3}));
  ASSERT_EQ(file->aabb.size(), 1U);
  EXPECT_EQ(file->aabb[0].face, 0);
  EXPECT_EQ(file->aabb[0].plane, 0U);
  EXPECT_EQ(file->aabb[0].left, kNoChild);
}

TEST(WalkmeshRead, EveryTruncationIsAnErrorNeverACrash) {
  for (const Sample which : kSamples) test::expect_every_cut_fails(written(sample(which)), Walkmesh::read);
}

TEST(WalkmeshRead, MalformationsAreNamed) {
  // one_triangle(): vertices 136, faces 172, materials 184, normals 188, distances 200, aabb 204, adjacency
  // 248, edges 260, perimeters 284, end 288.
  constexpr test::WordCase kCases[] = {
      {"magic", 0, 0x20575742, "0x00000000: magic: expected \"BWM V1.0\", got \"BWW V1.0\""},
      {"version", 4, 0x302E3256, "0x00000000: magic: expected \"BWM V1.0\", got \"BWM V2.0\""},
      {"vertex count", 72, 13,
       "0x00000088: vertices: 13 rows of 12 bytes do not fit: the file ends at 0x00000120"},
      {"vertex offset", 76, 253,
       "0x000000fd: vertices: 3 rows of 12 bytes do not fit: the file ends at 0x00000120"},
      {"vertex offset beyond", 76, 0xFFFFFFFF,
       "0xffffffff: vertices: 3 rows of 12 bytes do not fit: the file ends at 0x00000120"},
      {"face count", 80, 0xFFFFFFFF,
       "0x000000ac: faces: 4294967295 rows of 12 bytes do not fit: the file ends at 0x00000120"},
      {"face offset", 84, 277,
       "0x00000115: faces: 1 rows of 12 bytes do not fit: the file ends at 0x00000120"},
      {"material offset", 88, 285,
       "0x0000011d: materials: 1 rows of 4 bytes do not fit: the file ends at 0x00000120"},
      {"normal offset", 92, 277,
       "0x00000115: normals: 1 rows of 12 bytes do not fit: the file ends at 0x00000120"},
      {"distance offset", 96, 288,
       "0x00000120: distances: 1 rows of 4 bytes do not fit: the file ends at 0x00000120"},
      {"aabb count", 100, 2, "0x000000cc: aabb: 2 rows of 44 bytes do not fit: the file ends at 0x00000120"},
      {"aabb offset", 104, 245,
       "0x000000f5: aabb: 1 rows of 44 bytes do not fit: the file ends at 0x00000120"},
      {"adjacency count", 112, 4,
       "0x000000f8: adjacency: 4 rows of 12 bytes do not fit: the file ends at 0x00000120"},
      {"adjacency offset", 116, 277,
       "0x00000115: adjacency: 1 rows of 12 bytes do not fit: the file ends at 0x00000120"},
      {"edge count", 120, 4, "0x00000104: edges: 4 rows of 8 bytes do not fit: the file ends at 0x00000120"},
      {"edge offset", 124, 265,
       "0x00000109: edges: 3 rows of 8 bytes do not fit: the file ends at 0x00000120"},
      {"perimeter count", 128, 2,
       "0x0000011c: perimeters: 2 rows of 4 bytes do not fit: the file ends at 0x00000120"},
      {"perimeter offset", 132, 286,
       "0x0000011e: perimeters: 1 rows of 4 bytes do not fit: the file ends at 0x00000120"},
  };
  const Bytes whole = written(one_triangle());
  ASSERT_EQ(whole.size(), 288U);
  test::expect_word_messages(whole, kCases, Walkmesh::read);
}

TEST(WalkmeshRead, ShortFilesNameTheFirstFieldThatIsMissing) {
  test::expect_cut_messages(
      written(one_triangle()),
      {{0, "0x00000000: magic: needs 8 bytes, but only 0 are left in the file"},
       {10, "0x00000008: type: needs 4 bytes, but only 2 are left in the file"},
       {65, "0x0000003c: position: needs 12 bytes, but only 5 are left in the file"},
       {135, "0x00000084: perimeter_offset: needs 4 bytes, but only 3 are left in the file"}},
      Walkmesh::read);
}

/// Every word of the header, set to every value that parsers trip over: an error or a clean read, never more.
TEST(WalkmeshRead, BoundaryValuesInEveryHeaderWord) {
  constexpr std::uint32_t kValues[] = {0,          1,          2,          3,          0x7F,
                                       0x80,       0xFF,       0x100,      0xFFFF,     0x10000,
                                       0x15555555, 0x15555556, 0x3FFFFFFF, 0x40000000, 0x55555555,
                                       0x55555556, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF};
  for (const Sample which : kSamples)
    test::expect_words_survive<Walkmesh>(written(sample(which)), test::words(8, kHeaderSize), kValues);
}

TEST(WalkmeshRead, AFileCannotAskForMoreMemoryThanItIsWorth) {
  if (!test::AllocationCounter::counts()) GTEST_SKIP() << "needs AddressSanitizer";
  // Nine tables, each laid over the whole file.
  File big = one_triangle();
  big.vertices.resize(30000);
  lay_out(big);
  Bytes bytes = written(big);
  const auto size = std::uint32_t(bytes.size());
  constexpr std::size_t kOffsets[] = {76, 84, 88, 92, 96, 104, 116, 124, 132};
  for (const std::size_t at : kOffsets) put(bytes, at, std::uint32_t(0));
  put(bytes, 72, size / 12);
  put(bytes, 80, size / 12);
  put(bytes, 100, size / 44);
  put(bytes, 112, size / 12);
  put(bytes, 120, size / 8);
  put(bytes, 128, size / 4);
  EXPECT_FALSE(test::within_memory(bytes.size(), [&] { return read(bytes); }));
  // A file that does read stays within the same bound.
  const Bytes good = written(sample(Sample::room));
  EXPECT_TRUE(test::within_memory(good.size(), [&] { return read(good); }));
}

TEST(WalkmeshRead, TraceNamesEveryByteAndChangesNothing) {
  for (const Sample which : kSamples)
    test::expect_every_byte_named<Walkmesh>(written(sample(which)), {"faces[11]"});
}

TEST(WalkmeshRead, ViewSeesTheSameTables) {
  const Bytes bytes = written(sample(Sample::room));
  const auto file = read(bytes);
  const auto seen = view(bytes);
  ASSERT_TRUE(file && seen);
  ASSERT_EQ(seen->faces.size(), file->faces.size());
  for (std::size_t i = 0; i < file->faces.size(); ++i) EXPECT_EQ(seen->faces[i], file->faces[i]);
  EXPECT_EQ(seen->vertices[3], file->vertices[3]);
  EXPECT_EQ(seen->aabb[5].plane, file->aabb[5].plane);
  EXPECT_EQ(seen->edges[7].edge, file->edges[7].edge);
  EXPECT_FALSE(view(prefix(bytes, bytes.size() - 1)));
}

TEST(WalkmeshRead, SniffsByContent) {
  EXPECT_TRUE(sniff(bytes_of("BWM V1.0")));
  EXPECT_FALSE(sniff(bytes_of("BWM V1.")));
  EXPECT_FALSE(sniff({}));
}

}  // namespace
}  // namespace mw::kotor::walkmesh
