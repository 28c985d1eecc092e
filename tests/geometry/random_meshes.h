#pragma once

#include <meshwright/geometry/detail/triangle.h>

#include <limits>
#include <random>
#include <vector>

/// Meshes of any kind from a seed: few positions for many triangles, so that corners, sides and whole
/// triangles repeat.
namespace mw::geometry {

struct RandomMesh {
  std::vector<Vec3> positions;
  std::vector<Corners> triangles;
};

inline constexpr std::uint32_t kSeeds = 400;

inline RandomMesh random_mesh(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t limit) { return std::uint32_t(random() % limit); };
  RandomMesh mesh;
  mesh.positions.resize(3 + below(30));
  for (Vec3& position : mesh.positions) {
    for (int axis = 0; axis < 3; ++axis) position[axis] = float(int(below(5)) - 2);
    if (below(20) == 0) position[int(below(3))] = std::numeric_limits<float>::quiet_NaN();
    if (below(20) == 0) position[int(below(3))] = std::numeric_limits<float>::infinity();
    if (below(10) == 0) position[int(below(3))] = -0.0F;
  }
  mesh.triangles.resize(below(seed % 10 == 0 ? 400 : 40));
  for (Corners& corners : mesh.triangles)
    for (std::uint32_t& corner : corners) corner = below(std::uint32_t(mesh.positions.size()));
  return mesh;
}

/// Some corners that do not exist.
inline RandomMesh damaged_mesh(std::uint32_t seed) {
  RandomMesh mesh = random_mesh(seed);
  std::mt19937 random(seed);
  for (Corners& corners : mesh.triangles)
    if (random() % 8 == 0)
      corners[random() % 3] = random() % 2 == 0 ? 0xFFFFFFFF : std::uint32_t(mesh.positions.size());
  return mesh;
}

/// A flat field of two triangles for each of width x width cells.
inline RandomMesh grid(std::uint32_t width) {
  RandomMesh mesh;
  for (std::uint32_t y = 0; y <= width; ++y)
    for (std::uint32_t x = 0; x <= width; ++x) mesh.positions.emplace_back(x, y, 0);
  for (std::uint32_t y = 0; y < width; ++y)
    for (std::uint32_t x = 0; x < width; ++x) {
      const std::uint32_t a = y * (width + 1) + x;
      const std::uint32_t b = a + width + 1;
      mesh.triangles.push_back({a, a + 1, b + 1});
      mesh.triangles.push_back({a, b + 1, b});
    }
  return mesh;
}

}  // namespace mw::geometry
