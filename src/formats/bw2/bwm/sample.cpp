#include <meshwright/bw2/bwm.h>
#include <meshwright/bw2/detail/bwm_build.h>
#include <meshwright/core/detail/elementary.h>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

namespace mw::bw2::bwm {
namespace {

constexpr std::uint32_t kWalls = 0;
constexpr std::uint32_t kRoof = 1;

/// Collects flat polygons with hard edges: no two share a vertex.
class MeshMaker {
 public:
  MeshMaker(std::string name, std::uint32_t lod) {
    mesh_.name = std::move(name);
    mesh_.lod = lod;
    mesh_.uv_sets.resize(2);
    mesh_.parts = {{kWalls, {}, {}}, {kRoof, {}, {}}};
  }

  /// Corners in the order that looks along their cross product, as the original's triangles do.
  void polygon(std::uint32_t material, const std::vector<Vec3>& corners) {
    const auto first = std::uint32_t(mesh_.positions.size());
    const Vec3 normal = glm::normalize(glm::cross(corners[1] - corners[0], corners[2] - corners[0]));
    const Vec3 along = glm::normalize(corners[1] - corners[0]);
    const Vec3 across = glm::cross(normal, along);
    for (const Vec3& corner : corners) {
      const Vec3 offset = corner - corners[0];
      const Vec2 uv(glm::dot(offset, along) / kTile, glm::dot(offset, across) / kTile);
      mesh_.positions.push_back(corner);
      mesh_.normals.push_back(normal);
      mesh_.uv_sets[0].push_back(uv);
      mesh_.uv_sets[1].push_back(uv * 0.25F);
    }
    auto& indices = mesh_.parts[material].indices;
    for (std::uint32_t i = 2; i < corners.size(); ++i)
      indices.insert(indices.end(), {first, first + i - 1, first + i});
  }

  MeshInput take() { return std::move(mesh_); }

 private:
  static constexpr float kTile = 4;  // units that a texture spans
  MeshInput mesh_;
};

/// A house of 8 by 6 units with a gable roof that overhangs its walls.
MeshInput house(std::string name, std::uint32_t lod, float overhang) {
  constexpr float kX = 4;
  constexpr float kZ = 3;
  constexpr float kEaves = 4;
  constexpr float kRidge = 6;
  MeshMaker maker(std::move(name), lod);
  for (const float side : {-1.0F, 1.0F}) {
    const float x = kX * side;
    const float z = kZ * side;
    maker.polygon(kWalls, {{x, 0, -z}, {x, kEaves, -z}, {x, kRidge, 0}, {x, kEaves, z}, {x, 0, z}});
    maker.polygon(kWalls, {{x, 0, z}, {x, kEaves, z}, {-x, kEaves, z}, {-x, 0, z}});
    const float drop = overhang * (kRidge - kEaves) / kZ;
    const float out_x = x + overhang * side;
    const float out_z = z + overhang * side;
    maker.polygon(kRoof, {{out_x, kEaves - drop, out_z},
                          {out_x, kRidge, 0},
                          {-out_x, kRidge, 0},
                          {-out_x, kEaves - drop, out_z}});
  }
  return maker.take();
}

Entity entity(std::string_view name, const Vec3& position) {
  Entity entity;
  entity.name = FixedText<256>(name);
  entity.frame.position = position;
  return entity;
}

Material material(std::string_view name, std::string_view diffuse) {
  Material material;
  material.name = FixedText<64>(name);
  material.diffuse = FixedText<64>(diffuse);
  return material;
}

ModelInput house_model() {
  ModelInput model;
  model.materials = {material("_glossy_", "t_sample_walls.dds"), material("_roof_", "t_sample_thatch.dds")};
  for (Material& each : model.materials) each.light = FixedText<64>("t_sample_light.dds");
  model.materials[kRoof].growth = FixedText<64>("t_sample_moss.dds");
  model.meshes = {house("m_sample_house", 1, 0.5F), house("m_sample_house_far", 2, 0)};
  model.entities = {entity("door", {0, 0, -3})};
  return model;
}

constexpr int kRings = 7;
constexpr int kAround = 6;
constexpr float kRingHeight = 0.5F;
constexpr int kRingsPerBone = 3;

/// A tube that three bones bend, one above the other; the rings between two bones follow both.
MeshInput worm() {
  MeshInput mesh;
  mesh.name = "worm";
  mesh.uv_sets.resize(1);
  for (int ring = 0; ring < kRings; ++ring) {
    const int bone = ring / kRingsPerBone;
    const float blend = float(ring % kRingsPerBone) / kRingsPerBone;
    for (int i = 0; i < kAround; ++i) {
      const float angle = 2 * std::numbers::pi_v<float> * float(i) / kAround;
      const Vec3 out(math::cos(angle), 0, math::sin(angle));
      mesh.positions.push_back(out * 0.4F + Vec3(0, kRingHeight * float(ring), 0));
      mesh.normals.push_back(out);
      mesh.uv_sets[0].emplace_back(float(i) / kAround, float(ring) / kRings);
      mesh.bones.push_back({std::uint8_t(bone), std::uint8_t(blend > 0 ? bone + 1 : 0), 0, 0});
      mesh.weights.push_back({1 - blend, blend, 0, 0});
    }
  }
  PartInput part;
  for (int ring = 0; ring + 1 < kRings; ++ring) {
    for (int i = 0; i < kAround; ++i) {
      const auto at = [&](int r, int k) { return std::uint32_t(r * kAround + k % kAround); };
      part.indices.insert(part.indices.end(), {at(ring, i), at(ring + 1, i), at(ring, i + 1)});
      part.indices.insert(part.indices.end(), {at(ring, i + 1), at(ring + 1, i), at(ring + 1, i + 1)});
    }
  }
  mesh.parts.push_back(std::move(part));
  return mesh;
}

ModelInput skin_model() {
  ModelInput model;
  model.type = Type::strip;
  model.footprint = false;
  model.materials = {material("1 - default", "t_sample_worm.dds")};
  model.meshes = {worm()};
  for (int bone = 0; bone * kRingsPerBone < kRings; ++bone) {
    model.bones.emplace_back();
    model.bones.back().position.y = kRingHeight * float(bone * kRingsPerBone);
  }
  return model;
}

}  // namespace

File sample(Sample which) {
  return *build(which == Sample::skin ? skin_model() : house_model());
}

}  // namespace mw::bw2::bwm
