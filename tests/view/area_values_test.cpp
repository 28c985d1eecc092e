#include <gtest/gtest.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/core/json_value.h>
#include <meshwright/view/detail/opened_file.h>

#include <cmath>
#include <cstring>

#include "view_fixtures.h"

/// Two rooms, and what is answered of places in them, by value. Room a is a square of 4 x 4 at the origin; b
/// has two triangles apart from each other and one that nobody walks on between them.
namespace mw::view {
namespace {

OpenedFile area() {
  auto files = std::make_shared<DroppedFiles>();
  files->add("area.lyt",
             blob_of("beginlayout\n roomcount 2\n  a 0 0 0\n  b 0 0 0\n trackcount 0\n obstaclecount 0\n"
                     " doorhookcount 0\ndonelayout\n"));
  files->add(
      "a.wok.ascii",
      blob_of("node aabb room\n  position 0 0 0\n  orientation 0 0 0 1\n  verts 4\n    0 0 0\n    4 0 0\n"
              "    4 4 0\n    0 4 0\n  faces 2\n    0 1 2 1 0 0 0 4\n    0 2 3 1 0 0 0 4\nendnode\n"));
  files->add(
      "b.wok.ascii",
      blob_of("node aabb room\n  position 0 0 0\n  orientation 0 0 0 1\n  verts 9\n    10 0 1\n    12 0 1\n"
              "    10 2 1\n    20 0 2\n    22 0 2\n    20 2 2\n    30 0 3\n    32 0 3\n    30 2 3\n"
              "  faces 3\n    0 1 2 1 0 0 0 4\n    3 4 5 1 0 0 0 7\n    6 7 8 1 0 0 0 1\nendnode\n"));
  return {files, "area.lyt"};
}

std::string answer(std::string_view question, std::string_view words = "{}") {
  OpenedFile file = area();
  const auto reply = file.ask(question, parse_json(words).value());
  return reply ? reply->json : to_string(reply.error());
}

TEST(AreaValues, FacesAndIslandsAreCountedOverAllRooms) {
  EXPECT_EQ(answer("ground"), R"({"faces":5,"walkable":4,"islands":3})");
}

/// Each primitive of each room, by its material, with the islands of its triangles; what nobody walks on is
/// on none.
TEST(AreaValues, IslandsAreNumberedThroughAllRooms) {
  OpenedFile file = area();
  const auto reply = file.ask("islands", {});
  ASSERT_TRUE(reply);
  std::vector<std::uint32_t> islands(reply->bytes.size() / 4);
  std::memcpy(islands.data(), reply->bytes.data(), reply->bytes.size());
  std::size_t next = 0;
  std::vector<std::string> told;
  const JsonValue json = parse_json(reply->json).value();
  for (const JsonValue& table : *json.get_if<JsonArray>()) {
    std::string line = *table.find("file")->get_if<std::string>();
    for (std::uint64_t i = 0; i < *table.find("triangles")->get_if<std::uint64_t>(); ++i) {
      ASSERT_LT(next, islands.size());
      line += islands[next] == ~0U ? " none" : " " + std::to_string(islands[next]);
      ++next;
    }
    told.push_back(line);
  }
  EXPECT_EQ(next, islands.size());
  EXPECT_EQ(told, (std::vector<std::string>{"a.wok.ascii 0 0", "b.wok.ascii 2", "b.wok.ascii 1",
                                            "b.wok.ascii none"}));
}

TEST(AreaValues, APlaceIsToldWithItsRoomFaceAndMaterial) {
  EXPECT_EQ(answer("locate", R"({"point":[1,0,-3]})"),
            R"({"place":{"face":1,"room":0,"z":0,"normal":[0,0,1],"material":4,"file":"a.wok.ascii",)"
            R"("material_name":"Stone","walkable":true,"at":[1,3,0],"island":0}})");
  EXPECT_EQ(answer("locate", R"({"point":[20.5,2,-0.5]})"),
            R"({"place":{"face":2,"room":1,"z":2,"normal":[0,0,1],"material":7,"file":"b.wok.ascii",)"
            R"("material_name":"NonWalk","walkable":false,"at":[20.5,0.5,2],"island":null}})");
  EXPECT_EQ(answer("locate", R"({"point":[30.5,3,-0.5]})"),
            R"({"place":{"face":1,"room":1,"z":3,"normal":[0,0,1],"material":1,"file":"b.wok.ascii",)"
            R"("material_name":"Dirt","walkable":true,"at":[30.5,0.5,3],"island":2}})");
  EXPECT_EQ(answer("locate", R"({"point":[15,50,-0.5]})"), R"({"place":null})");
}

/// From 2 above the floor, over the side that two faces share.
TEST(AreaValues, AWayHasItsPointsAndFaces) {
  const JsonValue way = parse_json(answer("path", R"({"from":[3,2,-1],"to":[0,0,-4]})")).value();
  EXPECT_EQ(*way.find("start_on_floor")->get_if<bool>(), true);
  EXPECT_EQ(*way.find("goal_on_floor")->get_if<bool>(), true);
  for (const std::string_view which : {"fast", "exact"}) {
    const JsonValue& path = *way.find(which);
    EXPECT_EQ(*path.find("exact")->get_if<bool>(), which == "exact");
    EXPECT_NEAR(path.find("length")->get_if<JsonReal>()->wide, std::sqrt(18), 1e-9);
    EXPECT_NEAR(path.find("surface_length")->get_if<JsonReal>()->wide, std::sqrt(18), 1e-9);
  }
  const std::string text = answer("path", R"({"from":[3,2,-1],"to":[0,0,-4]})");
  EXPECT_TRUE(text.starts_with(
      R"({"start_on_floor":true,"start_below":2,"goal_on_floor":true,"goal_below":0,"fast":{)"))
      << text;
  EXPECT_TRUE(text.find(R"("fast":{"partial":false,"points":[[3,0,-1],[0,0,-4]],"length":4.2)") != text.npos)
      << text;
  EXPECT_TRUE(text.ends_with(R"("faces":[0,1],"rooms":[0,0],"exact":true,"start_moved":0,"goal_moved":0}})"))
      << text;
}

TEST(AreaValues, NoWayLeadsToAnotherIsland) {
  EXPECT_EQ(
      answer("path", R"({"from":[1,0,-1],"to":[10.5,1,-0.5]})"),
      R"({"start_on_floor":true,"start_below":0,"goal_on_floor":true,"goal_below":0,"fast":null,"exact":null})");
  EXPECT_EQ(
      answer("path", R"({"from":[1,0,-1],"to":[20.5,2,-0.5]})"),
      R"({"start_on_floor":true,"start_below":0,"goal_on_floor":false,"goal_below":0,"fast":null,"exact":null})");
}

}  // namespace
}  // namespace mw::view
