#include <meshwright/wows/geometry.h>
#include <cmath>
#include <glm/geometric.hpp>

namespace mw::wows::geometry {
namespace {

constexpr std::uint16_t kSteel = 60;
constexpr std::uint8_t kSampleBoneStep = 3;  // bone indices count the rows of 3-row matrices

/// A flat piece of a mesh. The cross product of its first sides is its normal.
struct Quad {
  std::array<Vec3, 4> corners;

  Vec3 normal() const { return glm::normalize(glm::cross(corners[1] - corners[0], corners[2] - corners[0])); }
};

/// The six sides of a box, or of one that narrows towards the top.
std::vector<Quad> box_sides(const Vec3& low, const Vec3& high, float narrow = 0) {
  const auto at = [&](int x, int y, int z) {
    const float in = y != 0 ? narrow : 0;
    return Vec3(x != 0 ? high.x - in : low.x + in, y != 0 ? high.y : low.y,
                z != 0 ? high.z - in : low.z + in);
  };
  return {
      {{at(0, 0, 0), at(1, 0, 0), at(1, 0, 1), at(0, 0, 1)}},
      {{at(0, 1, 0), at(0, 1, 1), at(1, 1, 1), at(1, 1, 0)}},
      {{at(0, 0, 0), at(0, 1, 0), at(1, 1, 0), at(1, 0, 0)}},
      {{at(0, 0, 1), at(1, 0, 1), at(1, 1, 1), at(0, 1, 1)}},
      {{at(0, 0, 0), at(0, 0, 1), at(0, 1, 1), at(0, 1, 0)}},
      {{at(1, 0, 0), at(1, 1, 0), at(1, 1, 1), at(1, 0, 1)}},
  };
}

Vertex make_vertex(const Quad& quad, std::size_t corner) {
  Vertex vertex;
  vertex.position = quad.corners[corner];
  vertex.normal = quad.normal();
  vertex.tangent = glm::normalize(quad.corners[1] - quad.corners[0]);
  vertex.binormal = glm::cross(vertex.normal, vertex.tangent);
  const Vec3 across = quad.corners[corner] - quad.corners[0];
  vertex.uv[0] = {glm::dot(across, vertex.tangent) / 8 + 0.25F,
                  glm::dot(across, vertex.binormal) / 8 + 0.25F};
  return vertex;
}

void add_quads(Mesh& mesh, std::span<const Quad> quads) {
  for (const Quad& quad : quads) {
    const auto first = std::uint32_t(mesh.vertices.size());
    for (std::size_t corner = 0; corner < 4; ++corner) mesh.vertices.push_back(make_vertex(quad, corner));
    for (const std::uint32_t corner : {0U, 1U, 2U, 0U, 2U, 3U}) mesh.indices.push_back(first + corner);
  }
}

Mesh turret() {
  Mesh mesh;
  add_quads(mesh, box_sides({-1, 0, -1}, {1, 0.75F, 1}, 0.25F));
  add_quads(mesh, box_sides({-0.25F, 0.75F, -0.25F}, {0.25F, 1, 0.25F}));
  return mesh;
}

Mesh coarse_turret() {
  Mesh mesh;
  add_quads(mesh, box_sides({-1, 0, -1}, {1, 0.75F, 1}, 0.25F));
  return mesh;
}

/// Two ropes as flat bands with their radius.
Mesh ropes() {
  Mesh mesh;
  for (const float x : {-0.5F, 0.5F}) {
    const Quad band{{Vec3(x, 0.75F, -1), Vec3(x, 1.5F, 0), Vec3(x, 1.5F, 0.02F), Vec3(x, 0.75F, -0.98F)}};
    add_quads(mesh, std::span(&band, 1));
  }
  for (Vertex& vertex : mesh.vertices) vertex.radius = 0.01F;
  return mesh;
}

/// A barrel that recoils: its back half hangs on one bone, its mouth on another. Bones mirror z, so that the
/// file has it behind the turret, and turned.
Mesh barrel() {
  Mesh mesh;
  add_quads(mesh, box_sides({-0.1F, 0.3F, 1}, {0.1F, 0.5F, 3}));
  for (Vertex& vertex : mesh.vertices) {
    const bool mouth = vertex.position.z > 2;
    for (Vec3* each : {&vertex.position, &vertex.normal, &vertex.tangent, &vertex.binormal})
      each->z = -each->z;
    vertex.bones = {std::uint8_t(mouth ? kSampleBoneStep : 0), std::uint8_t(mouth ? 0 : kSampleBoneStep), 0};
    vertex.weights = {204, 51};
  }
  return mesh;
}

/// Armor winds against its normals.
ArmorPlate make_plate(std::uint16_t layer, std::span<const Quad> quads) {
  ArmorPlate plate;
  plate.material = kSteel;
  plate.layer = layer;
  for (const Quad& quad : quads) {
    const Vec3 n = quad.normal();
    for (const std::size_t corner : std::array<std::size_t, 6>{0, 2, 1, 0, 3, 2})
      plate.vertices.push_back({quad.corners[corner], {pack_unit(n.x), pack_unit(n.y), pack_unit(n.z)}, 0});
  }
  return plate;
}

Hull turret_hull() {
  const std::vector<Vec3> corners = {{-1, 0, -1},       {1, 0, -1},          {1, 0, 1},
                                     {-1, 0, 1},        {-0.75F, 1, -0.75F}, {0.75F, 1, -0.75F},
                                     {0.75F, 1, 0.75F}, {-0.75F, 1, 0.75F}};
  const std::vector<std::vector<std::uint32_t>> faces = {{0, 1, 2, 3}, {4, 7, 6, 5}, {0, 4, 5, 1},
                                                         {1, 5, 6, 2}, {2, 6, 7, 3}, {3, 7, 4, 0}};
  return make_hull(corners, faces);
}

}  // namespace

File sample(SampleData data) {
  const bool encoded = data == SampleData::encoded;
  File file;
  // The names and formats are ours, so none of these can fail.
  (void)add_mesh(file, "TurretShape", "set3/xyznuvtbpc", turret(), encoded);
  (void)add_mesh(file, "Turret_lod1Shape", "set3/xyznuvtbpc", coarse_turret(), encoded);
  (void)add_mesh(file, "Turret_wireShape", "set3/xyznuvrpc", ropes(), encoded);
  (void)add_mesh(file, "bodyShape", "set3/xyznuviiiwwtbpc", barrel(), encoded);
  const std::vector<Quad> sides = box_sides({-1, 0, -1}, {1, 0.75F, 1}, 0.25F);
  (void)set_armor(
      file, {make_plate(1, std::span(sides).subspan(2)), make_plate(2, std::span(sides).subspan(1, 1))});
  set_collision(file, {turret_hull()});
  return file;
}

}  // namespace mw::wows::geometry
