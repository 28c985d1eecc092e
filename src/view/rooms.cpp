#include "rooms.h"

#include <meshwright/core/file_name.h>
#include <meshwright/core/text.h>
#include <meshwright/formats/convert.h>
#include <meshwright/formats/registry.h>
#include <meshwright/formats/surface.h>
#include <meshwright/kotor/layout.h>
#include <meshwright/nav/join.h>
#include <algorithm>
#include <glm/geometric.hpp>
#include <iterator>
#include <set>

#include "parts.h"

namespace mw::view {
namespace {

struct Candidate {
  const DroppedFiles::File* file = nullptr;
  const Format* format = nullptr;
};

/// The files called as a room is that a game would draw there: not what they were exported to, nor the text
/// of one that is there itself.
std::vector<Candidate> files_of_room(const DroppedFiles& files, const std::string& name) {
  std::vector<Candidate> found;
  for (const DroppedFiles::File* file : files.with_stem(name)) {
    const auto blob = file->blob();
    if (!blob) continue;
    const auto format = recognise(blob->bytes(), file->path);
    if (format && (*format)->triangles != nullptr) found.push_back({file, *format});
  }
  std::set<const Format*> texts;
  for (const Candidate& candidate : found) texts.insert(candidate.format->text);
  std::erase_if(found, [&](const Candidate& candidate) { return texts.contains(candidate.format); });
  return found;
}

/// A room as the layout has it; nothing for a walkmesh that cannot be read.
std::optional<Room> room_in(const Candidate& candidate, const Vec3& position,
                            const std::shared_ptr<const DroppedFiles>& files) {
  const DroppedFiles::File& file = *candidate.file;
  Room room{.path = file.path, .position = position};
  if (candidate.format->surface == nullptr) return room;
  auto document = open_dropped(files, file.path);
  if (!document) return std::nullopt;
  auto surface = candidate.format->surface(*document);
  if (!surface) {
    room.no_floor = to_string(surface.error());
    return room;
  }
  room.surface = std::make_shared<const SurfacePart>(*std::move(surface));
  room.walkmesh = *std::move(document);
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
std::size_t seams_of(const std::vector<Room>& rooms, bool moved) {
  std::vector<nav::Part> placed;
  for (const Room& room : rooms)
    if (room.surface) placed.push_back({&room.surface->mesh, moved ? room.position : Vec3(0)});
  return nav::join(placed).seams;
}

void settle_places(std::vector<Room>& rooms) {
  const std::size_t stored = seams_of(rooms, false);
  const std::size_t moved = seams_of(rooms, true);
  for (Room& room : rooms) {
    if (!room.walkmesh) continue;
    const bool in_place = stored != moved ? stored > moved : is_in_place(*room.walkmesh, room.position);
    if (in_place) room.position = Vec3(0);
  }
}

}  // namespace

std::vector<std::string> rooms_among(const Document& layout, const std::vector<std::string>& paths) {
  std::set<std::string> names;
  if (const auto* listed = layout.as<kotor::Layout>(); listed != nullptr)
    for (const kotor::Layout::Item& item : listed->rooms) names.insert(lower_case(item.name));
  std::vector<std::string> found;
  std::ranges::copy_if(paths, std::back_inserter(found), [&](const std::string& path) {
    const Format* format = find_by_name(path);
    return format != nullptr && format->triangles != nullptr && names.contains(lower_case(stem_of(path)));
  });
  return found;
}

std::vector<Room> rooms_of(const Document& layout, const std::shared_ptr<const DroppedFiles>& files) {
  std::vector<Room> rooms;
  const auto* listed = layout.as<kotor::Layout>();
  if (listed == nullptr) return rooms;
  std::set<std::string> taken;
  for (const kotor::Layout::Item& item : listed->rooms) {
    if (!taken.insert(lower_case(item.name)).second) continue;
    for (const Candidate& candidate : files_of_room(*files, item.name))
      if (auto room = room_in(candidate, item.position, files)) rooms.push_back(*std::move(room));
  }
  settle_places(rooms);
  return rooms;
}

}  // namespace mw::view
