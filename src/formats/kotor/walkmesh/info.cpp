#include <meshwright/geometry/detail/box.h>
#include <meshwright/kotor/walkmesh.h>
#include <algorithm>
#include <cmath>

namespace mw::kotor::walkmesh {
namespace {

/// How much larger the first leaf's box is than its face, on its lower x side.
std::optional<float> leaf_growth(const File& file) {
  for (const AabbNode& node : file.aabb) {
    if (node.face < 0 || std::size_t(node.face) >= file.faces.size()) continue;
    float lowest = INFINITY;
    for (const std::uint32_t corner : file.faces[std::size_t(node.face)])
      if (corner < file.vertices.size()) lowest = std::min(lowest, file.vertices[corner].x);
    return lowest - node.box_min.x;
  }
  return std::nullopt;
}

}  // namespace

std::string_view likely_writer(const File& file) {
  if (file.aabb.empty()) return "unknown (no tree to tell by)";
  const auto original = [](const AabbNode& node) { return node.plane >= std::uint32_t(Plane::negative_x); };
  if (std::ranges::any_of(file.aabb, original)) return "the game's own tool, or one that follows its rules";
  constexpr float kHalfGrowth = 0.005F;  // one family grows its boxes by 0.01, the other not at all
  const std::optional<float> growth = leaf_growth(file);
  if (!growth || !std::isfinite(*growth)) return "unknown";
  return *growth > kHalfGrowth ? "MDLedit" : "a mean-split tool (PyKotor or KotorBlender)";
}

std::optional<Box> bounds(const File& file) {
  return geometry::bounds(file.vertices);
}

}  // namespace mw::kotor::walkmesh
