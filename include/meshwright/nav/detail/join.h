#pragma once

#include <meshwright/nav/mesh.h>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mw::nav {

/// A mesh and its place.
struct Part {
  const Mesh* mesh;
  Vec3 shift{0};
};

struct Joined {
  Mesh mesh;
  std::vector<std::uint32_t> first_faces;  // one per part: the number of its first face, and the end
  std::size_t seams = 0;                   // sides that were linked to one of another part

  /// The part that a face is of.
  std::size_t part_of(std::uint32_t face) const;
};

/// Puts meshes beside each other. Walkable sides without a neighbour that lie on one of another part, each
/// end within Walk::kSeam, become neighbours. Takes linear time.
Joined join(std::span<const Part> parts);

}  // namespace mw::nav
