#pragma once

#include <meshwright/core/math.h>
#include <meshwright/scene/scene.h>

#include <cstddef>
#include <vector>

namespace mw::scene {

/// Vertices with a number that is not finite.
struct OddVertices {
  std::size_t positions = 0;
  std::size_t normals = 0;
  std::size_t uvs = 0;

  OddVertices& operator+=(const OddVertices& other);
};

/// A primitive as a file of meshes alone shows it: its vertices in their node's place. Values that are not
/// finite become 0, since no program reads them: for whole positions and normals, and for single texture
/// coordinates of the first set. Without a place the numbers stay bit for bit; a mirror turns the triangles
/// around.
OddVertices put_in_place(Primitive& p, const Mat4& place);

/// Turns the triangles around whose first corner is mirrored, so that they show the same side as before;
/// `mirrored` is by vertex.
void turn_mirrored(Primitive& p, const std::vector<bool>& mirrored);

}  // namespace mw::scene
