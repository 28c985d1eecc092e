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
            first + plane_line(room) + room +
                ": warning WALKMESH_DISTANCE_MISMATCH: … and 2 more (--all shows them)\n" + totals);
  EXPECT_EQ(meshwright({"validate", "--all", room}).out, first + distance_line(room, "3", "0x0000146c") +
                                                             distance_line(room, "4", "0x00001470") +
                                                             plane_line(room) + totals);
}

TEST(CliValidate, ThreeOfAKindAreNotCounted) {
  const TemporaryFolder folder;
  const std::string room = spoilt_room(folder, 3);
  EXPECT_EQ(meshwright({"validate", room}).out, meshwright({"validate", "--all", room}).out);
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

}  // namespace
}  // namespace mw::test
