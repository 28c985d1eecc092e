// Questions about an area: its rooms, what is at a point, how to walk.
#include <meshwright/core/file_name.h>
#include <meshwright/core/json_writer.h>
#include <meshwright/core/text.h>
#include <meshwright/kotor/area.h>
#include <meshwright/kotor/layout.h>
#include <meshwright/scene/axes.h>
#include <algorithm>
#include <cstring>
#include <set>

#include "parts.h"

namespace mw::view {
namespace {

/// `nav` has z up; in the scene y is. The same change of axes brings its places into the picture.
Vec3 to_scene(const nav::Place& place) {
  return scene::Axes::z_up().point({float(place.x), float(place.y), float(place.z)});
}

Vec3 from_scene(const Vec3& point) {
  return scene::Axes::z_up().back(point);
}

/// A click is on the surface as it was drawn, in floats: the floor may be this much above it.
constexpr float kSlack = 0.01F;

QueryPoint spot_of(const Vec3& point) {
  return {from_scene(point) + Vec3(0, 0, kSlack), true};
}

void write_point(JsonWriter& json, const Vec3& point) {
  json.begin_array();
  for (int i = 0; i < 3; ++i) json.value(point[i]);
  json.end_array();
}

/// {} -> how much can be walked on: {"faces": 142, "walkable": 120, "islands": 2}.
Result<Reply> ask_ground(OpenedFile::Parts& parts, const JsonValue& /*words*/) {
  const auto walkable = parts.walkable();
  if (!walkable) return fail(walkable.error());
  const std::vector<std::uint32_t> islands = (*walkable)->ground.islands();
  const auto is_island = [](std::uint32_t island) { return island != nav::Walk::kNone; };
  std::uint32_t count = 0;
  for (const std::uint32_t island : islands)
    if (is_island(island)) count = std::max(count, island + 1);
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("faces", std::uint64_t(islands.size()));
  json.member("walkable", std::uint64_t(std::ranges::count_if(islands, is_island)));
  json.member("islands", count);
  json.end_object();
  return Reply{json.take()};
}

void write_place(JsonWriter& json, const Walkable& walkable, const nav::Place& place) {
  const Surface& surface = walkable.area.surface;
  const std::uint32_t face = place.face;
  json.begin_object();
  const std::string& file = walkable.area.floors[surface.rooms[face]].file;
  if (!file.empty()) json.member("file", file);
  json.member("face", surface.faces[face]);
  json.member("material", surface.material_name(face));
  json.member("material_id", surface.materials[face]);
  json.member("walkable", surface.mesh.is_walkable(face));
  json.member("elevation", place.z);
  json.key("at");
  write_point(json, {float(place.x), float(place.y), float(place.z)});
  json.key("island");
  walkable.ground.walk().has(face) ? json.value(walkable.ground.islands()[face]) : json.value(nullptr);
  json.end_object();
}

/// {"point": [1, 0, -3]} -> what is there: room, face, material, height, island; "place" is null beside the
/// floor.
Result<Reply> ask_locate(OpenedFile::Parts& parts, const JsonValue& words) {
  const auto point = point_in(words, "point");
  if (!point) return fail(point.error());
  const auto walkable = parts.walkable();
  if (!walkable) return fail(walkable.error());
  const auto hit = (*walkable)->faces.nearest(from_scene(*point), WalkSurface::kSnap);
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.key("place");
  hit ? write_place(json, **walkable, hit->place) : json.value(nullptr);
  json.end_object();
  return Reply{json.take()};
}

void write_path(JsonWriter& json, const nav::Path& path) {
  json.begin_object();
  json.member("length", path.length);
  json.member("surface_length", path.surface_length);
  json.member("proven", path.exact);
  json.key("points");
  json.begin_array();
  for (const nav::Place& place : path.points) write_point(json, to_scene(place));
  json.end_array();
  json.key("faces");
  json.begin_array();
  for (const std::uint32_t face : path.faces) json.value(face);
  json.end_array();
  json.end_object();
}

std::string path_as_json(const WalkSurface& ground, const Vec3& from, const Vec3& to) {
  const QueryPoint spots[] = {spot_of(from), spot_of(to)};
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  // A click on a roof means the floor under it.
  for (const bool goal : {false, true}) {
    const auto place = ground.snap(spots[goal]);
    const double height = double(from_scene(goal ? to : from).z);
    json.member(goal ? "goal_on_floor" : "start_on_floor", place.has_value());
    json.member(goal ? "goal_below" : "start_below", place ? height - place->z : 0.0);
  }
  for (const bool exact : {false, true}) {
    const PathAnswer way = find_path(ground, spots[0], spots[1], {.exact = exact});
    json.key(exact ? "exact" : "fast");
    way.path ? write_path(json, *way.path) : json.value(nullptr);
  }
  json.end_object();
  return json.take();
}

/// {"from": [3, 2, -1], "to": [0, 0, -4]} -> the good way and the shortest one, null where there is none, and
/// how far below the points they begin and end.
Result<Reply> ask_path(OpenedFile::Parts& parts, const JsonValue& words) {
  const auto from = point_in(words, "from");
  if (!from) return fail(from.error());
  const auto to = point_in(words, "to");
  if (!to) return fail(to.error());
  return parts.walkable().map(
      [&](const Walkable* walkable) { return Reply{path_as_json(walkable->ground, *from, *to)}; });
}

void write_table(JsonWriter& json, const std::string& file, const TriangleTable& table) {
  json.begin_object();
  json.member("file", file);
  json.member("mesh", table.mesh);
  json.member("occurrence", table.occurrence);
  json.member("primitive", table.primitive);
  json.member("triangles", std::uint64_t(table.rows.size()));
  json.end_object();
}

/// {} -> for each primitive the islands of its triangles, as numbers of 32 bits in one row of bytes. "file"
/// is the room; empty where the file itself is meant.
Result<Reply> ask_islands(OpenedFile::Parts& parts, const JsonValue& /*words*/) {
  const auto walkable = parts.walkable();
  if (!walkable) return fail(walkable.error());
  const Area& area = (*walkable)->area;
  const std::vector<std::uint32_t> islands = (*walkable)->ground.islands();
  std::vector<std::uint32_t> numbers;
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_array();
  for (std::size_t i = 0; i < area.floors.size(); ++i) {
    const std::size_t first = area.surface.parts[i].first_face;
    for (const TriangleTable& table : triangles_of(area.floors[i].document).tables) {
      write_table(json, area.floors[i].file, table);
      for (const std::uint32_t face : table.rows)
        numbers.push_back(first + face < islands.size() ? islands[first + face] : nav::Walk::kNone);
    }
  }
  json.end_array();
  Reply reply{json.take()};
  reply.bytes.resize(numbers.size() * sizeof(std::uint32_t));
  if (!numbers.empty()) std::memcpy(reply.bytes.data(), numbers.data(), reply.bytes.size());
  return reply;
}

/// A row that names a room of which no file was dropped.
bool is_missing(const kotor::Layout::Item& room, const std::set<std::string>& there) {
  return !kotor::AreaRoom{.name = room.name}.is_taken_out() && !there.contains(lower_case(room.name));
}

/// {} -> of a layout, the files of its rooms and where they are in the scene; "missing" are rooms without
/// any.
Result<Reply> ask_area(OpenedFile::Parts& parts, const JsonValue& /*words*/) {
  const auto document = parts.opened();
  if (!document) return fail(document.error());
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.key("rooms");
  json.begin_array();
  std::set<std::string> there;
  for (const Room& room : parts.rooms()) {
    there.insert(lower_case(stem_of(room.path)));
    json.begin_object();
    json.member("path", room.path);
    json.field("position", scene::Axes::z_up().point(room.position) + Vec3(0));  // no -0
    json.member("walkable", room.is_floor);
    json.end_object();
  }
  json.end_array();
  json.key("missing");
  json.begin_array();
  if (const auto* layout = (*document)->as<kotor::Layout>())
    for (const kotor::Layout::Item& room : layout->rooms)
      if (is_missing(room, there)) json.value(room.name);
  json.end_array();
  json.end_object();
  return Reply{json.take()};
}

}  // namespace

Question find_walk_question(std::string_view name) {
  if (name == "ground") return ask_ground;
  if (name == "locate") return ask_locate;
  if (name == "path") return ask_path;
  if (name == "islands") return ask_islands;
  if (name == "area") return ask_area;
  return nullptr;
}

}  // namespace mw::view
