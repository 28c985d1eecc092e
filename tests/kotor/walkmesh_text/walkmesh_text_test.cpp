#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/kotor/detail/walkmesh_ascii_findings.h>
#include <meshwright/kotor/walkmesh_ascii.h>

#include <cmath>
#include <cstring>
#include <set>

#include "kotor/walkmesh/fixtures.h"
#include "support/allocations.h"
#include "support/cases/text_cases.h"
#include "support/losses.h"

namespace mw::kotor::walkmesh::ascii {
namespace {

using test::replaced;

/// A square of two faces and a wall before them, with a link to room 3 and the boxes of the games.
constexpr std::string_view kRoom = R"(# made by hand
node aabb walk
  position 1.0 2.0 3.0
  orientation 0.0 0.0 0.0 1.0
  verts 5
    0.0 0.0 0.0
    1.0 0.0 0.0
    1.0 1.0 0.0
    0.0 1.0 0.0
    0.0 0.0 1.0
  faces 3
    0 1 4  1 0 0 0  7
    0 1 2  1 0 0 0  4
    0 2 3  1 0 0 0  4
  roomlinks 1
    7 3
  aabb
    0.0 0.0 0.0 1.0 1.0 1.0 -1
    0.0 0.0 0.0 1.0 0.0 1.0 0
    0.0 0.0 0.0 1.0 1.0 0.0 -1
    0.0 0.0 0.0 1.0 1.0 0.0 1
    0.0 0.0 0.0 1.0 1.0 0.0 2
endnode
)";

Text read_text(std::string_view text, const EngineRules& rules = {}) {
  auto read = ascii::read(bytes_of(text), rules);
  EXPECT_EQ(test::message_of(read), test::kNoError);
  return read ? *std::move(read) : Text{};
}

TEST(WalkmeshAscii, ReadsTheDialectOfTheGames) {
  const Text text = read_text(kRoom);
  ASSERT_EQ(text.nodes.size(), 1U);
  const Node& node = text.nodes[0];
  EXPECT_EQ(node.kind, NodeKind::aabb);
  EXPECT_EQ(node.name, "walk");
  EXPECT_EQ(node.position, Vec3(1, 2, 3));
  EXPECT_EQ(node.orientation, Vec4(0, 0, 0, 1));
  EXPECT_EQ(node.vertices[4], Vec3(0, 0, 1));
  ASSERT_EQ(node.faces.size(), 3U);
  EXPECT_EQ(node.faces[2].corners, (walkmesh::Face{0, 2, 3}));
  EXPECT_EQ(node.faces[0].material, 7U);
  EXPECT_EQ(node.faces[0].line, 12U);
  ASSERT_EQ(node.links.size(), 1U);
  EXPECT_EQ(node.links[0].edge, 7U);
  EXPECT_EQ(node.links[0].room, 3);
  ASSERT_EQ(node.boxes.size(), 5U);
  EXPECT_EQ(node.boxes[1].max, Vec3(1, 0, 1));
  EXPECT_EQ(node.boxes[4].face, 2);
  EXPECT_TRUE(text.remarks.empty());
}

TEST(WalkmeshAscii, ReadsTheDialectOfEditorsWithHooks) {
  const Text text = read_text(
      "node trimesh crate_wg\n  parent crate\n  bitmap NULL\n  position 0 0 0\n  verts 3\n 0 0 0\n 1 0 0\n 0 "
      "1 "
      "0\n  faces 1\n 0 1 2 1 0 0 0 7\nendnode\nnode dummy crate_use01\n  parent crate\n  position 1 2 3\n"
      "endnode\nnode dummy crate_USE02\n  position 4 5 6\nendnode\n");
  EXPECT_TRUE(text.remarks.empty());
  EXPECT_EQ(text.nodes[0].parent, "crate");
  const Compiled made = compile(text).value();
  EXPECT_EQ(made.file.header.type, std::uint32_t(Type::object));
  EXPECT_EQ(made.file.header.relative_use[0], Vec3(1, 2, 3));
  EXPECT_EQ(made.file.header.relative_use[1], Vec3(4, 5, 6));
  EXPECT_TRUE(made.file.aabb.empty());
}

TEST(WalkmeshAscii, CompilingOrdersFacesAndTellsTheMap) {
  const Compiled made = compile(read_text(kRoom)).value();
  EXPECT_EQ(made.sources, (std::vector<std::uint32_t>{1, 2, 0}));
  EXPECT_EQ(
      made.losses,
      (std::vector<std::string>{"the order of faces, since walkable ones come first: 1-2 -> 0-1, 0 -> 2"}));
  EXPECT_EQ(made.file.faces, (std::vector<walkmesh::Face>{{0, 1, 2}, {0, 2, 3}, {0, 1, 4}}));
  EXPECT_EQ(made.file.header.position, Vec3(1, 2, 3));
  EXPECT_EQ(made.file.header.type, std::uint32_t(Type::area));
  // Side 1 of face 2 of the text is side 1 of face 1 of the file.
  const auto edge = std::ranges::find(made.file.edges, 4U, &Edge::edge);
  ASSERT_NE(edge, made.file.edges.end());
  EXPECT_EQ(edge->transition, 3);
}

TEST(WalkmeshAscii, TheGamesTakeTheBoxesOfTheText) {
  const Text text =
      read_text(replaced(std::string(kRoom), "0.0 0.0 0.0 1.0 0.0 1.0 0", "1.0 0.0 1.0 0.0 0.0 0.0 0"));
  const File own = compile(text)->file;
  const File games = compile(text, {.rules = EngineRules::all()})->file;
  ASSERT_EQ(games.aabb.size(), 5U);
  EXPECT_EQ(games.aabb[0].box_min, Vec3(-0.01F));
  EXPECT_EQ(games.aabb[0].box_max, Vec3(1.01F));
  EXPECT_EQ(games.aabb[1].box_min, Vec3(-0.01F)) << "reversed ones are put in order";
  EXPECT_EQ(games.aabb[1].face, 2) << "face 0 of the text";
  EXPECT_EQ(games.aabb[0].left, 1U);
  EXPECT_EQ(games.aabb[0].right, 2U);
  EXPECT_EQ(games.aabb[2].left, 3U);
  EXPECT_EQ(games.aabb[2].right, 4U);
  EXPECT_EQ(games.aabb[0].plane, std::uint32_t(Plane::negative_z));
  EXPECT_NE(own.aabb[0].face, games.aabb[1].face);
  const File raw = compile(text, {.rules = {.use_boxes = true}})->file;
  EXPECT_EQ(raw.aabb[1].box_min, Vec3(1, 0, 1));
  const Text broken = read_text(replaced(std::string(kRoom), "1.0 0.0 1\n", "1.0 0.0 2\n"));
  EXPECT_EQ(compile(broken, {.rules = EngineRules::all()})->losses.back(),
            "the list of boxes, which is no tree; a tree is built");
}

TEST(WalkmeshAscii, TheGamesCutLongLines) {
  const std::string text =
      replaced(std::string(kRoom), "  position 1.0", "  position" + std::string(240, ' ') + "123456.0");
  EXPECT_EQ(read_text(text).nodes[0].position.x, 123456);
  const auto cut = ascii::read(bytes_of(text), EngineRules::all());
  EXPECT_EQ(test::message_of(cut), "line 3, column 256: nodes[0].position: a number is missing");
}

TEST(WalkmeshAscii, DoorsHaveThreeStates) {
  std::string text;
  for (const std::string_view state : kDoorStates)
    text += "node trimesh door_wg_" + std::string(state) + "\n verts 3\n 0 0 0\n " +
            (state == "open1" ? "2" : "1") + " 0 0\n 0 1 0\n faces 1\n 0 1 2 1 0 0 0 7\nendnode\n";
  text +=
      "node dummy door_open1_01\n position 5 0 0\nendnode\nnode dummy door_closed_02\n position 6 0 "
      "0\nendnode\n";
  const Text door = read_text(text);
  const Compiled closed = compile(door).value();
  EXPECT_EQ(closed.losses,
            (std::vector<std::string>{"2 of 3 meshes are left out; the one taken is \"door_wg_closed\""}));
  EXPECT_EQ(closed.file.header.relative_use[0], Vec3(0));
  EXPECT_EQ(closed.file.header.relative_use[1], Vec3(6, 0, 0));
  const Compiled open = compile(door, {.state = DoorState::open1}).value();
  EXPECT_EQ(open.file.vertices[1], Vec3(2, 0, 0));
  EXPECT_EQ(open.file.header.relative_use[0], Vec3(5, 0, 0));
  EXPECT_EQ(open.file.header.relative_use[1], Vec3(0));
}

bool same_bits(const auto& a, const auto& b) {
  if (a.size() != b.size() || a.empty()) return a.size() == b.size();
  return std::memcmp(a.data(), b.data(), a.size() * sizeof(a[0])) == 0;
}

/// Through a text and back every vertex, face, material, transition and hook has its bits.
void expect_kept(const File& file, const DecompileOptions& how) {
  const Text text = read_text(ascii::write(decompile(file, how)));
  const Compiled back = compile(text, {.type = Type(file.header.type)}).value();
  EXPECT_TRUE(same_bits(back.file.vertices, file.vertices));
  EXPECT_TRUE(same_bits(back.file.faces, file.faces));
  EXPECT_TRUE(same_bits(back.file.materials, file.materials));
  EXPECT_TRUE(same_bits(back.file.edges, file.edges));
  EXPECT_TRUE(same_bits(back.file.header.relative_use, file.header.relative_use));
  EXPECT_TRUE(same_bits(back.file.header.absolute_use, file.header.absolute_use));
  EXPECT_EQ(back.file.header.position, file.header.position);
  EXPECT_EQ(back.losses, std::vector<std::string>{});
}

TEST(WalkmeshAscii, BinaryAndBackKeepsEveryBit) {
  for (const Sample which : kSamples) {
    File file = walkmesh::sample(which);
    file.vertices[0].x = -0.0F;
    file.vertices[1].y = 0.1F + 1e-8F;
    file.header.position = {1e-30F, 3.4e38F, -7.25F};
    file.header.absolute_use[1] = {-0.0F, 0, 1};
    expect_kept(file, {});
    expect_kept(file, {.dialect = NodeKind::trimesh, .name = "crate"});
    expect_kept(file, {.dialect = NodeKind::trimesh, .name = "door", .state = DoorState::open2});
  }
}

TEST(WalkmeshAscii, TheGamesMakeTheStoredBoxesOfTheText) {
  const File file = walkmesh::sample(Sample::room);
  const Text text = decompile(file);
  const File games = compile(text, {.rules = EngineRules::all()})->file;
  ASSERT_EQ(games.aabb.size(), file.aabb.size());
  for (std::size_t row = 0; row < file.aabb.size(); ++row) {
    EXPECT_EQ(games.aabb[row].face, file.aabb[row].face);
    EXPECT_EQ(games.aabb[row].left, file.aabb[row].left);
    EXPECT_EQ(games.aabb[row].right, file.aabb[row].right);
    for (int axis = 0; axis < 3; ++axis) {
      EXPECT_NEAR(games.aabb[row].box_min[axis], file.aabb[row].box_min[axis], 1e-5F);
      EXPECT_NEAR(games.aabb[row].box_max[axis], file.aabb[row].box_max[axis], 1e-5F);
    }
  }
  Findings findings;
  validate(text, findings);
  EXPECT_TRUE(findings.all().empty());
}

TEST(WalkmeshAscii, ErrorsHaveLineAndColumn) {
  const auto error = [](std::string_view part, std::string_view by) {
    return test::message_of(ascii::read(bytes_of(replaced(std::string(kRoom), part, by))));
  };
  EXPECT_EQ(error("1.0 1.0 0.0\n    0.0 1.0", "1.0 x 0.0\n    0.0 1.0"),
            "line 8, column 9: nodes[0].verts: \"x\" is not a number");
  EXPECT_EQ(error("0 2 3  1 0", "0 2  1 0"), "line 14, column 20: nodes[0].faces: a number is missing");
  EXPECT_EQ(error("0 1 2  1", "0 -1 2  1"),
            "line 13, column 7: nodes[0].faces: \"-1\" is not a whole number from 0 to 4294967295");
  EXPECT_EQ(test::message_of(compile(read_text(replaced(std::string(kRoom), "0 2 3  1", "0 2 5  1")))),
            "line 14, column 1: nodes[0].faces[2]: corner 5 >= vertex count 5");
  EXPECT_EQ(test::message_of(compile(Text{})), "there is no node with faces");
}

struct TextCase {
  std::string_view code;
  std::string_view part;
  std::string_view trigger;
  std::string_view finding;  // the first of that code
  std::string_view near_miss;
};

const std::string kLongLine = "# " + std::string(254, 'x') + "\n";
const std::string kFullLine = "# " + std::string(253, 'x') + "\n";

const TextCase kCases[] = {
    {"WALKMESH_ASCII_UNKNOWN_KEYWORD", "  position", "  postion", "nodes[0] line 3: \"postion\" is not known",
     "  POSITION"},
    {"WALKMESH_ASCII_COUNT_MISMATCH", "  verts 5", "  verts 6",
     "nodes[0].verts line 5: \"verts\" says 6 rows, but 5 follow", "  verts +5"},
    {"WALKMESH_ASCII_LINE_TOO_LONG", "# made by hand\n", kLongLine,
     "text line 1: 256 bytes; the games take what is behind 255 for the next line", kFullLine},
    {"WALKMESH_ASCII_LINE_IN_LIST", "    1.0 1.0 0.0\n    0.0 1.0", "\n    1.0 1.0 0.0\n    0.0 1.0",
     "verts line 8: a blank line inside the list of \"verts\"; the games take it for a row",
     "    1.0  1.0 0.0\n    0.0 1.0"},
    {"WALKMESH_ASCII_LINE_IN_LIST", "    0 1 2  1", "# floor\n    0 1 2  1",
     "faces line 13: a comment inside the list of \"faces\"; the games take it for a row", "    0 1 2   1"},
    {"WALKMESH_ASCII_CAPITALS", "  verts 5", "  Verts 5",
     "text line 5: \"Verts\" has capitals, which the games do not know", "   verts 5"},
    {"WALKMESH_ASCII_NODE_SPACING", "node aabb", "node  aabb",
     "text line 2: \"node\" and \"aabb\" are not one space apart", " node aabb"},
    {"WALKMESH_ASCII_END_MISSING", "endnode\n", "", "nodes[0] line 23: endnode is missing", "ENDNODE"},
    {"WALKMESH_ASCII_MESH_MISSING", "node aabb walk", "node dummy walk", "nodes: there is no node with faces",
     "node AABB walk"},
    {"WALKMESH_ASCII_DIALECT_NOT_OF_THE_GAME", "node aabb", "node trimesh",
     "nodes[0] line 2: node trimesh is the dialect of editors", "node aabb"},
    {"WALKMESH_ASCII_VERTEX_NOT_FINITE", "1.0 1.0 0.0\n    0.0 1.0", "1.0 1e39 0.0\n    0.0 1.0",
     "nodes[0].verts[2] line 2: has a coordinate that is not finite", "1.0 1e38 0.0\n    0.0 1.0"},
    {"WALKMESH_ASCII_FACE_VERTEX_OUT_OF_RANGE", "0 2 3  1", "0 2 5  1",
     "nodes[0].faces[2] line 14: index 5 >= vertex count 5", "0 2 4  1"},
    {"WALKMESH_ASCII_MATERIAL_UNKNOWN", "0 0 0  7", "0 0 0  23",
     "nodes[0].faces[0] line 12: material 23 is not in the surface table", "0 0 0  19"},
    {"WALKMESH_ASCII_WALKABLE_FACE_OUT_OF_ORDER", "0 0 0  7", "0 0 0  8",
     "nodes[0].faces[1] line 13: walkable face behind face 0, which is not", "0 0 0  4"},
    {"WALKMESH_ASCII_LINK_OUT_OF_RANGE", "    7 3", "    9 3",
     "nodes[0].roomlinks[0] line 16: edge 9 is not a side of 3 faces", "    8 3"},
    {"WALKMESH_ASCII_LINK_NOT_OPEN", "    7 3", "    6 3",
     "nodes[0].roomlinks[0] line 16: edge 6 has a neighbour or is not walkable", "    3 3"},
    {"WALKMESH_ASCII_BOX_REVERSED", "0.0 0.0 0.0 1.0 0.0 1.0 0", "1.5 0.0 0.0 1.0 0.0 1.0 0",
     "nodes[0].aabb[1] line 19: minimum exceeds maximum on axis x", "1.0 0.0 0.0 1.0 0.0 1.0 0"},
    {"WALKMESH_ASCII_BOX_FACE_OUT_OF_RANGE", "1.0 0.0 2\n", "1.0 0.0 3\n",
     "nodes[0].aabb[4] line 22: face 3 is not one of 3", "1.0 0.0 +2\n"},
    {"WALKMESH_ASCII_BOXES_OF_FACES_ONLY",
     "    0.0 0.0 0.0 1.0 1.0 1.0 -1\n    0.0 0.0 0.0 1.0 0.0 1.0 0\n    0.0 0.0 0.0 1.0 1.0 0.0 -1\n",
     "    0.0 0.0 0.0 1.0 0.0 1.0 0\n",
     "nodes[0].aabb line 18: 3 boxes, one for each face, and none above them",
     "    0.0 0.0 0.0 1.0 0.0 1.0 2\n"},
    {"WALKMESH_ASCII_BOXES_NOT_A_TREE", "1.0 0.0 2\n", "1.0 0.0 1\n",
     "nodes[0].aabb line 18: 5 boxes are no tree of 3 faces", "1.0 0.0 +2\n"},
};

std::vector<std::string> findings_of(const std::string& text, std::string_view code) {
  Findings findings;
  validate(read_text(text), findings);
  std::vector<std::string> found;
  for (const Finding& finding : findings.all())
    if (finding.kind->code == code)
      found.push_back(finding.where +
                      (finding.position ? " line " + std::to_string(finding.position->line) : "") + ": " +
                      finding.message);
  return found;
}

TEST(WalkmeshAsciiValidate, EveryCodeHasATriggerAndANearMiss) {
  std::set<std::string_view> tried;
  for (const TextCase& each : kCases) {
    SCOPED_TRACE(each.code);
    tried.insert(each.code);
    const auto found = findings_of(replaced(std::string(kRoom), each.part, each.trigger), each.code);
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0], each.finding);
    EXPECT_TRUE(findings_of(replaced(std::string(kRoom), each.part, each.near_miss), each.code).empty());
  }
  for (const FindingKind& kind : finding_kinds()) EXPECT_TRUE(tried.contains(kind.code)) << kind.code;
}

/// The example of the format's description: material 0, numbers of neighbours that nobody reads, and boxes of
/// its faces without a tree.
constexpr std::string_view kDescribed = R"(node aabb
    position 0.0 0.0 0.0
    orientation 0.0 0.0 0.0 1.0
    verts 4
        0.0 0.0 0.0
        10.0 0.0 0.0
        10.0 10.0 0.0
        0.0 10.0 0.0
    faces 2
        0 1 2 -1 -1 -1 -1 0
        0 2 3 -1 -1 -1 -1 0
    aabb
        0.0 0.0 0.0 10.0 10.0 0.0 0
        0.0 0.0 0.0 10.0 10.0 0.0 1
endnode
)";

TEST(WalkmeshAsciiValidate, TheExampleOfTheDescriptionIsSound) {
  Findings findings;
  validate(read_text(kDescribed), findings);
  EXPECT_EQ(findings.count(Severity::error), 0U);
  EXPECT_EQ(findings.count(Severity::warning), 0U);
  ASSERT_EQ(findings.all().size(), 1U);
  EXPECT_EQ(findings.all()[0].kind->code, "WALKMESH_ASCII_BOXES_OF_FACES_ONLY");
  const auto made = compile(read_text(kDescribed));
  ASSERT_TRUE(made) << to_string(made.error());
  EXPECT_EQ(made->file.aabb.size(), 3U);
  Findings in_binary;
  walkmesh::validate(made->file, in_binary);
  EXPECT_EQ(in_binary.count(Severity::error) + in_binary.count(Severity::warning), 0U);
}

/// The games look at nothing before a node; their texts begin with it.
TEST(WalkmeshAscii, PlainTextsBeginWithTheirNode) {
  const Text text = ascii::sample(Sample::room);
  EXPECT_TRUE(ascii::write(text, true).starts_with("node aabb room\n"));
  EXPECT_EQ("# Written by Meshwright\n" + ascii::write(text, true), ascii::write(text));
}

TEST(WalkmeshAsciiMutants, NoneCrashes) {
  const std::string text = ascii::write(ascii::sample(Sample::placeable)) + std::string(kRoom);
  const ByteSpan span = bytes_of(text);
  const Bytes whole(span.begin(), span.end());
  std::size_t readable = 0;
  for (std::uint32_t seed = 0; seed < test::kMutants && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Bytes bytes = test::mutant(whole, seed);
    const auto read = test::within_memory(bytes.size(), [&] { return ascii::read(bytes); });
    if (!read) {
      EXPECT_TRUE(read.error().position) << to_string(read.error());
      continue;
    }
    ++readable;
    Findings findings;
    validate(*read, findings);
    const std::string again = ascii::write(*read);
    const auto second = ascii::read(bytes_of(again));
    ASSERT_TRUE(second) << to_string(second.error());
    EXPECT_EQ(ascii::write(*second), again);
    const auto made = compile(*read, {.rules = EngineRules::all()});
    EXPECT_TRUE(!made || walkmesh::write(made->file));
  }
  EXPECT_GT(readable, test::kMutants / 20);
}

TEST(WalkmeshAscii, EveryCutIsReadOrRefused) {
  test::for_every_cut(kRoom, [](const Bytes& cut) {
    const auto read = ascii::read(cut);
    EXPECT_TRUE(read || read.error().position);
  });
}

TEST(WalkmeshAscii, ReadingTakesLinearTime) {
  test::expect_linear_time(
      [](std::size_t size) {
        return "node aabb a\nverts " + std::to_string(size) + "\n" + test::repeated("0 1 2\n", size) +
               "endnode\n";
      },
      [](const std::string& text) { EXPECT_TRUE(ascii::read(bytes_of(text))); }, 2000);
}

TEST(WalkmeshAscii, IsRecognisedByItsFirstNode) {
  EXPECT_TRUE(sniff(bytes_of(kRoom)));
  EXPECT_TRUE(sniff(bytes_of("\n  # x\nNODE trimesh a\n")));
  EXPECT_FALSE(sniff(bytes_of("newmodel a\nnode dummy a\n")));
  EXPECT_FALSE(sniff(bytes_of("node light a\n")));
  EXPECT_FALSE(sniff({}));
}

TEST(WalkmeshAscii, FaceMapsAreToldAsRuns) {
  const std::vector<std::uint32_t> moved = {5, 6, 7, 0, 1, 9};
  EXPECT_EQ(face_map_text(moved), "5-7 -> 0-2, 0-1 -> 3-4, 9 -> 5");
  const std::vector<std::uint32_t> same = {0, 1, 2};
  EXPECT_EQ(face_map_text(same), "");
}

/// No binary walkmesh is turned, and its vertices are where they are in the game.
TEST(WalkmeshAscii, ATurnThatIsDroppedIsTold) {
  const auto losses = [](std::string_view turn) {
    const std::string text = fmt::format(
        "node aabb floor\n  position 0 0 0\n  orientation {}\n  verts 3\n    0 0 0\n    1 0 0\n    0 1 0\n"
        "  faces 1\n    0 1 2 1 0 0 0 4\nendnode\n",
        turn);
    return compile(read(bytes_of(text)).value())->losses;
  };
  using Losses = std::vector<std::string>;
  EXPECT_EQ(losses("0 0 1 0.5"),
            (Losses{"nodes[0].orientation, which no walkmesh has: its vertices are taken as they are"}));
  EXPECT_EQ(losses("0 0 0.00009 0.5"), Losses());  // no turn to the games
  EXPECT_EQ(losses("0 0 1 0"), Losses());
}

/// Taken as the games do, what they would read otherwise is told.
TEST(WalkmeshAscii, TheGamesOwnRulesTellWhatTheyWouldReadOtherwise) {
  const std::string text =
      replaced(replaced(std::string(kRoom), "node aabb", "node  aabb"), "  verts 5", "  VERTS 5");
  const auto made = compile(read_text(text, EngineRules::all()), {.rules = EngineRules::all()});
  ASSERT_TRUE(made) << to_string(made.error());
  const auto told = [&](std::string_view line) { return mw::test::count(made->losses, line); };
  EXPECT_EQ(
      told("line 2: what the games would make of \"node\" and \"aabb\" that are not one space apart; it is "
           "read as it is meant"),
      1);
  EXPECT_EQ(
      told("line 5: what the games would make of \"VERTS\", which has capitals; it is read as it is meant"),
      1);
}

}  // namespace
}  // namespace mw::kotor::walkmesh::ascii
