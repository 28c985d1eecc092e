#include <gtest/gtest.h>
#include <meshwright/core/bytes.h>
#include <meshwright/kotor/layout.h>

#include "support/cases/text_cases.h"

namespace mw::kotor {
namespace {

constexpr std::string_view kLayoutText =
    "#MAXLAYOUT ASCII\n"
    "filedependancy m01.max\n"
    "beginlayout\n"
    "   roomcount 2\n"
    "      M01_01a 225.5 44.99 -1.0\n"
    "\t  **** 0.0 0.0 4.2e-007\n"
    "   trackcount 1\n"
    "      M01_MGT01 1 2 3\n"
    "   obstaclecount 1\n"
    "      M01_MGO01 4 5 6\n"
    "   doorhookcount 1\n"
    "      M01_01a door_17 0 190.45 55.0 3.0 0.5 0.25 0.0 -0.75\n"
    "donelayout\n";

TEST(Layout, IsRead) {
  const auto layout = read_layout(kLayoutText);
  ASSERT_TRUE(layout) << to_string(layout.error());
  ASSERT_EQ(layout->rooms.size(), 2U);
  EXPECT_EQ(layout->rooms[0].name, "M01_01a");
  EXPECT_EQ(layout->rooms[0].position, Vec3(225.5F, 44.99F, -1));
  EXPECT_EQ(layout->rooms[1].name, "****");
  EXPECT_EQ(layout->rooms[1].position.z, 4.2e-7F);
  ASSERT_EQ(layout->tracks.size(), 1U);
  EXPECT_EQ(layout->tracks[0].position, Vec3(1, 2, 3));
  ASSERT_EQ(layout->obstacles.size(), 1U);
  EXPECT_EQ(layout->obstacles[0].name, "M01_MGO01");
  ASSERT_EQ(layout->door_hooks.size(), 1U);
  EXPECT_EQ(layout->door_hooks[0].room, "M01_01a");
  EXPECT_EQ(layout->door_hooks[0].name, "door_17");
  EXPECT_EQ(layout->door_hooks[0].position, Vec3(190.45F, 55, 3));
  EXPECT_EQ(layout->door_hooks[0].orientation, Vec4(0.5F, 0.25F, 0, -0.75F));
}

TEST(Layout, RoomsAreFoundInAnyCase) {
  const auto layout = read_layout(kLayoutText);
  EXPECT_EQ(layout->find_room("m01_01A"), 0U);
  EXPECT_EQ(layout->find_room("****"), 1U);
  EXPECT_EQ(layout->find_room("m01_02a"), std::nullopt);
}

TEST(Layout, IsRecognisedByItsFirstLines) {
  EXPECT_TRUE(is_layout(kLayoutText));
  EXPECT_TRUE(is_layout(test::with_line_ends(kLayoutText, "\r\n")));
  EXPECT_FALSE(is_layout("roomcount 2\ndonelayout\n"));
  EXPECT_FALSE(is_layout(test::repeated("a\n", 16) + "beginlayout\n"));
}

TEST(Layout, EveryCutFails) {
  test::for_every_cut(kLayoutText, [](const Bytes& bytes) {
    // Without its last line end nothing is missing.
    EXPECT_EQ(read_layout(text_of(bytes)).has_value(), bytes.size() + 1 >= kLayoutText.size())
        << bytes.size();
  });
}

TEST(Layout, SaysWhatIsWrong) {
  const auto message = [](std::string_view text) {
    const auto layout = read_layout(text);
    return layout ? "fine" : to_string(layout.error());
  };
  EXPECT_EQ(message(""), "line 1, column 1: layout: no beginlayout in its first 16 lines");
  EXPECT_EQ(message("beginlayout\nroomcount 2\n a 1 2 3\ntrackcount 0\ndonelayout"),
            "line 4, column 1: room[1]: expected 2 lines of rooms, got 1 before \"trackcount\"");
  EXPECT_EQ(message("beginlayout\nroomcount 3\n a 1 2 3\n b 1 2 3\ndonelayout"),
            "line 5, column 1: room[2]: expected 3 lines of rooms, got 2 before \"donelayout\"");
  EXPECT_EQ(message("beginlayout\nroomcount 1\n a 1 2\ndonelayout"),
            "line 3, column 7: position: a number is missing");
  EXPECT_EQ(message("beginlayout\nroomcount 0\nb 1 2 3\ndonelayout"),
            "line 3, column 1: layout: \"b\" is no list of a layout");
  EXPECT_EQ(message("beginlayout\nroomcount 0\n"), "line 3, column 1: donelayout: the text ends here");
}

TEST(Layout, IsReadInLinearTime) {
  const auto text = [](std::size_t rooms) {
    return "beginlayout\nroomcount " + std::to_string(rooms) + "\n" + test::repeated("room 1 2 3\n", rooms) +
           "donelayout\n";
  };
  test::expect_linear_time(text, [](const std::string& layout) { EXPECT_TRUE(read_layout(layout)); }, 2000);
}

}  // namespace
}  // namespace mw::kotor
