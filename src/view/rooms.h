#pragma once

#include <meshwright/formats/document.h>
#include <meshwright/formats/surface.h>
#include <meshwright/view/detail/opened_file.h>
#include <memory>
#include <string>
#include <vector>

namespace mw::view {

/// A dropped file that is, or belongs to, a room of a layout.
struct Room {
  std::string path;
  Vec3 position{0};           // that its file has to be moved by, in the axes of the file
  bool is_floor = false;      // one of Area::floors
  std::string no_floor = {};  // why a walkmesh is none
};

/// A walkmesh that can be walked on.
struct Floor {
  std::string file;  // of an area: its room's
  Document document;
};

/// The rooms of a layout, and their floors as one surface. A walkmesh is the only floor, of no room.
struct Area {
  std::vector<Room> rooms = {};
  std::vector<Floor> floors = {};
  Surface surface = {};  // its parts are the floors
};

/// Which of these paths are called as rooms of a layout, and as files of a room are.
std::vector<std::string> rooms_among(const Document& layout, const std::vector<std::string>& paths);

/// The files of the rooms that a layout lists, in its order, each once however often
/// it is listed: what a game draws there, not what that was exported to.
Area area_of(const Document& layout, const std::shared_ptr<const DroppedFiles>& files);

}  // namespace mw::view
