#include <gtest/gtest.h>
#include <meshwright/core/detail/field_value.h>
#include <meshwright/wows/geometry.h>

#include <algorithm>
#include <map>

#include "fixtures.h"
#include "support/allocations.h"
#include "support/cases/format_cases.h"

namespace mw::wows::geometry {
namespace {

using test::prefix;
using test::put;

TEST(GeometryRead, SmallestFileIsAHeader) {
  const auto file = read(Bytes(kHeaderSize));
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->vertex_buffers.empty());
  EXPECT_TRUE(file->unreferenced.empty());
  EXPECT_EQ(written(*file), Bytes(kHeaderSize));
}

TEST(GeometryRead, EveryFieldOfATriangle) {
  const Bytes bytes = written(one_triangle());
  EXPECT_EQ(bytes.size(), 258U);
  const auto file = read(bytes);
  ASSERT_TRUE(file);
  ASSERT_EQ(file->vertex_mappings.size(), 1U);
  EXPECT_EQ(file->vertex_mappings[0].id, 0x03432C0CU);  // TurretShape.vertices in real files
  EXPECT_EQ(file->index_mappings[0].id, 0x98E59262U);
  EXPECT_EQ(file->vertex_mappings[0].count, 3U);
  EXPECT_EQ(file->vertex_mappings[0].packed_density, 0x3400U);  // a quarter
  ASSERT_EQ(file->vertex_buffers.size(), 1U);
  const VertexBuffer& vertices = file->vertex_buffers[0];
  EXPECT_EQ(text_before_nul(vertices.format), kStatic);
  EXPECT_EQ(vertices.prototype.format.char_count, 16U);
  EXPECT_EQ(vertices.prototype.stride, 28U);
  EXPECT_EQ(vertices.prototype.is_skinned, 0U);
  EXPECT_EQ(vertices.prototype.is_bumped, 1U);
  EXPECT_FALSE(vertices.data.encoded);
  EXPECT_EQ(vertices.data.bytes.size(), 84U);
  EXPECT_EQ(file->index_buffers[0].prototype.index_size, 2U);
  EXPECT_EQ(file->header.armor_pointer, 0);
  const Decoded decoded = decode(*file);
  EXPECT_EQ(mapped_indices(*file, decoded, 0).value(), (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(mapped_vertices(*file, decoded, 0).value()[1].position, Vec3(0, 0, 1));
}

TEST(GeometryRead, ModelsAreDecodedWhole) {
  const auto file = read(written(sample(SampleData::encoded)));
  ASSERT_TRUE(file);
  ASSERT_EQ(file->armor_models.size(), 1U);
  EXPECT_EQ(text_before_nul(file->armor_models[0].name), "CM_PA_united.armor");
  ASSERT_EQ(file->armor_models[0].plates.size(), 2U);
  EXPECT_EQ(file->armor_models[0].plates[1].layer, 2U);
  EXPECT_EQ(file->armor_models[0].plates[1].vertices.size(), 6U);
  EXPECT_EQ(file->armor_models[0].box_max, Vec3(1, 0.75F, 1));
  ASSERT_EQ(file->collision_models.size(), 1U);
  ASSERT_EQ(file->collision_models[0].hulls.size(), 1U);
  const Hull& hull = file->collision_models[0].hulls[0];
  EXPECT_EQ(hull.vertices.size(), 8U);
  EXPECT_EQ(hull.edges.size(), 12U);
  EXPECT_EQ(hull.faces.size(), 6U);
  EXPECT_EQ(hull.faces[1].vertices, (std::vector<std::uint32_t>{4, 7, 6, 5}));
}

TEST(GeometryRead, EveryTruncationIsAnErrorNeverACrash) {
  for (const SampleData which : kSamples)
    test::expect_every_cut_fails(written(sample(which)), Geometry::read);
}

TEST(GeometryRead, MalformationsAreNamed) {
  constexpr test::WordCase kCases[] = {
      {"vertex buffer count", 0, 6,
       "0x00000068: vertex_buffers: 6 rows of 32 bytes do not fit: the file ends at 0x00000102"},
      {"index buffer count", 4, 2,
       "0x000000ec: index_buffers: 2 rows of 16 bytes do not fit: the file ends at 0x00000102"},
      {"vertex mapping count", 8, 12,
       "0x00000048: vertex_mappings: 12 rows of 16 bytes do not fit: the file ends at 0x00000102"},
      {"index mapping count", 12, 0xFFFFFFFF,
       "0x00000058: index_mappings: 4294967295 rows of 16 bytes do not fit: the file ends at 0x00000102"},
      {"collision count", 16, 9,
       "0x00000000: collision_models: 9 rows of 32 bytes do not fit: the file ends at 0x00000102"},
      {"armor count", 20, 9,
       "0x00000000: armor_models: 9 rows of 32 bytes do not fit: the file ends at 0x00000102"},
      {"vertex mapping pointer", 24, 243,
       "0x000000f3: vertex_mappings: 1 rows of 16 bytes do not fit: the file ends at 0x00000102"},
      {"negative pointer", 28, 0xFFFFFFFF,
       "0x00000018: vertex_mappings: pointer -4294967224 leads before the start of the file"},
      {"vertex buffer pointer", 40, 227,
       "0x000000e3: vertex_buffers: 1 rows of 32 bytes do not fit: the file ends at 0x00000102"},
      {"index buffer pointer", 48, 243,
       "0x000000f3: index_buffers: 1 rows of 16 bytes do not fit: the file ends at 0x00000102"},
      {"data pointer", 104, 71,
       "0x000000af: vertex_buffers[0].data: 84 rows of 1 bytes do not fit: the file ends at 0x00000102"},
      {"data pointer before the file", 108, 0x80000000,
       "0x00000068: vertex_buffers[0].data: pointer -9223372036854775776 leads before the start of the file"},
      {"format length", 112, 39,
       "0x000000dc: vertex_buffers[0].format: 39 rows of 1 bytes do not fit: the file ends at 0x00000102"},
      {"format pointer before the file", 124, 0xFFFFFFFF,
       "0x00000070: vertex_buffers[0].format: pointer -4294967188 leads before the start of the file"},
      {"vertex data size", 128, 0xFFFFFFFF,
       "0x00000088: vertex_buffers[0].data: 4294967295 rows of 1 bytes do not fit: the file ends at "
       "0x00000102"},
      {"index data size", 244, 7,
       "0x000000fc: index_buffers[0].data: 7 rows of 1 bytes do not fit: the file ends at 0x00000102"},
  };
  const Bytes whole = written(one_triangle());
  ASSERT_EQ(whole.size(), 258U);
  test::expect_word_messages(whole, kCases, Geometry::read);
}

/// The offset of a word of the only model's data.
constexpr std::size_t word(std::size_t number) {
  return 104 + 4 * number;
}

/// The data of a hull of four corners and of a plate of one triangle, damaged word by word.
TEST(GeometryRead, MalformedModelsAreNamed) {
  const std::vector<Vec3> corners = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const std::vector<std::vector<std::uint32_t>> faces = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  File solid;
  set_collision(solid, {make_hull(corners, faces)});
  const Bytes collision = written(solid);
  ASSERT_EQ(collision.size(), 72U + 32 + 244 + 8);
  constexpr test::WordCase kCollision[] = {
      {"hulls", word(1), 100,
       "0x00000070: collision_models[0].hulls: 100 rows of 12 bytes or more do not fit: the data ends at "
       "0x0000015c"},
      {"vertices", word(2), 20,
       "0x00000074: collision_models[0].hulls[0].vertices: 20 rows of 12 bytes or more do not fit: the data "
       "ends at 0x0000015c"},
      {"edges", word(15), 0x20000000,
       "0x000000a8: collision_models[0].hulls[0].edges: 536870912 rows of 8 bytes or more do not fit: the "
       "data ends at 0x0000015c"},
      {"faces", word(28), 17,
       "0x000000dc: collision_models[0].hulls[0].faces: 17 rows of 8 bytes or more do not fit: the data ends "
       "at 0x0000015c"},
      {"corners", word(29), 16,
       "0x000000e0: collision_models[0].hulls[0].faces[0].vertices: 16 rows of 8 bytes or more do not fit: "
       "the data ends at 0x0000015c"},
  };
  test::expect_word_messages(collision, kCollision, Geometry::read);
}

/// One wrong count in armor: everything else is there, the bytes come back, and validate says where it is.
TEST(GeometryRead, AWrongCountInArmorLeavesTheRestOfTheFile) {
  const Bytes good = written(sample(SampleData::plain));
  const File whole = read(good).value();
  const std::size_t row = std::size_t(whole.header.armor_pointer);
  const std::size_t data = row + std::size_t(whole.armor_models[0].prototype.data_pointer);
  const std::uint64_t size = whole.armor_models[0].prototype.size;
  const auto damaged = [&](std::size_t at, std::uint32_t count) {
    Bytes bytes = good;
    put(bytes, at, count);
    return bytes;
  };
  const auto expect_damage = [&](const Bytes& bytes, std::size_t kept, const std::string& problem) {
    SCOPED_TRACE(problem);
    const auto file = read(bytes);
    ASSERT_TRUE(file) << to_string(file.error());
    EXPECT_TRUE(file->armor_models[0].unreadable);
    EXPECT_TRUE(file->armor_models[0].plates.empty());
    EXPECT_EQ(text_before_nul(file->armor_models[0].name), "CM_PA_united.armor");
    EXPECT_EQ(file->vertex_buffers.size(), whole.vertex_buffers.size());
    EXPECT_EQ(file->collision_models[0].hulls.size(), 1U);
    EXPECT_EQ(written(*file), bytes);
    test::expect_same_through_json<Geometry>(bytes);
    Findings findings;
    validate(*file, findings);
    const auto found = std::ranges::find(findings.all(), "GEOMETRY_ARMOR_NOT_DECODABLE",
                                         [](const Finding& finding) { return finding.kind->code; });
    ASSERT_TRUE(found != findings.all().end());
    EXPECT_EQ(found->where, "armor_models[0].rest");
    EXPECT_EQ(found->offset, data);
    EXPECT_EQ(found->message, fmt::format("its {} bytes cannot be read: {}", kept, problem));
  };
  const std::string end = offset_text(size);
  expect_damage(damaged(data + 28, 300), size,
                "at byte 32 plates: 300 rows of 32 bytes or more do not fit: the data ends at " + end);
  expect_damage(
      damaged(data + 60, 4000), size,
      "at byte 64 plates[0].vertices: 4000 rows of 16 bytes or more do not fit: the data ends at " + end);
}

/// The record of a model too many lies in what the others point at.
TEST(GeometryRead, AHeaderThatCountsTooManyArmorModelsIsRead) {
  const Bytes good = written(sample(SampleData::plain));
  const File whole = read(good).value();
  const std::size_t at = field_byte<Header>("armor_count");
  for (const std::uint32_t count : {2U, 3U}) {
    SCOPED_TRACE(count);
    Bytes bytes = good;
    put(bytes, at, count);
    const auto file = read(bytes);
    ASSERT_TRUE(file) << to_string(file.error());
    EXPECT_EQ(file->armor_models.size(), 1U);
    EXPECT_EQ(file->armor_models[0].plates.size(), whole.armor_models[0].plates.size());
    EXPECT_EQ(file->missing_armor, count - 1);
    EXPECT_EQ(written(*file), bytes);
    test::expect_same_through_json<Geometry>(bytes);
    Findings findings;
    validate(*file, findings);
    ASSERT_FALSE(findings.all().empty());
    EXPECT_EQ(findings.all()[0].kind->code, "GEOMETRY_ARMOR_COUNT_TOO_LARGE");
    File again = *file;
    lay_out(again);
    EXPECT_EQ(written(again), good);
  }
}

/// A file without armor: the record would lie in the header.
TEST(GeometryRead, AnArmorModelThatIsOnlyCountedIsMissing) {
  Bytes bytes = written(one_triangle());
  put(bytes, field_byte<Header>("armor_count"), std::uint32_t(1));
  const auto file = read(bytes);
  ASSERT_TRUE(file) << to_string(file.error());
  EXPECT_TRUE(file->armor_models.empty());
  EXPECT_EQ(file->missing_armor, 1U);
  EXPECT_EQ(written(*file), bytes);
}

/// Less than a model has.
TEST(GeometryRead, ArmorThatIsTooSmallIsKeptAsItIs) {
  File armored;
  ASSERT_TRUE(set_armor(armored, {ArmorPlate{.material = 1, .layer = 1, .vertices = {{}, {}, {}}}}));
  Bytes small = written(armored);
  put(small, 72, std::uint32_t(20));  // the size in the prototype
  const File file = read(small).value();
  EXPECT_TRUE(file.armor_models[0].unreadable);
  EXPECT_EQ(file.armor_models[0].rest.size(), 20U);
  EXPECT_EQ(written(file), small);
}

TEST(GeometryRead, ShortFilesNameTheFirstFieldThatIsMissing) {
  test::expect_cut_messages(
      written(one_triangle()),
      {{0, "0x00000000: vertex_buffer_count: needs 4 bytes, but only 0 are left in the file"},
       {30, "0x00000018: vertex_mapping_pointer: needs 8 bytes, but only 6 are left in the file"},
       {257, "0x000000fc: index_buffers[0].data: 6 rows of 1 bytes do not fit: the file ends at 0x00000101"}},
      Geometry::read);
}

/// Every word of the header, the mappings and the prototypes, set to every value that parsers trip over: an
/// error or a clean read that comes back, never more.
TEST(GeometryRead, BoundaryValuesInEveryWord) {
  constexpr std::uint32_t kValues[] = {0,      1,       2,          3,          0x7F,       0x80,
                                       0xFF,   0x100,   0x0FFFFFFF, 0x10000000, 0x3FFFFFFF, 0x40000000,
                                       0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFE, 0xFFFFFFFF};
  for (const Bytes& whole :
       {written(one_triangle(false)), written(one_triangle(true)), written(sample(SampleData::encoded))}) {
    const std::size_t end = std::min<std::size_t>(whole.size() - 4, 300);
    test::expect_words_survive<Geometry>(whole, test::words(0, end), kValues);
  }
}

TEST(GeometryRead, AFileCannotAskForMoreMemoryThanItIsWorth) {
  if (!test::AllocationCounter::counts()) GTEST_SKIP() << "needs AddressSanitizer";
  // A thousand hulls of nothing, and as many collision models that all point at them.
  File file;
  set_collision(file, std::vector<Hull>(20000));
  file.collision_models.resize(200, file.collision_models[0]);
  lay_out(file);
  for (std::size_t row = 1; row < file.collision_models.size(); ++row) {
    ModelPrototype& prototype = file.collision_models[row].prototype;
    prototype.data_pointer = file.collision_models[0].prototype.data_pointer - std::int64_t(32 * row);
    prototype.name.pointer = file.collision_models[0].prototype.name.pointer - std::int64_t(32 * row);
  }
  const Bytes bytes = written(file);
  EXPECT_FALSE(test::within_memory(bytes.size(), [&] { return read(bytes); }));
  // Files that do read stay within the same bound.
  for (const SampleData which : kSamples) {
    const Bytes good = written(sample(which));
    EXPECT_TRUE(test::within_memory(good.size(), [&] { return read(good); }));
  }
}

/// A stream of a few bytes that claims two thousand million items, with mappings that agree: refused before
/// memory is taken for them.
TEST(GeometryRead, DecodingCannotAskForMoreThanItsStream) {
  if (!test::AllocationCounter::counts()) GTEST_SKIP() << "needs AddressSanitizer";
  File file = one_triangle(true);
  file.vertex_mappings[0].count = file.vertex_buffers[0].data.element_count = 0x7FFFFFFF;
  file.index_mappings[0].count = file.index_buffers[0].data.element_count = 0x7FFFFFFE;
  const test::AllocationCounter allocations;
  const Decoded decoded = decode(file);
  EXPECT_LE(allocations.total(), 1U << 16);
  EXPECT_EQ(decoded.vertices[0].error().message, "2147483647 elements cannot be encoded in 94 bytes");
  EXPECT_EQ(decoded.indices[0].error().message, "2147483646 elements cannot be encoded in 18 bytes");
  file.vertex_mappings[0].count = 3;
  EXPECT_EQ(decode(file).vertices[0].error().message,
            "2147483647 encoded elements, but the mappings use only 3");
}

TEST(GeometryRead, TraceNamesEveryByteAndChangesNothing) {
  test::expect_every_byte_named<Geometry>(
      written(sample(SampleData::plain)),
      {"vertex_buffers[0].data[47].uv", "collision_models[0].hulls[0].faces[5].edges[3]"});
  test::expect_every_byte_named<Geometry>(
      written(sample(SampleData::encoded)),
      {"vertex_buffers[1].data.payload", "armor_models[0].plates[1].vertices[5].normal"});
}

/// What a trace tells: "length type value" by path.
std::map<std::string, std::string> told_of(const File& file) {
  std::map<std::string, std::string> values;
  const Trace trace = [&](const TracedField& field) {
    values[field.path] =
        std::to_string(field.length()) + " " + to_string(field.type) + " " + field_value_text(field);
  };
  EXPECT_TRUE(read(written(file), &trace));
  return values;
}

/// As a dump shows them: attributes by their names and as the numbers that they stand for.
TEST(GeometryRead, TraceShowsTheNumbersOfVertices) {
  auto plain = told_of(sample(SampleData::plain));
  EXPECT_EQ(plain["vertex_buffers[0].data[0].xyz"], "12 f32x3 (-1, 0, -1)");
  EXPECT_EQ(plain["vertex_buffers[0].data[0].n"], "4 f32x3 (0, -1, 0)");
  EXPECT_EQ(plain["vertex_buffers[0].data[0].uv"], "4 f32x2 (0.25, 0.25)");
  EXPECT_EQ(plain["vertex_buffers[0].data[0].t"], "4 f32x3 (1, 0, 0)");
  EXPECT_EQ(plain["vertex_buffers[0].data[0].b"].substr(0, 7), "4 f32x3");
  EXPECT_EQ(plain["vertex_buffers[1].data[0].r"], "4 f32 0.01");
  EXPECT_EQ(plain["vertex_buffers[2].data[0].iii"], "4 u8x4 (0, 3, 0, 0)");
  EXPECT_EQ(plain["index_buffers[0].data[1]"], "2 u16 1");
}

/// Items of an encoded buffer have no bytes of their own.
TEST(GeometryRead, TraceShowsTheNumbersInEncodedBuffers) {
  auto plain = told_of(sample(SampleData::plain));
  auto encoded = told_of(sample(SampleData::encoded));
  EXPECT_EQ(encoded["vertex_buffers[0].data.element_count"], "4 u32 72");
  EXPECT_EQ(encoded["vertex_buffers[0].data.payload"].substr(4, 8), "bytes a0");
  EXPECT_EQ(encoded["vertex_buffers[0].data[0].xyz"], "0 f32x3 (-1, 0, -1)");
  EXPECT_EQ(encoded["vertex_buffers[0].data[71].uv"].substr(2),
            plain["vertex_buffers[0].data[71].uv"].substr(2));
  EXPECT_EQ(encoded["vertex_buffers[2].data[5].ww"], "0 u8x4 (0, 51, 204, 0)");
  EXPECT_EQ(encoded["index_buffers[0].data[155]"].substr(0, 6), "0 u16 ");
  File damaged = sample(SampleData::encoded);
  damaged.vertex_buffers[0].data.bytes[0] = std::byte(0);
  EXPECT_FALSE(told_of(damaged).contains("vertex_buffers[0].data[0].xyz"));
  EXPECT_TRUE(told_of(damaged).contains("vertex_buffers[1].data[0].xyz"));
}

/// Bytes that plain numbers would not give back, and coordinates of an unknown unit, stay as they are.
TEST(GeometryRead, TraceShowsWhatNumbersWouldLoseAsItIsStored) {
  File file = one_triangle();
  test::put(file.vertex_buffers[0].data.bytes, 12 + 3, std::uint8_t(9));  // the fourth byte of a normal
  EXPECT_EQ(told_of(file)["vertex_buffers[0].data[0].n"], "4 u8x4 (127, 254, 127, 9)");
  EXPECT_EQ(told_of(file)["vertex_buffers[0].data[1].n"], "4 f32x3 (0, 1, 0)");
  file.vertex_buffers[0].format[3] = '1';  // set1/
  EXPECT_EQ(told_of(file)["vertex_buffers[0].data[1].uv"].substr(0, 7), "4 i16x2");
}

TEST(GeometryRead, SniffsByItsTables) {
  const Bytes bytes = written(one_triangle());
  EXPECT_TRUE(sniff(bytes));
  EXPECT_TRUE(sniff(prefix(bytes, kHeaderSize)));  // cut short, and still told what it was
  EXPECT_FALSE(sniff(prefix(bytes, kHeaderSize - 1)));
  EXPECT_FALSE(sniff(Bytes(1000)));
  EXPECT_FALSE(sniff(bytes_of(std::string(200, 'x'))));
  File moved = one_triangle();
  moved.header.vertex_mapping_pointer = 258;  // behind everything else
  moved.unreferenced.push_back({72, Bytes(16)});
  EXPECT_TRUE(sniff(written(moved)));
}

/// One that leads before the file is told of, rather than that the file is nothing that is known.
TEST(GeometryRead, ANegativePointerIsTold) {
  const auto with = [](std::size_t offset, std::int64_t pointer) {
    Bytes bytes = written(one_triangle());
    test::put(bytes, offset, pointer);
    return sniff(bytes) ? test::message_of(read(bytes)) : "not recognised";
  };
  EXPECT_EQ(with(0x18, -72), "0x00000018: vertex_mappings: pointer -72 leads before the start of the file");
  EXPECT_EQ(with(0x20, -1), "0x00000020: index_mappings: pointer -1 leads before the start of the file");
  EXPECT_EQ(with(0x28, -9), "0x00000028: vertex_buffers: pointer -9 leads before the start of the file");
  EXPECT_EQ(with(0x30, -9), "0x00000030: index_buffers: pointer -9 leads before the start of the file");
  Bytes two = written(one_triangle());
  test::put(two, 0x18, std::int64_t(-72));
  test::put(two, 0x20, std::int64_t(-1));
  EXPECT_FALSE(sniff(two));
}

}  // namespace
}  // namespace mw::wows::geometry
