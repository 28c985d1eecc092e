#include <gtest/gtest.h>

#include "support/command.h"

namespace mw {
namespace {

using test::meshwright;
using test::Outcome;
using test::read_text;
using test::TemporaryFolder;

TEST(CliBw2, TheNameOfASampleChoosesAHouseOrASkin) {
  const TemporaryFolder folder;
  ASSERT_EQ(meshwright({"sample", "bw2-bwm", folder / "house.bwm"}).code, 0);
  ASSERT_EQ(meshwright({"sample", "bw2-bwm", folder / "worm.skin.bwm"}).code, 0);
  const std::string house = meshwright({"info", folder / "house.bwm"}).out;
  EXPECT_NE(house.find("Black & White 2 model (v6)"), house.npos) << house;
  EXPECT_NE(house.find("static model (triangle lists)"), house.npos) << house;
  const std::string skin = meshwright({"info", folder / "worm.skin.bwm"}).out;
  EXPECT_NE(skin.find("skin (triangle strips)"), skin.npos) << skin;
  EXPECT_EQ(
      meshwright({"validate", "--fail-on", "warning", folder / "house.bwm", folder / "worm.skin.bwm"}).code,
      0);
  EXPECT_EQ(meshwright({"roundtrip", folder / "house.bwm", folder / "worm.skin.bwm"}).code, 0);
}

TEST(CliBw2, ConvertsBetweenVersionsAndSaysWhatIsLost) {
  const TemporaryFolder folder;
  const std::string house = folder / "house.bwm";
  meshwright({"sample", "bw2-bwm", house});
  const Outcome down = meshwright({"convert", "--bwm-version", "5", house, folder / "five.bwm"});
  EXPECT_EQ(down.code, 0);
  EXPECT_EQ(down.err, "meshwright: " + house + ": lost: 52 cleaves, which version 5 has not\n");
  EXPECT_NE(meshwright({"info", folder / "five.bwm"}).out.find("(v5)"), std::string::npos);
  // By way of JSON too.
  EXPECT_EQ(meshwright({"convert", "--bwm-version", "5", house, folder / "five.json"}).code, 0);
  EXPECT_EQ(meshwright({"convert", folder / "five.json", folder / "again.bwm"}).code, 0);
  EXPECT_EQ(read_text(folder / "again.bwm"), read_text(folder / "five.bwm"));
  EXPECT_EQ(meshwright({"convert", "--bwm-version", "6", folder / "five.json", folder / "six.bwm"}).code, 0);
  EXPECT_EQ(read_text(folder / "six.bwm"), read_text(house));
  EXPECT_EQ(meshwright({"convert", "--bwm-version", "7", house, folder / "seven.bwm"}).code, 2);
}

TEST(CliBw2, OtherFormatsHaveNoSuchVersion) {
  const TemporaryFolder folder;
  const std::string room = folder / "room.wok";
  meshwright({"sample", "kotor-walkmesh", room});
  const Outcome outcome = meshwright({"convert", "--bwm-version", "5", room, folder / "other.wok"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "meshwright: " + room +
                             ": --bwm-version has no meaning when a kotor-walkmesh becomes kotor-walkmesh\n");
}

/// The sections of a .bwm have no choice of order.
TEST(CliBw2, ThereIsNoNewLayout) {
  const TemporaryFolder folder;
  const std::string house = folder / "house.bwm";
  meshwright({"sample", "bw2-bwm", house});
  const Outcome outcome = meshwright({"roundtrip", "--relayout", house});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "meshwright: " + house + ": --relayout has no meaning for a bw2-bwm\n");
}

/// A KotOR walkmesh says "BWM" in its first bytes; neither its name nor that makes it a model.
TEST(CliBw2, FilesAreToldApartByContent) {
  const TemporaryFolder folder;
  meshwright({"sample", "kotor-walkmesh", folder / "room.wok"});
  test::write_text(folder / "room.bwm", read_text(folder / "room.wok"));
  const std::string info = meshwright({"info", folder / "room.bwm"}).out;
  EXPECT_NE(info.find("Knights of the Old Republic walkmesh"), info.npos) << info;
}

TEST(CliBw2, AZeroFilledPlaceholderGetsOneLine) {
  const TemporaryFolder folder;
  const std::string path = folder / "empty.bwm";
  test::write_text(path, std::string(4096, '\0'));
  const Outcome outcome = meshwright({"validate", path});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err,
            "meshwright: " + path + ": 0x00000000: not a known format: all 4096 bytes are zero\n");
}

}  // namespace
}  // namespace mw
