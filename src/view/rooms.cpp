#include "rooms.h"

#include <meshwright/formats/registry.h>
#include <meshwright/formats/surface.h>
#include <meshwright/kotor/layout.h>
#include <meshwright/nav/join.h>
#include <algorithm>
#include <glm/geometric.hpp>

#include "dropped_files.h"

namespace mw::view {
namespace {

/// A room as the layout has it; nothing for a file that is no room, or cannot be read.
std::optional<Room> room_in(const DroppedFiles::File& file, const Vec3& position,
                            const std::shared_ptr<const DroppedFiles>& files) {
  const auto format = recognise(file.blob.bytes());
  if (!format || (*format)->to_scene == nullptr || lists_rooms(**format)) return std::nullopt;
  Room room{.path = file.path, .position = position, .ground = {}};
  if ((*format)->surface == nullptr) return room;
  auto document = open({.blob = file.blob,
                        .name = file.path,
                        .neighbours = std::make_shared<DroppedNeighbours>(files, file.path)});
  if (!document) return std::nullopt;
  room.ground = *std::move(document);
  return room;
}

/// Whether a walkmesh keeps places of the area, if nothing but itself can tell.
bool is_in_place(const Document& room, const Vec3& position) {
  if (room.format().surface == nullptr) return false;
  const auto found = info(room);
  if (!found || !found->bounds) return false;
  const Vec3 middle = (found->bounds->min + found->bounds->max) * 0.5F;
  return glm::distance(middle, position) < glm::length(middle);
}

/// How many sides meet when each room is moved as the layout says, or not at all.
std::size_t seams_of(const std::vector<SurfacePart>& parts, const std::vector<Vec3>& shifts, bool moved) {
  std::vector<nav::Part> placed;
  for (std::size_t i = 0; i < parts.size(); ++i)
    placed.push_back({&parts[i].mesh, moved ? shifts[i] : Vec3(0)});
  return nav::join(placed).seams;
}

void settle_grounds(std::vector<Room>& rooms) {
  std::vector<SurfacePart> parts;
  std::vector<Vec3> shifts;
  for (const Room& room : rooms) {
    if (!room.ground) continue;
    auto part = room.ground->format().surface(*room.ground);
    parts.push_back(part ? *std::move(part) : SurfacePart());
    shifts.push_back(room.position);
  }
  const std::size_t stored = seams_of(parts, shifts, false);
  const std::size_t moved = seams_of(parts, shifts, true);
  for (Room& room : rooms) {
    if (!room.ground) continue;
    const bool in_place = stored != moved ? stored > moved : is_in_place(*room.ground, room.position);
    if (in_place) room.position = Vec3(0);
  }
}

}  // namespace

bool lists_rooms(const Format& format) {
  return std::ranges::any_of(format.neighbours,
                             [](const NeighbourUse& use) { return use.kind.name == "room"; });
}

std::vector<Room> rooms_of(const Document& layout, const std::shared_ptr<const DroppedFiles>& files) {
  std::vector<Room> rooms;
  const auto* listed = layout.as<kotor::Layout>();
  if (listed == nullptr) return rooms;
  for (const kotor::Layout::Item& item : listed->rooms)
    for (const DroppedFiles::File* file : files->with_stem(item.name))
      if (auto room = room_in(*file, item.position, files)) rooms.push_back(*std::move(room));
  settle_grounds(rooms);
  return rooms;
}

}  // namespace mw::view
