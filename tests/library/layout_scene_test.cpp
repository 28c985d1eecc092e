// A layout as a scene: where its rooms, its hooks and the things of its minigames are.
#include <gtest/gtest.h>
#include <meshwright/formats/registry.h>
#include <meshwright/scene/scene.h>

#include <string>
#include <tuple>

#include "support/documents.h"
#include "support/losses.h"

namespace mw {
namespace {

scene::Scene scene_of(const std::string& text, const OptionValues& options = {}) {
  const ByteSpan bytes = bytes_of(text);
  const auto document = open({.blob = Blob(Bytes(bytes.begin(), bytes.end())), .name = "a.lyt"});
  EXPECT_TRUE(document) << to_string(document.error());
  return document->format().to_scene(*document, {options}).value();
}

std::string layout_with_hook(const std::string& orientation) {
  return "beginlayout\nroomcount 1\nhall 1 2 3\ntrackcount 1\nrail 4 5 6\nobstaclecount 1\nrock 7 8 9\n"
         "doorhookcount 1\nhall door_01 0 10 20 30 " +
         orientation + "\ndonelayout\n";
}

std::string text_of_member(const scene::Node& node, std::string_view name) {
  for (const auto& [key, value] : node.extras)
    if (key == name) return *value.get_if<std::string>();
  return "";
}

TEST(LayoutScene, HasAllThatIsPlaced) {
  const scene::Scene scene = scene_of(layout_with_hook("0.6 0 0 0.8"));
  ASSERT_EQ(scene.nodes.size(), 4U);
  const std::tuple<const char*, const char*, Vec3> expected[] = {{"hall", "room", {1, 3, -2}},
                                                                 {"rail", "track", {4, 6, -5}},
                                                                 {"rock", "obstacle", {7, 9, -8}},
                                                                 {"door_01", "door_hook", {10, 30, -20}}};
  for (std::size_t i = 0; i < 4; ++i) {
    const auto& [name, kind, place] = expected[i];
    EXPECT_EQ(scene.nodes[i].name, name);
    EXPECT_EQ(text_of_member(scene.nodes[i], "kind"), kind);
    EXPECT_EQ(scene.nodes[i].transform.translation, place);
    EXPECT_EQ(scene.nodes[i].role, scene::Role::helper);
  }
  EXPECT_EQ(text_of_member(scene.nodes[3], "room"), "hall");
}

/// The real part is written first, and turns are about the upright axis.
TEST(LayoutScene, TurnsItsHooks) {
  const auto rotation = [](const std::string& orientation, const OptionValues& options = {}) {
    return scene_of(layout_with_hook(orientation), options).nodes.at(3).transform.rotation;
  };
  const auto expect = [](const Quat& q, const Vec4& xyzw) {
    EXPECT_FLOAT_EQ(q.x, xyzw.x);
    EXPECT_FLOAT_EQ(q.y, xyzw.y);
    EXPECT_FLOAT_EQ(q.z, xyzw.z);
    EXPECT_FLOAT_EQ(q.w, xyzw.w);
  };
  expect(rotation("0.6 0 0 0.8"), {0, 0.8F, 0, 0.6F});
  OptionValues raw;
  raw.set("raw-axes");
  expect(rotation("0.6 0 0 0.8", raw), {0, 0, 0.8F, 0.6F});
  expect(rotation("6 0 0 8"), {0, 0.8F, 0, 0.6F});
  expect(rotation("0 0 0 0"), {0, 0, 0, 1});
  expect(rotation("3e38 3e38 0 0"), {0, 0, 0, 1});
}

/// Rooms that cannot be shown are named, however many they are.
TEST(LayoutScene, RoomsThatCannotBeShownAreLosses) {
  const Bytes model = test::written_sample(*find_format("kotor-mdl")).bytes;
  const auto losses = [&](const std::vector<std::string>& damaged) {
    auto beside = std::make_shared<test::GivenNeighbours>();
    for (const std::string& name : damaged)
      beside->files["room:" + name + ".mdl"] = Bytes(model.begin(), model.begin() + 300);
    const ByteSpan text =
        bytes_of("beginlayout\nroomcount 4\nHall 0 0 0\nden 1 0 0\ncave 2 0 0\n**** 0 0 0\ndonelayout\n");
    const auto document =
        open({.blob = Blob(Bytes(text.begin(), text.end())), .name = "a.lyt", .neighbours = beside});
    return test::lines_of(document->format().to_scene(*document, {}).value().losses);
  };
  using Lines = std::vector<std::string>;
  const std::string end = ".mdl: 0x0000012c: names[8]: text without a NUL before the end of the file";
  EXPECT_EQ(losses({}), Lines{"3 rooms have no model beside the layout: Hall, den, cave"});
  EXPECT_EQ(losses({"hall"}), (Lines{"2 rooms have no model beside the layout: den, cave",
                                     "room Hall is left out: room room:hall" + end}));
  EXPECT_EQ(losses({"hall", "den", "cave"}),
            Lines{"3 rooms are left out: Hall, den, cave; the first: room room:hall" + end});
}

/// What many rooms lack alike is told once, and advice for one file does not fit many.
TEST(LayoutScene, WhatItsRoomsLackIsTold) {
  auto beside = std::make_shared<test::GivenNeighbours>();
  const Bytes model = test::written_sample(*find_format("kotor-mdl")).bytes;
  for (const char* name : {"hall", "den"}) beside->files["room:" + std::string(name) + ".mdl"] = model;
  const ByteSpan text = bytes_of("beginlayout\nroomcount 2\nhall 0 0 0\nden 1 0 0\ndonelayout\n");
  const auto document =
      open({.blob = Blob(Bytes(text.begin(), text.end())), .name = "a.lyt", .neighbours = beside});
  const Losses losses = document->format().to_scene(*document, {}).value().losses;
  const auto told = [&](std::string_view code) {
    const auto found = std::ranges::find(losses, code, [](const Loss& loss) { return loss.kind->code; });
    return found == losses.end() ? std::string(code) + " is missing" : to_string(*found);
  };
  EXPECT_EQ(told("SCENE_MESHES_LEFT_OUT"), "left out: 1 collision mesh (--collision) in 2 rooms (hall, den)");
  EXPECT_TRUE(told("MDL_MDX_NOT_FOUND").starts_with("room hall: room:hall.mdx was not found"))
      << told("MDL_MDX_NOT_FOUND");
  EXPECT_TRUE(told("MDL_MDX_NOT_FOUND").ends_with("colours or skins")) << told("MDL_MDX_NOT_FOUND");
  EXPECT_EQ(told("LAYOUT_ROOM_ANIMATIONS_DROPPED"), "2 rooms have animations, which are left out");
}

}  // namespace
}  // namespace mw
