// Questions about an area: its rooms, what is at a point, how to walk.
#include <meshwright/core/detail/file_name.h>
#include <meshwright/core/detail/text.h>
#include <meshwright/kotor/detail/area.h>
#include <meshwright/kotor/layout.h>
#include <meshwright/scene/axes.h>
#include <algorithm>
#include <set>
#include <span>

#include "questions.h"

namespace mw::view {
namespace {

/// `nav` has z up; in the scene y is. The same change of axes brings its places into the picture.
glm::dvec3 to_scene(const glm::dvec3& point) {
  return scene::Axes::z_up().point(Vec3(point));
}

Vec3 from_scene(const Vec3& point) {
  return scene::Axes::z_up().back(point);
}

/// A click is on the surface as it was drawn, in floats: the floor may be this much above it.
constexpr float kSlack = 0.01F;

QueryPoint spot_of(const Vec3& point) {
  return {from_scene(point) + Vec3(0, 0, kSlack), true};
}

answer::Place place_of(const Walkable& walkable, const nav::Place& place) {
  const Surface& surface = walkable.area.surface;
  answer::Place answer{.place = floor_place(surface, place),
                       .file = walkable.area.floors[surface.rooms[place.face]].file,
                       .material_name = surface.material_name(place.face),
                       .walkable = surface.mesh.is_walkable(place.face),
                       .at = {float(place.x), float(place.y), float(place.z)}};
  if (walkable.ground.walk().has(place.face)) answer.island = walkable.ground.islands()[place.face];
  return answer;
}

/// The path in the picture.
std::optional<FoundPath> drawn_path(const Walkable& walkable, const PathAnswer& way) {
  std::optional<FoundPath> path = record_of(walkable.area.surface, walkable.ground, way).path;
  if (path)
    for (glm::dvec3& point : path->points) point = to_scene(point);
  return path;
}

/// A row that names a room of which no file was dropped.
bool is_missing(const kotor::Layout::Item& room, const std::set<std::string>& there) {
  return !kotor::AreaRoom{.name = room.name}.is_taken_out() && !there.contains(lower_case(room.name));
}

}  // namespace

/// {} -> how much can be walked on.
Result<Answered<answer::Ground>> ask_ground(OpenedFile::State& state, const JsonValue& /*words*/) {
  const auto walkable = state.walkable();
  if (!walkable) return fail(walkable.error());
  const std::vector<std::uint32_t> islands = (*walkable)->ground.islands();
  answer::Ground answer{.faces = islands.size()};
  for (const std::uint32_t island : islands) {
    if (island == nav::Walk::kNone) continue;
    answer.islands = std::max(answer.islands, island + 1);
    ++answer.walkable;
  }
  return answer;
}

/// {"point": [1, 0, -3]} -> what is there: room, face, material, height, island; "place" is null beside the
/// floor.
Result<Answered<answer::Locate>> ask_locate(OpenedFile::State& state, const JsonValue& words) {
  const auto point = point_in(words, "point");
  if (!point) return fail(point.error());
  return state.walkable().map([&](const Walkable* walkable) {
    const auto hit = walkable->faces.nearest(from_scene(*point), WalkSurface::kSnap);
    return Answered(answer::Locate{hit ? std::optional(place_of(*walkable, hit->place)) : std::nullopt});
  });
}

/// {"from": [3, 2, -1], "to": [0, 0, -4]} -> the good way and the shortest one, null where there is none, and
/// how far below the points they begin and end.
Result<Answered<answer::Paths>> ask_path(OpenedFile::State& state, const JsonValue& words) {
  const auto from = point_in(words, "from");
  if (!from) return fail(from.error());
  const auto to = point_in(words, "to");
  if (!to) return fail(to.error());
  const auto walkable = state.walkable();
  if (!walkable) return fail(walkable.error());
  const WalkSurface& ground = (*walkable)->ground;
  // A click on a roof means the floor under it.
  const auto start = ground.snap(spot_of(*from));
  const auto goal = ground.snap(spot_of(*to));
  const auto path = [&](bool exact) {
    return drawn_path(**walkable, find_path(ground, spot_of(*from), spot_of(*to), {.exact = exact}));
  };
  return answer::Paths{.start_on_floor = start.has_value(),
                       .start_below = start ? double(from_scene(*from).z) - start->z : 0,
                       .goal_on_floor = goal.has_value(),
                       .goal_below = goal ? double(from_scene(*to).z) - goal->z : 0,
                       .fast = path(false),
                       .exact = path(true)};
}

/// {} -> for each primitive the islands of its triangles, as numbers of 32 bits in one row of bytes.
Result<Answered<std::vector<answer::Islands>>> ask_islands(OpenedFile::State& state,
                                                           const JsonValue& /*words*/) {
  const auto walkable = state.walkable();
  if (!walkable) return fail(walkable.error());
  const Area& area = (*walkable)->area;
  const std::vector<std::uint32_t> islands = (*walkable)->ground.islands();
  std::vector<std::uint32_t> numbers;
  std::vector<answer::Islands> answer;
  for (std::size_t i = 0; i < area.floors.size(); ++i) {
    const std::size_t first = area.surface.parts[i].first_face;
    for (const TriangleTable& table : triangles_of(area.floors[i].document).tables) {
      answer.push_back(
          {area.floors[i].file, {table.mesh, table.occurrence, table.primitive, table.rows.size()}});
      for (const std::uint32_t face : table.rows)
        numbers.push_back(first + face < islands.size() ? islands[first + face] : nav::Walk::kNone);
    }
  }
  const auto bytes = std::as_bytes(std::span(numbers));
  return Answered(std::move(answer), Bytes(bytes.begin(), bytes.end()));
}

/// {} -> of a layout, the files of its rooms and where they are in the scene; "missing" are rooms without
/// any.
Result<Answered<answer::Area>> ask_area(OpenedFile::State& state, const JsonValue& /*words*/) {
  const auto document = state.opened();
  if (!document) return fail(document.error());
  answer::Area answer;
  std::set<std::string> there;
  for (const Room& room : state.rooms()) {
    there.insert(lower_case(stem_of(room.path)));
    const Vec3 position = scene::Axes::z_up().point(room.position) + Vec3(0);  // no -0
    answer.rooms.push_back({room.path, position, room.is_floor});
  }
  if (const auto* layout = (*document)->as<kotor::Layout>())
    for (const kotor::Layout::Item& room : layout->rooms)
      if (is_missing(room, there)) answer.missing.push_back(room.name);
  return answer;
}

}  // namespace mw::view
