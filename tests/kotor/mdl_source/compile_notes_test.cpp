#include <gtest/gtest.h>

#include "support/allocations.h"
#include "support/cases/text_cases.h"
#include "support/losses.h"
#include "text_fixtures.h"

namespace mw::kotor::mdl {
namespace {

std::string plate_with(std::string_view notes) {
  return replaced(std::string(kPlate), "  bitmap wood\n", "  bitmap wood\n" + std::string(notes));
}

/// Nodes of animations have no parts in any real file, but nothing forbids them.
TEST(MdlCompileNotes, NodesOfAnimationsComeBackWithTheirParts) {
  for (const Variant variant : kVariants) {
    SCOPED_TRACE(to_string(variant));
    File file = sample(variant);
    std::vector<Node>& nodes = file.animations.at(0).nodes;
    ASSERT_GE(nodes.size(), 2U);
    nodes[0].header.type = file.nodes[kLamp].header.type;
    nodes[0].light = file.nodes[kLamp].light;
    nodes[1].header.type = file.nodes[kBody].header.type;
    nodes[1].mesh = file.nodes[kBody].mesh;
    lay_out(file, Family::original);
    const Pair pair = written(file);
    expect_same_through_text(read_pair(pair).value());
    const File again = compile_text(sample_text(read_pair(pair).value()));
    EXPECT_EQ(again.animations[0].nodes[0].light->textures.size(), file.nodes[kLamp].light->textures.size());
    EXPECT_EQ(again.animations[0].nodes[1].mesh->faces.size(), body(file).faces.size());
  }
}

/// A type that has no word of its own, with a bit that names no part.
TEST(MdlCompileNotes, TypesWithoutAWordComeBack) {
  File file = sample({});
  file.nodes[kHip].header.type = 0x101;
  file.animations.at(0).nodes.at(1).header.type = 0x401;
  lay_out(file, Family::original);
  const File again = compile_text(sample_text(file));
  EXPECT_EQ(again.nodes[kHip].header.type, 0x101);
  EXPECT_EQ(again.animations[0].nodes[1].header.type, 0x401);
}

/// In a text of another program a word in an animation says nothing of parts.
TEST(MdlCompileNotes, NodesOfAnimationsAreDummiesWhateverTheirWord) {
  const File file = compile_text(replaced(std::string(kPlate), "    node dummy top", "    node trimesh top"));
  EXPECT_EQ(file.animations[0].nodes[1].header.type, kNodeHeader);
  EXPECT_FALSE(file.animations[0].nodes[1].mesh);
}

TEST(MdlCompileNotes, PartsThatDoNotFitTheTypeAreToldAndLeftOut) {
  File file = sample({});
  file.nodes[kHip].light.emplace();  // no bit of its type says so
  const Decompiled described = decompile(file, {});
  EXPECT_EQ(described.losses,
            (std::vector<std::string>{"nodes[1]: its notes, since its parts are not those of its type 0x1"}));
  EXPECT_TRUE(described.model.nodes[kHip].residual.empty());
  EXPECT_FALSE(described.model.nodes[kTail].residual.empty());
  EXPECT_EQ(test::message_of(compile(described.model, {})), test::kNoError);
}

/// The array that leads to index offsets has a place, and its rows are places.
TEST(MdlCompileNotes, IndexListsThatLieElsewhereComeBack) {
  Pair pair = written(sample({}));
  // A name that is a byte shorter leaves a gap: all that follows is not where the rule puts it.
  File file = read_pair(pair).value();
  const std::size_t name = file_offset(file.names[kTail].offset);
  const std::size_t length = file.names[kTail].text.size();
  pair.mdl[name + length - 1] = std::byte(0);
  file = read_pair(pair).value();
  ASSERT_EQ(file.names[kTail].text.size(), length - 1);
  const std::string text = sample_text(file);
  EXPECT_NE(text.find("#mw at mesh.index_offsets "), text.npos);
  EXPECT_NE(text.find("#mw at mesh.index_offset_rows 0 "), text.npos);
  EXPECT_EQ(first_difference(written(compile_text(text)), pair), "");
}

/// The link to a parent is a field of a node; what a text makes its parent is another matter.
TEST(MdlCompileNotes, OddLinksToParentsComeBack) {
  File file = sample({});
  file.nodes[kNeck].header.parent = {kTail};
  file.animations.at(0).nodes.at(1).header.parent = {kNoRow, 12345};
  lay_out(file, Family::original);
  const std::string text = sample_text(file);
  EXPECT_NE(text.find("#mw parent 6 0\n"), text.npos);
  expect_same_through_text(file);
  const File again = compile_text(text);
  EXPECT_EQ(again.nodes[kNeck].header.parent.row, kTail);
  EXPECT_EQ(again.nodes[kHip].children, file.nodes[kHip].children);
}

/// What cannot be described has no note at all: some alone would take the place of what compiling makes.
TEST(MdlCompileNotes, AModelThatCannotBeDescribedIsToldAndHasNoNotes) {
  File file = sample({});
  std::swap(file.nodes[kTail], file.nodes[kBody]);
  for (Node& node : file.nodes)
    for (std::uint32_t& child : node.children)
      child = child == kTail ? std::uint32_t(kBody) : child == kBody ? std::uint32_t(kTail) : child;
  const Decompiled described = decompile(file, {});
  EXPECT_EQ(described.losses, (std::vector<std::string>{"every note, so that compiling makes all anew: its "
                                                        "nodes are not in the order of their tree"}));
  EXPECT_TRUE(described.model.residual.empty());
  for (const source::Node& node : described.model.nodes) EXPECT_TRUE(node.residual.empty()) << node.name;

  File empty = sample({});
  empty.nodes.clear();
  empty.animations.clear();
  EXPECT_EQ(decompile(empty, {}).losses,
            (std::vector<std::string>{"every note, so that compiling makes all anew: nodes: there is no node "
                                      "without a parent"}));
}

/// A line that somebody deleted must not leave zeros behind.
TEST(MdlCompileNotes, AMeshWhoseNotesAreNotAllThereIsMadeAnew) {
  File file = sample({});
  for (Vec3& normal : tail(file).mdx->rows.normals) normal = {0, 1, 0};
  const std::string text = sample_text(file);
  EXPECT_EQ(tail(*std::make_unique<File>(compile_text(text))).mdx->rows.normals,
            tail(file).mdx->rows.normals);
  const std::size_t at = text.find("  #mw mesh.rows.normals ", text.find("node danglymesh"));
  ASSERT_NE(at, text.npos);
  std::string without = text;
  without.erase(at, text.find('\n', at) + 1 - at);
  File after = compile_text(without);
  const File derived = compile_text(sample_text(file, true));
  EXPECT_EQ(tail(after).mdx->rows.normals, derived.nodes[kTail].mesh->mdx->rows.normals);
  EXPECT_EQ(body(after).mdx->rows.normals, body(file).mdx->rows.normals);
  // A note more is a note more.
  const std::string more = text.substr(0, at) + "  #mw padding 7\n" + text.substr(at);
  File with = compile_text(more);
  EXPECT_EQ(tail(with).mdx->rows.normals, tail(file).mdx->rows.normals);
  EXPECT_EQ(with.nodes[kTail].header.padding, 7);
}

/// Members that say nothing of triangles outlive an edit of those; what was said of triangles does not.
TEST(MdlCompileNotes, AnEditedMeshKeepsWhatItsTrianglesHaveNothingToDoWith) {
  File file = sample({});
  body(file).header.unknown_0xd4 = {7, 8, 9};
  body(file).faces.at(0).distance = 1234;
  std::string text = sample_text(file);
  const std::size_t rows = text.find('\n', text.find("  verts ", text.find("node skin"))) + 1;
  const std::size_t end = text.find('\n', rows);
  text.replace(rows, end - rows, "    9 9 9");
  File after = compile_text(text);
  EXPECT_EQ(body(after).header.unknown_0xd4, (std::array<std::int32_t, 3>{7, 8, 9}));
  EXPECT_NE(body(after).faces.at(0).distance, 1234) << "computed from its corners";
}

TEST(MdlCompileNotes, WordsTooManyAreRefused) {
  const auto message = [](std::string_view path) {
    return "line 30, column 1: nodes[1]: the note \"" + std::string(path) + "\" makes no sense here";
  };
  const auto error_of = [](std::string_view note) {
    return error_of_compiling(plate_with("  #mw " + std::string(note) + "\n"));
  };
  EXPECT_EQ(error_of("reserved mesh.faces 7"), test::kNoError);
  EXPECT_EQ(error_of("reserved mesh.faces 7 8"), message("reserved"));
  EXPECT_EQ(error_of("mesh.faces size 2 3"), message("mesh.faces"));
  EXPECT_EQ(error_of("mesh.texture_1 a b"), message("mesh.texture_1"));
  EXPECT_EQ(error_of("tail mesh.texture_1 a b"), message("tail"));
  EXPECT_EQ(error_of("type 1"), message("type"));
  EXPECT_EQ(error_of("mesh.index_lists.0 0 0000"), test::kNoError);
  EXPECT_EQ(error_of("mesh.index_lists.1 0 0000"), message("mesh.index_lists.1"));
  EXPECT_EQ(error_of("mesh.index_lists.x 0 0000"), message("mesh.index_lists.x"));
}

/// What compiles can be decompiled: notes cannot give faces the vertices that lists cannot give them.
TEST(MdlCompileNotes, VerticesOfFacesMustBeThere) {
  const auto with_last = [](std::string_view vertex) {
    return plate_with("  #mw mesh.faces 1 " + std::string(52, '0') + "00000100" + std::string(vertex) + "\n");
  };
  EXPECT_EQ(compile_text(with_last("0300")).nodes[1].mesh->faces[1].vertices,
            (std::array<std::uint16_t, 3>{0, 1, 3}));
  EXPECT_EQ(error_of_compiling(with_last("0400")),
            "line 30, column 1: nodes[1].faces[1]: the notes say vertex 4 >= count 4");
}

/// Blanks more than one are blanks.
TEST(MdlCompileNotes, BlanksDoNotMatter) {
  const File file = compile_text(plate_with("  #mw   mesh.index_lists.0   1 \t 0300\n"));
  EXPECT_EQ(file.nodes[1].mesh->index_lists[0].vertices[1], 3);
}

/// A short text must not ask for gigabytes.
TEST(MdlCompileNotes, NamesGrowNoFasterThanTheText) {
  const std::string light = "node light a\n  parent plate\n  #mw light.textures size 65535\nendnode\n";
  EXPECT_EQ(error_of_compiling(replaced(std::string(kPlate), "endmodelgeom", light + "endmodelgeom")),
            "line 46, column 1: nodes[2]: the note \"light.textures\" makes no sense here");
  const std::string few = replaced(light, "65535", "20");
  EXPECT_EQ(compile_text(replaced(std::string(kPlate), "endmodelgeom", few + "endmodelgeom"))
                .nodes[2]
                .light->textures.size(),
            20U);
  EXPECT_EQ(
      error_of_compiling(replaced(std::string(kPlate), "headlink 0\n", "headlink 0\n#mw name size 65535\n")),
      "line 11, column 1: model: the note \"name\" makes no sense here");
}

/// However notes go to and fro between lists, each is found at once.
TEST(MdlCompileNotes, TakesLinearTime) {
  const auto text = [](std::size_t size) {
    std::string notes = "  #mw mesh.index_lists " + std::to_string(size) + "\n";
    for (std::size_t i = 0; i < size; ++i)
      notes += "  #mw mesh.index_lists." + std::to_string(i * 7919 % size) + " size 1\n";
    return plate_with(notes);
  };
  test::expect_linear_time(text, [](const std::string& each) { compile_text(each); }, 2000);
  std::string changes;
  for (int i = 0; i < 17; ++i) changes += "  #mw mesh.index_lists " + std::to_string(i % 2 + 1) + "\n";
  EXPECT_EQ(error_of_compiling(plate_with(changes)),
            "line 46, column 1: nodes[1]: the note \"mesh.index_lists\" makes no sense here");
}

}  // namespace
}  // namespace mw::kotor::mdl
