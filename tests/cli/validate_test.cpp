#include <gtest/gtest.h>
#include <algorithm>

#include "support/command.h"

/// How `validate` prints findings: for people the first of each kind and a count, for programs all.
namespace mw::test {
namespace {

constexpr std::size_t kDistances = 0x1460;  // of the sample room
constexpr std::size_t kRootPlane = 0x16b8;

/// The sample room with so many distances of 2, where 0 is right, and a plane that is none.
std::string spoilt_room(const TemporaryFolder& folder, std::size_t distances) {
  std::string room = folder / "room.wok";
  EXPECT_EQ(meshwright({"sample", "kotor-walkmesh", room}).code, 0);
  std::string bytes = read_text(room);
  for (std::size_t row = 0; row < distances; ++row) bytes[kDistances + 4 * row + 3] = 0x40;
  bytes[kRootPlane] = 3;
  write_text(room, bytes);
  return room;
}

std::string distance_line(const std::string& room, const char* row, const char* offset) {
  return room + ": warning WALKMESH_DISTANCE_MISMATCH at distances[" + row + "] (" + offset +
         "): distance 2, expected 0\n";
}

std::string plane_line(const std::string& room) {
  return room +
         ": error WALKMESH_AABB_PLANE_UNKNOWN at aabb[0].plane (0x000016b8): plane 3 in an inner node, "
         "expected 1, 2, 4, 8, 16 or 32\n";
}

TEST(CliValidate, OfEachKindTheFirstThreeArePrintedAndTheOthersCounted) {
  const TemporaryFolder folder;
  const std::string room = spoilt_room(folder, 5);
  const std::string first = distance_line(room, "0", "0x00001460") + distance_line(room, "1", "0x00001464") +
                            distance_line(room, "2", "0x00001468");
  const std::string totals = room + ": 1 error, 5 warnings, 0 infos\n";
  EXPECT_EQ(meshwright({"validate", room}).out,
            plane_line(room) + first + room +
                ": warning WALKMESH_DISTANCE_MISMATCH: … and 2 more (--all shows them)\n" + totals);
  EXPECT_EQ(meshwright({"validate", "--all", room}).out, first + distance_line(room, "3", "0x0000146c") +
                                                             distance_line(room, "4", "0x00001470") +
                                                             plane_line(room) + totals);
}

TEST(CliValidate, ThreeOfAKindAreNotCounted) {
  const TemporaryFolder folder;
  const std::string room = spoilt_room(folder, 3);
  const std::string all = meshwright({"validate", "--all", room}).out;
  const std::size_t plane = all.find(plane_line(room));
  ASSERT_NE(plane, all.npos) << all;
  // Errors come first, unless all are asked for.
  std::string others = all;
  others.erase(plane, plane_line(room).size());
  EXPECT_EQ(meshwright({"validate", room}).out, plane_line(room) + others);
}

/// Every file begins anew.
TEST(CliValidate, TheCountIsOfOneFile) {
  const TemporaryFolder folder;
  const std::string room = spoilt_room(folder, 4);
  const std::string once = meshwright({"validate", room}).out;
  EXPECT_NE(once.find("… and 1 more"), once.npos) << once;
  EXPECT_EQ(meshwright({"validate", room, room}).out, once + once);
}

TEST(CliValidate, JsonKeepsAll) {
  const TemporaryFolder folder;
  const std::string room = spoilt_room(folder, 5);
  const std::string all = meshwright({"validate", "--json", room}).out;
  EXPECT_EQ(std::ranges::count(all, '\n'), 7);
  EXPECT_EQ(meshwright({"validate", "--json", "--all", room}).out, all);
}

/// For people errors come before warnings, wherever they lie in the file.
TEST(CliValidate, ErrorsComeFirst) {
  const TemporaryFolder folder;
  const std::string model = folder / "creature.mdl";
  ASSERT_EQ(meshwright({"sample", "kotor-mdl", model}).code, 0);
  std::string bytes = read_text(model);
  bytes[0x5ef] = 1;                                 // a warning: the number of another node
  bytes.replace(0x191a, 4, "\x00\x00\xc0\x7f", 4);  // an error behind it: a place that is no number
  write_text(model, bytes);
  const std::string out = meshwright({"validate", model}).out;
  const std::size_t error = out.find(": error MDL_VALUE_NOT_FINITE at nodes[8].position");
  const std::size_t warning = out.find(": warning MDL_NODE_NUMBER_REPEATED");
  EXPECT_NE(error, out.npos) << out;
  EXPECT_NE(warning, out.npos) << out;
  EXPECT_LT(error, warning) << out;
}

/// With its supermodel at hand a model is held against it.
TEST(CliValidate, AModelIsHeldAgainstItsSupermodel) {
  const TemporaryFolder folder;
  const std::string model = folder / "creature.mdl";
  const std::string above = folder / "s_beast.mdl";
  for (const std::string& path : {model, above}) ASSERT_EQ(meshwright({"sample", "kotor-mdl", path}).code, 0);
  std::string bytes = read_text(model);
  bytes.replace(0x94, 8, "s_beast\0", 8);
  write_text(model, bytes);
  bytes = read_text(above);
  bytes.replace(0x14, 12, "s_beast\0\0\0\0\0", 12);
  write_text(above, bytes);
  EXPECT_EQ(meshwright({"validate", "--supermodel", above, model}).out,
            model + ": 0 errors, 0 warnings, 0 infos\n");
  bytes[0x5ef] = 68;
  write_text(above, bytes);
  const std::string out = meshwright({"validate", "--supermodel", std::string(folder / "."), model}).out;
  EXPECT_NE(out.find("1 of 9 nodes that the supermodel has too have another number there, the first is "
                     "\"neck_g\": 2, there 68"),
            out.npos)
      << out;
}

/// The neck's number, from 2 to the hip's.
TEST(CliValidate, FindingsNameTheNodeTheyAreIn) {
  const TemporaryFolder folder;
  const std::string model = folder / "creature.mdl";
  ASSERT_EQ(meshwright({"sample", "kotor-mdl", model}).code, 0);
  std::string bytes = read_text(model);
  ASSERT_EQ(bytes[0x5ef], 2);
  bytes[0x5ef] = 1;
  write_text(model, bytes);
  const std::string line = model +
                           ": warning MDL_NODE_NUMBER_REPEATED at nodes[2].number \"neck_g\" (0x000005ef): "
                           "number 1 is also that of "
                           "nodes[1] \"hip_g\"\n";
  const std::string out = meshwright({"validate", model}).out;
  EXPECT_NE(out.find(line), out.npos) << out;
  const std::string json = meshwright({"validate", "--json", model}).out;
  EXPECT_NE(json.find("{\"file\":\"" + model +
                      "\",\"code\":\"MDL_NODE_NUMBER_REPEATED\",\"severity\":\"warning\",\"where\":"
                      "\"nodes[2].number\",\"offset\":1519,\"name\":\"neck_g\",\"message\":"),
            json.npos)
      << json;
}

/// A name out of a file cannot reach the terminal's controls, neither as a name nor in a message.
TEST(CliValidate, NamesAreEscaped) {
  const TemporaryFolder folder;
  const std::string model = folder / "creature.mdl";
  ASSERT_EQ(meshwright({"sample", "kotor-mdl", model}).code, 0);
  std::string bytes = read_text(model);
  const std::size_t name = bytes.find("neck_g");
  ASSERT_NE(name, bytes.npos);
  bytes[name] = '\x1b';
  bytes[0x5ef] = 50;  // a number that only the animation has now
  write_text(model, bytes);
  const std::string out = meshwright({"validate", model}).out;
  EXPECT_EQ(out.find('\x1b'), out.npos) << out;
  EXPECT_NE(out.find(".number \"\\x1beck_g\" (0x"), out.npos) << out;
  EXPECT_NE(out.find(": number 2 (\"\\x1beck_g\") is no node of the model"), out.npos) << out;
}

TEST(CliValidate, AFolderEndsWithATotal) {
  const TemporaryFolder folder;
  const std::string room = spoilt_room(folder, 5);
  ASSERT_EQ(meshwright({"sample", "kotor-walkmesh", folder / "sound.wok"}).code, 0);
  const std::string total = folder.path().string() + ": 2 files, 1 error, 5 warnings, 0 infos\n";
  const Outcome outcome = meshwright({"validate", folder.path().string()});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(outcome.out.ends_with("sound.wok: 0 errors, 0 warnings, 0 infos\n" + total)) << outcome.out;
  const Outcome json = meshwright({"validate", "--json", folder.path().string()});
  EXPECT_TRUE(json.out.ends_with("{\"folder\":\"" + folder.path().string() +
                                 "\",\"files\":2,\"errors\":1,\"warnings\":5,\"infos\":0}\n"))
      << json.out;
  // Other verbs find nothing, and one file has its own line.
  EXPECT_EQ(meshwright({"info", folder.path().string()}).out.find(" files, "), std::string::npos);
  EXPECT_EQ(meshwright({"validate", room}).out.find(" files, "), std::string::npos);
}

}  // namespace
}  // namespace mw::test
