#include <gtest/gtest.h>
#include <meshwright/bw2/bwm.h>

#include <bit>
#include <cstring>
#include <functional>
#include <limits>

#include "fixtures.h"
#include "support/cases/format_cases.h"
#include "support/losses.h"

namespace mw::bw2::bwm {
namespace {

using test::put;

TEST(BwmWrite, SamplesComeBackByteForByte) {
  for (const Sample which : kSamples) test::expect_comes_back<Bwm>(written(sample(which)));
}

/// Garbage in every place that the game leaves it, and sizes that are wrong.
TEST(BwmWrite, OddFilesComeBackByteForByte) {
  Bytes bytes = written(one_triangle());
  bytes[30] = std::byte(0x55);                    // behind the signature
  put(bytes, 40, std::uint32_t(7));               // size
  put(bytes, 52, std::uint32_t(0xFFFFFFFF));      // metadata size
  put(bytes, 632 + 140, std::uint32_t(0xDEAD));   // garbage of the mesh
  put(bytes, 632 + 212, std::uint32_t(1));        // zeros of the mesh
  bytes[632 + 148 + 20] = std::byte(0xFE);        // behind the name's NUL
  bytes[1236 + 135] = std::byte(0xAB);            // behind the declaration
  bytes.insert(bytes.end(), 5, std::byte(0xCC));  // behind the end
  const auto file = read(bytes);
  ASSERT_TRUE(file);
  EXPECT_EQ(file->unreferenced.size(), 1U);
  EXPECT_EQ(file->strides[0].garbage.back(), std::byte(0xAB));
  EXPECT_EQ(written(*file), bytes);
}

/// A vertex of u32, u8 and an id that nobody knows; sixteen elements; a declaration without any.
TEST(BwmWrite, DeclarationsOfAnyShapeComeBackByteForByte) {
  File file = one_triangle();
  Stride odd{{{0, 2}, {99, 3}, {6, 4}}, Bytes(garbage_size(3)), Bytes(3 * 17, std::byte(7))};
  Stride full{std::vector<Element>(16, {7, 0}), Bytes(garbage_size(16)),
              Bytes(std::size_t(3) * 64, std::byte(1))};
  Stride none{{}, Bytes(garbage_size(0)), {}};
  file.strides = {odd, full, none, file.strides[0]};
  update_sizes(file);
  const Bytes bytes = written(file);
  const auto again = read(bytes);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->strides[1].elements.size(), 16U);
  EXPECT_EQ(again->strides[0].data, odd.data);
  EXPECT_EQ(find_attributes(*again, Usage::position).size(), 2U);
  EXPECT_EQ(written(*again), bytes);
}

TEST(BwmWrite, FloatsKeepTheirBits) {
  File file = one_triangle();
  const float odd[] = {std::bit_cast<float>(0x7FA00001U), -0.0F, std::numeric_limits<float>::denorm_min()};
  std::memcpy(file.strides[0].data.data(), odd, sizeof(odd));
  file.header.volume = -std::numeric_limits<float>::infinity();
  const Bytes bytes = written(file);
  EXPECT_EQ(written(read(bytes).value()), bytes);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(positions(read(bytes).value())[0].x), 0x7FA00001U);
}

/// Also of elements of every format, an unknown one among them, a version without cleaves and bytes at the
/// end.
TEST(BwmWrite, TellsTheSameAsReading) {
  for (const Sample which : kSamples) test::expect_writing_tells_the_same<Bwm>(written(sample(which)));
  File file = one_triangle(kVersion5);
  file.strides.push_back({{{0, 2}, {99, 3}, {6, 4}, {6, 4}}, Bytes(garbage_size(4)), Bytes(3 * 18)});
  file.strides.push_back({{}, Bytes(garbage_size(0)), {}});
  file.unreferenced = {{written(file).size(), Bytes(5)}};
  test::expect_writing_tells_the_same<Bwm>(written(file));
  Bytes unknown = written(file);
  put(unknown, 1236 + 4 + 8 + 4, std::uint32_t(9));  // format of the normal
  test::expect_writing_tells_the_same<Bwm>(unknown);
}

TEST(BwmWrite, RefusesTablesThatDoNotFitTogether) {
  const auto message = [](auto change) {
    File file = one_triangle();
    change(file);
    return to_string(write(file).error());
  };
  EXPECT_EQ(message([](File& f) { f.material_refs.emplace_back(); }),
            "material_refs: has 2 rows, but the meshes count 1");
  EXPECT_EQ(message([](File& f) { f.header.vertex_count = 4; }),
            "strides[0].vertices: have 96 bytes where 4 vertices have 128");
  EXPECT_EQ(message([](File& f) { f.strides[0].garbage.pop_back(); }),
            "strides[0].garbage: has 107 bytes, but 3 elements leave 108");
  EXPECT_EQ(message([](File& f) { f.strides[0].elements.resize(17); }),
            "strides[0].elements: 17 do not fit a declaration, which has room for 16");
  EXPECT_EQ(message([](File& f) { f.header.version = kVersion5; }),
            "cleaves: version 5 has none, version 6 does");
}

TEST(BwmWrite, UpdateSizesFollowsTheTables) {
  File file = one_triangle();
  file.hull.push_back({5, 5, 5});
  update_sizes(file);
  const Bytes bytes = written(file);
  EXPECT_EQ(file.header.size, bytes.size() - 44);
  EXPECT_EQ(file.header.metadata_size, 1372U + 12 - 56);
}

TEST(BwmInfo, TellsWhoProbablyWroteIt) {
  File file = sample(Sample::house);
  EXPECT_EQ(likely_writer(file), "a tool that follows the original's rules");
  for (MaterialRef& ref : file.material_refs) ref.mask = 0;
  EXPECT_EQ(likely_writer(file), "another tool (masks left at zero)");
  file.strides[0].garbage[80] = std::byte(1);
  EXPECT_EQ(likely_writer(file), "the game's own exporter (memory left in a declaration)");
  EXPECT_EQ(likely_writer(File{}), "unknown (no references to tell by)");
}

/// What is left of memory in a declaration tells only when nothing else speaks of another tool.
TEST(BwmInfo, MarksOfOtherToolsCountMoreThanLeftMemory) {
  File plain = sample(Sample::house);
  plain.strides[0].garbage[80] = std::byte(1);
  const auto writer = [&](const std::function<void(File&)>& change) {
    File file = plain;
    change(file);
    return likely_writer(file);
  };
  const std::string_view original = "the game's own exporter (memory left in a declaration)";
  const std::string_view texture = "another tool (a texture that is no .dds)";
  const std::string_view blender = "another tool (names as Blender numbers them)";
  const std::string_view bounds = "another tool (bounds left at zero)";
  EXPECT_EQ(writer([](File& f) { f.materials[1].growth = FixedText<64>("moss.png"); }), texture);
  EXPECT_EQ(writer([](File& f) { f.materials[1].growth = FixedText<64>("MOSS.DDS"); }), original);
  EXPECT_EQ(writer([](File& f) { f.meshes[1].name = FixedText<64>("Circle.012"); }), blender);
  EXPECT_EQ(writer([](File& f) { f.materials[1].name = FixedText<64>("Material.001"); }), blender);
  for (const char* name : {"Circle.01", "Circle012", "Circle.0a2", "Circle.012x", ".012"})
    EXPECT_EQ(writer([&](File& f) { f.meshes[1].name = FixedText<64>(name); }), original) << name;
  const auto clear = [](File& f) {
    f.header.sphere = {};
    f.header.box_min = f.header.box_max = Vec3(0);
  };
  EXPECT_EQ(writer(clear), bounds);
  EXPECT_EQ(writer([&](File& f) { clear(f), f.header.sphere.radius = 1; }), original);
  EXPECT_EQ(writer([&](File& f) { clear(f), f.header.box_min.y = -1; }), original);
  EXPECT_EQ(writer([&](File& f) { clear(f), f.header.box_max.z = 1; }), original);
  EXPECT_EQ(writer([&](File& f) { clear(f), f.header.vertex_count = 0; }), original);
}

TEST(BwmInfo, TellsWhatTheTablesDoNotSay) {
  File file = sample(Sample::house);
  const Info house = info(file);
  EXPECT_EQ(house.kind, "static model (triangle lists)");
  EXPECT_EQ(house.vertices, 52U);
  EXPECT_EQ(house.triangles, 28U);
  EXPECT_EQ(house.uv_sets, 3U);
  ASSERT_TRUE(house.bounds);
  EXPECT_EQ(house.bounds->min.y, file.header.box_min.y);
  EXPECT_EQ(house.likely_writer, likely_writer(file));
  EXPECT_EQ(kind_of(sample(Sample::skin)), "skin (triangle strips)");
  file.header.type = 9;
  EXPECT_EQ(kind_of(file), "unknown");
}

TEST(BwmInfo, ListsTheTexturesOfAMaterialByTheirRoles) {
  Material material;
  EXPECT_TRUE(textures_of(material).empty());
  material.normal = FixedText<64>("n.dds");
  material.light = FixedText<64>("l.dds");
  const std::vector<TextureUse> uses = textures_of(material);
  ASSERT_EQ(uses.size(), 2U);
  EXPECT_EQ(uses[0].role, "light");
  EXPECT_EQ(uses[0].file, "l.dds");
  EXPECT_EQ(uses[1].role, "normal");
}

TEST(BwmVersion, FiveIsSixWithoutCleaves) {
  File file = sample(Sample::house);
  const Bytes six = written(file);
  auto losses = set_version(file, kVersion5);
  ASSERT_TRUE(losses);
  EXPECT_EQ(*losses, (std::vector<std::string>{"52 cleaves, which version 5 has not"}));
  const Bytes five = written(file);
  EXPECT_EQ(five.size(), six.size() - 4 - 52 * 12);
  EXPECT_EQ(read(five)->header.version, 5U);
  // All but the version, the size and the cleaves is as it was.
  for (std::size_t i = 52; i < five.size(); ++i) ASSERT_EQ(five[i], six[i]) << i;
  losses = set_version(file, kVersion6);
  ASSERT_TRUE(losses);
  EXPECT_EQ(*losses,
            (std::vector<std::string>{"52 cleaves, of which version 5 tells nothing: made against the "
                                      "normals, 0.12 long"}));
  EXPECT_EQ(written(file), six);  // whose cleaves were made by the same rule
}

TEST(BwmVersion, BytesBehindTheEndAreDropped) {
  File file = one_triangle();
  file.unreferenced = {{written(file).size(), Bytes(3)}};
  EXPECT_EQ(set_version(file, kVersion5)->back(), "3 bytes behind the end");
}

TEST(BwmVersion, TheSameVersionChangesNothing) {
  File file = sample(Sample::skin);
  file.unreferenced = {{written(file).size(), Bytes(3)}};
  EXPECT_TRUE(set_version(file, kVersion6)->empty());
  EXPECT_EQ(file.unreferenced.size(), 1U);
}

TEST(BwmVersion, SaysWhatCannotBeConverted) {
  const auto message = [](std::uint32_t version, auto change) {
    File file = one_triangle();
    change(file);
    return to_string(set_version(file, version).error());
  };
  EXPECT_EQ(message(4, [](File&) {}), "version: 4 is neither 5 nor 6");
  EXPECT_EQ(message(5, [](File& f) { f.header.version = 7; }), "version: 7 cannot be converted");
  EXPECT_EQ(message(5, [](File& f) { f.strides[0].elements[0].format = 5; }),
            "strides: a format that is not known hides where the cleaves are");
}

}  // namespace
}  // namespace mw::bw2::bwm
