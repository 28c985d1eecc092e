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
  EXPECT_EQ(meshwright({"sample", "kotor-mdl-ascii", folder / "s.mdl.ascii"}).code, 0);
  EXPECT_EQ(read_text(folder / "s.mdl.ascii"), read_text(ascii));
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

}  // namespace
}  // namespace mw::test
