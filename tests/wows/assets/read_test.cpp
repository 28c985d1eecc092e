#include <gtest/gtest.h>
#include <meshwright/wows/shape_names.h>

#include "fixtures.h"
#include "support/allocations.h"
#include "support/cases/format_cases.h"

namespace mw::wows::assets {
namespace {

Result<Database> read_bytes(const Bytes& bytes) {
  return read(bytes);
}

TEST(AssetsRead, KnowsItsOwnBeginning) {
  EXPECT_TRUE(sniff(tiny()));
  EXPECT_FALSE(sniff(test::prefix(tiny(), 3)));
  Bytes other = tiny();
  other[0] = std::byte('X');
  EXPECT_FALSE(sniff(other));
}

/// What the sample holds, number by number.
TEST(AssetsRead, DecodesAVisual) {
  const Database database = opened(sample_bytes());
  const auto location = database.find({path_hash("content/gameplay/sample/turret/turret.visual")});
  ASSERT_TRUE(location);
  EXPECT_EQ(*location, (Location{0, 1, 0}));
  const Record record = database.record(*location).value();
  const auto& visual = std::get<Visual>(record);
  EXPECT_EQ(visual.node_count, 6U);
  EXPECT_EQ(visual.parents.items, (std::vector<std::uint16_t>{kNoParent, 0, 1, 2, 2, 3}));
  EXPECT_EQ(visual.matrices.items[1][13], 0.4F);
  EXPECT_EQ(visual.matrices.items[3][14], 2);
  EXPECT_EQ(database.string(visual.names.items[3]), "barrel_mouth");
  EXPECT_EQ(visual.geometry.value, path_hash(kSampleGeometry));
  EXPECT_EQ(visual.underwater, 0);
  EXPECT_EQ(visual.abovewater, 1);
  EXPECT_EQ(visual.min, Vec3(-1, 0, -1));
  EXPECT_EQ(visual.max, Vec3(1, 1.5F, 3));
  ASSERT_EQ(visual.render_sets.items.size(), 4U);
  const RenderSet& body = visual.render_sets.items[2];
  EXPECT_EQ(database.string(body.name), "bodyShape");
  EXPECT_EQ(database.string(body.material_name), "turret_metal");
  EXPECT_EQ(body.vertices.value, vertices_id("bodyShape"));
  EXPECT_EQ(body.indices.value, indices_id("bodyShape"));
  EXPECT_EQ(body.skinned, 1);
  ASSERT_EQ(body.nodes.items.size(), 2U);
  EXPECT_EQ(database.string(body.nodes.items[1]), "barrel_mouth_BlendBone");
  ASSERT_EQ(visual.lods.items.size(), 2U);
  EXPECT_EQ(visual.lods.items[1].extent, 400);
  EXPECT_EQ(visual.lods.items[1].casts_shadow, 1);
  EXPECT_EQ(visual.lods.items[0].render_sets.items.size(), 3U);
}

TEST(AssetsRead, DecodesAMaterial) {
  const Database database = opened(sample_bytes());
  const Record record =
      database.record(*database.find({path_hash("content/gameplay/sample/turret/turret_metal.mfm")})).value();
  const auto& metal = std::get<Material>(record);
  EXPECT_EQ(metal.property_count, 11);
  EXPECT_EQ(metal.names.items[0].value, 0x820F0280U);  // diffuseMap
  EXPECT_EQ(metal.names.items[1].value, 0x4858745DU);  // normalMap
  EXPECT_EQ(metal.names.items[2].value, 0x89BABFE7U);  // metallicGlossMap
  EXPECT_EQ(kind_of_property(metal.properties.items[2]), std::size_t(PropertyKind::texture));
  EXPECT_EQ(row_of_property(metal.properties.items[2]), 2U);
  EXPECT_EQ(metal.textures.items[0].value, path_hash("content/gameplay/sample/textures/turret_a.dds"));
  EXPECT_EQ(metal.integers.items, std::vector<std::int32_t>{128});
  EXPECT_EQ(metal.reals.items, std::vector<float>{0.25F});
  EXPECT_EQ(metal.vec4s.items[0], Vec4(1, 0.75F, 0.5F, 1));
  EXPECT_EQ(metal.matrices.items[0][15], 1);
  EXPECT_EQ(metal.effect.value, path_hash("shaders/std_effects/ship_material.fx"));
  EXPECT_EQ(metal.sort_order, -1);
}

TEST(AssetsRead, DecodesEveryOtherType) {
  const Database database = opened(sample_bytes());
  const auto get = [&](const char* file) {
    return database
        .record(*database.find({path_hash("content/gameplay/sample/effects/" + std::string(file))}))
        .value();
  };
  const Record light = get("lamp.light");
  EXPECT_EQ(std::get<PointLight>(light).colour_curve.points.points.items[1],
            (std::array<float, 5>{1, 1, 0.5F, 0, 1}));
  EXPECT_EQ(std::get<PointLight>(light).radius_curve.points.points.items[0], (std::array<float, 2>{0, 4}));
  EXPECT_EQ(std::get<PointLight>(light).position, Vec3(0, 2, 0));
  EXPECT_EQ(std::get<PointLight>(light).colour_animated, 1);
  EXPECT_EQ(std::get<VelocityField>(get("wind.vf")).size, (std::array<std::uint32_t, 3>{2, 1, 2}));
  EXPECT_EQ(std::get<VelocityField>(get("wind.vf")).values.items[3], 0xBC00);
  const Record meta = get("smoke.meta");
  const Parameter& parameter = std::get<EffectMetadata>(meta).parameters.items.at(0);
  EXPECT_EQ(text_of(std::as_bytes(std::span(parameter.name.chars.items))),
            std::string_view("intensity\0", 10));
  EXPECT_EQ(parameter.initial, 0.5F);
  EXPECT_EQ(std::get<AtlasContour>(get("smoke.contour")).contours.items.at(0).points.items[2], Vec2(0.5F, 1));
  EXPECT_EQ(std::get<Effect>(get("smoke.effect")).bytes[3], 4);
  EXPECT_EQ(std::get<EffectPreset>(get("smoke.preset")).low.value,
            path_hash("content/gameplay/sample/effects/smoke_low.effect"));
  const Record skeleton =
      database.record(*database.find({path_hash("content/gameplay/sample/turret/turret.skel_ext")})).value();
  EXPECT_EQ(database.string(std::get<SkeletonExtender>(skeleton).parents.items.at(0)), "turret");
}

TEST(AssetsRead, EveryTruncationIsAnError) {
  test::expect_every_cut_fails(tiny(), read_bytes);
  test::expect_every_cut_fails(sample_bytes(), read_bytes);
}

TEST(AssetsRead, CutsAreToldByWhatIsMissing) {
  test::expect_cut_messages(
      tiny(),
      {{2, "0x00000000: header.magic: needs 4 bytes, but only 2 are left in the file"},
       {100, "0x00000064: body.padding_0x54: needs 4 bytes, but only 0 are left in the file"},
       {111, "0x00000068: body.database_pointer: needs 8 bytes, but only 7 are left in the file"},
       {120, "0x00000070: strings.buckets: 53 rows of 8 bytes do not fit: the file ends at 0x00000078"}},
      read_bytes);
}

TEST(AssetsRead, RefusesWhatCannotBeRepresented) {
  const Bytes bytes = tiny();
  const std::size_t entry = entry_of(opened(bytes), Type::visual);
  const test::WordCase cases[] = {
      {"magic", 0, 7, "0x00000000: header.magic: 0x00000007, expected 0x42574442"},
      {"architecture", 12, 32, "0x0000000c: header.architecture: pointers of 32 bits, expected 64"},
      {"endianness", 12, 0x10040, "0x0000000e: header.endianness: 1, expected 0 (little-endian)"},
      {"strings", 16, 0xFFFFFFFF,
       "0x00000070: strings.buckets: 4294967295 rows of 8 bytes do not fit: the file ends at 0x000009b5"},
      {"texts", 16 + 0x18, 0x7FFFFFFF,
       "0x000002ec: strings.texts: 2147483647 rows of 1 bytes do not fit: the file ends at 0x000009b5"},
      {"pointer before the file", 16 + 0x0C, 0xFFFFFFFF,
       "0x00000018: strings.buckets: pointer -4294967200 leads before the start of the file"},
      {"pointer behind the file", 16 + 0x48 + 4, 0x7FFFFFFF,
       "0x00000058: paths: pointer 9223372032559810245 leads behind the end of the file"},
      {"no pointer", 16 + 0x20, 0, "0x00000030: strings.texts: 5 rows, but no pointer to them"},
      {"resources", 16 + 0x28, 0x10000,
       "0x000002f1: resources.buckets: 65536 rows of 16 bytes do not fit: the file ends at 0x000009b5"},
      {"paths", 16 + 0x40, 0x1000,
       "0x00000715: paths: 4096 rows of 32 bytes do not fit: the file ends at 0x000009b5"},
      {"databases", 16 + 0x50, 1000,
       "0x00000769: databases: 1000 rows of 24 bytes do not fit: the file ends at 0x000009b5"},
      {"data", entry + 8, 0x1000,
       "0x00000869: databases[1].data: 4096 rows of 1 bytes do not fit: the file ends at 0x000009b5"},
      {"data before the file", entry + 0x14, 0xFFFFFFFF,
       "0x00000791: databases[1].data: pointer -4294967064 leads before the start of the file"},
  };
  test::expect_word_messages(bytes, cases, read_bytes);
}

constexpr std::uint32_t kBoundaries[] = {0,      1,       2,          0x7F,       0xFF,       0x100,
                                         0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFF0, 0xFFFFFFFF};

TEST(AssetsRead, BoundaryValuesInEveryWord) {
  const Bytes bytes = tiny();
  const test::Survivors survivors =
      test::expect_words_survive<Assets>(bytes, test::words(0, bytes.size() - 3), kBoundaries);
  EXPECT_GT(survivors.readable, bytes.size() / 4 * std::size(kBoundaries) / 2);
  EXPECT_GT(survivors.findings, survivors.readable);
}

TEST(AssetsRead, OpeningTakesNoMemory) {
  if (!test::AllocationCounter::counts()) GTEST_SKIP() << "needs AddressSanitizer";
  const Bytes& bytes = sample_bytes();
  const test::AllocationCounter allocations;
  const auto database = Database::open(Blob::borrowed(bytes));
  EXPECT_LE(allocations.total(), 4096U);
  ASSERT_TRUE(database);
}

/// Databases that all lie on the same bytes would make every walk through the file as long as their sum.
TEST(AssetsRead, DatabasesMayNotOverlapTooOften) {
  Bytes bytes = tiny();
  bytes.resize(1 << 20);
  const auto pointer = std::int64_t(bytes.size()) - 16;
  for (int row = 0; row < 8; ++row) {
    const auto base = std::int64_t(bytes.size());
    const DatabaseEntry entry{.size = 1 << 20, .pointer = -base};
    const ByteSpan added = std::as_bytes(std::span(&entry, 1));
    bytes.insert(bytes.end(), added.begin(), added.end());
  }
  test::put(bytes, 16 + 0x50, 8U);
  test::put(bytes, 16 + 0x58, pointer);
  EXPECT_EQ(test::message_of(read(bytes)),
            "0x00000000: databases[3].data: the tables so far claim 4196261 bytes of a file of 1048768: they "
            "overlap too often");
}

/// What is said of a record whose bytes are changed.
std::string complaint(std::size_t byte, auto value) {
  Bytes bytes = sample_bytes();
  const Database before = opened(bytes);
  const auto visual = std::size_t(record_offset(before, "content/gameplay/sample/turret/turret.visual"));
  test::put(bytes, visual + byte, value);
  const Database database = opened(bytes);
  return test::message_of(database.record({0, 1, 0}));
}

TEST(AssetsRead, SaysWhereAPointerLeads) {
  EXPECT_EQ(complaint(0x18, std::int64_t(0)),
            "0x0000145d: databases[1].records[0].names: 6 rows, but no pointer to them");
  EXPECT_EQ(complaint(0x18, std::int64_t(-1000)),
            "0x0000145d: databases[1].records[0].names: 6 rows of 4 bytes at pointer -1000 leave the "
            "database, which is 0x00001435 to 0x0000185d");
  EXPECT_EQ(complaint(0x18, std::int64_t(-0x7000000000000000)),
            "0x0000145d: databases[1].records[0].names: 6 rows of 4 bytes at pointer -8070450532247928832 "
            "leave the database, which is 0x00001435 to 0x0000185d");
  EXPECT_EQ(complaint(0x18, std::int64_t(0x7FFFFFFFFFFFFFFF)),
            "0x0000145d: databases[1].records[0].names: 6 rows of 4 bytes at pointer 9223372036854775807 "
            "leave the database, which is 0x00001435 to 0x0000185d");
  EXPECT_EQ(complaint(0x00, 0xFFFFFFFFU),
            "0x0000144d: databases[1].records[0].map_names: 4294967295 rows of 4 bytes at pointer 224 leave "
            "the database, which is 0x00001435 to 0x0000185d");
}

TEST(AssetsRead, SaysWhichRecordDoesNotExist) {
  const Database database = opened(sample_bytes());
  EXPECT_EQ(test::message_of(database.record({0, 10, 0})), "database 10 >= database count 10");
  EXPECT_EQ(test::message_of(database.record({0, 1, 2})),
            "0x00001435: databases[1]: record 2 >= record count 2");
}

/// Rows may belong to several records: builders that share them are conceivable.
TEST(AssetsRead, PointersIntoOtherRecordsAreFollowed) {
  Bytes bytes = sample_bytes();
  const Database before = opened(bytes);
  const auto turret = std::size_t(record_offset(before, "content/gameplay/sample/turret/turret.visual"));
  const auto boat = std::size_t(record_offset(before, "content/gameplay/sample/boat/boat.visual"));
  std::int64_t names = 0;
  std::memcpy(&names, bytes.data() + turret + 0x18, 8);
  test::put(bytes, boat + 0x18, names + std::int64_t(turret) - std::int64_t(boat));
  const Database database = opened(bytes);
  const Record record = database.record({0, 1, 1}).value();
  EXPECT_EQ(database.string(std::get<Visual>(record).names.items.at(0)), "turret");
  test::expect_comes_back<Assets>(bytes);
}

TEST(AssetsRead, AnUnknownChecksumGivesRawRecordsUnlessALayoutIsAssumed) {
  Bytes bytes = sample_bytes();
  test::put(bytes, entry_of(opened(bytes), Type::model) + 4, 0x01020304U);
  Database database = opened(bytes);
  EXPECT_EQ(database.database(3).layout, Layout::raw);
  EXPECT_EQ(database.database(3).count, 2U);
  const Record raw = database.record({0, 3, 1}).value();
  EXPECT_EQ(std::get<Raw>(raw).bytes.size(), 40U);
  database.assume(Assume::game_0_10);
  EXPECT_TRUE(database.database(3).assumed);
  const Record assumed = database.record({0, 3, 1}).value();
  EXPECT_EQ(std::get<Model>(assumed).dyes.items.size(), 1U);
  EXPECT_FALSE(database.database(1).assumed);
  database.assume(Assume::game_14_1);
  EXPECT_EQ(database.database(3).layout, Layout::model_14);
  EXPECT_EQ(database.database(3).stride, 0x20U);
}

/// Many records that lead to the same long array would take many times the file.
TEST(AssetsRead, RecordsMayNotShareTooMuch) {
  Builder builder;
  VelocityField wind;
  wind.values.items.resize(200'000);
  for (int i = 0; i < 20; ++i) builder.add("w" + std::to_string(i), i == 0 ? wind : VelocityField());
  Bytes bytes = std::move(builder).build().value();
  const Database before = opened(bytes);
  const auto first = std::size_t(record_offset(before, "w0"));
  std::int64_t pointer = 0;
  std::memcpy(&pointer, bytes.data() + first + 0x10, 8);
  for (int i = 1; i < 20; ++i) {
    const std::size_t record = first + std::size_t(i) * 0x18;
    test::put(bytes, record + 0x0C, 200'000U);
    test::put(bytes, record + 0x10, pointer - i * 0x18);
  }
  Findings findings;
  validate(opened(bytes), findings);
  std::size_t refused = 0;
  for (const Finding& finding : findings.all()) {
    refused += finding.kind->code == "ASSETS_RECORD_SIZE_TOO_LARGE" ? 1 : 0;
    EXPECT_NE(finding.kind->code, "ASSETS_RECORD_NOT_DECODABLE");
  }
  EXPECT_EQ(refused, 11U);  // eight times the file and half a megabyte are nine times the array
  EXPECT_TRUE(opened(bytes).record({0, 6, 19}));  // alone it is decoded
  test::expect_comes_back<Assets>(bytes);
}

}  // namespace
}  // namespace mw::wows::assets
