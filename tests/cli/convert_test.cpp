#include <gtest/gtest.h>

#include <filesystem>

#include "support/command.h"

namespace mw {
namespace {

using test::meshwright;
using test::Outcome;
using test::read_text;
using test::TemporaryFolder;
using test::write_text;

class Convert : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(meshwright({"sample", "kotor-walkmesh", room}).code, 0); }

  std::string failure(const std::vector<std::string>& words) {
    std::vector<std::string> all = {"convert"};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome outcome = meshwright(all);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out, "");
    return outcome.err;
  }

  TemporaryFolder folder;
  std::string room = folder / "room.wok";
};

TEST_F(Convert, ToJsonAndBackGivesTheSameBytes) {
  const Outcome out = meshwright({"convert", room, folder / "a.json"});
  EXPECT_EQ(out.code, 0);
  EXPECT_EQ(out.out, room + " -> " + (folder / "a.json") + ": json, 92 vertices, 142 triangles\n");
  EXPECT_EQ(meshwright({"convert", folder / "a.json", folder / "b.wok"}).code, 0);
  EXPECT_EQ(read_text(room), read_text(folder / "b.wok"));
}

TEST_F(Convert, ToItsOwnFormatIsACopyFromTheStructures) {
  EXPECT_EQ(meshwright({"convert", room, folder / "b.WOK"}).code, 0);
  EXPECT_EQ(read_text(room), read_text(folder / "b.WOK"));
}

TEST_F(Convert, AnExistingFileNeedsForce) {
  write_text(folder / "a.json", "mine");
  EXPECT_EQ(failure({room, folder / "a.json"}),
            "meshwright: " + (folder / "a.json") + ": exists already; --force replaces it\n");
  EXPECT_EQ(read_text(folder / "a.json"), "mine");
  EXPECT_EQ(meshwright({"convert", "--force", room, folder / "a.json"}).code, 0);
  EXPECT_TRUE(read_text(folder / "a.json").starts_with("{\n \"format\": \"kotor-walkmesh\",\n"));
}

TEST_F(Convert, TheInputIsNeverReplaced) {
  const std::string before = read_text(room);
  std::filesystem::create_hard_link(room, folder / "other.wok");
  EXPECT_EQ(failure({"--force", room, room}),
            "meshwright: " + room + ": is the input itself; write to another file\n");
  EXPECT_EQ(failure({"--force", room, folder / "other.wok"}),
            "meshwright: " + (folder / "other.wok") + ": is the input itself; write to another file\n");
  EXPECT_EQ(read_text(room), before);
}

TEST_F(Convert, ANameThatSaysNothingIsRefused) {
  EXPECT_EQ(failure({room, folder / "a.xyz"}),
            "meshwright: " + room +
                ": cannot tell from its name what it should become; --to json or --to kotor-walkmesh does\n");
  EXPECT_EQ(failure({"--to", "gif", room, folder / "a"}),
            "meshwright: " + room + ": --to gif: a kotor-walkmesh can become json or kotor-walkmesh\n");
  EXPECT_EQ(meshwright({"convert", "--to", "json", room, folder / "a.xyz"}).code, 0);
}

TEST_F(Convert, ARoomDoesNotBecomeACrateByItsName) {
  EXPECT_EQ(failure({room, folder / "a.pwk"}),
            "meshwright: " + room + ": the input is a wok, which a new name does not change\n");
}

TEST_F(Convert, BrokenJsonIsNamed) {
  write_text(folder / "bad.json", "{\"format\": \"kotor-walkmesh\", \"type\": }");
  EXPECT_TRUE(failure({folder / "bad.json", folder / "b.wok"})
                  .starts_with("meshwright: " + (folder / "bad.json") + ": 0x00000025: not JSON: "));
  write_text(folder / "short.json", "{\"format\": \"kotor-walkmesh\"}");
  EXPECT_EQ(failure({folder / "short.json", folder / "b.wok"}),
            "meshwright: " + (folder / "short.json") + ": type: missing\n");
}

TEST_F(Convert, GrownTablesAskForANewLayout) {
  meshwright({"convert", room, folder / "a.json"});
  std::string json = read_text(folder / "a.json");
  json.insert(json.find("\n  [0, 0, 0],") + 1, "  [9, 9, 9],\n");
  write_text(folder / "grown.json", json);
  EXPECT_EQ(
      failure({folder / "grown.json", folder / "b.wok"}),
      "meshwright: " + (folder / "grown.json") +
          ": 0x000004da: faces: shares bytes with vertices and disagrees with it (remove \"layout\" and "
          "\"unreferenced\" from the JSON to place the tables anew)\n");
  EXPECT_FALSE(std::filesystem::exists(folder / "b.wok"));
}

}  // namespace
}  // namespace mw
