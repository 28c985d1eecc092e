#include <gtest/gtest.h>
#include <meshwright/kotor/detail/mdl_ascii_findings.h>

#include "support/cases/finding_cases.h"
#include "support/losses.h"
#include "text_fixtures.h"

namespace mw::kotor::mdl {
namespace {

/// A change of the text that triggers a code, and one that only just does not.
struct TextCase {
  std::string_view code;
  std::string_view part;
  std::string_view trigger;
  std::string_view finding;  // the first of that code
  std::string_view near_miss;
};

/// The plate as a skin with a danglymesh beside it, and keys in an animation.
std::string base() {
  std::string text = replaced(std::string(kPlate), "node trimesh top", "node skin top");
  return replaced(text, "endnode\nendmodelgeom",
                  "  texindices1 2\n    0 1 2\n    0 2 3\n  tverts1 4\n    0 0\n    1 0\n    1 1\n    0 1\n"
                  "  weights 4\n    plate 1\n    plate 0.5 top 0.5\n    top 1.0\n    top 1.0\nendnode\n"
                  "node danglymesh flag\n  parent top\n  verts 3\n    0 0 0\n    1 0 0\n    0 1 0\n"
                  "  faces 1\n    0 1 2 1 0 0 0 1\n  displacement 1\n  constraints 3\n    1\n    2\n    3\n"
                  "endnode\nendmodelgeom");
}

const TextCase kCases[] = {
    {"MDL_ASCII_UNKNOWN_KEYWORD", "  render 1\n", "  rendre 1\n",
     "nodes[1] line 26, column 3: \"rendre\" is not known here", "  RENDER 0\n"},
    {"MDL_ASCII_COUNT_MISMATCH", "  verts 3\n", "  verts 2\n",
     "nodes[2] line 59, column 9: \"verts\" says 2 rows, but 3 follow", "  verts +3\n"},
    {"MDL_ASCII_TEXT_TOO_LONG", "  bitmap wood\n", "  bitmap 12345678901234567890123456789012\n",
     "nodes[1].bitmap line 29, column 10: \"12345678901234567890123456789012\" has 32 bytes, of which 31 fit",
     "  bitmap 1234567890123456789012345678901\n"},
    {"MDL_ASCII_NAME_TOO_LONG", "node danglymesh flag\n",
     "node danglymesh 12345678901234567890123456789012\n",
     "nodes[2] line 57, column 17: \"12345678901234567890123456789012\" has 32 bytes; names of more than 31 "
     "do not fit "
     "where a game looks for them",
     "node danglymesh 1234567890123456789012345678901\n"},
    {"MDL_ASCII_NAME_REPEATED", "node danglymesh flag\n", "node danglymesh top\n",
     "nodes[2] line 57, column 17: \"top\" is also the name of nodes[1]", "node danglymesh top2\n"},
    // Colours of vertices, which compiling drops.
    {"MDL_ASCII_UNKNOWN_KEYWORD", "  displacement 1\n", "  colors 1\n    1 1 1\n",
     "nodes[2] line 65, column 3: \"colors\" is not known here", "  specular 1 1 1\n"},
    {"MDL_ASCII_END_MISSING", "      endlist\n", "",
     "animations[0].nodes[1] line 83, column 1: endlist is missing", "      ENDLIST\n"},
    {"MDL_ASCII_LIST_REPEATED", "  displacement 1\n", "  faces 1\n    0 1 2 1 0 0 0 1\n",
     "nodes[2] line 65, column 3: a second list of \"faces\" takes the place of the first",
     "  displacement 2\n"},
    {"MDL_ASCII_PARENT_MISSING", "  parent top\n", "  parent topp\n",
     "nodes[2] line 58, column 10: there is no node \"topp\"", "  parent TOP\n"},
    {"MDL_ASCII_ROOT_MISSING", "  parent NULL\nendnode\nnode skin", "  parent flag\nendnode\nnode skin",
     "nodes line 17, column 1: there is no node without a parent", "  parent null\nendnode\nnode skin"},
    {"MDL_ASCII_ROOT_REPEATED", "  parent top\n", "  parent NULL\n",
     "nodes[2] line 58, column 10: \"flag\" has no parent, as \"plate\" has none", "  parent plate\n"},
    {"MDL_ASCII_TREE_CYCLE", "  parent plate\n  position", "  parent flag\n  position",
     "nodes[1] line 21, column 10: the parents of \"top\" go round in a circle",
     "  parent PLATE\n  position"},
    {"MDL_ASCII_FACE_INDEX_OUT_OF_RANGE", "0 2 3  1  0 2 3  7", "0 2 4  1  0 2 3  7",
     "nodes[1].faces[1] line 37, column 9: vertex 4 >= count 4", "0 2 2  1  0 2 3  7"},
    {"MDL_ASCII_FACE_INDEX_OUT_OF_RANGE", "0 2 3  1  0 2 3  7", "0 2 3  1  0 4 3  7",
     "nodes[1].faces[1] line 37, column 17: texture coordinate 4 >= count 4", "0 2 3  1  0 0 3  7"},
    {"MDL_ASCII_FACE_INDEX_OUT_OF_RANGE", "    0 2 3\n  tverts1", "    0 2 4\n  tverts1",
     "nodes[1].texindices1[1] line 45, column 9: texture coordinate 4 >= count 4", "    0 2 0\n  tverts1"},
    {"MDL_ASCII_FACES_MISSING", "  faces 1\n    0 1 2 1 0 0 0 1\n", "",
     "nodes[2] line 57, column 17: the mesh has no faces", "  faces 1\n    0 2 1 1 0 0 0 1\n"},
    {"MDL_ASCII_CORNER_COUNT_MISMATCH", "  texindices1 2\n    0 1 2\n", "  texindices1 1\n",
     "nodes[1].texindices1 line 43, column 15: 1 rows for 2 faces", "  texindices1 2\n    2 1 0\n"},
    {"MDL_ASCII_BONE_UNKNOWN", "    plate 1\n", "    plane 1\n",
     "nodes[1].weights[0] line 52, column 5: bone \"plane\" is no node of the model", "    PLATE 1\n"},
    {"MDL_ASCII_WEIGHTS_COUNT_MISMATCH", "  weights 4\n    plate 1\n", "  weights 3\n",
     "nodes[1].weights line 51, column 11: 3 rows of weights for 4 vertices", "  weights 4\n    top 1\n"},
    {"MDL_ASCII_WEIGHTS_NOT_ONE", "    plate 0.5 top 0.5\n", "    plate 0.5 top 0.48\n",
     "nodes[1].weights[1] line 53, column 5: the weights sum up to 0.98", "    plate 0.5 top 0.495\n"},
    {"MDL_ASCII_WEIGHTS_OUT_OF_RANGE", "    plate 0.5 top 0.5\n", "    plate 1.011 top -0.011\n",
     "nodes[1].weights[1] line 53, column 11: bone \"plate\" has weight 1.011, which is not from 0 to 1",
     "    plate 1.009 top 0\n"},
    {"MDL_ASCII_WEIGHTS_OUT_OF_RANGE", "    plate 0.5 top 0.5\n", "    plate 1 top -0.001\n",
     "nodes[1].weights[1] line 53, column 17: bone \"top\" has weight -0.001, which is not from 0 to 1",
     "    plate 1 top 0\n"},
    {"MDL_ASCII_WEIGHTS_TOO_MANY", "    plate 0.5 top 0.5\n",
     "    plate 0.2 top 0.2 flag 0.2 top 0.2 plate 0.2\n",
     "nodes[1].weights[1] line 53, column 40: 5 bones; only the 4 heaviest are kept",
     "    plate 0.25 top 0.25 flag 0.25 top 0.25\n"},
    {"MDL_ASCII_CONSTRAINTS_COUNT_MISMATCH", "  constraints 3\n    1\n", "  constraints 2\n",
     "nodes[2].constraints line 66, column 15: 2 constraints for 3 vertices", "  constraints 3\n    9\n"},
    {"MDL_ASCII_KEYS_NOT_ASCENDING", "        0.0 1.0 2.0 3.0\n", "        1.5 1.0 2.0 3.0\n",
     "animations[0].nodes[1].position[1] line 85, column 9: time 1 after 1.5", "        1.0 1.0 2.0 3.0\n"},
    {"MDL_ASCII_KEY_BEYOND_END", "        1.0 1.0 2.0 4.5\n", "        1.001 1.0 2.0 4.5\n",
     "animations[0].nodes[1].position[1] line 85, column 9: time 1.001 is past the animation's length 1",
     "        1.0001 1.0 2.0 4.5\n"},
    {"MDL_ASCII_ANIMATION_NODE_UNKNOWN", "    node dummy top\n", "    node dummy tip\n",
     "animations[0].nodes[1] line 81, column 16: \"tip\" is no node of the model", "    node dummy TOP\n"},
    {"MDL_ASCII_NUMBERS_LEFT_OVER", "    0 1 2 1 0 0 0 1\n", "    0 1 2 1 0 0 0 1 9\n",
     "nodes[2] line 64, column 5: rows of \"faces\" have more numbers than count",
     "    0 1 2 1 0 0 0 1 # 9\n"},
    {"MDL_ASCII_EVENT_NAME_CUT", "  event 0.5 snd_step\n", "  event 0.5 snd step  # two\n",
     "animations[0].event line 77, column 3: \"snd step\" is more than one word: only the first counts",
     "  event 0.5 snd_step # two\n"},
    {"MDL_ASCII_EVENT_TIME_OUT_OF_RANGE", "  event 0.5 snd_step\n", "  event 1e30 snd_step\n",
     "animations[0].events[0] line 77, column 3: \"snd_step\" at 1e+30 is outside the animation's 1 seconds",
     "  event 1.0005 snd_step\n"},
    {"MDL_ASCII_VERTEX_NOT_FINITE", "    1.0 1.0 0.0\n    0.0 1.0 0.0\n  faces",
     "    1.0 1e40 0.0\n    0.0 1.0 0.0\n  faces",
     "nodes[1].verts[2] line 33, column 9: (1, inf, 0) is no position",
     "    1.0 1e38 0.0\n    0.0 1.0 0.0\n  faces"},
    {"MDL_ASCII_VALUE_NOT_FINITE", "        0.0 1.0 2.0 3.0\n", "        0.0 1.0 nan 3.0\n",
     "animations[0].nodes[1].position[0] line 84, column 17: nan is not a finite number",
     "        0.0 1.0 3e38 3.0\n"},
    {"MDL_ASCII_VALUE_NOT_FINITE", "  position 1.0 2.0 3.0\n", "  position 1.0 2.0 -1e39\n",
     "nodes[1].position line 22, column 20: -inf is not a finite number", "  position 1.0 2.0 -1e38\n"},
    {"MDL_ASCII_VALUE_NOT_FINITE", "  tverts1 4\n    0 0\n", "  tverts1 4\n    0 inf\n",
     "nodes[1].tverts1[0] line 47, column 7: inf is not a finite number", "  tverts1 4\n    0 9\n"},
    {"MDL_ASCII_VALUE_NOT_FINITE", "  render 1\n", "  render 1\n  diffuse 1 nan 0\n",
     "nodes[1].diffuse line 20, column 11: nan is not a finite number", "  render 1\n  diffuse 1 9 0\n"},
    {"MDL_ASCII_VALUE_NOT_FINITE", "  render 1\n", "  animateuv 1\n  uvjitter nan\n",
     "nodes[1].uvjitter line 20, column 11: nan is not a finite number", "  animateuv 0\n  uvjitter nan\n"},
    {"MDL_ASCII_VALUE_NOT_FINITE", "  displacement 1\n", "  displacement inf\n",
     "nodes[2].displacement line 57, column 17: inf is not a finite number", "  displacement 9\n"},
    {"MDL_ASCII_VALUE_NOT_FINITE", "  constraints 3\n    1\n", "  constraints 3\n    nan\n",
     "nodes[2].constraints[0] line 67, column 5: nan is not a finite number", "  constraints 3\n    9\n"},
    {"MDL_ASCII_VALUE_NOT_FINITE", "    plate 0.5 top 0.5\n", "    plate 0.5 top nan\n",
     "nodes[1].weights[1] line 53, column 19: nan is not a finite number", "    plate 0.5 top 9\n"},
    {"MDL_ASCII_VALUE_NOT_FINITE", "  length 1.0\n", "  length nan\n",
     "animations[0].length line 73, column 1: nan is not a finite number", "  length 9.0\n"},
    {"MDL_ASCII_VALUE_NOT_FINITE", "setanimationscale 1.0", "setanimationscale inf",
     "model.setanimationscale: inf is not a finite number", "setanimationscale 9"},
    // Zero is no axis.
    {"MDL_ASCII_AXIS_NOT_UNIT", "  position 1.0 2.0 3.0\n", "  orientation 0 0 0 1.5\n",
     "nodes[1].orientation line 22, column 15: the axis (0, 0, 0) makes a quaternion of length 0.73168886",
     "  orientation 0 0 0 0\n"},
    {"MDL_ASCII_AXIS_NOT_UNIT", "  position 1.0 2.0 3.0\n", "  orientation 0 0 1.1 1.5\n",
     "nodes[1].orientation line 22, column 15: the axis (0, 0, 1.1) makes a quaternion of length 1.0476509",
     "  orientation 0 0 0 0\n"},
    {"MDL_ASCII_RESOURCE_NAME_TOO_LONG", "  bitmap wood\n", "  bitmap 12345678901234567\n",
     "nodes[1].bitmap line 29, column 10: \"12345678901234567\" has 17 bytes; the games find no file by more "
     "than 16",
     "  bitmap 1234567890123456\n"},
    {"MDL_ASCII_SUPERMODEL_IS_ITSELF", "setsupermodel plate NULL", "setsupermodel plate PLATE",
     "model.supermodel: \"PLATE\" is the model itself", "setsupermodel plate plate2"},
    {"MDL_ASCII_ANIMATION_ROOT_MISSING", "  animroot plate\n", "  animroot plato\n",
     "animations[0].animroot line 73, column 1: \"plato\" is no node of the model", "  animroot TOP\n"},
    {"MDL_ASCII_NOT_COMPILABLE", "  position 1.0 2.0 3.0\n", "  position 1.0 2.0\n",
     "nodes[1].position line 22, column 3: expected 3 numbers, got 2", "  position 1.0 2.0 4.0\n"},
};

/// Found where the file is known (library/document_test.cpp).
struct NamedElsewhere {
  std::string_view code;
};
constexpr NamedElsewhere kNamed[] = {{"MDL_ASCII_FILE_NAME_MISMATCH"}};

std::string describe_line(const Finding& finding) {
  return finding.where + (finding.position ? " " + to_string(*finding.position) : "") + ": " +
         finding.message;
}

std::vector<std::string> findings_in(const std::string& text, std::string_view code) {
  Findings findings;
  ascii::validate(read_text(text), findings, bytes_of(text));
  std::vector<std::string> found;
  for (const Finding& finding : findings.all())
    if (finding.kind->code == code) found.push_back(describe_line(finding));
  return found;
}

TEST(MdlAsciiValidate, EveryCodeHasATriggerAndANearMiss) {
  const std::vector<std::string> none;
  for (const TextCase& c : kCases) {
    SCOPED_TRACE(c.code);
    EXPECT_EQ(findings_in(base(), c.code), none);
    const auto found = findings_in(replaced(base(), c.part, c.trigger), c.code);
    EXPECT_EQ(found.empty() ? "nothing" : found.front(), c.finding);
    ASSERT_NE(c.near_miss, c.part);
    EXPECT_EQ(findings_in(replaced(base(), c.part, c.near_miss), c.code), none) << "on the near miss";
  }
  test::expect_all_tested(ascii::finding_kinds(), kCases, kNamed);
}

TEST(MdlAsciiValidate, SamplesAreClean) {
  for (const std::string& text :
       {std::string(kPlate), base(), sample_text(sample({})), sample_text(sample({}), true)}) {
    Findings findings;
    ascii::validate(read_text(text), findings);
    for (const Finding& finding : findings.all())
      ADD_FAILURE() << finding.kind->code << " " << describe_line(finding);
  }
}

/// As compiling has it: what is above the moving nodes is in the model.
TEST(MdlAsciiValidate, AnAnimationMayListOnlyWhatMoves) {
  const std::string root = "    node dummy plate\n      parent NULL\n    endnode\n";
  const std::string text = replaced(base(), root, "");
  const source::Model model = read_text(text);
  ASSERT_EQ(model.animations[0].nodes.size(), 1U);
  Findings findings;
  ascii::validate(model, findings, bytes_of(text));
  for (const Finding& finding : findings.all())
    ADD_FAILURE() << finding.kind->code << " " << describe_line(finding);
  EXPECT_EQ(compile_text(text).animations[0].nodes.size(), 2U);
  // A parent that is no node of the model either is missing still.
  EXPECT_EQ(
      findings_in(replaced(text, "      parent plate\n", "      parent plato\n"), "MDL_ASCII_PARENT_MISSING"),
      (std::vector<std::string>{"animations[0].nodes[0] line 79, column 14: there is no node \"plato\""}));
}

/// A deep tree times many animations is more than any text of that size may ask for.
TEST(MdlAsciiValidate, NodesThatAnimationsDoNotListAreLimited) {
  const auto chain = [](std::size_t depth, std::size_t animations) {
    source::Model model;
    model.name = "n0";
    for (std::size_t i = 0; i < depth; ++i) {
      source::Node& node = model.nodes.emplace_back();
      node.name = "n" + std::to_string(i);
      if (i > 0) node.parent = "n" + std::to_string(i - 1);
    }
    for (std::size_t i = 0; i < animations; ++i) {
      source::Animation& animation = model.animations.emplace_back();
      animation.name = "a" + std::to_string(i);
      animation.nodes.emplace_back().name = model.nodes.back().name;
      animation.nodes.back().parent = model.nodes.back().parent;
    }
    return model;
  };
  const std::string error =
      "animations[50]: the animations up to this one need 101949 nodes that they do not list, as parents of "
      "those they do; 100000 is the most";
  EXPECT_EQ(test::message_of(compile(chain(2000, 2000), {})), error);
  Findings findings;
  ascii::validate(chain(2000, 2000), findings);
  ASSERT_EQ(findings.all().size(), 1U);
  EXPECT_EQ(describe_line(findings.all()[0]), error);
  EXPECT_EQ(test::message_of(compile(chain(200, 20), {})), test::kNoError);
}

/// Each event has a line of its own, however they are listed.
TEST(MdlAsciiValidate, PointsToTheEventThatIsOutside) {
  const auto found = [](const char* events) {
    return findings_in(replaced(base(), "  event 0.5 snd_step\n", events),
                       "MDL_ASCII_EVENT_TIME_OUT_OF_RANGE");
  };
  const std::vector<std::string> third = {
      "animations[0].events[1] line 79, column 3: \"b\" at 7 is outside the animation's 1 seconds"};
  EXPECT_EQ(found("  event 0.5 a\n  # and\n  event 7 b\n"), third);
  EXPECT_EQ(found("  eventlist\n  0.5 a\n  7 b\n  endlist\n"), third);
}

TEST(MdlAsciiValidate, PointsIntoTheFirstLineToo) {
  EXPECT_EQ(findings_in("  node dummy a\nparent a\nendnode\nnewmodel m\n", "MDL_ASCII_ROOT_MISSING"),
            (std::vector<std::string>{"nodes line 1, column 3: there is no node without a parent"}));
}

/// Notes make parents too, and a tree that no file can hold.
TEST(MdlAsciiValidate, LooksAtWhatNotesMakeOfTheTree) {
  const auto with = [](std::string_view note) {
    return replaced(base(), "  parent top\n", "  parent top\n  #mw " + std::string(note) + "\n");
  };
  EXPECT_EQ(findings_in(with("tree_parent 2"), "MDL_ASCII_TREE_CYCLE"),
            (std::vector<std::string>{
                "nodes[2] line 58, column 10: the parents of \"flag\" go round in a circle"}));
  EXPECT_EQ(findings_in(with("tree_parent 0"), "MDL_ASCII_TREE_CYCLE").size(), 0U);
  EXPECT_EQ(
      findings_in(with("child_rows size 1\n  #mw child_rows 0 63000000"), "MDL_ASCII_NOT_COMPILABLE").size(),
      1U);
}

TEST(MdlAsciiValidate, NamesTheEndThatIsMissing) {
  const std::vector<std::string> animation = {"animations[0] line 92, column 1: doneanim is missing"};
  EXPECT_EQ(findings_in(replaced(base(), "doneanim turn plate\n", ""), "MDL_ASCII_END_MISSING"), animation);
  const std::vector<std::string> geometry = {" line 72, column 1: endmodelgeom is missing"};
  EXPECT_EQ(findings_in(replaced(base(), "endmodelgeom plate\n", ""), "MDL_ASCII_END_MISSING"), geometry);
  EXPECT_EQ(findings_in(replaced(base(), "donemodel plate\n", ""), "MDL_ASCII_END_MISSING"),
            (std::vector<std::string>{" line 93, column 1: donemodel is missing"}));
}

/// An animation that does not end is not mixed up with the next one.
TEST(MdlAsciiValidate, AnAnimationEndsWhereTheNextBegins) {
  const std::string text =
      replaced(base(), "doneanim turn plate\n", "newanim rest plate\n  length 2\ndoneanim rest plate\n");
  const source::Model model = read_text(text);
  ASSERT_EQ(model.animations.size(), 2U);
  EXPECT_EQ(model.animations[0].nodes.size(), 2U);
  EXPECT_EQ(model.animations[1].length, 2);
  EXPECT_EQ(findings_in(text, "MDL_ASCII_UNKNOWN_KEYWORD"), std::vector<std::string>());
}

/// One cause, one finding: rows of a list that the node cannot have, and a word that comes again.
TEST(MdlAsciiValidate, RowsOfAnUnknownListAreNotToldOneByOne) {
  const std::string text = replaced(base(), "node skin top", "node trimesh top");
  const std::vector<std::string> once = {"nodes[1] line 51, column 3: \"weights\" is not known here"};
  EXPECT_EQ(findings_in(text, "MDL_ASCII_UNKNOWN_KEYWORD"), once);
  const std::string misspelt = replaced(base(), "  weights 4\n", "  wieghts 4\n");
  const std::vector<std::string> words = {"nodes[1] line 51, column 3: \"wieghts\" is not known here",
                                          "nodes[1] line 52, column 5: \"plate\" is not known here",
                                          "nodes[1] line 54, column 5: \"top\" is not known here"};
  EXPECT_EQ(findings_in(misspelt, "MDL_ASCII_UNKNOWN_KEYWORD"), words);
  const std::string cut = replaced(text, "  weights 4\n", "  weights 9\n");
  EXPECT_EQ(read_text(cut).nodes.size(), 3U) << "the node ends all the same";
}

/// Columns are those of the text, whatever ends its lines; a model made by code has none.
TEST(MdlAsciiValidate, ColumnsNeedTheText) {
  const std::string text = replaced(base(), "0 2 3  1  0 2 3  7", "0\t2 4  1  0 2 3  7");
  std::string returns;
  for (const char c : text) returns += c == '\n' ? std::string("\r\n") : std::string(1, c);
  const std::vector<std::string> there = {"nodes[1].faces[1] line 37, column 9: vertex 4 >= count 4"};
  EXPECT_EQ(findings_in(text, "MDL_ASCII_FACE_INDEX_OUT_OF_RANGE"), there);
  EXPECT_EQ(findings_in(returns, "MDL_ASCII_FACE_INDEX_OUT_OF_RANGE"), there);
  Findings without;
  ascii::validate(read_text(text), without);
  ASSERT_EQ(without.all().size(), 1U);
  EXPECT_EQ(describe_line(without.all()[0]), "nodes[1].faces[1] line 37, column 1: vertex 4 >= count 4");
}

/// Nodes of animations have no mesh of their own, whatever their kind.
TEST(MdlAsciiValidate, ColumnsOfTheFirstLine) {
  EXPECT_EQ(findings_in("  frobnicate 1\n" + base(), "MDL_ASCII_UNKNOWN_KEYWORD"),
            (std::vector<std::string>{" line 1, column 3: \"frobnicate\" is not known here"}));
}

TEST(MdlAsciiValidate, OnlyMeshesOfTheModelNeedFaces) {
  const std::string text = replaced(base(), "    node dummy top\n", "    node trimesh top\n");
  EXPECT_EQ(findings_in(text, "MDL_ASCII_FACES_MISSING"), std::vector<std::string>());
}

/// No finding says what is not text.
TEST(MdlAsciiValidate, NamesAreEscaped) {
  const auto found =
      findings_in(replaced(base(), "  render 1\n", "  ren\x1b[1mdre 1\n"), "MDL_ASCII_UNKNOWN_KEYWORD");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0], "nodes[1] line 26, column 3: \"ren\\x1b[1mdre\" is not known here");
}

}  // namespace
}  // namespace mw::kotor::mdl
