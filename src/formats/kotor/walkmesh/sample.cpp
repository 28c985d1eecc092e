#include <meshwright/kotor/walkmesh.h>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace mw::kotor::walkmesh {
namespace {

constexpr std::uint32_t kStone = 4;
constexpr std::uint32_t kWater = 6;
constexpr std::uint32_t kNonWalk = 7;
constexpr std::uint32_t kMetal = 10;

/// Collects quads and welds their corners.
class MeshMaker {
 public:
  void quad(const std::array<Vec3, 4>& corners, std::uint32_t material) {
    std::array<std::uint32_t, 4> index{};
    for (std::size_t i = 0; i < 4; ++i) index[i] = vertex(corners[i]);
    add({index[0], index[1], index[2]}, material);
    add({index[0], index[2], index[3]}, material);
  }

  /// A flat or sloping piece of floor, two units square, seen from above.
  void floor(float x, float y, float low_z, float high_z, std::uint32_t material) {
    quad({Vec3(x, y, low_z), Vec3(x + 2, y, high_z), Vec3(x + 2, y + 2, high_z), Vec3(x, y + 2, low_z)},
         material);
  }

  /// The six sides of a box, looking outward.
  void box(const Vec3& low, const Vec3& high, std::uint32_t material) {
    const auto at = [&](int x, int y, int z) {
      return Vec3(x != 0 ? high.x : low.x, y != 0 ? high.y : low.y, z != 0 ? high.z : low.z);
    };
    quad({at(0, 0, 0), at(0, 1, 0), at(1, 1, 0), at(1, 0, 0)}, material);
    quad({at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)}, material);
    quad({at(0, 0, 0), at(1, 0, 0), at(1, 0, 1), at(0, 0, 1)}, material);
    quad({at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), at(1, 0, 1)}, material);
    quad({at(1, 1, 0), at(0, 1, 0), at(0, 1, 1), at(1, 1, 1)}, material);
    quad({at(0, 1, 0), at(0, 0, 0), at(0, 0, 1), at(0, 1, 1)}, material);
  }

  /// Marks the open side from `a` to `b` as the way to another room.
  void door(const Vec3& a, const Vec3& b, std::int32_t room) {
    const std::pair side{vertex(a), vertex(b)};
    for (Mesh::Triangle& triangle : mesh_.triangles)
      for (std::size_t i = 0; i < 3; ++i)
        if (std::pair(triangle.corners[i], triangle.corners[(i + 1) % 3]) == side)
          triangle.transitions[i] = room;
  }

  /// Puts a wall on every open side that is not a door, looking at the floor.
  void rim(float height) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> sides;
    for (const Mesh::Triangle& triangle : mesh_.triangles)
      for (std::size_t i = 0; i < 3; ++i) sides.emplace(triangle.corners[i], triangle.corners[(i + 1) % 3]);
    const std::vector<Mesh::Triangle> floor = mesh_.triangles;
    for (const Mesh::Triangle& triangle : floor) {
      for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t a = triangle.corners[i];
        const std::uint32_t b = triangle.corners[(i + 1) % 3];
        if (sides.contains({b, a}) || triangle.transitions[i] != kNoTransition) continue;
        const Vec3 up(0, 0, height);
        const Vec3 from = mesh_.vertices[a];
        const Vec3 to = mesh_.vertices[b];
        quad({to, from, from + up, to + up}, kNonWalk);
      }
    }
  }

  const Mesh& mesh() const { return mesh_; }

 private:
  std::uint32_t vertex(const Vec3& position) {
    const std::array key{position.x, position.y, position.z};
    const auto [found, added] = index_.try_emplace(key, std::uint32_t(mesh_.vertices.size()));
    if (added) mesh_.vertices.push_back(position);
    return found->second;
  }

  void add(const Face& corners, std::uint32_t material) { mesh_.triangles.push_back({corners, material}); }

  Mesh mesh_;
  std::map<std::array<float, 3>, std::uint32_t> index_;
};

/// A hall of 12 by 8 units with a pool and a pillar, a ramp along its north side, and a gallery above its
/// corner.
Mesh room_mesh() {
  MeshMaker maker;
  for (int x = 0; x < 6; ++x) {
    for (int y = 0; y < 4; ++y) {
      const bool pillar = x == 2 && y == 1;
      const bool pool = x >= 4 && y == 0;
      if (!pillar) maker.floor(2.0F * float(x), 2.0F * float(y), 0, 0, pool ? kWater : kStone);
    }
  }
  maker.floor(0, 8, 0, 0, kStone);
  for (int step = 0; step < 3; ++step)
    maker.floor(2.0F * float(step + 1), 8, float(step), float(step + 1), kMetal);
  maker.floor(8, 8, 3, 3, kMetal);
  for (const float x : {8.0F, 10.0F})
    for (const float y : {4.0F, 6.0F}) maker.floor(x, y, 3, 3, kMetal);
  maker.door({12, 4, 0}, {12, 6, 0}, 1);
  maker.rim(1.5F);
  return maker.mesh();
}

Mesh box_mesh(const Vec3& low, const Vec3& high) {
  MeshMaker maker;
  maker.box(low, high, kNonWalk);
  return maker.mesh();
}

File object(const Mesh& mesh, const Vec3& first_hook, const Vec3& second_hook) {
  File file = *build(mesh, Type::object);
  file.header.relative_use = {first_hook, second_hook};
  return file;
}

}  // namespace

File sample(Sample which) {
  switch (which) {
    case Sample::room:
      return *build(room_mesh(), Type::area);
    case Sample::placeable:
      return object(box_mesh({-0.5F, -0.5F, 0}, {0.5F, 0.5F, 1}), {0, -1, 0}, {0, 1, 0});
    case Sample::door:
      break;
  }
  return object(box_mesh({-1, -0.1F, 0}, {1, 0.1F, 2.5F}), {0, -1, 0}, {0, 1, 0});
}

}  // namespace mw::kotor::walkmesh
