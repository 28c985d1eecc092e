#include "floor.h"

#include <meshwright/core/json_writer.h>
#include <meshwright/formats/surface.h>
#include <meshwright/nav/join.h>
#include <meshwright/scene/axes.h>
#include <algorithm>
#include <numeric>

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

Spot spot_of(const Vec3& point) {
  return {from_scene(point) + Vec3(0, 0, kSlack), true};
}

void write_point(JsonWriter& json, const Vec3& point) {
  json.begin_array();
  for (int i = 0; i < 3; ++i) json.value(point[i]);
  json.end_array();
}

std::vector<std::string> files_of(const std::vector<FloorPart>& parts) {
  std::vector<std::string> files;
  for (const FloorPart& part : parts) files.push_back(part.file);
  return files;
}

/// Rooms are where the picture has them: borders that meet there can be crossed.
Surface joined(const std::vector<FloorPart>& parts) {
  std::vector<nav::Part> placed;
  Surface surface;
  for (std::size_t room = 0; room < parts.size(); ++room) {
    const SurfacePart& part = parts[room].surface;
    placed.push_back({&part.mesh, parts[room].shift});
    surface.rooms.insert(surface.rooms.end(), part.mesh.triangles.size(), std::uint32_t(room));
    for (std::uint32_t face = 0; face < part.mesh.triangles.size(); ++face) surface.faces.push_back(face);
    surface.materials.insert(surface.materials.end(), part.materials.begin(), part.materials.end());
  }
  surface.material_names = parts.front().surface.material_names;
  surface.mesh = nav::join(placed).mesh;
  return surface;
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

}  // namespace

Floor::Floor(std::vector<FloorPart> parts)
    : files_(files_of(parts)),
      surface_(joined(parts)),
      ground_(surface_),
      all_(nav::FaceTree::build(surface_.mesh.positions, surface_.mesh.triangles)) {}

std::vector<std::uint32_t> Floor::islands() const {
  std::vector<std::uint32_t> islands(surface_.mesh.triangles.size(), nav::Walk::kNone);
  for (std::uint32_t face = 0; face < islands.size(); ++face)
    if (ground_.walk().has(face)) islands[face] = ground_.walk().island(face);
  // Numbered in the order of their first faces.
  std::vector<std::uint32_t> numbers(islands.size(), nav::Walk::kNone);
  std::uint32_t next = 0;
  for (std::uint32_t& island : islands) {
    if (island == nav::Walk::kNone) continue;
    if (numbers[island] == nav::Walk::kNone) numbers[island] = next++;
    island = numbers[island];
  }
  return islands;
}

std::size_t Floor::faces_of(std::size_t part) const {
  return std::size_t(std::ranges::count(surface_.rooms, std::uint32_t(part)));
}

std::string Floor::summary() const {
  const std::vector<std::uint32_t> faces = islands();
  std::uint32_t count = 0;
  std::uint64_t walkable = 0;
  for (const std::uint32_t island : faces) {
    if (island == nav::Walk::kNone) continue;
    count = std::max(count, island + 1);
    ++walkable;
  }
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.member("faces", std::uint64_t(faces.size()));
  json.member("walkable", walkable);
  json.member("islands", count);
  json.end_object();
  return json.take();
}

std::string Floor::locate(const Vec3& point) const {
  const auto hit = all_.nearest(from_scene(point), Ground::kSnap);
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  json.key("place");
  if (!hit) {
    json.value(nullptr);
  } else {
    const std::uint32_t face = hit->place.face;
    json.begin_object();
    const std::string& file = files_[surface_.rooms[face]];
    if (!file.empty()) json.member("file", file);
    json.member("face", surface_.faces[face]);
    json.member("material", surface_.material_name(face));
    json.member("material_id", surface_.materials[face]);
    json.member("walkable", surface_.mesh.is_walkable(face));
    json.member("elevation", hit->place.z);
    json.key("at");
    write_point(json, {float(hit->place.x), float(hit->place.y), float(hit->place.z)});
    json.key("island");
    ground_.walk().has(face) ? json.value(islands()[face]) : json.value(nullptr);
    json.end_object();
  }
  json.end_object();
  return json.take();
}

std::string Floor::path(const Vec3& from, const Vec3& to) const {
  const Spot spots[] = {spot_of(from), spot_of(to)};
  JsonWriter json(JsonWriter::Style::compact);
  json.begin_object();
  // A click on a roof means the floor under it.
  for (const bool goal : {false, true}) {
    const auto place = ground_.snap(spots[goal]);
    const double height = double(from_scene(goal ? to : from).z);
    json.member(goal ? "goal_on_floor" : "start_on_floor", place.has_value());
    json.member(goal ? "goal_below" : "start_below", place ? height - place->z : 0.0);
  }
  for (const bool exact : {false, true}) {
    const Way way = find_way(ground_, spots[0], spots[1], {.exact = exact});
    json.key(exact ? "exact" : "fast");
    way.path ? write_path(json, *way.path) : json.value(nullptr);
  }
  json.end_object();
  return json.take();
}

}  // namespace mw::view
