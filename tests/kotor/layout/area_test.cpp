#include <gtest/gtest.h>
#include <meshwright/kotor/detail/area.h>
#include <meshwright/kotor/detail/area_findings.h>
#include <meshwright/kotor/detail/mdl_build.h>
#include <meshwright/kotor/mdl.h>
#include <meshwright/kotor/walkmesh.h>
#include <meshwright/kotor/walkmesh_scene.h>

#include <functional>
#include <limits>
#include <set>

#include "kotor/mdl/fixtures.h"

namespace mw::kotor {
namespace {

using Rooms = std::vector<AreaRoom>;

/// A model whose walkmesh is that of a room, about the room's origin.
mdl::File model_of(const walkmesh::File& wok, const Vec3& room) {
  mdl::File model = mdl::sample({});
  for (mdl::Node& node : model.nodes)
    if (node.mesh) node.mesh->aabb = {};
  std::size_t row = 0;
  while (!model.nodes[row].mesh) ++row;
  mdl::Mesh& mesh = *model.nodes[row].mesh;
  mesh.vertices.clear();
  mesh.faces.assign(wok.faces.size(), {});
  mesh.vertices.assign(wok.vertices.begin(), wok.vertices.end());
  for (Vec3& vertex : mesh.vertices) vertex -= room;
  for (std::size_t face = 0; face < wok.faces.size(); ++face) {
    mesh.faces[face].material = wok.materials[face];
    for (std::size_t i = 0; i < 3; ++i) mesh.faces[face].vertices[i] = std::uint16_t(wok.faces[face][i]);
  }
  mesh.aabb = mdl::build_aabb(mesh);
  const Vec3 node = walkmesh::from_model(model)->file.header.position;
  for (Vec3& vertex : mesh.vertices) vertex -= node;
  mesh.aabb = mdl::build_aabb(mesh);
  return model;
}

/// The sample with a model for each room, wherever the node of the model's sample is.
Rooms sample_area() {
  const Layout layout = read_layout(sample_layout()).value();
  Rooms rooms;
  for (std::size_t row = 0; row < layout.rooms.size(); ++row) {
    AreaRoom& room = rooms.emplace_back(AreaRoom{layout.rooms[row].name, layout.rooms[row].position});
    room.wok = sample_room(row);
    room.model = model_of(*room.wok, room.position);
  }
  return rooms;
}

std::vector<std::string> findings_of(const Rooms& rooms, std::string_view code = "") {
  Findings findings;
  validate_area(rooms, findings);
  std::vector<std::string> lines;
  for (const Finding& finding : findings.all())
    if (code.empty() || finding.kind->code == code)
      lines.push_back((code.empty() ? std::string(finding.kind->code) + " " : "") + finding.where + ": " +
                      finding.message);
  return lines;
}

void move(Rooms& rooms, std::size_t row, float by) {
  for (Vec3& vertex : rooms[row].wok->vertices) vertex.y += by;
}

struct Case {
  std::string_view code;
  std::function<void(Rooms&)> trigger;
  std::string finding;
  std::function<void(Rooms&)> near_miss;
};

const Case kCases[] = {
    {"LAYOUT_ROOM_REPEATED", [](Rooms& r) { r[2].name = "SAMPLE_01"; },
     "rooms[2]: \"SAMPLE_01\" is also row 0", [](Rooms& r) { r[0].name = r[2].name = "****"; }},
    {"LAYOUT_WALKMESH_MISSING", [](Rooms& r) { r[1].wok.reset(); },
     "rooms[1]: there is no sample_02.wok beside the layout",
     [](Rooms& r) {
       r[1].wok.reset();
       r[1].name = "****";
     }},
    {"LAYOUT_MODEL_MISSING", [](Rooms& r) { r[1].model.reset(); },
     "rooms[1]: there is no sample_02.mdl beside the layout", [](Rooms& r) { r[1].wok.reset(); }},
    {"LAYOUT_WALKMESH_OUT_OF_PLACE", [](Rooms& r) { r[1].position.x += 0.5F; },
     "rooms[1]: its lowest corner is 0.5 units from where model and layout put it",
     [](Rooms& r) { r[1].position.x += 0.0625F; }},
    {"LAYOUT_WALKMESH_NOT_OF_THE_MODEL", [](Rooms& r) { r[1].wok->materials[3] = 5; },
     "rooms[1]: 1 of 8 faces are not those of the walkmesh inside the model",
     [](Rooms& r) { r[1].wok->vertices[4].z += 0.005F; }},
    {"LAYOUT_TRANSITION_ROOM_MISSING",
     [](Rooms& r) {
       for (walkmesh::Edge& edge : r[1].wok->edges)
         if (edge.transition == 2) edge.transition = 3;
     },
     "rooms[1]: sample_02 leads over 2 edges to room 3, but there are 3 rooms",
     [](Rooms& r) {
       for (walkmesh::Edge& edge : r[1].wok->edges)
         if (edge.transition == 2) edge.transition = 1;
     }},
    {"LAYOUT_TRANSITION_ROOM_TAKEN_OUT", [](Rooms& r) { r[2].name = "****"; },
     "rooms[1]: sample_02 leads over 2 edges to room 2, which was taken out of the layout",
     [](Rooms& r) { r[2].wok.reset(); }},
    {"LAYOUT_POSITION_NOT_FINITE",
     [](Rooms& r) { r[1].position.y = std::numeric_limits<float>::quiet_NaN(); },
     "rooms[1]: sample_02 is nowhere: its position is not finite", [](Rooms& r) { r[1].position.y = 1e30F; }},
    {"LAYOUT_ROOM_UNREADABLE", [](Rooms& r) { r[1].unreadable = {"b.wok: 0x00000008: cut short"}; },
     "rooms[1]: b.wok: 0x00000008: cut short", [](Rooms& r) { r[1].wok.reset(); }},
    {"LAYOUT_TRANSITION_NOT_MET", [](Rooms& r) { move(r, 2, 0.02F); },
     "rooms[1]: 2 of 2 edges of sample_02 that lead to room 2 (sample_03) meet none of its edges",
     [](Rooms& r) { move(r, 2, 0.005F); }},
    {"LAYOUT_TRANSITION_MISSING",
     [](Rooms& r) {
       for (walkmesh::Edge& edge : r[0].wok->edges) edge.transition = -1;
     },
     "rooms[0]: sample_01 meets sample_02 along 2 edges, but has no transition to it there",
     [](Rooms& r) {
       for (walkmesh::Edge& edge : r[0].wok->edges) edge.transition = -1;
       move(r, 0, 1);
     }},
    {"LAYOUT_AREA_NOT_CONNECTED", [](Rooms& r) { move(r, 2, 1); },
     "rooms: 2 separate islands, of 16, 8 faces", [](Rooms& r) { r.pop_back(); }},
};

TEST(Area, TheSampleIsSound) {
  EXPECT_EQ(findings_of(sample_area()), std::vector<std::string>{});
}

TEST(Area, OneEdgeIsNotCalledEdges) {
  Rooms rooms = sample_area();
  for (walkmesh::Edge& edge : rooms[1].wok->edges)
    if (edge.transition == 2) {
      edge.transition = 3;
      break;
    }
  EXPECT_EQ(
      findings_of(rooms, "LAYOUT_TRANSITION_ROOM_MISSING"),
      std::vector<std::string>{"rooms[1]: sample_02 leads over 1 edge to room 3, but there are 3 rooms"});
}

TEST(Area, EveryCodeHasATriggerAndANearMiss) {
  std::set<std::string_view> tried;
  for (const Case& each : kCases) {
    SCOPED_TRACE(each.code);
    tried.insert(each.code);
    Rooms rooms = sample_area();
    each.trigger(rooms);
    const auto found = findings_of(rooms, each.code);
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0], each.finding);
    Rooms others = sample_area();
    each.near_miss(others);
    EXPECT_EQ(findings_of(others, each.code), std::vector<std::string>{});
  }
  for (const FindingKind& kind : area_finding_kinds()) EXPECT_TRUE(tried.contains(kind.code)) << kind.code;
}

/// A walkmesh that lacks faces of the model is not that of the model either.
TEST(Area, FacesThatTheWalkmeshLacksAreCounted) {
  Rooms rooms = sample_area();
  walkmesh::File& wok = *rooms[1].wok;
  ASSERT_EQ(wok.faces.size(), 8U);
  wok.faces.resize(6);
  wok.materials.resize(6);
  EXPECT_EQ(
      findings_of(rooms, "LAYOUT_WALKMESH_NOT_OF_THE_MODEL"),
      std::vector<std::string>{"rooms[1]: 2 of 8 faces are not those of the walkmesh inside the model"});
}

/// A row that was taken out exists, but there is nothing of it to meet.
TEST(Area, ATakenOutRoomIsToldAsSuchAndNothingElse) {
  Rooms rooms = sample_area();
  rooms[2].name = "****";
  EXPECT_EQ(findings_of(rooms, "LAYOUT_TRANSITION_ROOM_MISSING"), std::vector<std::string>{});
  EXPECT_EQ(findings_of(rooms, "LAYOUT_TRANSITION_NOT_MET"), std::vector<std::string>{});
}

/// Of a room that cannot be read, no other file is said to be missing.
TEST(Area, AnUnreadableRoomIsNotMissingToo) {
  Rooms rooms = sample_area();
  rooms[1].unreadable = {"a", "b"};
  rooms[1].wok.reset();
  EXPECT_EQ(findings_of(rooms, "LAYOUT_ROOM_UNREADABLE"),
            (std::vector<std::string>{"rooms[1]: a", "rooms[1]: b"}));
  EXPECT_EQ(findings_of(rooms, "LAYOUT_WALKMESH_MISSING"), std::vector<std::string>{});
}

}  // namespace
}  // namespace mw::kotor
