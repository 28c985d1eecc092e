#pragma once

#include <meshwright/formats/ask.h>
#include <meshwright/formats/surface.h>
#include <string>

namespace mw::view {

/// A walkmesh, and where it is put.
struct FloorPart {
  std::string file = {};  // of an area: the room
  SurfacePart surface;
  Vec3 shift{0};
};

/// Walkmeshes as a floor to walk on: one, or the rooms of an area. Points are the scene's, as a page shows
/// them; where they are on the ground is decided as for the command's questions (mw::Ground).
class Floor {
 public:
  /// There is at least one part.
  explicit Floor(std::vector<FloorPart> parts);

  /// {"islands": 2, "walkable": 120, "faces": 142}
  std::string summary() const;
  /// One number of 32 bits per face, one part after the other: its island, or all bits for one that cannot be
  /// walked on.
  std::vector<std::uint32_t> islands() const;
  /// How many faces a part has.
  std::size_t faces_of(std::size_t part) const;
  /// What is at a point: room, face, material, height, island; "place" is null beside the floor.
  std::string locate(const Vec3& point) const;
  /// The good way and the shortest one, null where there is none, and how far below the points they begin and
  /// end.
  std::string path(const Vec3& from, const Vec3& to) const;

 private:
  std::vector<std::string> files_;
  Surface surface_;
  Ground ground_;
  nav::FaceTree all_;  // walls too
};

}  // namespace mw::view
