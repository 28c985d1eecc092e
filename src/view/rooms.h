#pragma once

#include <meshwright/formats/document.h>
#include <meshwright/formats/surface.h>
#include <meshwright/view/opened_file.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mw::view {

/// A dropped file that is, or belongs to, a room of a layout.
struct Room {
  std::string path;
  Vec3 position{0};                       // that its file has to be moved by, in the axes of the file
  std::optional<Document> walkmesh = {};  // of one that can be walked on,
  std::shared_ptr<const SurfacePart> surface = nullptr;  // with its floor
  std::string no_floor = {};                             // why a walkmesh has none
};

/// Which of these paths are called as rooms of a layout, and as files of a room are.
std::vector<std::string> rooms_among(const Document& layout, const std::vector<std::string>& paths);

/// The files of the rooms that a layout lists, in its order, each once however often
/// it is listed: what a game draws there, not what that was exported to. Walkmeshes of the games keep places
/// of the area, those of some tools are about an origin of their own: which it is, is told by where more
/// borders meet, and where that tells nothing by what the middle of each is nearer to.
std::vector<Room> rooms_of(const Document& layout, const std::shared_ptr<const DroppedFiles>& files);

}  // namespace mw::view
