#include <gtest/gtest.h>
#include <meshwright/kotor/detail/mdl_build.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <glm/geometric.hpp>
#include <limits>

#include "support/losses.h"
#include "text_fixtures.h"

namespace mw::kotor::mdl {
namespace {

/// Through a text that nothing is remarked on.
void expect_same_without_remarks(const File& file) {
  EXPECT_TRUE(read_text(sample_text(file)).remarks.empty());
  expect_same_through_text(file);
}

TEST(MdlCompile, TheSampleComesBackInEveryVariant) {
  for (const Variant variant : kVariants) {
    SCOPED_TRACE(to_string(variant));
    expect_same_without_remarks(sample(variant));
  }
}

TEST(MdlCompile, KotorBlendersLayoutComesBack) {
  File file = sample({});
  lay_out(file, Family::kotor_blender);
  expect_same_without_remarks(file);
}

TEST(MdlCompile, BytesThatNothingRefersToComeBack) {
  Pair pair = written(sample({}));
  const Bytes tail(100, std::byte(0xAB));
  pair.mdl.insert(pair.mdl.end(), tail.begin(), tail.end());
  pair.mdx->insert(pair.mdx->end(), tail.begin(), tail.end());
  const File file = read_pair(pair).value();
  ASSERT_FALSE(file.unreferenced.empty());
  expect_same_without_remarks(file);
}

TEST(MdlCompile, AnMdlWithoutItsMdxComesBack) {
  const Pair pair{written(sample({})).mdl, std::nullopt};
  expect_same_without_remarks(read_pair(pair).value());
}

/// What programs leave in fields that nobody reads, and numbers that are none.
TEST(MdlCompile, OddBitsComeBack) {
  File file = sample({Game::k2, Platform::pc});
  file.geometry.padding = {0x31, 0x96, 0xBD};
  file.geometry.name.chars[20] = 'x';
  file.model.parent_model = 12345678;
  file.geometry.node_count = 481;
  file.names.push_back({0, "nobody's name"});
  file.nodes[kHip].header.number = 68;
  file.nodes[kHip].header.position.x = 99;
  file.nodes[kHip].controllers[0].padding = {1, 2, 3};
  file.nodes[kLamp].light->header.unknown_0x04 = {7, 8, 9};
  file.nodes[kLamp].light->textures[0].text = "two words";
  file.nodes[kSparks].emitter->padding = 0xCC;
  file.nodes[kSparks].emitter->flags = 0xFFFFFFFF;
  file.nodes[kSparks].emitter->update = FixedText<32>("with blank");
  Mesh& mesh = tail(file);
  mesh.header.uv_direction = {std::bit_cast<float>(0xFFC12345U), std::numeric_limits<float>::infinity()};
  mesh.header.texture_1.chars[31] = '!';
  mesh.header.texture_2 = FixedText<32>("");
  mesh.dirt = {1, 2, 3, 4, 5, 6};
  mesh.mdx->rows.normals[0] = {-0.0F, std::bit_cast<float>(1U), std::bit_cast<float>(0x7F800001U)};
  mesh.mdx->rows.positions[1].x = -1e30F;
  mesh.vertices[1].x = -0.0F;
  mesh.mdx->sentinel.reset();
  mesh.faces[0].adjacent = {9, 9, 9};
  mesh.inverted_counters = {5, 6};
  body(file).skin->header.serials[17] = 0xCDCD;
  body(file).mdx->rows.bones[0] = {7, -1, 3, 99};
  floor(file).aabb->nodes[0].plane = 63;
  floor(file).aabb->nodes.back().box_max.z = 17;
  lay_out(file, Family::original);
  expect_same_without_remarks(file);
}

TEST(MdlCompile, OddKeysComeBack) {
  File file = sample({});
  Node& node = file.nodes[kHip];
  node.controllers.clear();
  node.data = {5, 6};                             // data without a controller
  add_keys(node, 4321, 2, {0, 1}, {1, 2, 3, 4});  // no known type
  add_keys(node, kPositionController, 3 | kBezier, {0, 2}, std::vector<float>(18, 0.1F));  // a curve
  add_keys(node, kOrientationController, 4, {0.5F}, {0.1F, 0.2F, 0.3F, -1.5F});            // no unit
  add_keys(node, kScaleController, 1, {0}, {std::numeric_limits<float>::quiet_NaN()});
  node.controllers.push_back(node.controllers.back());  // shares its data
  lay_out(file, Family::original);
  expect_same_without_remarks(file);
}

/// Nodes are called by name in a text, and names may repeat.
TEST(MdlCompile, TreesOfNodesWithOneNameComeBack) {
  File file = chain(6);
  file.names.assign(6, {0, "same"});
  file.nodes[0].children = {1, 4};
  file.nodes[1].children = {2, 3};
  file.nodes[2].children = {};
  file.nodes[3].children = {};
  file.nodes[4].children = {5};
  for (std::uint16_t row = 0; row < 6; ++row) file.nodes[row].header.name_index = row;
  lay_out(file, Family::original);
  expect_same_without_remarks(file);
}

TEST(MdlCompile, PositionsOfAnimationsAreExactEvenFarFromTheirRest) {
  File file = sample({});
  Node& node = file.animations.at(0).nodes.at(1);
  node.controllers.clear();
  node.data.clear();
  add_keys(node, kPositionController, 3, {0, 0.1F}, {1e-20F, 123.456F, -0.0F, 0.3F, 1.0F / 3, 7e8F});
  node.controllers[0].unknown_0x04 = 16;
  lay_out(file, Family::original);
  expect_same_without_remarks(file);
}

// Somebody edits a text that has notes.

TEST(MdlCompile, AMovedVertexIsMadeAnew) {
  const File before = sample({});
  const std::string text = sample_text(before);
  const std::size_t walkmesh = text.find("node aabb walkmesh");
  const std::size_t row = text.find('\n', text.find("  verts ", walkmesh)) + 1;
  const Vec3 old = floor(const_cast<File&>(before)).vertices[0];
  std::string edited = text;
  edited.replace(row, text.find('\n', row) - row, "    -9 -8 7");
  File after = compile_text(edited);
  const Mesh& mesh = floor(after);
  EXPECT_NE(old, Vec3(-9, -8, 7));
  EXPECT_EQ(mesh.vertices[0], Vec3(-9, -8, 7));
  EXPECT_EQ(mesh.mdx->rows.positions[0], Vec3(-9, -8, 7));
  EXPECT_EQ(mesh.header.box_min, Vec3(-9, -8, 0));
  Findings findings;
  validate(after, findings);
  EXPECT_EQ(findings.count(Severity::error), 0U);
  EXPECT_EQ(findings.count(Severity::warning), 0U);
  // The other meshes are as they were.
  EXPECT_EQ(body(after).mdx->rows.normals, body(const_cast<File&>(before)).mdx->rows.normals);
}

TEST(MdlCompile, AnAddedFaceIsThere) {
  File before = sample({});
  const std::string text = sample_text(before);
  const std::size_t walkmesh = text.find("node aabb walkmesh");
  const std::size_t faces = text.find("  faces ", walkmesh);
  const std::size_t line = text.find('\n', faces);
  const std::size_t count = floor(before).faces.size();
  std::string edited = text.substr(0, faces) + "  faces " + std::to_string(count + 1) +
                       "\n    2 1 0 1 2 1 0 4" + text.substr(line);
  File after = compile_text(edited);
  ASSERT_EQ(floor(after).faces.size(), count + 1);
  EXPECT_EQ(floor(after).faces[0].vertices, (std::array<std::uint16_t, 3>{2, 1, 0}));
  EXPECT_EQ(floor(after).faces[0].material, 4U);
  EXPECT_EQ(floor(after).index_lists[0].vertices.size(), 3 * (count + 1));
  EXPECT_EQ(floor(after).aabb->nodes.size(), 2 * (count + 1) - 1);
  Findings findings;
  validate(after, findings);
  EXPECT_EQ(findings.count(Severity::error), 0U);
}

TEST(MdlCompile, AChangedKeyIsThere) {
  const std::string text = sample_text(sample({}));
  const std::size_t list = text.find("positionbezierkey");
  ASSERT_NE(list, text.npos);
  const std::size_t row = text.find('\n', list) + 1;
  std::string edited = text;
  edited.replace(row, text.find('\n', row) - row, "        0 10 20 30 0 0 0 0 0 0.5");
  const File before = compile_text(text);
  const File after = compile_text(edited);
  std::size_t changed = 0;
  for (std::size_t animation = 0; animation < after.animations.size(); ++animation)
    for (std::size_t i = 0; i < after.animations[animation].nodes.size(); ++i) {
      const Node& node = after.animations[animation].nodes[i];
      const std::vector<float>& old = before.animations[animation].nodes[i].data;
      ASSERT_EQ(node.data.size(), old.size());
      if (old.empty() || std::memcmp(node.data.data(), old.data(), old.size() * sizeof(float)) == 0) continue;
      ++changed;
      const auto keys = std::ranges::find(node.controllers, kPositionController, &Controller::type);
      ASSERT_NE(keys, node.controllers.end());
      const Vec3 rest = after.nodes[node.header.number].header.position;
      EXPECT_EQ(node.data[keys->data_index], 10 - rest.x);
      EXPECT_EQ(node.data[keys->data_index + 1U], 20 - rest.y);
      EXPECT_EQ(node.data[keys->data_index + 2U], 30 - rest.z);
    }
  EXPECT_EQ(changed, 1U);
}

TEST(MdlCompile, AnotherTextureIsThereThoughNotesToldOfTheOld) {
  File file = sample({});
  tail(file).header.texture_1 = FixedText<32>("old_one");
  tail(file).header.texture_1.chars[20] = 'x';
  lay_out(file, Family::original);
  File after = compile_text(replaced(sample_text(file), "bitmap old_one", "bitmap a_much_newer_one"));
  EXPECT_EQ(tail(after).header.texture_1, FixedText<32>("a_much_newer_one"));
}

TEST(MdlCompile, AnAddedNodeHasANameAndKeepsTheOthers) {
  const File before = sample({});
  const std::string text =
      replaced(sample_text(before), "endmodelgeom",
               "node dummy extra\n  parent hip_g\n  position 1 2 3\nendnode\nendmodelgeom");
  const File after = compile_text(text);
  ASSERT_EQ(after.nodes.size(), before.nodes.size() + 1);
  EXPECT_EQ(after.geometry.node_count, after.nodes.size());
  const auto row =
      std::ranges::find(after.nodes, Vec3(1, 2, 3), [](const Node& node) { return node.header.position; });
  ASSERT_NE(row, after.nodes.end());
  EXPECT_EQ(node_name(after, *row), "extra");
  EXPECT_EQ(test::message_of(write(after)), test::kNoError);
}

TEST(MdlCompile, NotesThatMakeNoSenseAreRefused) {
  const std::string text(kPlate);
  const auto with = [&](std::string_view note) {
    return error_of_compiling(
        replaced(text, "  bitmap wood\n", "  bitmap wood\n  #mw " + std::string(note) + "\n"));
  };
  const auto message = [](std::string_view path) {
    return "line 30, column 1: nodes[1]: the note \"" + std::string(path) + "\" makes no sense here";
  };
  EXPECT_EQ(with("number 7"), test::kNoError);
  EXPECT_EQ(with("tomato 7"), message("tomato"));
  EXPECT_EQ(with("number"), message("number"));
  EXPECT_EQ(with("number 65536"), message("number"));
  EXPECT_EQ(with("number -1"), message("number"));
  EXPECT_EQ(with("number 1 2"), message("number"));
  EXPECT_EQ(with("mesh.faces 0 zz"), message("mesh.faces"));
  EXPECT_EQ(with("mesh.faces 2 " + std::string(64, '0')), message("mesh.faces"));
  EXPECT_EQ(with("mesh.faces 1 " + std::string(64, '0')), test::kNoError);
  EXPECT_EQ(with("mesh.faces 0 " + std::string(62, '0')), message("mesh.faces"));
  EXPECT_EQ(with("mesh.faces size 4000000000"), message("mesh.faces"));
  EXPECT_EQ(with("mesh.texture_1 " + std::string(33, 'a')), message("mesh.texture_1"));
  EXPECT_EQ(with("mesh.texture_1 a\\x2"), message("mesh.texture_1"));
  EXPECT_EQ(with("mesh.texture_1 a\\x20b"), test::kNoError);
}

TEST(MdlCompile, NotesAreFollowedToTheLetter) {
  const std::string note = "  bitmap wood\n  #mw number 7\n  #mw mesh.texture_1 a\\x20b\n  #mw padding 513\n";
  const File file = compile_text(replaced(std::string(kPlate), "  bitmap wood\n", note));
  EXPECT_EQ(file.nodes[1].header.number, 7);
  EXPECT_EQ(file.nodes[1].header.padding, 513);
  EXPECT_EQ(file.nodes[1].mesh->header.texture_1, FixedText<32>("a b"));
}

/// Lists must not have comments in them: one other compiler would read them as rows.
TEST(MdlCompile, NotesNeverStandInsideAList) {
  const std::string text = sample_text(sample({}));
  bool in_list = false;
  bool after_note = false;
  std::size_t notes = 0;
  std::size_t rows = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    const std::string_view line = std::string_view(text).substr(at, end - at);
    const std::size_t word = std::min(line.find_first_not_of(' '), line.size());
    const bool note = line.substr(word).starts_with("#mw ");
    notes += note ? 1 : 0;
    const bool row = word < line.size() && std::string_view("-0123456789").find(line[word]) != line.npos;
    if (line.ends_with("key")) in_list = true;
    if (line.substr(word) == "endlist") in_list = false;
    EXPECT_FALSE(note && in_list) << line;
    EXPECT_FALSE(row && after_note) << line;
    rows += row ? 1 : 0;
    after_note = note;
    EXPECT_LE(line.size(), 200U);
    at = end + 1;
  }
  EXPECT_GT(notes, 20U);
  EXPECT_GT(rows, 100U);
  EXPECT_EQ(sample_text(sample({}), true).find('#', 20), sample_text(sample({}), true).find("# GEOM ASCII"));
}

}  // namespace
}  // namespace mw::kotor::mdl
