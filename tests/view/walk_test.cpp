// What the page answers of an area is what the command answers of it: where rooms lie, what is at a place,
// and how to walk.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/core/json_value.h>
#include <meshwright/core/neighbours.h>
#include <meshwright/formats/surface.h>
#include <meshwright/formats/surface_query.h>
#include <meshwright/scene/axes.h>
#include <meshwright/view/detail/opened_file.h>

#include "view_fixtures.h"

namespace mw::view {
namespace {

/// A floor of 4 by 4.
struct Placed {
  std::string name;
  Vec3 corner{0};    // its least one, in the file
  Vec3 position{0};  // in the layout
};

using Rooms = std::vector<Placed>;

std::string walkmesh_of(const Placed& room) {
  std::string text = "node aabb room\n  position 0 0 0\n  orientation 0 0 0 1\n  verts 4\n";
  for (const Vec3& corner : {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(4, 4, 0), Vec3(0, 4, 0)}) {
    const Vec3 at = room.corner + corner;
    text += fmt::format("    {} {} {}\n", at.x, at.y, at.z);
  }
  return text + "  faces 2\n    0 1 2 1 0 0 0 4\n    0 2 3 1 0 0 0 4\nendnode\n";
}

std::string layout_of(const Rooms& rooms) {
  std::string text = fmt::format("beginlayout\n roomcount {}\n", rooms.size());
  for (const Placed& room : rooms)
    text += fmt::format("  {} {} {} {}\n", room.name, room.position.x, room.position.y, room.position.z);
  return text + " trackcount 0\n obstaclecount 0\n doorhookcount 0\ndonelayout\n";
}

std::string file_of(const Placed& room) {
  return room.name + ".wok.ascii";
}

/// A layout that the user of the command names.
class NamedLayout : public Neighbours {
 public:
  explicit NamedLayout(const Rooms& rooms) : blob_(blob_of(layout_of(rooms))) {}

  Result<std::optional<Neighbour>> find(const NeighbourKind& kind, const std::string& /*name*/) override {
    if (kind.name != "layout") return std::nullopt;
    return Neighbour{.file = "area.lyt", .load = [blob = blob_] { return blob; }};
  }
  std::string place(const NeighbourKind& kind) const override {
    return kind.name == "layout" ? "area.lyt" : "";
  }

 private:
  Blob blob_;
};

Surface command_surface(const Rooms& rooms) {
  std::vector<Document> documents;
  for (const Placed& room : rooms)
    documents.push_back(open({.blob = blob_of(walkmesh_of(room)),
                              .name = file_of(room),
                              .neighbours = std::make_shared<NamedLayout>(rooms)})
                            .value());
  return join_surfaces(documents).value();
}

OpenedFile page_of(const Rooms& rooms) {
  auto files = std::make_shared<DroppedFiles>();
  files->add("area.lyt", blob_of(layout_of(rooms)));
  for (const Placed& room : rooms) files->add(file_of(room), blob_of(walkmesh_of(room)));
  return {files, "area.lyt"};
}

double number_in(const JsonValue& value) {
  if (const auto* real = value.get_if<JsonReal>()) return real->wide;
  if (const auto* number = value.get_if<std::int64_t>()) return double(*number);
  return double(*value.get_if<std::uint64_t>());
}

Vec3 vector_in(const JsonValue& value) {
  const JsonArray& list = *value.get_if<JsonArray>();
  return {number_in(list[0]), number_in(list[1]), number_in(list[2])};
}

std::string in_scene(const Vec3& point) {
  const Vec3 at = scene::Axes::z_up().point(point);
  return fmt::format("[{},{},{}]", at.x, at.y, at.z);
}

/// By what the page draws, and by the corners of the command's faces.
void expect_places(const Rooms& rooms, OpenedFile& page, const Surface& surface, bool moved) {
  EXPECT_EQ(surface.moved, moved);
  const JsonValue area = asked(page, "area");
  const JsonArray& drawn = *area.find("rooms")->get_if<JsonArray>();
  ASSERT_EQ(drawn.size(), rooms.size());
  for (std::size_t i = 0; i < rooms.size(); ++i) {
    const Vec3 shift = moved ? rooms[i].position : Vec3(0);
    EXPECT_EQ(vector_in(*drawn[i].find("position")), scene::Axes::z_up().point(shift));
    EXPECT_EQ(surface.mesh.positions[surface.parts[i].first_position], rooms[i].corner + shift);
  }
}

void expect_located(OpenedFile& page, const Surface& surface, const Vec3& point) {
  const auto expected = locate(surface, {point, true});
  const JsonValue answer = asked(page, "locate", fmt::format(R"({{"point":{}}})", in_scene(point)));
  const JsonValue& place = *answer.find("place");
  ASSERT_EQ(place.find("face") != nullptr, expected.has_value()) << point.x;
  if (!expected) return;
  EXPECT_EQ(number_in(*place.find("face")), surface.faces[expected->face]);
  EXPECT_EQ(vector_in(*place.find("normal")), surface.normal(expected->face));
  EXPECT_EQ(number_in(*place.find("z")), expected->z);
  EXPECT_EQ(*place.find("file")->get_if<std::string>(),
            fmt::format("{}.wok.ascii", char('a' + int(surface.rooms[expected->face]))));
}

std::vector<std::uint32_t> numbers_in(const JsonValue& list) {
  std::vector<std::uint32_t> numbers;
  for (const JsonValue& each : *list.get_if<JsonArray>()) numbers.push_back(std::uint32_t(number_in(each)));
  return numbers;
}

std::vector<std::uint32_t> numbers_of(const std::vector<std::uint32_t>& faces,
                                      const std::vector<std::uint32_t>& table) {
  std::vector<std::uint32_t> numbers;
  for (const std::uint32_t face : faces) numbers.push_back(table[face]);
  return numbers;
}

void expect_path(OpenedFile& page, const Surface& surface, const Vec3& from, const Vec3& to) {
  const JsonValue answer =
      asked(page, "path", fmt::format(R"({{"from":{},"to":{}}})", in_scene(from), in_scene(to)));
  for (const bool exact : {false, true}) {
    const PathAnswer way = find_path(WalkSurface(surface), {from, true}, {to, true}, {.exact = exact});
    const JsonValue* path = answer.find(exact ? "exact" : "fast");
    ASSERT_EQ(path->find("length") != nullptr, way.path.has_value());
    if (!way.path) continue;
    EXPECT_EQ(number_in(*path->find("length")), way.path->length);
    EXPECT_EQ(path->find("points")->get_if<JsonArray>()->size(), way.path->points.size());
    EXPECT_EQ(numbers_in(*path->find("faces")), numbers_of(way.path->faces, surface.faces));
    if (surface.parts.size() > 1)
      EXPECT_EQ(numbers_in(*path->find("rooms")), numbers_of(way.path->faces, surface.rooms));
  }
}

/// Questions at the middles of all rooms, wherever they may lie, and between them.
void expect_same_answers(const Rooms& rooms, bool moved) {
  OpenedFile page = page_of(rooms);
  const Surface surface = command_surface(rooms);
  expect_places(rooms, page, surface, moved);
  std::vector<Vec3> points;
  for (const Placed& room : rooms)
    for (const Vec3& shift : {Vec3(0), room.position})
      points.push_back(room.corner + Vec3(2.5, 1, 0) + shift);
  for (const Vec3& point : points) {
    expect_located(page, surface, point);
    for (const Vec3& other : points) expect_path(page, surface, point, other);
  }
}

TEST(WalkedArea, RoomsThatMeetAsStoredStay) {
  expect_same_answers({{"a", {0, 0, 0}, {100, 0, 0}}, {"b", {4, 0, 0}, {200, 0, 0}}}, false);
}

TEST(WalkedArea, RoomsThatMeetInTheLayoutAreMoved) {
  expect_same_answers({{"a", {0, 0, 0}, {100, 0, 0}}, {"b", {0, 0, 0}, {104, 0, 0}}}, true);
}

/// Nowhere do two rooms meet: they lie where their positions say, or about their own origins.
TEST(WalkedArea, RoomsThatMeetNowhereAreMovedIfTheyAreAboutTheirOrigins) {
  expect_same_answers({{"a", {-2, -2, 0}, {10, 0, 0}}, {"b", {-2, -2, 0}, {30, 0, 0}}}, true);
  expect_same_answers({{"a", {8, -2, 0}, {10, 0, 0}}, {"b", {28, -2, 0}, {30, 0, 0}}}, false);
  expect_same_answers({{"a", {-2, -1, 0}, {10, 0, 0}}}, true);
  expect_same_answers({{"a", {8, -1, 0}, {10, 0, 0}}}, false);
}

/// All are moved or none: the distances of all of them decide.
TEST(WalkedArea, RoomsThatMeetNowhereAreMovedTogether) {
  expect_same_answers({{"a", {-2, -2, 0}, {10, 0, 0}}, {"b", {28, -2, 0}, {30, 0, 0}}}, false);
  expect_same_answers({{"a", {-2, -2, 0}, {30, 0, 0}}, {"b", {8, -2, 0}, {10, 0, 0}}}, true);
}

TEST(WalkedArea, RoomsThatMeetEitherWayAreMovedIfTheyAreAboutTheirOrigins) {
  expect_same_answers({{"a", {-4, 0, 0}, {50, 0, 0}}, {"b", {0, 0, 0}, {50, 0, 0}}}, true);
  expect_same_answers({{"a", {46, 0, 0}, {50, 0, 0}}, {"b", {50, 0, 0}, {50, 0, 0}}}, false);
}

TEST(WalkedArea, RoomsAsFarFromTheirPositionsAsFromTheOriginStay) {
  expect_same_answers({{"a", {0, 0, 0}, {4, 4, 0}}}, false);
  expect_same_answers({{"a", {0, 0, 0}, {0, 0, 0}}, {"b", {10, 0, 0}, {0, 0, 0}}}, false);
}

TEST(WalkedArea, AMovedRoomTakesItsTreeAlong) {
  const Surface surface = command_surface({{"a", {-2, -1, 0}, {10, 0, 0}}});
  ASSERT_FALSE(surface.tree.empty());
  for (const float x : {8.25F, 11.75F}) {
    const RayQuestion ray{.from = {x, 0, 1}, .direction = {0, 0, -1}, .stored_tree = true};
    EXPECT_TRUE(first_hit(surface, ray).value()) << x;
  }
}

/// The page says so too, and draws it without a floor.
TEST(WalkedArea, ACrateIsNoRoom) {
  auto files = std::make_shared<DroppedFiles>();
  const Placed a{"a"};
  files->add("area.lyt", blob_of(layout_of({a, {"b", {}, {4, 0, 0}}})));
  files->add("a.wok.ascii", blob_of(walkmesh_of(a)));
  files->add("b.pwk.ascii", blob_of(walkmesh_of(a)));
  OpenedFile area(files, "area.lyt");
  EXPECT_EQ(area.ask("ground", {})->json, R"({"faces":2,"walkable":2,"islands":1})");
  const JsonValue about = asked(area, "about");
  const JsonArray& losses = *about.find("losses")->get_if<JsonArray>();
  ASSERT_EQ(losses.size(), 1U);
  EXPECT_EQ(*losses[0].find("message")->get_if<std::string>(),
            "b.pwk.ascii has no floor to walk on: is no room of an area");
}

}  // namespace
}  // namespace mw::view
