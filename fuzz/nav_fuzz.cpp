#include <meshwright/nav/detail/carve.h>
#include <meshwright/nav/detail/join.h>
#include <meshwright/nav/face_tree.h>
#include <meshwright/nav/walk.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace {

using namespace mw::nav;

/// Takes values off the input; zeros when it is used up.
struct Input {
  const std::uint8_t* data;
  std::size_t size;

  template <class T>
  T take() {
    T value{};
    const std::size_t count = std::min(size, sizeof value);
    if (count > 0) std::memcpy(&value, data, count);
    data += count;
    size -= count;
    return value;
  }
  /// Half of them whole and small, so that faces meet; the others of any bits.
  float number() { return (take<std::uint8_t>() & 1) != 0 ? float(take<std::int8_t>() % 8) : take<float>(); }
  mw::Vec3 point() { return {number(), number(), number()}; }
};

Mesh mesh_of(Input& input) {
  Mesh mesh;
  const std::size_t corners = input.take<std::uint8_t>() % 32;
  for (std::size_t i = 0; i < corners; ++i) mesh.positions.push_back(input.point());
  const std::size_t faces = input.take<std::uint8_t>() % 48;
  for (std::size_t i = 0; i < faces; ++i) {
    mesh.triangles.push_back({input.take<std::uint8_t>() % 33U, input.take<std::uint8_t>() % 33U,
                              input.take<std::uint8_t>() % 33U});
    mesh.walkable.push_back(input.take<std::uint8_t>() % 4 != 0 ? 1 : 0);
    mesh.costs.push_back(input.number());
  }
  mesh.neighbours = link_walkable(mesh);
  for (std::size_t i = 0; i < faces && (input.take<std::uint8_t>() & 7) == 0; ++i)
    mesh.neighbours[i][i % 3] = input.take<std::int32_t>();
  return mesh;
}

void walk_on(const Mesh& mesh, Input& input) {
  const Walk walk(mesh);
  const FaceTree floor = FaceTree::build(mesh.positions, mesh.triangles, mesh.walkable);
  WalkScratch scratch;
  Path fast;
  Path exact;
  for (int i = 0; i < 4; ++i) {
    const auto from = floor.nearest(input.point());
    const auto to = floor.nearest(input.point());
    if (!from || !to) continue;
    const bool found = walk.find_path(from->place, to->place, {}, scratch, fast);
    if (found != walk.find_path(from->place, to->place, {.exact = true}, scratch, exact)) std::abort();
    if (found && fast.faces.back() != to->place.face) std::abort();
    walk.look(from->place, to->place, scratch);
  }
}

/// Of a size at which doubles have the last word; beyond it rounding decides what a triangle is hit by.
bool is_moderate(const mw::Vec3& v) {
  const float most = std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
  return most == 0 || (most > 1e-4F && most < 1e4F);
}

}  // namespace

// Any mesh can be asked anything, and a tree answers as all faces in turn do.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input{data, size};
  const Mesh mesh = mesh_of(input);
  const FaceTree tree = FaceTree::build(mesh.positions, mesh.triangles);
  const bool moderate = std::ranges::all_of(mesh.positions, is_moderate);
  for (int i = 0; i < 4; ++i) {
    const Ray ray{.origin = input.point(), .direction = input.point()};
    const auto hit = tree.first_hit(ray);
    tree.highest_below(point2_of(ray.origin), double(ray.direction.z));
    if (!moderate || !is_moderate(ray.origin) || !is_moderate(ray.direction)) continue;
    bool expected = false;
    for (const auto& c : mesh.triangles)
      expected =
          expected || (mw::geometry::corners_exist(c, mesh.positions.size()) &&
                       hit_triangle(ray, mesh.positions[c[0]], mesh.positions[c[1]], mesh.positions[c[2]]));
    if (hit.has_value() != expected) std::abort();
  }
  walk_on(mesh, input);
  const Part parts[] = {{&mesh}, {&mesh, input.point()}};
  walk_on(join(parts).mesh, input);
  const Footprint obstacle{
      .outline = {point2_of(input.point()), point2_of(input.point()), point2_of(input.point())},
      .bottom = -1,
      .top = 1};
  walk_on(carve(Walk(mesh), {&obstacle, 1}, double(input.number())).mesh, input);
  return 0;
}
