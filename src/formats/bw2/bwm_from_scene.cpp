#include <fmt/format.h>
#include <meshwright/bw2/bwm_build.h>
#include <meshwright/bw2/bwm_scene.h>
#include <meshwright/scene/axes.h>

#include <algorithm>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace mw::bw2::bwm {
namespace {

using scene::Index;
using scene::Scene;

/// The game's axes are a mirror of the scene's; mirroring again goes back.
const scene::Axes kAxes = scene::Axes::left_handed();

class ModelMaker {
 public:
  explicit ModelMaker(const Scene& scene) : scene_(scene) {}

  ModelInput make(std::uint32_t version) {
    model_.version = version;
    for (const scene::Material& material : scene_.materials) add_material(material);
    const std::vector<Mat4> places = world_matrices(scene_);
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i) {
      const scene::Node& node = scene_.nodes[i];
      if (node.mesh && node.role == scene::Role::visual) add_mesh(node, node.skin ? Mat4(1) : places[i]);
      if (!node.mesh && node.role == scene::Role::helper) add_entity(node, places[i]);
    }
    return std::move(model_);
  }

  std::vector<std::string> losses() const {
    std::vector<std::string> lines = scene_.losses;
    if (!scene_.skins.empty()) lines.emplace_back("skins: the meshes are written in rest");
    if (!scene_.animations.empty()) lines.emplace_back("animations have no place in a .bwm");
    if (!scene_.lights.empty()) lines.emplace_back("lights have no place in a .bwm");
    if (other_topology_) lines.emplace_back("lines and points have no place in a .bwm");
    if (long_names_ > 0)
      lines.push_back(fmt::format("{} names are longer than 63 bytes and are cut", long_names_));
    return lines;
  }

 private:
  /// One byte is left for the NUL.
  template <std::size_t N>
  FixedText<N> name_of(std::string_view text) {
    long_names_ += text.size() >= N ? 1 : 0;
    return FixedText<N>(text.substr(0, N - 1));
  }

  void add_material(const scene::Material& material) {
    Material out;
    out.name = name_of<64>(material.name);
    for (const scene::Texture& texture : material.textures) {
      const auto put = [&](std::string_view role, FixedText<64>& field) {
        if (texture.role == role) field = name_of<64>(texture.name);
      };
      put("base_color", out.diffuse);
      put("lightmap", out.light);
      put("growth", out.growth);
      put("specular", out.specular);
      put("additional", out.additional);
      put("normal", out.normal);
    }
    model_.materials.push_back(out);
  }

  void add_mesh(const scene::Node& node, const Mat4& place) {
    MeshInput mesh;
    mesh.name = node.name.substr(0, 63);
    mesh.lod = node.lod + 1;
    std::size_t sets = 1;
    for (const scene::Primitive& p : scene_.meshes[*node.mesh].primitives)
      for (std::size_t set = 0; set < 3; ++set)
        if (!p.uvs[set].empty()) sets = std::max(sets, set + 1);
    // The two declarations seen have one UV set or three.
    mesh.uv_sets.resize(sets > 1 ? 3 : 1);
    for (const scene::Primitive& p : scene_.meshes[*node.mesh].primitives) {
      if (p.topology == scene::Topology::triangles)
        add_part(mesh, p, place);
      else
        other_topology_ = true;
    }
    if (!mesh.parts.empty()) model_.meshes.push_back(std::move(mesh));
  }

  void add_part(MeshInput& mesh, const scene::Primitive& p, const Mat4& place) {
    const auto first = std::uint32_t(mesh.positions.size());
    const bool identity = place == Mat4(1);
    const glm::mat3 turn = glm::transpose(glm::inverse(glm::mat3(place)));
    for (const Vec3& position : p.positions)
      mesh.positions.push_back(kAxes.point(identity ? position : Vec3(place * Vec4(position, 1))));
    for (std::size_t i = 0; i < p.positions.size(); ++i)
      mesh.normals.push_back(
          p.normals.empty() ? Vec3(0)
                            : kAxes.point(identity ? p.normals[i] : glm::normalize(turn * p.normals[i])));
    for (std::size_t set = 0; set < mesh.uv_sets.size(); ++set)
      for (std::size_t i = 0; i < p.positions.size(); ++i)
        mesh.uv_sets[set].push_back(p.uvs[set].empty() ? Vec2(0) : p.uvs[set][i]);
    PartInput part{.material = p.material.value_or(0), .indices = {}, .mask = {}};
    const std::size_t corners = p.indices.empty() ? p.positions.size() : p.indices.size();
    for (std::size_t i = 0; i + 2 < corners; i += 3) {
      const auto corner = [&](std::size_t k) {
        return first + (p.indices.empty() ? Index(i + k) : p.indices[i + k]);
      };
      for (const std::uint32_t index : kAxes.winding(std::array{corner(0), corner(1), corner(2)}))
        part.indices.push_back(index);
    }
    mend_normals(mesh, p, part, first);
    mesh.parts.push_back(std::move(part));
  }

  /// Normals of a part that brings none.
  static void mend_normals(MeshInput& mesh, const scene::Primitive& p, const PartInput& part,
                           std::uint32_t first) {
    if (!p.normals.empty()) return;
    const std::vector<Vec3> normals = derive_normals(mesh.positions, part.indices);
    std::copy(normals.begin() + first, normals.end(), mesh.normals.begin() + first);
  }

  void add_entity(const scene::Node& node, const Mat4& place) {
    Entity entity;
    entity.name = name_of<256>(node.name);
    const Mat4 m = kAxes.matrix(place);
    entity.frame.x_axis = Vec3(m[0]);
    entity.frame.y_axis = Vec3(m[2]);
    entity.frame.z_axis = Vec3(m[1]);
    entity.frame.position = Vec3(m[3]);
    model_.entities.push_back(entity);
  }

  const Scene& scene_;
  ModelInput model_;
  bool other_topology_ = false;
  std::size_t long_names_ = 0;
};

}  // namespace

Result<Made> from_scene(const Scene& scene, std::uint32_t version) {
  if (auto error = find_contradiction(scene)) return fail(*std::move(error));
  ModelMaker maker(scene);
  ModelInput model = maker.make(version);
  if (model.meshes.empty()) return fail({.message = "no triangles to make a model from"});
  if (model.materials.empty()) model.materials.emplace_back();
  auto file = build(model);
  if (!file) return fail(file.error());
  return Made{*std::move(file), maker.losses()};
}

}  // namespace mw::bw2::bwm
