#include <fmt/format.h>
#include <gtest/gtest.h>
#include <meshwright/bw2/bwm.h>
#include <meshwright/bw2/bwm_scene.h>
#include <meshwright/scene/detail/numbers.h>
#include <rapidcheck.h>

#include <string>
#include <vector>

#include "support/losses.h"

namespace mw::bw2::bwm {
namespace {

constexpr const char* kRoles[] = {"base_color", "lightmap", "growth", "specular", "additional", "normal"};

float between(int low, int high, float parts) {
  return float(*rc::gen::inRange(low, high + 1)) / parts;
}

std::string any_name(std::size_t longest) {
  const auto length = std::size_t(*rc::gen::inRange<int>(1, int(longest) + 1));
  std::string name;
  while (name.size() < length) name += *rc::gen::elementOf(std::string("abcXYZ_019 ."));
  return name;
}

/// Triangles of any shape over any of their vertices, some of which may be unused.
scene::Primitive any_part(std::size_t uv_sets, std::size_t materials) {
  scene::Primitive p;
  const int vertices = *rc::gen::inRange(3, 12);
  for (int i = 0; i < vertices; ++i) {
    p.positions.emplace_back(between(-40, 40, 8), between(0, 60, 8), between(-40, 40, 8));
    p.normals.push_back(*rc::gen::element(Vec3(0, 1, 0), Vec3(0, 0, -1), Vec3(0.6F, 0.8F, 0)));
    for (std::size_t set = 0; set < uv_sets; ++set)
      p.uvs[set].emplace_back(between(-300, 300, 100), between(-300, 300, 100));
  }
  const int triangles = *rc::gen::inRange(1, 20);
  for (int i = 0; i < 3 * triangles; ++i) p.indices.push_back(scene::Index(*rc::gen::inRange(0, vertices)));
  p.material = scene::Index(*rc::gen::inRange<int>(0, int(materials)));
  return p;
}

scene::Scene any_scene() {
  scene::Scene s;
  const auto materials = std::size_t(*rc::gen::inRange(1, 4));
  for (std::size_t i = 0; i < materials; ++i) {
    scene::Material material{.name = any_name(63)};
    for (const char* role : kRoles)
      if (*rc::gen::arbitrary<bool>()) material.textures.push_back({role, any_name(63)});
    s.materials.push_back(std::move(material));
  }
  const int meshes = *rc::gen::inRange(1, 4);
  for (int i = 0; i < meshes; ++i) {
    scene::Mesh mesh;
    const std::size_t uv_sets = *rc::gen::element<std::size_t>(1, 3);
    for (int part = *rc::gen::inRange(1, 4); part > 0; --part)
      mesh.primitives.push_back(any_part(uv_sets, materials));
    s.meshes.push_back(std::move(mesh));
    add_node(s,
             {.name = any_name(63), .mesh = scene::Index(i), .lod = std::uint32_t(*rc::gen::inRange(0, 4))});
  }
  for (int i = *rc::gen::inRange(0, 3); i > 0; --i) {
    scene::Node entity{.name = any_name(200), .role = scene::Role::helper};
    entity.transform.translation = {between(-9, 9, 4), between(-9, 9, 4), between(-9, 9, 4)};
    add_node(s, std::move(entity));
  }
  return s;
}

/// Every corner of every triangle in its order, with all that it has: vertices may be repeated or left out.
std::vector<std::string> corners_of(const scene::Primitive& p, std::size_t uv_sets) {
  std::vector<std::string> corners;
  for (const scene::Index i : p.indices) {
    const Vec3& v = p.positions[i];
    const Vec3& n = p.normals[i];
    std::string text = fmt::format("{} {} {}, {} {} {}", v.x, v.y, v.z, n.x, n.y, n.z);
    for (std::size_t set = 0; set < uv_sets; ++set)
      text += fmt::format(", {} {}", p.uvs[set].at(i).x, p.uvs[set][i].y);
    corners.push_back(std::move(text));
  }
  return corners;
}

void expect_same_mesh(const scene::Scene& a, const scene::Mesh& before, const scene::Scene& b,
                      const scene::Mesh& after) {
  RC_ASSERT(before.primitives.size() == after.primitives.size());
  for (std::size_t i = 0; i < before.primitives.size(); ++i) {
    const scene::Primitive& p = before.primitives[i];
    const std::size_t uv_sets = p.uvs[1].empty() ? 1 : 3;
    RC_ASSERT(corners_of(p, uv_sets) == corners_of(after.primitives[i], uv_sets));
    const scene::Material& old = a.materials[*p.material];
    const scene::Material& now = b.materials.at(*after.primitives[i].material);
    RC_ASSERT(old.name == now.name);
    RC_ASSERT(old.textures.size() == now.textures.size());
    for (std::size_t k = 0; k < old.textures.size(); ++k)
      RC_ASSERT(old.textures[k].role + old.textures[k].name == now.textures[k].role + now.textures[k].name);
  }
}

std::vector<std::string> losses_of(const scene::Scene& s) {
  std::size_t lone = 0;
  for (const scene::Mesh& mesh : s.meshes) lone += scene::count_lone_vertices(mesh);
  if (lone == 0) return {};
  return {fmt::format("{} {} of no triangle", lone, lone == 1 ? "vertex" : "vertices")};
}

TEST(BwmSceneProperty, ScenesWithinTheLimitsComeBack) {
  const bool held = rc::check("scene, file, scene", [] {
    const scene::Scene before = any_scene();
    const auto made = from_scene(before);
    RC_ASSERT(made.has_value());
    RC_ASSERT(made->losses == losses_of(before));
    const auto bytes = write(made->file);
    RC_ASSERT(bytes.has_value());
    const File file = read(*bytes).value();
    Findings findings;
    validate(file, findings);
    RC_ASSERT(findings.count(Severity::error) == 0U);
    const scene::Scene after = to_scene(file, {.selection = {.all_lods = true}});
    std::vector<const scene::Node*> meshes;
    std::vector<const scene::Node*> entities;
    for (const scene::Node& node : after.nodes) {
      if (node.mesh && node.role == scene::Role::visual) meshes.push_back(&node);
      if (!node.mesh && node.role == scene::Role::helper) entities.push_back(&node);
    }
    std::size_t mesh = 0;
    std::size_t entity = 0;
    for (const scene::Node& node : before.nodes) {
      const auto& nodes = node.mesh ? meshes : entities;
      std::size_t& next = node.mesh ? mesh : entity;
      RC_ASSERT(next < nodes.size());
      const scene::Node& now = *nodes[next++];
      RC_ASSERT(now.name == node.name);
      RC_ASSERT(now.lod == node.lod);
      if (node.mesh)
        expect_same_mesh(before, before.meshes[*node.mesh], after, after.meshes[*now.mesh]);
      else
        RC_ASSERT(now.transform.translation == node.transform.translation);
    }
    RC_ASSERT(mesh == meshes.size());
  });
  EXPECT_TRUE(held);
}

}  // namespace
}  // namespace mw::bw2::bwm
