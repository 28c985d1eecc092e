#pragma once

#include <meshwright/formats/surface.h>
#include <meshwright/nav/face_tree.h>
#include <meshwright/nav/walk.h>
#include <optional>
#include <string>

namespace mw::view {

/// A document as a floor to walk on. Points are the scene's, as a page shows them.
class Ground {
 public:
  explicit Ground(Surface surface);

  /// {"islands": 2, "walkable": 120, "faces": 142}
  std::string summary() const;
  /// One number of 32 bits per face: its island, or all bits for one that cannot be walked on.
  std::vector<std::uint32_t> islands() const;
  /// What is at a point: face, material, height, island; "place" is null beside the floor.
  std::string locate(const Vec3& point) const;
  /// The good way and the shortest one, null where there is none.
  std::string path(const Vec3& from, const Vec3& to) const;

 private:
  std::optional<nav::Place> snap(const Vec3& point) const;

  Surface surface_;
  nav::FaceTree floor_;
  nav::FaceTree all_;
  nav::Walk walk_;
};

}  // namespace mw::view
