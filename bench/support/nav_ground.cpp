#include "nav_ground.h"

#include <cmath>
#include <random>

namespace mw::bench {
namespace {

/// Blocks of up to 6 x 6 cells.
std::vector<bool> block_cells(int side, int holes) {
  std::vector<bool> blocked(std::size_t(side) * std::size_t(side));
  std::mt19937 random(7);
  const auto below = [&](int limit) { return int(random() % std::uint32_t(limit)); };
  const auto wanted = blocked.size() * std::size_t(holes) / 100;
  for (std::size_t count = 0; count < wanted;) {
    const int left = below(side);
    const int bottom = below(side);
    const int width = 1 + below(6);
    const int height = 1 + below(6);
    for (int y = bottom; y < std::min(side, bottom + height); ++y)
      for (int x = left; x < std::min(side, left + width); ++x) {
        const auto cell = std::size_t(y * side + x);
        count += blocked[cell] ? 0 : 1;
        blocked[cell] = true;
      }
  }
  return blocked;
}

}  // namespace

nav::Mesh ground(std::size_t faces, int holes) {
  const int side = int(std::sqrt(double(faces) / 2));
  nav::Mesh mesh;
  for (int y = 0; y <= side; ++y)
    for (int x = 0; x <= side; ++x)
      mesh.positions.emplace_back(x, y, 2 * std::sin(float(x) * 0.1F) + 2 * std::cos(float(y) * 0.07F));
  const auto at = [&](int x, int y) { return std::uint32_t(y * (side + 1) + x); };
  const std::vector<bool> blocked = block_cells(side, holes);
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      mesh.triangles.push_back({at(x, y), at(x + 1, y), at(x + 1, y + 1)});
      mesh.triangles.push_back({at(x, y), at(x + 1, y + 1), at(x, y + 1)});
      mesh.walkable.insert(mesh.walkable.end(), 2, blocked[std::size_t(y * side + x)] ? 0 : 1);
    }
  mesh.neighbours = nav::link_walkable(mesh);
  return mesh;
}

}  // namespace mw::bench
