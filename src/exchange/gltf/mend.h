#pragma once

#include <meshwright/scene/scene.h>

#include <optional>
#include <string>
#include <vector>

namespace mw::exchange {

/// Counts the repairs of data that glTF forbids.
struct Mends {
  std::size_t positions = 0;  // not finite
  std::size_t normals = 0;    // not unit vectors
  std::size_t tangents = 0;
  std::size_t weights = 0;  // not adding up to 1
  std::size_t numbers = 0;  // other numbers that are not finite

  /// A line for each kind, for the losses.
  Losses describe() const;
};

/// The primitive as glTF allows it: finite numbers, unit normals and tangents, weights that add up to 1,
/// joint 0 if the weight is 0. Nothing if it is valid already: it then stays bit for bit.
std::optional<scene::Primitive> mended(const scene::Primitive& primitive, Mends& mends);

}  // namespace mw::exchange
