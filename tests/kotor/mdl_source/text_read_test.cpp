#include <gtest/gtest.h>

#include "support/cases/text_cases.h"
#include "support/losses.h"
#include "text_fixtures.h"

namespace mw::kotor::mdl {
namespace {

using source::Remark;

TEST(MdlAsciiRead, RecognisesATextByItsFirstStatement) {
  const auto sniffs = [](std::string_view text) { return ascii::sniff(bytes_of(text)); };
  EXPECT_TRUE(sniffs(kPlate));
  EXPECT_TRUE(sniffs("\n\t NewModel x"));
  EXPECT_TRUE(sniffs("filedependancy a b.max\r\nnewmodel x\r\n"));
  EXPECT_FALSE(sniffs("node trimesh newmodel\n"));
  EXPECT_FALSE(sniffs("# newmodel x\n"));
  EXPECT_FALSE(sniffs(""));
  EXPECT_FALSE(sniffs(std::string_view("\0\0\0\0newmodel", 12)));
}

TEST(MdlAsciiRead, ReadsEveryLineOfASmallModel) {
  const source::Model model = read_text(kPlate);
  EXPECT_EQ(model.name, "plate");
  EXPECT_EQ(model.supermodel, "NULL");
  EXPECT_EQ(model.classification, 4);
  EXPECT_EQ(model.ignore_fog, 1);
  EXPECT_EQ(model.radius, 7);
  EXPECT_EQ(model.box_max, Vec3(5, 5, 10));
  ASSERT_EQ(model.nodes.size(), 2U);
  EXPECT_EQ(model.nodes[0].parent, "");
  const source::Node& top = model.nodes[1];
  EXPECT_EQ(top.name, "top");
  EXPECT_EQ(top.parent, "plate");
  EXPECT_EQ(top.line, 20U);
  EXPECT_EQ(top.type, kNodeHeader | kNodeMesh);
  ASSERT_EQ(top.controllers.size(), 2U);
  EXPECT_EQ(top.controllers[0].controller.type, kPositionController);
  EXPECT_EQ(top.controllers[0].numbers, (std::vector<double>{1, 2, 3}));
  EXPECT_FALSE(top.controllers[0].keyed);
  const source::Mesh& mesh = *top.mesh;
  EXPECT_EQ(mesh.diffuse, Vec3(1, 0.5F, 0.25F));
  EXPECT_EQ(mesh.textures[0], "wood");
  EXPECT_EQ(mesh.tangent_space, 1);
  ASSERT_EQ(mesh.vertices.size(), 4U);
  EXPECT_EQ(mesh.vertices[2], Vec3(1, 1, 0));
  ASSERT_EQ(mesh.faces.size(), 2U);
  EXPECT_EQ(mesh.faces[1].vertices, (std::array<std::uint32_t, 3>{0, 2, 3}));
  EXPECT_EQ(mesh.faces[1].uvs, (std::array<std::uint32_t, 3>{0, 2, 3}));
  EXPECT_EQ(mesh.faces[1].group, 1U);
  EXPECT_EQ(mesh.faces[1].material, 7U);
  EXPECT_EQ(mesh.face_lines.of(1), 37U);
  EXPECT_EQ(mesh.uv_sets[0].uvs[3], glm::vec2(0, 1));
  EXPECT_TRUE(model.remarks.empty());
}

TEST(MdlAsciiRead, ReadsAnimationsInBothStylesOfLists) {
  const source::Model model = read_text(kPlate);
  ASSERT_EQ(model.animations.size(), 1U);
  const source::Animation& turn = model.animations[0];
  EXPECT_EQ(turn.name, "turn");
  EXPECT_EQ(turn.root, "plate");
  EXPECT_EQ(turn.length, 1);
  EXPECT_EQ(turn.transition, 0.25F);
  ASSERT_EQ(turn.events.size(), 1U);
  EXPECT_EQ(turn.events[0].time, 0.5F);
  EXPECT_EQ(turn.events[0].name.view(), "snd_step");
  ASSERT_EQ(turn.nodes.size(), 2U);
  const auto& keys = turn.nodes[1].controllers;
  ASSERT_EQ(keys.size(), 2U);
  EXPECT_TRUE(keys[0].keyed);
  EXPECT_EQ(keys[0].width, 4U);
  EXPECT_EQ(keys[0].numbers, (std::vector<double>{0, 1, 2, 3, 1, 1, 2, 4.5}));
  EXPECT_EQ(keys[1].rows(), 2U);
  EXPECT_EQ(keys[1].lines.of(1), 62U);
}

/// What a text says does not depend on how it is laid out.
TEST(MdlAsciiRead, CaseBlanksAndLineEndsDoNotMatter) {
  const std::string expected = ascii::write(read_text(kPlate));
  EXPECT_EQ(ascii::write(read_text(test::with_line_ends(kPlate, "\r\n"))), expected);
  EXPECT_EQ(ascii::write(read_text(test::with_line_ends(kPlate, "\r"))), expected);
  EXPECT_EQ(ascii::write(read_text(test::with_line_ends(kPlate, "\n\n"))), expected);
  std::string other(kPlate);
  for (const char* word : {"newmodel", "node ", "verts 4", "faces", "endnode", "positionkey", "endlist"}) {
    std::string capitals(word);
    for (char& c : capitals) c = c >= 'a' && c <= 'z' ? char(c - 32) : c;
    for (std::size_t at = other.find(word); at != other.npos; at = other.find(word, at + capitals.size()))
      other.replace(at, capitals.size(), capitals);
  }
  for (std::size_t at = other.find("  "); at != other.npos; at = other.find("  ", at + 1))
    other.replace(at, 2, "\t ");
  EXPECT_EQ(ascii::write(read_text(other)), expected);
}

TEST(MdlAsciiRead, TakesNumbersAsOtherProgramsWriteThem) {
  const source::Model model =
      read_text(replaced(std::string(kPlate), "position 1.0 2.0 3.0", "position 4.2e-007 -.5 +3. # here"));
  EXPECT_EQ(model.nodes[1].controllers[0].numbers, (std::vector<double>{4.2e-7, -0.5, 3}));
  const source::Model nan =
      read_text(replaced(std::string(kPlate), "  diffuse 1.0", "  uvjitter NaN\n  diffuse 1.0"));
  EXPECT_TRUE(std::isnan(nan.nodes[1].mesh->uv_jitter));
}

TEST(MdlAsciiRead, LongLinesAreFine) {
  const std::string blanks(5000, ' ');
  const source::Model model =
      read_text(replaced(std::string(kPlate), "1.0 1.0 0.0", "1.0" + blanks + "1.0 0.0"));
  EXPECT_EQ(model.nodes[1].mesh->vertices[2], Vec3(1, 1, 0));
}

struct MessageCase {
  const char* part;
  const char* by;
  const char* message;
};

TEST(MdlAsciiRead, NamesLineAndColumnOfWhatItCannotUnderstand) {
  const MessageCase cases[] = {
      {"    1.0 1.0 0.0\n    0.0 1.0 0.0\n  faces", "    1.0 x 0.0\n    0.0 1.0 0.0\n  faces",
       "line 33, column 9: nodes[1].verts[2]: \"x\" is not a number"},
      {"0 2 3  1  0 2 3  7", "0 2 3  1  0 2 3", "line 37, column 20: nodes[1].faces[1]: a number is missing"},
      {"0 2 3  1  0 2 3  7", "0 2 -3  1  0 2 3 7", "line 37, column 9: nodes[1].faces[1]: \"-3\" is below 0"},
      {"node trimesh top", "node tomato top",
       "line 20, column 6: nodes[1]: there is no kind of node \"tomato\""},
      {"classification character", "classification tomato",
       "line 5, column 16: classification: \"tomato\" is none"},
      {"radius 7.0", "radius", "line 16, column 9: radius: a number is missing"},
      {"verts 4", "verts 40000000", "line 30, column 9: nodes[1].verts: 40000000 lines do not fit: only"},
      {"        1.0 1.0 2.0 4.5\n", "        1.0 1.0 2.0\n",
       "line 58, column 20: animations[0].nodes[1].positionkey[1]: a number is missing"},
      {"        0.0 1.0 2.0 3.0\n", "        0.0 1.0 2.0 y\n",
       "line 57, column 21: animations[0].nodes[1].positionkey[0]: \"y\" is not a number"},
      {"endnode\nendmodelgeom", "endmodelgeom", "line 43, column 1: nodes[1]: endnode is missing"},
      {"newmodel plate\n", "", "line 65, column 10: newmodel: is missing"},
  };
  for (const MessageCase& c : cases) {
    const std::string message = error_of_text(replaced(std::string(kPlate), c.part, c.by));
    EXPECT_EQ(message.substr(0, std::string_view(c.message).size()), c.message) << message;
  }
}

TEST(MdlAsciiRead, SaysWhyANumberIsNone) {
  const auto error = [](std::string_view face) {
    return error_of_text(replaced(std::string(kPlate), "0 2 3  1  0 2 3  7", face));
  };
  EXPECT_EQ(error("0 2 3.0 1 0 2 3 7"),
            "line 37, column 9: nodes[1].faces[1]: \"3.0\" is not a whole number");
  EXPECT_EQ(error("0 2 -3 1 0 2 3 7"), "line 37, column 9: nodes[1].faces[1]: \"-3\" is below 0");
  EXPECT_EQ(error("0 2 x 1 0 2 3 7"), "line 37, column 9: nodes[1].faces[1]: \"x\" is not a number");
  EXPECT_EQ(error("0 2"), "line 37, column 8: nodes[1].faces[1]: a number is missing");
}

/// A text of another program loses what is not written again; one written here loses nothing.
TEST(MdlAsciiRead, TellsWhatIsNotWrittenAgain) {
  using Losses = std::vector<std::string>;
  const source::Model plate = read_text(kPlate);
  EXPECT_EQ(ascii::rewriting_losses(plate), (Losses{"1 comment"}));
  const std::string odd =
      replaced(std::string(kPlate), "  render 1\n", "  # a\n  wirecolor 1 1 1\n  # b\n  rendre 1\n");
  EXPECT_EQ(ascii::rewriting_losses(read_text(odd)),
            (Losses{"3 comments", "2 statements that say nothing here"}));
  EXPECT_EQ(ascii::rewriting_losses(read_text(ascii::write(plate))), Losses());
  EXPECT_EQ(ascii::rewriting_losses(read_text(sample_text(sample({})))), Losses());
}

TEST(MdlAsciiRead, GoesOnAfterWhatIsMerelyOdd) {
  const auto remarks = [](std::string_view part, std::string_view by) {
    return read_text(replaced(std::string(kPlate), part, by)).remarks;
  };
  auto found = remarks("  render 1\n", "  rendre 1\n    1 2 3\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, Remark::Kind::unknown_keyword);
  EXPECT_EQ(found[0].subject, "rendre");
  EXPECT_EQ(found[0].position, (TextPosition{26, 3}));
  EXPECT_EQ(found[0].where, "nodes[1]");
  found = remarks("verts 4", "verts 5");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, Remark::Kind::count_mismatch);
  EXPECT_EQ(found[0].expected, 5U);
  EXPECT_EQ(found[0].found, 4U);
  found = remarks("      endlist\n", "");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, Remark::Kind::missing_end);
  found = remarks("donemodel plate\n", "");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, Remark::Kind::missing_end);
  EXPECT_EQ(found[0].subject, "donemodel");
  found = remarks("    0.0 0.0 0.0\n    1.0 0.0 0.0\n    1.0 1.0 0.0\n    0.0 1.0 0.0\nendnode",
                  "    0 0 0\n    1 0 0 7\n    1 1 0 7\n    0 1\nendnode");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, Remark::Kind::numbers_left_over);
  EXPECT_EQ(found[0].subject, "tverts");
  EXPECT_EQ(found[0].position, (TextPosition{40, 5}));
  found = remarks("        1.0 1.0 2.0 4.5\n", "        1.0 1.0 2.0 4.5 6\n");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].kind, Remark::Kind::numbers_left_over);
  EXPECT_EQ(found[0].subject, "positionkey");
  EXPECT_TRUE(remarks("  render 1\n", "  wirecolor 1 0 0\n  roomlinks\n    0 1\n  endlist\n").empty());
}

/// A list of names ends with its node, in any case.
TEST(MdlAsciiRead, AListOfNamesEndsWithItsNode) {
  const source::Model model = read_text(replaced(
      std::string(kPlate), "endmodelgeom",
      "node light a\n  parent plate\n  texturenames 3\n    one\nEndNode\nnode dummy b\n  parent a\nendnode\n"
      "endmodelgeom"));
  ASSERT_EQ(model.nodes.size(), 4U);
  ASSERT_EQ(model.nodes[2].light->textures.size(), 1U);
  EXPECT_EQ(model.nodes[2].light->textures[0].text, "one");
  ASSERT_EQ(model.remarks.size(), 1U);
  EXPECT_EQ(model.remarks[0].kind, Remark::Kind::count_mismatch);
}

TEST(MdlAsciiRead, TakesOtherNamesOfTextures) {
  const source::Model model =
      read_text(replaced(std::string(kPlate), "  bitmap wood\n", "  texture0 oak\n  texture1 light\n"));
  EXPECT_EQ(model.nodes[1].mesh->textures[0], "oak");
  EXPECT_EQ(model.nodes[1].mesh->textures[1], "light");
  EXPECT_EQ(read_text(replaced(std::string(kPlate), "  bitmap wood\n", "  lightmap dim\n"))
                .nodes[1]
                .mesh->textures[1],
            "dim");
}

/// A row without a word would be passed over, and all below it would belong to the vertex before.
TEST(MdlAsciiRead, AVertexWithoutWeightsIsWritten) {
  source::Model model = read_text(kPlate);
  source::Skin& skin = model.nodes[1].mesh->skin.emplace();
  model.nodes[1].type |= kNodeSkin;
  skin.bones = {"top"};
  skin.weights = {{0, 1}, {0, 0.5F}};
  skin.ends = {1, 1, 2, 2};
  const source::Model again = read_text(ascii::write(model));
  EXPECT_EQ(again.nodes[1].mesh->skin->ends, (std::vector<std::uint32_t>{1, 2, 3, 4}));
  EXPECT_EQ(again.nodes[1].mesh->skin->weights[1].weight, 0);
  EXPECT_EQ(again.nodes[1].mesh->skin->weights[2].weight, 0.5F);
}

TEST(MdlAsciiRead, AnAnimationIsWrittenAsOtherProgramsIndentIt) {
  const std::string text = ascii::write(read_text(kPlate));
  const auto begin = text.find("newanim ");
  EXPECT_EQ(text.substr(begin, text.find("    node ") - begin),
            "newanim turn plate\n  length 1\n  transtime 0.25\n  animroot plate\n  event 0.5 snd_step\n");
}

/// As few digits as give the same bits again, also of an axis that has an x.
TEST(MdlAsciiRead, RotationsAreWrittenShort) {
  File file = one_node();
  add_keys(file.nodes[0], kOrientationController, 4, {0}, {0.70710677F, 0, 0, 0.70710677F});
  const std::string text = sample_text(laid_out(file), true);
  const auto line = text.find("orientation ");
  EXPECT_EQ(text.substr(line, text.find('\n', line) - line), "orientation 0.99999994 0 0 1.5707964");
}

TEST(MdlAsciiRead, EveryFlagOfAnEmitterIsWritten) {
  for (std::uint32_t bit = 0; bit < 13; ++bit) {
    File file = sample({});
    file.nodes[kSparks].emitter->flags = 1U << bit;
    const source::Model model = read_text(sample_text(file, true));
    EXPECT_EQ(model.nodes[kSparks].emitter->flags, 1U << bit);
  }
}

TEST(MdlAsciiRead, AnEventWithoutANameIsWritten) {
  source::Model model = read_text(kPlate);
  model.animations[0].events[0].name = {};
  EXPECT_EQ(read_text(ascii::write(model)).animations[0].events[0].name.view(), "NULL");
}

/// A list that says less than it has still has what it has.
TEST(MdlAsciiRead, RowsCountNotTheirNumber) {
  EXPECT_EQ(read_text(replaced(std::string(kPlate), "faces 2", "faces 1")).nodes[1].mesh->faces.size(), 2U);
  EXPECT_EQ(read_text(replaced(std::string(kPlate), "faces 2", "faces")).nodes[1].mesh->faces.size(), 2U);
}

TEST(MdlAsciiRead, KeepsNotesWhereTheyStandAndNoOtherComment) {
  std::string text = replaced(std::string(kPlate), "headlink 0\n", "headlink 0\n#mw one 1\n#mw two  2 \n");
  text = replaced(text, "  verts 4\n", "  #mw three\n  # not ours\n  #mwx neither\n  #mw four\n  verts 4\n");
  text = replaced(text, "  transtime 0.25\n", "  #mw five\n  transtime 0.25\n");
  const source::Model model = read_text(text);
  const auto lines_of = [](const std::vector<source::Note>& notes) {
    std::vector<std::pair<std::uint64_t, std::string>> lines;
    for (const source::Note& note : notes) lines.emplace_back(note.line, note.spelling->text);
    return lines;
  };
  using Lines = std::vector<std::pair<std::uint64_t, std::string>>;
  EXPECT_EQ(lines_of(model.residual.notes), (Lines{{11, "one 1"}, {12, "two  2"}}));
  EXPECT_EQ(lines_of(model.nodes[1].residual.notes), (Lines{{32, "three"}, {35, "four"}}));
  EXPECT_EQ(model.nodes[1].residual.line, 32U);
  EXPECT_EQ(lines_of(model.animations[0].residual.notes), (Lines{{54, "five"}}));
}

TEST(MdlAsciiRead, EveryCutIsReadOrRefused) {
  test::for_every_cut(kPlate, [](const Bytes& cut) {
    const auto model = ascii::read(cut);
    if (model) {
      EXPECT_TRUE(std::string_view("plate").starts_with(model->name)) << model->name;
      EXPECT_FALSE(model->name.empty());
      EXPECT_LE(model->nodes.size(), 2U);
    } else {
      EXPECT_TRUE(model.error().position) << to_string(model.error());
    }
  });
}

TEST(MdlAsciiRead, RefusesMoreNodesThanAModelCanHave) {
  const std::string text = "newmodel a\n" + test::repeated("node dummy a\nendnode\n", 65536);
  EXPECT_EQ(error_of_text(text), "line 131072, column 1: nodes: a model has no more than 65535");
}

TEST(MdlAsciiRead, TakesLinearTime) {
  const auto read = [](std::string_view text) { EXPECT_TRUE(ascii::read(bytes_of(text))); };
  const std::string head = "newmodel a\nnode dummy a\nparent NULL\nendnode\n";
  const auto nodes = [&](std::size_t size) {
    return head + test::repeated("node dummy b\nparent a\nendnode\n", size) + "donemodel a\n";
  };
  test::expect_linear_time(nodes, read, 500);
  const auto rows = [&](std::size_t size) {
    return head + "node trimesh b\nparent a\nverts " + std::to_string(size) + "\n" +
           test::repeated("1 2 3\n", size) + "endnode\ndonemodel a\n";
  };
  test::expect_linear_time(rows, read, 1000);
  const auto words = [&](std::size_t size) {
    return head + "node skin b\nparent a\nweights 1\n" + test::repeated("bone 0.5 ", size) +
           "\nendnode\ndonemodel a\n";
  };
  test::expect_linear_time(words, read, 1000);
}

}  // namespace
}  // namespace mw::kotor::mdl
