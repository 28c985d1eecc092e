#include <gtest/gtest.h>

#include "support/bytes.h"
#include "support/command.h"

namespace mw::test {
namespace {

class MdlAsciiCommand : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(meshwright({"sample", "kotor-mdl", mdl}).code, 0);
    ASSERT_EQ(meshwright({"convert", mdl, ascii}).code, 0);
  }

  TemporaryFolder folder;
  const std::string mdl = folder / "a.mdl";
  const std::string ascii = folder / "a.mdl.ascii";
  const std::string back = folder / "b.mdl";
};

TEST_F(MdlAsciiCommand, AModelComesBackByteForByte) {
  const Outcome outcome = meshwright({"convert", ascii, back});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.out, ascii + " -> " + back + ": kotor-mdl, 25 vertices, 30 triangles\n");
  EXPECT_EQ(read_bytes(back), read_bytes(mdl));
  EXPECT_EQ(read_bytes(folder / "b.mdx"), read_bytes(folder / "a.mdx"));
  EXPECT_EQ(meshwright({"diff", mdl, back}).code, 0);
}

TEST_F(MdlAsciiCommand, PlainLeavesTheNotesOut) {
  const std::string plain = folder / "p.mdl.ascii";
  EXPECT_NE(read_text(ascii).find("#mw"), std::string::npos);
  EXPECT_EQ(meshwright({"convert", "--plain", mdl, plain}).code, 0);
  EXPECT_EQ(read_text(plain).find("#mw"), std::string::npos);
  EXPECT_EQ(meshwright({"convert", plain, back}).code, 0);
  EXPECT_EQ(meshwright({"validate", back}).code, 0);
}

TEST_F(MdlAsciiCommand, OptionsHaveAMeaningOnlyOnTheirWay) {
  const auto error = [](const Outcome& outcome) { return outcome.err; };
  EXPECT_EQ(error(meshwright({"convert", "--plain", ascii, back})),
            "meshwright: " + ascii + ": --plain has no meaning when a kotor-mdl-ascii becomes kotor-mdl\n");
  EXPECT_EQ(error(meshwright({"convert", "--weld", mdl, folder / "c.mdl.ascii"})),
            "meshwright: " + mdl + ": --weld has no meaning for a kotor-mdl\n");
  EXPECT_EQ(
      error(meshwright({"convert", "--crease", "200", ascii, back})),
      "meshwright: --crease: expected degrees from 0 to 180, got 200; try `meshwright convert --help`\n");
  EXPECT_EQ(meshwright({"convert", "--game", "k2", ascii, back}).code, 0);
  EXPECT_NE(meshwright({"info", back}).out.find("k2-pc"), std::string::npos);
}

TEST_F(MdlAsciiCommand, InfoValidateDumpAndDiffWork) {
  const Outcome info = meshwright({"info", "--json", ascii});
  EXPECT_NE(info.out.find("\"format\":\"kotor-mdl-ascii\""), std::string::npos) << info.out;
  EXPECT_NE(info.out.find("\"variant\":\"with-notes\""), std::string::npos);
  EXPECT_NE(info.out.find("\"nodes\":9"), std::string::npos);
  EXPECT_EQ(meshwright({"validate", ascii}).out, ascii + ": 0 errors, 0 warnings, 0 infos\n");
  const Outcome dump = meshwright({"dump", ascii});
  EXPECT_NE(dump.out.find("line 2 "), std::string::npos) << dump.out.substr(0, 300);
  EXPECT_NE(dump.out.find("newmodel"), std::string::npos);
  EXPECT_NE(dump.out.find("nodes[8].verts[0]"), std::string::npos);
  EXPECT_EQ(meshwright({"diff", ascii, mdl}).code, 0);
  EXPECT_EQ(meshwright({"diff", ascii, ascii}).code, 0);
  std::filesystem::create_directory(folder / "s");
  EXPECT_EQ(meshwright({"sample", "kotor-mdl-ascii", folder / "s/a.mdl.ascii"}).code, 0);
  EXPECT_EQ(read_text(folder / "s/a.mdl.ascii"), read_text(ascii));
}

TEST_F(MdlAsciiCommand, ASyntaxErrorNamesItsLine) {
  const std::string broken = folder / "x.mdl.ascii";
  write_text(broken, "newmodel x\nnode dummy x\n  position a\nendnode\n");
  EXPECT_EQ(meshwright({"info", broken}).err,
            "meshwright: " + broken + ": line 3, column 12: nodes[0].position[0]: \"a\" is not a number\n");
}

TEST_F(MdlAsciiCommand, TextsBecomeGltf) {
  EXPECT_EQ(meshwright({"convert", ascii, folder / "a.glb"}).code, 0);
  EXPECT_EQ(meshwright({"convert", mdl, folder / "b.glb"}).code, 0);
  EXPECT_EQ(meshwright({"diff", folder / "a.glb", folder / "b.glb"}).code, 0);
}

TEST_F(MdlAsciiCommand, ATextIsWrittenAgainTheSame) {
  const std::string again = folder / "again.mdl.ascii";
  const Outcome outcome = meshwright({"convert", ascii, again});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(read_text(again), read_text(ascii));
}

TEST_F(MdlAsciiCommand, WritingATextAgainTellsWhatIsLost) {
  const std::string edited = folder / "edited.mdl.ascii";
  const std::string again = folder / "again.mdl.ascii";
  write_text(edited, "# by hand\n" + read_text(ascii));
  const Outcome outcome = meshwright({"convert", edited, again});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "meshwright: " + edited + ": lost: 1 comment\n");
  EXPECT_EQ(read_text(again), read_text(ascii));
}

TEST_F(MdlAsciiCommand, PlainTakesTheNotesOutOfAText) {
  const std::string of_binary = folder / "p.mdl.ascii";
  const std::string of_text = folder / "q.mdl.ascii";
  const Outcome first = meshwright({"convert", "--plain", mdl, of_binary});
  const Outcome second = meshwright({"convert", "--plain", ascii, of_text});
  EXPECT_EQ(first.code + second.code, 0);
  EXPECT_EQ(read_text(of_text), read_text(of_binary));
  EXPECT_EQ(read_text(of_text).find("#mw"), std::string::npos);
  // Both lose the same.
  EXPECT_EQ(second.err.substr(second.err.find(": lost") + 1), first.err.substr(first.err.find(": lost") + 1));
}

TEST_F(MdlAsciiCommand, TheOtherHabitOfNamesIsATextToo) {
  const std::string other = folder / "a-ASCII.mdl";
  EXPECT_EQ(meshwright({"convert", mdl, other}).code, 0);
  EXPECT_EQ(read_text(other), read_text(ascii));
  EXPECT_EQ(meshwright({"convert", other, back}).code, 0);
  EXPECT_EQ(read_bytes(back), read_bytes(mdl));
  EXPECT_EQ(meshwright({"validate", other}).out, other + ": 0 errors, 0 warnings, 0 infos\n");
  std::filesystem::create_directory(folder / "s");
  EXPECT_EQ(meshwright({"sample", "kotor-mdl-ascii", folder / "s/a-ascii.mdl"}).code, 0);
  EXPECT_EQ(read_text(folder / "s/a-ascii.mdl"), read_text(ascii));
  const Outcome binary = meshwright({"convert", "--to", "kotor-mdl", ascii, folder / "b-ascii.mdl"});
  EXPECT_EQ(binary.code, 0);
  EXPECT_NE(
      binary.err.find("the output is called -ascii.mdl, as a kotor-mdl-ascii is, but it is a kotor-mdl"),
      std::string::npos)
      << binary.err;
  EXPECT_EQ(read_bytes(folder / "b-ascii.mdl"), read_bytes(mdl));
}

TEST_F(MdlAsciiCommand, TheTreeIsThatOfTheBinary) {
  const auto tree = [](const Outcome& outcome) {
    EXPECT_EQ(outcome.code, 0);
    return outcome.out.substr(std::min(outcome.out.find("  tree\n"), outcome.out.size()));
  };
  const std::string of_text = tree(meshwright({"info", "--tree", ascii}));
  EXPECT_EQ(of_text, tree(meshwright({"info", "--tree", mdl})));
  EXPECT_NE(of_text.find("neck_g"), std::string::npos);
  const Outcome json = meshwright({"info", "--json", ascii});
  EXPECT_NE(json.out.find("\"classification\":\"character\""), std::string::npos) << json.out;
  EXPECT_NE(json.out.find("\"lightsabers\":0"), std::string::npos);
}

/// A text with its last node before the one above it, and with other ends of lines.
std::string moved_node(const std::string& text) {
  const std::size_t last = text.rfind("node ", text.find("endmodelgeom") - 10);
  const std::size_t end = text.find("endmodelgeom");
  const std::size_t before = text.rfind("\nnode ", last - 2) + 1;
  std::string moved = text.substr(0, before) + text.substr(last, end - last) +
                      text.substr(before, last - before) + text.substr(end);
  std::string lines;
  for (const char c : moved) lines += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return lines;
}

TEST_F(MdlAsciiCommand, ADiffOfTextsFindsNodesByTheirNames) {
  const std::string other = folder / "b.mdl.ascii";
  const std::string moved = moved_node(read_text(ascii));
  write_text(other, moved);
  ASSERT_NE(read_text(other), read_text(ascii));
  const Outcome same = meshwright({"diff", ascii, other});
  EXPECT_EQ(same.code, 0) << same.out;
  const std::size_t at = moved.find("    -2 -2 0\r\n");
  ASSERT_NE(at, moved.npos);
  std::string edited = moved;
  edited.replace(at, 13, "\t-2.0 -2.25 0\r\n");
  write_text(other, edited);
  const Outcome changed = meshwright({"diff", ascii, other});
  EXPECT_EQ(changed.code, 1);
  EXPECT_NE(changed.out.find("nodes[walkmesh].verts[0]: -2 -2 0 | -2.0 -2.25 0"), std::string::npos)
      << changed.out;
  EXPECT_EQ(meshwright({"diff", "--tolerance", "0.25", ascii, other}).code, 0);
  EXPECT_EQ(meshwright({"diff", "--tolerance", "0.24", ascii, other}).code, 1);
}

TEST_F(MdlAsciiCommand, CommentsAndBlankLinesAreLayout) {
  const std::string other = folder / "b.mdl.ascii";
  write_text(other, "# by hand\n\n" + read_text(ascii));
  EXPECT_EQ(meshwright({"diff", ascii, other}).code, 1);
  EXPECT_EQ(meshwright({"diff", "--ignore", "layout", ascii, other}).code, 0);
}

TEST_F(MdlAsciiCommand, SamplesAreOfEveryVariant) {
  const std::string other = folder / "s.mdl.ascii";
  EXPECT_EQ(meshwright({"sample", "--game", "k2", "--platform", "xbox", "kotor-mdl-ascii", other}).code, 0);
  EXPECT_EQ(meshwright({"convert", other, back}).code, 0);
  EXPECT_NE(meshwright({"info", back}).out.find("k2-xbox"), std::string::npos);
}

}  // namespace
}  // namespace mw::test
