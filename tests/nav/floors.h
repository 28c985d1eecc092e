#pragma once

#include <meshwright/nav/mesh.h>

#include <random>
#include <vector>

/// Floors from a seed, with corners at whole numbers, so that tests can reason about them without rounding.
namespace mw::nav {

struct Floors {
  Mesh mesh;
  std::mt19937 random;

  explicit Floors(std::uint32_t seed) : random(seed) {}

  int below(int limit) { return int(random() % std::uint32_t(limit)); }

  std::uint32_t add_corner(int x, int y, int z) {
    mesh.positions.emplace_back(x, y, z);
    return std::uint32_t(mesh.positions.size() - 1);
  }

  void add_face(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    geometry::Corners corners{a, b, c};
    std::rotate(corners.begin(), corners.begin() + below(3), corners.end());
    mesh.triangles.push_back(corners);
  }

  void finish() {
    mesh.walkable.assign(mesh.triangles.size(), 1);
    mesh.neighbours = link_walkable(mesh);
  }
};

/// A field of width x height cells of 64 x 64 with corners moved by up to 16 and every `hole`-th cell
/// missing, at about that height. Gives the rows of its corners.
inline std::vector<std::uint32_t> add_field(Floors& floors, int width, int height, int z, int hole) {
  std::vector<std::uint32_t> rows;
  for (int y = 0; y <= height; ++y)
    for (int x = 0; x <= width; ++x) {
      // The right border stays straight: landings meet it.
      const bool straight = x == width;
      const int dx = straight ? 0 : 16 * (floors.below(3) - 1);
      const int dy = straight ? 0 : 16 * (floors.below(3) - 1);
      rows.push_back(floors.add_corner(64 * x + dx, 64 * y + dy, z + (straight ? 0 : 16 * floors.below(3))));
    }
  const auto at = [&](int x, int y) { return rows[std::size_t(y * (width + 1) + x)]; };
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      if (floors.below(hole) == 0 && !(x == width - 1 && y < 2)) continue;
      const std::uint32_t a = at(x, y);
      const std::uint32_t b = at(x + 1, y);
      const std::uint32_t c = at(x + 1, y + 1);
      const std::uint32_t d = at(x, y + 1);
      if (floors.below(2) == 0) {
        floors.add_face(a, b, c);
        floors.add_face(a, c, d);
      } else {
        floors.add_face(a, b, d);
        floors.add_face(b, c, d);
      }
    }
  return rows;
}

/// Splits a side between two faces on one of its sides only, with a face without area in between.
inline void add_needle(Floors& floors) {
  Mesh& mesh = floors.mesh;
  const auto face = std::size_t(floors.below(int(mesh.triangles.size())));
  const geometry::Corners old = mesh.triangles[face];
  const Vec3 a = mesh.positions[old[0]];
  const Vec3 b = mesh.positions[old[1]];
  const std::uint32_t middle = floors.add_corner(int(a.x + b.x) / 2, int(a.y + b.y) / 2, int(a.z + b.z) / 2);
  mesh.triangles[face] = {old[0], middle, old[2]};
  floors.add_face(middle, old[1], old[2]);
  if (floors.below(2) == 0)
    floors.add_face(old[0], old[1], middle);
  else
    floors.add_face(old[1], old[0], middle);
}

/// One field; of some seeds with needles, of some with faces wound the other way.
inline Floors one_storey(std::uint32_t seed) {
  Floors floors(seed);
  add_field(floors, 2 + floors.below(4), 2 + floors.below(4), 0, 3 + floors.below(4));
  if (floors.mesh.triangles.empty()) add_field(floors, 2, 2, 0, 1000);
  for (int needles = seed % 3 == 0 ? floors.below(4) : 0; needles > 0; --needles) add_needle(floors);
  if (seed % 5 == 0)
    for (geometry::Corners& corners : floors.mesh.triangles)
      if (floors.below(4) == 0) std::swap(corners[1], corners[2]);
  floors.finish();
  return floors;
}

/// Two fields above each other, and a landing beside them that leads from the one to the other.
inline Floors two_storeys(std::uint32_t seed) {
  Floors floors(seed);
  const int width = 2 + floors.below(3);
  const int height = 2 + floors.below(2);
  const auto lower = add_field(floors, width, height, 0, 4);
  const auto upper = add_field(floors, width, height, 200, 4);
  const auto border = [&](const auto& rows, int y) { return rows[std::size_t(y * (width + 1) + width)]; };
  const int x = 64 * width;
  const std::uint32_t a = floors.add_corner(x + 64, 0, 50);
  const std::uint32_t b = floors.add_corner(x + 64, 64, 100);
  const std::uint32_t c = floors.add_corner(x + 64, 128, 150);
  const std::uint32_t d = floors.add_corner(x, 64, 100);  // between the storeys
  floors.add_face(border(lower, 0), a, b);
  floors.add_face(border(lower, 0), b, border(lower, 1));
  floors.add_face(d, b, c);
  floors.add_face(upper[std::size_t(width + 1 + width)], c, border(upper, 2));
  floors.add_face(upper[std::size_t(width + 1 + width)], d, c);
  floors.add_face(border(lower, 1), b, d);
  floors.finish();
  return floors;
}

}  // namespace mw::nav
