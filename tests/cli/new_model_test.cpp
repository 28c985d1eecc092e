#include <gtest/gtest.h>

#include <sstream>

#include "support/command.h"

namespace mw {
namespace {

using test::TemporaryFolder;

/// The commands of the first block of a section.
std::vector<std::string> commands_of(const std::string& page, const std::string& heading) {
  std::istringstream text(test::read_text(std::string(MESHWRIGHT_ROOT) + "/docs/" + page));
  std::vector<std::string> commands;
  std::string line;
  while (std::getline(text, line) && line != heading) {
  }
  while (std::getline(text, line) && line != "```") {
  }
  while (std::getline(text, line) && line != "```")
    if (line.starts_with("meshwright ")) commands.push_back(line);
  return commands;
}

TEST(NewModelCommand, TheWorkedExampleOfTheManualWorks) {
  const TemporaryFolder folder;
  const std::vector<std::string> commands = commands_of("authoring.md", "## A new KotOR model");
  ASSERT_EQ(commands.size(), 5U);
  std::vector<std::string> outputs;
  for (const std::string& command : commands) {
    const auto done = test::shell("cd '" + folder.path().string() + "' && \"$MESHWRIGHT\"" +
                                  command.substr(std::string("meshwright").size()));
    EXPECT_EQ(done.code, 0) << command << "\n" << done.err;
    outputs.push_back(done.out);
  }
  EXPECT_EQ(outputs[2], "creature.glb -> creature.mdl: kotor-mdl, 25 vertices, 30 triangles\n");
  EXPECT_EQ(outputs[3], "creature.mdl: 0 errors, 0 warnings, 0 infos\n");
  EXPECT_EQ(test::read_text(folder / "creature.mdx").empty(), false);
  const auto info = test::meshwright({"info", folder / "creature.mdl"});
  EXPECT_NE(info.out.find("k2-pc"), std::string::npos) << info.out;
  EXPECT_TRUE(
      test::read_text(folder / "creature.mdl.ascii").starts_with("# MODEL ASCII\nnewmodel creature\n"));
}

TEST(NewModelCommand, TheFileThatIsNamedIsTheSupermodel) {
  const TemporaryFolder folder;
  ASSERT_EQ(test::meshwright({"sample", "kotor-mdl", folder / "parent.mdl"}).code, 0);
  test::write_text(folder / "a.obj", "o hip_g\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nf 1//1 2//1 3//1\n");
  const auto alone = test::meshwright({"convert", folder / "a.obj", folder / "alone.mdl"});
  EXPECT_EQ(alone.code, 0) << alone.err;
  const auto made = test::meshwright(
      {"convert", folder / "a.obj", folder / "new.mdl", "--supermodel", folder / "parent.mdl"});
  EXPECT_EQ(made.code, 0) << made.err;
  const auto info = test::meshwright({"info", folder / "new.mdl"});
  EXPECT_NE(info.out.find("supermodel"), std::string::npos);
  EXPECT_NE(info.out.find("parent"), std::string::npos) << info.out;
  EXPECT_EQ(test::meshwright({"info", folder / "alone.mdl"}).out.find("parent"), std::string::npos);
}

TEST(NewModelCommand, AWordThatIsNoKindIsRefused) {
  const TemporaryFolder folder;
  test::write_text(folder / "a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const auto made =
      test::meshwright({"convert", folder / "a.obj", folder / "new.mdl", "--classification", "boat"});
  EXPECT_NE(made.code, 0);
  EXPECT_NE(made.err.find("--classification"), std::string::npos) << made.err;
}

}  // namespace
}  // namespace mw
