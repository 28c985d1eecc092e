#pragma once

#include <meshwright/core/math.h>
#include <meshwright/scene/scene.h>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mw::view {

/// Vertices of one primitive that lie far from everything else.
struct Outlier {
  std::string mesh;
  std::uint32_t occurrence = 0;  // among meshes of that name
  std::uint32_t primitive = 0;
  std::uint64_t vertices = 0;
  std::uint64_t triangles = 0;                 // that have one of them as a corner
  std::optional<std::uint32_t> triangle = {};  // the first of these
  bool drawn = true;                           // or so far away, or nowhere, that they cannot be
};

void fields(auto& io, const Outlier& outlier) {
  io.field("mesh", outlier.mesh);
  io.field("occurrence", outlier.occurrence);
  io.field("primitive", outlier.primitive);
  io.field("vertices", outlier.vertices);
  io.field("triangles", outlier.triangles);
  io.field("triangle", outlier.triangle);
  io.field("drawn", outlier.drawn);
}

struct Outliers {
  std::vector<Outlier> places = {};
  /// What is to be framed; nothing where that is everything.
  std::optional<Box> within = {};
};

/// Finds them. A triangle with a corner that cannot be drawn keeps its number, but all of its corners are
/// one, and a node that lies nowhere is put where its parent is, which is told among the scene's losses.
Outliers hide_outliers(scene::Scene& scene);

}  // namespace mw::view
