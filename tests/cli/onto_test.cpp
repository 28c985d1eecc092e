#include <gtest/gtest.h>

#include "support/bytes.h"
#include "support/command.h"

namespace mw::test {
namespace {

struct Onto : testing::Test {
  TemporaryFolder folder;
  const std::string room = folder / "room.wok";
  const std::string glb = folder / "room.glb";
  const std::string out = folder / "out.wok";

  void SetUp() override {
    ASSERT_EQ(meshwright({"sample", "kotor-walkmesh", room}).code, 0);
    ASSERT_EQ(meshwright({"convert", room, glb}).code, 0);
  }

  /// Another room's scene: one that fits this room in parts.
  std::string other() const {
    const std::string placeable = folder / "other.pwk";
    EXPECT_EQ(meshwright({"sample", "kotor-walkmesh", placeable}).code, 0);
    EXPECT_EQ(meshwright({"convert", placeable, folder / "other.glb"}).code, 0);
    return folder / "other.glb";
  }
};

TEST_F(Onto, WhatNobodyEditedIsTheOriginal) {
  const Outcome outcome = meshwright({"convert", glb, out, "--onto", room});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(outcome.out.starts_with("nothing changed\n")) << outcome.out;
  EXPECT_EQ(read_bytes(out), read_bytes(room));
}

TEST_F(Onto, TheOriginalMayBeReplaced) {
  const Bytes before = read_bytes(room);
  EXPECT_EQ(meshwright({"convert", glb, room, "--onto", room, "-f"}).code, 0);
  EXPECT_EQ(read_bytes(room), before);
}

TEST_F(Onto, ChangesAreToldAndDryRunWritesNothing) {
  const Outcome outcome = meshwright({"convert", other(), out, "--onto", room, "--dry-run"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("mesh surface: "), std::string::npos) << outcome.out;
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(Onto, ChangesAreInTheJson) {
  EXPECT_NE(meshwright({"convert", "--json", glb, out, "--onto", room}).out.find(",\"changes\":[]}"),
            std::string::npos);
  const std::string json = meshwright({"convert", "--json", other(), out, "--onto", room, "--dry-run"}).out;
  EXPECT_NE(json.find("{\"what\":\"mesh-changed\",\"where\":\"mesh surface\",\"message\":"),
            std::string::npos)
      << json;
}

TEST_F(Onto, SaysWhatHasNoMeaning) {
  EXPECT_EQ(meshwright({"convert", glb, out, "--dry-run"}).err,
            "meshwright: --dry-run has no meaning without --onto\n");
  const Outcome outcome = meshwright({"convert", glb, folder / "out.mdl", "--onto", room});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, "meshwright: " + glb + ": onto: is a kotor-walkmesh, and the output a kotor-mdl\n");
}

}  // namespace
}  // namespace mw::test
