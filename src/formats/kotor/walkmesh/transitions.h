#pragma once

#include <meshwright/geometry/detail/weld.h>
#include <meshwright/kotor/walkmesh.h>
#include <cstdint>
#include <optional>
#include <vector>

namespace mw::kotor::walkmesh {

/// Ways to other rooms, found by where they are.
class TransitionIndex {
 public:
  explicit TransitionIndex(float tolerance) : tolerance_(tolerance), grid_(tolerance, kMostInCell) {}

  void add(const Vec3& a, const Vec3& b, std::int32_t room);
  std::size_t size() const { return lines_.size(); }
  /// How many of those that were added belong to no side that was looked for.
  std::size_t unused() const;

  /// Where the side between these leads; nothing when it is none of the ways. Either end may come first.
  std::optional<std::int32_t> take(const Vec3& a, const Vec3& b);

  /// Gives the open sides of a walkmesh that have no transition the one that is there.
  void give_to(File& file);

 private:
  static constexpr std::size_t kMostInCell = 64;  // many in one place are damage, and would be slow

  struct Line {
    Vec3 a;
    Vec3 b;
    std::int32_t room;
    bool used = false;
  };

  float tolerance_;
  geometry::PointGrid grid_;  // of the middles
  std::vector<Line> lines_;
};

/// The ends of a side of a face; nothing where the face or its corners do not exist.
std::optional<std::pair<Vec3, Vec3>> ends_of(const File& file, std::uint32_t side);

}  // namespace mw::kotor::walkmesh
