#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/formats/plan.h>

#include <cstdio>
#include <limits>
#include <random>
#include <set>
#include <sstream>

#include "library/walkmesh_documents.h"

namespace mw::test {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

std::string map_of(const walkmesh::File& file) {
  const Document room = opened(file);
  return draw_plan({&room, 1}).value().svg;
}

std::size_t count(std::string_view text, std::string_view word) {
  std::size_t found = 0;
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++found;
  return found;
}

/// The sides of a row of a floor's southern border lead to rooms.
void set_transitions(walkmesh::File& file, const std::vector<std::int32_t>& south) {
  for (walkmesh::Edge& edge : file.edges) {
    const geometry::Corners& face = file.faces[edge.edge / 3];
    const Vec3 a = file.vertices[face[edge.edge % 3]];
    const Vec3 b = file.vertices[face[(edge.edge + 1) % 3]];
    if (a.y == 0 && b.y == 0) edge.transition = south[std::size_t(std::min(a.x, b.x))];
  }
}

TEST(Plan, EveryDoorHasOneArrow) {
  walkmesh::File file = room_of(floor(6));
  set_transitions(file, {3, 3, -1, 3, 5, 5});
  const std::string map = map_of(file);
  EXPECT_EQ(count(map, "class=\"door\""), 3U);
  EXPECT_EQ(count(map, "class=\"arrow\""), 3U);
  EXPECT_EQ(count(map, ">room 3<"), 2U);
  EXPECT_EQ(count(map, ">room 5<"), 1U);
}

/// Down is south on the map. The floor lies from 0 to 3 on both axes, away from the drawing's corner.
TEST(Plan, ArrowsLeadOutOfTheRoom) {
  walkmesh::File file = room_of(floor(3));
  for (walkmesh::Edge& edge : file.edges) {
    const geometry::Corners& face = file.faces[edge.edge / 3];
    const Vec3 middle =
        (file.vertices[face[edge.edge % 3]] + file.vertices[face[(edge.edge + 1) % 3]]) * 0.5F;
    if (middle == Vec3(1.5F, 0, 0)) edge.transition = 0;
    if (middle == Vec3(3, 1.5F, 0)) edge.transition = 1;
    if (middle == Vec3(1.5F, 3, 0)) edge.transition = 2;
    if (middle == Vec3(0, 1.5F, 0)) edge.transition = 3;
  }
  std::set<std::string> ways;
  const std::string map = map_of(file);
  const std::string_view begin = "class=\"arrow\" d=\"M";
  for (auto at = map.find(begin); at != map.npos; at = map.find(begin, at + 1)) {
    double x[2] = {};
    double y[2] = {};
    ASSERT_EQ(std::sscanf(map.c_str() + at + begin.size(), "%lf %lfL%lf %lf", &x[0], &y[0], &x[1], &y[1]), 4);
    ways.insert(fmt::format("{:.0f} {:.0f}", x[1] - x[0], y[1] - y[0]));
  }
  EXPECT_EQ(ways, (std::set<std::string>{"26 0", "-26 0", "0 26", "0 -26"}));
}

/// Margins of 60 around a map of 860 below a heading of 64, and two lines of 18 for the scale.
TEST(Plan, TheListStandsBelowTheMap) {
  walkmesh::File file = room_of(floor(2));
  file.materials[0] = 99;
  const std::string map = map_of(file);
  EXPECT_EQ(count(map, "y=\"1084\" font-weight=\"600\">Findings: "), 1U)
      << map.substr(map.find("Findings") - 80, 90);
}

/// Two squares apart, of two faces of one size each: the letter stands on the first of them. 860 is the
/// length of 4 units.
TEST(Plan, AnIslandIsMarkedOnTheFirstOfItsLargestFaces) {
  walkmesh::Mesh mesh = floor(1);
  const walkmesh::Mesh other = floor(1, 3);
  for (auto triangle : other.triangles) {
    for (std::uint32_t& corner : triangle.corners) corner += std::uint32_t(mesh.vertices.size());
    mesh.triangles.push_back(triangle);
  }
  mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
  const std::string map = map_of(room_of(mesh));
  EXPECT_EQ(count(map, "<rect x=\"228.3"), 1U);
  EXPECT_EQ(count(map, "<rect x=\"873.3"), 1U);
}

/// An edge list may name faces with corners that are not there, and sides without a length.
TEST(Plan, DamagedDoorsAreLeftOut) {
  walkmesh::File file = room_of(floor(2));
  set_transitions(file, {3, 4});
  ASSERT_EQ(count(map_of(file), "class=\"arrow\""), 2U);
  walkmesh::File damaged = file;
  for (geometry::Corners& face : damaged.faces) face[2] = 9999;
  EXPECT_EQ(count(map_of(damaged), "class=\"arrow\""), 0U);
  damaged = file;
  for (Vec3& vertex : damaged.vertices)
    if (vertex.y == 0) vertex.x = kNan;
  EXPECT_EQ(count(map_of(damaged), "class=\"arrow\""), 0U);
  for (const char* number : {"\"nan", "Mnan", "Lnan"}) EXPECT_EQ(count(map_of(damaged), number), 0U);
  damaged = file;
  for (Vec3& vertex : damaged.vertices) vertex = Vec3(1);
  EXPECT_EQ(count(map_of(damaged), "class=\"arrow\""), 0U);
  EXPECT_EQ(count(map_of(damaged), "class=\"door\""), 0U);
  damaged = file;
  for (walkmesh::Edge& edge : damaged.edges) edge.edge += 3 * std::uint32_t(file.faces.size());
  EXPECT_EQ(count(map_of(damaged), "class=\"door\""), 0U);
}

TEST(Plan, MutantsAreDrawnOrRefused) {
  const Bytes sound = walkmesh::write(walkmesh::sample(walkmesh::Sample::room)).value();
  std::mt19937 random(16);
  int drawn = 0;
  for (int i = 0; i < 400; ++i) {
    Bytes bytes = sound;
    for (int j = 0; j < 8; ++j) {
      // Not the header, most of whose changes make a file that cannot be read.
      const std::size_t at = 0x88 + random() % (bytes.size() - 0x88);
      bytes[at] = std::byte(random());
    }
    const auto room = open({.blob = Blob(bytes), .name = "a.wok"});
    if (!room) continue;
    const auto plan =
        draw_plan({&*room, 1}, {.way = PlanOptions::Ends{{.at = Vec3(1)}, {.at = Vec3(9, 1, 0)}}});
    ASSERT_TRUE(plan);
    EXPECT_TRUE(plan->svg.ends_with("</svg>\n"));
    ++drawn;
  }
  EXPECT_GT(drawn, 300);
}

TEST(Plan, PartOfAWaySaysThatItIsOne) {
  walkmesh::Mesh both = floor(3);
  const auto first = std::uint32_t(both.vertices.size());
  for (const Vec3& vertex : floor(3, 10).vertices) both.vertices.push_back(vertex);
  for (walkmesh::Mesh::Triangle triangle : floor(3, 10).triangles) {
    for (std::uint32_t& corner : triangle.corners) corner += first;
    both.triangles.push_back(triangle);
  }
  const Document room = opened(room_of(both));
  PlanOptions options{.way = PlanOptions::Ends{{.at = Vec3(1, 1, 0)}, {.at = Vec3(12, 1, 0)}}};
  Plan plan = draw_plan({&room, 1}, options).value();
  EXPECT_FALSE(plan.has_way);
  EXPECT_FALSE(plan.partial);
  EXPECT_EQ(count(plan.svg, "class=\"way\""), 0U);
  options.how.partial = true;
  plan = draw_plan({&room, 1}, options).value();
  EXPECT_TRUE(plan.has_way);
  EXPECT_TRUE(plan.partial);
  EXPECT_EQ(count(plan.svg, ">part of the way: 2.0 units<"), 1U);
  options.way->to = {.at = Vec3(2, 1, 0)};
  plan = draw_plan({&room, 1}, options).value();
  EXPECT_TRUE(plan.has_way);
  EXPECT_FALSE(plan.partial);
  EXPECT_EQ(count(plan.svg, ">1.0 units<"), 1U);
}

/// The corners of the way that is drawn, in dots of the picture.
std::vector<double> way_in(const std::string& svg) {
  const std::string begin = "class=\"way\" points=\"";
  std::istringstream text(svg.substr(svg.find(begin) + begin.size()));
  std::vector<double> numbers;
  for (double number = 0; text >> number;) {
    numbers.push_back(number);
    if (text.peek() == ',') text.get();
  }
  return numbers;
}

TEST(Plan, AWayIsDrawnWhereItLeads) {
  const Document room = opened(room_of(floor(4)));
  const auto drawn = [&](float y) {
    const PlanOptions options{.way = PlanOptions::Ends{{.at = Vec3(1, y, 0)}, {.at = Vec3(3, y, 0)}}};
    return way_in(draw_plan({&room, 1}, options)->svg);
  };
  const auto low = drawn(1);
  const auto high = drawn(3);
  ASSERT_EQ(low.size(), 4U);
  ASSERT_EQ(high.size(), 4U);
  EXPECT_GT(low[2], low[0] + 10) << "x goes to the right";
  EXPECT_NEAR(low[1] - high[1], low[2] - low[0], 0.2) << "y goes up, and as far";
  EXPECT_NEAR(low[1], low[3], 0.2);
}

/// Of every table that lies on the surface: a vertex, a face, a side, a box, a loop.
TEST(Plan, FindingsAreMarkedWhereTheyAre) {
  walkmesh::File file = room_of(floor(4));
  EXPECT_EQ(count(map_of(file), ">1</text>"), 0U);
  const auto marked = [&](const std::function<void(walkmesh::File&)>& damage) {
    walkmesh::File damaged = file;
    damage(damaged);
    const std::string map = map_of(damaged);
    EXPECT_GE(count(map, ">Findings: "), 1U);
    return count(map, ">1</text>");
  };
  EXPECT_EQ(marked([](auto& f) { f.normals[3] = Vec3(1, 0, 0); }), 1U);
  EXPECT_EQ(marked([](auto& f) {
              std::ranges::find_if(f.aabb, [](const auto& node) { return node.face == 5; })->box_min =
                  Vec3(9);
            }),
            1U);
  EXPECT_EQ(marked([](auto& f) { f.edges[2].transition = -7; }), 1U);
  EXPECT_EQ(marked([](auto& f) { f.perimeters[0] += 1; }), 1U);
}

/// The texts of a map with their places, as far as they are of one style.
std::vector<std::pair<double, double>> places_of(const std::string& map, const std::string& style) {
  std::vector<std::pair<double, double>> places;
  for (auto at = map.find("<text x=\""); at != map.npos; at = map.find("<text x=\"", at + 1)) {
    const std::string line = map.substr(at, map.find('>', at) - at);
    if (line.find(style) == line.npos) continue;
    const auto y = line.find("y=\"");
    places.emplace_back(std::atof(line.c_str() + 9), std::atof(line.c_str() + y + 3));
  }
  return places;
}

/// Rooms in one place have their names below each other, and doors at one edge their numbers.
TEST(Plan, LabelsDoNotLieOnEachOther) {
  const Document room = opened(room_of(floor(4)), "a_long_name.wok");
  const Document rooms[] = {room, room, room};
  const auto names = places_of(draw_plan(rooms)->svg, "text-anchor=\"middle\" class=\"halo\"");
  ASSERT_EQ(names.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < i; ++j) EXPECT_GE(std::abs(names[i].second - names[j].second), 16);
  walkmesh::File file = room_of(floor(60));
  std::vector<std::int32_t> south;
  for (int i = 0; i < 60; ++i) south.push_back(1000 + i);
  set_transitions(file, south);
  const auto doors = places_of(map_of(file), "class=\"to halo\"");
  ASSERT_EQ(doors.size(), 60U);
  std::size_t covered = 0;
  for (std::size_t i = 0; i < doors.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      covered +=
          std::abs(doors[i].first - doors[j].first) < 50 && std::abs(doors[i].second - doors[j].second) < 12;
  EXPECT_EQ(covered, 0U);
}

TEST(Plan, LabelsAreInsideTheMap) {
  walkmesh::File file = room_of(floor(4));
  for (walkmesh::Edge& edge : file.edges) edge.transition = 1234567890;
  for (const auto& [x, y] : places_of(map_of(file), "class=\"to halo\"")) EXPECT_GE(x, 8) << y;
  walkmesh::File west = room_of(floor(4));
  for (walkmesh::Edge& edge : west.edges) {
    const geometry::Corners& face = west.faces[edge.edge / 3];
    if (west.vertices[face[edge.edge % 3]].x == 0 && west.vertices[face[(edge.edge + 1) % 3]].x == 0)
      edge.transition = 1234567890;
  }
  const auto doors = places_of(map_of(west), "class=\"to halo\"");
  ASSERT_EQ(doors.size(), 1U);
  EXPECT_GE(doors[0].first, 8 + 15 * 7) << "it ends there";
}

TEST(Plan, IslandsAreExplained) {
  EXPECT_EQ(count(map_of(room_of(floor(2))), "islands, by size"), 0U);
  walkmesh::Mesh mesh = floor(2);
  mesh.triangles.erase(mesh.triangles.begin() + 2, mesh.triangles.begin() + 4);
  mesh.triangles.erase(mesh.triangles.begin() + 2, mesh.triangles.begin() + 4);
  const std::string map = map_of(room_of(mesh));
  EXPECT_EQ(count(map, ">A to B: islands, by size; no way leads<"), 1U);
  EXPECT_EQ(count(map, ">A</text>"), 1U);
  EXPECT_EQ(count(map, ">B</text>"), 1U);
}

TEST(Plan, MaterialsHaveTheColoursOfTheirFormat) {
  const std::string map = map_of(room_of(floor(1)));
  EXPECT_EQ(count(map, ">Stone<"), 1U);
  const Document room = opened(room_of(floor(1)));
  const auto surface = join_surfaces({&room, 1}).value();
  ASSERT_EQ(surface.colours.size(), 1U);
  EXPECT_EQ(surface.colours.at(4), kotor::surface_colour(4));
}

}  // namespace
}  // namespace mw::test
