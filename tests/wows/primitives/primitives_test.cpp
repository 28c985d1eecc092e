#include <gtest/gtest.h>
#include <meshwright/wows/primitives.h>

#include <glm/geometric.hpp>
#include <limits>

#include "fixtures.h"
#include "support/losses.h"

namespace mw::wows::primitives {
namespace {

using test::put;

TEST(Primitives, SectionsAndTheirContents) {
  for (const std::string_view list : {kNarrowList, kWideList}) {
    auto file = read(written(small_file(list)));
    ASSERT_TRUE(file) << to_string(file.error());
    ASSERT_EQ(file->sections.size(), 3U);
    EXPECT_EQ(file->sections[0].name, "aShape.indices");
    EXPECT_EQ(indices_of(*file, 0).indices, (std::vector<std::uint32_t>{0, 1, 7}));
    EXPECT_EQ(indices_of(*file, 0).groups[0].triangle_count, 1U);
    EXPECT_EQ(indices_of(*file, 0).groups[0].vertex_count, 2U);
    const auto vertices = unpack(vertices_of(*file, 1)).value();
    ASSERT_EQ(vertices.size(), 2U);
    EXPECT_EQ(vertices[0].position, Vec3(1, 2, 3));
    EXPECT_EQ(vertices[0].normal, Vec3(1, -1, 1));
    EXPECT_EQ(vertices[0].uv[0], glm::vec2(0.25F, 0.75F));
    EXPECT_EQ(vertices[0].tangent, Vec3(1, 0, 0));
    EXPECT_EQ(vertices[1].binormal, Vec3(0, 0, 1));
    EXPECT_EQ(vertices[1].position, Vec3(4, 5, 6));
    EXPECT_EQ(std::get<Bytes>(file->sections[2].content), Bytes(2, std::byte(5)));
    const std::vector<Shape> found = shapes(*file);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].name, "aShape");
    EXPECT_EQ(found[0].vertex_section, 1U);
    EXPECT_EQ(found[0].index_section, 0U);
    EXPECT_EQ(bounds(*file)->max, Vec3(4, 5, 6));
  }
}

/// As original files have them: 1, -1 and 1 in 11, 11 and 10 bits.
TEST(Primitives, DirectionsArePackedInBits) {
  const Bytes whole = written(small_file());
  std::uint32_t normal = 0;
  std::memcpy(&normal, whole.data() + 168 + 12, sizeof normal);
  EXPECT_EQ(normal, 1023U | 0x401U << 11 | 511U << 22);
}

TEST(Primitives, FormatsAreSpelledWithWords) {
  const auto stride = [](std::string_view format) {
    const auto layout = layout_of({.header = {FixedText<64>(format), 0}, .bytes = {}});
    return layout ? int(layout->stride) : 0;
  };
  EXPECT_EQ(stride("xyznuvtb"), 32);
  EXPECT_EQ(stride("xyznuviiiwwtb"), 37);
  EXPECT_EQ(stride("xyznuv"), 32);
  EXPECT_EQ(stride("xyznuvr"), 36);
  EXPECT_EQ(stride("xyznuviiiww"), 29);
  EXPECT_EQ(stride("nuv"), 0);
  EXPECT_EQ(stride("xyzxyz"), 0);
  EXPECT_EQ(stride("BPVTxyznuvtb"), 0);
  EXPECT_EQ(stride(""), 0);
}

/// Formats without tangents and bones have normals of three floats: 49 of 290 real shapes.
TEST(Primitives, NormalsAreWholeWithoutTangents) {
  for (const char* format : {"xyznuv", "xyznuvr"}) {
    geometry::Vertex vertex;
    vertex.normal = {0.6F, -0.8F, 1e-7F};
    vertex.uv[0] = {0.25F, 3};
    vertex.radius = 0.5F;
    VertexData data{.header = {FixedText<64>(format), 2}, .bytes = {}};
    const geometry::VertexLayout layout = layout_of(data).value();
    const geometry::Vertex both[] = {vertex, vertex};
    data.bytes = pack(layout, both);
    EXPECT_EQ(data.bytes.size(), 2U * layout.stride);
    const auto back = unpack(data).value();
    EXPECT_EQ(back[1].normal, vertex.normal);
    EXPECT_EQ(back[1].uv[0], vertex.uv[0]);
    EXPECT_EQ(back[1].radius, layout.has(geometry::ElementKind::r) ? 0.5F : 0);
    File file = small_file();
    vertices_of(file, 1) = data;
    test::expect_comes_back<Primitives>(written(file));
    test::expect_same_through_json<Primitives>(written(file));
    test::expect_writing_tells_the_same<Primitives>(written(file));
    Findings findings;
    validate(file, findings);
    for (const Finding& finding : findings.all())
      EXPECT_EQ(finding.kind->code, "PRIMITIVES_INDEX_OUT_OF_RANGE");  // the small file's own
  }
}

/// The section's size says how normals are stored where the name's rule does not fill it.
TEST(Primitives, TheSizeOfASectionSaysHowLongAVertexIs) {
  const auto stride = [](std::string_view format, std::size_t size) {
    return int(layout_of({.header = {FixedText<64>(format), 3}, .bytes = Bytes(size)})->stride);
  };
  EXPECT_EQ(stride("xyznuv", 3 * 32), 32);
  EXPECT_EQ(stride("xyznuv", 3 * 24), 24);
  EXPECT_EQ(stride("xyznuv", 3 * 24 + 1), 32);
  EXPECT_EQ(stride("xyznuvr", 3 * 28), 28);
  EXPECT_EQ(stride("xyznuvtb", 3 * 32), 32);
  EXPECT_EQ(stride("xyznuvtb", 3 * 56), 56);
  File file = small_file();
  vertices_of(file, 1) = {.header = {FixedText<64>("xyznuv"), 3}, .bytes = Bytes(3 * 24, std::byte(1))};
  test::expect_same_through_json<Primitives>(written(file));
}

/// All bit patterns of a direction and all bytes of bones come back.
TEST(Primitives, VerticesComeBackBitForBit) {
  VertexData data{.header = {FixedText<64>("xyznuviiiwwtb"), 200}, .bytes = Bytes(200 * 37)};
  std::uint32_t random = 1;
  for (std::byte& byte : data.bytes) byte = std::byte((random = random * 1664525 + 1013904223) >> 24);
  const auto vertices = unpack(data).value();
  EXPECT_EQ(vertices[3].bones[1], std::to_integer<std::uint8_t>(data.bytes[3 * 37 + 25]));
  EXPECT_EQ(vertices[3].weights[0], std::to_integer<std::uint8_t>(data.bytes[3 * 37 + 27]));
  EXPECT_EQ(pack(layout_of(data).value(), vertices), data.bytes);
  File file = small_file();
  vertices_of(file, 1) = data;
  test::expect_comes_back<Primitives>(written(file));
  test::expect_same_through_json<Primitives>(written(file));
}

/// With all that original files do not have.
File odd_file() {
  File file = small_file();
  indices_of(file, 0).rest = Bytes(4, std::byte(2));
  file.sections[0].padding = Bytes(2, std::byte(3));
  vertices_of(file, 1).bytes.push_back(std::byte(4));
  file.sections[1].name_padding = Bytes(1, std::byte(5));
  file.sections[2].reserved = {1, 2, 3, 4};
  return file;
}

TEST(Primitives, ComesBackThroughBytesAndJson) {
  File unknown = small_file();
  vertices_of(unknown, 1).header.format = FixedText<64>("abc");
  File short_vertices = small_file();
  vertices_of(short_vertices, 1).header.count = 3;
  for (const File& file :
       {small_file(), small_file(kWideList), odd_file(), unknown, short_vertices, sample(), File{}}) {
    const Bytes whole = written(file);
    EXPECT_TRUE(sniff(whole));
    test::expect_comes_back<Primitives>(whole);
    test::expect_same_through_json<Primitives>(whole);
    test::expect_writing_tells_the_same<Primitives>(whole);
  }
  EXPECT_FALSE(sniff(test::prefix(written(File{}), 3)));
}

TEST(Primitives, EveryByteHasAName) {
  for (const File& file : {small_file(), odd_file()})
    test::expect_every_byte_named<Primitives>(
        written(file), {"magic", "table_size", "table[1].name", "table[0].name_padding",
                        "sections[0].indices[2]", "sections[0].groups[0].vertex_count",
                        "sections[1].vertices[1].n", "sections[2].data", "sections[2].padding"});
}

/// A dump shows numbers: a direction as a vector, not as the word it is packed in.
TEST(Primitives, ADumpHasTheNumbersOfVertices) {
  std::vector<float> numbers;
  const Trace trace = [&](const TracedField& field) {
    if (field.path != "sections[1].vertices[0].n") return;
    EXPECT_EQ(to_string(field.type), "f32x3");
    EXPECT_EQ(field.length(), 4U);
    EXPECT_EQ(field.offset, 180U);
    numbers.resize(3);
    std::memcpy(numbers.data(), field.bytes.data(), 12);
  };
  ASSERT_TRUE(read(written(small_file()), &trace));
  EXPECT_EQ(numbers, (std::vector<float>{1, -1, 1}));
}

TEST(Primitives, EveryTruncationIsAnErrorNeverACrash) {
  test::expect_every_cut_fails(written(small_file()), [](const Bytes& bytes) { return read(bytes); });
}

TEST(Primitives, MalformationsAreNamed) {
  const Bytes whole = written(small_file());
  ASSERT_EQ(whole.size(), 348U);
  const test::WordCase cases[] = {
      {"magic", 0, 1, "0x00000000: magic: expected 0x42a14e65, got 0x1"},
      {"table", 344, 9999, "0x00000158: table_size: 9999 bytes do not fit a file of 348"},
      {"indices", 68, 1000,
       "0x0000004c: sections[0].indices: 1000 rows of 2 bytes do not fit: the file ends at 0x0000015c"},
      {"indices and groups", 68, 30, "0x00000044: sections[0].index_count: the section is too short"},
      {"with its padding", 236, 95, "no error"},
      {"longer section", 236, 110,
       "0x000000ec: table: the sections end at 0x000000fc, but their table begins at 0x000000ec"},
      {"long section", 236, 1000,
       "0x00000004: sections[0].section: 1000 rows of 1 bytes do not fit: the file ends at 0x0000015c"},
      {"last name", 336, 8, "0x00000158: table[2].name: the table is too short for it"},
  };
  for (const test::WordCase& c : cases) {
    Bytes bytes = whole;
    put(bytes, c.offset, c.value);
    const auto file = read(bytes);
    EXPECT_EQ(file ? "no error" : to_string(file.error()), c.message) << c.name;
  }
  File file = small_file();
  vertices_of(file, 1).header.count = 3;
  EXPECT_EQ(to_string(unpack(vertices_of(file, 1)).error()),
            "count: 3 vertices of 32 bytes do not fit 64 bytes");
  vertices_of(file, 1).header.format = FixedText<64>("xyz?");
  EXPECT_EQ(to_string(unpack(vertices_of(file, 1)).error()), "format: \"xyz?\" is not known");
  indices_of(file, 0).indices[1] = 70000;
  EXPECT_EQ(to_string(write(file).error()), "sections[0].indices: 70000 does not fit a field of 2 bytes");
}

TEST(Primitives, WordsAndMutantsSurvive) {
  const Bytes whole = written(small_file());
  const std::uint32_t values[] = {0, 1, 0x7F800000, 0xFFFFFFFF};
  const auto offsets = test::words(0, whole.size());
  EXPECT_GT(test::expect_words_survive<Primitives>(whole, offsets, values).findings, 20U);
  const auto survivors = test::expect_mutants_survive<Primitives>(
      test::mutants_of({whole, written(odd_file()), written(sample())}), [](const File& file) {
        const auto s = to_scene(file, {.selection = {.all_lods = true}});
        EXPECT_TRUE(s && !find_contradiction(*s));
      });
  EXPECT_GT(survivors.readable, 1000U);
}

TEST(Primitives, JsonSaysWhatIsWrongWithIt) {
  const std::string json = to_json(small_file());
  EXPECT_NE(
      json.find(R"({"xyz": [1, 2, 3], "n": [1, -1, 1], "uv": [0.25, 0.75], "t": [1, 0, 0], "b": [0, 0, 1]})"),
      json.npos)
      << json;
  test::expect_edit_messages<Primitives>(
      json,
      {{R"("xyznuvtb")", R"("xyznuvtbb")", "sections[1]: format: \"xyznuvtbb\" is not known"},
       {R"("uv": [0.25, 0.75])", R"("uv": [0.25])", "sections[1].vertices[0].uv: expected 2 numbers, got 1"},
       {R"("type": "list")", R"("kind": "list")", "sections[0].data: missing"}});
}

std::vector<std::string> names_of(const scene::Scene& s) {
  std::vector<std::string> names;
  for (const scene::Node& node : s.nodes) names.push_back(node.name);
  return names;
}

TEST(PrimitivesScene, HasTheFinestLevelUnlessAskedForMore) {
  using Names = std::vector<std::string>;
  const auto names = [](const scene::Selection& selection) {
    return names_of(to_scene(sample(), {.selection = selection}).value());
  };
  EXPECT_EQ(names({}), (Names{"model", "PyramidShape"}));
  EXPECT_EQ(names({.lod = std::uint32_t(1)}), (Names{"model", "Pyramid_lod1Shape"}));
  EXPECT_EQ(names({.all_lods = true}), (Names{"model", "PyramidShape", "Pyramid_lod1Shape"}));
  EXPECT_EQ(to_string(to_scene(sample(), {.selection = {.lod = std::uint32_t(9)}}).error()),
            "lod: there is no level 9, only 0 and 1");
}

TEST(PrimitivesScene, FrontFacesAgreeWithTheNormals) {
  const scene::Scene s = to_scene(sample()).value();
  EXPECT_FALSE(find_contradiction(s));
  EXPECT_EQ(s.losses, std::vector<std::string>{"left out: 1 mesh of other levels (--lod all)"});
  const scene::Primitive& p = s.meshes[0].primitives[0];
  ASSERT_EQ(p.indices.size(), 12U);
  ASSERT_EQ(p.normals.size(), 12U);
  EXPECT_EQ(p.tangents.size(), 12U);
  EXPECT_EQ(p.positions[0], Vec3(-1, 0, 1));  // z is mirrored
  EXPECT_EQ(p.uvs[0][0], Vec2(0.25F, 0.25F));
  for (std::size_t i = 0; i < 12; i += 3) {
    const Vec3& a = p.positions[p.indices[i]];
    const Vec3 face = glm::cross(p.positions[p.indices[i + 1]] - a, p.positions[p.indices[i + 2]] - a);
    EXPECT_GT(glm::dot(face, p.normals[p.indices[i]]), 0) << i;
  }
}

/// Two groups are two primitives, each with its own vertices where it uses only these.
TEST(PrimitivesScene, GroupsArePrimitives) {
  File file = sample();
  indices_of(file, 0).groups = {{0, 2, 0, 6}, {6, 2, 6, 6}};
  const auto primitives = to_scene(file).value().meshes[0].primitives;
  ASSERT_EQ(primitives.size(), 2U);
  EXPECT_EQ(primitives[0].positions.size(), 6U);
  EXPECT_EQ(primitives[1].positions.size(), 6U);
  EXPECT_EQ(primitives[1].indices[0], 0U);
  indices_of(file, 0).groups = {{0, 2, 0, 6}, {6, 2, 0, 6}};
  EXPECT_EQ(to_scene(file).value().meshes[0].primitives[1].positions.size(), 12U);
}

TEST(PrimitivesScene, TellsOfVerticesInNoGroup) {
  File file = sample();
  const scene::Options all{.selection = {.all_lods = true}};
  indices_of(file, 0).groups = {{0, 2, 0, 6}, {6, 2, 6, 6}};
  EXPECT_EQ(to_scene(file, all)->losses, std::vector<std::string>{});
  indices_of(file, 0).groups = {{0, 2, 0, 6}, {0, 2, 0, 6}};
  EXPECT_EQ(to_scene(file, all)->losses,
            std::vector<std::string>{"6 vertices belong to no group; they are left out"});
  indices_of(file, 0).groups = {{0, 2, 0, 6}, {6, 2, 6, 5}};  // reaches beyond its own, so that it has all
  EXPECT_EQ(to_scene(file, all)->losses, std::vector<std::string>{});
}

TEST(PrimitivesScene, NamesThePartsThatLackTheWantedLevel) {
  File file = sample();
  file.sections.push_back({.name = "bShape.indices", .content = indices_of(file, 0)});
  file.sections.push_back({.name = "bShape.vertices", .content = vertices_of(file, 1)});
  const auto losses = [&](std::uint32_t level) {
    return mw::test::lines_of(to_scene(file, {.selection = {.lod = level}})->losses);
  };
  EXPECT_EQ(losses(1)[0], "1 part has no level 1: b");
  EXPECT_TRUE(losses(0)[0].starts_with("left out: ")) << losses(0)[0];
  EXPECT_EQ(to_scene(file, {.selection = {.lod = 1U, .all_lods = true}})->losses, std::vector<std::string>{});
}

TEST(PrimitivesScene, ListsWhatIsLeftOut) {
  File file = small_file();
  file.sections.push_back({.name = "bShape.vertices", .content = vertices_of(file, 1)});
  using Losses = std::vector<std::string>;
  EXPECT_EQ(to_scene(file)->losses,
            (Losses{"1 triangles have a corner that does not exist; they are left out",
                    "1 shape has no triangle; it is left out",
                    "1 section is neither vertices nor indices; it is left out",
                    "1 section has no partner; it is left out"}));
  File broken = sample();
  indices_of(broken, 0).groups[0].triangle_count = 9;
  vertices_of(broken, 3).header.format = FixedText<64>("abc");
  EXPECT_EQ(
      to_scene(broken, {.selection = {.all_lods = true}})->losses,
      (Losses{"sections[3] cannot be read: format: \"abc\" is not known",
              "1 group runs past the indices; it is left out", "1 shape has no triangle; it is left out"}));
}

/// Indices go to the first vertices of their name.
TEST(PrimitivesScene, ANameMayBeThereTwice) {
  File file = sample();
  file.sections.push_back({.name = file.sections[1].name, .content = vertices_of(file, 1)});
  const scene::Scene s = to_scene(file, {.selection = {.all_lods = true}}).value();
  EXPECT_EQ(s.meshes.size(), 2U);
  EXPECT_EQ(s.losses, std::vector<std::string>{"1 section has no partner; it is left out"});
}

TEST(PrimitivesScene, GroupsOnEachOtherAreNotRepeatedWithoutEnd) {
  File file = sample();
  indices_of(file, 0).groups.assign(1000, {0, 4, 0, 12});
  const scene::Scene s = to_scene(file, {.selection = {.all_lods = true}}).value();
  EXPECT_LT(s.meshes[0].primitives.size(), 60U);
  EXPECT_EQ(s.losses, std::vector<std::string>{
                          fmt::format("{} groups share their indices with too many others; they are left out",
                                      1000 - s.meshes[0].primitives.size())});
}

}  // namespace
}  // namespace mw::wows::primitives
